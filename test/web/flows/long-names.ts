/** Names as long as people and bills make them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { DESK, listen, overflow, PHONE, type Service, settled, visit } from "../browser.ts";
import { NOW, post, TODAY } from "./book.ts";

/** A book in which nothing has a place to break. */
async function longNames(service: Service) {
  const email = `${"x".repeat(50)}@example.com`;
  const userId = (await post(service, "/api/users", { name: "W".repeat(60), email })).id;
  const account = async (name: string, type: string) =>
    (await post(service, "/api/accounts", { userId, name, type, balance: 9999999.99 })).id;
  const bank = await account("A".repeat(60), "bank");
  const cash = await account("很长的账户名字".repeat(6), "cash");
  const category = "C".repeat(50);
  const spent = { userId, accountId: bank, category, date: TODAY, description: "D".repeat(200) };
  await post(service, "/api/records", { ...spent, type: "expense", amount: 9876543.21 });
  const moved = { userId, fromAccountId: bank, toAccountId: cash, amount: 12, date: TODAY };
  await post(service, "/api/transfers", moved);
  await post(service, "/api/budgets", { userId, category, amount: 1, month: TODAY.slice(0, 7) });
  const method = `${"示例".repeat(20)}银行(1234)`;
  const { id } = await preview(service, userId, wechatBill([purchaseRow(1, { method })]));
  await post(service, `/api/imports/${id}/commit`, {});
  return { userId, bank, importId: id, category };
}

for (const screen of [PHONE, DESK]) {
  test(`names of any length widen no page (${screen.width})`, async () => {
    const service = await listen({ now: NOW });
    const { userId, bank, importId, category } = await longNames(service);
    const { page, leave } = await visit(service, "/", { screen, settings: { userId } });
    const wide: [string, number][] = [];
    for (const path of [
      "/",
      "/records",
      `/records?accountId=${bank}&category=${category}`,
      "/accounts",
      `/accounts/${bank}`,
      "/transfers",
      "/plans",
      "/budgets",
      "/statistics",
      "/calendar",
      "/settings",
      "/history",
      `/import/${importId}`,
    ]) {
      await page.goto(service.origin + path);
      await page.locator("h1").waitFor();
      await settled(page);
      const past = await overflow(page, screen);
      if (past > 0) wide.push([path, past]);
    }
    assert.deepEqual(wide, []);
    await leave();
    await service.close();
  });
}
