/**
 * `npm run bench`: the service against the least that could do the job, in interleaved rounds on
 * copies of one database. Prints medians and ratios; the machine's noise falls on both alike.
 *
 *   npm run bench -- [--engine postgres] [--database FILE] [--records N]
 *     [--rounds N] [--seconds N] [--only NAME] [--sync-ms N]
 *
 * `--sync-ms` makes the disk wait so much longer at each sync (needs a C compiler).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openFiles, openPostgres } from "./databases.ts";
import { getRequest, type LoadResult, load, postRequest } from "./load.ts";
import { seedPerson } from "./seed.ts";
import { type Server, startLimit, startService } from "./server.ts";
import { compareStarts, idleAfterUse } from "./start.ts";

const { values: options } = parseArgs({
  options: {
    engine: { type: "string", default: "sqlite" },
    database: { type: "string" },
    records: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    only: { type: "string" },
    "sync-ms": { type: "string" },
  },
});
const ROUNDS = Number(options.rounds);
const DURATION_MS = Number(options.seconds) * 1000;
/** Both servers have compiled what they run often before they are measured. */
const WARM_UP_MS = 1500;

/** The first thousand people share the records, the next hundred hold 100 each, the last 100,000. */
const MANY_USERS = 1000;
const FEW_USERS = 100;

interface Person {
  userId: number;
  accountIds: number[];
}
const people: Person[] = [];

async function findPeople({ port }: Server): Promise<void> {
  const ask = async (path: string) =>
    ((await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as { data: { id: number }[] })
      .data;
  for (const { id: userId } of await ask("/api/users")) {
    const accounts = await ask(`/api/accounts?userId=${userId}`);
    people.push({ userId, accountIds: accounts.map(({ id }) => id) });
  }
}

/** Somebody of the many, or of the few. */
const someone = () => people[random(MANY_USERS) - 1] as Person;
const oneOfFew = (index: number) => (people[MANY_USERS + index] as Person).userId;
const bigUser = () => (people[MANY_USERS + FEW_USERS] as Person).userId;

const random = (count: number) => 1 + Math.floor(Math.random() * count);
const now = new Date();
const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
let serial = 0;

const createRecord = () => {
  const { userId, accountIds } = someone();
  return postRequest("/api/records", {
    userId,
    accountId: accountIds[random(accountIds.length) - 1],
    type: "expense",
    amount: random(10_000) / 100,
    category: "餐饮",
    description: "午餐",
    date: `${month}-${String(random(28)).padStart(2, "0")}`,
  });
};
// A parameter that nobody reads makes every URL new, so that no kept answer is found.
const fresh = (path: string) => () =>
  getRequest(`${path.replace("{user}", String(someone().userId))}&_=${serial++}`);

interface Work {
  name: string;
  next: () => string;
  connections: number;
  /** The ratio to be reached on SQLite; on PostgreSQL it is 0.65 for all. */
  target: string;
}

const POSTGRES_TARGET = "0.65";

const works: Work[] = [
  { name: "create", next: createRecord, connections: 64, target: "0.70" },
  {
    name: "list of 100",
    next: () => getRequest(`/api/records?userId=${oneOfFew(random(FEW_USERS) - 1)}&_=${serial++}`),
    connections: 64,
    target: "0.85",
  },
  {
    name: "summary",
    next: fresh("/api/dashboard/summary?userId={user}"),
    connections: 64,
    target: "0.80",
  },
  {
    name: "monthly",
    next: fresh(`/api/statistics/monthly?userId={user}&month=${month}`),
    connections: 64,
    target: "0.80",
  },
  {
    name: "compare",
    next: fresh(`/api/statistics/compare?userId={user}&month=${month}`),
    connections: 64,
    target: "0.80",
  },
];

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const fixed = (value: number, digits = 2) => value.toFixed(digits);

interface Measured extends LoadResult {
  /** Processor time of the server for one request, in microseconds: steady where the clock is not. */
  cpuUs: number;
}

interface Pair {
  ours: Measured[];
  limit: Measured[];
}

async function measure(
  server: Server,
  connections: number,
  next: () => string,
  durationMs: number,
): Promise<Measured> {
  const before = server.cpuMs();
  const result = await load({
    port: server.port,
    connections,
    durationMs,
    next,
    expect: [200, 304],
  });
  return { ...result, cpuUs: ((server.cpuMs() - before) * 1000) / result.requests };
}

/** Runs both servers in turn, round by round, and answers the results of each. */
async function compareServers(
  { next, connections }: Pick<Work, "next" | "connections">,
  ours: Server,
  limit: Server,
  nextForLimit = next,
): Promise<Pair> {
  const pair: Pair = { ours: [], limit: [] };
  await measure(ours, connections, next, WARM_UP_MS);
  await measure(limit, connections, nextForLimit, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    pair.ours.push(await measure(ours, connections, next, DURATION_MS));
    pair.limit.push(await measure(limit, connections, nextForLimit, DURATION_MS));
  }
  return pair;
}

/** One line: rates, the median ratio of throughput, that of processor time, and the latencies. */
function report(name: string, { ours, limit }: Pair, target: string): void {
  const middle = (list: Measured[], figure: keyof Measured) =>
    median(list.map((result) => result[figure]));
  const ratio = (figure: "perSecond" | "cpuUs") =>
    median(ours.map((result, index) => result[figure] / (limit[index] as Measured)[figure]));
  console.log(
    [
      name.padEnd(32),
      `${fixed(middle(ours, "perSecond"), 0).padStart(7)}/s`,
      `limit ${fixed(middle(limit, "perSecond"), 0).padStart(7)}/s`,
      `ratio ${fixed(ratio("perSecond"))} (target ${target})`,
      `cpu ${fixed(middle(ours, "cpuUs"), 0)} us, limit ${fixed(middle(limit, "cpuUs"), 0)} us (${fixed(1 / ratio("cpuUs"))})`,
      `p99 ${fixed(middle(ours, "p99"), 1)} ms, limit ${fixed(middle(limit, "p99"), 1)} ms`,
    ].join("  "),
  );
}

/** All servers that are started from here on have a disk that waits. */
function slowDisk(folder: string, ms: string): void {
  const library = join(folder, "slow-disk.so");
  const source = join(import.meta.dirname, "slow-disk.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]);
  Object.assign(process.env, { LD_PRELOAD: library, SYNC_MS: ms });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fenming-bench-"));
  const databases =
    options.engine === "postgres"
      ? await openPostgres(Number(options.records))
      : await openFiles(folder, options.database, Number(options.records));
  if (options["sync-ms"] !== undefined) slowDisk(folder, options["sync-ms"]);
  const wanted = (name: string) => options.only === undefined || name.includes(options.only);
  const ours = await startService(await databases.copy("ours"));
  console.log(`start to first answer ${fixed(ours.startMs, 0)} ms`);
  await findPeople(ours);
  const limit = await startLimit(await databases.copy("lowest"));
  try {
    for (const work of works) {
      if (!wanted(work.name)) continue;
      const target = options.engine === "postgres" ? POSTGRES_TARGET : work.target;
      report(work.name, await compareServers(work, ours, limit), target);
    }
    if (wanted("unchanged")) await unchanged(ours, limit);
    if (wanted("create, 1 client") || wanted("single")) {
      await againstSingle(ours, await databases.copy("single"));
    }
    if (wanted("start") && options.engine === "sqlite") await starts(folder);
    if (wanted("long list")) await longList(ours);
    if (wanted("size of the book") && options.engine === "sqlite") await bySize(folder);
  } finally {
    await ours.stop();
    await limit.stop();
    await databases.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists that have not changed: by the client's own ETag, and by the answers that are kept. */
async function unchanged(ours: Server, limit: Server): Promise<void> {
  const urls: string[] = [];
  const requests: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    const url = `/api/records?userId=${oneOfFew(index)}`;
    const answer = await fetch(`http://127.0.0.1:${ours.port}${url}`);
    await answer.text();
    urls.push(url);
    requests.push(getRequest(url, { "if-none-match": answer.headers.get("etag") as string }));
  }
  const plain = () => getRequest(urls[random(100) - 1] as string);
  const work = { next: () => requests[random(100) - 1] as string, connections: 64 };
  report("unchanged list, ETag", await compareServers(work, ours, limit, plain), "5");
  report(
    "unchanged list, kept answer",
    await compareServers({ ...work, next: plain }, ours, limit),
    "-",
  );
}

async function againstSingle(ours: Server, database: string): Promise<void> {
  const single = await startLimit(database, "--single");
  try {
    const many = { next: createRecord, connections: 64 };
    report("create, against one tx a request", await compareServers(many, ours, single), "5");
    const one = { next: createRecord, connections: 1 };
    report("create, 1 client, likewise", await compareServers(one, ours, single), "1");
  } finally {
    await single.stop();
  }
}

/** What figures cost a user with 1,000,000 records, against a user with 1,000. One client. */
async function bySize(folder: string): Promise<void> {
  const url = `file:${join(folder, "sizes.db")}`;
  for (const records of [1_000_000, 1000]) seedPerson(url, records);
  const server = await startService(url);
  const [large, small] = [1, 2];
  const time = async (path: string) => {
    const start = performance.now();
    await (await fetch(`http://127.0.0.1:${server.port}${path}&_=${serial++}`)).text();
    return performance.now() - start;
  };
  for (const path of [
    "/api/dashboard/summary?",
    `/api/statistics/monthly?month=${month}&`,
    `/api/statistics/compare?month=${month}&`,
  ]) {
    const times: Record<number, number[]> = { [large]: [], [small]: [] };
    for (let round = 0; round < 300; round += 1) {
      for (const user of [large, small]) times[user]?.push(await time(`${path}userId=${user}`));
    }
    const [ofLarge, ofSmall] = [median(times[large] as number[]), median(times[small] as number[])];
    console.log(
      `size of the book, ${path.split("?", 1)[0]}: ${fixed(ofLarge)} ms with 1,000,000 records, ${fixed(ofSmall)} ms with 1,000, ratio ${fixed(ofLarge / ofSmall)} (target 3)`,
    );
  }
  await server.stop();
}

/** What a start and an idle service cost; a person's book of 510,000 records is a file of 125 MB. */
async function starts(folder: string): Promise<void> {
  const [small, large] = [1000, 510_000].map((records) => {
    const url = `file:${join(folder, `person-${records}.db`)}`;
    seedPerson(url, records);
    return url;
  }) as [string, string];
  await compareStarts(small);
  await idleAfterUse(large, 125);
}

/** 100,000 rows to one client while others ask for /health. */
async function longList(ours: Server): Promise<void> {
  const before = ours.memory();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, ours.memory());
  }, 20);
  const firstBytes: number[] = [];
  const totals: number[] = [];
  const health: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${ours.port}/api/records?userId=${bigUser()}`, {
      headers: { "accept-encoding": "identity" },
    });
    const beside = load({
      port: ours.port,
      connections: 4,
      durationMs: 400,
      next: () => getRequest("/health"),
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let first = true;
    for (;;) {
      const { done } = await reader.read();
      if (first) firstBytes.push(performance.now() - start);
      first = false;
      if (done) break;
    }
    totals.push(performance.now() - start);
    health.push(await beside);
  }
  clearInterval(watch);
  console.log(
    `list of 100,000 rows: first byte ${fixed(median(firstBytes), 1)} ms, whole ${fixed(median(totals), 0)} ms, extra memory ${fixed((peak - before) / 1e6, 0)} MB, /health meanwhile p99 ${fixed(median(health.map((result) => result.p99)), 1)} ms, worst ${fixed(median(health.map((result) => result.max)), 1)} ms`,
  );
}

await main();
