/**
 * A preview for which another account is chosen: an equal line of another account is another line, so
 * what of the book its rows are is looked for once more, as if the file had been read with that account.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { idScopeOf } from "../../bills/formats.ts";
import { columnOf, selectList } from "../../store/names.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import {
  allInTurns,
  eachInTurns,
  type InPieces,
  inTurns,
  mapInTurns,
} from "../handler/in-turns.ts";
import { readFulfillable } from "../plans/fulfillable.ts";
import { compareRows, type Nearby, wantedNear } from "./compare-rows.ts";
import type { FoundBill, KnownKey, WantedCandidates } from "./draft-order.ts";
import { askOpen, OF_ACCOUNT, settleKnown, WHICH_ACCOUNT } from "./draft-row.ts";
import { keyOn, plainKey, standsElsewhere, TO_BE_MADE } from "./known-keys.ts";
import { AS_PLANNED } from "./match-plans.ts";
import {
  type DraftRow,
  PAGE,
  type RowQuestion,
  type RowSuggestion,
  readQuestions,
  storedQuestions,
} from "./preview-row.ts";
import { findCandidates, findKeysOf, findKnown } from "./read-file.ts";
import { listRefused } from "./remember.ts";
import type { Source } from "./suggest-matches.ts";

/** Questions that tell where a line stands in the book; all others are about the line itself. */
export const OF_STANDING = new Set(["removed", "kind-changed", "undone", "merge-gone"]);

/** What is read of a row: all that says what it is in the book as. */
const LOOKED_AT = selectList([
  ...(["number", "bill", "key", "kind", "amount", "fee", "currency", "time", "day"] as const),
  ...(["balance", "ownPlace", "account", "toAccount", "accountId", "toAccountId"] as const),
  ...(["counterparty", "description", "externalId", "status", "reason", "questions"] as const),
  ...(["category", "categoryReason", "refundRow", "planId", "due"] as const),
  ...(["suggestion", "recordId", "transferId", "mergeRow", "fate", "action"] as const),
  ...(["asked", "askedValue", "decided"] as const),
] satisfies (keyof DraftRow)[]);

/** The columns that may change. */
const SET = [
  ...(["fate", "action", "reason", "questions", "asked", "askedValue", "decided"] as const),
  ...(["suggestion", "recordId", "transferId", "mergeRow"] as const),
  ...(["category", "categoryReason", "planId", "due"] as const),
] satisfies (keyof DraftRow)[];

interface Place {
  place: number;
  name: string;
  accountId: number | null;
  newName: string;
  /** Of the account that is chosen. */
  account: string | null;
}

/** Looks again at the rows of a preview after other accounts were chosen for some of its places. */
export async function lookAgain(
  ctx: Context,
  importId: number,
  changed: ReadonlySet<number>,
): Promise<void> {
  const shown = await readPreview(ctx, importId);
  const { before, places } = shown;
  const rows = await mapInTurns(before, copyOf);
  // What the user has decided about a row holds.
  const open = rows.filter(({ decided }) => decided !== 1);
  await eachInTurns(open, (row) => {
    for (const place of sidesOf(row)) {
      if (!changed.has(place)) continue;
      answerWhich(row, place, places[place]?.name);
      answerPlace(row, places, places[place]);
    }
  });
  await moveToAccounts(ctx, open, changed, shown);
  await eachInTurns(open, (row) => {
    if (isAskedAgain(row, changed)) setNew(row);
  });
  await compareShown(ctx, shown, rows);
  await storeChanged(ctx, importId, before, rows);
}

/**
 * Compares what a preview would book with what has come into the book since it was made, and with what is
 * planned since. Returns how many rows are something else by now: what is perhaps in the book asks.
 */
export async function lookAtNewer(ctx: Context, importId: number): Promise<number> {
  const newer = await findNewer(ctx, importId);
  if (newer === "none") return 0;
  const shown = await readPreview(ctx, importId);
  const rows = await mapInTurns(shown.before, copyOf);
  // What was taken for an occurrence unasked may be what somebody has entered by hand since.
  await eachInTurns(rows, (row) => {
    if (row.fate === "planned" && row.decided === 0) setNew(row);
  });
  const wanted = newer === "much" ? undefined : await wantedNear(newer, rows, comparisonOf(shown));
  if (newer !== "much" && wanted === undefined) return 0;
  await compareShown(ctx, shown, rows, wanted);
  await storeChanged(ctx, importId, shown.before, rows);
  return rows.filter((row, at) => isOther(shown.before[at] as DraftRow, row)).length;
}

/** Whether a commit would do something else with the row than the preview has shown. */
function isOther(before: DraftRow, { action, planId, due }: DraftRow): boolean {
  if (before.action !== "import" && before.action !== "merge") return false;
  return before.action !== action || before.planId !== planId || before.due !== due;
}

/** Shows rows anew whose occurrence is no longer free: it was booked, skipped or dropped meanwhile. */
export async function lookAtPlanned(
  ctx: Context,
  importId: number,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  const gone = new Set(numbers);
  const shown = await readPreview(ctx, importId);
  const rows = await mapInTurns(shown.before, copyOf);
  await eachInTurns(rows, (row) => {
    if (gone.has(row.number)) setNew(row);
  });
  await compareShown(ctx, shown, rows);
  await storeChanged(ctx, importId, shown.before, rows);
}

/** Records and transfers that are looked at one by one; more are compared with the whole preview at once. */
const FEW_NEWER = 200;

/**
 * What has come into the book since the preview was made: nothing, a few records and transfers, or so much, or
 * plans, that everything has to be compared once more.
 */
async function findNewer(
  { db, userId }: Context,
  importId: number,
): Promise<"none" | "much" | Nearby[]> {
  const since = sql`(select created_at from imports
    where user_id = ${userId} and id = ${importId})`;
  const planned = await db.get(sql`select 1 as one from imports
    where user_id = ${userId} and id = ${importId} and (${newPlans(userId, since)})`);
  if (planned !== undefined) return "much";
  const newer = (fee: Sql, table: Sql) => sql`select b.day, b.amount, ${fee} as fee, b.external_id
    from ${table} b where b.user_id = ${userId} and b.created_at > ${since}
      and coalesce(b.import_id, 0) <> ${importId} limit ${FEW_NEWER + 1}`;
  const fee = sql`cast(coalesce((select sum(f.amount) from records f
    where f.user_id = ${userId} and f.transfer_id = b.id), 0) as bigint)`;
  const found = [
    ...(await db.all<Nearby>(newer(sql`0`, sql`records`))),
    ...(await db.all<Nearby>(newer(fee, sql`transfers`))),
  ];
  if (found.length === 0) return "none";
  return found.length > FEW_NEWER ? "much" : found;
}

/** Whether there is a plan, or an occurrence of one, that a row may be by now and could not be before. */
function newPlans(userId: number, since: Sql): Sql {
  return sql`exists (select 1 from plans p
      where p.user_id = ${userId} and p.kind <> 'reminder' and p.updated_at >= ${since})
    or exists (select 1 from plan_occurrences o
      where o.user_id = ${userId} and o.settled_at >= ${since})
    or exists (select 1 from account_merges m where m.user_id = ${userId} and m.at >= ${since})`;
}

interface ShownPreview {
  before: DraftRow[];
  places: Place[];
  /** By the bills' numbers. */
  sourceOf: Source[];
  currency: string;
}

async function readPreview(ctx: Context, importId: number): Promise<ShownPreview> {
  const head = await ctx.db.get<{ found: string; currency: string }>(sql`select found, currency
    from imports where user_id = ${ctx.userId} and id = ${importId}`);
  const { bills = [] } = JSON.parse(head?.found ?? "{}") as { bills?: FoundBill[] };
  return {
    before: await readRows(ctx, importId),
    places: await readPlaces(ctx, importId),
    sourceOf: bills.map(({ format }): Source => ({ format, ids: idScopeOf(format) })),
    currency: head?.currency ?? "",
  };
}

/** What the rows of a preview are compared by, but for what the user has refused. */
function comparisonOf({ before, places, sourceOf, currency }: ShownPreview) {
  const sources = before.map(({ bill }) => sourceOf[bill] as Source);
  return { sources, places: namesOf(places), currency };
}

async function compareShown(
  ctx: Context,
  shown: ShownPreview,
  rows: DraftRow[],
  wanted?: WantedCandidates[],
): Promise<void> {
  const { db, userId } = ctx;
  const refused = new Set(await listRefused(db, userId));
  const comparison = { ...comparisonOf(shown), refused, ...(wanted && { wanted }) };
  await compareRows(rows, comparison, {
    candidates: (sought, after) => findCandidates(db, userId, sought, after),
    fulfillable: (from, to) => readFulfillable(ctx, from, to),
    keysOf: (booked) => findKeysOf(db, userId, booked),
  });
}

/** The places that a row stands on. */
function sidesOf({ account, toAccount }: DraftRow): number[] {
  return toAccount === null || toAccount === account ? [account] : [account, toAccount];
}

/** A place without a name has an account now: rows ask only for the other side, where that has none. */
function answerPlace(row: DraftRow, places: readonly Place[], chosen: Place | undefined): void {
  if (chosen === undefined || chosen.name !== "" || chosen.accountId === null) return;
  if (row.account !== chosen.place && row.toAccount !== chosen.place) return;
  const isOpenSide = (place: number | null, accountId: number | null) =>
    accountId === null && place !== null && isUnnamed(places[place]);
  const from = isOpenSide(row.account, row.accountId);
  const to = isOpenSide(row.toAccount, row.toAccountId);
  const questions = readQuestions(row.questions);
  const both = questions.some(({ code }) => code === "no-other-side");
  const isAnswered = ({ code }: RowQuestion) =>
    OF_ACCOUNT.has(code) && !(both ? (code === "no-account" ? from : to) : from || to);
  if (!questions.some(isAnswered)) return;
  const left = questions.map((one) =>
    isAnswered(one) ? { ...one, answered: true as const } : one,
  );
  row.questions = storedQuestions(left);
  if (row.decided === 0 && OF_ACCOUNT.has(row.asked ?? "")) {
    Object.assign(row, { asked: null, askedValue: null });
    askOpen(row, left);
  }
}

/** Rows that ask something else first do not ask later which account the place is. */
function answerWhich(row: DraftRow, place: number, name: string | undefined): void {
  if (row.account !== place && row.toAccount !== place) return;
  const questions = readQuestions(row.questions);
  const isThis = ({ code, value }: RowQuestion) => code === WHICH_ACCOUNT && value === name;
  if (!questions.some(isThis)) return;
  row.questions = storedQuestions(
    questions.map((one) => (isThis(one) ? { ...one, answered: true } : one)),
  );
}

function isUnnamed(place: Place | undefined): boolean {
  return place !== undefined && place.name === "" && place.accountId === null;
}

/** What a row is like is asked again where nobody has answered, and where the account is its own. */
function isAskedAgain(row: DraftRow, changed: ReadonlySet<number>): boolean {
  if (row.fate !== "similar" && row.fate !== "planned") return false;
  return row.decided === 0 || sidesOf(row).some((place) => changed.has(place));
}

async function readRows({ db, userId }: Context, importId: number): Promise<DraftRow[]> {
  const rows: DraftRow[] = [];
  for (let after = 0; ; ) {
    const page = await db.all<DraftRow>(sql`select ${LOOKED_AT} from import_rows
      where user_id = ${userId} and import_id = ${importId} and number > ${after}
      order by number limit ${PAGE}`);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    after = (page.at(-1) as DraftRow).number;
    await nextTurn();
  }
}

const copyOf = (row: DraftRow): DraftRow => ({ ...row });

function readPlaces({ db, userId }: Context, importId: number): Promise<Place[]> {
  return allInTurns<Place>(
    db,
    sql`select p.place, p.name, p.account_id, p.new_name, a.name as account
    from import_accounts p
    left join accounts a on a.user_id = p.user_id and a.id = p.account_id
    where p.user_id = ${userId} and p.import_id = ${importId} order by p.place`,
  );
}

function namesOf(places: readonly Place[]) {
  return {
    accountAt: (place: number | null) =>
      place === null ? null : (places[place]?.accountId ?? null),
    nameOf(place: number | null): string {
      const one = place === null ? undefined : places[place];
      if (one === undefined || isUnnamed(one)) return "";
      return one.account ?? one.newName;
    },
  };
}

/**
 * The rows that stand on the places are lines of their accounts now: known where those have them, new where only
 * another account has. A number that is unique everywhere is the same on every account.
 */
async function moveToAccounts(
  { db, userId }: Context,
  rows: DraftRow[],
  changed: ReadonlySet<number>,
  { places, sourceOf }: ShownPreview,
): Promise<void> {
  const moved = rows.filter(
    ({ ownPlace, externalId, bill }) =>
      ownPlace !== null &&
      changed.has(ownPlace) &&
      (externalId === "" || sourceOf[bill]?.ids !== "global"),
  );
  const accountOf = ({ ownPlace }: DraftRow) => places[ownPlace as number]?.accountId ?? TO_BE_MADE;
  for (let at = 0; at < moved.length; at += PAGE) {
    const page = moved.slice(at, at + PAGE);
    const keys = page.flatMap((row) => [plainKey(row.key), keyOn(row.key, accountOf(row))]);
    const known = new Map((await findKnown(db, userId, keys)).map((one) => [one.key, one]));
    for (const row of page) {
      const accountId = accountOf(row);
      const plain = known.get(plainKey(row.key));
      const ofOther = plain !== undefined && standsElsewhere(plain, accountId);
      row.key = ofOther ? keyOn(row.key, accountId) : plainKey(row.key);
      setStanding(row, ofOther ? known.get(row.key) : plain);
    }
    await nextTurn();
  }
}

const STANDING = new Set(["known", "changed", "removed"]);

function setStanding(row: DraftRow, known: KnownKey | undefined): void {
  if (known === undefined) {
    if (STANDING.has(row.fate)) setNew(row);
    return;
  }
  setNew(row);
  if (known.alive) Object.assign(row, { recordId: known.recordId, transferId: known.transferId });
  const questions = readQuestions(row.questions);
  settleKnown(row, known, questions);
  askOpen(row, questions);
}

/** A row that is no occurrence of a plan has its own category again. */
function setUnplanned(row: DraftRow): void {
  const { was } = row.suggestion === null ? {} : (JSON.parse(row.suggestion) as RowSuggestion);
  if (was !== undefined && row.categoryReason === AS_PLANNED) {
    [row.category, row.categoryReason] = was;
  }
  Object.assign(row, { planId: null, due: null });
}

/** The row as the file tells it, whatever of the book it was taken for. */
function setNew(row: DraftRow): void {
  const questions = ownQuestions(row.questions);
  Object.assign(row, { recordId: null, transferId: null, mergeRow: null, decided: 0 });
  Object.assign(row, { asked: null, askedValue: null, questions: storedQuestions(questions) });
  setUnplanned(row);
  if (row.fate === "similar" || row.fate === "planned") row.suggestion = null;
  if (STANDING.has(row.fate)) row.reason = "";
  row.fate = row.kind === "skip" ? "skip" : "new";
  row.action = row.kind === "skip" ? "skip" : "import";
  askOpen(row, questions);
}

/** The questions about the line itself. */
export function ownQuestions(stored: string | null): RowQuestion[] {
  return readQuestions(stored)
    .filter(({ code }) => !OF_STANDING.has(code))
    .map(({ settled: _, ...question }) => question);
}

/** What becomes of a row's columns; the key alone, or what is put behind it for another account. */
interface Change {
  key: string | [was: string, is: string];
  values: (string | number | null)[];
}

/** The numbers of the rows that change, by what becomes of them. */
function* changesOf(
  before: readonly DraftRow[],
  rows: readonly DraftRow[],
): InPieces<Map<string, number[]>> {
  const groups = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    yield;
    const old = before[index] as DraftRow;
    if (row.key === old.key && SET.every((field) => row[field] === old[field])) continue;
    const change = JSON.stringify({
      key: keyChange(old, row),
      values: valuesOf(row),
    } satisfies Change);
    const numbers = groups.get(change);
    if (numbers) numbers.push(row.number);
    else groups.set(change, [row.number]);
  }
  return groups;
}

async function storeChanged(
  { db, userId }: Context,
  importId: number,
  before: readonly DraftRow[],
  rows: readonly DraftRow[],
): Promise<void> {
  const groups = await inTurns(changesOf(before, rows));
  for (const [change, numbers] of groups) {
    const { key, values } = JSON.parse(change) as Change;
    const set = SET.map((field, at) => sql`${raw(columnOf(field))} = ${values[at]}`);
    for (let at = 0; at < numbers.length; at += PAGE) {
      await db.run(sql`update import_rows set key = ${keyAs(key)}, joins = 0, ${join(set, ", ")}
        where user_id = ${userId} and import_id = ${importId}
          and number in (${join(numbers.slice(at, at + PAGE))})`);
    }
    await nextTurn();
  }
}

const valuesOf = (row: DraftRow): Change["values"] => SET.map((field) => row[field]);

function keyChange(old: DraftRow, row: DraftRow): Change["key"] {
  const [was, is] = [plainKey(old.key), plainKey(row.key)];
  return was === is ? [old.key.slice(was.length), row.key.slice(is.length)] : row.key;
}

function keyAs(key: Change["key"]): Sql {
  if (typeof key === "string") return sql`${key}`;
  const [was, is] = key;
  return was === "" ? sql`key || cast(${is} as text)` : sql`replace(key, ${was}, ${is})`;
}
