/** The amounts of one Beancount transaction: costs, prices and the posting that may leave its own out. */

import { type Fraction, isNegative, multiply, negate, size } from "../../ledger/arithmetic.ts";
import { readBeancountNumber } from "../values/expression.ts";
import type { RawPosting } from "./beancount-directives.ts";
import { missingAmounts } from "./journal-entry.ts";

/** A posting with its amount, in the unit held and in the one it is weighed in. */
export interface BeancountPosting {
  account: string;
  /** What the account holds more: shares, dollars, yuan. */
  quantity: Fraction;
  unit: string;
  /** What it weighs in the transaction: its cost or price, else the quantity. */
  value: Fraction;
  currency: string;
}

const CURRENCY = /^\s*([A-Z][A-Z0-9'._-]*)/;

/** All postings with their amounts; undefined when an amount cannot be read. */
export function readPostings(raw: readonly RawPosting[]): BeancountPosting[] | undefined {
  const known: BeancountPosting[] = [];
  const open: string[] = [];
  for (const posting of raw) {
    if (posting.rest === "") {
      open.push(posting.account);
      continue;
    }
    const read = readPosting(posting);
    if (!read) return undefined;
    known.push(read);
  }
  if (open.length > 1) return undefined;
  return open.length === 0 ? known : [...known, ...balancing(open[0]!, known)];
}

/** The posting without an amount takes the rest of every currency. */
function balancing(account: string, known: readonly BeancountPosting[]): BeancountPosting[] {
  return missingAmounts(known).map(({ value, currency }) => {
    return { account, quantity: value, unit: currency, value, currency };
  });
}

function readPosting(posting: RawPosting): BeancountPosting | undefined {
  const amount = readAmount(posting.rest);
  if (!amount) return undefined;
  const { value: quantity, currency: unit, rest } = amount;
  const weight = costOf(rest, quantity) ??
    priceOf(rest, quantity) ?? { value: quantity, currency: unit };
  return { account: posting.account, quantity, unit, ...weight };
}

function readAmount(text: string) {
  const number = readBeancountNumber(text);
  const currency = number && CURRENCY.exec(text.slice(number.end));
  if (!number || !currency) return undefined;
  const rest = text.slice(number.end + currency[0].length);
  return { value: number.value, currency: currency[1]!, rest };
}

/** `{10.00 USD}` for each, `{{100.00 USD}}` for all; an empty cost says nothing. */
function costOf(text: string, quantity: Fraction) {
  const found = /\{(\{?)([^{}]*)\}/.exec(text);
  const amount = found && readAmount(found[2]!);
  if (!found || !amount) return undefined;
  const value =
    found[1] === "{" ? withSignOf(amount.value, quantity) : multiply(amount.value, quantity);
  return { value, currency: amount.currency };
}

/** `@ 7.2 CNY` for each, `@@ 72 CNY` for all. */
function priceOf(text: string, quantity: Fraction) {
  const found = /(@@?)([^@]*)$/.exec(text);
  const amount = found && readAmount(found[2]!);
  if (!found || !amount) return undefined;
  const value =
    found[1] === "@@" ? withSignOf(amount.value, quantity) : multiply(amount.value, quantity);
  return { value, currency: amount.currency };
}

function withSignOf(value: Fraction, quantity: Fraction): Fraction {
  return isNegative(quantity) ? negate(size(value)) : size(value);
}
