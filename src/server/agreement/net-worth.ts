/** What all accounts together are worth, day by day: reckoned back from the balances of now. */
import sql from "sql-template-tag";
import { GROUPS } from "../../contract/agreement.ts";
import type { contract } from "../../contract/contract.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import { fenSum } from "../../ledger/money.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { requireUser } from "../auth/users.ts";
import type { Context } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { yuan } from "../handler/money-json.ts";

type Declared = (typeof contract)["agreement"]["netWorth"];
type NetWorth = Output<Declared>;
type Worth = NetWorth["before"];
type Group = (typeof GROUPS)[number];

interface DayMoved {
  accountId: number;
  day: string;
  /** In fen, as text. */
  moved: string;
}

export async function readNetWorth(
  ctx: Context,
  query: Input<Declared>["query"],
): Promise<NetWorth> {
  await requireUser(ctx);
  const { first, last } = daysBetween(query, ctx.zone);
  const worth = new Balances(await listAccounts(ctx));
  const days: NetWorth["days"] = [];
  const moves = await readMoves(ctx, first);
  for (let at = 0; at < moves.length; ) {
    const { day } = moves[at] as DayMoved;
    if (last === undefined || day <= last) days.push({ date: day, ...worth.shown() });
    for (; moves[at]?.day === day; at += 1) worth.takeBack(moves[at] as DayMoved);
  }
  return { before: worth.shown(), days: days.reverse() };
}

/** What each day from `first` on moved on each account, the last day first. */
function readMoves({ db, userId }: Context, first: string | undefined): Promise<DayMoved[]> {
  const since = first === undefined ? sql`` : sql`and day >= ${first}`;
  return db.all<DayMoved>(sql`
    select account_id, day, cast(sum(moved) as text) as moved from (
      select account_id, day, case when type = 'income' then amount else -amount end as moved
      from records where user_id = ${userId} ${since}
      union all
      select from_account_id as account_id, day, -amount as moved
      from transfers where user_id = ${userId} ${since}
      union all
      select to_account_id as account_id, day, amount as moved
      from transfers where user_id = ${userId} ${since}
      union all
      select account_id, day, amount as moved
      from adjustments where user_id = ${userId} ${since}
    ) as moves group by day, account_id order by day desc`);
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
  takeBack({ accountId, moved }: DayMoved): void {
    const balance = this.#balances.get(accountId);
    const group = this.#groups.get(accountId);
    if (balance === undefined || group === undefined) throw new Error("moved without its account");
    const before = balance - BigInt(moved);
    this.#count(balance, -1n);
    this.#count(before, 1n);
    this.#balances.set(accountId, before);
    this.#sums.set(group, (this.#sums.get(group) ?? 0n) - BigInt(moved));
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
