import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { listen, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, pick, recordsOf, smallBook } from "./book.ts";

async function book1(page: Page, key: string, category: string): Promise<void> {
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("radio", { name: category, exact: true }).check();
  await page.getByRole("button", { name: "完成" }).click();
}

test("offline the app opens with its last data, and what is booked is sent once, in order", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 10, category: "咖啡" });
  const { page, context, leave } = await visit(service, "/", {
    settings: { userId: book.userId },
    serviceWorker: true,
    failing: true,
  });
  await page.getByText("5,090.00").first().waitFor();
  await page.evaluate(async () => {
    await Promise.race([
      navigator.serviceWorker.ready,
      new Promise((_, reject) => setTimeout(reject, 10_000, new Error("no service worker"))),
    ]);
  });
  // The worker has taken the page over once it is loaded again; then it has seen the answers.
  await page.reload();
  await page.getByText("账目一致").waitFor();
  await page.evaluate(() => navigator.serviceWorker.controller !== null || Promise.reject("none"));
  await context.setOffline(true);
  await page.reload();
  await page.getByText("5,090.00").first().waitFor();
  await book1(page, "7", "餐饮");
  await page.getByRole("region", { name: "未同步" }).waitFor();
  await book1(page, "8", "交通");
  await page.getByText("未同步 2").waitFor();
  assert.equal((await recordsOf(service, book)).length, 1);
  await context.setOffline(false);
  await page.getByRole("region", { name: "未同步" }).waitFor({ state: "detached" });
  await eventually("both are booked", async () => (await balance(service, book.cash)) === 75);
  const amounts = (await recordsOf(service, book)).map(({ amount }) => amount);
  assert.deepEqual(amounts, [8, 7, 10]);
  await leave();
  await service.close();
});

test("a waiting record that is refused shows the reason and can be mended", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, context, leave } = await visit(service, "/", {
    settings: { userId: book.userId, usedAccountIds: [book.cash] },
    failing: true,
  });
  await page.getByText("5,100.00").first().waitFor();
  // The dialog is fetched soon after the page stands; a person needs longer to reach the button.
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: "关闭" }).click();
  await context.setOffline(true);
  await book1(page, "9", "餐饮");
  await page.getByRole("region", { name: "未同步" }).waitFor();
  assert.equal((await service.remove(`/api/accounts/${book.cash}`)).status, 200);
  await context.setOffline(false);
  await page.getByText("没有记上：账户不存在").waitFor();
  await page.getByRole("button", { name: "修改" }).click();
  await page.getByRole("alert").getByText("账户不存在").waitFor();
  // The account that was chosen is not replaced by another unasked.
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByRole("alert").getByText("请选择账户").waitFor();
  await pick(page, "账户", "招商银行");
  await page.getByRole("button", { name: "完成" }).click();
  await eventually(
    "it is booked elsewhere",
    async () => (await balance(service, book.bank)) === 4991,
  );
  await page.getByRole("region", { name: "未同步" }).waitFor({ state: "detached" });
  await leave();
  await service.close();
});

test("over plain http the app is whole: no secure origin, no worker, no upgrade", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    settings: { userId: book.userId },
    plain: true,
  });
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.getByText("5,100.00").first().waitFor();
  await book1(page, "6", "餐饮");
  await page.getByText(/已记下/).waitFor();
  assert.equal(await balance(service, book.cash), 94);
  await leave();
  await service.close();
});

test("a service that fails is said in words, with a way on", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/settings", {
    settings: { userId: book.userId },
    failing: true,
  });
  await page.getByText("记账时区").waitFor();
  await page.route("**/api/accounts?*", (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, data: null, message: "服务器内部错误" },
    }),
  );
  await page.goto(`${service.origin}/accounts`);
  await page.getByRole("alert").getByText("服务器内部错误").waitFor();
  await page.unroute("**/api/accounts?*");
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByText("招商银行").waitFor();
  await page.route("**/api/about", (route) => route.abort());
  // What it said last is kept for when it cannot be asked; a browser that never heard it cannot begin.
  await page.reload();
  await page.getByText("网络不通 · 截至 今天").waitFor();
  await page.evaluate(() => localStorage.removeItem("fenming.about"));
  await page.reload();
  await page.getByRole("heading", { name: "连不上服务" }).waitFor();
  await page.unroute("**/api/about");
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByText("招商银行").waitFor();
  await leave();
  await service.close();
});
