/** What looks regular becomes a plan by two touches, or never comes back; and a calendar reads the plans. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, recordsOf, smallBook } from "./book.ts";

test("on the phone a suggestion is made a plan, another is refused for good", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  for (const month of ["09", "10", "11"]) {
    const on = (day: number) => ({ accountId: bank, date: `2026-${month}-${day}` });
    await addRecord(service, book, {
      ...on(20),
      amount: 15,
      category: "娱乐",
      description: "会员",
    });
    await addRecord(service, book, {
      ...on(12),
      amount: 30,
      category: "交通",
      description: "洗车",
    });
  }
  const before = await balance(service, bank);
  const { page, leave } = await visit(service, "/plans", { screen: PHONE, settings: { userId } });
  await page.getByText("发现 2 笔像是定期的").waitFor();
  await page.getByText("每月 12 日 · 已有 3 笔，最近 11月12日").waitFor();
  await page.getByRole("button", { name: "加为计划：会员" }).click();
  const form = page.getByRole("dialog", { name: "添加计划" });
  await form.getByText(/每月 20 日：下次 12月20日/).waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  await page.getByText("12月20日 · 自动记").waitFor();
  await page.getByText("发现 1 笔像是定期的").waitFor();
  await page.getByRole("button", { name: "不是：洗车" }).click();
  await page.getByText("像是定期的").waitFor({ state: "detached" });
  const [plan, ...others] = (await service.get(`/api/plans?userId=${userId}`)).data;
  assert.deepEqual(
    [plan.name, plan.amount, plan.amountMode, plan.accountId, plan.nextDue, others.length],
    ["会员", 15, "fixed", bank, "2026-12-20", 0],
  );
  assert.equal(await balance(service, bank), before, "nothing is booked for what is past");
  const left = await service.get(`/api/plans/suggestions?userId=${userId}`);
  assert.deepEqual(left.data, []);
  await leave();
  await service.close();
});

test("a plan that changed offers to change what it has booked, and takes that back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const plan = await post(service, "/api/plans", {
    ...{ userId, name: "话费", kind: "expense", accountId: cash, category: "通讯", amount: 10 },
    ...{ every: { unit: "month" }, days: [20], startDate: "2026-09-20", backfill: true },
  });
  const [own] = await recordsOf(service, book);
  assert.equal((await service.call("PUT", `/api/records/${own?.id}`, { amount: 12 })).status, 200);
  const before = await balance(service, cash);
  const { page, leave } = await visit(service, `/plans/${plan.id}`, {
    screen: DESK,
    settings: { userId },
  });
  await page.getByRole("button", { name: "修改" }).click();
  const form = page.getByRole("dialog", { name: "修改计划" });
  await form.getByRole("textbox", { name: "金额" }).fill("11");
  await form.getByRole("button", { name: "保存" }).click();
  await page.getByRole("button", { name: "同时修改已记的 2 笔" }).click();
  await page.getByText("已修改 2 笔").waitFor();
  const amounts = async () =>
    (await recordsOf(service, book)).map(({ amount }) => amount).sort((a, b) => a - b);
  await eventually("the records follow", async () => (await amounts()).join() === "11,11,12");
  assert.equal(await balance(service, cash), before - 2);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("they are back", async () => (await amounts()).join() === "10,10,12");
  assert.equal(await balance(service, cash), before);
  await leave();
  await service.close();
});

test("the calendar's address is shown once, renewed and ended", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  await post(service, "/api/plans", {
    ...{ userId, name: "换滤芯", kind: "reminder", every: { unit: "month" }, days: [5] },
    ...{ startDate: "2026-12-05" },
  });
  const { page, leave } = await visit(service, "/plans", { screen: PHONE, settings: { userId } });
  const ask = async (url: string | null) => {
    const answer = await fetch(`${service.origin}${new URL(url ?? "").pathname}`);
    return [answer.status, (await answer.text()).includes("SUMMARY:换滤芯")];
  };
  const shown = () => page.getByRole("dialog").locator("code").textContent();
  await page.getByRole("button", { name: "订阅到日历" }).click();
  await page.getByRole("button", { name: "生成订阅地址" }).click();
  await page.getByText("地址只显示这一次").waitFor();
  const first = await shown();
  assert.deepEqual(await ask(first), [200, true]);
  await page.getByRole("button", { name: "换一个地址" }).click();
  await eventually("it is another", async () => (await shown()) !== first);
  const second = await shown();
  assert.deepEqual(await ask(first), [404, false]);
  assert.deepEqual(await ask(second), [200, true]);
  await page.reload();
  await page.getByRole("button", { name: "订阅到日历" }).click();
  await page.getByText(/已有订阅地址（今天 生成）/).waitFor();
  assert.equal(await page.getByRole("dialog").locator("code").count(), 0);
  await page.getByRole("button", { name: "停止订阅" }).click();
  await page.getByRole("button", { name: "生成订阅地址" }).waitFor();
  assert.deepEqual(await ask(second), [404, false]);
  await leave();
  await service.close();
});

test("rules that move what a plan has booked offer to change the plan as well", async () => {
  const service = await listen({ now: NOW });
  const { userId, cash } = await smallBook(service);
  const plan = await post(service, "/api/plans", {
    ...{ userId, name: "话费", kind: "expense", accountId: cash, category: "通讯", amount: 10 },
    ...{ every: { unit: "month" }, days: [20], startDate: "2026-10-20", backfill: true },
  });
  await post(service, "/api/rules", { userId, text: "话费", category: "手机" });
  const { page, leave } = await visit(service, "/rules", { screen: DESK, settings: { userId } });
  const category = async () => (await service.get(`/api/plans/${plan.id}`)).data.category;
  await page.getByRole("button", { name: "对已有记录运行" }).click();
  await page.getByRole("button", { name: "应用" }).click();
  const dialog = page.getByRole("dialog", { name: "计划也改吗？" });
  await dialog.getByText("话费：通讯 → 手机").waitFor();
  assert.equal(await category(), "通讯");
  await dialog.getByRole("button", { name: "修改 1 个计划" }).click();
  await eventually("the plan follows", async () => (await category()) === "手机");
  await leave();
  await service.close();
});
