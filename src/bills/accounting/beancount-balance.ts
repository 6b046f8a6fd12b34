/** Balance and pad of Beancount: openings, and proofs of what was booked. */

import { type Note, note } from "../../contract/notes.ts";
import { compare, type Fraction, isZero, negate, subtract } from "../../ledger/arithmetic.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { BillLine } from "../bill/line.ts";
import { openingLine } from "../format/opening.ts";
import { readBeancountNumber } from "../values/expression.ts";
import { type AccountList, type Balances, type ClosingList, RECKONED } from "./account-balances.ts";
import type { Directive } from "./beancount-directives.ts";
import { isMoney, type Role } from "./journal-entry.ts";

/** What the directives of one file share while they are booked. */
export interface Context {
  roleOf: (account: string) => Role;
  nameOf: (account: string) => string;
  balances: Balances;
  list: AccountList;
  closings: ClosingList;
  broken: Note[];
}

/** Proves a balance, or fills the pad that waits for it: its amount is the opening balance. */
export function checkBalance(
  directive: Directive,
  pads: Map<string, Directive>,
  context: Context,
): BillLine[] {
  const stated = readBalance(directive.rest);
  if (!stated) return [];
  const { account, value, currency, tolerance } = stated;
  keepClosing(directive, stated, context);
  const missing = subtract(value, context.balances.withChildren(account, currency));
  const pad = pads.get(account);
  pads.delete(account);
  if (pad && !isZero(missing)) return [padLine(pad, account, currency, missing, context)];
  const off = compare(missing, tolerance) > 0 || compare(missing, negate(tolerance)) < 0;
  if (off) context.broken.push(note("assertionBroken", { line: directive.line, account }));
  return [];
}

/** A balance holds when its day begins: it is the end of the day before. */
function keepClosing(
  { day, metadata }: Directive,
  { account, value, currency }: Pick<Stated, "account" | "value" | "currency">,
  { roleOf, nameOf, balances, closings }: Context,
): void {
  if (day === undefined || metadata[RECKONED] !== undefined) return;
  if (!isMoney({ role: roleOf(account) }) || !balances.isAlone(account, currency)) return;
  closings.add(nameOf(account), currency, shiftDay(day as Day, -1), value);
}

interface Stated {
  account: string;
  value: Fraction;
  currency: string;
  tolerance: Fraction;
}

function readBalance(text: string): Stated | undefined {
  const found = /^(\S+)\s+(.*)$/s.exec(text);
  const amount = found && readBeancountNumber(found[2]!);
  if (!found || !amount) return undefined;
  const rest = found[2]!.slice(amount.end);
  const given = /^\s*~/.test(rest) ? readBeancountNumber(rest.replace(/^\s*~/, "")) : undefined;
  const currency = /[A-Z][A-Z0-9'._-]*/.exec(rest)?.[0] ?? "";
  const tolerance: Fraction = given?.value ?? { top: 1n, bottom: 200n };
  return { account: found[1]!, value: amount.value, currency, tolerance };
}

function padLine(
  pad: Directive,
  account: string,
  currency: string,
  value: Fraction,
  context: Context,
): BillLine {
  context.balances.add(account, currency, value);
  const name = context.nameOf(account);
  context.list.book({ account: name, role: context.roleOf(account), value, currency }, true);
  return openingLine({
    time: pad.day,
    value,
    currency,
    account: name,
    description: "pad",
    reason: note("padOpening"),
    sourceLine: pad.line,
    raw: { pad: pad.rest },
  });
}
