/** A primary with a standby that streams from it and confirms every commit. */
import { cpSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { giveTo } from "./binaries.ts";
import { command, withDatabase } from "./databases.ts";
import { freePort, makePlace, type Place, type Server, startServer } from "./server.ts";

export interface Pair {
  primary: Server;
  standby: Server;
  /** Starts the server again that has been stopped, on its folder and its port. */
  startPrimary(): Promise<void>;
  startStandby(): Promise<void>;
  /** Names both servers. */
  url: string;
  remove(): Promise<void>;
}

/** Answers wait for the standby, as where no acknowledged write may be lost. */
const SETTINGS = {
  wal_level: "replica",
  synchronous_commit: "on",
  hot_standby: "on",
  // A network connection of the standby's that ends is renewed soon.
  wal_retrieve_retry_interval: "200ms",
};

export async function startPair(database: string): Promise<Pair> {
  const [first, second] = [await makePlace(), await makePlace()];
  const empty = await startServer({ place: first });
  await command(empty.url, `create database ${database}`);
  await empty.stop();
  const primaryPort = await freePort();
  copyAsStandby(first, second, primaryPort);
  const startFirst = () =>
    startServer({
      place: first,
      port: primaryPort,
      settings: { ...SETTINGS, synchronous_standby_names: "*" },
    });
  const primary = await startFirst();
  const standby = await startServer({ place: second, settings: SETTINGS });
  await streams(primary.url);
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(",");
  const pair: Pair = {
    primary,
    standby,
    url: `postgres://app@${hosts}/${database}`,
    async startPrimary() {
      pair.primary = await startFirst();
    },
    async startStandby() {
      pair.standby = await startServer({ place: second, port: standby.port, settings: SETTINGS });
    },
    async remove() {
      // The standby first: a primary waits for it when it stops.
      await pair.standby.stop();
      await pair.primary.stop();
      first.remove();
      second.remove();
    },
  };
  return pair;
}

/** A copy of the folder of a server that has stopped, set to follow it: no pg_basebackup is needed. */
function copyAsStandby(from: Place, to: Place, port: number): void {
  const data = join(to.root, "data");
  rmSync(data, { recursive: true });
  cpSync(join(from.root, "data"), data, { recursive: true });
  writeFileSync(join(data, "standby.signal"), "");
  writeFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=app application_name=standby'\n`,
  );
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(to.root);
    giveTo(data, uid, gid);
  }
}

/** Until the standby streams and its confirmations count. */
async function streams(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, "postgres") });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        "select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'",
      );
      if (rows.length > 0) return;
      await wait(50);
    }
  } finally {
    await client.end();
  }
}
