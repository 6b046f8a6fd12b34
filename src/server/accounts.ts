import sql, { empty, type Sql } from "sql-template-tag";
import type { Account } from "../contract/accounts.ts";
import type { contract } from "../contract/contract.ts";
import { DEFAULT_COLOR } from "../contract/fields.ts";
import { Refusal } from "../contract/refusal.ts";
import { type Fen, fen, fenSum, ZERO } from "../ledger/money.ts";
import { nowInstant } from "./book.ts";
import type { Context, Handlers } from "./handler.ts";
import { requireUser } from "./users.ts";
import { keepParts, keepVersion } from "./versions.ts";
import { fenOf, yuan } from "./wire.ts";

/** An account as stored: money in fen. */
interface AccountRow extends Omit<Account, "balance" | "archived"> {
  balance: Fen;
  /** 1 when it has been put away. */
  archived: number;
}

const accountFields = sql`id as "id", user_id as "userId", name as "name", type as "type",
  color as "color", balance as "balance",
  archived as "archived", created_at as "createdAt", updated_at as "updatedAt"`;

export const accountHandlers: Handlers<(typeof contract)["accounts"]> = {
  async list(ctx) {
    return (await listAccounts(ctx)).map(presentAccount);
  },

  async get(ctx, { params }) {
    return presentAccount(await getAccount(ctx, params.id));
  },

  async create(ctx, { body }) {
    await requireUser(ctx);
    const balance = body.balance === undefined ? ZERO : fenOf(body.balance);
    const now = nowInstant(ctx);
    const made = await ctx.db.get<AccountRow>(sql`
      insert into accounts (user_id, name, type, color, opening, balance, created_at, updated_at)
      values (${ctx.userId}, ${body.name}, ${body.type}, ${body.color ?? DEFAULT_COLOR},
        ${balance}, ${balance}, ${now}, ${now})
      returning ${accountFields}`);
    return presentAccount(made as AccountRow);
  },

  async update(ctx, { params, body }) {
    const account = await lockAccount(ctx, params.id);
    const { name, type, color } = body;
    const balance = body.balance === undefined ? account.balance : fenOf(body.balance);
    const archived = body.archived === undefined ? account.archived : Number(body.archived);
    const changed =
      (name !== undefined && name !== account.name) ||
      (type !== undefined && type !== account.type) ||
      (color !== undefined && color !== account.color) ||
      archived !== account.archived ||
      balance !== account.balance;
    if (!changed) return presentAccount(account);
    await keepVersion(ctx, "account", account.id, "update");
    // A balance set by hand moves the opening balance by the same difference (decisions M4).
    const difference = fen(balance - account.balance);
    const updated = await ctx.db.get<AccountRow>(sql`
      update accounts set name = ${name ?? account.name}, type = ${type ?? account.type},
        color = ${color ?? account.color}, opening = opening + cast(${difference} as bigint),
        balance = balance + ${difference}, archived = ${archived}, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}
      returning ${accountFields}`);
    return presentAccount(updated as AccountRow);
  },

  async remove(ctx, { params, query }) {
    const { db, userId } = ctx;
    await lockAccount(ctx, params.id);
    const entry = await keepVersion(ctx, "account", params.id, "delete");
    if (query.cascade === "true") {
      await keepParts(ctx, entry, "record", sql`account_id = ${params.id}`);
      await removeRecordsOf(ctx, params.id);
    }
    const held = await db.get<{ count: number }>(sql`
      select count(*) as "count" from records
      where user_id = ${userId} and account_id = ${params.id}`);
    if (held && held.count > 0) throw new Refusal(400, "accountInUse", { count: held.count });
    await db.run(sql`delete from accounts where user_id = ${userId} and id = ${params.id}`);
    return null;
  },

  async verify(ctx, { params }) {
    const account = await getAccount(ctx, params.id);
    // Openings and effects grow without bound where balances are set by hand: text keeps them exact.
    const sums = await ctx.db.get<{ opening: string; effect: string }>(sql`
      select cast(opening as text) as "opening", (
        select cast(coalesce(sum(case when type = 'income' then amount else -amount end), 0) as text)
        from records where user_id = ${ctx.userId} and account_id = ${params.id}) as "effect"
      from accounts where user_id = ${ctx.userId} and id = ${params.id}`);
    const opening = BigInt((sums as { opening: string }).opening);
    const effect = BigInt((sums as { effect: string }).effect);
    const expected = opening + effect;
    return {
      opening: yuan(fenSum(opening)),
      recordsEffect: yuan(fenSum(effect)),
      expected: yuan(fenSum(expected)),
      balance: yuan(account.balance),
      ok: expected === BigInt(account.balance),
    };
  },

  async balances(ctx, { params }) {
    const opening = await ctx.db.get<{ opening: string }>(sql`
      select cast(opening as text) as "opening" from accounts
      where user_id = ${ctx.userId} and id = ${params.id}`);
    if (opening === undefined) throw new Refusal(404, "accountNotFound");
    const days = await ctx.db.all<DayMoved>(sql`
      select day as "date",
        cast(sum(case when type = 'income' then amount else -amount end) as text) as "moved"
      from records where user_id = ${ctx.userId} and account_id = ${params.id}
      group by day order by day`);
    return balancesOver(BigInt(opening.opening), days);
  },
};

interface DayMoved {
  date: string;
  moved: string;
}

/** The balance at the end of each day that moved it: the opening balance and all days up to it. */
function balancesOver(opening: bigint, days: DayMoved[]) {
  let balance = opening;
  return {
    opening: yuan(fenSum(opening)),
    days: days.map(({ date, moved }) => {
      balance += BigInt(moved);
      return { date, balance: yuan(fenSum(balance)) };
    }),
  };
}

/** All accounts of the user, by id, money in fen. */
export function listAccounts({ db, userId }: Context): Promise<AccountRow[]> {
  return db.all<AccountRow>(
    sql`select ${accountFields} from accounts where user_id = ${userId} order by id`,
  );
}

async function getAccount(ctx: Context, id: number, lock: Sql = empty): Promise<AccountRow> {
  const account = await ctx.db.get<AccountRow>(sql`
    select ${accountFields} from accounts where user_id = ${ctx.userId} and id = ${id} ${lock}`);
  if (account === undefined) throw new Refusal(404, "accountNotFound");
  return account;
}

/** Reads an account for change: a write that changes nothing is what locks it on every engine. */
async function lockAccount(ctx: Context, id: number): Promise<AccountRow> {
  const account = await ctx.db.get<AccountRow>(sql`
    update accounts set balance = balance where user_id = ${ctx.userId} and id = ${id}
    returning ${accountFields}`);
  if (account === undefined) throw new Refusal(404, "accountNotFound");
  return account;
}

/** Takes an account's records out of the day totals and deletes them, by the set. */
async function removeRecordsOf({ db, userId }: Context, accountId: number): Promise<void> {
  await db.run(sql`
    insert into day_totals (user_id, day, type, category, amount, count)
    select user_id, day, type, category, -sum(amount), -count(*) from records
    where user_id = ${userId} and account_id = ${accountId}
    group by user_id, day, type, category
    on conflict (user_id, day, type, category) do update
    set amount = day_totals.amount + excluded.amount, count = day_totals.count + excluded.count`);
  await db.run(sql`delete from day_totals where user_id = ${userId} and count = 0`);
  await db.run(sql`delete from records where user_id = ${userId} and account_id = ${accountId}`);
}

/** An account as answered. */
export function presentAccount(row: AccountRow): Account {
  const { archived, ...account } = row;
  return { ...account, balance: yuan(row.balance), archived: archived === 1 || undefined };
}
