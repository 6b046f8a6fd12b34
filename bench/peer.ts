/**
 * `npm run bench:peer`: the service against one of the same endpoints as an ordinary programmer would
 * write it, with Express and Prisma (`peer/`), in interleaved rounds on the same data. Both commit durably
 * (`synchronous = FULL`), and their answers are compared before they are timed. SQLite.
 *
 *   npm run bench:peer -- [--records N] [--rounds N] [--seconds N] [--only NAME]
 *
 * The peer's packages come from the registry of npm at the first run, into `node_modules/.cache`.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { openFiles } from "./databases.ts";
import { compareServers, report } from "./rounds.ts";
import { type Server, startPeer, startService } from "./server.ts";
import {
  createRecord,
  findPeople,
  fresh,
  listOfHundred,
  type Person,
  thisMonth,
  type Work,
} from "./work.ts";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    only: { type: "string", default: "" },
  },
});

const PEER = join(import.meta.dirname, "peer");
const INSTALLED = join(import.meta.dirname, "../node_modules/.cache/fenming-peer");
const DONE = join(INSTALLED, "done");

/** Ratios as they were measured once elsewhere. */
const WORKS: (Work & { elsewhere: string })[] = [
  { name: "create, 64 clients", next: createRecord, connections: 64, elsewhere: "9.7" },
  { name: "create, 1 client", next: createRecord, connections: 1, elsewhere: "3.0" },
  { name: "list of 100", next: listOfHundred, connections: 64, elsewhere: "3.2" },
  {
    name: "monthly",
    next: fresh(`/api/statistics/monthly?userId={user}&month=${thisMonth}`),
    connections: 64,
    elsewhere: "8.7",
  },
  {
    name: "dashboard",
    next: fresh("/api/dashboard/summary?userId={user}"),
    connections: 64,
    elsewhere: "4.8",
  },
];

/** Installs the peer unless it is there, and makes its client. Answers its program. */
function install(): string {
  const files = ["package.json", "package-lock.json", "schema.prisma", "server.mjs"];
  const text = (folder: string) =>
    files.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  const program = join(INSTALLED, "server.mjs");
  if (existsSync(DONE) && text(INSTALLED) === text(PEER)) return program;
  rmSync(INSTALLED, { recursive: true, force: true });
  mkdirSync(INSTALLED, { recursive: true });
  for (const name of files) copyFileSync(join(PEER, name), join(INSTALLED, name));
  const options = {
    cwd: INSTALLED,
    stdio: "inherit",
    shell: process.platform === "win32",
    // The client needs no engine; `prisma generate` would download one all the same.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  } as const;
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], options);
  // The driver is ours, further up, which is compiled already.
  rmSync(join(INSTALLED, "node_modules/better-sqlite3"), { recursive: true, force: true });
  execFileSync("npm", ["run", "generate"], options);
  writeFileSync(DONE, "");
  return program;
}

/** The same people and records in the peer's tables. */
function copyData(from: string, to: string): void {
  const db = new Database(to);
  db.exec(readFileSync(join(PEER, "tables.sql"), "utf8"));
  db.prepare("attach ? as ours").run(from);
  const moment = (column: string) => `replace(${column}, 'Z', '+00:00')`;
  const moments = `${moment("created_at")}, ${moment("updated_at")}`;
  db.exec(`
    insert into "User" select id, name, email, ${moments} from ours.users;
    insert into "Account" select id, user_id, name, type, color, balance / 100.0, ${moments}
      from ours.accounts;
    insert into "Record" select id, user_id, account_id, type, amount / 100.0, category, description,
      ${moment("date")}, ${moments} from ours.records;
    insert into "Budget" select id, user_id, category, amount / 100.0, month, ${moments}
      from ours.budgets;`);
  db.close();
}

const ACCOUNT = ["id", "userId", "name", "type", "color", "balance"];
const ROW = ["id", "userId", "type", "amount", "category", "description", "date", "createdAt"];
const USED = ["id", "userId", "category", "amount", "month", "spent", "percentage"];

type Fields = Record<string, unknown>;

/** What the interface names, in one order; a text that is not there is null. */
function picked(one: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, one[name] ?? null]));
}

function byText(list: Fields[]): Fields[] {
  return list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** All that the peer and ours answer of a person, as far as the interface says it. */
async function answersOf({ port }: Server, { userId }: Person): Promise<object> {
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}userId=${userId}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const list = (await ask("/api/records?")) as Fields[];
  const monthly = (await ask(`/api/statistics/monthly?month=${thisMonth}&`)) as Fields;
  const summary = (await ask("/api/dashboard/summary?")) as Fields;
  const stats = monthly.categoryStats as Fields[];
  return {
    records: list.map((one) => ({
      ...picked(one, ROW),
      account: picked(
        one.account as Fields,
        ACCOUNT.filter((name) => name !== "userId"),
      ),
    })),
    monthly: picked(monthly, ["totalIncome", "totalExpense", "balance"]),
    categories: byText(stats.map((one) => picked(one, ["category", "amount"]))),
    summary: picked(summary, ["totalBalance", "monthIncome", "monthExpense"]),
    accounts: byText((summary.accounts as Fields[]).map((one) => picked(one, ACCOUNT))),
    budgets: byText((summary.budgetUsage as Fields[]).map((one) => picked(one, USED))),
  };
}

/** Both say the same of some people, before and after the same records are created. */
async function checkAnswers(people: readonly Person[], ours: Server, peer: Server): Promise<void> {
  const some = [people[0], people[500], people[1000]] as Person[];
  for (const person of some) {
    assert.deepEqual(await answersOf(peer, person), await answersOf(ours, person));
    const before = await balances(ours, person);
    for (const [at, accountId] of person.accountIds.entries()) {
      const record = { userId: person.userId, accountId, amount: 12.34 + at, category: "餐饮" };
      const body = { ...record, type: at === 0 ? "income" : "expense", date: `${thisMonth}-03` };
      for (const { port } of [ours, peer]) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/records`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        assert.equal(answer.status, 200);
      }
    }
    assert.notDeepEqual(await balances(ours, person), before);
    assert.deepEqual(await balances(peer, person), await balances(ours, person));
  }
  console.log(`${some.length} people: the peer answers as ours does, before and after new records`);
}

async function balances(server: Server, person: Person): Promise<object> {
  const { accounts, monthly, categories, summary, budgets } = (await answersOf(
    server,
    person,
  )) as Record<string, object>;
  return { accounts, monthly, categories, summary, budgets };
}

/** What was created while it was timed stands in the balances. */
function checkBalances(seeded: string, served: string): void {
  const db = new Database(served, { readonly: true });
  db.prepare("attach ? as seeded").run(seeded);
  const sum = (sql: string) => (db.prepare(sql).get() as { sum: number }).sum;
  const effects = (from: string) =>
    sum(`select sum(case type when 'income' then amount else -amount end) as sum from ${from}`);
  const moved =
    sum('select sum(balance) as sum from main."Account"') -
    sum('select sum(balance) as sum from seeded."Account"');
  const booked = effects('main."Record"') - effects('seeded."Record"');
  db.close();
  assert.ok(Math.abs(moved - booked) < 0.01, `the balances moved ${moved}, records say ${booked}`);
}

const folder = mkdtempSync(join(tmpdir(), "fenming-peer-"));
try {
  const program = install();
  const databases = await openFiles(folder, undefined, Number(options.records));
  const url = await databases.copy("ours");
  const [path, seeded] = [join(folder, "peer.db"), join(folder, "peer-seeded.db")];
  for (const to of [path, seeded]) copyData(url.slice("file:".length), to);
  const ours = await startService(url);
  const peer = await startPeer(program, path);
  try {
    await checkAnswers(await findPeople(ours), ours, peer);
    const length = { rounds: Number(options.rounds), durationMs: Number(options.seconds) * 1000 };
    for (const work of WORKS.filter(({ name }) => name.includes(options.only))) {
      const title = `elsewhere ${work.elsewhere}`;
      report(work.name, await compareServers(work, ours, peer, length), title, "peer");
    }
  } finally {
    await ours.stop();
    await peer.stop();
  }
  checkBalances(seeded, path);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
