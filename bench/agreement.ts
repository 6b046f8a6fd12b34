/**
 * `npm run bench:agreement -- [--records N]`: what agreeing with the bank costs in a large book, each figure
 * beside the list of 100 rows of the same run. Two books of one user: as `fenming seed` makes it (three years,
 * five accounts), and the same records spread over ten years and 20 accounts. SQLite, built service.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { type Day, shiftDay } from "../src/ledger/calendar.ts";
import { seedPerson } from "./seed.ts";
import { startService } from "./server.ts";

const { values: options } = parseArgs({
  options: { records: { type: "string", default: "100000" } },
});
const ROUNDS = 4;
const ASKED = 5;
const TEN_YEARS = 3652;
const MANY_ACCOUNTS = 20;

const folder = mkdtempSync(join(tmpdir(), "fenming-agreement-"));
const [seeded, spread] = [join(folder, "seeded.db"), join(folder, "spread.db")];
seedPerson(`file:${seeded}`, Number(options.records));
copyFileSync(seeded, spread);
spreadOut(spread);
await measureBook("three years, five accounts", seeded);
await measureBook("ten years, 20 accounts", spread);
rmSync(folder, { recursive: true, force: true });

/** Gives the records in turn to more accounts, over more days; balances and day totals follow. */
function spreadOut(path: string): void {
  const db = new Database(path);
  const row = db.prepare("select user_id as userId, max(day) as last from records").get();
  const { userId, last } = row as { userId: number; last: Day };
  const addAccount = db.prepare(`insert into accounts
    (user_id, name, type, color, opening, balance, created_at, updated_at)
    select user_id, name || ' ' || ?, type, color, opening, opening, created_at, updated_at
    from accounts order by id limit 1`);
  const accounts = () => db.prepare("select id from accounts order by id").pluck().all();
  while (accounts().length < MANY_ACCOUNTS) addAccount.run(accounts().length);
  const ids = accounts() as number[];
  const records = db.prepare("select id from records order by day, id").pluck().all() as number[];
  const move = db.prepare(
    "update records set account_id = ?, day = ?, date = ?, timed = 0 where id = ?",
  );
  db.transaction(() => {
    for (const [at, id] of records.entries()) {
      const day = shiftDay(last, Math.floor((at / records.length - 1) * TEN_YEARS));
      move.run(ids[(at * 7 + Math.floor(at / 13)) % ids.length], day, `${day}T00:00:00.000Z`, id);
    }
    db.exec(`update accounts set balance = opening + coalesce((select sum(case when type = 'income'
      then amount else -amount end) from records where account_id = accounts.id), 0)`);
    db.exec("delete from day_totals");
    db.prepare(`insert into day_totals select user_id, day, type, category, sum(amount), count(*)
      from records where user_id = ? group by user_id, day, type, category`).run(userId);
  })();
  db.close();
}

async function measureBook(title: string, path: string): Promise<void> {
  const { port, cpuMs, stop } = await startService(`file:${path}`, {
    LOG_LEVEL: "silent",
    TZ: "UTC",
  });
  try {
    console.log(`${title}:`);
    await measureReads(`http://127.0.0.1:${port}`, cpuMs);
  } finally {
    await stop();
  }
}

async function measureReads(base: string, cpuMs: () => number): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const data = async (address: string, init?: RequestInit): Promise<any> => {
    const answer = await fetch(base + address, init);
    if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const [{ id: userId }] = await data("/api/users");
  const { id } = await busiestAccount(data, userId);
  const today = new Date().toISOString().slice(0, 10) as Day;
  const month = (day: Day) => `startDate=${day.slice(0, 7)}-01&endDate=${day.slice(0, 7)}-28`;
  const early = shiftDay(today, -1000);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ date: shiftDay(today, -365), balance: 1.23 });
  await data(`/api/accounts/${id}/checkpoints`, { method: "POST", headers, body });
  const reads: [name: string, path: string, bar?: number][] = [
    ["list of 100 (for comparison)", `/api/records?userId=${userId}&limit=100`],
    ["sheet, this month", `/api/accounts/${id}/sheet?${month(today)}`, 10],
    ["sheet, a month long ago", `/api/accounts/${id}/sheet?${month(early)}`, 10],
    ["sheet, all, first page", `/api/accounts/${id}/sheet?limit=200`],
    ["a bad checkpoint", `/api/accounts/${id}/checkpoints?userId=${userId}`, 50],
    ["net worth, a year", `/api/networth?userId=${userId}&startDate=${shiftDay(today, -365)}`],
    ["net worth, all days", `/api/networth?userId=${userId}`],
    ["net worth, all by month", `/api/networth?userId=${userId}&by=month`, 15],
  ];
  const taken = reads.map(() => ({ times: [] as number[], cpu: 0 }));
  let serial = 0;
  // In turn, so that what the machine does besides falls on all alike; the first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, [, address]] of reads.entries()) {
      const before = cpuMs();
      for (let asked = 0; asked < ASKED; asked += 1) {
        const start = performance.now();
        // A parameter that nobody reads: no kept answer is found.
        await data(`${address}&_=${serial++}`);
        if (round > 0) taken[at]?.times.push(performance.now() - start);
      }
      if (round > 0) (taken[at] as { cpu: number }).cpu += cpuMs() - before;
    }
  }
  const figures = taken.map(({ times, cpu }) => ({
    ms: times.sort((a, b) => a - b)[times.length >> 1] as number,
    cpu: cpu / times.length,
  }));
  const list = figures[0] as { ms: number; cpu: number };
  for (const [at, [name, , bar]] of reads.entries()) {
    const { ms, cpu } = figures[at] as { ms: number; cpu: number };
    console.log(
      [
        `  ${name.padEnd(30)} ${ms.toFixed(1).padStart(7)} ms (${(ms / list.ms).toFixed(1)} lists)`,
        `processor ${cpu.toFixed(1)} ms (${(cpu / list.cpu).toFixed(1)} lists)`,
        ...(bar ? [`target ${bar} ms`] : []),
      ].join("   "),
    );
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function busiestAccount(data: (address: string) => Promise<any>, userId: number) {
  const accounts = await data(`/api/accounts?userId=${userId}`);
  const counted = await Promise.all(
    accounts.map(async ({ id }: { id: number }) => {
      const { days } = await data(`/api/accounts/${id}/balances`);
      return { id, days: days.length as number };
    }),
  );
  return counted.reduce((most, one) => (one.days > most.days ? one : most));
}
