import assert from "node:assert/strict";
import { test } from "node:test";
import { bookDue } from "../../../src/server/plans/clock.ts";
import { faults } from "../access.ts";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import {
  addRecord,
  balance,
  eventually,
  NOW,
  post,
  recordsOf,
  smallBook,
  TODAY,
  textOf,
} from "./book.ts";

const ZONE = "Asia/Shanghai";

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

test("how often a plan comes is read as it is said, and each of its fields has a name", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/plans", { settings: { userId } });
  await page.getByRole("button", { name: "添加计划" }).first().click();
  const often = page.getByRole("dialog").getByRole("group", { name: "重复" });
  assert.match(await textOf(often.locator(".plan-every")), /^每/);
  await often.getByRole("textbox", { name: "重复间隔" }).fill("2");
  const unit = often.getByRole("combobox", { name: "间隔单位" });
  assert.equal(await unit.locator("option:checked").textContent(), "个月");
  await page
    .getByText(/每 2 个月/)
    .first()
    .waitFor();
  for (const screen of [PHONE, DESK]) {
    await page.setViewportSize(screen);
    assert.deepEqual(await faults(page, screen, "plan form"), []);
  }
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
  const beside = page.getByRole("region", { name: "话费" });
  await page.getByText("待确认（2）").waitFor();
  await page.locator(".plan-row").getByRole("button", { name: "确认" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "金额" }).fill("61.5");
  await form.getByRole("button", { name: "确认" }).click();
  await page.getByText("待确认（1）").waitFor();
  // The page shows it before the answer is there.
  await eventually("it is booked", async () => (await balance(service, cash)) === 38.5);
  const [record] = await recordsOf(service, book);
  assert.equal(record?.amount, 61.5);
  await beside.getByRole("button", { name: /话费 11月20日/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "跳过这一期" }).click();
  await page.getByText("待确认（1）").waitFor({ state: "detached" });
  await beside.getByText("11月20日 · 已跳过").waitFor();
  await beside.getByText("10月20日 · 已记").waitFor();
  await beside.getByRole("button", { name: /话费 11月20日/ }).click();
  await page.getByRole("button", { name: "不跳过" }).click();
  await beside.getByText("11月20日 · 待确认").waitFor();
  await page.getByRole("button", { name: "暂停" }).click();
  await page.getByRole("button", { name: "恢复" }).waitFor();
  assert.equal((await service.get(`/api/plans/${plan.id}`)).data.state, "paused");
  await page.getByRole("button", { name: "恢复" }).click();
  await page.getByRole("button", { name: "暂停" }).waitFor();
  assert.equal(await balance(service, cash), 38.5);
  await leave();
  await service.close();
});

test("at the desk a plan stands beside the list, and its next occurrence has a key for each act", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash, bank } = book;
  const month = { userId, every: { unit: "month" }, mode: "confirm", backfill: true };
  const phone = await post(service, "/api/plans", {
    ...{ ...month, name: "话费", kind: "expense", accountId: cash, category: "通讯", amount: 8 },
    ...{ days: [20], startDate: "2026-09-20" },
  });
  await post(service, "/api/plans", {
    ...{ ...month, name: "房租", kind: "expense", accountId: bank, category: "住房" },
    ...{ amount: 3200, days: [1], startDate: "2026-12-01" },
  });
  const { page, leave } = await visit(service, "/plans", { screen: DESK, settings: { userId } });
  assert.deepEqual(await faults(page, DESK, "plans"), []);
  const list = page.locator(".plan-desk > .plan-cards");
  const beside = page.getByRole("region", { name: "话费" });
  // What waits is beside the list without being asked for.
  await beside.getByText("下一期").waitFor();
  await list.first().getByText("房租").click();
  const rent = page.getByRole("region", { name: "房租" });
  await rent.getByRole("button", { name: "现在记" }).waitFor();
  await list.first().getByText("待确认（3）").waitFor();
  await list.first().getByText("话费").first().click();
  await beside.getByText("9月20日").first().waitFor();
  assert.equal(new URL(page.url()).pathname, `/plans/${phone.id}`);
  await page.keyboard.press("c");
  await page.getByText("待确认（2）").waitFor();
  await beside.getByRole("button", { name: "确认" }).first().waitFor();
  await page.keyboard.press("s");
  await page.getByText("待确认（1）").waitFor();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog", { name: "改这一期" });
  // A key that is typed into a field does nothing else.
  await form.getByLabel("备注").fill("");
  await form.getByLabel("备注").pressSequentially("csec");
  await form.getByRole("textbox", { name: "金额" }).fill("9");
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });
  const range = "startDate=2026-09-01&endDate=2026-11-30";
  const standing = async () =>
    (await service.get(`/api/occurrences?userId=${userId}&planId=${phone.id}&${range}`)).data.map(
      ({ due, state, amount }: Record<string, unknown>) => [due, state, amount],
    );
  await eventually("it is changed", async () => (await standing())[2]?.[2] === 9);
  assert.deepEqual(await standing(), [
    ["2026-09-20", "booked", 8],
    ["2026-10-20", "skipped", 8],
    ["2026-11-20", "waiting", 9],
  ]);
  assert.equal(await balance(service, cash), 92);
  await page.keyboard.press("?");
  await page.getByText("计划的下一期：确认、跳过、修改").waitFor();
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
  await eventually("it is booked", async () => (await balance(service, bank)) === 1800);
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

for (const [name, screen] of [
  ["on the phone", PHONE],
  ["at the desk", DESK],
] as const) {
  test(`what is booked ${name} comes again, and its plan never books it a second time`, async () => {
    const clock = { now: NOW };
    const service = await listen({ now: () => clock.now });
    const book = await smallBook(service);
    const { userId, bank } = book;
    const settings = { userId, usedAccountIds: [bank] };
    const { page, leave } = await visit(service, "/", { screen, settings });
    await page.getByText("总余额").waitFor();
    await page.getByRole("button", { name: "记一笔" }).first().click();
    const entry = page.getByRole("dialog");
    if (screen === PHONE) {
      for (const key of "15") await entry.getByRole("button", { name: key, exact: true }).click();
    } else await entry.getByLabel("金额", { exact: true }).fill("15");
    await entry.getByRole("radio", { name: "娱乐", exact: true }).check();
    await entry.getByLabel("备注", { exact: true }).fill("会员");
    await entry.getByRole("button", { name: "重复：不重复" }).click();
    await page.getByRole("button", { name: "每月", exact: true }).click();
    await entry.getByRole("button", { name: "重复：每月" }).waitFor();
    await entry.getByRole("button", { name: screen === PHONE ? "完成" : "保存" }).click();
    const form = page.getByRole("dialog", { name: "添加计划" });
    await form.getByText(/每月 26 日：下次 12月26日，之后 2027-01-26/).waitFor();
    assert.equal(await form.getByLabel("名称").inputValue(), "会员");
    await form.getByRole("button", { name: "保存" }).click();
    await page.getByText("计划已保存").waitFor();
    const [plan] = (await service.get(`/api/plans?userId=${userId}`)).data;
    assert.deepEqual(
      [plan.amount, plan.accountId, plan.category, plan.nextDue, plan.bookedCount],
      [15, bank, "娱乐", "2026-12-26", 0],
    );
    await bookDue(service.db, { now: clock.now, zone: ZONE });
    assert.deepEqual(
      [await balance(service, bank), (await recordsOf(service, book)).length],
      [4985, 1],
    );
    clock.now = Date.parse("2026-12-26T04:00:00Z");
    await bookDue(service.db, { now: clock.now, zone: ZONE });
    assert.deepEqual(
      [await balance(service, bank), (await recordsOf(service, book)).length],
      [4970, 2],
    );
    await leave();
    await service.close();
  });
}

test("what is to come again is booked also where its plan is not kept", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const settings = { userId, usedAccountIds: [cash] };
  const { page, leave } = await visit(service, "/", { screen: DESK, settings });
  await page.getByText("总余额").waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("一句话记账").fill("打车32");
  await page.getByRole("button", { name: "重复：不重复" }).click();
  await page.getByRole("button", { name: "每周", exact: true }).click();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const form = page.getByRole("dialog", { name: "添加计划" });
  await form.getByText(/每周 四：下次 12月3日/).waitFor();
  await form.getByRole("button", { name: "取消" }).click();
  await form.waitFor({ state: "detached" });
  await eventually("it is booked", async () => (await balance(service, cash)) === 68);
  assert.deepEqual((await service.get(`/api/plans?userId=${userId}`)).data, []);
  // A refund does not come again.
  await page.keyboard.press("n");
  await page.getByRole("radio", { name: "退款", exact: true }).check();
  assert.equal(await page.getByRole("button", { name: /^重复/ }).count(), 0);
  await leave();
  await service.close();
});

test("offline an occurrence is confirmed, skipped and changed, and all goes out once", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const plan = await post(service, "/api/plans", {
    ...{ userId, name: "话费", kind: "expense", accountId: cash, category: "通讯" },
    ...{ amount: 8, amountMode: "estimate", every: { unit: "month" }, days: [20] },
    ...{ startDate: "2026-09-20", mode: "confirm", backfill: true },
  });
  const { page, context, leave } = await visit(service, "/plans", {
    ...{ screen: PHONE, settings: { userId }, failing: true },
  });
  await page.clock.setFixedTime(NOW);
  await page.getByText("待确认（3）").waitFor();
  assert.deepEqual(await faults(page, PHONE, "plans"), []);
  await page.getByText("话费").first().click();
  await page.getByText("下一期").waitFor();
  assert.deepEqual(await faults(page, PHONE, "a plan"), []);
  await page.getByRole("link", { name: "返回" }).click();
  await page.getByText("待确认（3）").waitFor();
  await page.getByRole("button", { name: "确认", exact: true }).first().click();
  const form = page.getByRole("dialog", { name: "记下这一期" });
  await context.setOffline(true);
  await form.getByRole("textbox", { name: "金额" }).fill("9.5");
  await form.getByRole("button", { name: "确认" }).click();
  await page.getByText("待确认（2）").waitFor();
  await page.getByText("已存本机").first().waitFor();
  await page.getByRole("button", { name: /话费 10月20日/ }).click();
  await page.getByRole("button", { name: "跳过这一期" }).click();
  await page.getByText("待确认（1）").waitFor();
  await page.getByRole("button", { name: /话费 12月20日/ }).click();
  await page.getByRole("button", { name: "改这一期" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("12");
  await page.getByRole("button", { name: "保存" }).click();
  const changed = page.locator(".plan-row", { hasText: "12.00" });
  await changed.getByText("未同步").waitFor();
  await page.getByRole("heading", { name: "未同步 3" }).waitFor();
  assert.deepEqual(await recordsOf(service, book), [], "nothing has reached the service");
  await context.setOffline(false);
  await changed.getByText("未同步").waitFor({ state: "detached" });
  const range = "startDate=2026-09-01&endDate=2026-12-31";
  const standing = async () =>
    (await service.get(`/api/occurrences?userId=${userId}&planId=${plan.id}&${range}`)).data.map(
      ({ due, state, amount }: Record<string, unknown>) => [due, state, amount],
    );
  await eventually("all is there", async () => (await standing())[3]?.[2] === 12);
  assert.deepEqual(await standing(), [
    ["2026-09-20", "booked", 9.5],
    ["2026-10-20", "skipped", 8],
    ["2026-11-20", "waiting", 8],
    ["2026-12-20", "open", 12],
  ]);
  assert.equal(await balance(service, cash), 90.5);
  await leave();
  await service.close();
});

test("a confirmation whose answer was lost is done once; booked otherwise elsewhere, that is said", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const plan = await post(service, "/api/plans", {
    ...{ userId, name: "话费", kind: "expense", accountId: cash, category: "通讯" },
    ...{ amount: 8, amountMode: "estimate", every: { unit: "month" }, days: [20] },
    ...{ startDate: "2026-10-20", mode: "confirm", backfill: true },
  });
  const { page, leave } = await visit(service, "/plans", {
    ...{ screen: DESK, settings: { userId }, failing: true },
  });
  const confirm = async (amount: string) => {
    await page.locator(".plan-row").getByRole("button", { name: "确认" }).first().click();
    const form = page.getByRole("dialog", { name: "记下这一期" });
    await form.getByRole("textbox", { name: "金额" }).fill(amount);
    await form.getByRole("button", { name: "确认" }).click();
    await form.waitFor({ state: "detached" });
  };
  await page.getByText("待确认（2）").waitFor();
  // Booked, and the answer is lost; the next time, the key is one that the service does not know.
  let asked = 0;
  await page.route("**/book", async (route) => {
    asked += 1;
    const headers = { ...route.request().headers(), "idempotency-key": `lost-${asked}` };
    if (asked > 1) return route.continue({ headers });
    await route.fetch({ headers });
    return route.abort();
  });
  await confirm("8.5");
  const waiting = page.getByRole("region", { name: "未同步" });
  await waiting.waitFor();
  await waiting.waitFor({ state: "detached" });
  assert.ok(asked > 1, "it was asked again");
  assert.equal(await balance(service, cash), 91.5, "it is booked once");
  assert.equal((await recordsOf(service, book)).length, 1);
  // Another device has booked the other one with another amount, and this one has not heard of it.
  await page.unroute("**/book");
  await page.getByText("待确认（1）").waitFor();
  await page.route(/\/api\/occurrences/, (route) => route.abort());
  await post(service, `/api/plans/${plan.id}/occurrences/2026-11-20/book`, { amount: 20 });
  await confirm("9");
  await waiting.waitFor();
  await page.unroute(/\/api\/occurrences/);
  await waiting.getByText("这一期已经记过").waitFor();
  await page.getByRole("button", { name: /^不再发送 记下计划 · 话费 9.00/ }).click();
  assert.equal(await balance(service, cash), 71.5);
  assert.equal((await recordsOf(service, book)).length, 2);
  await leave();
  await service.close();
});

test("a daily plan shows its latest, and can be paused from the list", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  const plan = await post(service, "/api/plans", {
    ...{ userId, name: "早饭", kind: "expense", accountId: bank, category: "餐饮", amount: 8 },
    ...{ every: { unit: "day" }, startDate: "2026-10-01", backfill: true },
  });
  const { page, leave } = await visit(service, "/plans", { settings: { userId } });
  await page
    .getByText(/招商银行 最低：2027-02-23/)
    .first()
    .waitFor();
  await page.getByText("早饭").first().click();
  await page.getByText("各期").waitFor();
  assert.equal(await page.locator(".plan-row").count(), 24);
  await page.getByRole("button", { name: "显示更早的" }).click();
  // 57 days until today, and 35 to come.
  await page.locator(".plan-row").nth(91).waitFor();
  assert.equal(await page.locator(".plan-row").count(), 92);
  await page.getByRole("link", { name: "返回" }).click();
  await page.getByRole("button", { name: /^早饭 .* 的操作/ }).click();
  await page.getByRole("button", { name: "暂停" }).click();
  await page.getByText("已暂停（1）").waitFor();
  assert.equal((await service.get(`/api/plans/${plan.id}`)).data.state, "paused");
  await leave();
  await service.close();
});
