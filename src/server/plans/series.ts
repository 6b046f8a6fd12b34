/** Records that are alike, looked at for what comes again: all of them together, or those of one amount. */
import type { RecordType } from "../../contract/fields.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { findRhythm, isOver, LEAST_DAYS, type Rhythm } from "../../ledger/rhythm.ts";
import { medianOf } from "../../ledger/usual.ts";

/** A record, as far as it speaks for a series. */
export interface Member {
  id: number;
  day: Day;
  amount: Fen;
  /** Whether a plan has booked it. */
  planned: boolean;
}

/** What records of one group have in common. */
export interface Alike {
  type: RecordType;
  accountId: number;
  /** The note without its digits, or the category where there is none; its first letter says which. */
  alike: string;
}

export interface Series extends Alike {
  rhythm: Rhythm;
  /** Those that keep to the rhythm, by day. */
  members: Member[];
  amount: Fen;
  /** Whether all are of the amount. */
  fixed: boolean;
  /** The amount that tells it from others of its group; undefined where it is the whole group. */
  only: Fen | undefined;
}

/** As many of the last that say it for certain, however irregular it was before. */
const CERTAIN = 6;

/**
 * The series of a group, which has no plan yet and still goes on: the group itself, or where that is uneven
 * those of one amount, as a shop may have two subscriptions besides what is bought there.
 */
export function seriesOf(group: Alike, members: readonly Member[], today: Day): Series[] {
  const whole = seriesIn(group, members, today);
  if (whole !== undefined) return [whole];
  if (members.length <= LEAST_DAYS) return [];
  const byAmount = new Map<Fen, Member[]>();
  for (const one of members) {
    const same = byAmount.get(one.amount);
    if (same) same.push(one);
    else byAmount.set(one.amount, [one]);
  }
  if (byAmount.size < 2) return [];
  return [...byAmount].flatMap(([amount, same]) => {
    const found = same.length < LEAST_DAYS ? undefined : seriesIn(group, same, today);
    return found ? [{ ...found, only: amount }] : [];
  });
}

function seriesIn(group: Alike, members: readonly Member[], today: Day): Series | undefined {
  const last = members.at(-1);
  const rhythm = findRhythm(members.map(({ day }) => day));
  if (last === undefined || rhythm === undefined || isOver(rhythm, last.day, today)) {
    return undefined;
  }
  if (rhythm.count < CERTAIN && rhythm.count * 2 < members.length) return undefined;
  const kept = members.slice(-rhythm.count);
  const amounts = kept.map(({ amount }) => amount);
  const amount = medianOf(amounts) as Fen;
  if (kept.some((one) => one.planned || !isNear(one.amount, amount))) return undefined;
  const fixed = amounts.every((one) => one === amounts[0]);
  return { ...group, rhythm, members: kept, amount, fixed, only: undefined };
}

/** Money that is twice as much, or half, is something else each time. */
function isNear(amount: Fen, median: Fen): boolean {
  return amount * 2 >= median && amount <= median * 2;
}
