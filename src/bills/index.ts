/** Bytes in, bills out: the one door of the bill readers. */

import type { Answers } from "./answers.ts";
import { beancount } from "./beancount.ts";
import { camt } from "./camt.ts";
import { type BillFile, type OpenOptions, openBill } from "./container.ts";
import { type Format, withPeriod } from "./format.ts";
import { gnucash } from "./gnucash.ts";
import { ledger } from "./ledger.ts";
import { type Bill, BillError } from "./line.ts";
import { mt940 } from "./mt940.ts";
import { ofx } from "./ofx.ts";
import { qif } from "./qif.ts";

/** The known formats in the order in which they are tried. One line a format. */
export const FORMATS: readonly Format[] = [ofx, qif, camt, mt940, gnucash, beancount, ledger];

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
  if (!format) throw unknownFormat();
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
