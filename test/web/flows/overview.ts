/** 总览: the periods with their lists, transfers among the newest, and how little is asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, PHONE, settled, visit } from "../browser.ts";
import { addRecord, balance, NOW, post, smallBook, TODAY } from "./book.ts";

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`a cold start asks for six things at most: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    for (const name of ["微信", "支付宝", "工行", "建行"]) {
      await post(service, "/api/accounts", { userId: book.userId, name, type: "payment" });
    }
    await addRecord(service, book, { accountId: book.cash, amount: 10, category: "咖啡" });
    const { page, context, leave } = await visit(service, "/icon.svg", {
      screen,
      settings: { userId: book.userId },
      failing: true,
    });
    const asked: string[] = [];
    context.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname);
    });
    await page.goto(`${service.origin}/`);
    await page.getByText("账目一致").waitFor();
    await settled(page);
    // The form and the list are fetched beforehand, a little later; they ask for nothing yet.
    await page.waitForTimeout(1_500);
    assert.ok(asked.length <= 6, asked.join("\n"));
    await leave();
    await service.close();
  });

  test(`today, week, month and year have their sums, and each opens its list: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const spend = (amount: number, date: string) =>
      addRecord(service, book, { accountId: book.bank, amount, category: "餐饮", date });
    await spend(1, TODAY);
    await spend(2, "2026-11-23");
    await spend(4, "2026-11-01");
    await spend(8, "2026-02-03");
    await addRecord(service, book, {
      accountId: book.bank,
      amount: 300,
      type: "income",
      category: "工资",
      date: "2026-11-10",
    });
    const { page, leave } = await visit(service, "/", {
      screen,
      settings: { userId: book.userId },
    });
    for (const [period, expense, income, search] of [
      ["今天", "1.00", "0.00", "startDate=2026-11-26&endDate=2026-11-26"],
      ["本周", "3.00", "0.00", "startDate=2026-11-23&endDate=2026-11-29"],
      ["本月", "7.00", "300.00", "startDate=2026-11-01&endDate=2026-11-30"],
      ["今年", "15.00", "300.00", "startDate=2026-01-01&endDate=2026-12-31"],
    ] as const) {
      const card = page.locator(".periods a", { hasText: period });
      await card.getByText(expense, { exact: true }).waitFor();
      await card.getByText(income, { exact: true }).waitFor();
      await card.click();
      await page.waitForURL(`${service.origin}/records?${search}`);
      await page.getByText(`支出 ${expense}`).waitFor();
      await page.goBack();
    }
    await leave();
    await service.close();
  });

  test(`the newest hold transfers, in total and of an account, and follow a change: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await addRecord(service, book, {
      accountId: book.bank,
      amount: 12,
      category: "餐饮",
      date: "2026-11-20",
    });
    await post(service, "/api/transfers", {
      userId: book.userId,
      fromAccountId: book.bank,
      toAccountId: book.cash,
      amount: 500,
      date: TODAY,
    });
    const { page, leave } = await visit(service, "/", {
      screen,
      settings: { userId: book.userId },
    });
    const recent = page.locator(".card", { has: page.getByRole("heading", { name: "最近记录" }) });
    await recent.getByText("今天 · 转账").waitFor();
    assert.deepEqual(await recent.locator(".record-row .money").allTextContents(), [
      "500.00",
      "−12.00",
    ]);
    await recent.getByText("今天 · 转账").click();
    await page.getByRole("dialog", { name: "修改转账" }).waitFor();
    await page.getByRole("button", { name: "删除" }).click();
    await recent.getByText("今天 · 转账").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "撤销" }).click();
    await recent.getByText("今天 · 转账").waitFor();
    await page.goto(`${service.origin}/accounts/${book.cash}`);
    await recent.getByText("+500.00").waitFor();
    await leave();
    await service.close();
  });

  test(`transfers are counted and chosen among records, and come back together: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await addRecord(service, book, { accountId: book.bank, amount: 12, category: "餐饮" });
    await addRecord(service, book, { accountId: book.bank, amount: 7, category: "交通" });
    await post(service, "/api/transfers", {
      userId: book.userId,
      fromAccountId: book.bank,
      toAccountId: book.cash,
      amount: 500,
      fee: 1,
      date: TODAY,
    });
    const { page, leave } = await visit(service, "/records", {
      screen,
      settings: { userId: book.userId },
    });
    await page.getByText("4 笔").waitFor();
    if (screen === PHONE) {
      await page.getByRole("button", { name: "选择" }).click();
      await page.getByRole("button", { name: /招商银行 现金/ }).click();
      await page.getByRole("button", { name: /交通/ }).click();
    } else {
      await page.getByRole("checkbox", { name: "选择 转账 500.00" }).check();
      await page.getByRole("checkbox", { name: "选择 交通 7.00" }).check();
    }
    const bar = page.getByRole("toolbar", { name: "已选 2 条" });
    // What transfers have not cannot be changed for them.
    assert.ok(await bar.getByRole("button", { name: "改分类" }).isDisabled());
    await bar.getByRole("button", { name: "删除" }).click();
    await page.getByText("已删除 2 笔").waitFor();
    await page.getByText("1 笔").waitFor();
    assert.equal(await balance(service, book.bank), 4988);
    await page.getByRole("button", { name: "撤销" }).click();
    await page.getByText("4 笔").waitFor();
    assert.equal(await balance(service, book.bank), 4480);
    await page.goto(`${service.origin}/accounts/${book.cash}`);
    await page.getByRole("button", { name: "删除" }).click();
    await page.getByText(/1 (条|笔)/).waitFor();
    await leave();
    await service.close();
  });
}

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`the forecast is drawn with its lowest day, and names who is short first, on ${name}`, async () => {
    const service = await listen({ now: NOW });
    const { userId, cash, bank } = await smallBook(service);
    await post(service, "/api/plans", {
      ...{ userId, name: "房租", kind: "expense", accountId: bank, category: "住房" },
      ...{ amount: 3200, every: { unit: "month" }, days: [1], startDate: TODAY },
    });
    await post(service, "/api/plans", {
      ...{ userId, name: "工资", kind: "income", accountId: cash, category: "工资" },
      ...{ amount: 3000, every: { unit: "month" }, days: [15], startDate: TODAY },
    });
    const settings = { userId, usedAccountIds: [cash] };
    const { page, leave } = await visit(service, "/", { screen, settings });
    const card = page.locator(".overview-forecast");
    // 5,100 − 3,200 on 1 December + 3,000 on the 15th, and so on: lowest on 1 February.
    await card.getByText("90 天内最低：2027-02-01 1,500.00").waitFor();
    await card.getByText("招商银行 2027-01-01 起低于 0").waitFor();
    assert.equal(await card.getByRole("img", { name: /余额预测 90 天内最低/ }).count(), 1);
    await settled(page);
    // What is spent now is spent on every day to come.
    await page.getByRole("button", { name: "记一笔" }).first().click();
    const entry = page.getByRole("dialog");
    if (screen === PHONE) await entry.getByRole("button", { name: "9", exact: true }).click();
    else await entry.getByLabel("金额", { exact: true }).fill("9");
    await entry.getByRole("radio", { name: "餐饮", exact: true }).check();
    await entry.getByRole("button", { name: screen === PHONE ? "完成" : "保存" }).click();
    await card.getByText("1,491.00").waitFor();
    await card.getByRole("link", { name: "查看全部" }).click();
    await page.locator(".plan-lowest", { hasText: "招商银行 最低" }).waitFor();
    await page.locator(".plan-lows", { hasText: "2027-01-01 起低于 0" }).waitFor();
    await leave();
    await service.close();
  });
}

test("without plans there is no forecast; what is owed stands below the balance", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/", { settings: { userId } });
  await page.getByText("账目一致").waitFor();
  assert.equal(await page.locator(".overview-forecast").count(), 0);
  assert.equal(await page.locator(".hero-worth").count(), 0);
  const card = { userId, name: "信用卡", type: "bank", kind: "credit", balance: -320.5 };
  await post(service, "/api/accounts", card);
  await page.getByText("资产 5,100.00 · 负债 320.50").waitFor();
  await leave();
  await service.close();
});
