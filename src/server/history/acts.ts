/** The history by act: what one request changed is one line, and goes back as one. */
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { empty, join, raw, type Sql, sql } from "../../store/sql.ts";
import { historyStart, type KeptNoun } from "../book/versions.ts";
import { type Context, Page } from "../handler/context.ts";
import { readCursor, writeCursor } from "../handler/cursor.ts";
import { presentChanged, presentVersion, stands } from "./entries.ts";

const PAGE_ROWS = 100;

type ActsQuery = Input<(typeof contract)["history"]["acts"]>["query"];

/** An act by its first entry. */
interface ActRow {
  id: number;
  noun: KeptNoun;
  version: string;
  /** What changed in all entries alike; null where they differ. */
  changedFrom: string | null;
  changedTo: string | null;
  who: string;
  at: string;
  restorable: number;
}

/** Acts of the last 30 days, newest first. */
export async function listActs(ctx: Context, query: ActsQuery) {
  const { userId } = ctx;
  const limit = query.limit ?? PAGE_ROWS;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const rows = await ctx.db.all<ActRow>(sql`
    select h.id, h.noun, h.version, h.who, h.at,
      case when ${differs(userId, "changed_from")} then null else h.changed_from end as changed_from,
      case when ${differs(userId, "changed_to")} then null else h.changed_to end as changed_to,
      case when ${hasMore(userId)} and not ${hasConflict(userId, sql`h.id`)} then 1 else 0 end
        as restorable
    from history h
    where h.user_id = ${userId} and h.part_of is null and h.act_id is null
      and h.at >= ${historyStart(ctx.now)}
      ${after === undefined ? empty : sql`and (h.at, h.id) < (${after.createdAt}, ${after.id})`}
    order by h.at desc, h.id desc limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const kinds = await kindsOf(
    ctx,
    shown.map(({ id }) => id),
  );
  return new Page(
    shown.map((row) => presentAct(row, kinds.get(row.id) ?? [])),
    last && writeCursor({ createdAt: last.at, id: last.id }),
  );
}

/** The entries `a` of the act that the entry `first` begins, without what went with them. */
export function ofAct(userId: number, first: Sql): Sql {
  return sql`a.user_id = ${userId} and a.part_of is null and (a.id = ${first} or a.act_id = ${first})`;
}

/** Whether an entry of the act of `h` has another value in the column than `h`. */
function differs(userId: number, column: "changed_from" | "changed_to"): Sql {
  const other = raw(`coalesce(a.${column}, '') <> coalesce(h.${column}, '')`);
  return sql`exists (select 1 from history a where a.user_id = ${userId} and a.act_id = h.id
    and a.part_of is null and ${other})`;
}

/** Whether a part of the act of `h` has not been brought back yet. */
function hasMore(userId: number): Sql {
  return sql`exists (select 1 from history a
    where ${ofAct(userId, sql`h.id`)} and a.restored_at is null)`;
}

/**
 * Whether a part of the act was changed since and has not been brought back: the act's last entry of a
 * resource is not the newest of all, or the resource is not as that entry left it.
 */
export function hasConflict(userId: number, first: Sql): Sql {
  return sql`exists (select 1 from history a
    where ${ofAct(userId, first)} and a.restored_at is null
      and not exists (select 1 from history l where l.user_id = ${userId} and l.noun = a.noun
        and l.noun_id = a.noun_id and l.id > a.id and l.act_id = ${first} and l.part_of is null)
      and not ${stands(userId, raw("a"))})`;
}

interface Kind {
  noun: KeptNoun;
  change: "update" | "delete";
  count: number;
}

/** How many entries of which kinds each act has. */
async function kindsOf(ctx: Context, acts: number[]): Promise<Map<number, Kind[]>> {
  const kinds = new Map<number, Kind[]>();
  if (acts.length === 0) return kinds;
  const rows = await ctx.db.all<Kind & { actId: number }>(sql`
    select coalesce(act_id, id) as act_id, noun, change, count(*) as count from history
    where user_id = ${ctx.userId} and part_of is null
      and (id in (${join(acts)}) or act_id in (${join(acts)}))
    group by coalesce(act_id, id), noun, change order by count(*) desc, noun, change`);
  for (const { actId, ...kind } of rows) kinds.set(actId, [...(kinds.get(actId) ?? []), kind]);
  return kinds;
}

function presentAct(row: ActRow, kinds: Kind[]) {
  const changed = presentChanged(row.changedFrom, row.changedTo);
  return {
    id: row.id,
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    kinds,
    version: presentVersion(row),
    ...(changed && { changed }),
    who: row.who,
    at: row.at,
    restorable: row.restorable === 1,
  };
}
