import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, recordsOf, smallBook } from "./book.ts";

test("a first visit leads from nothing to the first account and the first record", async () => {
  const service = await listen({ now: NOW });
  const { page, leave } = await visit(service, "/");
  await page.getByText("不会往这里发邮件").waitFor();
  await page.getByLabel("名字").fill("小满");
  await page.getByLabel("邮箱").fill("xiaoman@example.com");
  await page.getByRole("button", { name: "进入" }).click();
  await page.getByRole("heading", { name: "你好，从这里开始" }).waitFor();
  await page.getByRole("button", { name: "添加账户" }).click();
  await page.getByLabel("账户名称").fill("现金");
  await page.getByLabel("账户类型").selectOption("cash");
  await page.getByLabel("当前余额").fill("100");
  await page.getByRole("button", { name: "保存" }).click();
  // The first account saved, the first record is offered.
  for (const key of ["3", "2"]) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText("账目一致").waitFor();
  await page.getByText("68.00").first().waitFor();
  const [user] = (await service.get("/api/users")).data;
  const [account] = (await service.get(`/api/accounts?userId=${user.id}`)).data;
  await eventually("the balance moves", async () => (await balance(service, account.id)) === 68);
  const [record] = await recordsOf(service, { userId: user.id });
  assert.equal(record?.category, "餐饮");
  assert.equal(record?.amount, 32);
  assert.equal(await page.getByText(/比上月/).count(), 0, "there is no month to compare with");
  await page.getByRole("link", { name: "6月 收入 0.00 支出 0.00" }).waitFor();
  // Accounts are told apart by their colours, those without one of their own as well.
  await service.post("/api/accounts", { userId: user.id, name: "招行", type: "bank" });
  await service.post("/api/accounts", { userId: user.id, name: "工行", type: "bank" });
  await page.goto(`${service.origin}/accounts`);
  await page.getByRole("button", { name: "添加账户" }).click();
  const next = await page.locator(".colors :checked").getAttribute("aria-label");
  const cards = page.locator(".account-card .account-icon");
  const used = await cards.evaluateAll((all) =>
    all.map((card) => getComputedStyle(card).getPropertyValue("--account")),
  );
  assert.equal(new Set([...used, next]).size, 4);
  await leave();
  await service.close();
});

test("the sample data can be looked at, and left for another user", async () => {
  const service = await listen({ now: NOW });
  const { page, leave } = await visit(service, "/");
  await page.getByRole("button", { name: "载入示例数据" }).click();
  await page.getByText("支付宝").first().waitFor();
  await page.getByText("账目一致").waitFor();
  await page.goto(`${service.origin}/settings`);
  await page.getByRole("button", { name: "切换用户" }).click();
  await page.getByRole("button", { name: /演示用户/ }).waitFor();
  await leave();
  await service.close();
});

test("a page that does not exist says so and leads back", async () => {
  const service = await listen({ now: NOW });
  await service.get("/api/init-test-data");
  const [user] = (await service.get("/api/users")).data;
  const { page, leave } = await visit(service, "/nowhere", { settings: { userId: user.id } });
  await page.getByText("没有这个页面").waitFor();
  await page.getByRole("link", { name: "回到总览" }).click();
  await page.getByText("总余额").waitFor();
  await leave();
  await service.close();
});

test("at the first visit the app speaks as the browser does, and then as it was set", async () => {
  const service = await listen({ now: NOW });
  await smallBook(service);
  const { page, leave } = await visit(service, "/", { locale: "de-DE" });
  await page.getByRole("heading", { name: "Choose a book" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.getByRole("button", { name: /小满/ }).click();
  await page.goto(`${service.origin}/settings`);
  await page.getByText("中文").click();
  await page.getByRole("heading", { name: "设置" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "设置" }).waitFor();
  await leave();
  const taiwan = await visit(service, "/", { locale: "zh-TW" });
  await taiwan.page.getByText("一笔一笔，清清楚楚").waitFor();
  await taiwan.leave();
  await service.close();
});

test("in English the usual categories have English names, and are the same ones in the book", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  await addRecord(service, book, { accountId: cash, amount: 20, category: "餐饮" });
  await addRecord(service, book, { accountId: cash, amount: 5, category: "钓鱼" });
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId, language: "en", usedAccountIds: [cash] },
  });
  await page.locator(".record-list").getByText("Food", { exact: true }).waitFor();
  await page.locator(".record-list").getByText("钓鱼").waitFor();
  const spend = async (amount: string, category: () => Promise<void>) => {
    await page.keyboard.press("n");
    await page.getByLabel("Amount", { exact: true }).fill(amount);
    await category();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await spend("7", () => page.getByRole("radio", { name: "Transport", exact: true }).check());
  await spend("8", async () => {
    await page.getByRole("button", { name: "Own" }).click();
    await page.getByLabel("Name of the category").fill("food");
    await page.getByRole("button", { name: "OK" }).click();
  });
  await eventually("both are booked", async () => (await recordsOf(service, book)).length === 4);
  assert.deepEqual(
    (await recordsOf(service, book)).map(({ category, amount }) => `${category} ${amount}`).sort(),
    ["交通 7", "钓鱼 5", "餐饮 20", "餐饮 8"],
  );
  await page.goto(`${service.origin}/statistics`);
  await page.locator(".ranking").getByText("Transport").waitFor();
  await leave();
  await service.close();
});
