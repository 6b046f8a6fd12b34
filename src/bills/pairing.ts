/**
 * Transfers that a full export lists from both of their accounts are one transfer (bills.md G16).
 * The second listing stays visible as a skipped line that says where its twin stands.
 */
import type { BillLine } from "./line.ts";
import { leftOut } from "./movement.ts";

/** A transfer line and the account in whose list it stood. */
export interface SeenTransfer {
  line: BillLine;
  seenFrom: string;
}

/**
 * Skips the second listing of each transfer that was seen from both sides: same accounts, same
 * day, same amount. N equal transfers pair one by one, so that N stay.
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
    const key = [line.account, line.toAccount, line.time.slice(0, 10), line.amount].join("\n");
    const waiting = open.get(key) ?? [];
    open.set(key, waiting);
    if (waiting.length === 0 || waiting[0]!.seenFrom === side)
      waiting.push({ line, seenFrom: side });
    else twins.set(line, waiting.shift()!.line);
  }
  return lines.map((line) => {
    const twin = twins.get(line);
    if (!twin) return line;
    if (line.externalId !== "") twin.linkIds.push(line.externalId);
    return leftOut(line, `与第 ${twin.sourceLine} 行是同一笔转账，只记一次`);
  });
}
