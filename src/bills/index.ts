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
import { type BillFile, type OpenOptions, openBill, type RefusedFile } from "./container.ts";
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
import { readMapped } from "./mapped.ts";
import { type ColumnMapping, previewTables } from "./mapping.ts";
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
export interface ReadOptions extends OpenOptions, Answers {
  /** For a file of no known format: the column mapping that the user has confirmed. */
  mapping?: ColumnMapping;
}

/**
 * Reads an uploaded file. An archive or a workbook may hold several bills. Throws BillError:
 * what openBill throws, "unknown-format" (its details hold `tables`, a TablePreview each, for the
 * generic mapper), "wrong-file", "empty", "ask-…", and with a mapping what readMapped throws.
 */
export async function readBill(bytes: Uint8Array, options: ReadOptions = {}): Promise<Bill[]> {
  const { files, refused } = await openBill(bytes, options);
  const bills: Bill[] = [];
  for (const file of files) {
    try {
      bills.push(...readFile(file, options));
    } catch (error) {
      if (!(error instanceof BillError)) throw error;
      refused.push({ name: file.name, error });
    }
  }
  const [first] = bills;
  if (first) {
    for (const { name, error } of refused) {
      first.notices.push(`同一个压缩包里的“${name}”没有导入：${error.message}`);
    }
    return bills;
  }
  throw mostTelling(refused) ?? new BillError("empty", "压缩包里没有文件");
}

/** Of several refusals: a table that the user can map, else one that says which file to fetch. */
function mostTelling(refused: readonly RefusedFile[]): BillError | undefined {
  const errors = refused.map(({ error }) => error);
  const mappable = ({ details }: BillError) =>
    Array.isArray(details.tables) && details.tables.length > 0;
  return errors.find(mappable) ?? errors.find((one) => one.code !== "unknown-format") ?? errors[0];
}

function readFile(file: BillFile, options: ReadOptions): Bill[] {
  if (options.mapping) return filled(readMapped(file, options.mapping), "表格");
  const format = FORMATS.find((one) => one.recognise(file));
  if (!format) {
    refuseWrongFile(file);
    throw unknownFormat(file);
  }
  return filled(format.read(file, options), format.title);
}

/** Each bill once and with its period. Nothing at all is an error with a reason, not a success. */
function filled(bills: Bill[], title: string): Bill[] {
  const found = withoutCopies(bills.filter((bill) => bill.lines.length > 0));
  if (found.length === 0) {
    throw new BillError("empty", `认出这是${title}，但里面一笔记录都没有，请确认导出的时间范围`);
  }
  return found.map(withPeriod);
}

/** A workbook that Excel has touched may hold the same rows on two sheets: one bill. */
function withoutCopies(bills: Bill[]): Bill[] {
  if (bills.length < 2) return bills;
  const seen = new Set<string>();
  return bills.filter((bill) => {
    const content = JSON.stringify(
      bill.lines.map((line) => [
        ...[line.kind, line.time, line.amount, line.account, line.externalId],
        ...[line.counterparty, line.description],
      ]),
    );
    const key = `${bill.format} ${bill.owner} ${content}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function unknownFormat(file: BillFile): BillError {
  const tables = previewTables(file);
  const found = tables.map((table) => table.headers.filter((header) => header !== "").join("、"));
  const hint =
    found.length > 0
      ? `找到的列名是：${found.join("；").slice(0, 200)}。可以手动指定每一列的含义来导入。`
      : "里面没有找到带列名的表格，请确认导出的是账单明细。";
  return new BillError(
    "unknown-format",
    `认不出这是哪一种账单（按 ${file.encoding} 读取）。${hint}`,
    {
      encoding: file.encoding,
      lookedFor: FORMATS.map((format) => format.title),
      tables,
    },
  );
}
