/** The amounts of one ledger entry in the books' terms, and what its postings assert. */

import { type Note, note } from "../../contract/notes.ts";
import { compare, type Fraction, subtract } from "../../ledger/arithmetic.ts";
import type { DecimalMark } from "../file/cells.ts";
import type { AccountList, Balances, ClosingList } from "./account-balances.ts";
import { missingAmounts } from "./journal-entry.ts";
import { type LedgerAssertion, type PostingText, readPostingText } from "./ledger-amount.ts";
import type { LedgerEntry, LedgerFile } from "./ledger-entries.ts";

/** What the entries of one file share while they are booked. */
export interface Context {
  file: LedgerFile;
  mark: DecimalMark | undefined;
  nameOf: (account: string) => string;
  balances: Balances;
  list: AccountList;
  closings: ClosingList;
  broken: Note[];
}

/** A posting with its amount in the books' terms. */
export interface Booked {
  account: string;
  quantity: Fraction;
  unit: string;
  value: Fraction;
  currency: string;
  assertion?: LedgerAssertion;
}

/** All postings with their amounts; undefined when one cannot be read or two leave theirs out. */
export function readBooked(entry: LedgerEntry, context: Context): Booked[] | undefined {
  const texts = entry.postings.map(({ rest }) => readPostingText(rest, context.mark));
  if (texts.some((text) => text === undefined)) return undefined;
  const booked: Booked[] = [];
  const open: number[] = [];
  for (const [index, text] of (texts as PostingText[]).entries()) {
    const account = entry.postings[index]!.account;
    const amount = text.amount ?? assigned(account, text.assertion, context);
    if (!amount) {
      open.push(index);
      continue;
    }
    const { quantity, weight } = amount;
    const assertion = text.assertion ? { assertion: text.assertion } : {};
    booked.push({
      account,
      quantity: quantity.value,
      unit: quantity.currency,
      ...weight,
      ...assertion,
    });
  }
  if (open.length > 1) return undefined;
  return open.length === 0
    ? booked
    : [...booked, ...balancing(entry.postings[open[0]!]!.account, booked)];
}

/** `account  = 100 CNY` without an amount: as much as makes the balance so. */
function assigned(account: string, assertion: LedgerAssertion | undefined, context: Context) {
  if (!assertion) return undefined;
  const { value, currency } = assertion;
  const missing = { value: subtract(value, context.balances.own(account, currency)), currency };
  return { quantity: missing, weight: missing };
}

function balancing(account: string, known: readonly Booked[]): Booked[] {
  return missingAmounts(known).map(({ value, currency }) => {
    return { account, quantity: value, unit: currency, value, currency };
  });
}

/** Notes the posting as broken when its balance is not what it says; call it after booking. */
export function checkAssertion(posting: Booked, entry: LedgerEntry, context: Context): void {
  const { assertion, account } = posting;
  if (!assertion) return;
  const { balances } = context;
  const held = assertion.inclusive
    ? balances.withChildren(account, assertion.currency)
    : balances.own(account, assertion.currency);
  if (compare(held, assertion.value) === 0) return;
  context.broken.push(note("assertionBroken", { line: entry.line, account }));
}
