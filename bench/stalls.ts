/**
 * `npm run bench:stalls -- [--records N] [--database FILE]`: how long a create and `/health` wait while one
 * long read of a large book goes on, beside what they wait when nothing does. SQLite, built service.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seedPerson } from "./seed.ts";
import { startService } from "./server.ts";
import { type Waits, watchWaits } from "./waits.ts";

const { values: options } = parseArgs({
  options: { records: { type: "string", default: "1000000" }, database: { type: "string" } },
});

const folder = mkdtempSync(join(tmpdir(), "fenming-stalls-"));
const path = options.database ?? join(folder, "book.db");
if (options.database === undefined) seedPerson(`file:${path}`, Number(options.records));
const { port, stop } = await startService(`file:${path}`, { LOG_LEVEL: "silent" });
const base = `http://127.0.0.1:${port}`;

const [{ id: userId }] = await data("/api/users");
const [{ id: accountId }] = await data(`/api/accounts?userId=${userId}`);
const year = new Date().getFullYear();
const list = `/api/records?userId=${userId}&limit=100`;

/** What goes through very many rows. */
const READS: Record<string, string> = {
  "nothing (for comparison)": "",
  "search for a word": `${list}&text=zzz`,
  "search by amount": `${list}&minAmount=99999999`,
  "a category nobody has": `${list}&category=zzz`,
  "a year by creation": `${list}&startDate=${year}-01-01&endDate=${year}-12-31`,
  "days of the whole book": `/api/records/days?userId=${userId}`,
  "categories of one account": `/api/statistics/categories?userId=${userId}&startDate=2000-01-01&endDate=${year}-12-31&type=expense&accountId=${accountId}`,
  "proof of one account": `/api/accounts/${accountId}/verify`,
  "the first page": `/api/overview?userId=${userId}`,
  "what looks regular": `/api/plans/suggestions?userId=${userId}`,
  "balances of a year": `/api/accounts/${accountId}/balances?startDate=${year}-01-01&endDate=${year}-12-31`,
  "export as JSON": `/api/export?userId=${userId}`,
  "the whole list": `/api/records?userId=${userId}`,
};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function data(address: string): Promise<any> {
  return ((await (await fetch(base + address)).json()) as { data: unknown }).data;
}

interface Measured extends Waits {
  reading: number;
}

/** Milliseconds: of the read, and the longest wait of a create and of `/health` meanwhile. */
async function measure(address: string): Promise<Measured> {
  const others = watchWaits(base, { userId, accountId });
  await sleep(300);
  others.take();
  const start = performance.now();
  if (address === "") await sleep(1000);
  else for await (const _ of (await fetch(base + address)).body ?? []);
  const reading = performance.now() - start;
  return { reading, ...(await others.stop()) };
}

for (const [name, address] of Object.entries(READS)) {
  const { reading, create, health } = await measure(address);
  const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`;
  console.log(`${name.padEnd(28)} ${ms(reading)}   create ${ms(create)}   health ${ms(health)}`);
}
await stop();
rmSync(folder, { recursive: true, force: true });
