/**
 * Balances of the days to come: what there is now, what is planned, and what is usually spent besides.
 * Pure, in whole fen.
 */
import { type Day, laterOf, shiftDay } from "./calendar.ts";
import { addFen, type Fen, type FenSum, fenSum, ZERO } from "./money.ts";

/** Planned money: in on one account, out on one, or from one to the other. */
export interface PlannedMove {
  day: Day;
  amount: Fen;
  /** The account that it leaves; undefined for an income. */
  from?: number | undefined;
  /** The account that it enters; undefined for an expense. */
  to?: number | undefined;
}

export interface ForecastDay {
  day: Day;
  /** What enters and leaves the accounts together; between two of them is neither. */
  in: FenSum;
  out: FenSum;
  balance: FenSum;
}

export interface ForecastAccount {
  accountId: number;
  /** At the end of the last day. */
  balance: FenSum;
  lowest: { day: Day; balance: FenSum };
  /** The first day that ends below zero, of an account that is not there now. */
  below?: Day;
}

export interface Forecast {
  days: ForecastDay[];
  accounts: ForecastAccount[];
}

/**
 * Every day from `first` on, so many of them. A move of an account that is not among `balances` counts for
 * its other side alone; one of an earlier day counts on the first.
 */
export function forecast(
  first: Day,
  count: number,
  balances: ReadonlyMap<number, FenSum>,
  moves: readonly PlannedMove[],
): Forecast {
  const byDay = new Map<Day, PlannedMove[]>();
  for (const move of moves) {
    const day = laterOf(move.day, first);
    const known = byDay.get(day);
    if (known) known.push(move);
    else byDay.set(day, [move]);
  }
  const running = new Map(balances);
  const accounts = new Map<number, ForecastAccount>();
  for (const [accountId, balance] of balances) {
    accounts.set(accountId, { accountId, balance, lowest: { day: first, balance } });
  }
  const days: ForecastDay[] = [];
  let balance = addFen(...balances.values());
  for (let at = 0, day = first; at < count; at += 1, day = shiftDay(day, 1)) {
    const moved = moveAll(running, byDay.get(day) ?? []);
    balance = addFen(balance, moved.in, negated(moved.out));
    days.push({ day, in: moved.in, out: moved.out, balance });
    if (at > 0 && !byDay.has(day)) continue;
    for (const one of accounts.values()) {
      // The day of now is as it ends, not as it stands.
      if (at === 0) one.lowest.balance = running.get(one.accountId) as FenSum;
      see(one, day, running.get(one.accountId) as FenSum);
    }
  }
  for (const one of accounts.values()) {
    // What is below zero already is no news.
    if ((balances.get(one.accountId) as FenSum) < 0) delete one.below;
  }
  return { days, accounts: [...accounts.values()] };
}

/** Moves what one day brings; answers what entered and left the accounts together. */
function moveAll(
  balances: Map<number, FenSum>,
  moves: readonly PlannedMove[],
): { in: FenSum; out: FenSum } {
  const sums: { in: FenSum; out: FenSum } = { in: ZERO, out: ZERO };
  for (const { amount, from, to } of moves) {
    const leaves = move(balances, from, negated(amount));
    const enters = move(balances, to, amount);
    if (leaves && !enters) sums.out = addFen(sums.out, amount);
    if (enters && !leaves) sums.in = addFen(sums.in, amount);
  }
  return sums;
}

/** Whether the account is among those that are looked at. */
function move(balances: Map<number, FenSum>, id: number | undefined, amount: FenSum): boolean {
  const before = id === undefined ? undefined : balances.get(id);
  if (id === undefined || before === undefined) return false;
  balances.set(id, addFen(before, amount));
  return true;
}

function see(account: ForecastAccount, day: Day, balance: FenSum): void {
  account.balance = balance;
  if (balance < account.lowest.balance) account.lowest = { day, balance };
  if (balance < 0 && account.below === undefined) account.below = day;
}

function negated(amount: FenSum): FenSum {
  return fenSum(-BigInt(amount));
}

/** So much spread evenly over so many days: what of it has gone after the first `at` of them. */
export function spread(amount: FenSum, days: number, at: number): FenSum {
  return days === 0 ? ZERO : fenSum((BigInt(amount) * BigInt(at)) / BigInt(days));
}
