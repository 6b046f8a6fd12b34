/** Fresh databases for tests, on every engine that the run covers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  return engine === "sqlite" ? freshSqlite() : freshPostgres();
}

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await freshFolder();
  return {
    url: `file:${join(folder, "fenming.db")}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** An empty folder of its own for a test. */
export function freshFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "fenming-test-"));
}
