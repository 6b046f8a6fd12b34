/**
 * Moves a whole installation from one database to another, of the same engine or the other. What is
 * copied is one snapshot of the source; the target is filled in one transaction, proved before it is
 * committed, or left as empty as it was.
 */
import { type Db, type Query, StartError } from "./db.ts";
import { listMigrations, pendingMigrations } from "./migrations.ts";
import { fieldOf } from "./names.ts";
import { drawEpoch, openAsIs, openEngine } from "./open.ts";
import { inSequence, isDistributed } from "./postgres/distributed-migration.ts";
import { proveBook } from "./proof.ts";
import { bulk, join, raw, type Sql, sql } from "./sql.ts";
import { listTables, type Table } from "./tables.ts";

const PAGE_ROWS = 500;

export interface CopyOptions {
  from: string;
  to: string;
  /** Called once with the number of rows to come. */
  starts?: (rows: number) => void;
  /** Called with the number of rows that have been written. */
  wrote?: (rows: number) => void;
}

/** Rows by table, as they were copied. */
export type CopiedRows = Record<string, number>;

type Row = Record<string, unknown>;

/** Throws StartError when the target is not empty, the source is not current or does not prove. */
export async function copyBook(options: CopyOptions): Promise<CopiedRows> {
  const source = await openAsIs({ url: options.from });
  try {
    await requireCurrent(source.db);
    const target = await openEngine({ url: options.to, zone: "UTC", alone: true });
    try {
      // Long work of the target; if it is run again, so is the reading.
      return await target.db.write(
        (to) => source.db.read((from) => copyAll(from, source.db, to, target.db, options)),
        { long: true },
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function requireCurrent(db: Db): Promise<void> {
  const pending = await db.read((query) => pendingMigrations(query, listMigrations()));
  if (pending.length > 0) {
    throw new StartError(
      "来源数据库的结构不是最新的，请先对它运行 fenming migrate（bring the source's schema up to date first）",
    );
  }
}

async function copyAll(
  from: Query,
  source: Db,
  to: Query,
  target: Db,
  options: CopyOptions,
): Promise<CopiedRows> {
  if (target.engine === "postgres" && (await isDistributed(to))) await inSequence(to);
  const tables = await listTables(to, target.engine);
  await requireSameTables(tables, await listTables(from, source.engine));
  await requireEmpty(to, tables);
  const rows: CopiedRows = {};
  for (const { name } of tables) rows[name] = await countRows(from, name);
  options.starts?.(Object.values(rows).reduce((sum, count) => sum + count, 0));
  for (const table of tables) {
    await copyTable(from, to, table, options.wrote);
    const arrived = await countRows(to, table.name);
    if (arrived !== rows[table.name]) throw new Error(`${table.name}: ${arrived} rows arrived`);
    if (table.numbered) {
      await setLastId(to, target.engine, table.name, await lastId(from, source.engine, table.name));
    }
  }
  await requireProved(to);
  await drawEpoch(to);
  return rows;
}

async function requireSameTables(one: Table[], other: Table[]): Promise<void> {
  const described = (tables: Table[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.join(",")})`).sort();
  if (described(one).join(" ") !== described(other).join(" ")) {
    throw new StartError("两个数据库的表不相同（the tables of the two databases differ）");
  }
}

/** A service that was started once has settings in an otherwise empty database; those are replaced. */
async function requireEmpty(to: Query, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    if (name !== "settings" && (await countRows(to, name)) > 0) {
      throw new StartError(
        `目标数据库不是空的（${name} 里有数据），请换一个空的数据库（the target is not empty）`,
      );
    }
  }
  await to.run(sql`delete from settings`);
}

async function countRows(db: Query, table: string): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count from ${raw(table)}`);
  return (row as { count: number }).count;
}

async function copyTable(
  from: Query,
  to: Query,
  { name, columns, own }: Table,
  wrote?: (rows: number) => void,
): Promise<void> {
  const named: Sql = join(columns.map((column) => raw(`"${column}"`)));
  // What names a row of the same table comes when all of them are there.
  const fields = columns.map((column) => (own.includes(column) ? null : fieldOf(column)));
  for await (const page of from.pages<Row>(sql`select ${named} from ${raw(name)}`, PAGE_ROWS)) {
    const values = page.map((row) => fields.map((field) => (field === null ? null : row[field])));
    await to.run(sql`insert into ${raw(name)} (${named}) values ${bulk(values)}`);
    wrote?.(page.length);
  }
  for (const column of own) await copyOwnReference(from, to, name, column);
}

async function copyOwnReference(
  from: Query,
  to: Query,
  table: string,
  column: string,
): Promise<void> {
  const named = raw(column);
  const statement = sql`select user_id, id, ${named} as other
    from ${raw(table)} where ${named} is not null`;
  for await (const page of from.pages<Row>(statement, PAGE_ROWS)) {
    for (const { userId, id, other } of page) {
      await to.run(sql`update ${raw(table)} set ${named} = ${other as number}
        where user_id = ${userId as number} and id = ${id as number}`);
    }
  }
}

/** The last id that was given out, also when its row is gone: ids are never used again. */
async function lastId(db: Query, engine: Db["engine"], table: string): Promise<number> {
  if (engine === "sqlite") {
    const row = await db.get<{ last: number }>(
      sql`select seq as last from sqlite_sequence where name = ${table}`,
    );
    return row?.last ?? 0;
  }
  const sequence = await sequenceOf(db, table);
  const row = await db.get<{ last: number }>(
    sql`select case when is_called then last_value else 0 end as last from ${raw(sequence)}`,
  );
  return row?.last ?? 0;
}

async function setLastId(
  db: Query,
  engine: Db["engine"],
  table: string,
  last: number,
): Promise<void> {
  if (engine === "sqlite") {
    await db.run(sql`delete from sqlite_sequence where name = ${table}`);
    await db.run(sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`);
    return;
  }
  // Not "restart": a table that lies on several servers does not know it.
  const sequence = await sequenceOf(db, table);
  await db.get(sql`select setval(${sequence}, ${Math.max(1, last + 1)}, false) as next`);
}

async function sequenceOf(db: Query, table: string): Promise<string> {
  const row = await db.get<{ name: string }>(
    sql`select pg_get_serial_sequence(${table}, 'id') as name`,
  );
  return (row as { name: string }).name;
}

async function requireProved(to: Query): Promise<void> {
  const [finding] = await proveBook(to);
  if (finding !== undefined) {
    throw new StartError(
      `来源的账目核对不符，没有复制：${finding.text}（the source does not prove, see fenming check）`,
    );
  }
}
