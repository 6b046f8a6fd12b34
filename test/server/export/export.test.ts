import assert from "node:assert/strict";
import { test } from "node:test";
import * as XLSX from "@e965/xlsx";
import { BOOK_TABLES, OTHER_TABLES } from "../../../src/server/export/tables.ts";
import { raw, sql } from "../../../src/store/sql.ts";
import { onEveryEngine, openApp, someone, type TestApp } from "../../harness/app.ts";
import { commit, countOf, preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { onDay, planOf, rent } from "../../harness/plans.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

const BILL = wechatBill([
  purchaseRow(1, { who: "瑞幸咖啡", yuan: "9.90" }),
  purchaseRow(2, { who: "滴滴出行", yuan: "23.00" }),
]);

/** A user whose book has something of everything. */
async function fullBook(app: TestApp): Promise<{ userId: number; accountId: number }> {
  const { userId, accountId } = await someone(app, { balance: 500 });
  const bank = await anotherAccount(app, userId, { name: "招商银行（储蓄）", balance: 20 });
  const record = (body: object) =>
    app.post("/api/records", { userId, accountId, category: "餐饮", ...body });
  const bought = await record({ type: "expense", amount: 100.01, date: "2026-03-10" });
  await record({ type: "income", amount: 30, date: "2026-03-20", refundOf: bought.data.id });
  await record({ type: "income", amount: 1, date: "2026-03-21T10:00:00+08:00", refund: true });
  await record({ type: "income", amount: 5000, date: "2026-03-01", category: "工资" });
  await record({
    type: "expense",
    amount: 7,
    date: "2026-03-02",
    description: "=cmd|'/c calc'!A0",
  });
  await app.post("/api/transfers", {
    userId,
    fromAccountId: accountId,
    toAccountId: bank,
    amount: 88.8,
    fee: 0.1,
    date: "2026-03-15",
    description: "转存",
  });
  await app.post("/api/budgets", { userId, category: "餐饮", amount: 1000, month: "2026-03" });
  await app.post("/api/rules", { userId, text: "瑞幸", category: "咖啡", accountId });
  await commit(app, (await preview(app, userId, BILL)).id);
  return { userId, accountId };
}

/** What was booked day by day, without ids. */
async function entriesOf(app: TestApp, userId: number) {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const names = new Map(accounts.map((one: { id: number; name: string }) => [one.id, one.name]));
  const records = (await app.get(`/api/records?userId=${userId}`)).data;
  const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
  const day = (one: { date: string }) =>
    new Date(one.date).toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });
  return [
    ...records.map((one: Record<string, unknown> & { date: string }) =>
      [day(one), one.type, one.refund === true, one.amount, one.category]
        .join(" ")
        .concat(` ${names.get(one.accountId)}`),
    ),
    ...transfers.map((one: Record<string, unknown> & { date: string }) =>
      [day(one), one.amount, names.get(one.fromAccountId), names.get(one.toAccountId)].join(" "),
    ),
  ].sort();
}

/** What a book says about money, without ids and clocks. */
async function meaning(app: TestApp, userId: number): Promise<unknown> {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const names = new Map(accounts.map((one: { id: number; name: string }) => [one.id, one.name]));
  const records = (await app.get(`/api/records?userId=${userId}`)).data;
  const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
  const rules = (await app.get(`/api/rules?userId=${userId}`)).data;
  return {
    accounts: accounts.map((one: Record<string, unknown>) => [
      ...[one.name, one.type, one.kind, one.balance],
    ]),
    adjustments: (await app.get(`/api/adjustments?userId=${userId}`)).data.map(
      (one: Record<string, unknown>) => [
        ...[names.get(one.accountId), one.date, one.amount, one.value, one.kind, one.description],
      ],
    ),
    records: records.map((one: Record<string, unknown>) => [
      ...[one.type, one.amount, one.category, one.description, one.date, one.createdAt],
      ...[names.get(one.accountId), one.refund, "refundOf" in one, "transferId" in one],
      ...[one.provider, one.externalId, "importId" in one],
    ]),
    transfers: transfers.map((one: Record<string, unknown>) => [
      ...[names.get(one.fromAccountId), names.get(one.toAccountId), one.amount, one.fee],
      ...[one.description, one.date],
    ]),
    rules: rules.map((one: Record<string, unknown>) => [one.text, names.get(one.accountId)]),
    budgets: (await app.get(`/api/budgets?userId=${userId}`)).data.map(
      (one: Record<string, unknown>) => [one.category, one.amount, one.month],
    ),
    month: (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`)).data,
    trend: (await app.get(`/api/statistics/trend?userId=${userId}`)).data,
  };
}

async function load(app: TestApp, userId: number, text: string) {
  const form = new FormData();
  form.set("userId", String(userId));
  form.set("file", new Blob([text]), "book.json");
  return app.post("/api/book", form);
}

/** Every table of the database with its columns. */
async function tablesOf(app: TestApp): Promise<Map<string, string[]>> {
  const rows = await app.db.read((db) =>
    db.all<{ name: string; column: string }>(
      app.db.engine === "sqlite"
        ? sql`select m.name, c.name as "column" from sqlite_master m
            join pragma_table_info(m.name) c
            where m.type = 'table' and m.name not like 'sqlite%'`
        : sql`select table_name as name, column_name as "column"
            from information_schema.columns where table_schema = current_schema()`,
    ),
  );
  const tables = new Map<string, string[]>();
  for (const { name, column } of rows) tables.set(name, [...(tables.get(name) ?? []), column]);
  return tables;
}

/** Of which a book has a few thousand at most; SQLite may put them in order by itself. */
const FEW = ["budgets"];

test("SQLite writes no file to put millions of rows in order for an export", async () => {
  const app = await openApp({ engine: "sqlite" });
  for (const { name, parts } of BOOK_TABLES) {
    for (const { order, only = () => sql`1 = 1` } of FEW.includes(name) ? [] : parts) {
      const plan = await app.db.read((db) =>
        db.all<{ detail: string }>(sql`explain query plan select * from ${raw(name)}
          where user_id = ${1} and ${only(1)} order by ${raw(order)}`),
      );
      const sorts = plan.filter(({ detail }) => detail.includes("TEMP B-TREE"));
      assert.deepEqual(sorts, [], `${name} by ${order}`);
    }
  }
  await app.close();
});

onEveryEngine("export", (open) => {
  test("every table and column of the database is exported, or left out for a reason (H18)", async () => {
    const app = await open();
    const tables = await tablesOf(app);
    assert.ok(tables.size > 10);
    for (const [name, columns] of tables) {
      const table = BOOK_TABLES.find((one) => one.name === name);
      if (table === undefined) {
        assert.ok(OTHER_TABLES[name], `table ${name} is neither exported nor left out`);
        continue;
      }
      const known = [
        "user_id",
        ...Object.keys(table.columns),
        ...(table.derived ?? []),
        ...(table.reckoned ?? []),
      ];
      assert.deepEqual(columns.sort(), known.sort(), `columns of ${name}`);
    }
    for (const { name } of BOOK_TABLES) assert.ok(tables.has(name), `${name} does not exist`);
    await app.close();
  });

  test("an exported book, loaded into an empty one, is the same book", async () => {
    const app = await open();
    const { userId, accountId } = await fullBook(app);
    await app.put(`/api/accounts/${accountId}`, { kind: "asset" });
    const valued = { userId, accountId, date: "2026-03-25", value: 1234.56, description: "估值" };
    assert.equal((await app.post("/api/adjustments", valued)).status, 200);
    const exported = await app.get(`/api/export?userId=${userId}`);
    assert.equal(exported.status, 200);
    assert.match(String(exported.headers["content-disposition"]), /fenming-.*\.json/);
    const other = await app.post("/api/users", { name: "小红", email: "hong@example.com" });
    const loaded = await load(app, other.data.id, exported.text);
    assert.equal(loaded.status, 200, loaded.text);
    assert.deepEqual(loaded.data, {
      accounts: 3,
      records: 8,
      transfers: 1,
      adjustments: 1,
      budgets: 1,
      rules: 1,
      imports: 1,
    });
    assert.deepEqual(await meaning(app, other.data.id), await meaning(app, userId));
    await assertProved(app);
    // The same bill is known to the loaded book, and its import can be undone.
    assert.equal(countOf(await preview(app, other.data.id, BILL), "known"), 2);
    const imports = (await app.get(`/api/imports?userId=${other.data.id}`)).data;
    const committed = imports.find((one: { status: string }) => one.status === "committed");
    assert.equal((await app.remove(`/api/imports/${committed.id}`)).data.records, 2);
    await assertProved(app);
    // Only into an empty one.
    const before = await meaning(app, userId);
    assert.equal((await load(app, userId, exported.text)).status, 400);
    assert.deepEqual(await meaning(app, userId), before);
    await app.close();
  });

  test("a file of the first version, which knew no adjustments, is loaded", async () => {
    const app = await open();
    const { userId } = await fullBook(app);
    const book = JSON.parse((await app.get(`/api/export?userId=${userId}`)).text);
    assert.equal(book.fenming.version, 3);
    book.fenming.version = 1;
    delete book.adjustments;
    for (const account of book.accounts) delete account.kind;
    const other = (await app.post("/api/users", { name: "小红", email: "hong@example.com" })).data;
    const loaded = await load(app, other.id, JSON.stringify(book));
    assert.equal(loaded.status, 200, loaded.text);
    assert.deepEqual([loaded.data.records, loaded.data.adjustments], [8, 0]);
    assert.deepEqual(await meaning(app, other.id), await meaning(app, userId));
    await assertProved(app);
    await app.close();
  });

  test("plans come along with what became of them; a book of version 2 has none", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-11-29");
    const { userId } = owner;
    const one = await planOf(app, {
      ...rent(owner),
      startDate: "2026-11-29",
      every: { unit: "day" },
      days: undefined,
    });
    const savings = (await app.post("/api/accounts", { userId, name: "存折", type: "bank" })).data
      .id;
    const saving = { name: "存钱", kind: "transfer", toAccountId: savings, days: [1] };
    await planOf(app, { ...rent(owner), ...saving, mode: "confirm" });
    const gone = await planOf(app, {
      ...rent(owner),
      name: "旧计划",
      startDate: "2026-11-29",
      days: [29],
    });
    await tick("2026-12-02");
    assert.equal((await app.remove(`/api/plans/${gone.id}`)).status, 200);
    const path = `/api/plans/${one.id}/occurrences`;
    assert.equal((await app.put(`${path}/2026-12-03`, { state: "skipped" })).status, 200);
    assert.equal((await app.put(`${path}/2026-12-04`, { amount: 1 })).status, 200);
    const [first] = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.equal((await app.remove(`/api/records/${first.id}`)).status, 200);
    const told = async (user: number) => {
      const plans = (await app.get(`/api/plans?userId=${user}`)).data;
      const names = new Map(
        plans.map((plan: { id: number; name: string }) => [plan.id, plan.name]),
      );
      const range = "startDate=2026-11-01&endDate=2026-12-31";
      const found = (await app.get(`/api/occurrences?userId=${user}&${range}`)).data;
      return {
        plans: plans.map((plan: Record<string, unknown>) => [
          ...[plan.name, plan.nextDue, plan.bookedCount, plan.state, plan.createdAt],
        ]),
        occurrences: found.map((each: Record<string, unknown>) => [
          ...[names.get(each.planId as number), each.due, each.date, each.amount, each.state],
        ]),
      };
    };
    const { text } = await app.get(`/api/export?userId=${userId}`);
    const other = (await app.post("/api/users", { name: "小红", email: "hong@example.com" })).data;
    const loaded = await load(app, other.id, text);
    assert.equal(loaded.status, 200, loaded.text);
    const before = await told(userId);
    assert.deepEqual(
      before.occurrences
        .map((each: unknown[]) => each[4])
        .filter((state: unknown) => state === "deleted"),
      ["deleted"],
    );
    assert.deepEqual(await told(other.id), before);
    await assertProved(app);
    assert.equal((await tick("2026-12-04")).booked, 2);
    assert.deepEqual(await told(other.id), await told(userId));
    await assertProved(app);

    const again = (await app.get(`/api/export?userId=${other.id}`)).text;
    const fourth = (await app.post("/api/users", { name: "小丽", email: "li@example.com" })).data;
    assert.equal((await load(app, fourth.id, again)).status, 200);
    assert.deepEqual(await told(fourth.id), await told(other.id));
    await assertProved(app);

    const book = JSON.parse(text);
    const wrong: ((plan: Record<string, unknown>) => void)[] = [
      (plan) => Object.assign(plan, { step: 0 }),
      (plan) => Object.assign(plan, { days: "32" }),
      (plan) => Object.assign(plan, { unit: "decade" }),
      (plan) => Object.assign(plan, { account_id: null }),
    ];
    const third = (await app.post("/api/users", { name: "小刚", email: "gang@example.com" })).data;
    for (const spoil of wrong) {
      const spoiled = structuredClone(book);
      spoil(spoiled.plans[0]);
      assert.equal((await load(app, third.id, JSON.stringify(spoiled))).status, 400);
    }
    const twice = structuredClone(book);
    twice.plan_occurrences[1].record_id = twice.plan_occurrences[0].record_id;
    assert.equal((await load(app, third.id, JSON.stringify(twice))).status, 400);
    book.fenming.version = 2;
    delete book.plans;
    delete book.plan_occurrences;
    for (const row of [...book.records, ...book.transfers]) {
      delete row.plan_id;
      delete row.due;
    }
    assert.equal((await load(app, third.id, JSON.stringify(book))).status, 200);
    assert.deepEqual((await told(third.id)).plans, []);
    await assertProved(app);
  });

  test("what a plan has booked is written into tables and ledgers as any other", async (t) => {
    const { app, owner, tick } = await onDay(t, open, "2026-12-01");
    const texts = async (userId: number) =>
      Promise.all(
        ["csv", "beancount", "hledger"].map(async (format) => {
          const { status, text } = await app.get(`/api/export?userId=${userId}&format=${format}`);
          assert.equal(status, 200, text);
          assert.match(text, /房租/);
          // The numbers are the book's own.
          return text.replaceAll(/^\d+(?=,)|(?<=record-|transfer-)\d+/gm, "…");
        }),
      );
    const savings = await anotherAccount(app, owner.userId, { name: "存折" });
    await planOf(app, rent(owner));
    const saving = { name: "存钱", kind: "transfer", toAccountId: savings, amount: 8 };
    await planOf(app, { ...rent(owner), ...saving });
    await tick();

    const other = await someone(app, { balance: 100_000 });
    const { userId, accountId } = other;
    const toAccountId = await anotherAccount(app, userId, { name: "存折" });
    const common = { userId, date: "2026-12-01" };
    const spent = { type: "expense", category: "住房", amount: 3200, description: "房租" };
    await app.post("/api/records", { ...common, accountId, ...spent });
    const moved = { fromAccountId: accountId, toAccountId, amount: 8, description: "存钱" };
    await app.post("/api/transfers", { ...common, ...moved });
    assert.deepEqual(await texts(owner.userId), await texts(userId));
  });

  test("equal lines of two accounts are known on both of the loaded book", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const statement = [
      "# 招商银行交易记录",
      '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
      // Without a clock nothing but its key tells the line again.
      '"\t20260305","","","\t18.00","\t982.00","\t消费","\t咖啡"',
    ].join("\r\n");
    for (const name of ["卡甲", "卡乙"]) {
      const account = await anotherAccount(app, userId, { name });
      await commit(app, (await preview(app, userId, statement, { account })).id);
    }
    const exported = await app.get(`/api/export?userId=${userId}`);
    const other = (await app.post("/api/users", { name: "小红", email: "hong@example.com" })).data;
    // Its accounts have other ids than those of the book that was exported.
    assert.equal((await load(app, other.id, exported.text)).status, 200);
    const accounts = (await app.get(`/api/accounts?userId=${other.id}`)).data;
    for (const { id, name } of accounts) {
      if (name === "现金") continue;
      const shown = await preview(app, other.id, statement, { account: id });
      assert.deepEqual([countOf(shown, "known"), shown.booked], [1, 0], name);
    }
    await assertProved(app);
    await app.close();
  });

  test("a backup that is too large to upload is refused with the way to load it", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const form = new FormData();
    form.set("userId", String(userId));
    form.set("file", new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]), "book.json");
    const answer = await app.post("/api/book", form);
    assert.equal(answer.status, 413);
    assert.match(answer.message ?? "", /20 MiB.*fenming import 备份文件 --user/);
    await app.close();
  });

  test("a file that is no book of ours is refused, and nothing is loaded", async () => {
    const app = await open();
    const { userId } = await fullBook(app);
    const text = (await app.get(`/api/export?userId=${userId}`)).text;
    const other = (await app.post("/api/users", { name: "小红", email: "hong@example.com" })).data;
    const change = (edit: (book: Record<string, Record<string, unknown>[]>) => void) => {
      const book = JSON.parse(text);
      edit(book);
      return JSON.stringify(book);
    };
    const first = (book: Record<string, Record<string, unknown>[]>, table: string) =>
      (book[table] as Record<string, unknown>[])[0] as Record<string, unknown>;
    const wrong = [
      "",
      "[]",
      "{}",
      "null",
      text.slice(0, -10),
      text.replace('"version":3', '"version":99'),
      text.replace('"version":3', '"version":0'),
      text.replace('"version":3', '"version":1.5'),
      change((book) => Object.assign(first(book, "records"), { amount: -1 })),
      change((book) => Object.assign(first(book, "records"), { amount: 1.5 })),
      change((book) => Object.assign(first(book, "records"), { account_id: 999_999 })),
      change((book) => Object.assign(first(book, "records"), { day: "2026-02-30" })),
      change((book) => Object.assign(first(book, "records"), { type: "theft" })),
      change((book) => Object.assign(first(book, "records"), { category: " " })),
      change((book) => Object.assign(first(book, "records"), { description: "a\0b" })),
      change((book) => Object.assign(first(book, "accounts"), { color: "red" })),
      change((book) => Object.assign(first(book, "accounts"), { opening: "9000000000000000" })),
      change((book) => {
        for (const record of book.records ?? []) {
          if (record.refund_of) record.amount = 99_999_999;
        }
      }),
      change((book) => (book.records as unknown[]).push(null)),
    ];
    for (const file of wrong) {
      const answer = await load(app, other.id, file);
      assert.equal(answer.status, 400, `${file.slice(0, 60)} ${answer.text}`);
    }
    assert.deepEqual((await app.get(`/api/accounts?userId=${other.id}`)).data, []);
    assert.deepEqual((await app.get(`/api/records?userId=${other.id}`)).data, []);
    await assertProved(app);
    await app.close();
  });

  test("CSV opens in Excel and runs nothing, and a workbook holds the same rows", async () => {
    const app = await open();
    const { userId } = await fullBook(app);
    const csv = await app.get(`/api/export?userId=${userId}&format=csv`);
    assert.ok(csv.text.startsWith("\uFEFF编号,类型,日期,金额,"));
    assert.match(csv.text, /'=cmd\|/);
    assert.equal(csv.text.trim().split("\r\n").length, 1 + 8);
    assert.match(csv.text, /转账,2026-03-15,88.8,,现金,招商银行（储蓄）,0.1,转存/);
    const response = await app.app.inject(`/api/export?userId=${userId}&format=xlsx`);
    const book = XLSX.read(response.rawPayload);
    assert.deepEqual(book.SheetNames, ["明细", "账户", "预算", "规则"]);
    const rows = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets.明细 as XLSX.WorkSheet, {
      header: 1,
    });
    assert.equal(rows.length, 1 + 8);
    assert.ok(rows.some((row) => row.includes("=cmd|'/c calc'!A0")));
    const accounts = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets.账户 as XLSX.WorkSheet, {
      header: 1,
    });
    assert.deepEqual(accounts[2]?.slice(1), ["招商银行（储蓄）", "bank", 20, 108.8]);
    await app.close();
  });

  test("the CSV and the workbook come back to the cent", async () => {
    const app = await open();
    const { userId } = await fullBook(app);
    for (const format of ["csv", "xlsx"]) {
      const response = await app.app.inject(`/api/export?userId=${userId}&format=${format}`);
      const other = (await app.post("/api/users", { email: `${format}@example.com`, name: format }))
        .data.id;
      const { id, bills } = await preview(app, other, response.rawPayload);
      assert.equal(bills[0].format, "fenming");
      await commit(app, id);
      assert.deepEqual(await entriesOf(app, other), await entriesOf(app, userId), format);
      await assertProved(app);
    }
    await app.close();
  });

  test("plain-text ledgers assert the balances that the service shows", async () => {
    const app = await open();
    const { userId } = await fullBook(app);
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    const bean = (await app.get(`/api/export?userId=${userId}&format=beancount`)).text;
    const ledger = (await app.get(`/api/export?userId=${userId}&format=hledger`)).text;
    const asserted = [...bean.matchAll(/^\d{4}-\d\d-\d\d balance \S+ +(-?[\d.]+) CNY$/gm)];
    assert.deepEqual(
      asserted.map((match) => Number(match[1])).sort(),
      accounts.map((one: { balance: number }) => one.balance).sort(),
    );
    assert.equal(ledger.match(/ = -?[\d.]+ CNY/g)?.length, accounts.length);
    assert.match(bean, /Expenses:X-手续费 {2}0.10 CNY/);
    assert.match(bean, /Expenses:X-餐饮 {2}-30.00 CNY/);
    await app.close();
  });

  test("what the bank stated is asserted where it holds, and said where it doesn't", async () => {
    const app = await open();
    const { userId, accountId } = await fullBook(app);
    const path = `/api/accounts/${accountId}/checkpoints`;
    const { days } = (await app.get(`/api/accounts/${accountId}/balances`)).data;
    const { date, balance } = days[1];
    await app.post(path, { date, balance });
    await app.post(path, { date: "2026-03-31", balance: 1 });
    const bean = (await app.get(`/api/export?userId=${userId}&format=beancount`)).text;
    const ledger = (await app.get(`/api/export?userId=${userId}&format=hledger`)).text;
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().replace(/T.*/, "");
    assert.match(
      bean,
      new RegExp(`^${next} balance Assets:X-现金 {2}${balance.toFixed(2)} CNY$`, "m"),
    );
    assert.match(bean, /^; 与账本不符 2026-04-01 balance Assets:X-现金 {2}1\.00 CNY$/m);
    assert.match(
      ledger,
      new RegExp(
        `^${date} \\* 对账点\n {4}assets:现金 {4}0.00 CNY = ${balance.toFixed(2)} CNY$`,
        "m",
      ),
    );
    assert.match(ledger, /^; 与账本不符 2026-03-31 assets:现金 = 1\.00 CNY$/m);
    // Both are read again without a complaint.
    for (const text of [bean, ledger]) {
      const other = (await app.post("/api/users", { name: "小红", email: `${text.length}@e.com` }))
        .data;
      const shown = await preview(app, other.id, text);
      assert.deepEqual(shown.bills[0].notices ?? [], []);
    }
    await app.close();
  });

  test("another format, and another's book, are refused", async () => {
    const app = await open();
    const { userId } = await someone(app);
    assert.equal((await app.get(`/api/export?userId=${userId}&format=pdf`)).status, 400);
    assert.equal((await app.get("/api/export")).status, 400);
    assert.equal((await app.get("/api/export?userId=999")).status, 404);
    const empty = await app.get(`/api/export?userId=${userId}&format=beancount`);
    assert.equal(empty.status, 200);
    await app.close();
  });
});
