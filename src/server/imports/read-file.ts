/** Reads an uploaded bill in a thread and keeps its preview, row by row as it comes. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ColumnMapping } from "../../bills/mapped/mapping.ts";
import type { DateOrder, HeaderChoice } from "../../contract/bill-answers.ts";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import type { Query } from "../../store/db.ts";
import { columnOf } from "../../store/names.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Job } from "../background/jobs.ts";
import { runThread } from "../background/worker-pool.ts";
import { lockBook } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, mapInTurns } from "../handler/in-turns.ts";
import { contextIn, type LongContext, type UploadedFile } from "../handler/long-context.ts";
import { readFulfillable } from "../plans/fulfillable.ts";
import { keepClosings } from "./closings.ts";
import {
  type BookedIds,
  type Candidate,
  type CandidateCursor,
  type CandidatePage,
  type Drafted,
  type DraftOrder,
  type EarlierExpense,
  type EarlierPurchase,
  type KnownKey,
  ORDER_LISTS,
  type WantedCandidates,
  type WantedPurchases,
} from "./draft-order.ts";
import type { AccountPlace } from "./file-accounts.ts";
import { keyOf } from "./known-keys.ts";
import { followBooked } from "./link-refunds.ts";
import { askAboutOpenings } from "./openings.ts";
import { beginningOf, moreOf } from "./order-lists.ts";
import { PAGE, STORED_COLUMNS, type StoredValue, wallTime } from "./preview-row.ts";
import { keepMapping, listAnswers, listRefused } from "./remember.ts";
import { listActiveRules } from "./rules.ts";

/** What the form says about the file. */
export interface ReadChoice {
  password?: string;
  encoding?: string;
  dateOrder?: DateOrder;
  dateField?: string;
  mapping?: ColumnMapping[];
  header?: HeaderChoice;
  askColumns?: boolean;
  accountId?: number;
  currency: string;
}

/** Reads the file into the import's rows. Throws BillError, or the refusal of a stopped job. */
export async function readIntoRows(
  own: LongContext,
  importId: number,
  job: Job,
  file: UploadedFile,
  choice: ReadChoice,
): Promise<void> {
  const order = await own.store.read((db) => orderFor(own, db, importId, file, choice), {
    longOf: own.userId,
  });
  const { first, rest } = inParts(order);
  const places: AccountPlace[] = [];
  const drafted = await runThread<Drafted>(
    { draft: first },
    { ...answersFor(own, job), ...rest, ...gather(places) },
    {
      userId: own.userId,
      signal: job.signal,
      bytes: order.bytes,
      ...(file.ownFile && { unbounded: true }),
    },
  );
  job.checkStopped();
  const keep = async (db: Query) => {
    await lockBook(contextIn(own, db));
    await keepDraft(own, db, importId, { ...drafted, places });
    await askAboutOpenings(contextIn(own, db), importId);
    await followBooked(db, own.userId, importId);
    if (choice.mapping) await rememberMappings(contextIn(own, db), choice.mapping, drafted.bills);
  };
  await own.store.write(keep, { long: true });
}

/** The accounts that the thread has found, a page at a time. */
const gather = (found: AccountPlace[]) => ({
  places: async (places: AccountPlace[]) => void found.push(...places),
});

/** An order as it is handed over, and the answers to a thread that asks for the rest of it. */
export function inParts(order: DraftOrder) {
  const lists = Object.fromEntries(ORDER_LISTS.map((name) => [name, order[name]]));
  const beginnings = ORDER_LISTS.map((name) => [name, beginningOf<unknown>(order[name])]);
  return {
    first: { ...order, ...Object.fromEntries(beginnings) } as DraftOrder,
    rest: moreOf(lists),
  };
}

/** What the thread is given for a file. */
export async function orderFor(
  own: LongContext,
  db: Query,
  importId: number,
  file: UploadedFile,
  choice: ReadChoice,
): Promise<DraftOrder> {
  const { userId } = own;
  const mappings = await allInTurns<{ mapping: string }>(
    db,
    sql`select mapping from column_mappings where user_id = ${userId} order by fingerprint`,
  );
  const bytes = takeBytes(file);
  return {
    ...choice,
    userId,
    importId,
    bytes,
    fileName: file.name,
    ...(file.ownFile && { ownFile: true }),
    zone: own.zone,
    today: dayOf(own.clock(), own.zone),
    rules: await listActiveRules(contextIn(own, db)),
    mappings: await mapInTurns(mappings, ({ mapping }) => JSON.parse(mapping) as ColumnMapping),
    names: await allInTurns(
      db,
      sql`select provider, name, account_id from account_names
      where user_id = ${userId} order by provider, name`,
    ),
    accounts: await allInTurns(
      db,
      sql`select id, name, type, archived from accounts where user_id = ${userId} order by id`,
    ),
    refused: await listRefused(db, userId),
    answers: await listAnswers(db, userId),
    formerKeys: await hasFormerKeys(db, userId),
  };
}

/** Takes the bytes out of the file: they are handed over to the thread, and a large file is not kept twice. */
function takeBytes(file: UploadedFile): Uint8Array {
  const { bytes } = file;
  file.bytes = new Uint8Array(0);
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

async function hasFormerKeys(db: Query, userId: number): Promise<boolean> {
  const one = await db.get(sql`select 1 as one from imports
    where user_id = ${userId} and keys_by_id = 0 limit 1`);
  return one !== undefined;
}

/** What the thread may ask, each in a transaction of its own, and of a book of any size. */
function answersFor(own: LongContext, job: Job) {
  const { store, userId } = own;
  const look = <T>(work: (db: Query) => Promise<T>) => store.read(work, { longOf: userId });
  let stored = 0;
  let waiting: StoredValue[][] = [];
  return {
    known: (keys: string[]) => {
      job.report("comparing", 0, 0);
      return look((db) => findKnown(db, userId, keys));
    },
    expenses: (ids: string[]) => look((db) => findExpenses(db, userId, ids)),
    purchases: (wanted: WantedPurchases) => look((db) => findPurchases(db, userId, wanted)),
    candidates: (wanted: WantedCandidates, after: CandidateCursor) =>
      look((db) => findCandidates(db, userId, wanted, after)),
    fulfillable: (from: Day, to: Day) =>
      look((db) => readFulfillable(contextIn(own, db), from, to)),
    keysOf: (booked: BookedIds) => look((db) => findKeysOf(db, userId, booked)),
    store: async (values: StoredValue[], count: number, total: number) => {
      job.checkStopped();
      waiting.push(values);
      stored += count;
      if (waiting.length < PAGES_A_WRITE && stored < total) return;
      const pages = waiting;
      waiting = [];
      await store.write((db) => storePages(db, pages), { long: true });
      job.report("storing", stored, total);
    },
  };
}

/** Pages that share a commit: the disk is asked seldom, and no other write waits long. */
const PAGES_A_WRITE = 4;
/** Rows between two turns of the event loop. */
const ROWS_A_TURN = 250;

async function storePages(db: Query, pages: StoredValue[][]): Promise<void> {
  const length = ROWS_A_TURN * STORED_COLUMNS.length;
  for (const values of pages) {
    for (let at = 0; at < values.length; at += length) {
      await db.insert("import_rows", STORED_COLUMNS, values.slice(at, at + length));
      await nextTurn();
    }
  }
}

/**
 * Whether a line `k` of the import `i` is remembered when what it was booked as is gone: deleted by
 * hand, and not by undoing the import.
 */
export const REMEMBERED = sql`(i.status = 'committed' or k.restored = 1)`;

/**
 * What was written before under these keys, once a key: what is there, whichever import wrote it,
 * else what was deleted by hand.
 */
export function findKnown(db: Query, userId: number, keys: string[]): Promise<KnownKey[]> {
  return findKeys(db, userId, sql`k.key in (${join(keys)})`);
}

/** What is written under the keys of these records and transfers. */
export function findKeysOf(
  db: Query,
  userId: number,
  { records, transfers }: BookedIds,
): Promise<KnownKey[]> {
  const ofRecords = records.length === 0 ? [] : [sql`k.record_id in (${join(records)})`];
  const ofTransfers = transfers.length === 0 ? [] : [sql`k.transfer_id in (${join(transfers)})`];
  return findKeys(db, userId, sql`(${join([...ofRecords, ...ofTransfers], " or ")})`);
}

async function findKeys(db: Query, userId: number, which: Sql): Promise<KnownKey[]> {
  const rows = await db.all<Omit<KnownKey, "alive"> & { alive: number }>(sql`
    select k.key, k.kind, k.record_id,
      k.transfer_id, k.status, k.account_id, k.to_account_id, k.balance,
      case when r.id is not null or t.id is not null or o.row_number is not null
        or j.id is not null then 1 else 0 end as alive
    from import_keys k
    left join imports i on i.user_id = k.user_id and i.id = k.import_id
    left join records r on r.user_id = k.user_id and r.id = k.record_id
    left join transfers t on t.user_id = k.user_id and t.id = k.transfer_id
    left join import_openings o on o.user_id = k.user_id and o.import_id = k.import_id
      and o.row_number = k.row_number
    left join adjustments j on k.kind = 'opening' and j.user_id = k.user_id
      and j.import_id = k.import_id and j.import_row = k.row_number
    where k.user_id = ${userId} and ${which}
      and (r.id is not null or t.id is not null or o.row_number is not null or j.id is not null
        or ${REMEMBERED})
    order by "alive", k.import_id`);
  const last = new Map(rows.map((row) => [row.key, { ...row, alive: Number(row.alive) === 1 }]));
  return [...last.values()];
}

/** What of an expense `e` has not been refunded. */
const left = (userId: number): Sql =>
  sql`e.amount - cast(coalesce((select sum(b.amount) from records b
    where b.user_id = ${userId} and b.refund_of = e.id), 0) as bigint)`;

/** Imported expenses with these ids, and what is left of each to be refunded. */
function findExpenses(db: Query, userId: number, ids: string[]): Promise<EarlierExpense[]> {
  return db.all<EarlierExpense>(sql`
    select e.external_id, e.id as record_id, e.category,
      ${left(userId)} as "left"
    from records e
    where e.user_id = ${userId} and e.type = 'expense' and e.transfer_id is null
      and e.external_id in (${join(ids)})
    order by e.id`);
}

/** More than this is not looked at. */
const MAX_PURCHASES = 2000;

/**
 * Imported expenses of a provider that may have been refunded, the newest first: of one of the
 * amounts, or said to be refunded, or of one of the merchant's orders.
 */
function findPurchases(
  db: Query,
  userId: number,
  { provider, from, to, amounts, linkIds }: WantedPurchases,
): Promise<EarlierPurchase[]> {
  const ofOrder = linkIds.length === 0 ? sql`` : sql`or p.link_id in (${join(linkIds)})`;
  return db.all<EarlierPurchase>(sql`
    select e.id as record_id, e.category, e.amount, e.day,
      coalesce(p.description, e.description, '') as text, coalesce(p.status, '') as status,
      p.link_id, ${left(userId)} as "left"
    from records e
    cross join import_keys p
    where p.user_id = ${userId} and ${keyOf(userId, sql`p`, sql`record_id`, sql`e`)}
      and e.user_id = ${userId} and e.day >= ${from} and e.day <= ${to} and e.type = 'expense'
      and e.transfer_id is null and e.provider = ${provider}
      and (e.amount in (${join(amounts)}) or p.status like '%已退款%' ${ofOrder})
    order by e.day desc, e.id desc limit ${MAX_PURCHASES}`);
}

interface CandidateRow extends Omit<Candidate, "time"> {
  date: string;
  day: Day;
  timed: number;
}

/** A page of records, or of transfers once there are no more records, in order of day and id. */
export async function findCandidates(
  db: Query,
  userId: number,
  wanted: WantedCandidates,
  after: CandidateCursor,
): Promise<CandidatePage> {
  const named = after.part === 0 ? sql`record_id` : sql`transfer_id`;
  const balance = wanted.balances ? toldBalance(userId, named) : sql`null`;
  const statement =
    after.part === 0 ? candidateRecords(userId, balance) : candidateTransfers(userId, balance);
  const ofAmount = wanted.some === undefined ? sql`` : ofSome(userId, wanted.some, after.part);
  // The rest of the day before the days behind it: each page reads no more than its own rows.
  const sameDay = await db.all<CandidateRow>(sql`${statement} and b.day = ${after.day}
    and b.id > ${after.id} ${ofAmount} order by b.id limit ${PAGE}`);
  const room = PAGE - sameDay.length;
  const behind =
    room === 0
      ? []
      : await db.all<CandidateRow>(sql`${statement} and b.day > ${after.day}
        and b.day <= ${wanted.to} ${ofAmount} order by b.day, b.id limit ${room}`);
  const rows = [...sameDay, ...behind];
  const next = nextPage(rows, wanted, after);
  return { found: rows.map(asCandidate), ...(next && { next }) };
}

function nextPage(
  rows: readonly CandidateRow[],
  { from }: WantedCandidates,
  { part }: CandidateCursor,
): CandidateCursor | undefined {
  const last = rows.at(-1);
  if (last !== undefined && rows.length === PAGE) {
    return { part, day: last.day, id: (last.recordId ?? last.transferId) as number };
  }
  return part === 0 ? { part: 1, day: from, id: 0 } : undefined;
}

/** Of these amounts, a transfer's with its fee or without, or with these numbers. */
function ofSome(
  userId: number,
  { amounts, numbers }: { amounts: number[]; numbers: string[] },
  part: number,
): Sql {
  const withFee = sql`or exists (select 1 from records f where f.user_id = ${userId}
    and f.transfer_id = b.id and b.amount + f.amount in (${join(amounts)}))`;
  return sql`and (b.amount in (${join(amounts)})
    ${numbers.length === 0 ? sql`` : sql`or b.external_id in (${join(numbers)})`}
    ${part === 0 ? sql`` : withFee})`;
}

/** The balance of its account that the line of a record or a transfer `b` told. */
const toldBalance = (userId: number, named: Sql): Sql => sql`(select p.balance from import_keys p
  where p.user_id = ${userId} and ${keyOf(userId, sql`p`, named, sql`b`)})`;

const candidateRecords = (userId: number, balance: Sql): Sql => sql`
  select b.id as record_id, null as transfer_id, b.provider, b.import_id,
    case when b.type = 'income' then 'in' else 'out' end as direction,
    a.name as account, '' as to_account, b.amount as fen, 0 as fee,
    b.category || ' ' || coalesce(b.description, '') as text,
    coalesce(b.description, '') as description,
    b.date, b.day, b.timed, b.external_id, ${balance} as balance
  from records b join accounts a on a.user_id = b.user_id and a.id = b.account_id
  where b.user_id = ${userId} and b.transfer_id is null`;

const candidateTransfers = (userId: number, balance: Sql): Sql => sql`
  select null as record_id, b.id as transfer_id, b.provider, b.import_id,
    'move' as direction, a.name as account, c.name as to_account, b.amount as fen,
    coalesce((select f.amount from records f
      where f.user_id = ${userId} and f.transfer_id = b.id), 0) as fee,
    coalesce(b.description, '') as text, coalesce(b.description, '') as description,
    b.date, b.day, b.timed, b.external_id, ${balance} as balance
  from transfers b
  join accounts a on a.user_id = b.user_id and a.id = b.from_account_id
  join accounts c on c.user_id = b.user_id and c.id = b.to_account_id
  where b.user_id = ${userId}`;

function asCandidate({ date, day, timed, ...row }: CandidateRow): Candidate {
  return { ...row, time: wallTime({ date, day, timed }) };
}

const PLACE_FIELDS = [
  "place",
  "provider",
  "name",
  "accountId",
  "newName",
  "newType",
  "otherSide",
] as const satisfies (keyof AccountPlace)[];
const PLACE_COLUMNS = ["userId", "importId", ...PLACE_FIELDS].map(columnOf);

async function keepDraft(
  own: LongContext,
  db: Query,
  importId: number,
  { bills, places, rows, closings }: Drafted & { places: readonly AccountPlace[] },
): Promise<void> {
  const { userId } = own;
  for (let at = 0; at < places.length; at += PAGE) {
    const values = places
      .slice(at, at + PAGE)
      .flatMap((place) => [userId, importId, ...PLACE_FIELDS.map((field) => place[field])]);
    await db.insert("import_accounts", PLACE_COLUMNS, values);
    await nextTurn();
  }
  await keepClosings(contextIn(own, db), importId, closings);
  await db.run(sql`update imports set status = 'ready', found = ${JSON.stringify({ bills })},
    row_count = ${rows}, updated_at = ${new Date(own.clock()).toISOString()}
    where user_id = ${userId} and id = ${importId}`);
}

/** Mappings that have read a file are remembered by the headers that they were made for. */
async function rememberMappings(
  ctx: Context,
  given: readonly ColumnMapping[],
  bills: Drafted["bills"],
): Promise<void> {
  for (const told of given) {
    // With what the file has proved of the rest.
    const read = bills.find(({ layout }) => layout === told.fingerprint)?.mapping;
    await keepMapping(ctx, told.fingerprint, read ?? told);
  }
}
