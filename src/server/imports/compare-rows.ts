/**
 * New rows against the book: which are in it already, and which are perhaps. For a preview that is made,
 * and for one whose accounts are chosen differently.
 */
import { type Day, shiftDay, shiftWithin } from "../../ledger/calendar.ts";
import { MAX_AMOUNT } from "../../ledger/money.ts";
import { type InPieces, inTurns } from "../handler/in-turns.ts";
import { type Fulfillable, MOST_AWAY } from "../plans/fulfillable.ts";
import type {
  Ask,
  Candidate,
  CandidateCursor,
  CandidatePage,
  KnownKey,
  WantedCandidates,
} from "./draft-order.ts";
import { askOpen, settleKnown } from "./draft-row.ts";
import { followPlanned } from "./match-plans.ts";
import { type DraftRow, PAGE, readQuestions } from "./preview-row.ts";
import {
  type Around,
  askAboutProved,
  comparedAmounts,
  type ProvedRow,
  type Source,
  suggestFor,
} from "./suggest-matches.ts";

/** What the rows are compared by. */
export interface Comparison extends Omit<Around, "candidates" | "occurrences"> {
  /** The currency of the book. */
  currency: string;
  /** What is looked for in the book, where that has been worked out already for the same rows. */
  wanted?: WantedCandidates[];
}

/** Sets on the rows that are new what of the book each is, or is perhaps. */
export async function compareRows(
  rows: DraftRow[],
  { currency, wanted, ...around }: Comparison,
  ask: Pick<Ask, "candidates" | "fulfillable" | "keysOf">,
): Promise<void> {
  const open = rows.filter((row) => isNew(row, currency));
  if (open.length === 0) return;
  const sought = wanted ?? (await inTurns(wantedCandidates(open, around.sources)));
  const candidates = await candidatesFor(sought, rows, ask);
  const occurrences = await occurrencesFor(open, rows, ask);
  const proved = await inTurns(suggestFor(open, { ...around, candidates, occurrences }));
  await settleProved(proved, rows, ask);
  followPlanned(rows);
}

/** A record or a transfer so far as it tells whether a row may be it. Amount and fee in fen. */
export interface Nearby {
  day: string;
  amount: number;
  fee: number;
  externalId: string | null;
}

/** What is looked for in the book for the rows that are new, where one of these is among it. */
export async function wantedNear(
  found: readonly Nearby[],
  rows: readonly DraftRow[],
  { currency, sources }: Pick<Comparison, "currency" | "sources">,
): Promise<WantedCandidates[] | undefined> {
  const open = rows.filter((row) => isNew(row, currency));
  const wanted = await inTurns(wantedCandidates(open, sources));
  return (await inTurns(isAnyWanted(found, wanted))) ? wanted : undefined;
}

function* isAnyWanted(
  found: readonly Nearby[],
  wanted: readonly WantedCandidates[],
): InPieces<boolean> {
  for (const one of wanted) {
    yield;
    const isWanted = wantedBy(one);
    if (found.some(isWanted)) return true;
  }
  return false;
}

/** As the statements that look for candidates have it. */
function wantedBy({ from, to, some }: WantedCandidates): (one: Nearby) => boolean {
  const [amounts, numbers] = [new Set(some?.amounts), new Set(some?.numbers)];
  return ({ day, amount, fee, externalId }) => {
    if (day < from || day > to) return false;
    if (some === undefined) return true;
    const number = externalId !== null && numbers.has(externalId);
    return number || amounts.has(amount) || amounts.has(amount + fee);
  };
}

/** What of the book is looked for, and is what no row is known as. */
async function candidatesFor(
  sought: readonly WantedCandidates[],
  rows: readonly Pick<DraftRow, "recordId" | "transferId">[],
  ask: Pick<Ask, "candidates">,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  // What lies around the end of one stretch of days lies around the beginning of the next.
  const found = { records: new Set<number>(), transfers: new Set<number>() };
  for (const wanted of sought) {
    let after: CandidateCursor | undefined = { part: 0, day: wanted.from, id: 0 };
    while (after !== undefined) {
      const page: CandidatePage = await ask.candidates(wanted, after);
      for (const one of page.found) if (isFirst(one, found)) candidates.push(one);
      after = page.next;
    }
  }
  if (candidates.length === 0) return candidates;
  const isTaken = takenBy(rows);
  return candidates.filter((one) => !isTaken(one));
}

function isFirst(
  { recordId, transferId }: Candidate,
  { records, transfers }: { records: Set<number>; transfers: Set<number> },
): boolean {
  const [ids, id] = recordId !== null ? [records, recordId] : [transfers, transferId as number];
  if (ids.has(id)) return false;
  ids.add(id);
  return true;
}

/** Tells what of the book a row is known as. */
function takenBy(
  rows: readonly Pick<DraftRow, "recordId" | "transferId">[],
): (one: Pick<DraftRow, "recordId" | "transferId">) => boolean {
  const records = new Set(rows.flatMap(({ recordId }) => recordId ?? []));
  const transfers = new Set(rows.flatMap(({ transferId }) => transferId ?? []));
  return ({ recordId, transferId }) =>
    recordId !== null ? records.has(recordId) : transfers.has(transferId as number);
}

/** The occurrences of plans around the days of these rows, of which each has one, but for those that a row is already. */
async function occurrencesFor(
  open: readonly DraftRow[],
  rows: readonly DraftRow[],
  ask: Pick<Ask, "fulfillable">,
): Promise<Fulfillable[]> {
  let [first, last] = [open[0]?.day as Day, open[0]?.day as Day];
  for (const day of open.map((row) => row.day as Day)) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const found = await ask.fulfillable(shiftWithin(first, -MOST_AWAY), shiftWithin(last, MOST_AWAY));
  if (found.length === 0) return found;
  const isTaken = takenBy(rows);
  const settled = new Set(rows.map(({ planId, due }) => `${planId} ${due}`));
  return found.filter((one) => !isTaken(one) && !settled.has(`${one.planId} ${one.due}`));
}

/** Rows that are proved to be booked are known, each by the key that its line was booked under. */
async function settleProved(
  proved: readonly ProvedRow[],
  rows: readonly DraftRow[],
  ask: Pick<Ask, "keysOf">,
): Promise<void> {
  if (proved.length === 0) return;
  const keys = new Set(rows.map(({ key }) => key));
  for (let at = 0; at < proved.length; at += PAGE) {
    const page = proved.slice(at, at + PAGE);
    const found = await ask.keysOf({
      records: page.flatMap(([, { recordId }]) => recordId ?? []),
      transfers: page.flatMap(([, { transferId }]) => transferId ?? []),
    });
    for (const [row, booked] of page) {
      const known = found.find((one) => isKeyOf(one, row, booked) && !keys.has(one.key));
      if (known === undefined) askAboutProved(row, booked);
      else {
        keys.add(known.key);
        settleAs(row, known);
      }
    }
  }
}

/** Whether a key of what is booked was written by the row's own format. */
function isKeyOf({ key, recordId, transferId }: KnownKey, row: DraftRow, booked: Candidate) {
  const same =
    booked.recordId !== null ? recordId === booked.recordId : transferId === booked.transferId;
  return same && key.split(":", 1)[0] === row.key.split(":", 1)[0];
}

function settleAs(row: DraftRow, known: KnownKey): void {
  row.key = known.key;
  row.recordId = known.recordId;
  row.transferId = known.transferId;
  Object.assign(row, { asked: null, askedValue: null, decided: 0 });
  const questions = readQuestions(row.questions);
  settleKnown(row, known, questions);
  askOpen(row, questions);
}

/** How far before and after a row its other half may lie, in days. */
const AROUND_DAYS = 3;
/** What is asked for at once: so many amounts, so many numbers, and so many days, that no look takes long. */
const MOST_WANTED = 2000;
const MOST_DAYS = 31;

/** What to look for in the book: what is near a row, in days, and of its amount or its number. */
function* wantedCandidates(
  rows: readonly DraftRow[],
  sources: readonly Source[],
): InPieces<WantedCandidates[]> {
  const byDay = new Map<string, DraftRow[]>();
  for (const row of rows) {
    yield;
    const day = row.time.slice(0, 10);
    const known = byDay.get(day);
    if (known) known.push(row);
    else byDay.set(day, [row]);
  }
  const stretches: Stretch[] = [];
  for (const day of [...byDay.keys()].sort() as Day[]) {
    const near = stretchOf(day, byDay.get(day) as DraftRow[], sources);
    const last = stretches.at(-1);
    if (last === undefined || !joinTo(last, near)) stretches.push(near);
    yield;
  }
  return stretches.map(({ from, to, balances, amounts, numbers }) => {
    const few = amounts.size <= MOST_WANTED && numbers.size <= MOST_WANTED;
    const some = { amounts: [...amounts], numbers: [...numbers] };
    return { from, to, balances, ...(few && { some }) };
  });
}

/** Days with what lies around them, and what is looked for there. */
interface Stretch {
  from: Day;
  to: Day;
  balances: boolean;
  amounts: Set<number>;
  numbers: Set<string>;
}

function stretchOf(day: Day, rows: readonly DraftRow[], sources: readonly Source[]): Stretch {
  return {
    from: shiftDay(day, -AROUND_DAYS),
    to: shiftDay(day, AROUND_DAYS),
    balances: rows.some(({ balance }) => balance !== null),
    amounts: new Set(rows.flatMap((row) => [...comparedAmounts(row)])),
    numbers: new Set(rows.map((row) => numberOf(row, sources)).filter((number) => number !== "")),
  };
}

/** Joins a later day to a stretch, unless it is far from it or too much would be asked for at once. */
function joinTo(stretch: Stretch, { from, to, balances, amounts, numbers }: Stretch): boolean {
  if (from > stretch.to || to > shiftDay(stretch.from, MOST_DAYS)) return false;
  if (stretch.amounts.size + amounts.size > MOST_WANTED) return false;
  if (stretch.numbers.size + numbers.size > MOST_WANTED) return false;
  for (const amount of amounts) stretch.amounts.add(amount);
  for (const number of numbers) stretch.numbers.add(number);
  stretch.to = to;
  stretch.balances ||= balances;
  return true;
}

/** The number by which a row of an account is known with another amount, too. */
function numberOf({ number, externalId }: DraftRow, sources: readonly Source[]): string {
  return sources[number - 1]?.ids === "global" ? "" : externalId;
}

/** Whether the line may be in the book as something else: it is new, also where it asks something. */
function isNew(row: DraftRow, currency: string): boolean {
  if (row.kind === "skip" || row.kind === "opening" || row.day === null) return false;
  if (row.amount <= 0 || row.amount > MAX_AMOUNT || row.currency !== currency) return false;
  return (
    row.fate === "new" || (row.fate === "review" && (row.decided === 0 || row.action === "import"))
  );
}
