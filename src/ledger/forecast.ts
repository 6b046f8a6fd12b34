/**
 * Balances of the days to come: what there is now, what is planned, and what is usually spent besides.
 * Pure, in whole fen.
 */
import { type Day, laterOf, shiftDay } from "./calendar.ts";
import { addFen, type Fen, type FenSum, fenSum, sumFen, ZERO } from "./money.ts";

/** Planned money: in on one account, out on one, or from one to the other. */
export interface PlannedMove {
  day: Day;
  amount: FenSum;
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
  const run = new Forecaster(first, balances);
  run.goOn(shiftDay(first, count - 1), moves);
  return run.seen();
}

/** The same for moves that come a few days at a time, in order of these days. */
export class Forecaster {
  readonly #first: Day;
  readonly #start: ReadonlyMap<number, FenSum>;
  readonly #running: Map<number, FenSum>;
  readonly #accounts: ReadonlyMap<number, ForecastAccount>;
  readonly #days: ForecastDay[] = [];
  /** Of the days before the first one. */
  #early: MovesTogether | undefined;
  #balance: FenSum;
  #next: Day;

  constructor(first: Day, balances: ReadonlyMap<number, FenSum>) {
    this.#first = first;
    this.#next = first;
    this.#start = balances;
    this.#running = new Map(balances);
    this.#balance = sumFen([...balances.values()]);
    const accounts = new Map<number, ForecastAccount>();
    for (const [accountId, balance] of balances) {
      accounts.set(accountId, { accountId, balance, lowest: { day: first, balance } });
    }
    this.#accounts = accounts;
  }

  /** The days up to one, with all that moves on them. */
  goOn(last: Day, moves: readonly PlannedMove[]): void {
    if (last < this.#first) {
      this.#early ??= new MovesTogether();
      for (const move of moves) this.#early.add({ ...move, day: this.#first });
      return;
    }
    const all = this.#early === undefined ? moves : [...this.#early.all(), ...moves];
    this.#early = undefined;
    const byDay = new Map<Day, PlannedMove[]>();
    for (const move of all) {
      const day = laterOf(move.day, this.#next);
      const known = byDay.get(day);
      if (known) known.push(move);
      else byDay.set(day, [move]);
    }
    for (; this.#next <= last; this.#next = shiftDay(this.#next, 1)) {
      this.#pass(this.#next, byDay.get(this.#next));
    }
  }

  #pass(day: Day, moves: readonly PlannedMove[] | undefined): void {
    const moved = moveAll(this.#running, moves ?? []);
    this.#balance = addFen(this.#balance, moved.in, negated(moved.out));
    this.#days.push({ day, in: moved.in, out: moved.out, balance: this.#balance });
    if (day !== this.#first) {
      for (const { from, to } of moves ?? []) {
        this.#see(from, day);
        this.#see(to, day);
      }
      return;
    }
    for (const [id, one] of this.#accounts) {
      // The day of now is as it ends, not as it stands.
      one.lowest.balance = this.#running.get(id) as FenSum;
      this.#see(id, day);
    }
  }

  #see(id: number | undefined, day: Day): void {
    const account = id === undefined ? undefined : this.#accounts.get(id);
    if (account) see(account, day, this.#running.get(account.accountId) as FenSum);
  }

  /** What has been seen. */
  seen(): Forecast {
    for (const one of this.#accounts.values()) {
      // What is below zero already is no news.
      if ((this.#start.get(one.accountId) as FenSum) < 0) delete one.below;
    }
    return { days: this.#days, accounts: [...this.#accounts.values()] };
  }
}

/** Moves of one day between the same accounts, taken together: there are no more than days and accounts make. */
export class MovesTogether {
  readonly #moves = new Map<string, PlannedMove>();

  add(move: PlannedMove): void {
    const key = `${move.day} ${move.from} ${move.to}`;
    const known = this.#moves.get(key);
    if (known === undefined) this.#moves.set(key, { ...move });
    else known.amount = addFen(known.amount, move.amount);
  }

  all(): PlannedMove[] {
    return [...this.#moves.values()];
  }
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
  return typeof amount === "number" ? ((0 - amount) as Fen) : fenSum(-amount);
}

/** So much spread evenly over so many days: what of it has gone after the first `at` of them. */
export function spread(amount: FenSum, days: number, at: number): FenSum {
  return days === 0 ? ZERO : fenSum((BigInt(amount) * BigInt(at)) / BigInt(days));
}
