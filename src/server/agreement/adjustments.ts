/** Adjustments: movements of a balance that are neither income nor expense. */
import type { Adjustment, AdjustmentKind } from "../../contract/adjustments.ts";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Fen, fen, MAX_BALANCE, ZERO } from "../../ledger/money.ts";
import { selectList } from "../../store/names.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { getAccount, presentAccount } from "../accounts/accounts.ts";
import { moveByHand } from "../accounts/move-by-hand.ts";
import { nowInstant, requireAccounts } from "../book/balances.ts";
import { balanceAtEnd } from "../book/moves.ts";
import { rowsById } from "../book/rows-by-id.ts";
import { keepVersion } from "../book/versions.ts";
import { type Context, type Handlers, Page } from "../handler/context.ts";
import { daysBetween, momentOf } from "../handler/date-input.ts";
import { answerRows } from "../handler/in-turns.ts";
import { fenOf } from "../handler/money-json.ts";
import { behind, cursorAfter, orderBy } from "../handler/paging.ts";
import { presenter, type Stored } from "../handler/stored.ts";

const FIELDS = [
  "id",
  "userId",
  "accountId",
  "date",
  "amount",
  "value",
  "kind",
  "description",
  "createdAt",
  "updatedAt",
] as const;
type AdjustmentRow = Stored<Adjustment, (typeof FIELDS)[number]>;
const presentFields = presenter<Adjustment>(FIELDS);
const fields = sql`day as date, ${selectList(FIELDS.filter((field) => field !== "date"))}`;

export const adjustmentHandlers: Handlers<(typeof contract)["adjustments"]> = {
  async list(ctx, { query }) {
    const statement = sql`select ${fields} from adjustments
      where ${listFilter(ctx, query)} ${orderBy("createdAt")}`;
    if (query.limit === undefined) {
      return answerRows(ctx.db, statement, (row: AdjustmentRow) =>
        JSON.stringify(presentAdjustment(row)),
      );
    }
    const rows = await ctx.db.all<AdjustmentRow>(sql`${statement} limit ${query.limit + 1}`);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    return new Page(shown.map(presentAdjustment), last && cursorAfter("createdAt", last));
  },

  async get(ctx, { params }) {
    return presentAdjustment(await getAdjustment(ctx, params.id));
  },

  async create(ctx, { body }) {
    const { accountId, kind, description, force } = body;
    await requireWritable(ctx, accountId, force);
    const day = momentOf(body.date, ctx.zone).day;
    const movement = await movementOf(ctx, { accountId, day }, body);
    if (movement === undefined) throw new Refusal(400, "adjustmentAmountOrValue");
    const now = nowInstant(ctx);
    const made = (await ctx.db.get<{ id: number }>(sql`
      insert into adjustments (user_id, account_id, day, amount, value, kind, description,
        created_at, updated_at)
      values (${ctx.userId}, ${accountId}, ${day}, ${movement.amount}, ${movement.value},
        ${kind ?? (await usualKind(ctx, accountId))}, ${description || null}, ${now}, ${now})
      returning id`)) as { id: number };
    await moveByHand(ctx, new Map([[accountId, movement.amount]]), force);
    return answer(ctx, made.id);
  },

  async update(ctx, { params, body }) {
    const old = await getAdjustment(ctx, params.id);
    const next = await applyChange(ctx, old, body);
    if (FIELDS.every((field) => next[field] === old[field])) return answer(ctx, old.id);
    await keepVersion(ctx, "adjustment", old.id, { to: { ...next, day: next.date } });
    const deltas = new Map([[old.accountId, fen(-old.amount)]]);
    deltas.set(next.accountId, fen((deltas.get(next.accountId) ?? ZERO) + next.amount));
    await moveByHand(ctx, deltas, body.force ?? next.accountId === old.accountId);
    await ctx.db.run(sql`
      update adjustments set account_id = ${next.accountId}, day = ${next.date},
        amount = ${next.amount}, value = ${next.value}, kind = ${next.kind},
        description = ${next.description}, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${old.id}`);
    return answer(ctx, old.id);
  },

  async remove(ctx, { params }) {
    const old = await getAdjustment(ctx, params.id);
    await keepVersion(ctx, "adjustment", old.id, "delete");
    await moveByHand(ctx, new Map([[old.accountId, fen(-old.amount)]]), true);
    await ctx.db.run(sql`delete from adjustments
      where user_id = ${ctx.userId} and id = ${old.id}`);
    return null;
  },
};

/** The movement that a request asks for, and the value where it was given. */
interface Movement {
  amount: Fen;
  value: Fen | null;
}

interface Asked {
  amount?: number;
  value?: number;
}

/**
 * Reads `amount` or `value`: a value is what the day is to end with, so that what else is booked up to
 * then counts. `own` is what the adjustment itself moves at present on that day.
 */
async function movementOf(
  ctx: Context,
  { accountId, day }: { accountId: number; day: string },
  { amount, value }: Asked,
  own: Fen = ZERO,
): Promise<Movement | undefined> {
  if (amount !== undefined && value !== undefined) {
    throw new Refusal(400, "adjustmentAmountOrValue");
  }
  if (value !== undefined) {
    const wanted = fenOf(value);
    const there = await balanceAtEnd(ctx, accountId, day);
    const moved = Number(BigInt(wanted) - there + BigInt(own));
    if (Math.abs(moved) > MAX_BALANCE) throw new Refusal(400, "balanceTooLarge");
    return { amount: fen(moved), value: wanted };
  }
  if (amount === undefined) return undefined;
  if (fenOf(amount) === ZERO) throw new Refusal(400, "adjustmentZero");
  return { amount: fenOf(amount), value: null };
}

type Change = Parameters<(typeof adjustmentHandlers)["update"]>[1]["body"];

/** The adjustment as it will be. What was wanted of another day or account is no longer known. */
async function applyChange(
  ctx: Context,
  old: AdjustmentRow,
  change: Change,
): Promise<AdjustmentRow> {
  const accountId = change.accountId ?? old.accountId;
  if (accountId !== old.accountId) await requireAccounts(ctx, [accountId]);
  const date = change.date === undefined ? old.date : momentOf(change.date, ctx.zone).day;
  const counts = accountId === old.accountId && old.date <= date;
  const asked = await movementOf(ctx, { accountId, day: date }, change, counts ? old.amount : ZERO);
  const moved = accountId !== old.accountId || date !== old.date;
  const kept = { amount: old.amount, value: moved ? null : old.value };
  const same = asked !== undefined && asked.value === null && asked.amount === old.amount;
  return {
    ...old,
    accountId,
    date,
    ...(asked === undefined || same ? kept : asked),
    kind: change.kind ?? old.kind,
    description: change.description === undefined ? old.description : change.description || null,
  };
}

/** What an asset is worth is found; what another account holds is set right. */
async function usualKind(ctx: Context, accountId: number): Promise<AdjustmentKind> {
  const { kind } = await getAccount(ctx, accountId);
  return kind === "asset" ? "valuation" : "correction";
}

/** Before anything is reckoned of it: the account is there. Whether it was put away, its move tells. */
async function requireWritable(ctx: Context, accountId: number, force?: boolean): Promise<void> {
  await moveByHand(ctx, new Map([[accountId, ZERO]]), force);
}

async function answer(ctx: Context, id: number) {
  const row = await getAdjustment(ctx, id);
  const account = await getAccount(ctx, row.accountId);
  return { ...presentAdjustment(row), account: presentAccount(account) };
}

async function getAdjustment({ db, userId }: Context, id: number): Promise<AdjustmentRow> {
  const row = await db.get<AdjustmentRow>(sql`select ${fields} from adjustments
    where user_id = ${userId} and id = ${id}`);
  if (row === undefined) throw new Refusal(404, "adjustmentNotFound");
  return row;
}

/** The adjustments of a list of ids, by id. */
export function adjustmentsById(ctx: Context, ids: number[]): Promise<Map<number, AdjustmentRow>> {
  return rowsById(ctx, "adjustments", fields, ids);
}

type ListQuery = Parameters<(typeof adjustmentHandlers)["list"]>[1]["query"];

function listFilter(ctx: Context, query: ListQuery): Sql {
  const { first, last } = daysBetween(query, ctx.zone);
  const conditions = [sql`user_id = ${ctx.userId}`];
  if (query.accountId !== undefined) conditions.push(sql`account_id = ${query.accountId}`);
  if (first !== undefined) conditions.push(sql`day >= ${first}`);
  if (last !== undefined) conditions.push(sql`day <= ${last}`);
  if (query.cursor !== undefined) conditions.push(behind("createdAt", query.cursor, ctx.zone));
  return join(conditions, " and ");
}

/** An adjustment as answered, from its row or a version of it, which names its day as the table does. */
export function presentAdjustment(
  row: AdjustmentRow | (AdjustmentRow & { day: string }),
): Adjustment {
  return presentFields({ ...row, date: "day" in row ? row.day : row.date });
}
