/** What all accounts together are worth, day by day: reckoned back from the balances of now. */
import { GROUPS } from "../../contract/agreement.ts";
import type { contract } from "../../contract/contract.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import { monthOf } from "../../ledger/calendar.ts";
import { fenSum } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { requireUser } from "../auth/users.ts";
import type { Context } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { yuan } from "../handler/money-json.ts";
import { type Moved, movedByDays } from "./moved-by-days.ts";
import { daysOf } from "./sheet-lines.ts";

type Declared = (typeof contract)["agreement"]["netWorth"];
type NetWorth = Output<Declared>;
type Worth = NetWorth["before"];
type Group = (typeof GROUPS)[number];

export async function readNetWorth(
  ctx: Context,
  query: Input<Declared>["query"],
): Promise<NetWorth> {
  const { first, last } = daysBetween(query, ctx.zone);
  const step = query.by ?? "day";
  const [, accounts] = await Promise.all([requireUser(ctx), listAccounts(ctx)]);
  const worth = new Balances(accounts);
  const later = last === undefined ? [] : movedByDays(ctx, sql`and day > ${last}`, "month");
  for await (const some of later) for (const moved of some) worth.takeBack(moved);
  const days: NetWorth["days"] = [];
  let shown: string | undefined;
  for await (const some of movedByDays(ctx, daysOf({ first, last }), step)) {
    const [{ day }] = some as [Moved];
    const at = step === "day" ? day : monthOf(day);
    if (at !== shown) days.push({ date: day, ...worth.shown() });
    shown = at;
    for (const moved of some) worth.takeBack(moved);
  }
  return { before: worth.shown(), days: days.reverse() };
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
