/** A whole installation moves between engines, both ways, and every table of it. */
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { copyBook } from "../../src/store/copy.ts";
import { type Db, StartError } from "../../src/store/db.ts";
import { openAsIs, openEngine } from "../../src/store/open.ts";
import { proveBook } from "../../src/store/proof.ts";
import { bulk, join, raw, sql } from "../../src/store/sql.ts";
import { listTables } from "../../src/store/tables.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { book, made, openAccount } from "../harness/book.ts";
import { type Engine, engines, freshDatabase } from "../harness/database.ts";
import { runCli } from "../harness/process.ts";
import { everyRow as rowsOf } from "../harness/rows.ts";

const ways: [Engine, Engine][] = engines().flatMap((from) =>
  engines().map((to): [Engine, Engine] => [from, to]),
);

/** A database of an engine, removed when the test ends. */
async function database(t: TestContext, engine: Engine): Promise<string> {
  const fresh = await freshDatabase(engine);
  t.after(() => fresh.remove());
  return fresh.url;
}

/** A book with something in every table; answers what its service shows. */
async function fillBook(url: string): Promise<{ userId: number; gone: number; shown: unknown }> {
  const app = await openApp({ url });
  const owner = await someone(app, { name: "小明", balance: 1234.56 });
  await someone(app, { name: "小红", balance: -1 });
  for (let day = 1; day <= 9; day += 1) {
    await book(app, owner, {
      amount: day * 1.01,
      date: `2025-03-0${day}`,
      description: "午餐 🍜 'quoted' \"twice\" \\ 100%",
    });
  }
  await book(app, owner, { type: "income", amount: 999999999999.99, category: "工资" });
  await app.post(
    "/api/budgets",
    { userId: owner.userId, category: "餐饮", amount: 100, month: "2025-03" },
    { "idempotency-key": "copied" },
  );
  const toAccountId = await openAccount(app, owner.userId);
  const transfer = { fromAccountId: owner.accountId, toAccountId, amount: 5, fee: 0.5 };
  made(await app.post("/api/transfers", { userId: owner.userId, ...transfer, date: "2025-03-09" }));
  const adjusted = { userId: owner.userId, accountId: toAccountId, date: "2025-03-09", value: 1.5 };
  made(await app.post("/api/adjustments", adjusted));
  const water = { userId: owner.userId, name: "水费", kind: "reminder", every: { unit: "month" } };
  const plan = made(await app.post("/api/plans", { ...water, startDate: "2100-01-01" }));
  made(await app.put(`/api/plans/${plan.id}/occurrences/2100-02-01`, { state: "skipped" }));
  const bark = { userId: owner.userId, kind: "bark", name: "手机", key: "device" };
  const channel = made(await app.post("/api/channels", bark));
  made(await app.post(`/api/channels/${channel.id}/test`));
  // The row that names another is the older one.
  const income = await book(app, owner, { type: "income", refund: true, amount: 1 });
  const expense = await book(app, owner, { amount: 2 });
  made(await app.put(`/api/records/${income.id}`, { refundOf: expense.id }));
  const gone = (await book(app, owner)).id;
  made(await app.remove(`/api/records/${gone}`));
  await fillEmptyTables(app, owner);
  const shown = await showBook(app, owner.userId);
  await app.close();
  return { userId: owner.userId, gone, shown };
}

/** A row in each table that nothing above has written to. */
async function fillEmptyTables(
  app: TestApp,
  { userId, accountId }: { userId: number; accountId: number },
): Promise<void> {
  const valueFor = (column: string, type: string) => {
    if (column === "user_id") return userId;
    if (column === "status") return "ready";
    if (column === "state") return "active";
    if (column.endsWith("account_id")) return accountId;
    return /int/i.test(type) ? 1 : `文字 ${column}`;
  };
  const tables = await app.db.read((db) => listTables(db, app.db.engine));
  for (const { name } of tables) {
    const columns = await app.db.read((db) => typesOf(db, app.db.engine, name));
    await app.db.write(async (db) => {
      if (await db.get(sql`select 1 as one from ${raw(name)}`)) return;
      const filled = columns.filter(({ column }) => column !== "id" || !isNumbered(name));
      await db.run(sql`insert into ${raw(name)} (${join(filled.map(({ column }) => raw(column)))})
        values ${bulk([filled.map(({ column, type }) => valueFor(column, type))])}`);
    });
  }
  function isNumbered(name: string): boolean {
    return tables.some((table) => table.name === name && table.numbered);
  }
}

function typesOf(
  db: Parameters<Parameters<Db["read"]>[0]>[0],
  engine: Engine,
  table: string,
): Promise<{ column: string; type: string }[]> {
  return engine === "sqlite"
    ? db.all(sql`select name as "column", type from pragma_table_info(${table})`)
    : db.all(sql`select column_name as "column", data_type as type
        from information_schema.columns where table_name = ${table}`);
}

/** What the service answers about a book. */
async function showBook(app: TestApp, userId: number): Promise<unknown> {
  const paths = [
    `/api/accounts?userId=${userId}`,
    `/api/adjustments?userId=${userId}`,
    `/api/records?userId=${userId}`,
    `/api/plans?userId=${userId}`,
    `/api/budgets?userId=${userId}`,
    `/api/statistics/trend?userId=${userId}`,
    `/api/statistics/monthly?userId=${userId}&month=2025-03`,
    "/api/users",
  ];
  const answers = [];
  for (const path of paths) answers.push((await app.get(path)).text);
  return answers;
}

async function everyRow(url: string): Promise<Record<string, string[]>> {
  const { db, close } = await openAsIs({ url });
  const rows = await db.read((query) => rowsOf(query, db.engine));
  await close();
  return rows;
}

async function epochOf(url: string): Promise<string> {
  const { db, close } = await openAsIs({ url });
  const row = await db.read((query) =>
    query.get<{ value: string }>(sql`select value from settings where name = 'epoch'`),
  );
  await close();
  return (row as { value: string }).value;
}

describe("copy", () => {
  for (const [from, to] of ways) {
    test(`from ${from} to ${to}: every row of every table, and the next ids`, async (t) => {
      const source = await database(t, from);
      const target = await database(t, to);
      const { userId, gone, shown } = await fillBook(source);
      let expected = 0;
      let written = 0;
      const counts = await copyBook({
        from: source,
        to: target,
        starts: (rows) => {
          expected = rows;
        },
        wrote: (rows) => {
          written += rows;
        },
      });
      assert.equal(written, expected);
      const rows = await everyRow(source);
      assert.deepEqual(Object.keys(rows).sort(), Object.keys(counts).sort());
      for (const [table, all] of Object.entries(rows)) {
        assert.ok(all.length > 0, `${table} has something to be copied`);
      }
      assert.deepEqual(await everyRow(target), rows);
      assert.notEqual(await epochOf(target), await epochOf(source));

      const app = await openApp({ url: target });
      t.after(() => app.close());
      assert.deepEqual(await showBook(app, userId), shown);
      assert.deepEqual(await app.db.read(proveBook), []);
      const accountId = (await app.get(`/api/accounts?userId=${userId}`)).data[0].id;
      assert.ok((await book(app, { userId, accountId })).id > gone, "no id is used again");
      assert.equal((await someone(app)).userId, 3);
      // The keys came along: what was asked before the move is not booked again after it.
      const again = await app.post(
        "/api/budgets",
        { userId, category: "餐饮", amount: 100, month: "2025-03" },
        { "idempotency-key": "copied" },
      );
      assert.equal(again.headers["idempotency-replayed"], "true");
    });
  }

  for (const engine of engines()) {
    test(`a target that is not empty is refused and stays as it is (${engine})`, async (t) => {
      const source = await database(t, "sqlite");
      const target = await database(t, engine);
      await fillBook(source);
      await fillBook(target);
      const before = await everyRow(target);
      await assert.rejects(copyBook({ from: source, to: target }), (error: unknown) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, /不是空的/);
        return true;
      });
      assert.deepEqual(await everyRow(target), before);
    });

    test(`a book that does not prove is not copied (${engine})`, async (t) => {
      const source = await database(t, "sqlite");
      const target = await database(t, engine);
      await fillBook(source);
      const { db, close } = await openEngine({ url: source, zone: "UTC" });
      await db.write((query) => query.run(sql`update accounts set balance = balance + 1`));
      await close();
      await assert.rejects(copyBook({ from: source, to: target }), /核对不符/);
      const { users, records } = await everyRowAfterStart(target);
      assert.deepEqual([users, records], [[], []]);
    });
  }

  test("the command says what it has copied, and in one sentence why not", async (t) => {
    const [engine] = engines();
    const source = await database(t, "sqlite");
    const target = await database(t, engine as Engine);
    await fillBook(source);
    const copied = await runCli(["copy", "--from", source, "--to", target], {});
    assert.equal(copied.code, 0, copied.stderr);
    assert.match(copied.stdout, /已复制 2 个用户、3 个账户、13 条记录/);
    const refused = await runCli(["copy", "--from", source, "--to", target], {});
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /不是空的/);
    const missing = await runCli(["copy", "--from", "file:/no/such.db", "--to", target], {});
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /不存在/);
  });
});

/** As above, of a database whose schema may not be made yet. */
async function everyRowAfterStart(url: string): Promise<Record<string, string[]>> {
  const { close } = await openEngine({ url, zone: "UTC" });
  await close();
  return everyRow(url);
}
