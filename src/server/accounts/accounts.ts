import { setImmediate as nextTurn } from "node:timers/promises";
import type { Account } from "../../contract/accounts.ts";
import type { contract } from "../../contract/contract.ts";
import { DEFAULT_COLOR } from "../../contract/limits.ts";
import { Refusal } from "../../contract/refusal.ts";
import { fen, fenSum, ZERO } from "../../ledger/money.ts";
import { selectList } from "../../store/names.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { requireUser } from "../auth/users.ts";
import { nowInstant } from "../book/balances.ts";
import { movesOf } from "../book/moves.ts";
import { pausePlansOf } from "../book/plan-accounts.ts";
import { rowsById } from "../book/rows-by-id.ts";
import { keepVersion } from "../book/versions.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { AT_ONCE, allInTurns, answerRows, ONE_MORE } from "../handler/in-turns.ts";
import { fenOf, yuan } from "../handler/money-json.ts";
import { presenter, type Stored } from "../handler/stored.ts";
import {
  forgetAccounts,
  refuseInUse,
  removeCheckpoints,
  removeContents,
} from "./account-removal.ts";
import { askOpenPreviews } from "./open-previews.ts";

const FIELDS = [
  "id",
  "userId",
  "name",
  "type",
  "kind",
  "color",
  "balance",
  "archived",
  "createdAt",
  "updatedAt",
] as const;
export type AccountRow = Stored<Account, (typeof FIELDS)[number]>;
const accountFields = selectList(FIELDS);
/** An account as answered. */
export const presentAccount = presenter<Account>(FIELDS);

type OwnHandlers = Handlers<Omit<(typeof contract)["accounts"], "merge" | "mergePreview">>;

export const accountHandlers: OwnHandlers = {
  async list(ctx) {
    return answerRows(ctx.db, allAccounts(ctx), (row: AccountRow) =>
      JSON.stringify(presentAccount(row)),
    );
  },

  async get(ctx, { params }) {
    return presentAccount(await getAccount(ctx, params.id));
  },

  async create(ctx, { body }) {
    await requireUser(ctx);
    const balance = body.balance === undefined ? ZERO : fenOf(body.balance);
    const now = nowInstant(ctx);
    const made = await ctx.db.get<AccountRow>(sql`
      insert into accounts (user_id, name, type, kind, color, opening, balance, created_at, updated_at)
      values (${ctx.userId}, ${body.name}, ${body.type}, ${body.kind ?? null}, ${body.color ?? DEFAULT_COLOR},
        ${balance}, ${balance}, ${now}, ${now})
      returning ${accountFields}`);
    return presentAccount(made as AccountRow);
  },

  async update(ctx, { params, body }) {
    const account = await getAccount(ctx, params.id);
    const { name, type, color } = body;
    const balance = body.balance === undefined ? account.balance : fenOf(body.balance);
    const archived = body.archived === undefined ? account.archived : Number(body.archived);
    const kind = body.kind === undefined ? account.kind : body.kind;
    const changed =
      kind !== account.kind ||
      (name !== undefined && name !== account.name) ||
      (type !== undefined && type !== account.type) ||
      (color !== undefined && color !== account.color) ||
      archived !== account.archived ||
      balance !== account.balance;
    if (!changed) return presentAccount(account);
    await keepVersion(ctx, "account", account.id, {
      to: { name, type, kind, color, archived, balance },
    });
    if (archived > account.archived) await askOpenPreviews(ctx, account, "archived");
    // A balance set by hand moves the opening balance by the same difference (decisions M4).
    const difference = fen(balance - account.balance);
    const updated = await ctx.db.get<AccountRow>(sql`
      update accounts set name = ${name ?? account.name}, type = ${type ?? account.type}, kind = ${kind},
        color = ${color ?? account.color}, opening = opening + cast(${difference} as bigint),
        balance = balance + ${difference}, archived = ${archived}, updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${params.id}
      returning ${accountFields}`);
    return presentAccount(updated as AccountRow);
  },

  async remove(ctx, { params, query }) {
    const { db, userId } = ctx;
    const account = await getAccount(ctx, params.id);
    const entry = await keepVersion(ctx, "account", params.id, "delete");
    if (query.cascade === "true") await removeContents(ctx, entry, params.id);
    await refuseInUse(ctx, params.id);
    await removeCheckpoints(ctx, entry, params.id);
    await pausePlansOf(ctx, entry, params.id);
    await askOpenPreviews(ctx, account, "deleted");
    await forgetAccounts(ctx, [params.id]);
    await db.run(sql`delete from accounts where user_id = ${userId} and id = ${params.id}`);
    return null;
  },

  async verify(ctx, { params }) {
    const [proof] = await proofsOf(ctx, params.id);
    if (proof === undefined) throw new Refusal(404, "accountNotFound");
    const { opening, records, transfers, adjustments, expected, balance } = proof;
    return {
      opening: yuan(fenSum(opening)),
      recordsEffect: yuan(fenSum(records)),
      transfersEffect: yuan(fenSum(transfers)),
      adjustmentsEffect: yuan(fenSum(adjustments)),
      expected: yuan(fenSum(expected)),
      balance: yuan(fenSum(balance)),
      ok: expected === balance,
    };
  },

  async balances(ctx, { params }) {
    const opening = await ctx.db.get<{ opening: string }>(sql`
      select cast(opening as text) as opening from accounts
      where user_id = ${ctx.userId} and id = ${params.id}`);
    if (opening === undefined) throw new Refusal(404, "accountNotFound");
    const days = await ctx.db.all<DayMoved>(sql`
      select day as date, cast(sum(moved) as text) as moved
      from (${movesOf(ctx.userId, params.id)}) as moves group by day order by day`);
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

const allAccounts = ({ userId }: Context) =>
  sql`select ${accountFields} from accounts where user_id = ${userId} order by id`;

/** All accounts of the user, by id, money in fen; not for a short write. */
export function listAccounts(ctx: Context): Promise<AccountRow[]> {
  return allInTurns<AccountRow>(ctx.db, allAccounts(ctx));
}

/** The first accounts of the user, by id: one more than are read at once, or so many. */
export function firstAccounts(ctx: Context, most = ONE_MORE): Promise<AccountRow[]> {
  return ctx.db.all<AccountRow>(sql`${allAccounts(ctx)} limit ${most}`);
}

/** Those of the user's accounts that are named. */
export async function namedAccounts(ctx: Context, ids: readonly number[]): Promise<AccountRow[]> {
  const named = [...new Set(ids)];
  return [...(await rowsById<AccountRow>(ctx, "accounts", accountFields, named)).values()];
}

/** The account; refuses one that is not there. */
export async function getAccount(ctx: Context, id: number): Promise<AccountRow> {
  const account = await ctx.db.get<AccountRow>(sql`
    select ${accountFields} from accounts where user_id = ${ctx.userId} and id = ${id}`);
  if (account === undefined) throw new Refusal(404, "accountNotFound");
  return account;
}

/** An account's balance beside what it is made of. */
interface Proof {
  id: number;
  opening: bigint;
  records: bigint;
  transfers: bigint;
  adjustments: bigint;
  expected: bigint;
  balance: bigint;
}

/**
 * The proof of one account's balance, or of all; openings and effects of any size stay exact. Records are summed
 * by day first, as their index lies: SQLite would sort all of them by account.
 */
async function proofsOf({ db, userId }: Context, accountId?: number): Promise<Proof[]> {
  const of = (column: Sql) => (accountId === undefined ? sql`` : sql`and ${column} = ${accountId}`);
  const account = of(sql`account_id`);
  const statement = sql`
    select a.id, cast(a.opening as text) as opening, cast(a.balance as text) as balance,
      cast(coalesce(r.moved, 0) as text) as records, cast(coalesce(t.moved, 0) as text) as transfers,
      cast(coalesce(j.moved, 0) as text) as adjustments
    from accounts a
    left join (
      select account_id, sum(moved) as moved from (
        select account_id, sum(case when type = 'income' then amount else -amount end) as moved
        from records where user_id = ${userId} ${account} group by day, account_id
      ) as days group by account_id
    ) as r on r.account_id = a.id
    left join (
      select account_id, sum(amount) as moved from (
        select from_account_id as account_id, -amount as amount from transfers
        where user_id = ${userId} ${of(sql`from_account_id`)}
        union all
        select to_account_id as account_id, amount from transfers
        where user_id = ${userId} ${of(sql`to_account_id`)}
      ) as sides group by account_id
    ) as t on t.account_id = a.id
    left join (
      select account_id, sum(amount) as moved
      from adjustments where user_id = ${userId} ${account} group by account_id
    ) as j on j.account_id = a.id
    where a.user_id = ${userId} ${of(sql`a.id`)} order by a.id`;
  const proofs: Proof[] = [];
  for await (const page of db.pages<ProofRow>(statement, AT_ONCE)) {
    for (const row of page) proofs.push(proofOf(row));
    await nextTurn();
  }
  return proofs;
}

type ProofRow = Record<Exclude<keyof Proof, "id" | "expected">, string> & { id: number };

function proofOf({ id, ...sums }: ProofRow): Proof {
  const parts = {
    opening: BigInt(sums.opening),
    records: BigInt(sums.records),
    transfers: BigInt(sums.transfers),
    adjustments: BigInt(sums.adjustments),
  };
  const expected = parts.opening + parts.records + parts.transfers + parts.adjustments;
  return { id, ...parts, expected, balance: BigInt(sums.balance) };
}

/** The accounts whose balance is not what is booked on them. */
export async function wrongAccounts(ctx: Context): Promise<number[]> {
  const proofs = await proofsOf(ctx);
  return proofs.filter(({ expected, balance }) => expected !== balance).map(({ id }) => id);
}
