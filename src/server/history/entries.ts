/** Entries of the history: what is read of them, whether one can be brought back, how it is answered. */
import { KEPT_NOUNS } from "../../contract/history.ts";
import type { Fen } from "../../ledger/money.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { isOfMerge } from "../accounts/account-references.ts";
import { presentAccount } from "../accounts/accounts.ts";
import { presentAdjustment } from "../agreement/adjustments.ts";
import { presentStated } from "../agreement/checkpoints.ts";
import { presentTicks } from "../agreement/ticks.ts";
import { type KeptNoun, readVersion, tableOf } from "../book/versions.ts";
import { yuan } from "../handler/money-json.ts";
import { presentTerms } from "../plans/plan-row.ts";
import { presentRecord } from "../records/record-row.ts";
import { presentBudget } from "../statistics/budgets.ts";
import { presentTransfer } from "../transfers/transfers.ts";

export interface EntryRow {
  id: number;
  /** The first entry of its act, which may be itself. */
  actId: number;
  noun: KeptNoun;
  nounId: number;
  change: "update" | "delete";
  version: string;
  changedFrom: string | null;
  changedTo: string | null;
  who: string;
  at: string;
  parts: number;
  /** 1 when nothing has changed the resource since, it has not been brought back already, and may alone. */
  restorable: number;
}

/**
 * The columns of an entry `h`. The user is named in each part: where books lie on several servers, a
 * plan asks only those that a statement names.
 */
export const entryFields = (userId: number) => sql`h.id, coalesce(h.act_id, h.id) as act_id, h.noun,
  h.noun_id, h.change, h.version, h.changed_from, h.changed_to, h.who, h.at,
  (select count(*) from history p where p.user_id = ${userId} and p.part_of = h.id) as parts,
  case when h.restored_at is null and ${stands(userId, raw("h"))}
    and not ${isOfMerge(userId, sql`coalesce(h.act_id, h.id)`)}
    then 1 else 0 end as restorable`;

/**
 * Whether an entry is the newest of its resource, which is there if it was changed and gone if it was
 * deleted.
 */
export function stands(userId: number, entry: Sql): Sql {
  const there = KEPT_NOUNS.map(
    (noun) => sql`when ${raw(`'${noun}'`)} then exists (select 1 from ${tableOf(noun)} t
      where t.user_id = ${userId} and t.id = ${entry}.noun_id)`,
  );
  return sql`(not exists (select 1 from history n where n.user_id = ${userId}
      and n.noun = ${entry}.noun and n.noun_id = ${entry}.noun_id and n.id > ${entry}.id)
    and (${entry}.change = 'update') = (case ${entry}.noun ${join(there, " ")} end))`;
}

const PRESENT = {
  // The opening balance is kept for the restore, and is nothing that an account answers.
  account: ({ opening: _, ...row }: Parameters<typeof presentAccount>[0] & { opening: string }) =>
    presentAccount(row),
  record: presentRecord,
  transfer: presentTransfer,
  budget: presentBudget,
  adjustment: presentAdjustment,
  checkpoint: presentStated,
  plan: presentTerms,
  ticks: presentTicks,
} as unknown as Record<KeptNoun, (row: Record<string, unknown>) => { id: number; userId: number }>;

/** A kept version as its resource is answered. */
export function presentVersion({ noun, version }: Pick<EntryRow, "noun" | "version">) {
  return PRESENT[noun](readVersion(version));
}

/** An entry as answered; `count` is how many entries its act has. */
export function presentEntry(row: EntryRow, count: number) {
  const { version: _, changedFrom, changedTo, restorable, ...entry } = row;
  const changed = presentChanged(changedFrom, changedTo);
  return {
    ...entry,
    count,
    version: presentVersion(row),
    ...(changed && { changed }),
    restorable: restorable === 1,
  };
}

/** What was changed as answered; undefined where that was not kept. */
export function presentChanged(from: string | null, to: string | null) {
  if (to === null) return undefined;
  return { ...(from !== null && { from: presentFields(from) }), to: presentFields(to) };
}

/** How the API names and says a field whose stored form is another. */
const SAID = wordTable<(value: unknown) => [name: string, value: unknown]>({
  amount: (value) => ["amount", value === null ? null : yuan(value as Fen)],
  fee: (value) => ["fee", yuan((value ?? 0) as Fen)],
  stated: (value) => ["balance", yuan(value as Fen)],
  value: (value) => ["value", value === null ? null : yuan(value as Fen)],
  balance: (value) => ["balance", yuan(value as Fen)],
  day: (value) => ["date", value],
  startDay: (value) => ["startDate", value],
  endDay: (value) => ["endDate", value],
  step: (value) => ["count", value],
  refund: (value) => ["refund", value === 1],
  archived: (value) => ["archived", value === 1],
  ticked: (value) => ["ticked", value === 1],
});

function presentFields(text: string): Record<string, unknown> {
  const fields = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(fields.map(([name, value]) => SAID[name]?.(value) ?? [name, value]));
}
