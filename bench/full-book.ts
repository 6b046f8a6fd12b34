/**
 * `npm run bench:full-book`: a bill into a book of 1,000,000 records against the same into an empty book:
 * preview, commit and undo, and the longest waits of `/health` and of another person's creates meanwhile,
 * where something else comes into the book between preview and commit, so that it is compared once more.
 * Each book is served by a process of its own, in turn. SQLite, built service.
 *
 *   npm run bench:full-book -- [--records N] [--database FILE] [--rows N,N] [--rounds N]
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { dayOf, shiftDay } from "../src/ledger/calendar.ts";
import { billText, importBill } from "./bill.ts";
import { seedPerson } from "./seed.ts";
import { type Server, startService } from "./server.ts";
import { type Waits, type Watch, watchWaits } from "./waits.ts";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "1000000" },
    database: { type: "string" },
    rows: { type: "string", default: "20000,300" },
    rounds: { type: "string", default: "3" },
  },
});

const STEPS = ["preview", "commit", "undo"] as const;
type Step = (typeof STEPS)[number];

interface Figure {
  ms: number;
  cpu: number;
}
type Figures = Record<Step, Figure>;

interface Round {
  alone: Figures;
  waits: Record<Step, Waits>;
  records: number;
}

/** The person with the book, who is first in both databases. */
const OWNER = 1;
/** Of small bills several are read one after another: processor time is counted in 10 ms. */
const ROWS_AT_ONCE = 6000;

/** Bills that no book has seen. */
let serial = 0;
const newBill = (rows: number) => new TextEncoder().encode(billText(rows, serial++));

async function measureBook(seeded: string, rows: number, folder: string): Promise<Round> {
  const path = join(folder, "served.db");
  copyFileSync(seeded, path);
  const server = await startService(`file:${path}`, { LOG_LEVEL: "silent", RATE_LIMIT: "0" });
  try {
    const other = await addPerson(server);
    await importAndUndo(server, other.userId, rows);
    const times = Math.ceil(ROWS_AT_ONCE / rows);
    let alone = NOTHING;
    let records = 0;
    for (let time = 0; time < times; time += 1) {
      const one = await importAndUndo(server, OWNER, rows);
      alone = add(alone, one.figures, times);
      records = one.records;
    }
    return { alone, records, waits: await measureWaits(server, other, rows) };
  } finally {
    await server.stop();
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  }
}

const NOTHING: Figures = {
  preview: { ms: 0, cpu: 0 },
  commit: { ms: 0, cpu: 0 },
  undo: { ms: 0, cpu: 0 },
};

/** Adds a share of other figures. */
function add(figures: Figures, other: Figures, share: number): Figures {
  const sum = (step: Step) => ({
    ms: figures[step].ms + other[step].ms / share,
    cpu: figures[step].cpu + other[step].cpu / share,
  });
  return { preview: sum("preview"), commit: sum("commit"), undo: sum("undo") };
}

interface Person {
  userId: number;
  accountId: number;
}

async function addPerson(server: Server): Promise<Person> {
  const user = { name: "另一人", email: "other@example.com" };
  const userId = await post(server, "/api/users", user);
  const account = { userId, name: "现金", type: "cash" };
  return { userId, accountId: await post(server, "/api/accounts", account) };
}

async function post({ port }: Server, path: string, body: object): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

/** Two records that leave the balance as it is, one of the amount and the days of a row that it is not. */
async function enterTwo(server: Server): Promise<void> {
  const [account] = await accounts(server, OWNER);
  const record = { userId: OWNER, accountId: account?.id, amount: 1.1, category: "其他" };
  await post(server, "/api/records", { ...record, date: "2025-01-02", type: "income" });
  await post(server, "/api/records", { ...record, date: "2000-01-01", type: "expense" });
}

/** One bill in and out again. What it moved has to be back. */
async function importAndUndo(
  server: Server,
  userId: number,
  rows: number,
  onStep?: (step: Step) => unknown,
): Promise<{ figures: Figures; records: number }> {
  const before = await balances(server, userId);
  const imported = await importBill(server, userId, newBill(rows), onStep);
  if (imported.rowCount !== rows) throw new Error(`${imported.rowCount} rows`);
  await onStep?.("undo");
  const [started, startCpu] = [performance.now(), server.cpuMs()];
  const address = `http://127.0.0.1:${server.port}/api/imports/${imported.id}`;
  const undone = (await (await fetch(address, { method: "DELETE" })).json()) as {
    data: { records: number };
  };
  const undo = { ms: performance.now() - started, cpu: server.cpuMs() - startCpu };
  if (undone.data.records !== imported.records) throw new Error(JSON.stringify(undone.data));
  if ((await balances(server, userId)) !== before) throw new Error("balances are not as before");
  const { previewMs, previewCpu, commitMs, commitCpu, records } = imported;
  const preview = { ms: previewMs, cpu: previewCpu };
  return { figures: { preview, commit: { ms: commitMs, cpu: commitCpu }, undo }, records };
}

async function accounts({ port }: Server, userId: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/accounts?userId=${userId}`);
  return ((await answer.json()) as { data: { id: number; balance: number }[] }).data;
}

/** What the accounts that hold money hold, as text to be compared. */
async function balances(server: Server, userId: number): Promise<string> {
  const held = (await accounts(server, userId)).map(({ balance }) => balance);
  return JSON.stringify(held.filter((balance) => balance !== 0));
}

/** The same once more, while another person books and asks. */
async function measureWaits(
  server: Server,
  other: Person,
  rows: number,
): Promise<Record<Step, Waits>> {
  const watch: Watch = watchWaits(`http://127.0.0.1:${server.port}`, other);
  await sleep(300);
  const waits = {} as Record<Step, Waits>;
  let current: Step | undefined;
  const end = (taken: Waits) => {
    if (current !== undefined) waits[current] = taken;
  };
  await importAndUndo(server, OWNER, rows, async (step) => {
    end(watch.take());
    if (step === "commit") await enterTwo(server);
    watch.take();
    current = step;
  });
  end(await watch.stop());
  return waits;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

/** The median of a figure of one step, and that of the ratios of each round. */
function report(rows: number, empty: Round[], full: Round[]): void {
  const records = (rounds: Round[]) => rounds.at(-1)?.records;
  console.log(
    `${rows} rows: ${records(empty)} booked in the empty book, ${records(full)} in the full one`,
  );
  for (const step of STEPS) {
    const told = (["ms", "cpu"] as const).map((figure) => {
      const [small, large] = [empty, full].map((rounds) =>
        rounds.map(({ alone }) => alone[step][figure]),
      ) as [number[], number[]];
      const ratio = median(large.map((value, round) => value / (small[round] as number)));
      const name = figure === "ms" ? "time" : "cpu";
      return `${name} ${whole(median(small))} ms empty ${whole(median(large))} ms full, ratio ${ratio.toFixed(2)}`;
    });
    const waits = [empty, full].map((rounds) => {
      const longest = (name: keyof Waits) =>
        whole(median(rounds.map((one) => one.waits[step][name])));
      return `create ${longest("create")} health ${longest("health")}`;
    });
    console.log(`  ${step.padEnd(8)} ${told.join("; ")}; waits, empty: ${waits.join("; full: ")}`);
  }
  for (const [name, rounds] of [
    ["empty", empty],
    ["full", full],
  ] as const) {
    const ratio = (figure: keyof Figure) =>
      median(rounds.map(({ alone }) => alone.undo[figure] / alone.commit[figure])).toFixed(2);
    console.log(`  undo to commit, ${name}: time ${ratio("ms")}, cpu ${ratio("cpu")} (target 2)`);
  }
}

const whole = (value: number) => value.toFixed(0).padStart(5);

const folder = mkdtempSync(join(tmpdir(), "fenming-full-book-"));
try {
  const full = options.database ?? join(folder, "full.db");
  // Records of today were created later than now.
  const yesterday = shiftDay(dayOf(Date.now(), "UTC"), -1);
  if (options.database === undefined) {
    seedPerson(`file:${full}`, Number(options.records), yesterday);
  }
  const empty = join(folder, "empty.db");
  // One record: the same person with the same accounts.
  seedPerson(`file:${empty}`, 1);
  for (const rows of options.rows.split(",").map(Number)) {
    const rounds: { empty: Round[]; full: Round[] } = { empty: [], full: [] };
    for (let round = 0; round < Number(options.rounds); round += 1) {
      rounds.empty.push(await measureBook(empty, rows, folder));
      rounds.full.push(await measureBook(full, rows, folder));
    }
    report(rows, rounds.empty, rounds.full);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
