import assert from "node:assert/strict";
import { test } from "node:test";
import { proveBook } from "../../../src/store/proof.ts";
import { join, sql } from "../../../src/store/sql.ts";
import { faults } from "../access.ts";
import { DESK, listen, type Service, visit } from "../browser.ts";
import {
  addRecord,
  balance,
  eventually,
  NOW,
  pick,
  post,
  recordsOf,
  type SmallBook,
  smallBook,
} from "./book.ts";

async function someRecords(service: Service, book: SmallBook): Promise<number[]> {
  const add = (amount: number, category: string, description: string, date: string) =>
    addRecord(service, book, { accountId: book.cash, amount, category, description, date });
  return [
    await add(20, "餐饮", "牛肉面", "2026-11-26"),
    await add(6, "交通", "地铁", "2026-11-26"),
    await add(35, "餐饮", "火锅", "2026-11-20"),
    await add(12, "咖啡", "拿铁", "2026-10-08"),
  ];
}

test("a record is changed on the phone, deleted at the desk, and brought back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await someRecords(service, book);
  const phone = await visit(service, "/records", { settings: { userId: book.userId } });
  await phone.page.getByRole("button", { name: /牛肉面/ }).click();
  await phone.page.getByRole("button", { name: "退格" }).click();
  await phone.page.getByRole("button", { name: "5", exact: true }).click();
  await phone.page.getByRole("button", { name: "完成" }).click();
  await phone.page.getByText("已修改").waitFor();
  assert.equal(await balance(service, book.cash), 100 - 25 - 6 - 35 - 12);
  await phone.leave();

  const desk = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await desk.page.getByRole("button", { name: "删除 餐饮 25.00" }).click();
  await desk.page.getByText("已删除 1 条记录").waitFor();
  await eventually("it is gone", async () => (await balance(service, book.cash)) === 47);
  await desk.page.getByText("牛肉面").waitFor({ state: "detached" });
  await desk.page.getByRole("button", { name: "撤销" }).click();
  await desk.page.getByText("牛肉面").waitFor();
  await eventually("it is back", async () => (await balance(service, book.cash)) === 22);
  const back = (await recordsOf(service, book)).find(({ amount }) => amount === 25);
  assert.deepEqual([back?.category, back?.description], ["餐饮", "牛肉面"]);
  await desk.leave();
  await service.close();
});

test("filters stand in the address and survive a reload", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await someRecords(service, book);
  const { page, leave } = await visit(service, "/records?category=餐饮&startDate=2026-11-21", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByText("牛肉面").waitFor();
  assert.equal(await page.getByText("火锅").count(), 0);
  await page.getByRole("button", { name: "清除 从 2026-11-21" }).click();
  await page.getByText("火锅").waitFor();
  assert.equal(await page.getByText("地铁").count(), 0);
  await page.getByRole("searchbox").fill("牛肉");
  await page.getByText("火锅").waitFor({ state: "detached" });
  await page.waitForURL(/text=/);
  await page.reload();
  await page.getByText("牛肉面").waitFor();
  assert.equal(await page.getByText("火锅").count(), 0);
  await page.getByRole("searchbox").fill("没有这样的");
  await page.getByText("没有符合条件的记录").waitFor();
  await page.getByRole("button", { name: "清除筛选" }).last().click();
  await page.getByText("拿铁").waitFor();
  await page.goto(`${service.origin}/records?minAmount=10&maxAmount=30&endDate=2026-11-20`);
  await page.getByText("拿铁").waitFor();
  await page.getByRole("button", { name: "清除 到 2026-11-20" }).waitFor();
  await page.getByRole("button", { name: "清除 ¥10 至 ¥30" }).click();
  await page.getByText("火锅").waitFor();
  assert.equal(new URL(page.url()).search, "?endDate=2026-11-20");
  await leave();
  await service.close();
});

test("cells are changed where they stand, and go back when the service refuses", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await someRecords(service, book);
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
    failing: true,
  });
  await page.getByRole("button", { name: "修改 备注 牛肉面" }).click();
  await page.getByRole("textbox", { name: "备注" }).fill("红烧牛肉面");
  await page.keyboard.press("Enter");
  await page.getByText("红烧牛肉面").waitFor();
  await page.getByRole("button", { name: "修改 金额 20.00" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("15+3.5");
  await page.keyboard.press("Enter");
  await eventually("it is booked", async () => (await balance(service, book.cash)) === 28.5);
  await page.getByRole("button", { name: "修改 备注 地铁" }).click();
  await page.keyboard.press("Escape");
  await page.getByText("地铁").waitFor();
  await page.route("**/api/records/*", (route) =>
    route.fulfill({ status: 400, json: { success: false, data: null, message: "金额超出范围" } }),
  );
  await page.getByRole("button", { name: "修改 备注 火锅" }).click();
  await page.getByRole("textbox", { name: "备注" }).fill("不会留下");
  await page.keyboard.press("Enter");
  await page.getByText("金额超出范围").first().waitFor();
  await page.getByText("火锅").waitFor();
  assert.equal(await page.getByText("不会留下").count(), 0);
  await leave();
  await service.close();
});

test("many records are changed and deleted at once", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const ids = await someRecords(service, book);
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByRole("checkbox", { name: "选择 餐饮 20.00" }).check();
  await page.getByRole("checkbox", { name: "选择 交通 6.00" }).check();
  await page.getByText("已选 2 条").waitFor();
  await page.getByRole("button", { name: "改账户" }).click();
  await pick(page, "账户", "招商银行", page.getByRole("dialog"));
  await page.getByRole("button", { name: "应用" }).click();
  await page.getByText("已修改 2 条记录").waitFor();
  assert.equal(await balance(service, book.cash), 53);
  assert.equal(await balance(service, book.bank), 4974);
  await page.getByRole("checkbox", { name: "选择 餐饮 20.00" }).check();
  await page.getByRole("button", { name: "全选" }).click();
  await page.getByText("已选 4 条").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除 4 条记录").waitFor();
  assert.equal((await recordsOf(service, book)).length, 0);
  assert.equal(await balance(service, book.bank), 5000);
  await page.getByRole("button", { name: "撤销" }).click();
  await page.getByText("已恢复").waitFor();
  assert.equal((await recordsOf(service, book)).length, ids.length);
  assert.equal(await balance(service, book.bank), 4974);
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("one account's list shows the balance after each record", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await someRecords(service, book);
  const { page, leave } = await visit(service, `/records?accountId=${book.cash}`, {
    settings: { userId: book.userId },
  });
  const row = (note: string) => page.getByRole("button", { name: new RegExp(note) });
  await row("地铁").getByText("27.00").waitFor();
  await row("牛肉面").getByText("33.00").waitFor();
  await row("火锅").getByText("53.00").waitFor();
  await row("拿铁").getByText("88.00").waitFor();
  await leave();
  await service.close();
});

/** Fifty thousand records over some years, written to the book as the service itself would have. */
async function longBook(service: Service, book: SmallBook, count: number): Promise<void> {
  const day = (index: number) =>
    new Date(Date.UTC(2026, 10, 26 - Math.floor(index / 40))).toISOString();
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: 1000 }, (_, offset) => {
      const at = day(start + offset);
      return sql`(${book.userId}, ${book.cash}, 'expense', 100, '餐饮', ${`第${start + offset}笔`},
        ${`${at.slice(0, 10)}T04:00:00.000Z`}, ${at.slice(0, 10)}, 1, ${at}, ${at})`;
    });
    await service.db.write((db) =>
      db.run(sql`insert into records (user_id, account_id, type, amount, category, description,
        date, day, timed, created_at, updated_at) values ${join(rows)}`),
    );
  }
  await service.db.write(async (db) => {
    await db.run(sql`insert into day_totals (user_id, day, type, category, amount, count)
      select user_id, day, type, category, sum(amount), count(*) from records
      where user_id = ${book.userId} group by user_id, day, type, category`);
    await db.run(sql`update accounts set balance = balance - ${count * 100} where id = ${book.cash}
      and user_id = ${book.userId}`);
    await db.run(sql`update revisions set revision = revision + 1 where user_id = ${book.userId}`);
  });
}

test("50,000 records are scrolled from end to end, with few of them on the page", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await longBook(service, book, 50_000);
  assert.deepEqual(await service.db.read(proveBook), []);
  const { page, leave } = await visit(service, "/records", { settings: { userId: book.userId } });
  await page.getByText("第39笔").waitFor();
  await page.getByText("50,000 笔").waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText("第49960笔").waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.locator(".record-main").first().waitFor();
  assert.ok((await page.locator(".record-slot").count()) < 60);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByText("第39笔").waitFor();
  await leave();
  await service.close();
});

test("two tabs see each other's changes", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, context, leave } = await visit(service, "/", {
    settings: { userId: book.userId },
  });
  await page.getByText("5,100.00").first().waitFor();
  const other = await context.newPage();
  await other.goto(`${service.origin}/`);
  await other.getByRole("button", { name: "记一笔" }).click();
  await other.getByRole("button", { name: "4", exact: true }).click();
  await other.getByRole("radio", { name: "餐饮", exact: true }).check();
  await other.getByRole("button", { name: "完成" }).click();
  await page.getByText("5,096.00").first().waitFor();
  await leave();
  await service.close();
});

test("recent records stand by day, whenever they were made", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const add = (category: string, date: string) =>
    addRecord(service, book, { accountId: book.cash, amount: 1, category, date });
  for (const [category, date] of [
    ["咖啡", "2026-11-24"],
    ["交通", "2026-11-26"],
    ["购物", "2025-01-02"],
  ] as const)
    await add(category, date);
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  const rows = page.locator(".overview-recent .record-row");
  await rows.nth(2).waitFor();
  const titles = async () =>
    (await rows.locator(".record-title").allTextContents()).map((text) => text.trim());
  assert.deepEqual(await titles(), ["交通", "咖啡", "购物"]);
  await add("餐饮", "2026-11-25");
  await rows.nth(3).waitFor();
  assert.deepEqual(await titles(), ["交通", "餐饮", "咖啡", "购物"]);
  await leave();
  await service.close();
});

test("what another device books is seen as it happens; one's own change is read once", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await page.getByText("5,100.00").first().waitFor();
  const watching = page.waitForResponse(/\/api\/changes/);
  await page.reload();
  await watching;
  await page.getByText("账目一致").waitFor();
  let reads = 0;
  page.on("request", (request) => {
    // The proof reads the whole book and comes by itself.
    if (/\/api\/overview\?(?!.*parts=proof)/.test(request.url())) reads += 1;
  });
  await addRecord(service, book, { accountId: book.cash, amount: 7, category: "咖啡" });
  await page.getByText("5,093.00").first().waitFor();
  await page.getByRole("button", { name: /咖啡/ }).waitFor();
  assert.equal(reads, 1);
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: "3", exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText(/已记下/).waitFor();
  // Longer than the news of it takes to come, and to be acted on.
  await page.waitForTimeout(700);
  assert.equal(reads, 2, "what has been read after the answer is not read again at the news");
  await addRecord(service, book, { accountId: book.cash, amount: 10, category: "咖啡" });
  await page.getByText("5,080.00").first().waitFor();
  assert.equal(reads, 3);
  await leave();
  await service.close();
});

test("at the desk a column's heading puts the list in its order, and rows become low by choice", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash, bank } = book;
  await addRecord(service, book, { accountId: cash, amount: 20, category: "餐饮" });
  await addRecord(service, book, {
    accountId: bank,
    amount: 300,
    category: "购物",
    date: "2026-11-02",
  });
  await addRecord(service, book, { accountId: cash, amount: 4, category: "交通" });
  const move = { userId, fromAccountId: bank, toAccountId: cash, amount: 50, date: "2026-11-20" };
  await post(service, "/api/transfers", move);
  const { page, leave } = await visit(service, "/records", { screen: DESK, settings: { userId } });
  const amounts = page.locator(".record-list .record-row .desk-row-amount .money");
  const shown = async () =>
    (await amounts.allTextContents()).map((text) => text.replace(/^[−+]/, ""));
  const inOrder = (wanted: string[]) =>
    eventually(wanted.join(), async () => (await shown()).join() === wanted.join());
  await inOrder(["4.00", "20.00", "50.00", "300.00"]);
  const places = await amounts.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().right)),
  );
  assert.equal(new Set(places).size, 1, "the amounts stand in one column");
  const heading = page.getByRole("button", { name: "金额", exact: true });
  await heading.click();
  await inOrder(["300.00", "50.00", "20.00", "4.00"]);
  assert.equal(await heading.getAttribute("aria-pressed"), "true");
  await page.locator(".record-list").getByText("2026-11-02").waitFor();
  assert.equal(await page.locator(".day-head").count(), 0);
  await page.getByRole("button", { name: "修改 金额 4.00" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("44");
  await page.keyboard.press("Enter");
  await inOrder(["300.00", "50.00", "44.00", "20.00"]);
  await heading.click();
  await inOrder(["20.00", "44.00", "50.00", "300.00"]);
  await heading.click();
  await page.locator(".day-head").first().waitFor();
  await inOrder(["44.00", "20.00", "50.00", "300.00"]);
  const height = async () =>
    (await page.locator(".record-list .record-row").first().boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole("button", { name: "紧凑的行" }).click();
  await eventually("the rows are low", async () => (await height()) < before * 0.8);
  assert.deepEqual(await faults(page, DESK, "compact"), []);
  await page.reload();
  await page.locator(".record-list .record-row").first().waitFor();
  assert.ok((await height()) < before * 0.8, "it is remembered");
  await leave();
  await service.close();
});
