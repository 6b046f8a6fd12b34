/**
 * Transfers that a full export lists from both of their accounts are one transfer (bills.md G16).
 * The second listing stays visible as a skipped line that says where its twin stands.
 */
import { dayNumber } from "./calendar.ts";
import { question } from "./format.ts";
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

/** How many open arrivals of one amount are tried; more of them have no clear pairs. */
const MAX_TRIED = 50;

/** How many days may lie between the two sides of a transfer. */
const MAX_DAYS_APART = 3;

/**
 * Joins transfers of which each side was listed alone, with the other account unnamed: equal
 * amounts, different accounts, at most three days apart. What stays alone is asked about.
 */
export function joinHalves(lines: BillLine[]): BillLine[] {
  const arrivals = new Map<string, BillLine[]>();
  for (const line of lines) {
    if (line.kind !== "transfer" || line.account !== "") continue;
    const key = `${line.currency} ${line.amount}`;
    const waiting = arrivals.get(key);
    if (waiting) waiting.push(line);
    else arrivals.set(key, [line]);
  }
  const joined = new Map<BillLine, BillLine>();
  for (const line of lines) {
    if (line.kind !== "transfer" || line.toAccount !== "") continue;
    const waiting = arrivals.get(`${line.currency} ${line.amount}`) ?? [];
    const at = waiting.slice(0, MAX_TRIED).findIndex((one) => fits(line, one));
    if (at < 0) continue;
    const arrival = waiting.splice(at, 1)[0]!;
    joined.set(line, { ...line, toAccount: arrival.toAccount ?? "" });
    joined.set(arrival, leftOut(arrival, `与第 ${line.sourceLine} 行是同一笔转账，只记一次`));
  }
  return lines.map((line) => joined.get(line) ?? withOpenSide(line));
}

function fits(departure: BillLine, arrival: BillLine): boolean {
  if (departure.account === arrival.toAccount) return false;
  const [from, to] = [departure, arrival].map((line) => numberOfDay(line.time));
  return Math.abs(from! - to!) <= MAX_DAYS_APART;
}

function numberOfDay(time: string): number {
  return dayNumber(Number(time.slice(0, 4)), Number(time.slice(5, 7)), Number(time.slice(8, 10)));
}

function withOpenSide(line: BillLine): BillLine {
  if (line.kind !== "transfer" || (line.account !== "" && line.toAccount !== "")) return line;
  const open = question("no-other-side", "找不到转账的另一个账户，请选择");
  return { ...line, review: [...line.review, open] };
}
