/** An import as it is answered: what was found, what will be done, and what was done. */
import type { MappingQuestion, TablePreview } from "../../bills/mapped/mapping.ts";
import type { AccountType } from "../../contract/fields.ts";
import type {
  Import,
  ImportedBill,
  ImportResult,
  ImportSummary,
} from "../../contract/import-shapes.ts";
import type { Language } from "../../contract/messages.ts";
import { inWords, type Text } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import { addFen, type Fen, type FenSum, fen, fenSumOf, ZERO } from "../../ledger/money.ts";
import { selectList } from "../../store/names.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns, mapInTurns } from "../handler/in-turns.ts";
import { exactNumbers, toJson, yuan } from "../handler/money-json.ts";
import type { FoundBill } from "./draft-order.ts";
import { listedRows } from "./listed-rows.ts";
import { previewAgreement } from "./preview-agreement.ts";
import {
  type Fate,
  presentRow,
  type RowAction,
  type RowKind,
  rowFields,
  type StoredRow,
} from "./preview-row.ts";
import { BOOKED } from "./write-rows.ts";

/** An import as stored; the texts that end in JSON are parsed when shown. */
export interface ImportRecord {
  id: number;
  userId: number;
  status: ImportSummary["status"];
  fileName: string;
  currency: string;
  found: string;
  result: string | null;
  problem: string | null;
  rowCount: number;
  written: number | null;
  createdAt: string;
  updatedAt: string;
  committedAt: string | null;
}

export const importFields = selectList([
  "id",
  "userId",
  "status",
  "fileName",
  "currency",
  "found",
  "result",
  "problem",
  "rowCount",
  "written",
  "createdAt",
  "updatedAt",
  "committedAt",
] satisfies (keyof ImportRecord)[]);

/** Rows that the answer about an import holds itself. */
const FIRST_ROWS = 100;

export async function getImport({ db, userId }: Context, id: number): Promise<ImportRecord> {
  const row = await db.get<ImportRecord>(sql`select ${importFields} from imports
    where user_id = ${userId} and id = ${id} and dropped = 0`);
  if (row === undefined) throw new Refusal(404, "importNotFound");
  return row;
}

export function presentSummary(row: ImportRecord, language: Language): ImportSummary {
  const found = JSON.parse(row.found) as { bills?: FoundBill[]; tables?: TablePreview[] };
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    fileName: row.fileName,
    currency: row.currency,
    rowCount: row.rowCount,
    bills: (found.bills ?? []).map((bill) => presentBill(bill, language)),
    ...(found.tables && { tables: found.tables.map((table) => sayTable(table, language)) }),
    ...(row.problem !== null && { problem: sayProblem(row.problem, language) }),
    ...(row.result !== null && { result: JSON.parse(row.result) as ImportResult }),
    ...(row.written !== null && { written: row.written }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    committedAt: row.committedAt ?? undefined,
  };
}

/** The same as JSON: what was done is put in as it is kept, since it names every account that was moved. */
export function summaryText({ result, ...row }: ImportRecord, language: Language): string {
  const text = toJson(presentSummary({ ...row, result: null }, language));
  return result === null ? text : `${text.slice(0, -1)},"result":${exactNumbers(result)}}`;
}

/** A table with its questions and their answers in words. */
function sayTable({ questions, ...table }: TablePreview, language: Language) {
  return { ...table, questions: sayMappingQuestions(questions, language) };
}

/** Questions about whole tables, with their answers. */
export function sayMappingQuestions(questions: MappingQuestion[], language: Language) {
  return questions.map(({ text, answers = [], ...question }) => ({
    ...question,
    text: inWords(text, language),
    answers: answers.map((answer) => ({ ...answer, text: inWords(answer.text, language) })),
  }));
}

function sayProblem(stored: string, language: Language) {
  const { code, text } = JSON.parse(stored) as { code: string; text: Text };
  return { code, text: inWords(text, language) };
}

/** The file's own totals beside ours. */
/** The balances that a file states of its accounts are for the reading alone. */
function presentBill(
  { stated, accounts: _, ...bill }: FoundBill,
  language: Language,
): ImportedBill {
  return {
    ...bill,
    title: inWords(bill.title, language),
    notices: bill.notices.map((notice) => inWords(notice, language)),
    stated: stated.map(({ label, count, sum, foundCount, foundSum }) => ({
      label,
      ...(count !== undefined && { count }),
      ...(sum !== undefined && { sum: yuan(sum), difference: yuan(fen(sum - foundSum)) }),
      foundCount,
      foundSum: yuan(foundSum),
    })),
  };
}

/** The import with its accounts, its counts and its first rows. */
export async function showImport(ctx: Context, row: ImportRecord): Promise<Import> {
  const { db, userId } = ctx;
  const groups = await groupsOf(ctx, row.id);
  const gone = await givenBack(ctx, row, groups);
  const rows =
    await db.all<StoredRow>(sql`select ${rowFields} from ${listedRows(userId, row.id, { limit: FIRST_ROWS })}
    order by number limit ${FIRST_ROWS}`);
  return {
    ...presentSummary(row, ctx.language),
    accounts: await accountsOf(ctx, row.id, groups),
    fates: await fatesOf([...groups, ...gone]),
    questions: await questionsOf(ctx, row.id),
    booked: countOf([...groups, ...gone].filter(isBooked)),
    totals: await totalsOf(groups),
    ...(row.status === "ready" && (await previewAgreement(ctx, row.id, holdsOf(groups)))),
    rows: rows.map((one) => presentRow(one, ctx.language)),
  };
}

const holdsOf = (groups: readonly Group[]) => ({
  transfers: groups.some(({ kind }) => kind === "transfer"),
  merges: groups.some(({ action }) => action === "merge"),
  openings: groups.some(({ kind }) => kind === "opening"),
});

/** Rows that are alike in all that is counted. */
interface Group {
  fate: Fate;
  action: RowAction;
  /** 1 where a commit books the rows. */
  books: number;
  kind: RowKind;
  account: number;
  toAccount: number | null;
  /** 0 where the row names an account of its own in the place of the file's. */
  placed: number;
  placedTo: number;
  count: number;
  sum: FenSum;
  /** Transfers of these that cost something. */
  feeCount: number;
  fees: FenSum;
}

async function groupsOf({ db, userId }: Context, importId: number): Promise<Group[]> {
  const rows = await allInTurns<Omit<Group, "sum" | "fees"> & { sum: string; fees: string }>(
    db,
    sql`select fate, action, case when ${BOOKED} then 1 else 0 end as books,
      case when joins = 1 and action = 'merge' then 'transfer' else kind end as kind,
      account, to_account,
      case when account_id is null then 1 else 0 end as placed,
      case when to_account_id is null then 1 else 0 end as placed_to, count(*) as count,
      cast(sum(amount) as text) as sum,
      cast(sum(case when fee > 0 then 1 else 0 end) as bigint) as fee_count,
      cast(sum(fee) as text) as fees
    from import_rows r where user_id = ${userId} and import_id = ${importId}
    group by fate, action, joins, kind, account, to_account, placed, placed_to
    order by fate, action, joins, kind, account, to_account, placed, placed_to`,
  );
  return mapInTurns(rows, (row) => ({
    ...row,
    sum: fenSumOf(row.sum),
    fees: fenSumOf(row.fees),
  }));
}

/** More questions than this are not told one by one. */
const MAX_QUESTIONS = 500;

interface AskedGroup {
  code: string;
  value: string | null;
  first: number;
  rows: number;
  bookable: number;
  open: number;
  sum: string;
  answered: number;
  remembered: number;
  /** Values that all rows, or all that were answered, share; null where they differ. */
  ofKind: RowKind | null;
  answerAction: RowAction | null;
  answerKind: RowKind | null;
  answerAccount: number | null;
  answerTo: number | null;
  /** 1 where all that were answered stand with a purchase of the book, or are occurrences of plans. */
  linked: number | null;
}

/** What all rows of a group for which the condition holds have in a column; null where they differ. */
const shared = (column: Sql, condition: Sql): Sql => {
  const value = sql`case when ${condition} then ${column} end`;
  return sql`case when min(${value}) = max(${value}) then min(${value}) end`;
};
const ANSWERED = sql`decided > 1`;
/** An account of the row itself; 0 where it has none, so that rows with one and without one differ. */
const answerOn = (column: Sql): Sql => shared(sql`coalesce(${column}, 0)`, ANSWERED);
const countRowsOf = (condition: Sql): Sql =>
  sql`cast(sum(case when ${condition} then 1 else 0 end) as bigint)`;

/** What the rows ask, once a question; its first row says it. */
async function questionsOf(ctx: Context, importId: number): Promise<Import["questions"]> {
  const { db, userId } = ctx;
  const groups = await db.all<AskedGroup>(sql`
    select asked as "code", asked_value as "value", min(number) as "first", count(*) as "rows",
      ${countRowsOf(sql`date is not null and amount > 0`)} as "bookable",
      ${countRowsOf(sql`decided = 0`)} as "open", ${countRowsOf(ANSWERED)} as "answered",
      cast(sum(case when decided = 0 then amount else 0 end) as text) as "sum",
      cast(max(case when decided = 3 then 1 else 0 end) as bigint) as "remembered",
      ${shared(sql`kind`, sql`number > 0`)} as of_kind,
      ${shared(sql`action`, ANSWERED)} as answer_action,
      ${shared(sql`kind`, ANSWERED)} as answer_kind,
      ${answerOn(sql`account_id`)} as answer_account, ${answerOn(sql`to_account_id`)} as answer_to,
      cast(min(case when ${ANSWERED} then case when refund_of is null and plan_id is null
        then 0 else 1 end end) as bigint) as linked
    from import_rows
    where user_id = ${userId} and import_id = ${importId} and asked is not null
    group by asked, asked_value
    order by "open" desc, "first" limit ${MAX_QUESTIONS}`);
  const texts = await askedTexts(ctx, importId, groups);
  return groups.map((group) => presentQuestion(group, texts.get(group.first) ?? group.code));
}

function presentQuestion(group: AskedGroup, text: string): Import["questions"][number] {
  const { code, value, rows, bookable, ofKind, open, sum, answered, remembered } = group;
  return {
    code,
    ...(value !== null && { value }),
    text,
    rows,
    bookable,
    ...(ofKind !== null && { ofKind }),
    open,
    sum: yuan(fenSumOf(sum)),
    answered,
    ...(group.answerAction !== null && {
      answer: {
        action: group.answerAction,
        ...(group.answerKind !== null && { kind: group.answerKind }),
        ...(group.answerAccount && { accountId: group.answerAccount }),
        ...(group.answerTo && { toAccountId: group.answerTo }),
        ...(group.linked === 1 && { linked: true as const }),
      },
    }),
    ...(remembered === 1 && { remembered: true as const }),
  };
}

async function askedTexts(
  { db, userId, language }: Context,
  importId: number,
  groups: AskedGroup[],
): Promise<Map<number, string>> {
  if (groups.length === 0) return new Map();
  const rows = await db.all<StoredRow>(sql`select ${rowFields} from import_rows
    where user_id = ${userId} and import_id = ${importId}
      and number in (${join(groups.map(({ first }) => first))})`);
  return new Map(rows.map((row) => [row.number, askedText(row, language)]));
}

/** What a row asks, in words. */
function askedText(row: StoredRow, language: Language): string {
  const { questions = [], suggestion } = presentRow(row, language);
  const asked = questions.find(
    ({ code, value = null }) => code === row.asked && value === row.askedValue,
  );
  return asked?.text ?? suggestion?.reason ?? "";
}

/** The rows of an import that were booked: they are records and transfers now, and told by their number. */
async function givenBack(
  ctx: Context,
  { id, status, rowCount, written }: ImportRecord,
  groups: readonly Group[],
): Promise<Pick<Group, "fate" | "action" | "books" | "count">[]> {
  const done = status === "undone" || (status === "committed" && written === null);
  const count = rowCount - countOf(groups);
  if (!done || count === 0) return [];
  const planned = await countPlanned(ctx, id);
  const gone = (fate: Fate, count: number) => ({
    fate,
    action: "import" as const,
    books: 1,
    count,
  });
  return [gone("new", count - planned), gone("planned", planned)].filter((one) => one.count > 0);
}

/** Rows that are booked as occurrences of plans. */
async function countPlanned({ db, userId }: Context, importId: number): Promise<number> {
  const of = (table: Sql) => sql`(select count(*) from ${table} b where b.user_id = ${userId}
    and b.import_id = ${importId} and b.import_row is not null and b.plan_id is not null)`;
  const row = await db.get<{ count: number }>(sql`select
    cast(${of(sql`records`)} + ${of(sql`transfers`)} as bigint) as count`);
  return Number(row?.count ?? 0);
}

async function fatesOf(
  groups: Pick<Group, "fate" | "action" | "count">[],
): Promise<Import["fates"]> {
  const found = new Map<string, Import["fates"][number]>();
  await eachInTurns(groups, ({ fate, action, count }) => {
    const key = `${fate} ${action}`;
    const known = found.get(key);
    found.set(key, { fate, action, count: count + (known?.count ?? 0) });
  });
  return [...found.values()];
}

const isBooked = ({ books }: Pick<Group, "books">): boolean => books === 1;

/** What a commit books; the fees of transfers are told apart. */
async function totalsOf(groups: Group[]): Promise<Import["totals"]> {
  const found = new Map<RowKind, { count: number; sum: FenSum }>();
  const add = (kind: RowKind, count: number, sum: FenSum) => {
    const known = found.get(kind) ?? { count: 0, sum: ZERO as Fen };
    found.set(kind, { count: known.count + count, sum: addFen(known.sum, sum) });
  };
  await eachInTurns(groups, (group) => {
    if (!isBooked(group)) return;
    add(group.kind, group.count, group.sum);
    if (group.feeCount > 0) add("fee", group.feeCount, group.fees);
  });
  return [...found].map(([kind, { count, sum }]) => ({ kind, count, sum: yuan(sum) }));
}

interface PlaceRow {
  place: number;
  provider: string;
  name: string;
  accountId: number | null;
  newName: string;
  newType: AccountType;
}

async function accountsOf(
  { db, userId }: Context,
  importId: number,
  groups: Group[],
): Promise<Import["accounts"]> {
  const places = await allInTurns<PlaceRow>(
    db,
    sql`select place, provider, name, account_id, new_name, new_type
    from import_accounts where user_id = ${userId} and import_id = ${importId} order by place`,
  );
  const counts = await countByPlace(groups);
  return mapInTurns(places, ({ place, provider, name, accountId, newName, newType }) => ({
    place,
    provider,
    name,
    ...(accountId === null ? { proposal: { name: newName, type: newType } } : { accountId }),
    ...(counts.get(place) ?? { rows: 0, booked: 0 }),
  }));
}

/** Rows of each place, and those of them that a commit books on the account of the place. */
async function countByPlace(groups: Group[]): Promise<PlaceCounts> {
  const counts: PlaceCounts = new Map();
  await eachInTurns(groups, (group) => countGroup(group, counts));
  return counts;
}

type PlaceCounts = Map<number, { rows: number; booked: number }>;

function countGroup(group: Group, counts: PlaceCounts): void {
  const { account, toAccount, placed, placedTo, count } = group;
  for (const place of new Set([account, toAccount])) {
    if (place === null) continue;
    const own = counts.get(place) ?? { rows: 0, booked: 0 };
    const stands = (account === place && placed === 1) || (toAccount === place && placedTo === 1);
    own.rows += count;
    if (stands && isBooked(group)) own.booked += count;
    counts.set(place, own);
  }
}

function countOf(groups: readonly Pick<Group, "count">[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
