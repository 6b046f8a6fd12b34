/** What agrees with the bank as the app holds it: money in fen. */
import type { Adjustment as WireAdjustment } from "../../contract/adjustments.ts";
import type {
  Checkpoint as WirePoint,
  Suspect as WireSuspect,
} from "../../contract/checkpoints.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import type { OutputOf } from "../api/client.ts";
import {
  type Adjustment,
  adjustmentOf,
  type BookRecord,
  fenOf,
  recordOf,
  type Transfer,
  transferOf,
} from "../api/models.ts";

/** What all accounts are worth. */
export interface Worth {
  assets: Fen;
  liabilities: Fen;
  net: Fen;
}

export function worthOf(wire: Record<keyof Worth, number>): Worth {
  return {
    assets: fenOf(wire.assets),
    liabilities: fenOf(wire.liabilities),
    net: fenOf(wire.net),
  };
}

/** A line of a sheet: what it moves on the account, and the balance after it. */
export interface SheetLine {
  /** Tells it from the others of the sheet. */
  key: string;
  line:
    | { noun: "record"; record: BookRecord }
    | { noun: "transfer"; transfer: Transfer }
    | { noun: "adjustment"; adjustment: Adjustment };
  day: Day;
  effect: Fen;
  balance: Fen;
  ticked: boolean;
}

/** The sums of a sheet's whole range. */
export const SHEET_SUMS = [
  "opening",
  "in",
  "out",
  "adjusted",
  "closing",
  "ticked",
  "unticked",
] as const;
export type SheetSums = Record<(typeof SHEET_SUMS)[number], Fen>;

/** A page of a sheet. */
export interface SheetPage {
  sums: SheetSums;
  lines: SheetLine[];
  /** The cursor of the next page. */
  next: string | undefined;
}

type WireSheet = OutputOf<"GET /api/accounts/:id/sheet">;

export function sheetOf(wire: WireSheet, next: string | undefined, zone: string): SheetPage {
  const sums = SHEET_SUMS.map((name) => [name, fenOf(wire[name])]);
  return {
    sums: Object.fromEntries(sums) as SheetSums,
    lines: wire.rows.map((row) => sheetLineOf(row, zone)),
    next,
  };
}

function sheetLineOf(row: WireSheet["rows"][number], zone: string): SheetLine {
  const { effect, balance, ticked } = row;
  const figures = { effect: fenOf(effect), balance: fenOf(balance), ticked };
  if (row.record) {
    const record = recordOf(row.record, zone);
    const line = { noun: "record" as const, record };
    return { key: `record ${record.id}`, line, day: record.day, ...figures };
  }
  if (row.transfer) {
    const transfer = transferOf(row.transfer, zone);
    const line = { noun: "transfer" as const, transfer };
    return { key: `transfer ${transfer.id}`, line, day: transfer.day, ...figures };
  }
  const adjustment = adjustmentOf(row.adjustment as WireAdjustment);
  const line = { noun: "adjustment" as const, adjustment };
  return { key: `adjustment ${adjustment.id}`, line, day: adjustment.day, ...figures };
}

/** Something that may be what the book and the bank differ by. */
export type Suspect = Omit<WireSuspect, "date" | "amount"> & { day: Day; amount: Fen };

/** What the bank stated of the end of a day, beside what the book says. */
export interface Point {
  id: number;
  accountId: number;
  day: Day;
  balance: Fen;
  note: string;
  reckoned: Fen;
  /** What the bank has more than the book. */
  difference: Fen;
  ok: boolean;
  /** The last day that agreed. */
  from?: Day;
  suspects: Suspect[];
  brokenBy?: NonNullable<WirePoint["brokenBy"]>;
}

export function pointOf(wire: WirePoint): Point {
  const { id, accountId, ok, from, brokenBy } = wire;
  return {
    id,
    accountId,
    day: wire.date as Day,
    balance: fenOf(wire.balance),
    note: wire.note ?? "",
    reckoned: fenOf(wire.reckoned),
    difference: fenOf(wire.difference),
    ok,
    ...(from !== undefined && { from: from as Day }),
    suspects: wire.suspects.map(({ date, amount, ...rest }) => ({
      ...rest,
      day: date as Day,
      amount: fenOf(amount),
    })),
    ...(brokenBy && { brokenBy }),
  };
}
