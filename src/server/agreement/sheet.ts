/** An account's sheet 对账单: what it began with, each line with the balance after it, and its ticks. */
import type { contract } from "../../contract/contract.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import type { MessageKey } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { fenSum, fenSumOf } from "../../ledger/money.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { getAccount } from "../accounts/accounts.ts";
import { balanceAtEnd, balanceBefore, movesOf } from "../book/moves.ts";
import { rowsById } from "../book/rows-by-id.ts";
import { type Context, Paged } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { yuan } from "../handler/money-json.ts";
import { presentRecord, type RecordRow, recordFields } from "../records/record-row.ts";
import { presentTransfer, transfersById } from "../transfers/transfers.ts";
import { adjustmentsById, presentAdjustment } from "./adjustments.ts";
import {
  cursorBehind,
  daysOf,
  floorOf,
  type Line,
  linesOf,
  NEWEST_FIRST,
  NOUNS_OF_LINES,
  type Place,
  placeOf,
  type Range,
  tickedOf,
} from "./sheet-lines.ts";

type Declared = (typeof contract)["agreement"];
type Sheet = Output<Declared["sheet"]>;
type Row = Sheet["rows"][number];

const PAGE_ROWS = 100;

export async function readSheet(
  ctx: Context,
  { params, query }: Input<Declared["sheet"]>,
): Promise<Paged<Sheet>> {
  const range = daysBetween(query, ctx.zone);
  const place = query.cursor === undefined ? undefined : placeOf(query.cursor, ctx.zone);
  const [closing, sums, above] = await Promise.all([
    closingOf(ctx, params.id, range),
    readSums(ctx, params.id, range),
    place && readAbove(ctx, params.id, range, place),
  ]);
  const limit = query.limit ?? PAGE_ROWS;
  const page = await readLines(ctx, params.id, { range, above, count: limit + 1 });
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  const rows = await presentLines(ctx, shown, closing - (above?.moved ?? 0n));
  const moved = sums.in - sums.out + sums.adjusted;
  return new Paged(
    {
      opening: yuan(fenSum(closing - moved)),
      in: yuan(fenSum(sums.in)),
      out: yuan(fenSum(sums.out)),
      adjusted: yuan(fenSum(sums.adjusted)),
      closing: yuan(fenSum(closing)),
      ticked: yuan(fenSum(sums.ticked)),
      unticked: yuan(fenSum(moved - sums.ticked)),
      rows,
    },
    last && cursorBehind(last),
  );
}

/** The newest lines of the range, or those below what a page before has shown. Only their days are read. */
async function readLines(
  ctx: Context,
  accountId: number,
  { range, above, count }: { range: Range; above: Above | undefined; count: number },
): Promise<Line[]> {
  const days = above?.days ?? range;
  const floor = await floorOf(ctx, accountId, days, count + (above?.onDay ?? 0));
  const lines = linesOf(ctx, accountId, { ...days, first: floor ?? days.first });
  return ctx.db.all<Line>(sql`
    select rank, id, day, date, created_at, cast(effect as text) as effect, ticked
    from (${lines}) as lines ${above === undefined ? sql`` : sql`where ${above.behind}`}
    ${NEWEST_FIRST} limit ${count}`);
}

/** The balance before the range. */
export async function openingOf(ctx: Context, accountId: number, range: Range): Promise<bigint> {
  if (range.first !== undefined) return balanceBefore(ctx, accountId, range.first);
  const { balance } = await getAccount(ctx, accountId);
  const moved = await ctx.db.get<{ sum: string }>(sql`
    select cast(coalesce(sum(moved), 0) as text) as sum
    from (${movesOf(ctx.userId, accountId)}) as moves`);
  return BigInt(balance) - BigInt(moved?.sum ?? 0);
}

/** The balance at the end of the range. */
async function closingOf(ctx: Context, accountId: number, { last }: Range): Promise<bigint> {
  if (last !== undefined) return balanceAtEnd(ctx, accountId, last);
  const { balance } = await getAccount(ctx, accountId);
  return BigInt(balance);
}

interface Sums {
  in: bigint;
  out: bigint;
  adjusted: bigint;
  ticked: bigint;
}

/** What the range moved. */
async function readSums(ctx: Context, accountId: number, range: Range): Promise<Sums> {
  const total = (condition: Sql, name: string) => sql`
    cast(coalesce(sum(case when ${condition} then moved else 0 end), 0) as text) as ${raw(name)}`;
  const row = (await ctx.db.get<Record<keyof Sums, string>>(sql`
    select ${join([
      total(sql`adjusted = 0 and moved > 0`, `"in"`),
      total(sql`adjusted = 0 and moved < 0`, `"out"`),
      total(sql`adjusted = 1`, "adjusted"),
    ])},
      (select cast(coalesce(sum(moved), 0) as text)
        from (${tickedOf(ctx, accountId, range)}) as lines) as ticked
    from (${movesOf(ctx.userId, accountId, daysOf(range))}) as moves`)) as Record<
    keyof Sums,
    string
  >;
  return {
    in: BigInt(row.in),
    out: -BigInt(row.out),
    adjusted: BigInt(row.adjusted),
    ticked: BigInt(row.ticked),
  };
}

/** What stands above a page that is not the first. */
interface Above extends Pick<Place, "behind"> {
  /** The days that are left of the range. */
  days: Range;
  /** How many lines above are of the day that the page begins on. */
  onDay: number;
  /** What all lines above move. */
  moved: bigint;
}

async function readAbove(
  ctx: Context,
  accountId: number,
  range: Range,
  { day, behind }: Place,
): Promise<Above> {
  const days = { ...range, last: range.last !== undefined && range.last < day ? range.last : day };
  const newer = sql`${daysOf(range)} and day > ${day}`;
  const row = await ctx.db.get<{ moved: string; onDay: number; onDayMoved: string }>(sql`
    select count(*) as on_day, cast(coalesce(sum(effect), 0) as text) as on_day_moved,
      (select cast(coalesce(sum(moved), 0) as text)
        from (${movesOf(ctx.userId, accountId, newer)}) as newer) as moved
    from (${linesOf(ctx, accountId, { ...days, first: day })}) as lines where not (${behind})`);
  const { moved, onDay, onDayMoved } = row as { moved: string; onDay: number; onDayMoved: string };
  return { behind, days, onDay, moved: BigInt(moved) + BigInt(onDayMoved) };
}

/** The lines with what they are of; `balance` is that after the first. */
async function presentLines(ctx: Context, lines: Line[], balance: bigint): Promise<Row[]> {
  const idsOf = (rank: number) => lines.filter((line) => line.rank === rank).map(({ id }) => id);
  const [records, transfers, adjustments] = await Promise.all([
    rowsById<RecordRow>(ctx, "records", recordFields, idsOf(0)),
    transfersById(ctx, idsOf(1)),
    adjustmentsById(ctx, idsOf(2)),
  ]);
  let after = balance;
  return lines.map(({ rank, id, effect, ticked }) => {
    const shown = after;
    after -= BigInt(effect);
    const noun = NOUNS_OF_LINES[rank];
    const [record, transfer, adjustment] = [
      records.get(id),
      transfers.get(id),
      adjustments.get(id),
    ];
    return {
      ...(noun === "record" && record && { record: presentRecord(record) }),
      ...(noun === "transfer" && transfer && { transfer: presentTransfer(transfer) }),
      ...(noun === "adjustment" && adjustment && { adjustment: presentAdjustment(adjustment) }),
      effect: yuan(fenSumOf(effect)),
      balance: yuan(fenSum(shown)),
      ticked: ticked === 1,
    };
  });
}

/** What a tick names, and the rows that it may name of an account. */
const TICKED = [
  ["records", "record_id", "recordNotFound", "account_id = :id"],
  [
    "transfers",
    "transfer_id",
    "transferNotFound",
    "(from_account_id = :id or to_account_id = :id)",
  ],
  ["adjustments", "adjustment_id", "adjustmentNotFound", "account_id = :id"],
] as const satisfies readonly (readonly [string, string, MessageKey, string])[];

/** Ticks lines of the account off, or takes ticks back. Refuses a line that is not on it. */
export async function tickLines(ctx: Context, { params, body }: Input<Declared["tick"]>) {
  const { db, userId } = ctx;
  let count = 0;
  for (const [table, column, notFound, on] of TICKED) {
    const ids = body[table] ?? [];
    if (ids.length === 0) continue;
    const there = sql`user_id = ${userId} and id in (${join(ids)})
      and ${raw(on.replaceAll(":id", String(params.id)))}`;
    const found = await db.all(sql`select id from ${raw(table)} where ${there}`);
    if (found.length !== ids.length) throw new Refusal(404, notFound);
    count += body.ticked
      ? await db.run(sql`insert into ticks (user_id, account_id, ${raw(column)})
          select user_id, ${params.id}, id from ${raw(table)} where ${there}
          and not exists (select 1 from ticks k where k.user_id = ${userId}
            and k.account_id = ${params.id} and k.${raw(column)} = ${raw(table)}.id)`)
      : await db.run(sql`delete from ticks where user_id = ${userId}
          and account_id = ${params.id} and ${raw(column)} in (${join(ids)})`);
  }
  return { count };
}
