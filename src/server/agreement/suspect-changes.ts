/** Changes of the last thirty days that moved the balance of the days in question by the difference. */
import type { Suspect, Suspicion } from "../../contract/checkpoints.ts";
import type { Day } from "../../ledger/calendar.ts";
import { fenSum } from "../../ledger/money.ts";
import { join, sql } from "../../store/sql.ts";
import { type KeptNoun, type KeptRow, readVersion, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";
import type { Gap } from "./gap.ts";

const ENTRIES_LOOKED_AT = 5000;
const ROWS_AT_ONCE = 500;

/** What is asked of a book without a request. */
type Book = Pick<Context, "db" | "userId">;

export interface Entry {
  id: number;
  actId: number;
  noun: KeptNoun;
  nounId: number;
  change: "update" | "delete";
  version: string;
  at: string;
  restoredAt: string | null;
}

/** A change, and by how much taking it back moves the balance at the end of the gap. */
interface Told {
  entry: Entry;
  before: KeptRow;
  after: KeptRow | undefined;
  back: bigint;
}

/** Changes, each alone or all of one act together, that make the difference when they are taken back. */
export async function suspectChanges(ctx: Book, gap: Gap): Promise<Suspect[]> {
  return (await culprits(ctx, gap)).map((one) => suspectOf(one, gap));
}

/** The change that made the difference, for a point to remember; undefined where none is known. */
export async function findCulprit(
  ctx: Book,
  gap: Gap,
): Promise<(Entry & { day: string | undefined }) | undefined> {
  const [first] = await culprits(ctx, gap);
  return first && { ...first.entry, day: first.before.day as string | undefined };
}

async function culprits(ctx: Book, gap: Gap): Promise<Told[]> {
  const told = await readChanges(ctx, gap);
  const single = told.filter(({ back }) => back === gap.delta);
  const acts = new Map<number, Told[]>();
  for (const one of told) acts.set(one.entry.actId, [...(acts.get(one.entry.actId) ?? []), one]);
  const whole = [...acts.values()]
    .filter((parts) => parts.length > 1)
    .filter((parts) => parts.reduce((sum, { back }) => sum + back, 0n) === gap.delta)
    .map((parts) => parts.find(({ back }) => back !== 0n) as Told);
  return [...single, ...whole];
}

/** What was changed and not brought back, newest first, with what it was made into. */
async function readChanges(ctx: Book, gap: Gap): Promise<Told[]> {
  const entries = await ctx.db.all<Entry>(sql`
    select id, coalesce(act_id, id) as act_id, noun, noun_id, change, version, at, restored_at
    from history where user_id = ${ctx.userId}
      and noun in ('record', 'transfer', 'adjustment', 'account')
    order by id desc limit ${ENTRIES_LOOKED_AT}`);
  const now = await readCurrent(ctx, entries);
  const told: Told[] = [];
  for (const entry of entries) {
    const key = `${entry.noun} ${entry.nounId}`;
    const before = readVersion(entry.version);
    const after = now.get(key);
    if (entry.restoredAt === null) {
      const back = movedBy(entry.noun, before, gap) - movedBy(entry.noun, after, gap);
      if (back !== 0n) told.push({ entry, before, after, back });
    }
    now.set(key, before);
  }
  return told;
}

/** The rows that the entries are of, as they are now. */
async function readCurrent(ctx: Book, entries: Entry[]): Promise<Map<string, KeptRow>> {
  const rows = new Map<string, KeptRow>();
  for (const noun of new Set(entries.map((entry) => entry.noun))) {
    const ids = new Set(entries.filter((one) => one.noun === noun).map(({ nounId }) => nounId));
    const list = [...ids];
    for (let at = 0; at < list.length; at += ROWS_AT_ONCE) {
      const found = await ctx.db.all<KeptRow>(sql`select * from ${tableOf(noun)}
        where user_id = ${ctx.userId} and id in (${join(list.slice(at, at + ROWS_AT_ONCE))})`);
      for (const row of found) rows.set(`${noun} ${row.id}`, row);
    }
  }
  return rows;
}

/** What a row moves on the account within the days of the gap; nothing when there is no row. */
function movedBy(noun: KeptNoun, row: KeptRow | undefined, gap: Gap): bigint {
  if (row === undefined) return 0n;
  if (noun === "account") {
    // The opening balance is there before all days.
    const counts = row.id === gap.accountId && gap.after === undefined;
    return counts ? BigInt(row.opening as string | number) : 0n;
  }
  const day = row.day as Day;
  if (day > gap.last || (gap.after !== undefined && day <= gap.after)) return 0n;
  const amount = BigInt(row.amount as number);
  if (noun === "transfer") {
    if (row.fromAccountId === gap.accountId) return -amount;
    return row.toAccountId === gap.accountId ? amount : 0n;
  }
  if (row.accountId !== gap.accountId) return 0n;
  return noun === "adjustment" || row.type === "income" ? amount : -amount;
}

function suspectOf({ entry, before, after, back }: Told, gap: Gap): Suspect {
  const { noun, nounId } = entry;
  const named = after ?? before;
  const text = (named.description ?? named.category ?? named.name) as string | null | undefined;
  return {
    reason: reasonOf(before, after),
    ...(noun === "record" && { recordId: nounId }),
    ...(noun === "transfer" && { transferId: nounId }),
    ...(noun === "adjustment" && { adjustmentId: nounId }),
    ...(noun === "account" && { accountId: nounId }),
    historyId: entry.id,
    date: (before.day as string | undefined) ?? gap.last,
    amount: yuan(fenSum(back)),
    ...(text && { description: text }),
    action: "restore",
  };
}

function reasonOf(before: KeptRow, after: KeptRow | undefined): Suspicion {
  if (after === undefined) return "deleted";
  const isElsewhere = (["accountId", "fromAccountId", "toAccountId"] as const).some(
    (field) => before[field] !== after[field],
  );
  if (isElsewhere) return "moved";
  return before.day !== after.day ? "otherDay" : "changed";
}
