/**
 * Joins the two sides of transfers that a file lists in two of its accounts without naming the other
 * one: equal amounts, opposite directions. What could be joined in two ways, and what stays alone,
 * asks for its other account.
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { dayNumber } from "../values/calendar.ts";
import { askAccounts, question } from "./format.ts";
import { leftOut } from "./movement.ts";

/** How sure a line is one side of a transfer. */
type Sureness = "transfer" | "worded" | "open";

interface Half {
  line: BillLine;
  account: string;
  day: number;
  sureness: Sureness;
}

/** Lines of one amount and currency, by direction. */
interface Halves {
  departures: Half[];
  arrivals: Half[];
}

/** Which halves are joined with which; the surest and nearest come first. */
interface Tier {
  departs: readonly Sureness[];
  arrives: readonly Sureness[];
  /** How many days may lie between the two. */
  days: readonly number[];
  /** The person confirms the pair. */
  asks: boolean;
}

const SURE: readonly Sureness[] = ["transfer"];
const WORDED: readonly Sureness[] = ["transfer", "worded"];
const ALL: readonly Sureness[] = ["transfer", "worded", "open"];

const TIERS: readonly Tier[] = [
  { departs: SURE, arrives: SURE, days: [0], asks: false },
  { departs: WORDED, arrives: WORDED, days: [0], asks: false },
  { departs: SURE, arrives: SURE, days: [1, 2, 3], asks: false },
  { departs: SURE, arrives: ALL, days: [0], asks: true },
  { departs: ALL, arrives: SURE, days: [0], asks: true },
];

/**
 * Joins the halves. A transfer without its other account is a half; with `words` so is a line in
 * whose text they stand, and, once confirmed, any line that meets a half on its day.
 */
export function joinHalves(lines: readonly BillLine[], words?: RegExp): BillLine[] {
  const joined = new Map<BillLine, BillLine>();
  for (const alike of candidates(lines, words !== undefined)) {
    const group: Halves = { departures: [], arrivals: [] };
    for (const line of alike) addHalf(group, line, surenessOf(line, words));
    if (group.departures.length === 0 || group.arrivals.length === 0) continue;
    for (const tier of TIERS) joinTier(group, tier, joined);
  }
  return lines.map((line) => joined.get(line) ?? askAccounts(line));
}

/** Lines of one amount and currency, where there are several accounts; `any` takes all one-sided ones. */
function candidates(lines: readonly BillLine[], any: boolean): Iterable<BillLine[]> {
  const sides = lines.filter(
    (line) => line.time !== "" && (isHalf(line) || (any && isOneSided(line))),
  );
  const groups = new Map<string, BillLine[]>();
  if (new Set(sides.map(accountOf)).size < 2) return groups.values();
  for (const line of sides) {
    const key = `${line.currency} ${line.amount}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups.values();
}

function accountOf({ account, toAccount }: BillLine): string {
  return account || (toAccount ?? "");
}

/** A transfer that does not name its other account. */
function isHalf(line: BillLine): boolean {
  return line.kind === "transfer" && (line.account === "" || !line.toAccount);
}

function isOneSided({ kind }: BillLine): boolean {
  return kind === "income" || kind === "expense";
}

function surenessOf(line: BillLine, words: RegExp | undefined): Sureness {
  if (isHalf(line)) return "transfer";
  return words?.test(`${line.counterparty} ${line.description}`) ? "worded" : "open";
}

function addHalf(group: Halves, line: BillLine, sureness: Sureness): void {
  const out = line.kind === "transfer" ? line.account !== "" : line.kind === "expense";
  const account = accountOf(line);
  if (account === "") return;
  const [year, month, day] = [0, 5, 8].map((at) =>
    Number(line.time.slice(at, at === 0 ? 4 : at + 2)),
  );
  const half = { line, account, day: dayNumber(year!, month!, day!), sureness };
  (out ? group.departures : group.arrivals).push(half);
}

/** Halves of one account and day; those before `next` are joined. */
interface Queue {
  account: string;
  halves: Half[];
  next: number;
}

/** Halves that wait, by day and by account; without queues that are used up. */
type OpenHalves = Map<number, Map<string, Queue>>;

function joinTier(group: Halves, tier: Tier, joined: Map<BillLine, BillLine>): void {
  const departures = waitingOf(group.departures, tier.departs, joined);
  const arrivals = waitingOf(group.arrivals, tier.arrives, joined);
  const unclear = new Set<Half>();
  for (const apart of tier.days) {
    if (departures.size === 0 || arrivals.size === 0) return;
    for (const departure of group.departures) {
      if (joined.has(departure.line) || unclear.has(departure)) continue;
      if (!tier.departs.includes(departure.sureness)) continue;
      const queue = onlyOther(arrivals, departure, apart);
      if (queue === undefined) continue;
      const arrival = queue === "many" ? undefined : queue.halves[queue.next];
      const back = arrival && onlyOther(departures, arrival, apart);
      if (!arrival || back === undefined || back === "many") {
        unclear.add(departure);
        continue;
      }
      takeFirst(arrivals, arrival);
      takeFirst(departures, departure);
      join(departure.line, arrival.line, arrival.account, tier.asks, joined);
    }
  }
}

function waitingOf(
  halves: readonly Half[],
  sureness: readonly Sureness[],
  joined: ReadonlyMap<BillLine, BillLine>,
): OpenHalves {
  const waiting: OpenHalves = new Map();
  for (const half of halves) {
    if (joined.has(half.line) || !sureness.includes(half.sureness)) continue;
    const day = waiting.get(half.day) ?? new Map<string, Queue>();
    waiting.set(half.day, day);
    const queue = day.get(half.account);
    if (queue) queue.halves.push(half);
    else day.set(half.account, { account: half.account, halves: [half], next: 0 });
  }
  return waiting;
}

/** What waits on another account so many days away: of one account, of "many", or nothing. */
function onlyOther(
  waiting: OpenHalves,
  { account, day }: Half,
  apart: number,
): Queue | "many" | undefined {
  let found: Queue | undefined;
  for (const one of new Set([day - apart, day + apart])) {
    for (const queue of waiting.get(one)?.values() ?? []) {
      if (queue.account === account) continue;
      if (found && found.account !== queue.account) return "many";
      found ??= queue;
    }
  }
  return found;
}

/** Takes one of the halves of this account and day; which of them is the same to the others. */
function takeFirst(waiting: OpenHalves, { account, day }: Half): void {
  const queue = waiting.get(day)?.get(account);
  if (queue === undefined) return;
  queue.next += 1;
  if (queue.next === queue.halves.length) waiting.get(day)?.delete(account);
}

function join(
  departure: BillLine,
  arrival: BillLine,
  toAccount: string,
  asks: boolean,
  joined: Map<BillLine, BillLine>,
): void {
  const review = departure.review.filter(({ code }) => code !== "no-account");
  if (asks)
    review.push(question("same-transfer", note("sameTransferAsked", { line: arrival.sourceLine })));
  const linkIds = [...departure.linkIds, arrival.externalId].filter((id) => id !== "");
  joined.set(departure, { ...departure, kind: "transfer", toAccount, review, linkIds });
  joined.set(arrival, leftOut(arrival, note("sameTransfer", { line: departure.sourceLine })));
}
