/**
 * A database for each test, copied from a template that has the schema already. The server is the
 * run's own (its URL in the environment), or one of this process where a test file runs by itself.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { openEngine } from "../../../src/store/open.ts";
import { startServer } from "./server.ts";

/** Where `scripts/test.mjs` says which server the run has. */
export const SERVER_VARIABLE = "TEST_POSTGRES_URL";
const TEMPLATE = "fenming_template";

let server: Promise<string> | undefined;

/** The URL of the server's database `postgres`. */
export function serverUrl(): Promise<string> {
  server ??= findServer();
  return server;
}

async function findServer(): Promise<string> {
  const given = process.env[SERVER_VARIABLE];
  if (given) return given;
  const { url } = await startServer();
  await makeTemplate(url);
  return url;
}

/** The same URL with another database in it. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

/** Makes the database that the others are copied from. */
export async function makeTemplate(url: string): Promise<void> {
  await command(url, `create database ${TEMPLATE}`);
  const { close } = await openEngine({ url: withDatabase(url, TEMPLATE), zone: "UTC" });
  await close();
}

/** A new database: with the schema, or with nothing in it. */
export async function freshPostgres({ empty = false } = {}): Promise<{
  url: string;
  remove(): Promise<void>;
}> {
  const url = await serverUrl();
  const name = empty ? await createDatabase(url, "template0") : await nextDatabase(url);
  return {
    url: withDatabase(url, name),
    // Nobody waits for it: the server goes at the end of the run, with whatever is left on it.
    remove: async () => {
      command(url, `drop database if exists ${name} with (force)`).catch(() => {});
    },
  };
}

async function createDatabase(url: string, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await command(url, `create database ${name} template ${template}`);
  return name;
}

let ahead: Promise<string> | undefined;
let taken = 0;

/** The next database with the schema, which is made while the test before it runs. */
function nextDatabase(url: string): Promise<string> {
  const next = ahead ?? createDatabase(url, TEMPLATE);
  taken += 1;
  // Where one was enough so far, another may not be needed.
  ahead = taken > 1 ? createDatabase(url, TEMPLATE) : undefined;
  // Whoever takes it is told.
  ahead?.catch(() => {});
  return next;
}

/** Runs one statement outside the service. */
export async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
