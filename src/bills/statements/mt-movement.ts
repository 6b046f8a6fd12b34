/** Field 61 of MT940: one movement with its days, mark, amount and references. */
import { note } from "../../contract/notes.ts";
import { type Fraction, isNegative, negate } from "../../ledger/arithmetic.ts";
import { lastDayOf } from "../../ledger/calendar.ts";
import type { Question } from "../bill/line.ts";
import { question } from "../format/format.ts";
import { dayNumber } from "../values/calendar.ts";
import { readDecimal } from "../values/decimal.ts";
import { dayText } from "../values/times.ts";
import { unclear } from "./stated-amount.ts";

/** One movement as field 61 writes it. */
export interface MtMovement {
  /** Undefined when the day does not exist. */
  day: string | undefined;
  /** "C", "D", "RC", "RD", or with an E before it for what is only expected. */
  mark: string;
  /** Signed, money in positive; undefined when the amount cannot be read. */
  value: Fraction | undefined;
  /** What the amount may mean instead; only balances can tell. */
  other?: Fraction;
  /** What is asked unless the balances of the page prove the amount. */
  doubt: Question[];
  /** The transaction type: "NTRF". */
  type: string;
  customer: string;
  bank: string;
  supplement: string;
}

const MOVEMENT =
  /^(\d{6})(\d{4}|[ \t]{4})?\s*(E?R?[CD])([A-Z])?([-+ ]*\d[\d., ]*)([A-Z][A-Z0-9]{3})?([^\n]*)/;

/** As SWIFT has it: a comma that may end the amount, and the thousands points that some banks add. */
const WELL_FORMED = /^(\d+|\d{1,3}(\.\d{3})+),\d*$/;

/** Reads the field; undefined when it has not this form at all. */
export function readMovement(field: string): MtMovement | undefined {
  const found = MOVEMENT.exec(field);
  if (!found) return undefined;
  const [, value = "", entry = "", mark = "", , amount = "", type = "", rest = ""] = found;
  return {
    day: bookingDay(value, /^\d{4}$/.test(entry) && entry !== "0000" ? entry : undefined),
    mark,
    ...signedAmount(mark, amount.trim()),
    type,
    ...readReferences(rest),
  };
}

/**
 * C and RD are money in, D and RC money out. A minus beside the mark turns it (a negative debit), or
 * says the same once more. An amount that is not well formed is proposed and asked about.
 */
function signedAmount(mark: string, text: string): Pick<MtMovement, "value" | "other" | "doubt"> {
  const signed = /^[-+]/.test(text);
  const digits = text.replace(/^[-+ ]+/, "");
  const size = WELL_FORMED.test(digits) ? readDecimal(digits, ",") : proposedSize(digits);
  if (size === undefined) return { value: undefined, doubt: [] };
  const out = mark.endsWith("D") !== mark.includes("R");
  const value = out ? negate(size) : size;
  const doubt = WELL_FORMED.test(digits) ? [] : unclear(text);
  if (!signed || text.startsWith("+")) return { value, doubt };
  doubt.push(question("sign", note("markAndSign", { mark, text })));
  return { value: negate(value), other: value, doubt };
}

/** "123 45" and "12.45" as the amounts that they most likely are. */
function proposedSize(digits: string): Fraction | undefined {
  return readDecimal(digits) ?? readDecimal(digits.replace(/^(\d+) (\d{2})$/, "$1.$2"));
}

/** Whether money came in. */
export function comesIn({ value }: MtMovement): boolean {
  return value !== undefined && !isNegative(value);
}

/** `NONREF//0724710290621954` and a supplement on the next line. */
function readReferences(text: string): Pick<MtMovement, "customer" | "bank" | "supplement"> {
  const [first = "", ...more] = text.split("\n");
  const at = first.indexOf("//");
  const customer = (at < 0 ? first : first.slice(0, at)).trim();
  const bank = at < 0 ? "" : first.slice(at + 2).trim();
  const named = /^(NONREF|KREF\+?|NOTPROVIDED)$/.test(customer) ? "" : customer;
  return { customer: named, bank: bank === "NONREF" ? "" : bank, supplement: more.join(" ") };
}

/**
 * The entry date, else the value date. A value date that its month does not have (30 February, by
 * the banks' 30-day months) is the month's last day.
 */
export function bookingDay(value: string, entry: string | undefined): string | undefined {
  const [short, month, day] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2)));
  if (!month || !day || month > 12) return undefined;
  const year = 2000 + short! - (short! >= 80 ? 100 : 0);
  const valueDay = Math.min(day, lastDayOf(year, month));
  if (entry === undefined) return dayText(year, month, valueDay);
  const [entryMonth, entryDay] = [Number(entry.slice(0, 2)), Number(entry.slice(2))];
  const from = dayNumber(year, month, valueDay);
  const distance = (candidate: number) =>
    Math.abs(dayNumber(candidate, entryMonth, entryDay) - from);
  const nearest = [year - 1, year + 1].reduce(
    (best, candidate) => (distance(candidate) < distance(best) ? candidate : best),
    year,
  );
  const last = lastDayOf(nearest, entryMonth);
  return dayText(nearest, entryMonth, Math.min(entryDay, last || 31));
}
