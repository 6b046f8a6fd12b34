/**
 * Nobody waits for a user who has very many of a thing: whatever is asked of such a book, the event loop is never held
 * for long. Every read of the contract is walked through, so that a new one is among them.
 */
import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";
import { endpoints } from "../../src/contract/contract.ts";
import { OVERVIEW_PARTS } from "../../src/contract/dashboard.ts";
import { type Endpoint, requiredOf } from "../../src/contract/endpoint.ts";
import { makeDigests } from "../../src/server/notices/digest.ts";
import { type Sql, sql } from "../../src/store/sql.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { purchaseRow, wechatBill } from "../harness/bills.ts";
import { during, type Owner } from "../harness/book.ts";
import { longestHold } from "../harness/held.ts";
import { withReceiver } from "../harness/notices.ts";

/** Of each kind. */
const MANY = 25_000;
/** As many as there may be. */
const PLANS = 999;
/** What no request may hold, in milliseconds of the processor; the first times are slower, before code is compiled. */
const MOST_MS = 50;
const TRIES = 5;
/** Of a bill, each on an account of its own. */
const BILL_ROWS = 20_000;
const BILL_TRIES = 3;

const AT = "2026-11-01T00:00:00.000Z";
const MONTH = "2026-11";

const numbers = (count: number) => sql`with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${count})`;

/** A user with very many accounts, budgets, rules, categories, checkpoints and plans. */
async function ownerOfMany(app: TestApp): Promise<Owner> {
  const { userId, accountId } = await someone(app);
  const run = (statement: Sql) => app.db.write((db) => db.run(statement));
  await run(sql`insert into accounts
      (user_id, name, type, color, opening, balance, created_at, updated_at, kind)
    ${numbers(MANY)} select ${userId}, '账户 ' || n, 'bank', '#1890FF', 100, 100 - n, ${AT}, ${AT},
      'savings' from numbers`);
  await run(sql`insert into records (user_id, account_id, type, amount, category, description, date,
      day, timed, created_at, updated_at)
    ${numbers(MANY)} select ${userId}, ${accountId} + n, 'expense', n, '类 ' || n, '第 ' || n || ' 笔',
      '2026-11-04T16:00:00.000Z', '2026-11-05', 0, ${AT}, ${AT} from numbers`);
  await run(sql`insert into day_totals (user_id, day, type, category, amount, count)
    select user_id, day, type, category, amount, 1 from records where user_id = ${userId}`);
  await run(sql`insert into budgets (user_id, category, amount, month, created_at, updated_at)
    ${numbers(MANY)} select ${userId}, '类 ' || n, 100, ${MONTH}, ${AT}, ${AT} from numbers`);
  await run(sql`insert into rules (user_id, state, field, match, text, category, created_at, updated_at)
    ${numbers(MANY)} select ${userId}, 'active', 'any', 'contains', '商户 ' || n, '类 ' || n,
      ${AT}, ${AT} from numbers`);
  await run(sql`insert into checkpoints (user_id, account_id, day, stated, source, created_at, updated_at)
    ${numbers(MANY)} select ${userId}, ${accountId} + n, '2026-11-04', 100, 'hand', ${AT}, ${AT}
    from numbers`);
  await run(sql`insert into plans (user_id, name, kind, account_id, category, amount, amount_mode, unit,
      step, days, start_day, times_count, weekend, mode, state, since, acts_from, next_due, next_date,
      created_at, updated_at)
    ${numbers(PLANS)} select ${userId}, '计划 ' || n, 'expense', ${accountId} + n, '类 ' || n, 100,
      'fixed', 'month', 1, '', '2027-01-15', 'all', 'keep', 'auto', 'active', '2027-01-15',
      '2027-01-15', '2027-01-15', '2027-01-15', ${AT}, ${AT} from numbers`);
  return { userId, accountId };
}

/** Asks through a socket, so that nothing of the answer is held here. */
function ask(base: string, method: string, path: string, body?: object): Promise<number> {
  return send(base, method, path, body && { type: "application/json", text: JSON.stringify(body) });
}

interface Sent {
  type: string;
  text: string | Uint8Array;
}

function send(base: string, method: string, path: string, body?: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": body?.type };
    const asked = request(base + path, { method, ...(body && { headers }) }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode as number));
    });
    asked.on("error", reject).end(body?.text);
  });
}

/** A form with a bill of so many rows, each of which stands on an account of its own. */
async function formOfBill(userId: number, rows: number): Promise<Sent> {
  const form = new FormData();
  form.set("userId", String(userId));
  const bill = Array.from({ length: rows }, (_, index) =>
    purchaseRow(index, { method: `银行${index}(${String(index).padStart(5, "0")})` }),
  );
  form.set("file", new Blob([wechatBill(bill)]), "bill.csv");
  const sent = new Response(form);
  const type = sent.headers.get("content-type") as string;
  return { type, text: new Uint8Array(await sent.arrayBuffer()) };
}

/** The least of several: anything may fall into one of them. */
async function leastHold(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least >= MOST_MS; attempt += 1) {
    least = Math.min(least, await longestHold(work));
  }
  return least;
}

/** The reads that a user asks for with nothing but what is said here. */
function addressOf({ method, path, serve, only, query }: Endpoint, { userId, accountId }: Owner) {
  if (method !== "GET" || serve !== "read" || only !== undefined) return undefined;
  const id = path.startsWith("/api/accounts/") ? accountId + 5 : 1;
  const said: Record<string, string | number> = {
    ...{ userId, month: MONTH, startDate: "2026-11-01", endDate: "2027-11-30" },
    ...{ type: "expense", into: accountId },
  };
  const unsaid = requiredOf(query).filter((name) => said[name] === undefined);
  assert.deepEqual(unsaid, [], `${path} is asked with what it requires`);
  const named = requiredOf(query).map((name) => `${name}=${said[name]}`);
  return `${path.replace(":id", String(id))}?${named.join("&")}`;
}

/** What a form of the app writes, each with what makes it another one every time. */
function writesOf({ userId, accountId }: Owner): [string, string, (serial: number) => object][] {
  const entry = { userId, amount: 5, date: "2026-11-20" };
  const own = accountId + 7;
  return [
    ["POST", "/api/accounts", (n) => ({ userId, name: `新 ${n}`, type: "bank" })],
    ["PUT", `/api/accounts/${own}`, (n) => ({ name: `改名 ${n}` })],
    [
      "POST",
      "/api/records",
      () => ({ ...entry, accountId: own, type: "expense", category: "类 3" }),
    ],
    ["POST", "/api/transfers", () => ({ ...entry, fromAccountId: own, toAccountId: accountId })],
    ["POST", "/api/adjustments", () => ({ ...entry, accountId: own })],
    ["POST", "/api/quick", () => ({ userId, text: "午饭 35 账户 5" })],
    ["POST", "/api/budgets", (n) => ({ userId, category: `新 ${n}`, amount: 4, month: MONTH })],
    ["PUT", "/api/budgets/3", (n) => ({ amount: n })],
    ["POST", "/api/rules", () => ({ userId, text: "瑞幸", category: "餐饮" })],
    ["PUT", "/api/rules/3", (n) => ({ text: `瑞幸 ${n}` })],
    ["PUT", "/api/plans/3", (n) => ({ amount: n })],
    ["PUT", "/api/checkpoints/3", (n) => ({ balance: n })],
    ["POST", `/api/accounts/${own}/merge`, (n) => ({ into: own + n })],
  ];
}

describe("a user who has very many of each thing", () => {
  test("holds nobody by anything that is read or written", async (t) => {
    const app = await openApp({ now: Date.parse("2026-11-30T04:00:00Z") });
    t.after(() => app.close());
    const owner = await ownerOfMany(app);
    const base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const long: string[] = [];
    let serial = 0;
    const watch = async (method: string, path: string, body?: (serial: number) => object) => {
      // An answer that was made before is not made again: each is asked for under another address.
      const address = () => (method === "GET" ? `${path}&_=${serial}` : path);
      const held = await leastHold(async () => {
        serial += 1;
        const status = await ask(base, method, address(), body?.(serial));
        assert.ok(status < 500, `${method} ${path}: ${status}`);
      });
      if (held >= MOST_MS) long.push(`${method} ${path}: ${held.toFixed(0)} ms`);
    };
    for (const { endpoint } of endpoints()) {
      const path = addressOf(endpoint, owner);
      if (path !== undefined) await watch("GET", path);
    }
    for (const part of OVERVIEW_PARTS) {
      await watch("GET", `/api/overview?userId=${owner.userId}&parts=${part}`);
    }
    for (const format of ["json", "csv", "beancount", "hledger", "xlsx"]) {
      await watch("GET", `/api/export?userId=${owner.userId}&format=${format}`);
    }
    for (const [method, path, body] of writesOf(owner)) await watch(method, path, body);
    assert.deepEqual(long, []);
  });

  test("holds nobody by a bill that names as many accounts", async (t) => {
    const app = await during(t, openApp, { now: Date.parse("2026-11-30T04:00:00Z") });
    const { userId } = await ownerOfMany(app);
    const base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const form = await formOfBill(userId, BILL_ROWS);
    const least = new Map<string, number>();
    const watch = async (name: string, asked: () => Promise<number>) => {
      const held = await longestHold(async () => assert.equal(await asked(), 200, name));
      least.set(name, Math.min(held, least.get(name) ?? held));
    };
    for (let attempt = 0; attempt < BILL_TRIES; attempt += 1) {
      await watch("upload", () => send(base, "POST", "/api/imports", form));
      const row = await app.db.read((db) =>
        db.get<{ id: number }>(sql`select max(id) as id from imports where user_id = ${userId}`),
      );
      const path = `/api/imports/${row?.id}`;
      await watch("look", () => ask(base, "GET", path));
      const accounts = Array.from({ length: 1000 }, (_, place) => {
        return { place, create: { name: `卡 ${place} ${attempt}`, type: "bank" } };
      });
      await watch("accounts", () => ask(base, "PUT", path, { accounts }));
      const rows = Array.from({ length: 5000 }, (_, at) => ({ numbers: [at + 1], category: "零" }));
      await watch("rows", () => ask(base, "PUT", path, { rows }));
      await watch("commit", () => ask(base, "POST", `${path}/commit`, {}));
      await watch("list", () => ask(base, "GET", `/api/imports?userId=${userId}`));
      await watch("undo", () => ask(base, "DELETE", path));
      await watch("look at what was undone", () => ask(base, "GET", path));
      if (Math.max(...least.values()) < MOST_MS) break;
    }
    const long = [...least].filter(([, held]) => held >= MOST_MS);
    assert.deepEqual(long, []);
  });

  test("holds nobody by the day's notices", async (t) => {
    const { app, clock, hookOf } = await withReceiver(t, openApp);
    const { userId } = await ownerOfMany(app);
    // Money of one's own is watched for the days that end below zero.
    const own = sql`update accounts set kind = null where user_id = ${userId}`;
    await app.db.write((db) => db.run(own));
    await hookOf(userId);
    // In November there are budgets, and from the middle of December on plans are near.
    for (const day of ["2026-11-30", "2026-12-20"]) {
      clock.now = Date.parse(`${day}T04:00:00Z`);
      const due = sql`update notice_settings set next_at = ${`${day}T00:00:00.000Z`}
        where user_id = ${userId}`;
      const held = await leastHold(async () => {
        await app.db.write((db) => db.run(due));
        await app.db.write(
          (db) => db.run(sql`delete from notice_lines where user_id = ${userId}`),
          { long: true },
        );
        assert.equal(await makeDigests(app.db, { now: clock.now, zone: "Asia/Shanghai" }), 1);
        await app.db.write((db) => db.run(sql`delete from notices where user_id = ${userId}`));
      });
      assert.ok(held < MOST_MS, `${day}: ${held.toFixed(0)} ms`);
    }
  });
});
