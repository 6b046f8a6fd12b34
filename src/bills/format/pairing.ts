/**
 * Transfers that a full export lists from both of their accounts are one transfer (bills.md G16).
 * The second listing stays visible as a skipped line that says where its twin stands.
 */

import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { leftOut } from "./movement.ts";

/** A transfer line and the account in whose list it stood. */
export interface SeenTransfer {
  line: BillLine;
  seenFrom: string;
}

/**
 * Skips the second listing of each transfer that was seen from both sides: same accounts, same
 * day, same amount. N equal transfers pair one by one, so that N stay. A listing that sums up
 * several parts of one split of the other account is skipped too.
 */
export function pairTransfers(
  lines: BillLine[],
  seenFrom: ReadonlyMap<BillLine, string>,
): BillLine[] {
  const open = new Map<string, SeenTransfer[]>();
  const twins = new Map<BillLine, BillLine>();
  for (const line of lines) {
    const side = seenFrom.get(line);
    if (line.kind !== "transfer" || side === undefined) continue;
    const key = transferKey(line.account, line.toAccount, line, line.amount);
    const waiting = open.get(key) ?? [];
    open.set(key, waiting);
    if (waiting.length === 0 || waiting[0]!.seenFrom === side)
      waiting.push({ line, seenFrom: side });
    else twins.set(line, waiting.shift()!.line);
  }
  pairSums(open, twins);
  return lines.map((line) => {
    const twin = twins.get(line);
    return twin ? secondListing(line, twin) : line;
  });
}

function transferKey(
  from: string,
  to: string | undefined,
  { time, currency }: BillLine,
  amount: number,
): string {
  return [from, to, time.slice(0, 10), currency, amount].join("\n");
}

/** The parts of one split that go to one account, and what they move out of `seenFrom` together. */
interface PartsOfSplit extends SeenTransfer {
  other: string;
  count: number;
  moved: number;
}

/** Pairs what is still open with the sum of the parts that one split of the other side has. */
function pairSums(open: ReadonlyMap<string, SeenTransfer[]>, twins: Map<BillLine, BillLine>): void {
  const splits = new Map<string, PartsOfSplit>();
  for (const { line, seenFrom } of [...open.values()].flat()) {
    const link = line.linkIds.find((id) => id.startsWith("split:"));
    if (link === undefined) continue;
    const out = line.account === seenFrom;
    const other = (out ? line.toAccount : line.account) ?? "";
    const key = `${link}\n${seenFrom}\n${other}`;
    const parts = splits.get(key) ?? { line, seenFrom, other, count: 0, moved: 0 };
    parts.count += 1;
    parts.moved += out ? line.amount : -line.amount;
    splits.set(key, parts);
  }
  for (const { line, seenFrom, other, count, moved } of splits.values()) {
    if (count < 2) continue;
    const [from, to] = moved > 0 ? [seenFrom, other] : [other, seenFrom];
    const waiting = open.get(transferKey(from, to, line, Math.abs(moved))) ?? [];
    const at = waiting.findIndex((one) => one.seenFrom === other);
    if (at >= 0) twins.set(waiting.splice(at, 1)[0]!.line, line);
  }
}

/** The line as one that is booked with its twin; its number goes over to it. */
function secondListing(line: BillLine, twin: BillLine): BillLine {
  if (line.externalId !== "") twin.linkIds.push(line.externalId);
  return leftOut(line, note("sameTransfer", { line: twin.sourceLine }));
}
