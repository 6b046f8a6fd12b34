/**
 * What a new row is perhaps the same as: a row of another file of the same upload, a record of the
 * other side's bill, or one entered by hand. Suggestions only; nothing is merged unasked.
 */
import { type MatchItem, matchKey, suggestMatches } from "../bills/matches.ts";
import { type Day, shiftDay } from "../ledger/calendar.ts";
import type { Fen } from "../ledger/money.ts";
import type { AccountPlaces } from "./import-accounts.ts";
import { grossOf } from "./import-line.ts";
import type { DraftRow, RowSuggestion } from "./import-row.ts";

/** A record or transfer of the book that a row may be the same as. */
export interface Candidate {
  recordId: number | null;
  transferId: number | null;
  /** Null when it was entered by hand. */
  provider: string | null;
  importId: number | null;
  direction: "in" | "out" | "move";
  account: string;
  toAccount: string;
  /** Wall time, or a day. */
  time: string;
  fen: Fen;
  text: string;
}

/** Sets `suggestion` and the fate "similar" on the rows that are perhaps known. */
export function suggestFor(
  rows: DraftRow[],
  formats: string[],
  places: AccountPlaces,
  candidates: Candidate[],
  refused: ReadonlySet<string>,
): void {
  const open = rows.filter((row) => row.action === "import" && row.fate !== "removed");
  sameAgain(open, formats, candidates, refused);
  const byRef = new Map<string, DraftRow | Candidate>();
  const items: MatchItem[] = [];
  for (const row of open) {
    if (row.suggestion !== null) continue;
    const item = itemOfRow(row, formats[row.number - 1] as string, places);
    byRef.set(item.ref, row);
    items.push(item);
  }
  for (const candidate of candidates) {
    const item = itemOfCandidate(candidate);
    byRef.set(item.ref, candidate);
    items.push(item);
  }
  for (const one of suggestMatches(items, refused)) {
    const [keep, attach] = [byRef.get(one.keep), byRef.get(one.attach)];
    if (keep === undefined || attach === undefined) continue;
    // The row is compared with what is booked; of two rows the one that says less is compared.
    const row = isRow(attach) ? attach : isRow(keep) ? keep : undefined;
    if (row === undefined) continue;
    const other = row === attach ? keep : attach;
    setSuggestion(row, other, { ...one, certain: one.certain === "likely" });
  }
}

function isRow(one: DraftRow | Candidate): one is DraftRow {
  return "number" in one;
}

function setSuggestion(
  row: DraftRow,
  other: DraftRow | Candidate,
  { kind, reason, certain, key }: Pick<RowSuggestion, "kind" | "reason" | "certain" | "key">,
): void {
  const suggestion: RowSuggestion = { kind, reason, certain, key };
  if (isRow(other)) {
    suggestion.row = other.number;
    row.mergeRow = other.number;
  } else if (other.recordId !== null) suggestion.recordId = row.recordId = other.recordId;
  else if (other.transferId !== null) suggestion.transferId = row.transferId = other.transferId;
  row.suggestion = JSON.stringify(suggestion);
  row.fate = "similar";
}

function directionOf(row: DraftRow): MatchItem["direction"] {
  if (row.kind === "transfer") return "move";
  return row.kind === "income" || row.kind === "refund" ? "in" : "out";
}

function itemOfRow(row: DraftRow, format: string, places: AccountPlaces): MatchItem {
  return {
    ref: `line:${row.key}`,
    source: `bill:${row.bill}`,
    provider: format,
    direction: directionOf(row),
    account: places.nameOf(row.account),
    ...(row.toAccount !== null && { toAccount: places.nameOf(row.toAccount) }),
    time: row.time,
    fen: row.amount,
    text: `${row.counterparty} ${row.description}`,
  };
}

function itemOfCandidate(one: Candidate): MatchItem {
  return {
    ref: refOf(one),
    source: one.importId === null ? "book" : `import:${one.importId}`,
    provider: one.provider ?? "",
    direction: one.direction,
    account: one.account,
    ...(one.direction === "move" && { toAccount: one.toAccount }),
    time: one.time,
    fen: one.fen,
    text: one.text,
  };
}

function refOf({ recordId, transferId }: Candidate): string {
  return recordId !== null ? `record:${recordId}` : `transfer:${transferId}`;
}

/**
 * The same payment entered by hand (same amount and direction, a day apart at most), or imported
 * from another copy of the same bill whose ids are damaged (same minute).
 */
function sameAgain(
  rows: DraftRow[],
  formats: string[],
  candidates: Candidate[],
  refused: ReadonlySet<string>,
): void {
  const byDay = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const key = `${one.direction} ${one.fen} ${one.time.slice(0, 10)}`;
    const group = byDay.get(key);
    if (group) group.push(one);
    else byDay.set(key, [one]);
  }
  const amounts = new Set<number>(candidates.map(({ fen }) => fen));
  const used = new Set<Candidate>();
  for (const row of rows) {
    // Most rows of a new bill have no like in the book.
    if (!amounts.has(row.amount) && !amounts.has(grossOf(row))) continue;
    const day = row.time.slice(0, 10) as Day;
    const days = [day, shiftDay(day, -1), shiftDay(day, 1)];
    const found = [...new Set([row.amount, grossOf(row)])]
      .flatMap((fen) =>
        days.flatMap((near) => byDay.get(`${directionOf(row)} ${fen} ${near}`) ?? []),
      )
      .find(
        (one) =>
          !used.has(one) &&
          isSameAgain(one, row, formats[row.number - 1] as string) &&
          !refused.has(matchKey(`line:${row.key}`, refOf(one))),
      );
    if (found === undefined) continue;
    used.add(found);
    const byHand = found.provider === null;
    setSuggestion(row, found, {
      kind: byHand ? "by-hand" : "same-bill",
      reason: byHand
        ? "账本里已有一笔金额相同、日期相近的手工记录"
        : "账本里已有同一来源、同一分钟、金额相同的记录",
      certain: false,
      key: matchKey(`line:${row.key}`, refOf(found)),
    });
  }
}

function isSameAgain(one: Candidate, row: DraftRow, format: string): boolean {
  if (one.provider === null) return true;
  if (one.provider !== format || one.time.length <= 10 || row.time.length <= 10) return false;
  return one.time.slice(0, 16) === row.time.slice(0, 16) && row.time.endsWith(":00");
}
