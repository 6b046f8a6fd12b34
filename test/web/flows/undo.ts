/** Whatever was changed or deleted comes back by one press, as it was and under its own number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { proveBook } from "../../../src/store/proof.ts";
import { DESK, listen, type Service, visit } from "../browser.ts";
import { addRecord, eventually, NOW, post, recordsOf, smallBook } from "./book.ts";

/** The book without the times of change, which a restore moves. */
async function bookText(service: Service, userId: number): Promise<string> {
  const texts: string[] = [];
  for (const path of ["accounts", "records", "transfers", "budgets"]) {
    texts.push((await service.get(`/api/${path}?userId=${userId}`)).text);
  }
  return texts.join("\n").replace(/"updatedAt":"[^"]*"/g, "");
}

test("an edit and a delete of a record, a transfer and a budget are undone in the toast", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash, bank } = book;
  await addRecord(service, book, { accountId: cash, amount: 20, category: "餐饮" });
  const move = { userId, fromAccountId: bank, toAccountId: cash, amount: 200, fee: 2 };
  await post(service, "/api/transfers", { ...move, date: "2026-11-20" });
  await post(service, "/api/budgets", { userId, category: "餐饮", amount: 900, month: "2026-11" });
  const before = await bookText(service, userId);
  const { page, leave } = await visit(service, "/records", { screen: DESK, settings: { userId } });
  const undone = async (what: string) => {
    await page.getByRole("button", { name: "撤销", exact: true }).click();
    await page.getByText("已恢复").waitFor();
    assert.equal(await bookText(service, userId), before, what);
  };
  await page.getByRole("button", { name: "修改 金额 20.00" }).click();
  await page.getByRole("textbox", { name: "金额" }).fill("21");
  await page.keyboard.press("Enter");
  await page.getByText("已修改").waitFor();
  await undone("a cell");
  await page.getByRole("button", { name: "删除 餐饮 20.00" }).click();
  await page.getByText("已删除 1 条记录").waitFor();
  await undone("a record");

  await page.getByRole("button", { name: "删除 转账 200.00" }).click();
  await page.getByText("转账已删除").waitFor();
  assert.deepEqual((await service.get(`/api/transfers?userId=${userId}`)).data, []);
  await undone("a transfer with its fee");

  await page.goto(`${service.origin}/budgets`);
  await page.getByRole("button", { name: "修改 餐饮" }).click();
  await page.getByLabel("每月上限").fill("1000");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("预算已保存").waitFor();
  await undone("a changed budget");
  await page.getByRole("button", { name: "修改 餐饮" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("预算已删除").waitFor();
  await undone("a budget");
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("many records at once are one line of the history, and more than 20 are asked for first", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  for (let amount = 1; amount <= 25; amount++) {
    await addRecord(service, book, { accountId: cash, amount, category: "零食" });
  }
  const before = await bookText(service, userId);
  const { page, leave } = await visit(service, "/records", { screen: DESK, settings: { userId } });
  const chooseAll = async () => {
    await page.getByRole("checkbox", { name: "选择 零食 25.00" }).check();
    await page.getByRole("button", { name: "全选" }).click();
    await page.getByText("已选 25 条").waitFor();
  };
  await chooseAll();
  await page.getByRole("button", { name: "改分类" }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByRole("button", { name: "应用" }).click();
  await page.getByText("已修改 25 条记录").waitFor();
  await page.getByRole("button", { name: "撤销", exact: true }).click();
  await page.getByText("已恢复").waitFor();
  assert.equal(await bookText(service, userId), before);

  await chooseAll();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "删除 25 条记录？" });
  await asked.getByText("合计支出 325.00，收入 0.00").waitFor();
  await asked.getByRole("button", { name: "取消" }).click();
  await asked.waitFor({ state: "detached" });
  assert.equal((await recordsOf(service, book)).length, 25);
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await asked.getByRole("button", { name: "删除" }).click();
  await page.getByText("已删除 25 条记录").waitFor();
  assert.deepEqual(await recordsOf(service, book), []);
  await page.getByRole("button", { name: "撤销", exact: true }).click();
  await page.getByText("已恢复").waitFor();
  assert.equal(await bookText(service, userId), before);

  const ids = (await recordsOf(service, book)).map(({ id }) => id);
  await post(service, "/api/records/bulk", { userId, ids, action: "change", category: "餐饮" });
  await page.goto(`${service.origin}/history`);
  const act = page.locator(".record-row", { hasText: "改了 25 条的分类：零食 → 餐饮" });
  const [line] = [act.filter({ has: page.getByRole("button", { name: "撤销", exact: true }) })];
  await line.getByText("今天 18:00").waitFor();
  assert.equal(await line.count(), 1);
  await line.getByRole("button", { name: "展开 25 条" }).click();
  await page.getByRole("button", { name: "恢复", exact: true }).first().click();
  await eventually(
    "one is back alone",
    async () =>
      (await recordsOf(service, book)).filter(({ category }) => category === "零食").length === 1,
  );
  await line.getByRole("button", { name: "撤销", exact: true }).click();
  await eventually("all are", async () => (await bookText(service, userId)) === before);
  await line.waitFor({ state: "detached" });
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});
