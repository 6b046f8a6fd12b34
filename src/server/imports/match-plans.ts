/**
 * Which occurrence of a plan a row is: of the same account and direction, near in time and amount. One more
 * sign makes it certain; without it the row asks. Each occurrence takes one row, and each row is one.
 */
import { isWallet } from "../../bills/banks/bank-kinds.ts";
import { choosePairs, type PossiblePair } from "../../bills/matching/choose-pairs.ts";
import { daysApart } from "../../bills/matching/match-rules.ts";
import { matchKey } from "../../bills/matching/matches.ts";
import { note, storedText } from "../../contract/notes.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { type Fulfillable, MOST_AWAY } from "../plans/fulfillable.ts";
import { isOpen } from "./draft-row.ts";
import type { AccountPlaces } from "./file-accounts.ts";
import { AS_PURCHASE } from "./link-refunds.ts";
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
  certain: boolean;
  key: string;
}

/** The rows of which something is suggested, or that are taken for their occurrence. */
export function matchPlans(
  rows: readonly DraftRow[],
  occurrences: readonly Fulfillable[],
  places: Places,
  refused: ReadonlySet<string>,
): void {
  if (occurrences.length === 0) return;
  const found = byDay(occurrences);
  const pairs = rows
    .filter((row) => row.suggestion === null)
    .flatMap((row) => pairsOf(row, found, places))
    .filter(({ key }) => !refused.has(key))
    .sort(inOrder);
  const chosen = choosePairs(pairs);
  const rivals = rivalsOf(pairs, chosen);
  const contested = new Set(rivals.map(({ one }) => one));
  for (const pair of chosen) suggestPlanned(pair, pair.certain && !contested.has(pair.one));
  for (const pair of rivals) suggestPlanned(pair, false);
}

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

/** At most so many occurrences of a day are compared with a row. */
const MAX_ALIKE = 40;

/** By account, direction and day; those of one amount only apart, by that too. */
function byDay(occurrences: readonly Fulfillable[]): Map<string, Fulfillable[]> {
  const found = new Map<string, Fulfillable[]>();
  for (const one of occurrences) {
    const { direction, accountId, toAccountId, date, exact, amount } = one;
    const key = `${direction} ${accountId} ${toAccountId} ${date} ${exact ? amount : ""}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else if (known.length < MAX_ALIKE) known.push(one);
  }
  return found;
}

function pairsOf(
  row: DraftRow,
  found: ReadonlyMap<string, Fulfillable[]>,
  places: Places,
): PlannedPair[] {
  const direction = directionOfKind(row.kind);
  const accountId = row.accountId ?? places.accountAt(row.account);
  const toAccountId =
    direction === "move" ? (row.toAccountId ?? places.accountAt(row.toAccount)) : null;
  if (direction === undefined || accountId === null || row.day === null) return [];
  const pairs: PlannedPair[] = [];
  for (let away = -MOST_AWAY; away <= MOST_AWAY; away += 1) {
    const day = shiftDay(row.day as Day, away);
    const base = `${direction} ${accountId} ${toAccountId} ${day}`;
    const near = [`${base} ${row.amount}`, `${base} `].flatMap((key) => found.get(key) ?? []);
    for (const one of near) if (fits(row, one)) pairs.push(pairOf(row, one));
  }
  return pairs;
}

/** Which way the money of a row goes; a refund is no payment that is planned. */
export function directionOfKind(kind: RowKind): Fulfillable["direction"] | undefined {
  if (kind === "expense" || kind === "fee") return "out";
  if (kind === "income") return "in";
  return kind === "transfer" ? "move" : undefined;
}

function fits(row: DraftRow, one: Fulfillable): boolean {
  if (daysApart(one.date, row.day as string) > one.within) return false;
  // A transfer that is booked keeps its amount where the row tells of a fee.
  if (one.transferId !== null && row.fee > 0 && row.amount !== one.amount) return false;
  if (one.amount === null || one.exact) return true;
  return Math.abs(row.amount - one.amount) * 3 <= one.amount;
}

function pairOf(row: DraftRow, one: Fulfillable): PlannedPair {
  const certain = isTold(row, one) || isNamed(row, one);
  const key = matchKey(`line:${row.key}`, `plan:${one.planId}:${one.due}`);
  const days = daysApart(one.date, row.day as string);
  return { ends: [row, one], tier: certain ? 1 : 0, row, one, days, certain, key };
}

/** Shorter words stand in too many texts. */
const SHORTEST = 2;

/** Whether the line names the plan. */
function isNamed({ counterparty, description }: DraftRow, { words }: Fulfillable): boolean {
  const text = plain(`${counterparty} ${description}`);
  return words.map(plain).some((word) => word.length >= SHORTEST && text.includes(word));
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/**
 * Whether a line of the same counterparty has fulfilled the plan before. A wallet that a bank names stands
 * for everybody who is paid through it: then the whole line must be the same.
 */
function isTold({ counterparty, description }: DraftRow, { told }: Fulfillable): boolean {
  if (counterparty.length < SHORTEST || isWallet(counterparty)) {
    return description !== "" && told.includes(description);
  }
  return told.some(
    (text) => text.startsWith(counterparty) || text.split(/\s+/).includes(counterparty),
  );
}

function suggestPlanned({ row, one, certain, key }: PlannedPair, taken: boolean): void {
  const { planId, due, name, direction, recordId, transferId } = one;
  const booked = recordId !== null || transferId !== null;
  const asks = !taken || asksElse(row);
  const code = asks ? "plannedAsked" : booked ? "plannedBooked" : "plannedIs";
  const suggestion: RowSuggestion = {
    ...{ kind: PLANNED, reason: note(code, { name, day: due }), certain, key },
    ...{ planId, due, direction },
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
