/** Opening balances that other programs' books state (decisions W13). */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { question } from "./format.ts";
import { type Movement, movementLine, ownSide } from "./movement.ts";

/** What a cell says that names what the account began with, or stood at, and nothing else. */
const OPENING =
  /^((期初|年初|月初|初始|起始|上[期月年页日]|前[期页]|承前)的?(余额|结余|结存)|(承前|承上|接上)页?|上[期月年页](结转|转入)|余额结转|结转余额|(opening|starting|previous|beginning|initial) bal(ance)?\.?|bal(ance)?\.? (brought|b\/f|fwd|forward)( forward| fwd)?|b\/f|brought (forward|fwd)|anfangssaldo|alter (konto)?saldo|saldo (inicial|anterior)|solde (initial|précédent))[:：]?$/i;
const CLOSING =
  /^((期末|年末|月末|本[期月年页]|当前|日终|最终)的?(余额|结余|结存)|(过次|转下)页?|结转下[期月年页]|(closing|ending|new|final) bal(ance)?\.?|bal(ance)?\.? (carried|c\/f)( forward| fwd)?|c\/f|carried (forward|fwd)|endsaldo|neuer (konto)?saldo|saldo final|solde final)[:：]?$/i;

/** Whether a text is the name of an opening balance and nothing else. */
export function namesOpening(text: string): boolean {
  return OPENING.test(text.replace(/\s*(?:'[^']+'|"[^"]+"|“[^”]+”)$/, ""));
}

/** The same of a closing balance. */
export function namesClosing(text: string): boolean {
  return CLOSING.test(text);
}

/** Asks about lines of a statement that tell a balance instead of a movement, in place. */
export function askBalanceRows(lines: readonly BillLine[]): void {
  for (const line of lines) {
    const moves = line.kind === "income" || line.kind === "expense" || line.kind === "refund";
    const texts = [line.counterparty, line.description].filter((text) => text !== "");
    if (!moves || !texts.some((text) => namesOpening(text) || namesClosing(text))) continue;
    line.review.push(question("total", note("askBalanceRow")));
  }
}

/**
 * The line of an account's opening balance: above zero what the account begins with, below zero the
 * debt that it begins with. It is neither income nor expense.
 */
export function openingLine(movement: Movement): BillLine {
  const { value, account = "" } = movement;
  const line = movementLine({
    ...movement,
    reason: movement.reason || note("openingBalance"),
    kind: "opening",
    category: "",
  });
  return line.kind === "opening" ? { ...line, own: ownSide(account, value) } : line;
}

/** A later change of a balance: the same, but asked about. */
export function balanceChangeLine(movement: Movement): BillLine {
  const line = openingLine(movement);
  if (line.kind === "opening") askChange(line);
  return line;
}

/**
 * Keeps the first opening of each account and asks about each later one, by day: it is a change of a
 * balance, which may as well be income or expense.
 */
export function settleOpenings(lines: BillLine[]): BillLine[] {
  const openings = lines.filter(({ kind }) => kind === "opening");
  const opened = new Set<string>();
  for (const line of openings.sort((one, other) => compare(one.time, other.time))) {
    const key = `${line.currency}\n${line.account}`;
    if (opened.has(key)) askChange(line);
    opened.add(key);
  }
  return lines;
}

/** Asks whether a change of a balance is to be booked as a difference of the opening. */
function askChange(line: BillLine): void {
  if (line.review.some(({ code }) => code === "balance-change")) return;
  line.reason = note("balanceChange");
  line.review.push(question("balance-change", note("askBalanceChange")));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
