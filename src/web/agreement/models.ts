/** What agrees with the bank as the app holds it: money in fen. */
import type { Adjustment as WireAdjustment } from "../../contract/adjustments.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { fenOf } from "../api/models.ts";

/** Money that no record explains. */
export interface Adjustment {
  id: number;
  accountId: number;
  day: Day;
  amount: Fen;
  /** The balance that was wanted at the end of the day. */
  value?: Fen;
  kind: "valuation" | "correction";
  description: string;
}

export function adjustmentOf(wire: WireAdjustment): Adjustment {
  return {
    id: wire.id,
    accountId: wire.accountId,
    day: wire.date as Day,
    amount: fenOf(wire.amount),
    ...(wire.value !== undefined && { value: fenOf(wire.value) }),
    kind: wire.kind as Adjustment["kind"],
    description: wire.description ?? "",
  };
}

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
