/** The tables of the book as the database itself names them, so that none can be forgotten. */
import type { Db, Query } from "./db.ts";
import { sql } from "./sql.ts";

export interface Table {
  name: string;
  columns: string[];
  /** The tables that its rows refer to. */
  references: string[];
  /** Its columns that name another row of the same table. */
  own: string[];
  /** Whether the database numbers its rows. */
  numbered: boolean;
}

/** Kept by PostgreSQL's engine for itself, each row about a user: commits, counted requests, jobs. */
export const OWN_BOOK_TABLES = ["commits", "rate_limits", "import_jobs"];
/** Kept by the engines for themselves: which migrations ran, which commits took effect, who is here. */
const OWN_TABLES = ["migrations", "attendance", ...OWN_BOOK_TABLES];

/** Every table of the book, those that others refer to first. */
export async function listTables(db: Query, engine: Db["engine"]): Promise<Table[]> {
  const [columns, references] = engine === "sqlite" ? await readSqlite(db) : await readPostgres(db);
  const tables = new Map<string, Table>();
  for (const { table, column, numbered } of columns) {
    if (OWN_TABLES.includes(table)) continue;
    const known = tables.get(table) ?? {
      name: table,
      columns: [],
      references: [],
      own: [],
      numbered: false,
    };
    known.columns.push(column);
    known.numbered ||= numbered === 1;
    tables.set(table, known);
  }
  for (const { table, other, column } of references) {
    if (table !== other) tables.get(table)?.references.push(other);
    else if (column !== "user_id") tables.get(table)?.own.push(column);
  }
  return inOrder([...tables.values()]);
}

interface Column {
  table: string;
  column: string;
  numbered: number;
}

interface Reference {
  table: string;
  other: string;
  column: string;
}

async function readSqlite(db: Query): Promise<[Column[], Reference[]]> {
  const columns = await db.all<Column>(sql`
    select t.name as "table", c.name as "column",
      c.pk = 1 and t.sql like '%autoincrement%' as numbered
    from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
    order by t.name, c.name`);
  const references = await db.all<Reference>(sql`
    select t.name as "table", f."table" as other, f."from" as "column"
    from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table'`);
  return [columns, references];
}

async function readPostgres(db: Query): Promise<[Column[], Reference[]]> {
  const columns = await db.all<Column>(sql`
    select c.table_name as "table", c.column_name as "column",
      case when c.is_identity = 'YES' then 1 else 0 end as numbered
    from information_schema.columns c join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    order by c.table_name collate "C", c.column_name collate "C"`);
  const references = await db.all<Reference>(sql`
    select a.relname as "table", b.relname as other, c.attname as "column" from pg_constraint k
    join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
    join pg_attribute c on c.attrelid = a.oid and c.attnum = any(k.conkey)
    where k.contype = 'f' and a.relnamespace = current_schema()::regnamespace`);
  return [columns, references];
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  const left = [...tables];
  while (left.length > 0) {
    const next = left.findIndex(({ references }) =>
      references.every((name) => !left.some((table) => table.name === name)),
    );
    if (next === -1) throw new Error("the tables refer to each other in a circle");
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
}
