/** Opening balances that other programs' books state (decisions W13). */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { question } from "./format.ts";
import { type Movement, movementLine, ownSide } from "./movement.ts";

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
