/**
 * Bills into the rows of a preview. Runs in a worker (imports/worker.ts), and asks the service for
 * what only the database knows. Pure but for that: the same file over the same book gives the same
 * rows.
 */

import type { Bill, BillLine, Closing } from "../../bills/bill/line.ts";
import { compileRules } from "../../bills/categories/rules.ts";
import { OWN_FILE } from "../../bills/file/limits.ts";
import { closingsOf } from "../../bills/format/closings.ts";
import { readBill } from "../../bills/index.ts";
import type { MappedBill } from "../../bills/mapped/mapping.ts";
import { formerLineKeys, lineKeys, repeatedNumbers } from "../../bills/matching/identity.ts";
import { note } from "../../contract/notes.ts";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import { ZERO } from "../../ledger/money.ts";
import { compareRows } from "./compare-rows.ts";
import type {
  Ask,
  Drafted,
  DraftOrder,
  FoundBill,
  KnownKey,
  PlacedClosing,
} from "./draft-order.ts";
import { answerKey, askWhichAccount, draftLine, ownName } from "./draft-row.ts";
import { tellByBalance } from "./equal-lines.ts";
import { AccountPlaces } from "./file-accounts.ts";
import { keyOn, keyOtherWay, standsElsewhere } from "./known-keys.ts";
import { followPurchases, linkEarlier, purchaseIds, seekPurchases } from "./link-refunds.ts";
import { type DraftRow, PAGE, storedValues } from "./preview-row.ts";
import type { Source } from "./suggest-matches.ts";

/** Reads the file and hands over its rows. Throws BillError for what cannot be read. */
export async function draftImport(order: DraftOrder, ask: Ask): Promise<Drafted> {
  const bills = await readWithMappings(order);
  order.bytes = new Uint8Array(0);
  for (const bill of bills) askForRepeated(bill);
  const lines = bills.flatMap((bill, index) =>
    bill.lines.map((line): [BillLine, number] => [line, index]),
  );
  const keys = bills.flatMap(uniqueKeys(lineKeys));
  const known = new Map<string, KnownKey>();
  await findKeys(keys, known, ask);
  if (order.formerKeys)
    await findFormer(keys, bills.flatMap(uniqueKeys(formerLineKeys)), known, ask);
  const places = new AccountPlaces(order);
  await findOtherLines(keys, lines, bills, known, places, ask);
  await tellByBalance(keys, lines, bills, known, ask);
  const rules = compileRules(order.rules);
  const offsets = offsetsOf(bills);
  const answers = new Map(
    order.answers.map((one) => [answerKey(one.provider, one.code, one.value), one.answer]),
  );
  const slow = order.rules.some(({ match }) => match === "pattern");
  if (slow) ask.matching(true);
  const found = bills.map((bill) => foundBill(bill, order));
  const asks = bills.map((bill) =>
    "words" in bill
      ? { words: bill.words, questions: bill.questions }
      : { words: [], questions: [] },
  );
  const stated = bills.map(closingsOf);
  const rows: DraftRow[] = [];
  const purchases = new Map<DraftRow, string[]>();
  // A line is let go once it is drafted: of a large bill both do not fit into memory.
  for (const bill of bills) bill.lines = [];
  for (lines.reverse(); lines.length > 0; ) {
    const [line, bill] = lines.pop() as [BillLine, number];
    const key = keys[rows.length] as string;
    const traits = bills[bill] as Bill;
    const { format } = traits;
    const row = draftLine(
      { line, bill, number: rows.length + 1, offset: offsets[bill] as number, key },
      { order, rules, places, format, traits, known: known.get(key), answers },
    );
    rows.push(row);
    if (row.kind === "refund") purchases.set(row, purchaseIds(line));
  }
  if (slow) ask.matching(false);
  places.settle(rows);
  places.matchBanks();
  askWhichAccount(rows, places);
  const refused = new Set(order.refused);
  await linkEarlier(purchases, ask);
  followPurchases(rows);
  await seekPurchases(purchases, bills, refused, ask);
  const byBill = bills.map(sourceOf);
  const sources = rows.map(({ bill }) => byBill[bill] as Source);
  const { currency } = order;
  await compareRows(rows, { sources, places, currency, refused }, ask);
  for (let at = 0; at < places.list.length; at += PAGE) {
    await ask.places(places.list.slice(at, at + PAGE));
  }
  return {
    bills: found,
    rows: await storeRows(rows, order, ask),
    asks,
    closings: bills.flatMap((bill, at) =>
      placeClosings(stated[at] as Closing[], bill, places, order),
    ),
  };
}

/** More than this nobody looks through: the last days count. */
const MOST_CLOSINGS = 1000;

/** What a bill says of the ends of days, on the places of its accounts; other currencies are none of the book's. */
function placeClosings(
  closings: Closing[],
  { format, clock }: Bill,
  places: AccountPlaces,
  { currency, zone }: DraftOrder,
): PlacedClosing[] {
  const placed = closings.flatMap(({ account, day, balance, ...said }): PlacedClosing[] => {
    const place = places.placeOf(format, account);
    if (place === null || (said.currency || currency) !== currency) return [];
    return clock === "china" && !endsAsInChina(day as Day, zone) ? [] : [{ place, day, balance }];
  });
  const ordered = placed.sort((one, other) => (one.day < other.day ? -1 : 1));
  return ordered.slice(-MOST_CLOSINGS);
}

/** Whether the day ends in the zone when it does in China: elsewhere the book parts its lines otherwise. */
function endsAsInChina(day: Day, zone: string): boolean {
  const end = Date.parse(`${day}T16:00:00Z`);
  return dayOf(end - 1, zone) === day && dayOf(end, zone) !== day;
}

/** Hands the rows over, page by page, and lets them go. Returns how many they were. */
async function storeRows(
  rows: DraftRow[],
  { userId, importId }: DraftOrder,
  ask: Ask,
): Promise<number> {
  const count = rows.length;
  for (rows.reverse(); rows.length > 0; ) {
    const page = rows.splice(-PAGE).reverse();
    await ask.store(storedValues(userId, importId, page), page.length, count);
  }
  return count;
}

async function findKeys(
  keys: readonly string[],
  known: Map<string, KnownKey>,
  ask: Ask,
): Promise<void> {
  for (let at = 0; at < keys.length; at += PAGE) {
    for (const one of await ask.known(keys.slice(at, at + PAGE))) known.set(one.key, one);
  }
}

/** A line that is in the book under the key of an earlier version keeps that. */
async function findFormer(
  keys: string[],
  former: readonly string[],
  known: Map<string, KnownKey>,
  ask: Ask,
): Promise<void> {
  const isOpen = (key: string, index: number) =>
    key !== keys[index] && known.get(keys[index] as string)?.alive !== true;
  await findKeys(former.filter(isOpen), known, ask);
  former.forEach((key, index) => {
    if (isOpen(key, index) && known.has(key)) keys[index] = key;
  });
}

/**
 * A line that is known as one of another account than this file's is another line: it is looked for, and
 * kept, under a key of its account. A number that is unique everywhere is the same on every account, but
 * the two sides of a payment between people have one: the other way is asked about.
 */
async function findOtherLines(
  keys: string[],
  lines: [BillLine, number][],
  bills: Bill[],
  known: Map<string, KnownKey>,
  places: AccountPlaces,
  ask: Ask,
): Promise<void> {
  const moved: string[] = [];
  const otherWay: number[] = [];
  const only = new Set(lines.map(([line]) => ownName(line))).size === 1;
  lines.forEach(([line, bill], index) => {
    const key = keys[index] as string;
    const found = known.get(key);
    if (found === undefined) return;
    const { format, ids } = bills[bill] as Bill;
    const numbered = ids === "global" && line.externalId !== "";
    const accountId = numbered ? null : places.accountOf(format, ownName(line), only);
    const other = numbered
      ? keyOtherWay(key, found, line.kind)
      : accountId !== null && standsElsewhere(found, accountId)
        ? keyOn(key, accountId)
        : undefined;
    if (other === undefined) return;
    if (numbered) otherWay.push(index);
    keys[index] = other;
    moved.push(other);
  });
  await findKeys(moved, known, ask);
  for (const index of otherWay) {
    if (known.has(keys[index] as string)) continue;
    lines[index]?.[0].review.push({ code: "other-way", text: note("sameNumberOtherWay") });
  }
}

/** A table of no known format is read with the mapping that its header had before. */
function readWithMappings(order: DraftOrder): ReturnType<typeof readBill> {
  const { bytes, fileName, password, encoding, dateOrder, dateField, mapping, header } = order;
  return readBill(bytes, {
    fileName,
    zone: order.zone,
    ...(password !== undefined && { password }),
    ...(order.ownFile && { limits: OWN_FILE }),
    today: order.today,
    ...(encoding !== undefined && { encoding }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(dateField !== undefined && { dateField }),
    ...(mapping && { mapping }),
    ...(header && { header }),
    ...(order.askColumns && { askColumns: true }),
    remembered: order.mappings,
  });
}

/** A second line of a bill with the number, direction and amount of another asks (decisions W4). */
function askForRepeated(bill: Bill): void {
  for (const index of repeatedNumbers(bill)) {
    bill.lines[index]?.review.push({ code: "same-number", text: note("sameNumber") });
  }
}

/** Two bills of one archive may hold the same line; within one upload it is one line, once more. */
function uniqueKeys(keysOf: (bill: Bill) => string[]): (bill: Bill) => string[] {
  const seen = new Map<string, number>();
  return (bill) =>
    keysOf(bill).map((key) => {
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return times === 0 ? key : `${key}~${times}`;
    });
}

function offsetsOf(bills: Bill[]): number[] {
  let sum = 0;
  return bills.map((bill) => {
    sum += bill.lines.length;
    return sum - bill.lines.length;
  });
}

const sourceOf = ({ format, ids }: Bill): Source => ({ format, ids });

function foundBill(bill: Bill | MappedBill, { mapping, mappings }: DraftOrder): FoundBill {
  const { lines, stated, clock: _, role: __, ids: ___, closings: ____, ...rest } = bill;
  const { words: _____, questions: ______, ...head } = { words: [], questions: [], ...rest };
  const known = mappings.some(({ fingerprint }) => fingerprint === bill.layout);
  const remembered = "mapping" in bill && mapping === undefined && known;
  return {
    ...head,
    ...(remembered && { remembered: true as const }),
    rows: lines.length,
    stated: stated.map(({ found, ...total }) => ({
      ...total,
      foundCount: found?.count ?? 0,
      foundSum: found?.sum ?? ZERO,
    })),
  };
}
