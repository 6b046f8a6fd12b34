/** Bytes in, bills out: the one door of the bill readers. */
import { abc } from "./abc.ts";
import { actual } from "./actual.ts";
import { alipay } from "./alipay.ts";
import type { Answers } from "./answers.ts";
import { beancount } from "./beancount.ts";
import { boc } from "./boc.ts";
import { bocom } from "./bocom.ts";
import { camt } from "./camt.ts";
import { ccb } from "./ccb.ts";
import { cgb } from "./cgb.ts";
import { citic } from "./citic.ts";
import { cmb } from "./cmb.ts";
import { type BillFile, type OpenOptions, openBill } from "./container.ts";
import { ezbookkeeping } from "./ezbookkeeping.ts";
import { feidee } from "./feidee.ts";
import { firefly } from "./firefly.ts";
import { type Format, withPeriod } from "./format.ts";
import { gnucash } from "./gnucash.ts";
import { hsbc } from "./hsbc.ts";
import { icbc } from "./icbc.ts";
import { jd } from "./jd.ts";
import { ledger } from "./ledger.ts";
import { type Bill, BillError } from "./line.ts";
import { meituan } from "./meituan.ts";
import { mint } from "./mint.ts";
import { mt940 } from "./mt940.ts";
import { ofx } from "./ofx.ts";
import { qianji } from "./qianji.ts";
import { qif } from "./qif.ts";
import { securities } from "./securities.ts";
import { spdb } from "./spdb.ts";
import { wechat } from "./wechat.ts";
import { refuseWrongFile } from "./wrong.ts";
import { ynab } from "./ynab.ts";

/**
 * The known formats in the order in which they are tried. One line a format. Those that are told by
 * their text come first: they need no table, whose making costs time and has a limit of rows.
 */
export const FORMATS: readonly Format[] = [
  ofx,
  qif,
  camt,
  mt940,
  gnucash,
  beancount,
  ledger,
  alipay,
  wechat,
  jd,
  meituan,
  icbc,
  cmb,
  ccb,
  abc,
  boc,
  bocom,
  citic,
  cgb,
  spdb,
  hsbc,
  securities,
  feidee,
  qianji,
  ezbookkeeping,
  firefly,
  ynab,
  mint,
  actual,
];

/** How a file is to be read. */
export type ReadOptions = OpenOptions & Answers;

/**
 * Reads an uploaded file. An archive or a workbook may hold several bills. Throws BillError:
 * what openBill throws, "unknown-format", "wrong-file", "empty".
 */
export async function readBill(bytes: Uint8Array, options: ReadOptions = {}): Promise<Bill[]> {
  const files = await openBill(bytes, options);
  const bills: Bill[] = [];
  let refused: BillError | undefined;
  for (const file of files) {
    try {
      bills.push(...readFile(file, options));
    } catch (error) {
      if (!(error instanceof BillError)) throw error;
      if (!refused || refused.code === "unknown-format") refused = error;
    }
  }
  if (bills.length > 0) return bills;
  throw refused ?? new BillError("empty", "文件里没有账单");
}

function readFile(file: BillFile, answers: Answers): Bill[] {
  const format = FORMATS.find((one) => one.recognise(file));
  if (!format) {
    refuseWrongFile(file);
    throw unknownFormat();
  }
  const bills = withoutCopies(format.read(file, answers)).map(withPeriod);
  if (bills.every((bill) => bill.lines.length === 0)) {
    throw new BillError("empty", `认出这是${format.title}，但里面一笔记录都没有`, {
      format: format.key,
    });
  }
  return bills.filter((bill) => bill.lines.length > 0);
}

/** A workbook that Excel has touched may hold the same rows on two sheets: one bill. */
function withoutCopies(bills: Bill[]): Bill[] {
  const seen = new Set<string>();
  return bills.filter((bill) => {
    const content = JSON.stringify(
      bill.lines.map((line) => [line.kind, line.time, line.amount, line.account, line.externalId]),
    );
    const key = `${bill.format} ${bill.owner} ${content}`;
    if (bill.lines.length > 0 && seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function unknownFormat(): BillError {
  return new BillError("unknown-format", "认不出这是哪一种账单", {
    lookedFor: FORMATS.map((format) => format.title),
  });
}
