/**
 * The key by which a line is known again, so that the same file twice, or two files that overlap,
 * add nothing twice. It says nothing about status or category, which change between files, and
 * nothing about the kind that a statement's row was taken for, which better rules may change.
 */
import { hash } from "node:crypto";
import type { Bill, BillLine } from "../bill/line.ts";

/**
 * One key for each line, in the lines' order. With an id that says it all: provider, owner and account
 * and day (where ids are only unique within them), id, purchase/refund/fee and amount, because JD and
 * old Alipay share one id between several rows; not the second, which a spreadsheet or another layout
 * loses (decisions W4). Without: everything that tells rows apart. Rows that are equal even so are
 * numbered, so that N equal rows stay N rows and are found again as N.
 */
export function lineKeys(bill: Bill): string[] {
  return keysBy(bill, numberedIdentity);
}

/** The key of the n-th of equal lines without a number, which the balances of a statement tell apart. */
export function keyOfEqual(bill: Bill, line: BillLine, occurrence: number): string {
  const identity = JSON.stringify(plainIdentity(bill, line));
  return `${bill.format}:${digest(`${identity}\u0000${occurrence}`)}`;
}

/** The keys that imports wrote while the time was part of what an id says; others are as `lineKeys`. */
export function formerLineKeys(bill: Bill): string[] {
  return keysBy(bill, timedIdentity);
}

type Identity = (bill: Bill, line: BillLine) => unknown[];

function keysBy(bill: Bill, numbered: Identity): string[] {
  const occurrences = new Map<string, number>();
  return bill.lines.map((line) => {
    const parts = line.externalId === "" ? plainIdentity(bill, line) : numbered(bill, line);
    const identity = JSON.stringify(parts);
    // Counted by its digest: the identities of a large bill would fill the memory.
    const first = digest(`${identity}\u00001`);
    const occurrence = (occurrences.get(first) ?? 0) + 1;
    occurrences.set(first, occurrence);
    const own = occurrence === 1 ? first : digest(`${identity}\u0000${occurrence}`);
    return `${bill.format}:${own}`;
  });
}

const numberedIdentity: Identity = (bill, line) => {
  const scope = bill.ids === "global" ? [] : [bill.owner, ownAccount(line), line.time.slice(0, 10)];
  return ["number", ...scope, line.externalId, part(line), grossOf(line), line.currency];
};

const timedIdentity: Identity = (bill, line) => {
  const scope = bill.ids === "global" ? [] : [bill.owner, ownAccount(line)];
  const common = [line.time, grossOf(line), line.currency];
  return ["id", ...scope, line.externalId, part(line), ...common];
};

function plainIdentity(bill: Bill, line: BillLine): unknown[] {
  const owner = bill.format === "wechat" ? "" : bill.owner;
  const common = [line.time, grossOf(line), line.currency];
  const text = [line.counterparty, line.description];
  return ["row", owner, ownAccount(line), direction(line), ...common, ...text];
}

function grossOf(line: BillLine): number {
  return line.amount + (line.fee ?? 0);
}

/** Purchases may turn from unpaid to paid to closed; a refund and a fee stay what they are. */
function part(line: BillLine): string {
  if (line.own) return line.own.direction;
  return line.kind === "refund" || line.kind === "fee" ? line.kind : "main";
}

function direction(line: BillLine): string {
  if (line.own) return line.own.direction;
  if (line.kind === "income" || line.kind === "refund") return "in";
  if (line.kind === "expense" || line.kind === "fee") return "out";
  return line.kind;
}

/** The statement's own account; else both of a transfer, whichever of them is the file's own. */
function ownAccount(line: BillLine): string {
  if (line.own) return line.own.account;
  return line.toAccount === undefined ? line.account : `${line.account}>${line.toAccount}`;
}

/**
 * Indexes of lines whose number, part, amount and account an earlier line of the bill has too: perhaps
 * the same line twice, perhaps not (decisions W4).
 */
export function repeatedNumbers(bill: Bill): number[] {
  const repeated = repeatedIds(bill.lines);
  if (repeated.size === 0) return [];
  const seen = new Set<string>();
  return bill.lines.flatMap((line, index) => {
    if (!repeated.has(line.externalId) || line.kind === "skip") return [];
    const numbered = [line.externalId, part(line), direction(line), ownAccount(line)];
    const key = JSON.stringify([...numbered, grossOf(line), line.currency]);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

function repeatedIds(lines: readonly BillLine[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { externalId } of lines) {
    if (externalId === "") continue;
    if (seen.has(externalId)) repeated.add(externalId);
    seen.add(externalId);
  }
  return repeated;
}

/** 132 bits are enough for a lifetime of lines and short enough for an index. */
function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}
