/**
 * What a bill proves that its accounts held when a day ended: what it states in so many words, else what
 * its running balances say. A day of which the bill may not know the rest is not over: what stands is the
 * end of the day before.
 */
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import type { Bill, BillLine, Closing } from "../bill/line.ts";

/** Stated closings, and the last end of a day that the running balances of each other account prove. */
export function closingsOf({ closings = [], lines }: Bill): Closing[] {
  const stated = new Set(closings.map(({ account }) => account));
  return [...closings, ...runningClosings(lines.filter((line) => !stated.has(ownAccount(line))))];
}

/** What a balance at some time of a day was when that day began, by the day's lines; the end of the day before. */
export function endBefore(closing: Closing, lines: readonly BillLine[]): Closing {
  let moved = 0;
  for (const line of lines) {
    if (line.kind === "skip" || line.time.slice(0, 10) !== closing.day) continue;
    moved += effectOf(line) ?? 0;
  }
  return {
    ...closing,
    day: shiftDay(closing.day as Day, -1),
    balance: fen(closing.balance - moved),
  };
}

/** A line of an account that tells its balance. */
interface Step {
  day: string;
  balance: Fen;
  effect: number | undefined;
}

function runningClosings(lines: readonly BillLine[]): Closing[] {
  const runs = new Map<string, { account: string; currency: string; steps: Step[] }>();
  let latest = "";
  for (const line of lines) {
    if (line.balance === undefined || line.time === "") continue;
    const { balance, currency } = line;
    const account = ownAccount(line);
    const day = line.time.slice(0, 10);
    if (day > latest) latest = day;
    const key = `${currency}\n${account}`;
    const run = runs.get(key) ?? { account, currency, steps: [] };
    runs.set(key, run);
    run.steps.push({ day, balance, effect: effectOf(line) });
  }
  return [...runs.values()].flatMap(({ account, currency, steps }) => {
    const end = lastEnd(steps, latest);
    return end === undefined ? [] : [{ account, currency, ...end }];
  });
}

const ownAccount = ({ own, account }: BillLine): string => own?.account ?? account;

/** What a line moves on its own account; undefined where the line does not say. */
function effectOf({ kind, own, amount, fee = ZERO }: BillLine): number | undefined {
  if (amount === 0 && fee === 0) return 0;
  if (own !== undefined) return own.direction === "in" ? amount : -(amount + fee);
  if (kind === "income" || kind === "refund") return amount;
  return kind === "expense" || kind === "fee" ? -amount : undefined;
}

/**
 * The last end of a day that the steps prove; `latest` is the last day of the whole file, which knows all
 * of the days before. Nothing is proved unless every balance follows from the one before, in the file's
 * order or against it: that says what came first on a day, and, where the amounts are not all alike, that
 * a debt stands below zero.
 */
function lastEnd(steps: Step[], latest: string): Pick<Closing, "day" | "balance"> | undefined {
  const sizes = new Set(steps.map(({ effect }) => effect).filter((effect) => effect !== 0));
  if (sizes.size < 2) return undefined;
  const ends = [steps, steps.toReversed()].filter(follows).map((ordered) => endOf(ordered, latest));
  const [end, other] = ends;
  if (end === undefined || (ends.length > 1 && other?.balance !== end.balance)) return undefined;
  return end;
}

/** Whether each balance is the one before it and what its line moves. */
function follows(steps: readonly Step[]): boolean {
  return steps.every(({ balance, effect }, at) => {
    const before = steps[at - 1];
    return before === undefined || (effect !== undefined && balance === before.balance + effect);
  });
}

function endOf(steps: readonly Step[], latest: string) {
  let last = "";
  for (const { day } of steps) if (day > last) last = day;
  const from = steps.findIndex(({ day }) => day === last);
  // By another day than the bank's order goes by: what came before the day and what on it is mixed.
  if (steps.slice(from).some(({ day }) => day !== last)) return undefined;
  if (last < latest) return { day: last, balance: (steps.at(-1) as Step).balance };
  const { balance, effect } = steps[from] as Step;
  if (effect === undefined) return undefined;
  return { day: shiftDay(last as Day, -1), balance: fen(balance - effect) };
}
