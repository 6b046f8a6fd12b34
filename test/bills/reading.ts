/** Reads bills that a test writes out itself. */

import type { Bill, BillLine } from "../../src/bills/bill/line.ts";
import type { ReadOptions } from "../../src/bills/index.ts";
import { inWords, type Text } from "../../src/contract/notes.ts";
import { readOne } from "./build.ts";

/** The one bill in a text or in bytes. */
export function readText(source: string | Uint8Array, options: ReadOptions = {}): Promise<Bill> {
  return readOne(Buffer.from(source as string), options);
}

/** What tests mostly look at, in one short text a line: "expense 2026-01-05 25.50 CNY 招商银行". */
export function brief(line: BillLine): string {
  const amount = `${Math.floor(line.amount / 100)}.${String(line.amount % 100).padStart(2, "0")}`;
  const place = line.toAccount === undefined ? line.account : `${line.account} > ${line.toAccount}`;
  return [line.kind, line.time, amount, line.currency, place]
    .filter((part) => part !== "")
    .join(" ");
}

/** The codes of a line's questions. */
export function codes(line: BillLine | undefined): string[] {
  return (line?.review ?? []).map((question) => question.code);
}

/** A text of a bill in Chinese; "" when there is none. */
export function zh(text: Text | undefined): string {
  return text === undefined ? "" : inWords(text, "zh");
}
