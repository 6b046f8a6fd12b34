/**
 * What a new row is perhaps the same as: a row of another file of the same upload, a record of the
 * other side's bill, or one entered by hand. Suggestions only; nothing is merged unasked.
 */

import { isWallet } from "../../bills/banks/bank-kinds.ts";
import type { IdScope } from "../../bills/bill/line.ts";
import { idScopeOf, roleOf } from "../../bills/formats.ts";
import { choosePairs, type PossiblePair } from "../../bills/matching/choose-pairs.ts";
import type { MatchItem } from "../../bills/matching/match-item.ts";
import { daysApart } from "../../bills/matching/match-rules.ts";
import { matchKey, suggestMatches } from "../../bills/matching/matches.ts";
import {
  type AccountLine,
  type Likeness,
  likeness,
  SAME_DAYS,
} from "../../bills/matching/same-line.ts";
import { note } from "../../contract/notes.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { InPieces } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";
import type { Fulfillable } from "../plans/fulfillable.ts";
import type { Candidate } from "./draft-order.ts";
import { grossOf } from "./draft-row.ts";
import type { AccountPlaces } from "./file-accounts.ts";
import { matchPlans } from "./match-plans.ts";
import { type DraftRow, type RowSuggestion, SIMILAR } from "./preview-row.ts";

/** The format that a row was read from, and where its numbers are unique. */
export interface Source {
  format: string;
  ids: IdScope;
}

/** A row that is proved to be the line that a record was booked from. */
export type ProvedRow = [row: DraftRow, booked: Candidate];

/** What rows are compared with, and by which names. */
export interface Around {
  /** By the rows' numbers, from 1 on. */
  sources: Source[];
  places: Pick<AccountPlaces, "accountAt" | "nameOf">;
  candidates: Candidate[];
  /** Of plans; those that are booked are among the candidates, too. */
  occurrences: Fulfillable[];
  refused: ReadonlySet<string>;
}

/**
 * Sets `suggestion` and the fate "similar" on the rows that are perhaps known. Answers those that are
 * known, of which nothing is set.
 */
export function* suggestFor(rows: DraftRow[], around: Around): InPieces<ProvedRow[]> {
  const { candidates: all, occurrences, places, refused } = around;
  const booked = new Set(occurrences.map(refOf));
  const isOfPlan = (one: Candidate) => booked.size > 0 && booked.has(refOf(one));
  const others = all.filter((one) => !isOfPlan(one));
  const used = new Set<Candidate | DraftRow>();
  const settled = new Map<DraftRow, Candidate>();
  const again = (which: Which, enough?: Enough, candidates = others) =>
    sameAgain(rows, { ...around, candidates }, used, settled, which, enough);
  yield* again(({ provider }, { format }) => provider === null || provider === format);
  // A line of the account, the day and the words goes before a bank's row of a wallet's payment days away.
  yield* again(
    ({ text }) => !isWallet(text),
    ({ certain }, one, { time, counterparty, description }) =>
      certain && daysApart(one.time, time) === 0 && !isWallet(`${counterparty} ${description}`),
  );
  yield* pairUp(rows, { ...around, candidates: others }, used, settled);
  const left = rows.filter((row) => !settled.has(row));
  yield* matchPlans(left, occurrences, places, refused);
  const taken = booked.size === 0 ? booked : new Set(left.map(refOf));
  const ofPlans = all.filter((one) => isOfPlan(one) && !taken.has(refOf(one)));
  if (ofPlans.length > 0) {
    yield* pairUp(rows, { ...around, candidates: ofPlans }, used, settled);
  }
  yield* again(() => true, undefined, [...others, ...ofPlans]);
  return [...settled];
}

/** Suggests for rows what is the same money in another file, or its other side. */
function* pairUp(
  rows: DraftRow[],
  { sources, places, candidates, refused }: Around,
  used: Set<Candidate | DraftRow>,
  settled: ReadonlyMap<DraftRow, Candidate>,
): InPieces<void> {
  const isNear = nearTo(rows, candidates);
  const byRef = new Map<string, DraftRow | Candidate>();
  const items: MatchItem[] = [];
  for (const row of rows) {
    yield;
    if (row.suggestion !== null || settled.has(row) || used.has(row)) continue;
    if (!isNear(row)) continue;
    const item = itemOfRow(row, (sources[row.number - 1] as Source).format, places);
    byRef.set(item.ref, row);
    items.push(item);
  }
  for (const candidate of candidates) {
    yield;
    if (used.has(candidate)) continue;
    const item = itemOfCandidate(candidate);
    byRef.set(item.ref, candidate);
    items.push(item);
  }
  for (const one of yield* suggestMatches(items, refused)) {
    yield;
    const [keep, attach] = [byRef.get(one.keep), byRef.get(one.attach)];
    if (keep === undefined || attach === undefined) continue;
    // The row is compared with what is booked; of two rows the one that says less is compared.
    const row = isRow(attach) ? attach : isRow(keep) ? keep : undefined;
    if (row === undefined) continue;
    const other = row === attach ? keep : attach;
    used.add(other);
    const knows = one.kind !== "two-sides" && one.accountFrom === `line:${row.key}`;
    const found = { ...one, certain: one.certain === "likely" };
    setSuggestion(row, other, { ...found, ...(knows && { account: true as const }) });
  }
}

function isRow(one: DraftRow | Candidate): one is DraftRow {
  return "number" in one;
}

/** Tells which rows another row, of another bill, or a candidate may pair with: the amount is one of theirs. */
function nearTo(
  rows: readonly DraftRow[],
  candidates: readonly Candidate[],
): (row: DraftRow) => boolean {
  const bill = rows[0]?.bill;
  if (rows.some((row) => row.bill !== bill)) return () => true;
  const amounts = new Set(candidates.flatMap(({ fen, fee }) => [fen, fen + fee]));
  return (row) => amounts.has(row.amount) || amounts.has(grossOf(row));
}

/** Puts the row under the question whether it is the same as the other. */
function setSuggestion(
  row: DraftRow,
  other: DraftRow | Candidate,
  found: Pick<RowSuggestion, "kind" | "reason" | "certain" | "key" | "account">,
): void {
  const { kind, reason, certain, key, account } = found;
  const suggestion: RowSuggestion = { kind, reason, certain, key, ...(account && { account }) };
  if (isRow(other)) {
    suggestion.row = other.number;
    row.mergeRow = other.number;
  } else if (other.recordId !== null) suggestion.recordId = row.recordId = other.recordId;
  else if (other.transferId !== null) suggestion.transferId = row.transferId = other.transferId;
  row.suggestion = JSON.stringify(suggestion);
  row.fate = "similar";
  row.action = "skip";
  row.asked = SIMILAR;
  row.askedValue = kind;
  row.decided = 0;
}

function directionOf(row: DraftRow): MatchItem["direction"] {
  if (row.kind === "transfer") return "move";
  return row.kind === "income" || row.kind === "refund" ? "in" : "out";
}

function itemOfRow(
  row: DraftRow,
  format: string,
  places: Pick<AccountPlaces, "nameOf">,
): MatchItem {
  return {
    ref: `line:${row.key}`,
    source: `bill:${row.bill}`,
    provider: format,
    role: roleOf(format),
    direction: directionOf(row),
    account: places.nameOf(row.account),
    ...(row.toAccount !== null && { toAccount: places.nameOf(row.toAccount) }),
    time: row.time,
    fen: row.amount,
    fee: row.fee,
    text: `${row.counterparty} ${row.description}`,
  };
}

function itemOfCandidate(one: Candidate): MatchItem {
  return {
    ref: refOf(one),
    source: one.importId === null ? "book" : `import:${one.importId}`,
    provider: one.provider ?? "",
    role: roleOf(one.provider ?? ""),
    direction: one.direction,
    account: one.account,
    ...(one.direction === "move" && { toAccount: one.toAccount }),
    time: one.time,
    fen: one.fen,
    fee: one.fee,
    text: one.text,
  };
}

function refOf({ recordId, transferId }: Pick<Candidate, "recordId" | "transferId">): string {
  return recordId !== null ? `record:${recordId}` : `transfer:${transferId}`;
}

/** With which records the rows of a file are compared, and what must speak for a pair. */
type Which = (one: Candidate, source: Source) => boolean;
type Enough = (like: Likeness, one: Candidate, row: DraftRow) => boolean;

/**
 * Rows that are in the book as another line of their account. Each record is taken once, by the row of
 * which most speaks for it, and none that a row of this file is known as: N equal lines stay N.
 */
function* sameAgain(
  rows: DraftRow[],
  { sources, places, candidates, refused }: Around,
  used: Set<Candidate | DraftRow>,
  settled: Map<DraftRow, Candidate>,
  which: Which,
  enough: Enough = () => true,
): InPieces<void> {
  if (candidates.length === 0) return;
  const found = yield* indexed(candidates);
  const daysAround = daysAroundEach();
  const pairs: SamePair[] = [];
  for (const row of rows) {
    yield;
    if (row.suggestion !== null || settled.has(row)) continue;
    const source = sources[row.number - 1] as Source;
    const near = nearby(found, row, source, daysAround);
    if (near.size === 0) continue;
    const line = lineOfRow(row, source, places);
    for (const one of near) {
      if (used.has(one) || !which(one, source)) continue;
      const like = likeness(lineOfCandidate(one), line);
      const key = matchKey(`line:${row.key}`, refOf(one));
      if (like === undefined || !enough(like, one, row) || refused.has(key)) continue;
      pairs.push({ ends: [row, one], tier: tierOf(like), row, one, key, like });
    }
  }
  pairs.sort((a, b) => b.like.score - a.like.score || a.row.number - b.row.number);
  yield;
  for (const { row, one, key, like } of choosePairs(pairs)) {
    yield;
    used.add(one);
    if (like.proved) settled.set(row, one);
    else {
      const why = sayWhy(row, one, sources[row.number - 1] as Source);
      setSuggestion(row, one, { ...why, certain: like.certain, key });
    }
  }
}

interface SamePair extends PossiblePair {
  row: DraftRow;
  one: Candidate;
  key: string;
  like: Likeness;
}

function tierOf({ proved, certain }: Likeness): number {
  if (proved) return 2;
  return certain ? 1 : 0;
}

/** A row that would be known, and of whose line nothing is remembered, asks. */
export function askAboutProved(row: DraftRow, booked: Candidate): void {
  const key = matchKey(`line:${row.key}`, refOf(booked));
  const reason = note("sameSource");
  setSuggestion(row, booked, { kind: "same-bill", reason, certain: true, key });
}

function sayWhy(row: DraftRow, { provider, fen }: Candidate, { format }: Source) {
  if (fen !== row.amount && fen !== grossOf(row)) {
    return { kind: "other-amount", reason: note("sameNumberOther", { amount: yuan(fen) }) };
  }
  if (provider === null) return { kind: "by-hand", reason: note("sameByHand") };
  return provider === format
    ? { kind: "same-bill", reason: note("sameSource") }
    : { kind: "same-account", reason: note("sameAccountLine") };
}

/** At most so many records of one amount and day are compared with a row. */
const MAX_ALIKE = 40;

/** The amounts of the records that a row is compared with: with its fee and without. */
export function comparedAmounts(row: DraftRow): Set<number> {
  return new Set([row.amount, grossOf(row)]);
}

/** By direction, amount and day, or by direction and number. */
function* indexed(candidates: readonly Candidate[]): InPieces<Map<string, Candidate[]>> {
  const found = new Map<string, Candidate[]>();
  for (const one of candidates) {
    yield;
    const amounts = new Set([one.fen, one.fen + one.fee]);
    const keys = [...amounts].map((fen) => `${one.direction} ${fen} ${one.time.slice(0, 10)}`);
    if (one.externalId) keys.push(`${one.direction} #${one.externalId}`);
    for (const key of keys) {
      const group = found.get(key);
      if (group) group.push(one);
      else found.set(key, [one]);
    }
  }
  return found;
}

/** Tells the days around a day, each day's once. */
function daysAroundEach(): (day: Day) => Day[] {
  const known = new Map<Day, Day[]>();
  return (day) => {
    const days = known.get(day) ?? [];
    if (days.length > 0) return days;
    for (let away = -SAME_DAYS; away <= SAME_DAYS; away += 1) days.push(shiftDay(day, away));
    known.set(day, days);
    return days;
  };
}

/**
 * Records of the row's amount, with its fee or without, some days around; where numbers are an account's,
 * also those of its number with another amount: pending and posted.
 */
function nearby(
  found: ReadonlyMap<string, Candidate[]>,
  row: DraftRow,
  { format, ids }: Source,
  daysAround: (day: Day) => Day[],
): Set<Candidate> {
  const near = new Set<Candidate>();
  for (const fen of comparedAmounts(row)) {
    for (const day of daysAround(row.time.slice(0, 10) as Day)) {
      const group = found.get(`${directionOf(row)} ${fen} ${day}`);
      for (const one of group?.slice(0, MAX_ALIKE) ?? []) near.add(one);
    }
  }
  if (ids === "global" || row.externalId === "") return near;
  for (const one of found.get(`${directionOf(row)} #${row.externalId}`)?.slice(0, MAX_ALIKE) ??
    []) {
    if (one.provider === format && daysApart(one.time, row.time) <= SAME_DAYS) near.add(one);
  }
  return near;
}

function lineOfRow(
  row: DraftRow,
  { format, ids }: Source,
  places: Pick<AccountPlaces, "nameOf">,
): AccountLine {
  return {
    provider: format,
    account: places.nameOf(row.account),
    time: row.time,
    text: `${row.counterparty} ${row.description}`,
    description: row.description,
    number: row.externalId,
    ids,
    balance: row.balance,
  };
}

function lineOfCandidate(one: Candidate): AccountLine {
  const { provider, account, time, text, description, balance } = one;
  const ids = idScopeOf(provider ?? "");
  const number = one.externalId ?? "";
  return { provider, account, time, text, description, number, ids, balance };
}
