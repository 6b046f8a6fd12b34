import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, recordsOf, smallBook, TODAY } from "./book.ts";

test("a plan is said on the phone, and its day is said back before it is kept", async () => {
  const service = await listen({ now: NOW });
  const { userId, bank } = await smallBook(service);
  const { page, leave } = await visit(service, "/plans", { settings: { userId } });
  await page.getByText("房租、工资、会员费").waitFor();
  await page.getByRole("button", { name: "添加计划" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("名称").fill("房租");
  await form.getByRole("textbox", { name: "金额" }).fill("3000+200");
  await form.getByRole("button", { name: /^账户/ }).click();
  await page.getByRole("option", { name: /招商银行/ }).click();
  await form.getByRole("button", { name: /^分类/ }).click();
  await page.getByRole("option", { name: "住房" }).click();
  await form.getByRole("button", { name: "最后一天" }).click();
  await form.getByLabel("遇周末").selectOption("before");
  await form
    .getByText("每月 最后一天，遇周末提前：下次 11月30日，之后 12月31日、2027-01-29、2027-02-26")
    .waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  await page.getByText("11月30日 · 自动记").waitFor();
  const [plan] = (await service.get(`/api/plans?userId=${userId}`)).data;
  assert.deepEqual(
    [plan.name, plan.amount, plan.accountId, plan.days, plan.weekend, plan.nextDue],
    ["房租", 3200, bank, [-1], "before", "2026-11-30"],
  );
  assert.equal(await balance(service, bank), 5000, "nothing is booked ahead of its day");
  // 5,000 − 3,200 on 30 November, and again on 31 December.
  await page.getByText(/招商银行 最低：2027-01-29 .4,600.00 · 12月31日 起低于 0/).waitFor();
  await page.goto(`${service.origin}/`);
  await page.getByText("接下来").waitFor();
  await page.getByRole("link", { name: /房租 11月30日/ }).click();
  await page.getByText("下次 11月30日").waitFor();
  await leave();
  await service.close();
});

test("what waits is confirmed with its amount, skipped, and taken back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const plan = await post(service, "/api/plans", {
    ...{ userId, name: "话费", kind: "expense", accountId: cash, category: "通讯" },
    ...{ amount: 58, amountMode: "estimate", every: { unit: "month" }, days: [20] },
    ...{ startDate: "2026-10-20", mode: "confirm", backfill: true },
  });
  const { page, leave } = await visit(service, "/plans", { screen: DESK, settings: { userId } });
  await page.getByText("待确认（2）").waitFor();
  await page.getByRole("button", { name: "确认", exact: true }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "金额" }).fill("61.5");
  await form.getByRole("button", { name: "确认" }).click();
  await page.getByText("待确认（1）").waitFor();
  assert.equal(await balance(service, cash), 38.5);
  const [record] = await recordsOf(service, book);
  assert.equal(record?.amount, 61.5);
  await page.getByRole("button", { name: /话费 11月20日/ }).click();
  await page.getByRole("button", { name: "跳过这一期" }).click();
  await page.getByText("待确认（1）").waitFor({ state: "detached" });
  await page.getByText("话费").first().click();
  await page.getByText("11月20日 · 已跳过").waitFor();
  await page.getByText("10月20日 · 已记").waitFor();
  await page.getByRole("button", { name: /话费 11月20日/ }).click();
  await page.getByRole("button", { name: "不跳过" }).click();
  await page.getByText("11月20日 · 待确认").waitFor();
  await page.getByRole("button", { name: "暂停" }).click();
  await page.getByRole("button", { name: "恢复" }).waitFor();
  assert.equal((await service.get(`/api/plans/${plan.id}`)).data.state, "paused");
  await page.getByRole("button", { name: "恢复" }).click();
  await page.getByRole("button", { name: "暂停" }).waitFor();
  assert.equal(await balance(service, cash), 38.5);
  await leave();
  await service.close();
});

test("any record becomes a plan that begins a month later", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  await addRecord(service, book, {
    ...{ accountId: bank, amount: 15, category: "娱乐", description: "会员", date: "2026-10-31" },
  });
  const { page, leave } = await visit(service, "/records", { screen: PHONE, settings: { userId } });
  await page.getByText("会员").first().click();
  await page.getByRole("link", { name: "设为定期" }).click();
  const form = page.getByRole("dialog", { name: "添加计划" });
  await form
    .getByText("每月 31 日：下次 11月30日，之后 12月31日、2027-01-31、2027-02-28")
    .waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  await eventually("the plan is there", async () => {
    const [plan] = (await service.get(`/api/plans?userId=${userId}`)).data;
    return plan?.name === "会员" && plan.amount === 15 && plan.nextDue === "2026-11-30";
  });
  assert.equal((await recordsOf(service, book)).length, 1);
  await leave();
  await service.close();
});

test("the calendar shows in outline what plans bring, and a day lists it", async () => {
  const service = await listen({ now: NOW });
  const { userId, bank } = await smallBook(service);
  await post(service, "/api/plans", {
    ...{ userId, name: "房租", kind: "expense", accountId: bank, category: "住房", amount: 3200 },
    ...{ every: { unit: "month" }, days: [28], startDate: "2026-11-28" },
  });
  const { page, leave } = await visit(service, "/calendar", { screen: DESK, settings: { userId } });
  await page.getByRole("button", { name: /11月28日 .*−3,200.00/ }).click();
  const plans = page.getByRole("region", { name: "计划" });
  await plans.getByText("11月28日 · 自动记").waitFor();
  await plans.getByRole("button", { name: /房租 11月28日/ }).click();
  await page.getByRole("button", { name: "现在记" }).click();
  await plans.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /11月26日 .*−3,200.00/ }).waitFor();
  assert.equal(await balance(service, bank), 1800);
  await leave();
  await service.close();
});

test("a budget's outlook takes what is planned once, and the rest as it went", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  const rent = { userId, kind: "expense", accountId: bank, category: "住房", startDate: TODAY };
  for (const [name, amount, day] of [
    ["房租", 3200, 26],
    ["物业", 150, 30],
  ] as const) {
    const every = { unit: "month" };
    await post(service, "/api/plans", { ...rent, name, amount, every, days: [day] });
  }
  await addRecord(service, book, { accountId: bank, amount: 260, category: "住房" });
  await post(service, "/api/budgets", { userId, category: "住房", amount: 4000, month: "2026-11" });
  const { page, leave } = await visit(service, "/budgets", { screen: DESK, settings: { userId } });
  // 3,200 + 260 spent; the 260 of 26 days make 40 for the last four; 150 are to come.
  await page.getByText(/3,650\.00/).waitFor();
  await page.locator(".bar-planned").waitFor();
  await leave();
  await service.close();
});
