/** Reads an uploaded bill in a thread and keeps its preview, row by row as it comes. */
import { setImmediate as nextTurn } from "node:timers/promises";
import sql, { join, Sql } from "sql-template-tag";
import type { ColumnMapping } from "../bills/mapping.ts";
import { type Day, shiftDay } from "../ledger/calendar.ts";
import type { Query } from "../store/db.ts";
import { runThread } from "./bill-thread.ts";
import { lockBook } from "./book.ts";
import type {
  Drafted,
  DraftOrder,
  EarlierExpense,
  EarlierPurchase,
  KnownKey,
  WantedPurchases,
} from "./import-draft.ts";
import type { Candidate } from "./import-matching.ts";
import { followBooked } from "./import-refunds.ts";
import { PAGE, STORED_COLUMNS, type StoredValue } from "./import-row.ts";
import type { Job } from "./jobs.ts";
import { contextIn, type OwnContext, type UploadedFile } from "./own.ts";
import { listActiveRules } from "./rules.ts";

/** What the form says about the file. */
export interface ReadChoice {
  password?: string;
  encoding?: string;
  mapping?: ColumnMapping;
  accountId?: number;
  currency: string;
}

/** Reads the file into the import's rows. Throws BillError, or the refusal of a stopped job. */
export async function readIntoRows(
  own: OwnContext,
  importId: number,
  job: Job,
  file: UploadedFile,
  choice: ReadChoice,
): Promise<void> {
  const order = await own.store.read((db) => orderFor(own, db, importId, file, choice));
  const drafted = await runThread({ draft: order }, answersFor(own, job), job.signal);
  job.checkStopped();
  await own.store.write(async (db) => {
    await lockBook(contextIn(own, db));
    await keepDraft(own, db, importId, drafted as Drafted);
    await followBooked(db, own.userId, importId);
    await rememberMapping(own, db, choice.mapping);
  });
}

async function orderFor(
  own: OwnContext,
  db: Query,
  importId: number,
  file: UploadedFile,
  choice: ReadChoice,
): Promise<DraftOrder> {
  const { userId } = own;
  const mappings = await db.all<{ mapping: string }>(
    sql`select mapping as "mapping" from column_mappings where user_id = ${userId}`,
  );
  const refused = await db.all<{ key: string }>(
    sql`select key as "key" from match_refusals where user_id = ${userId}`,
  );
  // A buffer of its own, since it is handed over to the thread.
  const bytes = new Uint8Array(file.bytes);
  return {
    ...choice,
    userId,
    importId,
    bytes,
    fileName: file.name,
    zone: own.zone,
    rules: await listActiveRules(contextIn(own, db)),
    mappings: mappings.map(({ mapping }) => JSON.parse(mapping) as ColumnMapping),
    names: await db.all(sql`select provider as "provider", name as "name",
      account_id as "accountId" from account_names where user_id = ${userId}
      order by provider, name`),
    accounts: await db.all(sql`select id as "id", name as "name", archived as "archived"
      from accounts where user_id = ${userId} order by id`),
    refused: refused.map(({ key }) => key),
  };
}

/** What the thread may ask, each in a transaction of its own. */
function answersFor(own: OwnContext, job: Job) {
  const { store, userId } = own;
  let stored = 0;
  let waiting: StoredValue[][] = [];
  return {
    known: (keys: string[]) => {
      job.report("comparing", 0, 0);
      return store.read((db) => findKnown(db, userId, keys));
    },
    expenses: (ids: string[]) => store.read((db) => findExpenses(db, userId, ids)),
    purchases: (wanted: WantedPurchases) => store.read((db) => findPurchases(db, userId, wanted)),
    candidates: (from: string, to: string, after: number) =>
      store.read((db) => findCandidates(db, userId, from, to, after)),
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
/** Rows of one statement: it keeps every other request waiting. */
const ROWS_A_STATEMENT = 250;

async function storePages(db: Query, pages: StoredValue[][]): Promise<void> {
  const length = ROWS_A_STATEMENT * STORED_COLUMNS.length;
  for (const values of pages) {
    for (let at = 0; at < values.length; at += length) {
      await db.run(storingRows(values.slice(at, at + length)));
      await nextTurn();
    }
  }
}

/** One statement for many rows; its text depends on their number alone. */
function storingRows(values: StoredValue[]): Sql {
  const width = STORED_COLUMNS.length;
  const strings: string[] = values.map((_, at) => (at > 0 && at % width === 0 ? "), (" : ", "));
  strings[0] = `insert into import_rows (${STORED_COLUMNS.join(", ")}) values (`;
  return new Sql([...strings, ")"], values);
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
  return db
    .all<Omit<KnownKey, "alive"> & { alive: number }>(sql`
      select k.key as "key", k.kind as "kind", k.record_id as "recordId",
        k.transfer_id as "transferId", k.status as "status",
        case when r.id is not null or t.id is not null then 1 else 0 end as "alive"
      from import_keys k
      left join imports i on i.user_id = k.user_id and i.id = k.import_id
      left join records r on r.user_id = k.user_id and r.id = k.record_id
      left join transfers t on t.user_id = k.user_id and t.id = k.transfer_id
      where k.user_id = ${userId} and k.key in (${join(keys)})
        and (r.id is not null or t.id is not null or ${REMEMBERED})
      order by "alive", k.import_id`)
    .then((rows) => {
      const last = new Map(
        rows.map((row) => [row.key, { ...row, alive: Number(row.alive) === 1 }]),
      );
      return [...last.values()];
    });
}

/** What of an expense `e` has not been refunded. */
const left = (userId: number): Sql =>
  sql`e.amount - cast(coalesce((select sum(b.amount) from records b
    where b.user_id = ${userId} and b.refund_of = e.id), 0) as bigint)`;

/** Imported expenses with these ids, and what is left of each to be refunded. */
function findExpenses(db: Query, userId: number, ids: string[]): Promise<EarlierExpense[]> {
  return db.all<EarlierExpense>(sql`
    select e.external_id as "externalId", e.id as "recordId", e.category as "category",
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
    select e.id as "recordId", e.category as "category", e.amount as "amount", e.day as "day",
      coalesce(p.description, e.description, '') as "text", coalesce(p.status, '') as "status",
      p.link_id as "linkId", ${left(userId)} as "left"
    from records e
    left join import_rows p on p.user_id = e.user_id and p.import_id = e.import_id
      and p.number = e.import_row
    where e.user_id = ${userId} and e.day >= ${from} and e.day <= ${to} and e.type = 'expense'
      and e.transfer_id is null and e.provider = ${provider}
      and (e.amount in (${join(amounts)}) or p.status like '%已退款%' ${ofOrder})
    order by e.day desc, e.id desc limit ${MAX_PURCHASES}`);
}

/** How far before and after a file's period its other half may lie. */
const AROUND_DAYS = 3;

interface CandidateRow extends Omit<Candidate, "time"> {
  date: string;
  day: string;
  timed: number;
}

async function findCandidates(
  db: Query,
  userId: number,
  from: string,
  to: string,
  after: number,
): Promise<Candidate[]> {
  const first = shiftDay(from as Day, -AROUND_DAYS);
  const last = shiftDay(to as Day, AROUND_DAYS);
  const rows = await db.all<CandidateRow>(sql`
    select r.id as "recordId", null as "transferId", r.provider as "provider",
      r.import_id as "importId", case when r.type = 'income' then 'in' else 'out' end as "direction",
      a.name as "account", '' as "toAccount", r.amount as "fen",
      r.category || ' ' || coalesce(r.description, '') as "text",
      r.date as "date", r.day as "day", r.timed as "timed", 0 as "part", r.id as "id"
    from records r join accounts a on a.user_id = r.user_id and a.id = r.account_id
    where r.user_id = ${userId} and r.day >= ${first} and r.day <= ${last}
      and r.transfer_id is null
    union all
    select null as "recordId", t.id as "transferId", t.provider as "provider",
      t.import_id as "importId", 'move' as "direction", a.name as "account",
      b.name as "toAccount", t.amount as "fen", coalesce(t.description, '') as "text",
      t.date as "date", t.day as "day", t.timed as "timed", 1 as "part", t.id as "id"
    from transfers t
    join accounts a on a.user_id = t.user_id and a.id = t.from_account_id
    join accounts b on b.user_id = t.user_id and b.id = t.to_account_id
    where t.user_id = ${userId} and t.day >= ${first} and t.day <= ${last}
    order by "part", "id" limit ${PAGE} offset ${after}`);
  return rows.map(({ date, day, timed, ...row }) => ({
    ...row,
    time: timed === 1 ? shanghaiWall(date) : day,
  }));
}

/** Bills write Chinese wall time, which has no summer time. */
function shanghaiWall(instant: string): string {
  return new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

async function keepDraft(
  own: OwnContext,
  db: Query,
  importId: number,
  { bills, accounts, rows }: Drafted,
): Promise<void> {
  const { userId } = own;
  for (const place of accounts) {
    await db.run(sql`insert into import_accounts
      (user_id, import_id, place, provider, name, account_id, new_name, new_type)
      values (${userId}, ${importId}, ${place.place}, ${place.provider}, ${place.name},
        ${place.accountId}, ${place.newName}, ${place.newType})`);
  }
  await db.run(sql`update imports set status = 'ready', found = ${JSON.stringify({ bills })},
    row_count = ${rows}, updated_at = ${new Date(own.clock()).toISOString()}
    where user_id = ${userId} and id = ${importId}`);
}

/** A mapping that has read a file is remembered by the header that it was made for. */
async function rememberMapping(
  { userId }: OwnContext,
  db: Query,
  mapping: ColumnMapping | undefined,
): Promise<void> {
  if (mapping === undefined) return;
  await db.run(sql`insert into column_mappings (user_id, fingerprint, mapping)
    values (${userId}, ${mapping.fingerprint}, ${JSON.stringify(mapping)})
    on conflict (user_id, fingerprint) do update set mapping = excluded.mapping`);
}
