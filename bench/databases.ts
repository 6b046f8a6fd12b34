/** Where a benchmark's databases lie: files, or databases of a PostgreSQL of its own. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { command, withDatabase } from "../test/harness/postgres/databases.ts";
import { startServer } from "../test/harness/postgres/server.ts";
import { seedDatabase } from "./seed.ts";

export interface Databases {
  /** A copy of the seeded database; its URL. */
  copy(name: string): Promise<string>;
  stop(): Promise<void>;
}

export async function openFiles(
  folder: string,
  given: string | undefined,
  records: number,
): Promise<Databases> {
  const seeded = given ?? join(folder, "seed.db");
  if (given === undefined) seedDatabase(`file:${seeded}`, records);
  return {
    async copy(name) {
      const file = join(folder, `${name}.db`);
      copyFileSync(seeded, file);
      return `file:${file}`;
    },
    async stop() {},
  };
}

/** As a server is run that may lose nothing; the sizes of a small machine. */
const DURABLE = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "512MB",
  max_wal_size: "4GB",
};

export async function openPostgres(records: number): Promise<Databases> {
  const server = await startServer({ settings: DURABLE });
  console.log(server.version);
  await command(server.url, "create database seeded");
  seedDatabase(withDatabase(server.url, "seeded"), records);
  await command(withDatabase(server.url, "seeded"), "vacuum analyze");
  return {
    async copy(name) {
      await command(server.url, `create database ${name} template seeded strategy file_copy`);
      return withDatabase(server.url, name);
    },
    stop: () => server.stop(),
  };
}
