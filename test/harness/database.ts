/** Fresh databases for tests, on every engine that the run covers. */
import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEngine } from "../../src/store/open.ts";
import { freshPostgres } from "./postgres/databases.ts";

export type Engine = "sqlite" | "postgres";

/** The engines of this run. */
export function engines(): Engine[] {
  return (process.env.TEST_ENGINES ?? "sqlite,postgres").split(",") as Engine[];
}

export interface FreshDatabase {
  url: string;
  remove(): Promise<void>;
}

/** A new database: with the schema, or with nothing in it. */
export async function freshDatabase(
  engine: Engine,
  options: { empty?: boolean } = {},
): Promise<FreshDatabase> {
  return engine === "sqlite" ? freshSqlite(options) : freshPostgres(options);
}

async function freshSqlite({ empty = false }: { empty?: boolean }): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(quickFolder(), "fenming-test-"));
  const path = join(folder, "fenming.db");
  if (!empty) await writeFile(path, await schemaFile(), { mode: 0o600 });
  return {
    url: `file:${path}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

let schema: Promise<Buffer> | undefined;

/** A database file with the schema and no book, made once in a process: a test's own work is less than that. */
function schemaFile(): Promise<Buffer> {
  schema ??= makeSchemaFile();
  return schema;
}

async function makeSchemaFile(): Promise<Buffer> {
  const { url, remove } = await freshSqlite({ empty: true });
  const { close } = await openEngine({ url, zone: "UTC" });
  await close();
  const bytes = await readFile(url.slice("file:".length));
  await remove();
  return bytes;
}

/** As much room as the databases of a run may take. */
const ROOM_BYTES = 1024 ** 3;

/**
 * Where there is a file system in memory, databases lie there: that every commit reaches the disk is not what
 * most tests are about. Those that are make a folder of their own.
 */
function quickFolder(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ROOM_BYTES ? memory : tmpdir();
}

/** An empty folder of its own for a test. */
export function freshFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "fenming-test-"));
}
