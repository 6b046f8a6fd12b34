/** What of a plan is still to be acted on: its rule of dates, beside what is settled already. Pure. */
import { type Day, LAST_DAY, laterOf, shiftWithin } from "./calendar.ts";
import { type Due, dayThatExists, occurrencesBetween, type Recurrence } from "./recurrence.ts";

/** A weekend moves what is due by so many days at most. */
export const MOST_SHIFTED = 2;

/** So many days after the one that names it an occurrence may happen: a weekend, and a day that the zone skipped. */
export const MOST_LATER = MOST_SHIFTED + 1;

/** An occurrence that has a row, as far as the reckoning goes. */
export interface Settled {
  due: Day;
  state: "open" | "waiting" | "booked" | "skipped";
  /** The day that it was moved to. */
  date: Day | null;
}

export interface Acting {
  rule: Recurrence;
  /** What is due from this day on and has no row is to be acted on. */
  actsFrom: Day;
  /** Rows of what is due from `actsFrom` on, and all that are open. */
  rows: readonly Settled[];
  zone: string;
}

/** The occurrences without a row, the first ones, on days that the zone has. */
export function untouched({ rule, actsFrom, rows, zone }: Acting, last: Day, limit: number): Due[] {
  const there = new Set(rows.map(({ due }) => due));
  const listed = occurrencesBetween(rule, actsFrom, last, limit + there.size);
  const free = listed.filter(({ due }) => !there.has(due)).slice(0, limit);
  return free.map(({ due, date }) => ({ due, date: dayThatExists(date, zone) }));
}

/** What is asked of a plan's occurrences without a row: those that happen between two days. */
export interface Happening {
  /** What is due from this day on and has no row is to be acted on. */
  actsFrom: Day;
  /** What has a row. */
  settled: ReadonlySet<Day>;
  zone: string;
  first: Day;
  last: Day;
}

/** The occurrences without a row that happen between two days. It begins with these days and not with the rule. */
export function happening(
  rule: Recurrence,
  { actsFrom, settled, zone, first, last }: Happening,
): Due[] {
  const from = laterOf(actsFrom, shiftWithin(first, -MOST_LATER));
  const found: Due[] = [];
  for (const { due, date } of occurrencesBetween(rule, from, shiftWithin(last, MOST_SHIFTED))) {
    if (settled.has(due)) continue;
    const day = dayThatExists(date, zone);
    if (day >= first && day <= last) found.push({ due, date: day });
  }
  return found;
}

/** The rows that are open, with the days on which they happen. */
function opened({ rule, rows, zone }: Acting): Due[] {
  return rows
    .filter(({ state }) => state === "open")
    .map(({ due, date }) => ({ due, date: date ?? dateOf(rule, due, zone) }));
}

/** The day on which what is due happens, as long as nobody has moved it. */
export function dateOf(rule: Recurrence, due: Day, zone: string): Day {
  // Of a rule that has changed since, the day itself is left.
  const found = occurrencesBetween({ ...rule, end: undefined, times: undefined }, due, due)[0];
  return dayThatExists(found?.date ?? due, zone);
}

/** What is to be acted on up to a day, by date; at most so many of those without a row. */
export function dueUntil(acting: Acting, today: Day, limit: number): Due[] {
  const last = shiftWithin(today, MOST_SHIFTED);
  const found = [...untouched(acting, last, limit), ...opened(acting)];
  return found.filter(({ date }) => date <= today).sort(byDate);
}

/** What comes next, and from which day on what is due has no row yet. */
export function nextOf(acting: Acting): { next: Due | undefined; actsFrom: Day } {
  const [free] = untouched(acting, LAST_DAY, 1);
  const [next] = [...(free ? [free] : []), ...opened(acting)].sort(byDate);
  return { next, actsFrom: free?.due ?? acting.actsFrom };
}

/** In the order in which they happen, and by their names on one day. */
export function byDate(one: Due, other: Due): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  if (one.due !== other.due) return one.due < other.due ? -1 : 1;
  return 0;
}
