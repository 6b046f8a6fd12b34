import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { listen, overflow, PHONE, type Service, settled, visit } from "../browser.ts";
import { eventually, NOW, pick, post, type SmallBook, smallBook, TODAY } from "./book.ts";

interface KeptForm {
  name: string;
  path: string | ((book: SmallBook) => string);
  /** What has to be in the book before. */
  prepare?: (service: Service, book: SmallBook) => Promise<unknown>;
  open: (page: Page) => Promise<void>;
  /** The field that is typed into. */
  field: (form: Locator) => Locator;
  /** What stands in it at first. */
  first?: string;
  text: string;
}

const FORMS: KeptForm[] = [
  {
    name: "account",
    path: "/accounts",
    open: (page) => page.getByRole("button", { name: "添加账户" }).first().click(),
    field: (form) => form.getByLabel("名称"),
    text: "公积金",
  },
  {
    name: "plan",
    path: "/plans",
    open: (page) => page.getByRole("button", { name: "添加计划" }).first().click(),
    field: (form) => form.getByLabel("名称"),
    text: "房租",
  },
  {
    name: "budget",
    path: "/budgets",
    open: (page) => page.getByRole("button", { name: /预算/ }).first().click(),
    field: (form) => form.getByRole("textbox"),
    text: "300",
  },
  {
    name: "calibration",
    path: ({ bank }) => `/accounts/${bank}`,
    open: (page) => page.getByRole("button", { name: "校准余额" }).click(),
    field: (form) => form.getByLabel("当天日终的余额"),
    first: "5000.00",
    text: "4990",
  },
  {
    name: "adjustment",
    path: ({ bank }) => `/accounts/${bank}`,
    prepare: (service, { userId, bank }) => {
      const made = { userId, accountId: bank, date: TODAY, amount: -10, description: "手续费" };
      return post(service, "/api/adjustments", made);
    },
    open: (page) => page.locator(".adjustment").first().click(),
    field: (form) => form.getByLabel("备注"),
    first: "手续费",
    text: "跨行手续费",
  },
  {
    name: "occurrence",
    path: "/plans",
    prepare: makeBill,
    open: (page) => page.getByRole("button", { name: "确认" }).first().click(),
    field: (form) => form.getByRole("textbox", { name: "金额" }),
    first: "58",
    text: "61.5",
  },
  {
    name: "channel",
    path: "/settings",
    open: (page) => page.getByRole("button", { name: "添加通知渠道" }).click(),
    field: (form) => form.getByLabel("名称"),
    text: "家里的手机",
  },
];

/** A bill that waits for somebody to say how much it was. */
function makeBill(service: Service, { userId, cash }: SmallBook) {
  return post(service, "/api/plans", {
    ...{ userId, name: "话费", kind: "expense", accountId: cash, category: "通讯" },
    ...{ amount: 58, amountMode: "estimate", every: { unit: "month" }, days: [20] },
    ...{ startDate: "2026-11-20", mode: "confirm", backfill: true },
  });
}

for (const { name, prepare, open, field, first = "", text, ...at } of FORMS) {
  test(`what was typed into a form survives Back and a reload, and not its cancelling: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const path = typeof at.path === "string" ? at.path : at.path(book);
    await prepare?.(service, book);
    const { page, leave } = await visit(service, path, { settings: { userId: book.userId } });
    const form = page.getByRole("dialog");
    await open(page);
    assert.equal(await field(form).inputValue(), first, "nothing is typed at first");
    await field(form).fill(text);
    await page.goBack();
    await form.waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).pathname, path, "the page stays");
    await open(page);
    await form.getByText(/^接着 \d\d:\d\d 没填完的/).waitFor();
    assert.equal(await field(form).inputValue(), text);
    await page.reload();
    await open(page);
    assert.equal(await field(form).inputValue(), text);
    await form.getByRole("button", { name: "重新开始" }).click();
    assert.equal(await field(form).inputValue(), first);
    await field(form).fill(text);
    await form.getByRole("button", { name: "取消" }).click();
    await form.waitFor({ state: "detached" });
    await open(page);
    assert.equal(await field(form).inputValue(), first);
    assert.equal(await form.getByText(/没填完的/).count(), 0);
    await leave();
    await service.close();
  });
}

test("what was typed for a new rule survives Back and a reload, and not its saving", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/settings", { settings: { userId } });
  const open = () => page.getByRole("link", { name: "规则" }).click();
  const text = page.getByLabel("包含文字");
  const kept = page.getByText(/^接着 \d\d:\d\d 没填完的/);
  await open();
  await text.fill("瑞幸");
  await page.goBack();
  await page.waitForURL(`${service.origin}/settings`);
  await open();
  await kept.waitFor();
  assert.equal(await text.inputValue(), "瑞幸");
  await page.reload();
  await kept.waitFor();
  assert.equal(await text.inputValue(), "瑞幸");
  await pick(page, "分类", "餐饮");
  assert.equal(await overflow(page, PHONE), 0);
  await page.getByRole("button", { name: "添加规则" }).click();
  await page.getByText("“瑞幸”").waitFor();
  await eventually("the form is empty", async () => (await text.inputValue()) === "");
  await page.reload();
  await page.getByText("“瑞幸”").waitFor();
  assert.equal(await text.inputValue(), "");
  assert.equal(await kept.count(), 0);
  await leave();
  await service.close();
});

test("what an account is to be merged into is kept, and never what was agreed to", async () => {
  const service = await listen({ now: NOW });
  const { userId, cash, bank } = await smallBook(service);
  const moved = { userId, fromAccountId: bank, toAccountId: cash, amount: 30, date: TODAY };
  await post(service, "/api/transfers", moved);
  const { page, leave } = await visit(service, `/accounts/${bank}`, { settings: { userId } });
  const form = page.getByRole("dialog", { name: /合并账户/ });
  const open = () => page.getByRole("button", { name: "合并到…" }).click();
  await open();
  await pick(page, "合并到", "现金", form);
  await form.getByText(/^删除两者之间的 1 笔转账/).click();
  assert.ok(await form.getByRole("checkbox").isChecked());
  await page.goBack();
  await form.waitFor({ state: "detached" });
  for (const again of [open, () => page.reload().then(open)]) {
    await again();
    await form.getByText(/^接着 \d\d:\d\d 没填完的/).waitFor();
    await form.getByText(/^删除两者之间的 1 笔转账/).waitFor();
    assert.equal(await form.getByRole("checkbox").isChecked(), false);
    await page.goBack();
    await form.waitFor({ state: "detached" });
  }
  assert.equal((await service.get(`/api/accounts?userId=${userId}`)).data.length, 2);
  await leave();
  await service.close();
});

test("of a channel no key, no topic and no address of a webhook is kept by the browser", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/settings", { settings: { userId } });
  const form = page.getByRole("dialog");
  const open = () => page.getByRole("button", { name: "添加通知渠道" }).click();
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  await open();
  await form.getByLabel("发到哪里").selectOption("ntfy");
  await form.getByLabel("主题").fill("topic-of-mine");
  await form.getByLabel("访问令牌").fill("key-of-mine");
  await form.getByLabel("自己的服务器").fill("https://ntfy.example.com");
  await form.getByLabel("名称").fill("家里");
  await page.reload();
  await open();
  assert.equal(await form.getByLabel("自己的服务器").inputValue(), "https://ntfy.example.com");
  assert.equal(await form.getByLabel("名称").inputValue(), "家里");
  assert.equal(await form.getByLabel("主题").inputValue(), "");
  assert.equal(await form.getByLabel("访问令牌").inputValue(), "");
  assert.match(await kept(), /家里/);
  assert.doesNotMatch(await kept(), /of-mine/);
  await form.getByLabel("发到哪里").selectOption("webhook");
  await form.getByLabel("地址").fill("https://hook.example.com/of-mine");
  await page.reload();
  await open();
  assert.equal(await form.getByLabel("发到哪里").inputValue(), "webhook");
  assert.equal(await form.getByLabel("地址").inputValue(), "");
  assert.match((await form.locator("code").textContent()) ?? "", /^whsec_.{40}/);
  assert.doesNotMatch(await kept(), /of-mine|whsec_/);
  await leave();
  await service.close();
});

test("what was saved is not typed once more", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/accounts", { settings: { userId } });
  const form = page.getByRole("dialog");
  const open = () => page.getByRole("button", { name: "添加账户" }).first().click();
  await open();
  await form.getByLabel("名称").fill("公积金");
  await page.goBack();
  await form.waitFor({ state: "detached" });
  await open();
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });
  const names = async () =>
    (await service.get(`/api/accounts?userId=${userId}`)).data.map(
      ({ name }: { name: string }) => name,
    );
  await eventually("it is saved", async () => (await names()).includes("公积金"));
  await open();
  assert.equal(await form.getByLabel("名称").inputValue(), "");
  await leave();
  await service.close();
});

test("a page's title and its buttons stand apart in the largest letters of the narrowest phone", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const screen = { ...PHONE, width: 320 };
  const { page, leave } = await visit(service, "/accounts", { screen, settings: { userId } });
  for (const path of ["/accounts", "/plans", "/budgets", "/records"]) {
    await page.goto(service.origin + path);
    await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    await settled(page);
    const apart = await page.locator(".page-head").evaluate((header) => {
      const range = document.createRange();
      range.selectNodeContents(header.querySelector("h1") as Element);
      const title = range.getBoundingClientRect();
      const actions = header.querySelector(".page-actions")?.getBoundingClientRect();
      return !actions || actions.left - title.right >= 4 || actions.top >= title.bottom - 1;
    });
    assert.ok(apart, path);
    assert.equal(await overflow(page, screen), 0, path);
  }
  await leave();
  await service.close();
});
