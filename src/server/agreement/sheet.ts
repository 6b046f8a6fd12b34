/** An account's sheet 对账单: what it began with, each line with the balance after it, and its ticks. */
import sql, { join, raw } from "sql-template-tag";
import type { contract } from "../../contract/contract.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import type { MessageKey } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { fenSum } from "../../ledger/money.ts";
import { getAccount } from "../accounts/accounts.ts";
import { balanceAtEnd, balanceBefore, movesOf } from "../book/moves.ts";
import { type Context, Paged } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { yuan } from "../handler/money-json.ts";
import { presentRecord, type RecordRow, recordFields } from "../records/record-row.ts";
import { presentTransfer, transfersById } from "../transfers/transfers.ts";
import { adjustmentsById, presentAdjustment } from "./adjustments.ts";
import {
  behindCursor,
  cursorBehind,
  type Line,
  linesOf,
  NEWEST_FIRST,
  NOUNS_OF_LINES,
  type Range,
} from "./sheet-lines.ts";

type Declared = (typeof contract)["agreement"];
type Sheet = Output<Declared["sheet"]>;
type Row = Sheet["rows"][number];

const PAGE_ROWS = 100;

export async function readSheet(
  ctx: Context,
  { params, query }: Input<Declared["sheet"]>,
): Promise<Paged<Sheet>> {
  const { balance } = await getAccount(ctx, params.id);
  const range = daysBetween(query, ctx.zone);
  const closing =
    range.last === undefined ? BigInt(balance) : await balanceAtEnd(ctx, params.id, range.last);
  const lines = linesOf(ctx, params.id, range);
  const limit = query.limit ?? PAGE_ROWS;
  const behind = query.cursor === undefined ? undefined : behindCursor(query.cursor, ctx.zone);
  const sums = await readSums(ctx, params.id, range, behind);
  const page = await ctx.db.all<Line>(sql`
    select rank, id, day, date, created_at, cast(effect as text) as effect, ticked
    from (${lines}) as lines ${behind === undefined ? sql`` : sql`where ${behind}`}
    ${NEWEST_FIRST} limit ${limit + 1}`);
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  const rows = await presentLines(ctx, shown, closing - sums.newer);
  const opening = closing - sums.in + sums.out - sums.adjusted;
  return new Paged(
    {
      opening: yuan(fenSum(opening)),
      in: yuan(fenSum(sums.in)),
      out: yuan(fenSum(sums.out)),
      adjusted: yuan(fenSum(sums.adjusted)),
      closing: yuan(fenSum(closing)),
      ticked: yuan(fenSum(sums.ticked)),
      unticked: yuan(fenSum(sums.in - sums.out + sums.adjusted - sums.ticked)),
      rows,
    },
    last && cursorBehind(last),
  );
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

interface Sums {
  in: bigint;
  out: bigint;
  adjusted: bigint;
  ticked: bigint;
  /** What the lines above the page move. */
  newer: bigint;
}

async function readSums(
  ctx: Context,
  accountId: number,
  range: Range,
  behind: ReturnType<typeof behindCursor> | undefined,
): Promise<Sums> {
  const total = (condition: ReturnType<typeof sql>, name: string) => sql`
    cast(coalesce(sum(case when ${condition} then effect else 0 end), 0) as text) as ${raw(name)}`;
  const above = behind === undefined ? sql`1 = 0` : sql`not (${behind})`;
  const row = await ctx.db.get<Record<keyof Sums, string>>(sql`
    select ${join([
      total(sql`rank <> 2 and effect > 0`, `"in"`),
      total(sql`rank <> 2 and effect < 0`, `"out"`),
      total(sql`rank = 2`, "adjusted"),
      total(sql`ticked = 1`, "ticked"),
      total(above, "newer"),
    ])} from (${linesOf(ctx, accountId, range)}) as lines`);
  const sums = row as Record<keyof Sums, string>;
  return {
    in: BigInt(sums.in),
    out: -BigInt(sums.out),
    adjusted: BigInt(sums.adjusted),
    ticked: BigInt(sums.ticked),
    newer: BigInt(sums.newer),
  };
}

/** The lines with what they are of; `balance` is that after the first. */
async function presentLines(ctx: Context, lines: Line[], balance: bigint): Promise<Row[]> {
  const idsOf = (rank: number) => lines.filter((line) => line.rank === rank).map(({ id }) => id);
  const [records, transfers, adjustments] = await Promise.all([
    recordsById(ctx, idsOf(0)),
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
      effect: yuan(fenSum(BigInt(effect))),
      balance: yuan(fenSum(shown)),
      ticked: ticked === 1,
    };
  });
}

async function recordsById({ db, userId }: Context, ids: number[]) {
  if (ids.length === 0) return new Map<number, RecordRow>();
  const rows = await db.all<RecordRow>(sql`select ${recordFields} from records
    where user_id = ${userId} and id in (${join(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
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
    const ids = (body[table] ?? []) as number[];
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
