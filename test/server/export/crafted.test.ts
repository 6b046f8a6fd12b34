/** Backups that no program of ours has written: each is loaded or refused in words, and never a fault. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BOOK_TABLES } from "../../../src/server/export/tables.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { during } from "../../harness/book.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

type Row = Record<string, unknown>;
type Book = Record<string, Row[]>;

const VALUES = [null, "", "{}", '{"accounts":3}', '{"code":"x', -1, 2 ** 60];

/** A book with a row of most tables, as it is exported. */
async function exported(app: TestApp): Promise<Book> {
  const { userId, accountId } = await someone(app, { balance: 500 });
  const bank = await anotherAccount(app, userId, { name: "招商银行（储蓄）", balance: 20 });
  const record = (body: object) =>
    app.post("/api/records", { userId, accountId, category: "餐饮", date: "2026-03-10", ...body });
  const bought = await record({ type: "expense", amount: 100.01 });
  await record({ type: "income", amount: 30, refundOf: bought.data.id });
  const move = { fromAccountId: accountId, toAccountId: bank, amount: 8, fee: 0.1 };
  await app.post("/api/transfers", { userId, ...move, date: "2026-03-15" });
  await app.post("/api/budgets", { userId, category: "餐饮", amount: 1000, month: "2026-03" });
  await app.post("/api/rules", { userId, text: "瑞幸", category: "咖啡", accountId });
  const bill = wechatBill([purchaseRow(1, { who: "瑞幸咖啡", yuan: "9.90" })]);
  await commit(app, (await preview(app, userId, bill)).id);
  return JSON.parse((await app.get(`/api/export?userId=${userId}`)).text);
}

async function load(app: TestApp, userId: number, book: object) {
  const form = new FormData();
  form.set("userId", String(userId));
  form.set("file", new Blob([JSON.stringify(book)]), "book.json");
  return app.post("/api/book", form);
}

const READS = ["accounts", "records", "transfers", "budgets", "rules", "imports", "export"];

/** What was loaded can be read, and what was imported can be undone. */
async function lookAround(app: TestApp, userId: number, what: string): Promise<void> {
  for (const noun of READS) {
    const answer = await app.get(`/api/${noun}?userId=${userId}`);
    assert.equal(answer.status, 200, `${what}: ${noun} ${answer.text.slice(0, 200)}`);
  }
  for (const { id } of (await app.get(`/api/imports?userId=${userId}`)).data) {
    for (const path of [`/api/imports/${id}`, `/api/imports/${id}/rows`]) {
      const { status } = await app.get(path);
      assert.ok(status < 500, `${what}: ${path} ${status}`);
    }
    const { status } = await app.remove(`/api/imports/${id}`);
    assert.ok(status < 500, `${what}: undo ${status}`);
  }
}

onEveryEngine("crafted backups", (open) => {
  test("a transfer to itself, a place twice, a key twice: refused in words, and nothing is loaded", async (t) => {
    const app = await during(t, open);
    const book = await exported(app);
    const { userId } = await someone(app);
    await app.remove(
      `/api/accounts/${(await app.get(`/api/accounts?userId=${userId}`)).data[0].id}`,
    );
    const [transfer] = book.transfers as [Row];
    const itself = { ...transfer, to_account_id: transfer.from_account_id };
    const twice = (name: string) => ({
      ...book,
      [name]: [...(book[name] as Row[]), book[name]?.[0]],
    });
    const crafted: [string, object][] = [
      ["transfers", { ...book, transfers: [itself] }],
      ...["import_accounts", "import_keys"].map((name): [string, object] => [name, twice(name)]),
    ];
    for (const [name, wrong] of crafted) {
      const answer = await load(app, userId, wrong);
      assert.equal(answer.status, 400, `${name}: ${answer.text}`);
      assert.match(answer.message as string, new RegExp(`${name} 第 \\d+ 行与账本的规则`));
      assert.deepEqual((await app.get(`/api/accounts?userId=${userId}`)).data, []);
    }
    assert.equal((await load(app, userId, book)).status, 200);
    await assertProved(app);
  });

  test("amounts that are beyond any sum together are refused in words", async (t) => {
    const app = await during(t, open);
    const { userId, accountId } = await someone(app);
    await app.post("/api/adjustments", { userId, accountId, amount: 1, date: "2026-03-15" });
    const book: Book = JSON.parse((await app.get(`/api/export?userId=${userId}`)).text);
    const [adjustment] = book.adjustments as [Row];
    const adjustments = Array.from({ length: 1100 }, (_, index) => ({
      ...{ ...adjustment, id: index + 1, amount: Number.MAX_SAFE_INTEGER },
    }));
    const user = { name: "空", email: "sum@example.com" };
    const other = (await app.post("/api/users", user)).data.id as number;
    const answer = await load(app, other, { ...book, adjustments });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.message as string, /超出范围/);
    assert.deepEqual((await app.get(`/api/accounts?userId=${other}`)).data, []);
  });

  test("any value in any column is loaded or refused, and what is loaded can be read", async (t) => {
    const app = await during(t, open);
    const book = await exported(app);
    let emails = 0;
    const empty = async () => {
      emails += 1;
      const user = { name: "空", email: `empty-${emails}@example.com` };
      return (await app.post("/api/users", user)).data.id as number;
    };
    let userId = await empty();
    let loaded = 0;
    let turn = 0;
    // The checks are the same on every engine; the other tries a part of the values.
    const step = app.db.engine === "sqlite" ? 2 : 9;
    for (const { name, columns } of BOOK_TABLES) {
      const [first, ...others] = book[name] ?? [];
      if (first === undefined) continue;
      for (const column of Object.keys(columns)) {
        for (const value of VALUES) {
          turn += 1;
          if (turn % step !== 0) continue;
          const what = `${name}.${column} = ${JSON.stringify(value)}`;
          const rows = [{ ...first, [column]: value }, ...others];
          const answer = await load(app, userId, { ...book, [name]: rows });
          assert.ok([200, 400].includes(answer.status), `${what}: ${answer.text.slice(0, 200)}`);
          if (answer.status !== 200) continue;
          loaded += 1;
          await lookAround(app, userId, what);
          userId = await empty();
        }
      }
    }
    assert.ok(loaded > 100 / step, String(loaded));
    await assertProved(app);
  });
});
