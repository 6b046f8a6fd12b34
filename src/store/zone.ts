/**
 * Moving a book to another time zone (decisions D1). A plain day keeps its day and gets the instant
 * that day begins at in the new zone; a timestamp keeps its instant and gets the day it falls on
 * there. Balances do not move; day totals follow the days.
 */
import { type Day, dayOf, isZone } from "../ledger/calendar.ts";
import { momentIn, type StoredMoment } from "../ledger/zone.ts";
import { COUNTED_AMOUNT, COUNTED_TYPE } from "./counted.ts";
import { type Db, type Query, StartError } from "./db.ts";
import { getSetting, putSetting } from "./settings.ts";
import { bulk, type Sql, sql } from "./sql.ts";
import { moveHistory, movePreviews } from "./zone-kept.ts";

const PAGE_ROWS = 1000;

/** What a change of zone does, or would do. */
export interface ZoneChange {
  from: string | undefined;
  to: string;
  /** Records of a plain day: their instant changes. */
  plainDays: number;
  /** Records of a time of day. */
  timestamps: number;
  /** Those of them that fall on another day. */
  movedDays: number;
}

interface DatedRow extends StoredMoment {
  id: number;
  createdAt: string;
}

/**
 * Moves the whole database to another zone in one transaction. With `dryRun` nothing is written.
 * Refuses an unknown zone, and a record whose day does not exist there, by name; then nothing changes.
 */
export async function migrateZone(db: Db, zone: string, dryRun: boolean): Promise<ZoneChange> {
  if (!isZone(zone)) throw new StartError(`未知的时区：${zone}（an unknown time zone）`);
  const move = (query: Query) => moveAll(query, zone, dryRun);
  return dryRun ? db.read(move) : db.write(move, { long: true });
}

/** The same inside a transaction: also what a database without records does to take another zone. */
export async function moveAll(db: Query, zone: string, dryRun: boolean): Promise<ZoneChange> {
  const from = await getSetting(db, "zone");
  const change: ZoneChange = { from, to: zone, plainDays: 0, timestamps: 0, movedDays: 0 };
  if (from === zone) return change;
  for (const { id } of await db.all<{ id: number }>(sql`select id from users order by id`)) {
    const moved = await moveUser(db, id, DATED.records, change, dryRun);
    await moveUser(db, id, DATED.transfers, change, dryRun);
    if (dryRun) continue;
    if (moved > 0) await countDaysAgain(db, id);
    await moveHistory(db, id, zone);
    await movePreviews(db, id, zone);
    await db.run(sql`update revisions set revision = revision + 1 where user_id = ${id}`);
  }
  if (!dryRun) await putSetting(db, "zone", zone);
  return change;
}

/** The tables whose rows have a date, and what a person calls such a row. */
const DATED = {
  records: { table: sql`records`, name: "记录" },
  transfers: { table: sql`transfers`, name: "转账" },
};

interface Dated {
  table: Sql;
  name: string;
}

/** Moves one user's rows of a table page by page; answers how many fall on another day. */
async function moveUser(
  db: Query,
  userId: number,
  dated: Dated,
  change: ZoneChange,
  dryRun: boolean,
): Promise<number> {
  const before = change.movedDays;
  let last = { createdAt: "", id: 0 };
  for (;;) {
    const rows = await db.all<DatedRow>(sql`
      select id, date, day, timed, created_at
      from ${dated.table}
      where user_id = ${userId} and (created_at, id) > (${last.createdAt}, ${last.id})
      order by created_at, id limit ${PAGE_ROWS}`);
    const moved = rows.map((row) => moveRow(row, userId, dated, change));
    if (!dryRun && rows.length > 0) await storeMoved(db, userId, dated, moved);
    if (rows.length < PAGE_ROWS) return change.movedDays - before;
    last = rows.at(-1) as DatedRow;
  }
}

type Moved = [id: number, date: string, day: Day];

function moveRow(row: DatedRow, userId: number, { name }: Dated, change: ZoneChange): Moved {
  const moved = momentIn(row, change.to);
  if (moved === undefined) {
    const day = row.timed === 0 ? row.day : dayOf(Date.parse(row.date), change.to);
    throw noSuchDay(`${userId} 的${name} ${row.id}`, day, change.to);
  }
  if (row.timed === 0) change.plainDays += 1;
  else change.timestamps += 1;
  if (moved.day !== row.day) change.movedDays += 1;
  return [row.id, moved.date, moved.day];
}

function noSuchDay(what: string, day: string, zone: string): StartError {
  return new StartError(
    `用户 ${what} 的日期 ${day} 在时区 ${zone} 中不存在，什么都没有改变：请先修改它（the day does not exist in that zone, nothing was changed）`,
  );
}

async function storeMoved(
  db: Query,
  userId: number,
  { table }: Dated,
  moved: Moved[],
): Promise<void> {
  await db.run(sql`
    update ${table} set date = moved.column2, day = moved.column3
    from (select cast(column1 as bigint) as column1, column2, column3
      from (values ${bulk(moved)}) as listed) as moved
    where ${table}.user_id = ${userId} and ${table}.id = moved.column1`);
}

async function countDaysAgain(db: Query, userId: number): Promise<void> {
  await db.run(sql`delete from day_totals where user_id = ${userId}`);
  await db.run(sql`
    insert into day_totals (user_id, day, type, category, amount, count)
    select user_id, day, type, category, sum(amount), count(*) from (
      select user_id, day, ${COUNTED_TYPE} as type, category, ${COUNTED_AMOUNT} as amount
      from records where user_id = ${userId}
    ) as counted group by user_id, day, type, category`);
}
