/**
 * Whether a line is in the book already as another record of its account: entered by hand, or read from
 * another file, with other ids, other words or another layout (decisions W4, W5).
 */
import type { IdScope } from "../bill/line.ts";
import { daysApart } from "./match-rules.ts";

/** A record of the book, or a line that is compared with it. */
export interface AccountLine {
  /** The format that it was read from; null for what was entered by hand. */
  provider: string | null;
  account: string;
  /** "YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS". */
  time: string;
  /** Counterparty, description, and the category of a record. */
  text: string;
  /** As it is booked: who and what. */
  description: string;
  /** The provider's number; "" where there is none, or Excel has mangled it. */
  number: string;
  /** Whether the provider's numbers are unique everywhere. */
  ids: IdScope;
  /** The account's balance after it, in fen; null where it is not known. */
  balance: number | null;
}

/** How much speaks for a record and a line being one. */
export interface Likeness {
  /** The higher, the earlier the pair is taken. */
  score: number;
  /** One more sign than account, direction, amount and nearness: number, balance or text. */
  certain: boolean;
  /** Nothing is left to ask: the number alone was lost, or the seconds. */
  proved: boolean;
}

/** How far apart the days of one line may be: pending and posted, value and entry. */
export const SAME_DAYS = 3;

/** The provider's own number says more than all else, a balance more than words. */
const SAME_NUMBER = 100;
const SAME_BALANCE = 50;

/**
 * What speaks for one line, of equal direction, and of equal amount or number; undefined where too little does. `booked` is a
 * record that no line of the file is known as: a statement is complete, so a record of its account and
 * day that it does not name otherwise is this one. On another day one more sign is needed, and another
 * balance speaks against it. Of a provider whose numbers are unique everywhere two numbers are two lines.
 */
export function likeness(booked: AccountLine, line: AccountLine): Likeness | undefined {
  const days = daysApart(booked.time, line.time);
  const alike = textAlike(booked.text, line.text);
  const near = (days === 0 ? 4 : 0) + (alike ? 2 : 0) + (sameMinute(booked, line) ? 1 : 0);
  if (booked.provider === null) {
    const isNear = days <= 1 || (alike && days <= SAME_DAYS);
    return isNear ? { score: near + 1, certain: alike, proved: false } : undefined;
  }
  const numbers = compareNumbers(booked, line);
  if (numbers === "same") return { score: SAME_NUMBER + near, certain: true, proved: false };
  if (numbers === "different" && line.ids === "global") return undefined;
  if (booked.account === "" || booked.account !== line.account || days > SAME_DAYS)
    return undefined;
  const balance = compareBalances(booked, line);
  if (days !== 0 && (balance === "different" || (!alike && balance !== "same"))) return undefined;
  return {
    score: near + (balance === "same" ? SAME_BALANCE : 0),
    certain: alike || balance === "same",
    proved: numbers === "unknown" && balance !== "different" && isSameButForNumber(booked, line),
  };
}

/** The account's balance after a line is told by the statements of one bank alone in the same way. */
function compareBalances(booked: AccountLine, line: AccountLine): "same" | "different" | "unknown" {
  if (booked.balance === null || line.balance === null) return "unknown";
  if (booked.balance === line.balance) return "same";
  return booked.provider === line.provider ? "different" : "unknown";
}

/** "unknown" where one has no number, or the digits that a spreadsheet has left of the other's. */
function compareNumbers(booked: AccountLine, line: AccountLine): "same" | "different" | "unknown" {
  if (booked.provider !== line.provider) return "unknown";
  const [one, other] = [booked.number, line.number];
  if (one === "" || other === "" || isCutFrom(one, other) || isCutFrom(other, one))
    return "unknown";
  if (one !== other) return "different";
  return line.ids === "global" || booked.account === line.account ? "same" : "unknown";
}

/** A spreadsheet keeps fifteen digits of a number, and writes zeros for the rest. */
function isCutFrom(cut: string, whole: string): boolean {
  if (cut === whole || cut.length !== whole.length || cut.length <= 15) return false;
  return /^\d{15}0+$/.test(cut) && cut.slice(0, 15) === whole.slice(0, 15);
}

/** The same minute and words, of one provider; of the seconds one may have been lost. */
function isSameButForNumber(booked: AccountLine, line: AccountLine): boolean {
  if (booked.provider !== line.provider || booked.description !== line.description) return false;
  if (!sameMinute(booked, line)) return false;
  const [one, other] = [booked.time.slice(16), line.time.slice(16)];
  return one === other || one === ":00" || other === ":00";
}

function sameMinute(one: AccountLine, other: AccountLine): boolean {
  if (one.time.length <= 10 || other.time.length <= 10) return false;
  return one.time.slice(0, 16) === other.time.slice(0, 16);
}

/** A word of one text stands in the other too, case apart. */
function textAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map(
    (text) =>
      new Set(
        text
          .normalize("NFKC")
          .toLowerCase()
          .match(/[\p{L}\p{N}]{2,}/gu) ?? [],
      ),
  );
  return [...(a as Set<string>)].some((word) => (b as Set<string>).has(word));
}
