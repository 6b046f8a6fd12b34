/**
 * `npm run bench:import`: a bill of 20,000 rows, previewed and committed while other requests go on;
 * beside it the least that could do the job, which reads the file and inserts the rows.
 *
 *   tsx bench/import.ts [--rows N] [--rounds N]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { readBill } from "../src/bills/index.ts";
import { billText, importBill } from "./bill.ts";
import { type Server, startService } from "./server.ts";

const { values: options } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    rounds: { type: "string", default: "3" },
  },
});
const ROWS = Number(options.rows);

/** Reads the file and inserts its rows in one durable transaction: nothing asks, nothing is kept. */
async function bare(bytes: Uint8Array, folder: string): Promise<{ ms: number; readCpu: number }> {
  const db = new Database(join(folder, `bare-${Math.random()}.db`));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(`create table records (id integer primary key autoincrement, user_id integer not null,
    account_id integer not null, type text not null, amount integer not null, category text not null,
    description text, date text not null, day text not null, timed integer not null,
    created_at text not null, updated_at text not null) strict;
    create index a on records (user_id, created_at, id);
    create index b on records (user_id, account_id, created_at);
    create index c on records (user_id, day)`);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const [bill] = await readBill(bytes);
  const { user, system } = process.cpuUsage(cpu);
  const insert = db.prepare(`insert into records (user_id, account_id, type, amount, category,
    description, date, day, timed, created_at, updated_at) values (1, 1, 'expense', ?, ?, ?, ?, ?, 1, ?, ?)`);
  const now = new Date().toISOString();
  db.transaction(() => {
    for (const line of bill?.lines ?? []) {
      const { amount, category, description, time } = line;
      insert.run(amount, category, description, time, time.slice(0, 10), now, now);
    }
  })();
  const ms = performance.now() - started;
  db.close();
  return { ms, readCpu: (user + system) / 1000 };
}

interface Round {
  /** Of the whole server, previewing and committing. */
  cpuMs: number;
  previewCpu: number;
  commitCpu: number;
  undoCpu: number;
  previewMs: number;
  commitMs: number;
  /** The most that the process has held. */
  peakMb: number;
  readP99: number;
  readMax: number;
  writeMax: number;
  extraMb: number;
}

async function round(
  bytes: Uint8Array<ArrayBuffer>,
  folder: string,
  busy: boolean,
): Promise<Round> {
  const server = await startService(`file:${join(folder, `book-${Math.random()}.db`)}`, {
    LOG_LEVEL: "warn",
    RATE_LIMIT: "0",
  });
  try {
    return await measure(server, bytes, busy);
  } finally {
    await server.stop();
  }
}

async function measure(
  server: Server,
  bytes: Uint8Array<ArrayBuffer>,
  busy: boolean,
): Promise<Round> {
  const base = `http://127.0.0.1:${server.port}`;
  const post = async (path: string, body: object) => {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { data: { id: number } };
  };
  const userId = (await newUser(post, "ming")).id;
  const account = await post("/api/accounts", { userId, name: "现金", type: "cash" });
  const record = { userId, accountId: account.data.id, type: "expense", amount: 1 };
  const write = () => post("/api/records", { ...record, category: "餐饮", date: "2026-03-01" });
  for (let warm = 0; warm < 50; warm += 1) await write();
  // The yardstick has read the bill before, so the service has, too: for somebody else.
  if (!busy) await importBill(server, (await newUser(post, "warm")).id, bytes);
  const before = server.memory();
  let peak = before;
  let running = true;
  const reads: number[] = [];
  const writes: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>, pause: number) => {
    while (running) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
      peak = Math.max(peak, server.memory());
      await sleep(pause);
    }
  };
  let serial = 0;
  const read = async () => {
    const path = `/api/statistics/monthly?userId=${userId}&month=2026-03&_=${serial++}`;
    await (await fetch(base + path)).text();
  };
  const others = busy ? [timed(reads, read, 5), timed(writes, write, 50)] : [];
  const imported = await importBill(server, userId, bytes).finally(() => {
    running = false;
    return Promise.all(others);
  });
  const { id, previewMs, commitMs, previewCpu, commitCpu } = imported;
  if (imported.rowCount !== ROWS) throw new Error(`${imported.rowCount} rows`);
  reads.sort((a, b) => a - b);
  const beforeUndo = server.cpuMs();
  await fetch(`${base}/api/imports/${id}`, { method: "DELETE" });
  return {
    cpuMs: previewCpu + commitCpu,
    previewCpu,
    commitCpu,
    undoCpu: server.cpuMs() - beforeUndo,
    previewMs,
    commitMs,
    peakMb: server.peak() / 2 ** 20,
    readP99: reads[Math.floor(reads.length * 0.99)] ?? 0,
    readMax: reads.at(-1) ?? 0,
    writeMax: Math.max(0, ...writes),
    extraMb: (peak - before) / 2 ** 20,
  };
}

type Post = (path: string, body: object) => Promise<{ data: { id: number; result?: object } }>;

async function newUser(post: Post, name: string): Promise<{ id: number }> {
  return (await post("/api/users", { name, email: `${name}@example.com` })).data;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const folder = mkdtempSync(join(tmpdir(), "fenming-bench-"));
try {
  const bytes = new TextEncoder().encode(billText(ROWS));
  const quiet: Round[] = [];
  const busy: Round[] = [];
  const bares: { ms: number; readCpu: number; cpuMs: number }[] = [];
  await bare(bytes, folder);
  for (let count = 0; count < Number(options.rounds); count += 1) {
    const cpu = process.cpuUsage();
    const least = await bare(bytes, folder);
    const { user, system } = process.cpuUsage(cpu);
    bares.push({ ...least, cpuMs: (user + system) / 1000 });
    quiet.push(await round(bytes, folder, false));
    busy.push(await round(bytes, folder, true));
  }
  const of = (rounds: Round[], key: keyof Round) => median(rounds.map((one) => one[key]));
  const whole = median(quiet.map(({ previewMs, commitMs }) => previewMs + commitMs));
  const [bareMs, bareCpu] = [
    median(bares.map(({ ms }) => ms)),
    median(bares.map((one) => one.cpuMs)),
  ];
  const readCpu = median(bares.map((one) => one.readCpu));
  const figures: [string, number, string][] = [
    ["preview", of(quiet, "previewMs"), "ms"],
    ["commit", of(quiet, "commitMs"), "ms"],
    ["rows a second", (ROWS / whole) * 1000, ""],
    ["bare parse and inserts", bareMs, "ms"],
    ["ratio of times (target 0.4)", bareMs / whole, ""],
    ["processor time", of(quiet, "cpuMs"), "ms"],
    ["reading, processor time", readCpu, "ms"],
    ["preview, processor time", of(quiet, "previewCpu"), "ms"],
    ["preview to reading (target 2.5)", of(quiet, "previewCpu") / readCpu, ""],
    ["undo to commit, processor (target 2)", of(quiet, "undoCpu") / of(quiet, "commitCpu"), ""],
    ["peak of the process", of(quiet, "peakMb"), "MB"],
    ["ratio of processor times", bareCpu / of(quiet, "cpuMs"), ""],
    ["reads meanwhile, p99 (target 50)", of(busy, "readP99"), "ms"],
    ["reads meanwhile, worst", of(busy, "readMax"), "ms"],
    ["writes meanwhile, worst (target 2000)", of(busy, "writeMax"), "ms"],
    ["extra memory at the peak (target 150)", of(busy, "extraMb"), "MB"],
  ];
  console.log(`${ROWS} rows, ${(bytes.length / 2 ** 20).toFixed(1)} MB, medians of ${busy.length}`);
  for (const [name, value, unit] of figures) {
    console.log(`${name.padEnd(40)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
