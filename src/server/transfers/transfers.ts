import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Transfer } from "../../contract/transfers.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { selectList } from "../../store/names.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { moveByHand, requireOpenAccounts } from "../accounts/move-by-hand.ts";
import { moveBalances, nowInstant } from "../book/balances.ts";
import { findMade } from "../book/own-ids.ts";
import { rowsById } from "../book/rows-by-id.ts";
import { keepTransfer } from "../book/versions.ts";
import { mayRead } from "../handler/caller.ts";
import { type Context, type Handlers, Page } from "../handler/context.ts";
import { daysBetween, momentOf } from "../handler/date-input.ts";
import { answerRows } from "../handler/in-turns.ts";
import { fenOf } from "../handler/money-json.ts";
import { behind, cursorAfter, orderBy } from "../handler/paging.ts";
import { searchConditions } from "../handler/search.ts";
import { presenter, type Stored } from "../handler/stored.ts";
import type { Planned } from "../records/create.ts";
import { SOURCE } from "../records/record-row.ts";
import { bookFee, changeFee, type FeePart, unbookFee } from "./transfer-fee.ts";

const FIELDS = [
  "id",
  "userId",
  "fromAccountId",
  "toAccountId",
  "amount",
  "fee",
  "description",
  "date",
  "createdAt",
  "updatedAt",
  "planId",
  "due",
  ...SOURCE,
] as const;
/** A transfer as stored, with the fee that its record holds (null when there is none). */
interface TransferRow extends Stored<Transfer, (typeof FIELDS)[number]> {
  day: string;
  timed: number;
}
const ownFields = selectList([...FIELDS.filter((field) => field !== "fee"), "day", "timed"], "t");
/** A transfer as answered; what it does not have is left out. */
export const presentTransfer = presenter<Transfer>(FIELDS);

/** The user is named in each part: a plan then asks only the server where the book lies. */
const transferFields = (userId: number) => sql`${ownFields},
  (select f.amount from records f where f.user_id = ${userId} and f.transfer_id = t.id) as fee`;

export const transferHandlers: Handlers<(typeof contract)["transfers"]> = {
  async list(ctx, { query }) {
    const where = listFilter(ctx, query);
    const statement = sql`select ${transferFields(ctx.userId)} from transfers t where ${where}
      ${orderBy(query.order)}`;
    if (query.limit === undefined) {
      return answerRows(ctx.db, statement, (row: TransferRow) =>
        JSON.stringify(presentTransfer(row)),
      );
    }
    const rows = await ctx.db.all<TransferRow>(sql`${statement} limit ${query.limit + 1}`);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    return new Page(shown.map(presentTransfer), last && cursorAfter(query.order, last));
  },

  async days(ctx, { query }) {
    return ctx.db.all<{ date: string; count: number }>(sql`
      select t.day as date, count(*) as count from transfers t where ${listFilter(ctx, query)}
      group by t.day order by t.day desc`);
  },

  async get(ctx, { params }) {
    return presentTransfer(await getTransfer(ctx, params.id));
  },

  create: (ctx, { body }) => createTransfer(ctx, body),

  async update(ctx, { params, body }) {
    const old = await getTransfer(ctx, params.id);
    await requireOthers(ctx, old, [body.fromAccountId, body.toAccountId], body.force);
    const next = applyChange(ctx, old, body);
    if (isSame(old, next)) return presentTransfer(old);
    refuseSameAccount(next);
    await keepTransfer(ctx, old.id, { to: next });
    await moveBalances(ctx, balanceDeltas(old, next));
    await ctx.db.run(sql`
      update transfers set from_account_id = ${next.fromAccountId},
        to_account_id = ${next.toAccountId}, amount = ${next.amount},
        description = ${next.description}, date = ${next.date}, day = ${next.day},
        timed = ${next.timed}, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}`);
    await changeFee(ctx, params.id, feePart(old), feePart(next));
    return presentTransfer(await getTransfer(ctx, params.id));
  },

  async remove(ctx, { params }) {
    await removeTransfer(ctx, params.id);
    return null;
  },
};

type Wanted = Parameters<(typeof transferHandlers)["create"]>[1]["body"];

/** Makes the transfer, or answers the one that was made under the client's id. */
export async function createTransfer(
  ctx: Context,
  wanted: Omit<Wanted, "userId">,
  planned?: Planned,
): Promise<Transfer> {
  const first = await findMade(ctx, "transfer", wanted.externalId);
  ctx.act.replayed = first !== undefined;
  const moment = momentOf(wanted.date, ctx.zone);
  const made: NewTransfer = {
    fromAccountId: wanted.fromAccountId,
    toAccountId: wanted.toAccountId,
    amount: fenOf(wanted.amount),
    fee: wanted.fee ? fenOf(wanted.fee) : null,
    description: wanted.description || null,
    date: moment.instant,
    day: moment.day,
    timed: Number(moment.timed),
    externalId: wanted.externalId ?? null,
    planId: planned?.planId ?? null,
    due: planned?.due ?? null,
  };
  if (first === undefined) return presentTransfer(await insertTransfer(ctx, made, wanted.force));
  const row = await getTransfer(ctx, first);
  return presentTransfer(mayRead(ctx.caller) ? row : asSent(row, made));
}

/** For who may not read: which transfer it is, and of that no more than was sent. */
function asSent(row: TransferRow, sent: NewTransfer): TransferRow {
  return { ...row, ...sent, rowKind: null, importId: null, updatedAt: row.createdAt };
}

/** Deletes the user's transfer with its fee. Refuses when there is none. */
export async function removeTransfer(ctx: Context, id: number): Promise<void> {
  const old = await getTransfer(ctx, id);
  await keepTransfer(ctx, old.id, "delete");
  await moveBalances(ctx, reversed(effects(old)));
  await unbookFee(ctx, id, feePart(old));
  await ctx.db.run(sql`delete from transfers where user_id = ${ctx.userId} and id = ${id}`);
}

type NewTransfer = Pick<
  TransferRow,
  | "fromAccountId"
  | "toAccountId"
  | "amount"
  | "fee"
  | "description"
  | "date"
  | "day"
  | "timed"
  | "externalId"
  | "planId"
  | "due"
>;

async function insertTransfer(
  ctx: Context,
  transfer: NewTransfer,
  force: boolean | undefined,
): Promise<TransferRow> {
  refuseSameAccount(transfer);
  await moveByHand(ctx, effects(transfer), force);
  const now = nowInstant(ctx);
  const row = await ctx.db.get<{ id: number }>(sql`
    insert into transfers (user_id, from_account_id, to_account_id, amount, description,
      date, day, timed, created_at, updated_at, external_id, plan_id, due)
    values (${ctx.userId}, ${transfer.fromAccountId}, ${transfer.toAccountId}, ${transfer.amount},
      ${transfer.description}, ${transfer.date}, ${transfer.day}, ${transfer.timed}, ${now}, ${now},
      ${transfer.externalId}, ${transfer.planId}, ${transfer.due})
    returning id`);
  const { id } = row as { id: number };
  await bookFee(ctx, id, feePart(transfer));
  return getTransfer(ctx, id);
}

function refuseSameAccount({ fromAccountId, toAccountId }: NewTransfer): void {
  if (fromAccountId === toAccountId) throw new Refusal(400, "sameAccount");
}

/** What a transfer does to each account: amount and fee leave the one, the amount reaches the other. */
function effects({ fromAccountId, toAccountId, amount, fee }: NewTransfer): Map<number, Fen> {
  return new Map([
    [fromAccountId, fen(-amount - (fee ?? 0))],
    [toAccountId, amount],
  ]);
}

function reversed(deltas: Map<number, Fen>): Map<number, Fen> {
  return new Map([...deltas].map(([account, delta]) => [account, fen(-delta)]));
}

function balanceDeltas(old: NewTransfer, next: NewTransfer): Map<number, Fen> {
  const deltas = reversed(effects(old));
  for (const [account, delta] of effects(next)) {
    deltas.set(account, fen((deltas.get(account) ?? 0) + delta));
  }
  for (const [account, delta] of deltas) if (delta === ZERO) deltas.delete(account);
  return deltas;
}

function feePart(transfer: NewTransfer): FeePart {
  const { fromAccountId, fee, description, date, day, timed } = transfer;
  return { accountId: fromAccountId, amount: fee ?? ZERO, description, date, day, timed };
}

/** Refuses an account that the transfer is to move to and that is not there. */
async function requireOthers(
  ctx: Context,
  { fromAccountId, toAccountId }: TransferRow,
  named: (number | undefined)[],
  force: boolean | undefined,
): Promise<void> {
  const known = [undefined, fromAccountId, toAccountId];
  const others = named.filter((id): id is number => !known.includes(id));
  await requireOpenAccounts(ctx, others, force);
}

type Change = Parameters<(typeof transferHandlers)["update"]>[1]["body"];

/** The transfer as it will be. A date that names the stored instant changes nothing (round trip). */
function applyChange(ctx: Context, old: TransferRow, change: Change): TransferRow {
  const moment = change.date === undefined ? undefined : momentOf(change.date, ctx.zone);
  const dated = moment === undefined || (moment.timed && moment.instant === old.date);
  return {
    ...old,
    fromAccountId: change.fromAccountId ?? old.fromAccountId,
    toAccountId: change.toAccountId ?? old.toAccountId,
    amount: change.amount === undefined ? old.amount : fenOf(change.amount),
    fee: change.fee === undefined ? old.fee : change.fee ? fenOf(change.fee) : null,
    description: change.description === undefined ? old.description : change.description,
    ...(!dated && { date: moment.instant, day: moment.day, timed: Number(moment.timed) }),
  };
}

function isSame(old: TransferRow, next: TransferRow): boolean {
  return (Object.keys(old) as (keyof TransferRow)[]).every((key) => old[key] === next[key]);
}

async function getTransfer({ db, userId }: Context, id: number): Promise<TransferRow> {
  const transfer = await db.get<TransferRow>(sql`select ${transferFields(userId)} from transfers t
    where t.user_id = ${userId} and t.id = ${id}`);
  if (transfer === undefined) throw new Refusal(404, "transferNotFound");
  return transfer;
}

/** The transfers of a list of ids, by id. */
export function transfersById(ctx: Context, ids: number[]): Promise<Map<number, TransferRow>> {
  return rowsById(ctx, "transfers", transferFields(ctx.userId), ids);
}

/** The newest transfers by day, as many as are asked for. */
export function newestTransfers({ db, userId }: Context, limit: number): Promise<TransferRow[]> {
  return db.all<TransferRow>(sql`select ${transferFields(userId)} from transfers t
    where t.user_id = ${userId} ${orderBy("date")} limit ${limit}`);
}

type ListQuery = Parameters<(typeof transferHandlers)["list"]>[1]["query"];

function listFilter(ctx: Context, query: ListQuery): Sql {
  const { first, last } = daysBetween(query, ctx.zone);
  const { accountId } = query;
  const conditions = [sql`t.user_id = ${ctx.userId}`];
  if (accountId !== undefined) {
    conditions.push(sql`(t.from_account_id = ${accountId} or t.to_account_id = ${accountId})`);
  }
  if (first !== undefined) conditions.push(sql`t.day >= ${first}`);
  if (last !== undefined) conditions.push(sql`t.day <= ${last}`);
  if (query.importId !== undefined) conditions.push(sql`t.import_id = ${query.importId}`);
  conditions.push(
    ...searchConditions(query, {
      userId: ctx.userId,
      texts: [sql`coalesce(t.description, '')`],
      accounts: [sql`t.from_account_id`, sql`t.to_account_id`],
      amount: sql`t.amount`,
    }),
  );
  if (query.cursor !== undefined) conditions.push(behind(query.order, query.cursor, ctx.zone));
  return join(conditions, " and ");
}
