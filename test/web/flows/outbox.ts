/** Nothing that was entered is lost: it waits, is sent once and in order, and comes back if refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { proveBook } from "../../../src/store/proof.ts";
import { ownSignIn, PASSWORD, register } from "../../harness/sign-in.ts";
import { DESK, listen, type Service, visit } from "../browser.ts";
import {
  addRecord,
  balance,
  eventually,
  NOW,
  pick,
  post,
  recordsOf,
  smallBook,
  TODAY,
} from "./book.ts";

/** Books an expense in the form at the desk. */
async function spend(page: Page, amount: string, category: string, note = ""): Promise<void> {
  await page.keyboard.press("n");
  await page.getByLabel("金额", { exact: true }).fill(amount);
  await page.getByRole("radio", { name: category, exact: true }).check();
  if (note !== "") await page.getByLabel("备注", { exact: true }).fill(note);
  await page.getByRole("button", { name: "保存" }).click();
}

async function transfersOf(service: Service, userId: number) {
  return (await service.get(`/api/transfers?userId=${userId}`)).data as { amount: number }[];
}

const waiting = (page: Page) => page.getByRole("region", { name: "未同步" });

test("offline every kind of write stands in lists and sums, and goes out once and in order", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash, bank } = book;
  const own = { accountId: cash, category: "餐饮" };
  await addRecord(service, book, { ...own, amount: 10, description: "包子" });
  await addRecord(service, book, { ...own, amount: 20, description: "要删的" });
  await post(service, "/api/budgets", { userId, category: "餐饮", amount: 900, month: "2026-11" });
  const { page, context, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId, usedAccountIds: [cash] },
    failing: true,
  });
  await page.locator(".hero-balance").getByText("5,070").waitFor();
  await page.getByRole("link", { name: "预算", exact: true }).click();
  await page.getByRole("button", { name: "修改 餐饮" }).click();
  await page.getByLabel("每月上限").fill("1000");
  // The list and the form are here before the network goes.
  await page.waitForTimeout(900);
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("已存本机").waitFor();
  await page.locator(".budget-bar", { hasText: "未同步" }).getByText("1,000.00").waitFor();
  await page.getByRole("link", { name: "明细" }).click();
  await page.unroute("**/api/**");
  await waiting(page).waitFor({ state: "detached" });
  await eventually("the cap is changed", async () =>
    (await service.get(`/api/budgets?userId=${userId}`)).data.every(
      ({ amount }: { amount: number }) => amount === 1000,
    ),
  );
  await page.getByText("要删的").waitFor();

  await context.setOffline(true);
  await spend(page, "7", "交通", "地铁");
  await page.getByText("未同步 1").waitFor();
  await page.getByText("网络不通 · 截至 今天").waitFor();
  // What waits can be changed and deleted like any other.
  await page.getByRole("button", { name: "修改 备注 地铁" }).click();
  await page.getByRole("textbox", { name: "备注" }).fill("夜里的地铁");
  await page.keyboard.press("Enter");
  await page.getByText("未同步 2").waitFor();
  await page.getByRole("button", { name: "修改 金额 10.00" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("11");
  await page.keyboard.press("Enter");
  await page.getByText("未同步 3").waitFor();
  await page.getByRole("button", { name: "删除 餐饮 20.00" }).click();
  await page.getByText("未同步 4").waitFor();
  await page.keyboard.press("n");
  await page.getByRole("radio", { name: "转账", exact: true }).check();
  await pick(page, "转出账户", "招商银行");
  await pick(page, "转入账户", "现金");
  await page.getByLabel("金额", { exact: true }).fill("200");
  await page.getByLabel("手续费").fill("2");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("未同步 5").waitFor();
  const list = page.locator(".record-list");
  await list.getByText("夜里的地铁").waitFor();
  assert.equal(await list.getByText("要删的").count(), 0);
  // The trip, the dinner, the transfer and its fee.
  assert.equal(await list.locator(".tag", { hasText: "未同步" }).count(), 4);
  await page.locator(".list-sums").getByText("20.00", { exact: true }).waitFor();
  await page.getByRole("link", { name: "总览" }).click();
  // 100 − 7 − 11 + 200, and 5,000 − 200 − 2.
  await page.locator(".account-lines").getByText("282.00").waitFor();
  await page.locator(".account-lines").getByText("4,798.00").waitFor();
  await page.locator(".hero-balance").getByText("5,080").waitFor();
  const trip = page.locator(".overview-recent .record-row", { hasText: "交通" });
  assert.match((await trip.textContent()) ?? "", /未同步.*现金/);
  assert.equal((await recordsOf(service, book)).length, 2, "nothing has reached the service");
  await context.setOffline(false);
  await waiting(page).waitFor({ state: "detached" });
  await eventually("all is there", async () => (await balance(service, bank)) === 4798);
  const kept = (await recordsOf(service, book)).map(({ amount, category, description }) =>
    [category, amount, description].join(" "),
  );
  assert.deepEqual(kept.sort(), ["交通 7 夜里的地铁", "手续费 2 ", "餐饮 11 包子"]);
  assert.equal(await balance(service, cash), 282);
  assert.equal((await transfersOf(service, userId)).length, 1);
  await page.locator(".hero-balance").getByText("5,080").waitFor();
  assert.equal(await page.locator(".tag", { hasText: "未同步" }).count(), 0);
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("an edit that waits behind a change of more than 1,000 records is no conflict with it", async () => {
  // Each request a moment later, so that every change has a time of its own.
  let now = NOW;
  const service = await listen({
    now: () => {
      now += 10;
      return now;
    },
  });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const record = { accountId: cash, type: "expense", amount: 1, category: "零食", date: TODAY };
  const first = await addRecord(service, book, { ...record, type: "expense", amount: 24 });
  for (const count of [500, 499]) {
    const records = Array.from({ length: count }, () => record);
    await post(service, "/api/records/batch", { userId, records });
  }
  const last = await addRecord(service, book, { ...record, type: "expense", amount: 25 });
  const { page, context, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId },
    failing: true,
  });
  await page.getByRole("checkbox", { name: "选择 零食 25.00" }).check();
  await page.getByRole("button", { name: "全选" }).click();
  await page.getByText(/已选 1,?001 条/).waitFor();
  await page.getByRole("button", { name: "改分类" }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await context.setOffline(true);
  await page.getByRole("button", { name: "应用" }).click();
  await page.getByText("未同步 1").waitFor();
  // One of the first lot, and one of the last.
  await page.getByRole("button", { name: "修改 金额 25.00" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("26");
  await page.keyboard.press("Enter");
  await page.getByText("未同步 2").waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("button", { name: "修改 金额 24.00" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("27");
  await page.keyboard.press("Enter");
  await page.getByText("未同步 3").waitFor();
  await context.setOffline(false);
  await waiting(page).waitFor({ state: "detached" });
  const booked = await recordsOf(service, book);
  assert.ok(booked.every(({ category }) => category === "餐饮"));
  assert.equal(booked.find(({ id }) => id === last)?.amount, 26);
  assert.equal(booked.find(({ id }) => id === first)?.amount, 27);
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("an account and a rule say that they need the network, and keep what was filled in", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, context, leave } = await visit(service, "/accounts", {
    settings: { userId },
    failing: true,
  });
  await page.getByRole("button", { name: "添加账户" }).click();
  await page.getByLabel("账户名称").fill("微信");
  await page.getByLabel("当前余额").fill("12.5");
  await context.setOffline(true);
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByRole("alert").filter({ hasText: "这一步要联网才能完成" }).waitFor();
  assert.equal(await page.getByLabel("账户名称").inputValue(), "微信");
  await context.setOffline(false);
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("账户已保存").waitFor();
  await page.goto(`${service.origin}/rules`);
  const text = page.getByLabel("包含文字");
  await text.fill("咖啡");
  await pick(page, /^分类/, "餐饮");
  await context.setOffline(true);
  await page.getByRole("button", { name: "添加规则" }).click();
  await page.getByText("这一步要联网才能完成").waitFor();
  assert.equal(await text.inputValue(), "咖啡");
  assert.deepEqual((await service.get(`/api/rules?userId=${userId}`)).data, []);
  await leave();
  await service.close();
});

test("an answer that is lost, a service that fails and a closed tab book once", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const { page, context, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId, usedAccountIds: [cash] },
    failing: true,
  });
  await page.getByText("还没有记录").waitFor();
  // Booked, and a proxy says 502.
  let lost = 0;
  await page.route("**/api/records", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    lost += 1;
    return route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" });
  });
  await spend(page, "5", "餐饮");
  await page.getByText("已存本机").waitFor();
  await page.unroute("**/api/records");
  await waiting(page).waitFor({ state: "detached" });
  assert.ok(lost > 0);
  assert.equal(await balance(service, cash), 95);
  for (const status of [408, 429, 503]) {
    const message = "请稍后再试";
    await page.route("**/api/records", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status, json: { success: false, data: null, message } })
        : route.continue(),
    );
    await spend(page, "5", "交通");
    await page.getByText("未同步 1").waitFor();
    await page.unroute("**/api/records");
    await waiting(page).waitFor({ state: "detached" });
  }
  await eventually("each once", async () => (await balance(service, cash)) === 80);
  // An edit whose answer is lost is no change of somebody else.
  let edits = 0;
  await page.route("**/api/records/*", async (route) => {
    if (route.request().method() !== "PUT" || edits > 0) return route.continue();
    edits += 1;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "修改 餐饮 5.00" }).click();
  await page.getByLabel("备注", { exact: true }).fill("早饭");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("未同步 1").waitFor();
  await waiting(page).waitFor({ state: "detached" });
  assert.equal(await page.getByRole("dialog").count(), 0);
  // The tab is closed while the request is on its way.
  await page.route("**/api/records", (route) =>
    route.request().method() === "POST" ? undefined : route.continue(),
  );
  await spend(page, "30", "购物");
  await page.locator(".record-list").getByText("购物").waitFor();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${service.origin}/`);
  await again.locator(".hero-balance").getByText("5,050").waitFor();
  await eventually("it is booked", async () => (await balance(service, cash)) === 50);
  assert.equal((await recordsOf(service, book)).length, 5);
  await leave();
  await service.close();
});

test("signed out, what waits goes on after sign-in, and never with another person's", async () => {
  const service = await listen({ config: ownSignIn() });
  const own = await register(service, "小满");
  await own.post("/api/accounts", { name: "现金", type: "cash", balance: 100 });
  const other = await register(service, "阿宝");
  await other.post("/api/accounts", { name: "现金", type: "cash", balance: 100 });
  const amounts = async (user: typeof own) =>
    (await user.get("/api/records")).data.map(({ amount }: { amount: number }) => amount);
  const { page, context, leave } = await visit(service, "/", { screen: DESK, failing: true });
  const signIn = async (email: string) => {
    await page.getByLabel("邮箱").fill(email);
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "登录", exact: true }).click();
  };
  await signIn(own.email);
  await page.locator(".hero-balance").getByText("100").waitFor();
  // The form is fetched soon after the page stands.
  await page.waitForTimeout(900);
  // The session ends elsewhere while the person types.
  const message = "请先登录";
  await context.route("**/api/records", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 401, json: { success: false, data: null, message } })
      : route.continue(),
  );
  await spend(page, "8", "餐饮");
  await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  await context.unroute("**/api/records");
  await signIn(other.email);
  await page.locator(".hero-balance").getByText("100").waitFor();
  await page.waitForTimeout(4500);
  assert.equal(await waiting(page).count(), 0, "it is not shown to the other person");
  assert.deepEqual([await amounts(own), await amounts(other)], [[], []]);
  await page.goto(`${service.origin}/settings`);
  await page.getByRole("button", { name: "退出登录" }).click();
  await signIn(own.email);
  await eventually("it is booked", async () => (await amounts(own)).length === 1);
  assert.deepEqual([await amounts(own), await amounts(other)], [[8], []]);
  await leave();
  await service.close();
});

test("where two devices change the same record, both versions are shown field by field", async () => {
  // Every write has a second of its own.
  let now = NOW;
  const service = await listen({
    now: () => {
      now += 1000;
      return now;
    },
  });
  const book = await smallBook(service);
  const { userId, cash, bank } = book;
  const id = await addRecord(service, book, { accountId: cash, amount: 20, category: "餐饮" });
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId },
    failing: true,
  });
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postDataJSON());
  });
  const elsewhere = (body: object) => service.put(`/api/records/${id}`, body);
  const record = async () => {
    const { amount, category, description, accountId } = (await service.get(`/api/records/${id}`))
      .data;
    return [amount, category, description, accountId];
  };
  const open = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
  };
  await open("修改 餐饮 20.00");
  await page.getByLabel("金额", { exact: true }).fill("25");
  // The other device is faster, and this one has not heard of it.
  await page.route(/\/api\/records\?/, (route) => route.abort());
  await elsewhere({ amount: 22, description: "和朋友" });
  await page.getByRole("button", { name: "保存" }).click();
  const both = page.getByRole("dialog", { name: "另一台设备也改了这一条" });
  await both.waitFor();
  await page.unroute(/\/api\/records\?/);
  const [body] = sent as { amount: number; updatedAt: string }[];
  assert.deepEqual(
    Object.keys(body ?? {}).sort(),
    ["amount", "updatedAt"],
    "only what was touched",
  );
  assert.deepEqual(await record(), [22, "餐饮", "和朋友", cash], "nothing is overwritten");
  const field = (name: string) => both.getByRole("group", { name, exact: true });
  assert.match((await field("金额").textContent()) ?? "", /这台设备上的25.00另一台设备上的22.00/);
  assert.match((await field("备注").textContent()) ?? "", /这台设备上的空另一台设备上的和朋友/);
  assert.equal(await both.getByRole("group").count(), 2, "what is the same is not asked");
  await both.getByRole("button", { name: "保存所选" }).click();
  await eventually("mine and theirs", async () => (await record())[0] === 25);
  assert.deepEqual(await record(), [25, "餐饮", "和朋友", cash]);

  await waiting(page).waitFor({ state: "detached" });
  await page.getByText("和朋友").waitFor();
  await open("修改 餐饮 25.00");
  await page.getByRole("radio", { name: "购物", exact: true }).check();
  await pick(page, "账户", "招商银行", page.getByRole("dialog"));
  await page.route(/\/api\/records\?/, (route) => route.abort());
  await elsewhere({ category: "零食" });
  await page.getByRole("button", { name: "保存" }).click();
  await both.waitFor();
  // Later: it stays where what waits is.
  await page.keyboard.press("Escape");
  await waiting(page).getByText("另一台设备也改了这一条").waitFor();
  await waiting(page).getByRole("button", { name: "比较" }).click();
  await both.getByRole("button", { name: "用对方的" }).click();
  await waiting(page).waitFor({ state: "detached" });
  assert.deepEqual(await record(), [25, "零食", "和朋友", cash]);
  assert.equal(await balance(service, bank), 5000);
  await page.unroute(/\/api\/records\?/);

  // Transfers and budgets as well.
  const move = { userId, fromAccountId: bank, toAccountId: cash, amount: 100, date: TODAY };
  const transfer = `/api/transfers/${(await post(service, "/api/transfers", move)).id}`;
  await open("修改 转账 100.00");
  await page.getByLabel("金额", { exact: true }).fill("150");
  await service.put(transfer, { amount: 120, fee: 1 });
  await page.getByRole("button", { name: "保存" }).click();
  await both.waitFor();
  assert.match((await field("手续费").textContent()) ?? "", /这台设备上的空另一台设备上的1.00/);
  await both.getByRole("button", { name: "用我的" }).click();
  await waiting(page).waitFor({ state: "detached" });
  await eventually("mine", async () => (await service.get(transfer)).data.amount === 150);
  const { amount, fee } = (await service.get(transfer)).data;
  assert.deepEqual([amount, fee], [150, undefined]);
  const cap = { userId, category: "零食", amount: 300, month: "2026-11" };
  const budget = `/api/budgets/${(await post(service, "/api/budgets", cap)).id}`;
  await page.getByRole("link", { name: "预算", exact: true }).click();
  await open("修改 零食");
  await page.getByLabel("每月上限").fill("400");
  await service.put(budget, { amount: 350 });
  await page.getByRole("button", { name: "保存" }).click();
  await both.waitFor();
  await both.getByRole("button", { name: "保存所选" }).click();
  await waiting(page).waitFor({ state: "detached" });
  await eventually("the chosen", async () => (await service.get(budget)).data.amount === 400);
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("a storage that is full or forbidden is said before the form closes", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const { page, context, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId, usedAccountIds: [cash] },
    failing: true,
  });
  await page.getByText("账目一致").waitFor();
  await page.waitForTimeout(900);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await context.setOffline(true);
  await spend(page, "12", "餐饮");
  await page.getByRole("alert").getByText("本机的存储也已满或被禁止").waitFor();
  assert.equal(await page.getByLabel("金额", { exact: true }).inputValue(), "12");
  await context.setOffline(false);
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await eventually("it is booked once", async () => (await balance(service, cash)) === 88);
  assert.equal((await recordsOf(service, book)).length, 1);
  await leave();
  await service.close();
});

test("a draft survives Back, Esc and a reload, and Back closes what lies on top", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId } = book;
  await addRecord(service, book, { accountId: book.cash, amount: 20, category: "餐饮" });
  const { page, leave } = await visit(service, "/", { settings: { userId } });
  const dialog = page.getByRole("dialog");
  const open = () => page.getByRole("button", { name: "记一笔" }).click();
  await page.getByText("账目一致").waitFor();
  await open();
  for (const key of "12+3") await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("radio", { name: "交通", exact: true }).check();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).pathname, "/", "the page stays");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.reload(),
    () => page.goBack(),
  ]) {
    await open();
    await page.getByText(/^接着 \d\d:\d\d 没填完的/).waitFor();
    assert.equal(await page.locator(".amount-text").textContent(), "12+3");
    assert.ok(await page.getByRole("radio", { name: "交通", exact: true }).isChecked());
    await close();
    await dialog.waitFor({ state: "detached" });
  }
  await open();
  await page.getByRole("button", { name: "重新开始" }).click();
  assert.equal(await page.locator(".amount-text").textContent(), "0.00");
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "明细" }).click();
  await page.getByRole("button", { name: "筛选" }).click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).pathname, "/records");
  await page.goBack();
  await page.getByText("总余额").waitFor();
  assert.deepEqual(
    (await recordsOf(service, book)).map(({ amount }) => amount),
    [20],
  );
  assert.equal((await recordsOf(service, book))[0]?.date.slice(0, 10), "2026-11-25", TODAY);
  await leave();
  await service.close();
});

test("today is this device's day in the zone of the book while the service cannot be asked", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, context, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
    failing: true,
  });
  await page.getByText("还没有记录").waitFor();
  await page.waitForTimeout(900);
  // 00:30 in Shanghai, still the 28th in UTC.
  await page.clock.setFixedTime("2026-11-28T16:30:00Z");
  await context.setOffline(true);
  await page.getByText("网络不通").waitFor();
  await page.keyboard.press("n");
  assert.equal(await page.getByLabel("日期", { exact: true }).inputValue(), "2026-11-29");
  await leave();
  await service.close();
});
