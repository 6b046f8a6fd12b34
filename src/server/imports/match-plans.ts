/**
 * Which occurrence of a plan a row is: of the same account and direction, near in time and amount. One more
 * sign makes it certain; without it the row asks. Each occurrence takes one row, and each row is one.
 */
import { choosePairs, type PossiblePair } from "../../bills/matching/choose-pairs.ts";
import { daysApart } from "../../bills/matching/match-rules.ts";
import { matchKey } from "../../bills/matching/matches.ts";
import { note, storedText } from "../../contract/notes.ts";
import { shiftWithin } from "../../ledger/calendar.ts";
import type { InPieces } from "../handler/in-turns.ts";
import { type Fulfillable, isAbout, MOST_AWAY } from "../plans/fulfillable.ts";
import { isOpen } from "./draft-row.ts";
import type { AccountPlaces } from "./file-accounts.ts";
import { AS_PURCHASE } from "./link-refunds.ts";
import { PlanSigns } from "./plan-signs.ts";
import {
  type DraftRow,
  type RowKind,
  type RowSuggestion,
  readQuestions,
  SIMILAR,
  storedQuestions,
} from "./preview-row.ts";

/** The kind of a suggestion that a row is an occurrence, and what the question about one begins with. */
export const PLANNED = "planned";
/** Why a row has its category. */
export const AS_PLANNED = storedText(note("asPlanned"));

type Places = Pick<AccountPlaces, "accountAt">;

/** A row and an occurrence that it may be. */
interface PlannedPair extends PossiblePair {
  row: DraftRow;
  one: Fulfillable;
  days: number;
}

/** The rows of which something is suggested, or that are taken for their occurrence. */
export function* matchPlans(
  rows: readonly DraftRow[],
  occurrences: readonly Fulfillable[],
  places: Places,
  refused: ReadonlySet<string>,
): InPieces<void> {
  if (occurrences.length === 0) return;
  const open = rows.filter((row) => row.suggestion === null);
  const pairs = (yield* pairsOf(open, occurrences, places))
    .filter((pair) => refused.size === 0 || !refused.has(keyOf(pair)))
    .sort(inOrder);
  const chosen = choosePairs(pairs);
  const rivals = rivalsOf(pairs, chosen);
  const contested = new Set(rivals.map(({ one }) => one));
  for (const pair of chosen) suggestPlanned(pair, isCertain(pair) && !contested.has(pair.one));
  for (const pair of rivals) suggestPlanned(pair, false);
}

/** One more sign than account, direction, day and amount speaks for it. */
const isCertain = ({ tier }: PlannedPair): boolean => tier > 0;

/** What is surest first, then what is nearest. */
function inOrder(a: PlannedPair, b: PlannedPair): number {
  return (
    b.tier - a.tier ||
    a.days - b.days ||
    a.row.number - b.row.number ||
    a.one.planId - b.one.planId ||
    (a.one.due < b.one.due ? -1 : 1)
  );
}

/** Rows that are left over, and could be an occurrence as well as the row that was chosen for it. */
function rivalsOf(pairs: readonly PlannedPair[], chosen: readonly PlannedPair[]): PlannedPair[] {
  const rows = new Set(chosen.map(({ row }) => row));
  const taken = new Map(chosen.map((pair) => [pair.one, pair]));
  const rivals: PlannedPair[] = [];
  for (const pair of pairs) {
    const other = taken.get(pair.one);
    if (rows.has(pair.row) || other?.tier !== pair.tier || other.days !== pair.days) continue;
    rows.add(pair.row);
    rivals.push(pair);
  }
  return rivals;
}

/** At most so many occurrences are compared with a row, the nearest. */
const MOST_NEAR = 100;
/** At most so many rows of a day are asked about for one occurrence, or speak for it. */
const MOST_ALIKE = 10;

/** Stands for the amount where those of one amount only are looked for by another. */
const ANY = "any";

/** By account, direction and each day near them; those of one amount only apart, by that too. */
function* nearEachDay(occurrences: readonly Fulfillable[]): InPieces<Map<string, Fulfillable[]>> {
  const found = new Map<string, Fulfillable[]>();
  const add = (one: Fulfillable, away: number) => {
    const { direction, accountId, toAccountId, exact, amount } = one;
    const base = `${direction} ${accountId} ${toAccountId} ${shiftWithin(one.date, away)}`;
    addAt(one, `${base} ${exact ? amount : ""}`);
    if (exact) addAt(one, `${base} ${ANY}`);
  };
  const addAt = (one: Fulfillable, key: string) => {
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else if (known.length < MOST_NEAR) known.push(one);
  };
  for (let away = 0; away <= MOST_AWAY; away += 1) {
    for (const one of occurrences) {
      yield;
      if (away > one.within) continue;
      add(one, away);
      if (away > 0) add(one, -away);
    }
  }
  return found;
}

/** All pairs that are near enough; what is alike for an occurrence is bounded, and so is what it costs. */
function* pairsOf(
  rows: readonly DraftRow[],
  occurrences: readonly Fulfillable[],
  places: Places,
): InPieces<PlannedPair[]> {
  const found = yield* nearEachDay(occurrences);
  const signs = new PlanSigns();
  const alike = new Map<Fulfillable, number[]>();
  const pairs: PlannedPair[] = [];
  for (const row of rows) {
    yield;
    const near = nearTo(row, found, places);
    if (near.length === 0) continue;
    const text = signs.textOf(row);
    for (const one of near) {
      const signed = signs.isCertain(row, text, one);
      const isOther = one.exact && one.amount !== row.amount;
      if (isOther && !signed) continue;
      const tier = signed && !isOther ? 1 : 0;
      const days = daysApart(one.date, row.day as string);
      if (isOneTooMany(one, days * 2 + tier, alike)) continue;
      pairs.push({ ends: [row, one], tier, row, one, days });
    }
  }
  return pairs;
}

function nearTo(
  row: DraftRow,
  found: ReadonlyMap<string, Fulfillable[]>,
  places: Places,
): Fulfillable[] {
  const direction = directionOfKind(row.kind);
  const accountId = row.accountId ?? places.accountAt(row.account);
  const toAccountId =
    direction === "move" ? (row.toAccountId ?? places.accountAt(row.toAccount)) : null;
  if (direction === undefined || accountId === null || row.day === null) return [];
  const base = `${direction} ${accountId} ${toAccountId} ${row.day}`;
  const exact = found.get(`${base} ${row.amount}`) ?? [];
  const loose = found.get(`${base} `) ?? [];
  const others = (found.get(`${base} ${ANY}`) ?? []).filter(({ amount }) => amount !== row.amount);
  return [...exact, ...loose, ...others].filter((one) => isOfAmount(row, one));
}

/** Counts the pairs of an occurrence that are alike. */
function isOneTooMany(
  one: Fulfillable,
  alike: number,
  counts: Map<Fulfillable, number[]>,
): boolean {
  const ofOne = counts.get(one) ?? [];
  const count = (ofOne[alike] ?? 0) + 1;
  ofOne[alike] = count;
  counts.set(one, ofOne);
  return count > MOST_ALIKE;
}

/** Which way the money of a row goes; a refund is no payment that is planned. */
export function directionOfKind(kind: RowKind): Fulfillable["direction"] | undefined {
  if (kind === "expense" || kind === "fee") return "out";
  if (kind === "income") return "in";
  return kind === "transfer" ? "move" : undefined;
}

/** What of a row says whether it can be an occurrence. */
export type RowMoney = Pick<
  DraftRow,
  "kind" | "amount" | "fee" | "day" | "accountId" | "toAccountId" | "fate"
>;

/** Whether a row can be the occurrence, as both are by now; what was taken unasked has its very amount. */
export function isNearTo(row: RowMoney, one: Fulfillable): boolean {
  if (directionOfKind(row.kind) !== one.direction || row.accountId !== one.accountId) return false;
  if (one.direction === "move" && row.toAccountId !== one.toAccountId) return false;
  if (row.day === null || daysApart(one.date, row.day) > one.within) return false;
  const isSame = !one.exact || row.amount === one.amount;
  return (isSame || row.fate !== "planned") && isOfAmount(row, one);
}

/** Near in amount. What always was one amount may have another by now: that is asked, never taken. */
function isOfAmount(row: Pick<DraftRow, "amount" | "fee">, one: Fulfillable): boolean {
  // A transfer that is booked keeps its amount where the row tells of a fee.
  if (one.transferId !== null && row.fee > 0 && row.amount !== one.amount) return false;
  return one.amount === null || isAbout(row.amount, one.amount);
}

/** Remembers a refusal. */
const keyOf = ({ row, one }: PlannedPair): string =>
  matchKey(`line:${row.key}`, `plan:${one.planId}:${one.due}`);

function suggestPlanned(pair: PlannedPair, taken: boolean): void {
  const { row, one } = pair;
  const certain = isCertain(pair);
  const { planId, due, name, direction, recordId, transferId } = one;
  const booked = recordId !== null || transferId !== null;
  const asks = !taken || asksElse(row);
  const code = asks ? "plannedAsked" : booked ? "plannedBooked" : "plannedIs";
  const suggestion: RowSuggestion = {
    ...{ kind: PLANNED, reason: note(code, { name, day: due }), certain, key: keyOf(pair) },
    ...{ planId, due, direction, saw: { amount: one.amount, date: one.date } },
    ...(recordId !== null && { recordId }),
    ...(transferId !== null && { transferId }),
    ...(one.category !== null && !booked && { category: one.category }),
    was: [row.category, row.categoryReason],
  };
  row.suggestion = JSON.stringify(suggestion);
  Object.assign(row, { recordId, transferId, decided: 0 });
  if (asks) {
    const askedValue = `${PLANNED}:${planId}:${due}`;
    Object.assign(row, { fate: "similar", action: "skip", asked: SIMILAR, askedValue });
    return;
  }
  settleKind(row);
  Object.assign(row, { fate: "planned", action: booked ? "merge" : "import", planId, due });
  if (suggestion.category === undefined) return;
  Object.assign(row, { category: suggestion.category, categoryReason: AS_PLANNED });
}

/** What the plan says of a row: that its money is no transfer of one's own, and who has paid. */
const SETTLED = new Set(["own-transfer", "unnamed-payer"]);

/** Whether the row asks something that the plan does not answer: then it goes by the person's answer. */
function asksElse({ questions }: DraftRow): boolean {
  return readQuestions(questions).some((one) => isOpen(one) && !SETTLED.has(one.code));
}

/** The row asks no more what it is, as long as it is the plan's. */
function settleKind(row: DraftRow): void {
  if (row.fate !== "review") return;
  const questions = readQuestions(row.questions);
  if (questions.some(({ text }) => storedText(text) === row.reason)) row.reason = "";
  Object.assign(row, { asked: null, askedValue: null });
  row.questions = storedQuestions(
    questions.map((one) => (isOpen(one) ? { ...one, settled: true as const } : one)),
  );
}

/** Refunds that stand in the category of a row that is a plan's by now follow it. */
export function followPlanned(rows: readonly DraftRow[]): void {
  for (const row of rows) {
    if (row.refundRow === null || row.categoryReason !== AS_PURCHASE) continue;
    const purchase = rows[row.refundRow - 1];
    if (purchase?.categoryReason === AS_PLANNED) row.category = purchase.category;
  }
}
