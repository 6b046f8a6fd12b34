import sql, { empty, type Sql } from "sql-template-tag";
import type { Account } from "../contract/accounts.ts";
import type { contract } from "../contract/contract.ts";
import { DEFAULT_COLOR } from "../contract/limits.ts";
import { Refusal } from "../contract/refusal.ts";
import { type Fen, fen, fenSum, ZERO } from "../ledger/money.ts";
import { forgetAccount, keepContents, refuseInUse, removeContents } from "./account-removal.ts";
import { nowInstant } from "./book.ts";
import type { Context, Handlers } from "./handler.ts";
import { requireUser } from "./users.ts";
import { keepVersion } from "./versions.ts";
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
    if (query.cascade !== "true") await lockAccount(ctx, params.id);
    const entry = await keepVersion(ctx, "account", params.id, "delete");
    if (query.cascade === "true") {
      await keepContents(ctx, entry, params.id);
      await removeContents(ctx, params.id);
    }
    await refuseInUse(ctx, params.id);
    await forgetAccount(ctx, params.id);
    await db.run(sql`delete from accounts where user_id = ${userId} and id = ${params.id}`);
    return null;
  },

  async verify(ctx, { params }) {
    const account = await getAccount(ctx, params.id);
    const { opening, records, transfers } = await effectsOn(ctx, params.id);
    const expected = opening + records + transfers;
    return {
      opening: yuan(fenSum(opening)),
      recordsEffect: yuan(fenSum(records)),
      transfersEffect: yuan(fenSum(transfers)),
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
      select day as "date", cast(sum(moved) as text) as "moved" from (
        select day, case when type = 'income' then amount else -amount end as moved
        from records where user_id = ${ctx.userId} and account_id = ${params.id}
        union all
        select day, -amount as moved
        from transfers where user_id = ${ctx.userId} and from_account_id = ${params.id}
        union all
        select day, amount as moved
        from transfers where user_id = ${ctx.userId} and to_account_id = ${params.id}
      ) as moves group by day order by day`);
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

/**
 * The opening balance, and what all records, and all transfers, have done to it. Openings and effects
 * grow without bound where balances are set by hand: text keeps them exact.
 */
async function effectsOn(
  { db, userId }: Context,
  accountId: number,
): Promise<{ opening: bigint; records: bigint; transfers: bigint }> {
  const sums = (await db.get<{ opening: string; records: string; transfers: string }>(sql`
    select cast(opening as text) as "opening",
      (select cast(coalesce(sum(case when type = 'income' then amount else -amount end), 0) as text)
        from records where user_id = ${userId} and account_id = ${accountId}) as "records",
      (select cast(coalesce(sum(case when to_account_id = ${accountId} then amount else -amount end), 0)
          as text)
        from transfers where user_id = ${userId}
        and (from_account_id = ${accountId} or to_account_id = ${accountId})) as "transfers"
    from accounts where user_id = ${userId} and id = ${accountId}`)) as {
    opening: string;
    records: string;
    transfers: string;
  };
  return {
    opening: BigInt(sums.opening),
    records: BigInt(sums.records),
    transfers: BigInt(sums.transfers),
  };
}

/** An account as answered. */
export function presentAccount(row: AccountRow): Account {
  const { archived, ...account } = row;
  return { ...account, balance: yuan(row.balance), archived: archived === 1 || undefined };
}
