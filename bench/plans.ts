/**
 * `npm run bench:plans -- [--records N] [--plans N]`: what plans cost in a large book. Creates in the book with
 * plans beside creates in the same book without any, by turns; and the reads of plans beside the list of 100
 * rows. SQLite, built service.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Day, shiftDay } from "../src/ledger/calendar.ts";
import { getRequest, load, postRequest } from "./load.ts";
import { seedPerson } from "./seed.ts";
import { type Server, startService } from "./server.ts";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "1000000" },
    plans: { type: "string", default: "200" },
  },
});
const ROUNDS = 8;
const ROUND_MS = 1500;

const folder = mkdtempSync(join(tmpdir(), "fenming-plans-"));
const [without, withPlans] = [join(folder, "without.db"), join(folder, "plans.db")];
seedPerson(`file:${without}`, Number(options.records));
copyFileSync(without, withPlans);
const settings = { LOG_LEVEL: "silent", TZ: "UTC" };
const bare = await startService(`file:${without}`, settings);
const full = await startService(`file:${withPlans}`, settings);
const { userId, accountId, today } = await describeBook(full.port);
await makePlans(full.port, Number(options.plans));
await measureCreates();
await measureReads();
await Promise.all([bare.stop(), full.stop()]);
rmSync(folder, { recursive: true, force: true });

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function data(port: number, address: string, body?: object): Promise<any> {
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}

async function describeBook(port: number) {
  const [user] = await data(port, "/api/users");
  const [account] = await data(port, `/api/accounts?userId=${user.id}`);
  const { date } = await data(port, `/api/overview?userId=${user.id}`);
  return { userId: user.id as number, accountId: account.id as number, today: date as Day };
}

/** Monthly ones, over all days of the month; nothing of them is due yet. */
async function makePlans(port: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await data(port, "/api/plans", {
      ...{ userId, accountId, name: `计划 ${made}`, kind: "expense", category: "居住" },
      ...{ amount: 1 + made, every: { unit: "month" }, days: [1 + (made % 28)] },
      startDate: shiftDay(today, 2),
    });
  }
}

async function measureCreates(): Promise<void> {
  const ratios: number[] = [];
  const create = () =>
    postRequest("/api/records", {
      ...{ userId, accountId, type: "expense", amount: 1.23, category: "餐饮", date: today },
    });
  const cpuOf = async ({ port, cpuMs }: Server) => {
    const before = cpuMs();
    const { requests } = await load({
      ...{ port, connections: 64, durationMs: ROUND_MS, next: create },
    });
    return (cpuMs() - before) / requests;
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const plain = await cpuOf(bare);
    const planned = await cpuOf(full);
    // The first warms up.
    if (round > 0) ratios.push(planned / plain);
  }
  const ratio = middle(ratios);
  console.log(`creates, processor time with plans to without: ${ratio.toFixed(3)}   target 1.03`);
}

async function measureReads(): Promise<void> {
  const reads: [name: string, path: string, bar?: number][] = [
    ["list of 100 (for comparison)", `/api/records?userId=${userId}&limit=100`],
    ["forecast of 90 days", `/api/forecast?userId=${userId}&days=90`, 25],
    [
      "occurrences of a year",
      `/api/occurrences?userId=${userId}&startDate=${today}&endDate=${shiftDay(today, 365)}`,
      15,
    ],
    ["plans", `/api/plans?userId=${userId}`],
    ["the first page's figures", `/api/overview?userId=${userId}`],
  ];
  let serial = 0;
  for (const [name, path, bar] of reads) {
    // A parameter that nobody reads: no kept answer is found.
    const next = () => getRequest(`${path}&_=${serial++}`);
    await load({ port: full.port, connections: 1, durationMs: ROUND_MS, next });
    const before = full.cpuMs();
    const seen = await load({ port: full.port, connections: 1, durationMs: 2 * ROUND_MS, next });
    const cpu = (full.cpuMs() - before) / seen.requests;
    console.log(
      [
        name.padEnd(30),
        `p50 ${seen.p50.toFixed(1)} ms`,
        `p99 ${seen.p99.toFixed(1)} ms`,
        `processor ${cpu.toFixed(1)} ms`,
        ...(bar ? [`target ${bar} ms`] : []),
      ].join("   "),
    );
  }
  const start = performance.now();
  const found = await data(full.port, `/api/plans/suggestions?userId=${userId}`);
  const took = performance.now() - start;
  console.log(`suggestions: ${took.toFixed(0)} ms, ${found.length} found`);
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] as number;
}
