/** A primary with standbys that stream from it, one of which confirms every commit. */
import { cpSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { until } from "../until.ts";
import { giveTo } from "./binaries.ts";
import { command, withDatabase } from "./databases.ts";
import { freePort, makePlace, type Place, type Server, startServer } from "./server.ts";

export interface Replicated {
  /** db1, db2, …: the first begins as the primary. */
  servers: Server[];
  /** Starts a server again that has been stopped, on its folder and its port. */
  start(index: number): Promise<void>;
  /** What is said of a server in `primary_conninfo`: "host=… port=… user=…". */
  connection(index: number): string;
  /** Names all servers. */
  url: string;
  remove(): Promise<void>;
}

/** Answers wait for one standby, as where no acknowledged write may be lost (docs/postgresql.md). */
function settings(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  return {
    wal_level: "replica",
    synchronous_commit: "on",
    synchronous_standby_names: `ANY 1 (${names.join(", ")})`,
    hot_standby: "on",
    // A network connection of the standby's that ends is renewed soon.
    wal_retrieve_retry_interval: "200ms",
  };
}

const nameOf = (index: number) => `db${index + 1}`;

/** @param count Servers in all, the primary included. */
export async function startReplicated(database: string, count: number): Promise<Replicated> {
  const places: Place[] = [];
  while (places.length < count) places.push(await makePlace());
  const [first] = places as [Place];
  const empty = await startServer({ place: first });
  await command(empty.url, `create database ${database}`);
  await empty.stop();
  const ports = [await freePort()];
  const connection = (index: number) => `host=127.0.0.1 port=${ports[index]} user=app`;
  for (const [index, place] of places.entries()) {
    if (index > 0)
      copyAsStandby(first, place, `${connection(0)} application_name=${nameOf(index)}`);
  }
  const servers: Server[] = [];
  const start = async (index: number) => {
    const place = places[index] as Place;
    const port = ports[index];
    const options = { place, settings: settings(count), ...(port !== undefined && { port }) };
    const server = await startServer(options);
    ports[index] = server.port;
    servers[index] = server;
  };
  for (const index of places.keys()) await start(index);
  await streaming((servers[0] as Server).url, count - 1);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return {
    servers,
    start,
    connection,
    url: `postgres://app@${hosts}/${database}`,
    async remove() {
      // The standbys first: a primary waits for them when it stops.
      for (const server of servers.toReversed()) await server.stop();
      for (const place of places) place.remove();
    },
  };
}

/** A copy of the folder of a server that has stopped, set to follow it: no pg_basebackup is needed. */
function copyAsStandby(from: Place, to: Place, connection: string): void {
  const data = join(to.root, "data");
  rmSync(data, { recursive: true });
  cpSync(join(from.root, "data"), data, { recursive: true });
  writeFileSync(join(data, "standby.signal"), "");
  writeFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(to.root);
    giveTo(data, uid, gid);
  }
}

/** Until so many standbys stream and their confirmations count. */
export async function streaming(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, "postgres") });
  await client.connect();
  try {
    const text =
      "select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'";
    const isStreaming = async () => (await client.query(text)).rows.length >= count;
    await until(`${count} standbys stream`, isStreaming, 50);
  } finally {
    await client.end();
  }
}
