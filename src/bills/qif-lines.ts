import type { DecimalMark } from "./cells.ts";
import type { DateReader } from "./date-order.ts";
import { question } from "./format.ts";
import { compare, type Fraction, readDecimal, sum } from "./fraction.ts";
import type { BillLine, Question } from "./line.ts";
import { movementLine, splitLink, transferBetween } from "./movement.ts";
import type { QifRecord, QifSplit } from "./qif-records.ts";

/** What the records of one account are read with. */
export interface QifContext {
  account: string;
  day: DateReader;
  dateField: string;
  mark: DecimalMark | undefined;
}

/** One line, or one for each part of a split; the parts share a link. */
export function recordLines(record: QifRecord, context: QifContext): BillLine[] {
  const splits = record.splits.filter((split) => !isBlank(split, context));
  const total = amountOf(record, context);
  if (splits.length === 0) {
    return [placedLine(record.fields.L ?? "", total, baseOf(record, context), context)];
  }
  const values = splits.map((split) => readDecimal(split.amount, context.mark));
  const doubt = splitDoubt(values, total);
  return splits.map((split, index) => {
    const base = baseOf(record, context);
    return placedLine(
      split.category,
      values[index],
      {
        ...base,
        description: split.memo || base.description,
        linkIds: [splitLink("qif", base.time, record.line)],
        review: doubt,
      },
      context,
    );
  });
}

function isBlank(split: QifSplit, context: QifContext): boolean {
  const value = readDecimal(split.amount || "0", context.mark);
  return split.category === "" && value !== undefined && value.top === 0n;
}

function splitDoubt(values: (Fraction | undefined)[], total: Fraction | undefined): Question[] {
  const known = values.filter((value) => value !== undefined);
  if (total && known.length === values.length && compare(sum(known), total) === 0) return [];
  return [question("split-sum", "分项金额之和与总额不一致，请核对")];
}

/** The record's amount: T, else U, which repeats it. */
export function amountOf(record: QifRecord, context: QifContext): Fraction | undefined {
  return readDecimal(record.fields.T ?? record.fields.U ?? "", context.mark);
}

/** What every line of the record has in common. */
export function baseOf(record: QifRecord, context: QifContext) {
  return {
    time: context.day(record.fields[context.dateField] ?? ""),
    account: context.account,
    counterparty: record.fields.P ?? "",
    description: record.fields.M ?? "",
    status: record.fields.C ?? "",
    sourceLine: record.line,
    raw: rawOf(record),
  };
}

function rawOf(record: QifRecord): Record<string, string> {
  const raw = { ...record.fields };
  record.splits.forEach((split, index) => {
    raw[`S${index + 1}`] = `${split.category}|${split.memo}|${split.amount}`;
  });
  return raw;
}

/** A line in its category, or the transfer that `[Account]` means. A class behind "/" is dropped. */
function placedLine(
  label: string,
  value: Fraction | undefined,
  base: Omit<Parameters<typeof movementLine>[0], "value">,
  context: QifContext,
): BillLine {
  const other = transferName(label);
  if (other === undefined) {
    const category = label === "--Split--" ? "" : label.split("/")[0]!.trim();
    return movementLine({ ...base, value, category });
  }
  const sides = transferBetween(context.account, other, value);
  if (other !== context.account) return movementLine({ ...base, value, ...sides });
  const review = [question("self-transfer", "转入和转出是同一个账户，可能是余额调整，请核对")];
  return movementLine({ ...base, value, kind: "skip", reason: "转给自己的转账", review });
}

/** The account that `[Account]` names; undefined for a category. */
export function transferName(label: string): string | undefined {
  return /^\[(.*)\]/.exec(label.trim())?.[1]?.trim();
}
