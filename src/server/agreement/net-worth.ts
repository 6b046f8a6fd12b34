/** What all accounts together are worth, day by day: reckoned back from the balances of now. */
import { GROUPS } from "../../contract/agreement.ts";
import type { contract } from "../../contract/contract.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import { type Day, monthOf } from "../../ledger/calendar.ts";
import { fenSum } from "../../ledger/money.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { requireUser } from "../auth/users.ts";
import { MOVEMENTS, type Movement } from "../book/moves.ts";
import type { Context } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { yuan } from "../handler/money-json.ts";
import { daysOf } from "./sheet-lines.ts";

type Declared = (typeof contract)["agreement"]["netWorth"];
type NetWorth = Output<Declared>;
type Worth = NetWorth["before"];
type Group = (typeof GROUPS)[number];

/** What an account moved in a step of the time. */
interface Moved {
  accountId: number;
  /** The last day of the step that moved the table which this comes from. */
  day: Day;
  moved: bigint;
}

type Step = NonNullable<Input<Declared>["query"]["by"]>;

export async function readNetWorth(
  ctx: Context,
  query: Input<Declared>["query"],
): Promise<NetWorth> {
  const { first, last } = daysBetween(query, ctx.zone);
  const step = query.by ?? "day";
  const [, accounts, later, moves] = await Promise.all([
    requireUser(ctx),
    listAccounts(ctx),
    last === undefined ? [] : readMoved(ctx, sql`and day > ${last}`, "month"),
    readMoved(ctx, daysOf({ first, last }), step),
  ]);
  const worth = new Balances(accounts);
  for (const moved of later) worth.takeBack(moved);
  const days: NetWorth["days"] = [];
  let shown: string | undefined;
  for (const moved of moves.sort(newestFirst)) {
    const at = step === "day" ? moved.day : monthOf(moved.day);
    if (at !== shown) days.push({ date: moved.day, ...worth.shown() });
    shown = at;
    worth.takeBack(moved);
  }
  return { before: worth.shown(), days: days.reverse() };
}

const newestFirst = (a: Moved, b: Moved) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1);

/** What each step moved on each account, of the days that a condition holds. */
async function readMoved(ctx: Context, days: Sql, step: Step): Promise<Moved[]> {
  const lists = await Promise.all(
    MOVEMENTS.map((one) =>
      one.noun === "record" ? movedByRecords(ctx, one, days, step) : movedBy(ctx, one, days, step),
    ),
  );
  return lists.flat();
}

async function movedBy(
  { db, userId }: Context,
  { table, account, moved }: Movement,
  days: Sql,
  step: Step,
): Promise<Moved[]> {
  const rows = await db.all<{ accountId: number; lastDay: Day; moved: string }>(sql`
    select ${account} as account_id, max(day) as last_day, cast(sum(${moved}) as text) as moved
    from ${table} where user_id = ${userId} ${days}
    group by ${step === "day" ? sql`day` : sql`substr(day, 1, 7)`}, ${account}`);
  return rows.map(({ accountId, lastDay, moved }) => ({
    accountId,
    day: lastDay,
    moved: BigInt(moved),
  }));
}

/**
 * The same of records, which are many. Each step is found behind the other in the index on days, and summed
 * by account from it alone; to sort all records by step and account takes twice as long. What a step moved
 * comes as one text, since reading a row for each account would take longer than to add it up.
 */
async function movedByRecords(
  { db, userId }: Context,
  { table, account, moved }: Movement,
  days: Sql,
  step: Step,
): Promise<Moved[]> {
  const own = sql`from ${table} where user_id = ${userId}`;
  const [before, within] =
    step === "day"
      ? [sql`day < newest.day`, sql`day = newest.day`]
      : [
          sql`day < substr(newest.day, 1, 7)`,
          sql`day >= substr(newest.day, 1, 7) and day <= newest.day`,
        ];
  const steps = await db.all<{ day: Day; sums: string }>(sql`
    with recursive newest(day) as (
      select max(day) ${own} ${days}
      union all
      select (select max(day) ${own} ${days} and ${before}) from newest where day is not null
    )
    select day, (select string_agg(account_id || ' ' || moved, ' ') from (
      select ${account} as account_id, sum(${moved}) as moved ${own} ${days} and ${within}
      group by ${account}) as by_account) as sums
    from newest where day is not null`);
  return steps.flatMap(({ day, sums }) => readSums(day, sums));
}

/** Accounts and what each moved, in turn. */
function readSums(day: Day, sums: string): Moved[] {
  const words = sums.split(" ");
  return Array.from({ length: words.length / 2 }, (_, at) => ({
    day,
    accountId: Number(words[2 * at]),
    moved: BigInt(words[2 * at + 1] as string),
  }));
}

/** The balances of all accounts at the end of a day, with what they add up to. */
class Balances {
  readonly #balances = new Map<number, bigint>();
  readonly #groups = new Map<number, Group>();
  readonly #sums = new Map<Group, bigint>();
  #assets = 0n;
  #liabilities = 0n;

  constructor(accounts: Awaited<ReturnType<typeof listAccounts>>) {
    for (const { id, kind, balance } of accounts) {
      const group = kind ?? "plain";
      this.#groups.set(id, group);
      this.#sums.set(group, (this.#sums.get(group) ?? 0n) + BigInt(balance));
      this.#balances.set(id, BigInt(balance));
      this.#count(BigInt(balance), 1n);
    }
  }

  /** Goes back behind a day's movement of an account. */
  takeBack({ accountId, moved }: Moved): void {
    const balance = this.#balances.get(accountId);
    const group = this.#groups.get(accountId);
    if (balance === undefined || group === undefined) throw new Error("moved without its account");
    const before = balance - moved;
    this.#count(balance, -1n);
    this.#count(before, 1n);
    this.#balances.set(accountId, before);
    this.#sums.set(group, (this.#sums.get(group) ?? 0n) - moved);
  }

  /** A sign tells what is owed, whatever the account is for. */
  #count(balance: bigint, sign: 1n | -1n): void {
    if (balance > 0n) this.#assets += sign * balance;
    else this.#liabilities -= sign * balance;
  }

  shown(): Worth {
    const groups = GROUPS.filter((name) => this.#sums.has(name)).map((name) => [
      name,
      yuan(fenSum(this.#sums.get(name) as bigint)),
    ]);
    return {
      assets: yuan(fenSum(this.#assets)),
      liabilities: yuan(fenSum(this.#liabilities)),
      net: yuan(fenSum(this.#assets - this.#liabilities)),
      groups: Object.fromEntries(groups),
    };
  }
}
