/**
 * Spreads the books over the servers of a Citus cluster, by user. The order is Citus's own: tables
 * stand, then they are distributed, then foreign keys are added, one at a time.
 * https://docs.citusdata.com/en/stable/develop/reference_ddl.html
 */
import { type Db, type Query, StartError } from "../db.ts";
import { sql } from "../sql.ts";
import { listTables, OWN_BOOK_TABLES } from "../tables.ts";
import { inSequence } from "./distributed-migration.ts";

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Distributes all tables in one transaction; answers their names. Doing it again changes nothing. */
export async function distribute(db: Db): Promise<string[]> {
  if (db.engine !== "postgres") {
    throw new StartError(
      "只有 PostgreSQL（Citus）数据库才能分布到多台服务器（only a PostgreSQL database can be distributed）",
    );
  }
  const [version] = await db.read((query) =>
    query.all<{ version: string }>(
      sql`select extversion as version from pg_extension where extname = 'citus'`,
    ),
  );
  if (version === undefined) {
    throw new StartError(
      "这个数据库没有 citus 扩展：请先在每台服务器上安装，并运行 create extension citus（the citus extension is not installed）",
    );
  }
  const done = await db.write(distributeTables, { long: true });
  await freeLocalRows(db);
  return done;
}

/** What lay here before lies on the servers now; the rows that were copied there take up room for nothing. */
async function freeLocalRows(db: Db): Promise<void> {
  const tables = await db.read(booksTables);
  for (const table of [...tables, "users"]) {
    await db.write((query) =>
      query.script(`select truncate_local_data_after_distributing_table('${table}')`),
    );
  }
}

async function distributeTables(db: Query): Promise<string[]> {
  const done = new Set(
    (
      await db.all<{ name: string }>(
        sql`select cast(logicalrelid as text) as name from pg_dist_partition`,
      )
    ).map(({ name }) => name),
  );
  const books = await booksTables(db);
  const left = books.filter((name) => !done.has(name));
  if (left.length === 0 && done.has("users")) return [];
  await inSequence(db);
  const keys = await listForeignKeys(db);
  for (const { table, name } of keys) {
    await db.script(`alter table ${table} drop constraint "${name}"`);
  }
  // On every server, so that an email stays unique among all users.
  if (!done.has("users")) await db.script("select create_reference_table('users')");
  for (const table of left) await db.script(distribution(table, books));
  for (const { table, name, definition } of keys) {
    await db.script(`alter table ${table} add constraint "${name}" ${definition}`);
  }
  return left;
}

/** All tables of one user on one server: the first table opens the group that the others join. */
function distribution(table: string, books: string[]): string {
  const first = books[0] as string;
  const beside = table === first ? "none" : first;
  return `select create_distributed_table('${table}', 'user_id', colocate_with => '${beside}')`;
}

/** Every table whose rows belong to a user; those that the engine keeps for itself among them. */
async function booksTables(db: Query): Promise<string[]> {
  const tables = await listTables(db, "postgres");
  const owned = tables.filter(({ columns }) => columns.includes("user_id"));
  return [...owned.map(({ name }) => name), ...OWN_BOOK_TABLES];
}

function listForeignKeys(db: Query): Promise<ForeignKey[]> {
  return db.all<ForeignKey>(sql`
    select cast(conrelid as regclass) :: text as "table", conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1, 2`);
}
