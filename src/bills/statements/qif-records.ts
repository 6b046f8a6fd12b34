/** The records of a QIF file, before they mean anything: blocks, fields and split groups. */

import type { DateOrder } from "../../contract/bill-answers.ts";
import { note } from "../../contract/notes.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { BillError } from "../file/bill-error.ts";
import type { Limits } from "../file/limits.ts";
import { textLines } from "../file/text.ts";

/** One part of a split; each field as written. */
export interface QifSplit {
  category: string;
  memo: string;
  amount: string;
}

/** One record: its fields by code letter (the first of a code wins) and its splits. */
export interface QifRecord {
  fields: Record<string, string>;
  splits: QifSplit[];
  /** 1-based line of its first field. */
  line: number;
  /** The file ends within it. */
  cut?: true;
}

/** The records under one `!Type:` line. */
export interface QifBlock {
  /** "bank", "ccard", "cash", "oth a", "cat", "invst" … in lower case. */
  type: string;
  /** The account named by the `!Account` block before it; "" when there is none. */
  account: string;
  records: QifRecord[];
}

/** A whole file, in its own order. */
export interface QifFile {
  blocks: QifBlock[];
  /** From `!Option:MDY` or `!Option:DMY`. */
  dateOrder?: DateOrder;
}

/** Splits the text into blocks and records. @throws BillError "too-large" */
export function readQifRecords(text: string, limits: Limits): QifFile {
  const file: QifFile = { blocks: [] };
  let block: QifBlock = { type: "", account: "", records: [] };
  let record: QifRecord | undefined;
  let account = "";
  let count = 0;
  let number = 0;
  const finish = (): void => {
    if (!record) return;
    if (block.type === "account") account = record.fields.N ?? account;
    else block.records.push(record);
    record = undefined;
  };
  for (const line of textLines(text, limits)) {
    number += 1;
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (line.startsWith("!")) {
      finish();
      const type = readHeader(line, file);
      if (type === undefined) continue;
      block = { type, account, records: [] };
      file.blocks.push(block);
    } else if (line.trim() === "^") {
      finish();
    } else {
      if (!record) count += 1;
      if (count > limits.records) throw new BillError("too-large", note("tooManyQifRecords"));
      record ??= { fields: wordTable({}), splits: [], line: number };
      addField(record, line);
    }
  }
  // A record that neither its mark nor a line's end closes was cut off.
  if (record && !/[\r\n]\s*$/.test(text.slice(-9))) (record as QifRecord).cut = true;
  finish();
  return file;
}

/** The type that a header line begins, or undefined when it only sets an option. */
function readHeader(line: string, file: QifFile): string | undefined {
  const option = /^!Option:\s*(MDY|DMY)/i.exec(line);
  if (option) file.dateOrder = option[1]!.toLowerCase() as DateOrder;
  if (/^!Account/i.test(line)) return "account";
  return /^!Type:(.*)$/i.exec(line)?.[1]?.trim().toLowerCase();
}

function addField(record: QifRecord, line: string): void {
  const code = line.charAt(0);
  const value = line.slice(1).trim();
  const split = record.splits.at(-1);
  if (code === "S") record.splits.push({ category: value, memo: "", amount: "" });
  else if (code === "E" && split) split.memo = value;
  else if (code === "$" && split) split.amount = value;
  else if (!Object.hasOwn(record.fields, code)) record.fields[code] = value;
}
