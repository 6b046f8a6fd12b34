/**
 * Whether days lie at even distance: what comes every week or two, every month, quarter or year. A month's
 * day may be off by a few days, since banks and people move it around weekends. Pure.
 */
import {
  type Day,
  dayIn,
  daysInMonth,
  LAST_DAY,
  laterOf,
  type Month,
  monthOf,
  shiftDay,
  shiftMonth,
} from "./calendar.ts";
import { daysBetween, weekdayOf } from "./period.ts";
import {
  LAST_OF_MONTH,
  occurrenceOf,
  occurrencesBetween,
  type Recurrence,
  type Unit,
  type Weekend,
} from "./recurrence.ts";

/** The fewest days that say anything. */
export const LEAST_DAYS = 3;
/** How far a day may be from the one that it is due on. */
const MOST_OFF = 3;
/** So many of the last days are tried as the day of the month. */
const TRIED = 12;
const LAST_OF_LONGEST = 31;

interface Kind {
  unit: Unit;
  step: number;
  /** Its distance in months; 0 for weeks. */
  months: number;
  /** The distance in days between two that follow each other. */
  least: number;
  most: number;
  /** The longest that it may be where nothing is moved. */
  period: number;
}

const week = (step: number): Kind => {
  const days = step * 7;
  return { unit: "week", step, months: 0, least: days, most: days, period: days };
};
const months = (unit: Unit, step: number, count: number, least: number, most: number): Kind => {
  const off = 2 * MOST_OFF;
  return { unit, step, months: count, least: least - off, most: most + off, period: most };
};
const KINDS: readonly Kind[] = [
  week(1),
  week(2),
  months("month", 1, 1, 28, 31),
  months("month", 3, 3, 89, 92),
  months("year", 1, 12, 365, 366),
];

/** What the last of some days keep to. */
export interface Rhythm {
  /** The rule of dates, from the day on that the last of them was due. */
  rule: Recurrence;
  /** How many of the last days keep to it. */
  count: number;
  /** The days of its longest period. */
  period: number;
}

/** The rhythm of the last days, in order; undefined where fewer than three keep one. */
export function findRhythm(days: readonly Day[]): Rhythm | undefined {
  const kind = kindAt(days, days.length - 1);
  if (kind === undefined) return undefined;
  let first = days.length - 1;
  while (first > 0 && fits(kind, gapAt(days, first))) first -= 1;
  const run = days.slice(first);
  if (run.length < LEAST_DAYS) return undefined;
  return kind.months === 0 ? weekly(kind, run) : monthly(kind, run);
}

/** Whether one and a half periods have gone by since the last day. */
export function isOver({ period }: Rhythm, last: Day, today: Day): boolean {
  return daysBetween(last, today) > period * 1.5;
}

/** The next day that is due, today or later; undefined at the end of all days. */
export function nextDue({ rule }: Rhythm, today: Day): Day | undefined {
  if (rule.start >= LAST_DAY) return undefined;
  const from = laterOf(today, shiftDay(rule.start, 1));
  return occurrencesBetween(rule, from, LAST_DAY, 1)[0]?.due;
}

function kindAt(days: readonly Day[], at: number): Kind | undefined {
  if (at < 1) return undefined;
  const gap = gapAt(days, at);
  return KINDS.find((kind) => fits(kind, gap));
}

const gapAt = (days: readonly Day[], at: number) =>
  daysBetween(days[at - 1] as Day, days[at] as Day);
const fits = ({ least, most }: Kind, gap: number) => gap >= least && gap <= most;

function weekly({ unit, step, period }: Kind, run: readonly Day[]): Rhythm {
  const start = run.at(-1) as Day;
  const rule: Recurrence = { unit, step, days: [weekdayOf(start) + 1], start, weekend: "keep" };
  return { rule, count: run.length, period };
}

/** A day of the month, and how well the last days keep to it. */
interface Kept {
  wanted: number;
  /** The days on which they were due, the last first. */
  dues: Day[];
  exact: number;
  off: number;
}

function monthly(kind: Kind, run: readonly Day[]): Rhythm | undefined {
  const wanted = new Set(run.slice(-TRIED).map((day) => Number(day.slice(8))));
  // The 30th of one month and the 28th of another may both be the last day.
  if (run.some((day) => day.slice(8) === String(daysInMonth(monthOf(day))))) {
    wanted.add(LAST_OF_LONGEST);
  }
  const [best] = [...wanted].map((day) => keeping(kind, run, day)).sort(byFit);
  if (best === undefined || best.dues.length < LEAST_DAYS) return undefined;
  const rule = ruleOf(kind, best);
  const weekend = weekendOf(rule, best, run);
  return { rule: { ...rule, weekend }, count: best.dues.length, period: kind.period };
}

function byFit(one: Kept, other: Kept): number {
  return other.dues.length - one.dues.length || other.exact - one.exact || one.off - other.off;
}

function keeping({ months }: Kind, run: readonly Day[], wanted: number): Kept {
  const kept: Kept = { wanted, dues: [], exact: 0, off: 0 };
  let month = monthNear(run.at(-1) as Day, wanted);
  for (let at = run.length - 1; at >= 0; at -= 1) {
    const due = dayIn(month, wanted);
    const off = Math.abs(daysBetween(due, run[at] as Day));
    if (!(off <= MOST_OFF)) break;
    kept.dues.push(due);
    kept.off += off;
    if (off === 0) kept.exact += 1;
    month = shiftMonth(month, -months);
  }
  return kept;
}

/** The month whose wanted day is the nearest. */
function monthNear(day: Day, wanted: number): Month {
  const month = monthOf(day);
  const near = [0, -1, 1].map((by) => shiftMonth(month, by));
  const found = near.find((one) => Math.abs(daysBetween(dayIn(one, wanted), day)) <= MOST_OFF);
  return found ?? month;
}

function ruleOf({ unit, step, months: count }: Kind, { wanted, dues }: Kept): Recurrence {
  const start = dues[0] as Day;
  const days = [wanted === LAST_OF_LONGEST ? LAST_OF_MONTH : wanted];
  if (unit !== "year") return { unit, step, days, start, weekend: "keep" };
  // A year goes by the day that it begins on, which 29 February is not in common years.
  if (Number(start.slice(8)) !== wanted) {
    return { unit: "month", step: count, days, start, weekend: "keep" };
  }
  return { unit, step, days: [], start, weekend: "keep" };
}

/** Whether what fell on a weekend came before it, or after; neither unless all days say the same. */
function weekendOf(rule: Recurrence, { dues, exact }: Kept, run: readonly Day[]): Weekend {
  if (exact === dues.length) return "keep";
  const start = dues.at(-1) as Day;
  const keeps = (weekend: Weekend) =>
    dues.every((due, back) => {
      const day = run[run.length - 1 - back];
      return occurrenceOf({ ...rule, start, weekend }, due)?.date === day;
    });
  if (keeps("before")) return "before";
  return keeps("after") ? "after" : "keep";
}
