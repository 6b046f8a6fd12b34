import { note } from "../../contract/notes.ts";
import { compare, type Fraction, isZero, sum } from "../../ledger/arithmetic.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { BillLine, Question } from "../bill/line.ts";
import type { DecimalMark } from "../file/cells.ts";
import { cutOff, question } from "../format/format.ts";
import {
  leftOut,
  type Movement,
  movementLine,
  ownSide,
  splitLink,
  transferBetween,
} from "../format/movement.ts";
import { balanceChangeLine } from "../format/opening.ts";
import type { DateReader } from "../values/date-order.ts";
import { readDecimal } from "../values/decimal.ts";
import { isShortAhead } from "../values/times.ts";
import type { QifRecord, QifSplit } from "./qif-records.ts";
import { type StatedAmount, statedAmount } from "./stated-amount.ts";

/** What the records of one account are read with. */
export interface QifContext {
  account: string;
  day: DateReader;
  dateField: string;
  mark: DecimalMark | undefined;
  /** The last day that a year of two digits may mean unasked. */
  today: string | undefined;
}

/** One line, or one for each part of a split; the parts share a link. */
export function recordLines(record: QifRecord, context: QifContext): BillLine[] {
  const splits = record.splits.filter((split) => !isBlank(split, context));
  const total = amountOf(record, context);
  if (splits.length === 0) {
    return [placedLine(record.fields.L ?? "", total, baseOf(record, context), context)];
  }
  const amounts = splits.map((split) => statedAmount(split.amount, context.mark));
  const values = amounts.map(({ value }) => value);
  const doubt = [...splitDoubt(values, total.value), ...amounts.flatMap((one) => one.doubt)];
  return splits.map((split, index) => {
    const base = baseOf(record, context);
    return placedLine(
      split.category,
      { value: values[index], doubt },
      {
        ...base,
        description: split.memo || base.description,
        linkIds: [splitLink("qif", base.time, record.line)],
      },
      context,
    );
  });
}

function isBlank(split: QifSplit, context: QifContext): boolean {
  const value = readDecimal(split.amount || "0", context.mark);
  return split.category === "" && value !== undefined && isZero(value);
}

function splitDoubt(values: (Fraction | undefined)[], total: Fraction | undefined): Question[] {
  const known = values.filter((value) => value !== undefined);
  if (total && known.length === values.length && compare(sum(known), total) === 0) return [];
  return [question("split-sum", note("splitSum"))];
}

/** The record's amount: T, else U, which repeats it. */
export function amountOf(record: QifRecord, context: QifContext): StatedAmount {
  return statedAmount(record.fields.T ?? record.fields.U ?? "", context.mark);
}

/** What every line of the record has in common. */
export function baseOf(record: QifRecord, context: QifContext) {
  const date = record.fields[context.dateField] ?? "";
  const time = context.day(date);
  return {
    time,
    review: [...dayAhead(date, time, context.today), ...(record.cut ? [cutOff()] : [])],
    account: context.account,
    counterparty: record.fields.P ?? "",
    description: record.fields.M ?? "",
    status: record.fields.C ?? "",
    sourceLine: record.line,
    raw: rawOf(record),
  };
}

/** A day that lies ahead and whose year was written with two digits may be of another century. */
function dayAhead(date: string, day: string | undefined, today: string | undefined): Question[] {
  if (day === undefined || today === undefined || !isShortAhead(date, day, today)) return [];
  return [question("date-ahead", note("dateAhead", { day }))];
}

function rawOf(record: QifRecord): Record<string, string> {
  const raw = wordTable(record.fields);
  record.splits.forEach((split, index) => {
    raw[`S${index + 1}`] = `${split.category}|${split.memo}|${split.amount}`;
  });
  return raw;
}

/** A line in its category, or the transfer that `[Account]` means. A class behind "/" is dropped. */
function placedLine(
  label: string,
  { value, doubt }: StatedAmount,
  base: Omit<Movement, "value"> & { review: Question[] },
  context: QifContext,
): BillLine {
  const other = transferName(label);
  const own = ownSide(context.account, value);
  const movement = { ...base, value, own, review: [...base.review, ...doubt] };
  if (isVoid(movement)) return leftOut(movementLine(movement), note("voided"));
  if (other === undefined) {
    const category = label === "--Split--" ? "" : label.split("/")[0]!.trim();
    return movementLine({ ...movement, category });
  }
  // A transfer to the account itself sets its balance.
  if (other === context.account) return balanceChangeLine(movement);
  return movementLine({ ...movement, ...transferBetween(context.account, other, value) });
}

/** Quicken's and QuickBooks' marks of a record that counts no more: in its number, payee or memo. */
const VOID = /^\*\*\s*VOID(ED)?\s*\*\*|^VOID(ED)?\s*(:|$)/i;

function isVoid({ counterparty = "", raw = {} }: Omit<Movement, "value">): boolean {
  return [counterparty, raw.N ?? "", raw.M ?? ""].some((text) => VOID.test(text.trim()));
}

/** The account that `[Account]` names; undefined for a category. */
export function transferName(label: string): string | undefined {
  return /^\[(.*)\]/.exec(label.trim())?.[1]?.trim();
}
