import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { DESK, listen, settled, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, smallBook } from "./book.ts";

test("a budget that is exceeded says so, and leads to its records", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.bank, amount: 120, category: "餐饮" });
  const { page, leave } = await visit(service, "/budgets", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "添加预算" }).first().click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByLabel("每月上限").fill("100");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("已超支 20.00").waitFor();
  await page.getByRole("link", { name: /餐饮/ }).click();
  await page.waitForURL(/\/records\?.*category=/);
  await page.getByText("−120.00").first().waitFor();
  await page.goto(`${service.origin}/`);
  await page.getByText("已超支 20.00").waitFor();
  await leave();
  await service.close();
});

test("last month's budgets are copied, a second one for a category changes the first", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId } = book;
  await post(service, "/api/budgets", { userId, category: "交通", amount: 300, month: "2026-10" });
  await post(service, "/api/budgets", { userId, category: "餐饮", amount: 900, month: "2026-10" });
  const { page, leave } = await visit(service, "/budgets", {
    screen: DESK,
    settings: { userId },
  });
  await page.getByRole("button", { name: "复制上月预算" }).click();
  await page.getByText("已复制 2 个预算").waitFor();
  await page.getByText("每天还可用 180.00").waitFor();
  await page.getByRole("button", { name: "添加预算" }).click();
  await page.getByRole("radio", { name: "交通", exact: true }).check();
  await page.getByLabel("每月上限").fill("350");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("预算已保存").waitFor();
  const kept = (await service.get(`/api/budgets?userId=${userId}&month=2026-11`)).data;
  assert.deepEqual(
    kept
      .map(({ category, amount }: { category: string; amount: number }) => [category, amount])
      .sort(),
    [
      ["交通", 350],
      ["餐饮", 900],
    ],
  );
  await leave();
  await service.close();
});

test("a slice of the ring, a day and an account lead to their records", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, {
    accountId: book.bank,
    amount: 80,
    category: "购物",
    date: "2026-11-03",
  });
  await addRecord(service, book, { accountId: book.cash, amount: 20, category: "餐饮" });
  const { page, leave } = await visit(service, "/statistics", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  const chart = page.locator(".ring-chart svg path").first();
  await chart.waitFor();
  await page.getByText("80%").waitFor();
  await settled(page);
  // The largest slice begins at the top and goes right: its middle lies at the right edge. Clicking
  // the element waits until it stands still, wherever the figures above have moved it.
  const ring = page.locator(".ring-chart");
  const { width } = (await ring.boundingBox()) as { width: number };
  const middle = { position: { x: width / 2 + 90, y: 130 } };
  await ring.hover(middle);
  await ring.getByText("80.00").waitFor();
  assert.equal(await ring.locator("path[fill=none]").count(), 0, "what is pointed at stays seen");
  await ring.click(middle);
  await page.waitForURL(/\/records\?/);
  assert.equal(new URL(page.url()).searchParams.get("category"), "购物");
  await page.getByText("−80.00").first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /现金/ }).click();
  await page.waitForURL(/\/accounts\/\d+/);
  await page.getByText("−20.00").first().waitFor();
  await leave();
  await service.close();
});

test("a chart's data can be taken away", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.bank, amount: 80, category: "=购物" });
  const { page, leave } = await visit(service, "/statistics", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出数据 分类" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  assert.equal(text, "\uFEFF分类,金额,占比\r\n'=购物,80,100%\r\n");
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出图片 分类" }).click(),
  ]);
  assert.match(await readFile(await picture.path(), "utf8"), /^<svg/);
  await leave();
  await service.close();
});

test("an account is corrected, archived, and deleted only when its name is typed", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 30, category: "餐饮" });
  const { page, leave } = await visit(service, `/accounts/${book.cash}`, {
    settings: { userId: book.userId },
  });
  await page.getByText("账目一致").waitFor();
  await page.getByRole("button", { name: "校准余额" }).click();
  await page.getByLabel("当天日终的余额").fill("-50.5");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("已记为调整").waitFor();
  assert.equal(await balance(service, book.cash), -50.5);
  await page.getByRole("button", { name: "归档", exact: true }).click();
  await page.getByRole("button", { name: "取消归档" }).waitFor();
  assert.equal((await service.get(`/api/accounts/${book.cash}`)).data.archived, true);
  await page.getByRole("button", { name: "删除" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("将连同 2 条记录、转账与调整一起删除").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "删除" }).isDisabled(), true);
  await dialog.getByRole("textbox").fill("现金");
  await dialog.getByRole("button", { name: "删除" }).click();
  await page.getByText("账户已删除").waitFor();
  await eventually(
    "it is gone",
    async () => (await service.get(`/api/accounts/${book.cash}`)).status === 404,
  );
  await leave();
  await service.close();
});

test("the calendar shows a month and opens a day", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, {
    accountId: book.bank,
    amount: 12_345,
    category: "工资",
    type: "income",
    date: "2026-10-10",
  });
  const spent = { accountId: book.bank, category: "购物", date: "2026-10-11" };
  await addRecord(service, book, { ...spent, amount: 1234.5 });
  const { page, leave } = await visit(service, "/calendar", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "上个月" }).click();
  const day = page.getByRole("button", { name: /10月10日/ });
  await day.getByText("+1.2万").waitFor();
  await page
    .getByRole("button", { name: /10月11日/ })
    .getByText("−1,235")
    .waitFor();
  await day.click();
  await page.getByText("+12,345.00").waitFor();
  await page.waitForURL(/day=2026-10-10/);
  await leave();
  await service.close();
});

test("months begin on the day that is set, everywhere but in budgets, which say so", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId } = book;
  const spend = { accountId: book.bank, category: "餐饮" };
  await addRecord(service, book, { ...spend, amount: 100, date: "2026-11-09" });
  await addRecord(service, book, { ...spend, amount: 20, date: "2026-11-10" });
  await addRecord(service, book, { ...spend, amount: 3, date: "2026-12-09" });
  await post(service, "/api/budgets", { userId, category: "餐饮", amount: 500, month: "2026-11" });
  const { page, leave } = await visit(service, "/calendar", {
    screen: DESK,
    settings: { userId, monthStart: 10 },
  });
  const sums = page.locator(".list-sums");
  await sums.getByText("23.00", { exact: true }).waitFor();
  await page.getByText("11月10日 至 12月9日").waitFor();
  assert.equal(await page.locator(".month-day").count(), 30);
  assert.deepEqual(
    (await page.locator(".month-date").allTextContents()).filter((date) => date.includes(".")),
    ["11.10", "12.1"],
  );
  await page.getByRole("button", { name: "上个月" }).click();
  await sums.getByText("100.00", { exact: true }).waitFor();
  await page.goto(`${service.origin}/`);
  await page
    .getByRole("link", { name: /本月支出/ })
    .getByText("23")
    .waitFor();
  await page.getByText("预算按自然月计算").waitFor();
  await page.getByText("120.00").first().waitFor();
  await page.goto(`${service.origin}/statistics`);
  await page.getByText("11月10日 至 12月9日").waitFor();
  await page.locator(".figures").getByText("23").first().waitFor();
  await page.goto(`${service.origin}/budgets`);
  await page.getByText("预算按自然月计算").waitFor();
  await page.getByText("120.00").first().waitFor();
  await leave();
  await service.close();
});

test("the year's trend names its days, ends today, and is there in words", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  for (const [date, amount] of [
    ["2026-03-05", 12],
    ["2026-10-20", 70],
    ["2026-10-30", 900],
    ["2026-11-20", 50],
  ] as const) {
    await addRecord(service, book, { accountId: book.bank, amount, category: "餐饮", date });
  }
  const { page, leave } = await visit(service, "/statistics?range=year", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  const trend = page.locator(".statistics-trend");
  await trend.locator("svg text").first().waitFor();
  const labels = async () =>
    (await trend.locator("svg text").allTextContents()).filter((text) => /^\d+月\d+日$/.test(text));
  // 62 days are in view; they are named as what they are, and the last of them is today.
  await eventually("the days are named", async () => (await labels()).length > 3);
  const named = await labels();
  assert.deepEqual([named[0], named.at(-1)], ["9月26日", "11月26日"]);
  const table = trend.getByRole("table");
  const rows = await table.getByRole("row").allTextContents();
  assert.deepEqual(rows, [
    "日期支出",
    "2026-03-0512.00",
    "2026-10-2070.00",
    "2026-10-30900.00",
    "2026-11-2050.00",
  ]);
  await page.goto(`${service.origin}/`);
  // Of October the days until the 26th: what came after them is not held against November.
  await page.getByText("比上月少 20.00").waitFor();
  await leave();
  await service.close();
});
