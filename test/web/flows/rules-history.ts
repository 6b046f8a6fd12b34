import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, recordsOf, smallBook } from "./book.ts";

test("rules are proposed, put to use, run over what is booked, and removed", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId } = book;
  await addRecord(service, book, {
    accountId: book.cash,
    amount: 18,
    category: "餐饮",
    description: "瑞幸 拿铁",
  });
  const rule = { userId, text: "瑞幸", field: "any", category: "咖啡", state: "proposed" };
  await post(service, "/api/rules", rule);
  const { page, leave } = await visit(service, "/rules", { screen: DESK, settings: { userId } });
  const rules = async () => (await service.get(`/api/rules?userId=${userId}`)).data;
  const state = page.getByLabel("类型 瑞幸");
  assert.equal(await state.inputValue(), "proposed");
  await page.getByRole("button", { name: "对已有记录运行" }).click();
  await page.getByText("将修改 0 条记录的分类").waitFor();
  await state.selectOption("启用");
  await eventually("it is in use", async () => (await rules())[0].state === "active");
  await page.getByRole("button", { name: "对已有记录运行" }).click();
  await page.getByText("将修改 1 条记录的分类").waitFor();
  assert.equal((await recordsOf(service, book))[0]?.category, "餐饮", "a preview changes nothing");
  await page.getByRole("button", { name: "应用" }).click();
  await page.getByText("已修改 1 条记录").waitFor();
  assert.equal((await recordsOf(service, book))[0]?.category, "咖啡");
  await page.getByRole("button", { name: "删除 瑞幸" }).click();
  await page.getByText("还没有规则").waitFor();
  assert.deepEqual(await rules(), []);
  await leave();
  await service.close();
});

test("the history tells what was changed, of transfers too, and takes it back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { cash, bank, userId } = book;
  const id = await addRecord(service, book, { accountId: cash, amount: 33, category: "餐饮" });
  await service.put(`/api/records/${id}`, { amount: 44 });
  const move = { userId, fromAccountId: bank, toAccountId: cash, amount: 200, date: "2026-11-20" };
  const transfer = await post(service, "/api/transfers", move);
  await service.remove(`/api/transfers/${transfer.id}`);
  const { page, leave } = await visit(service, "/history", { settings: { userId } });
  const deleted = page.locator(".record-row", { hasText: "转账 · 已删除" });
  await deleted.getByRole("button", { name: "恢复" }).click();
  await eventually("the transfer is back", async () => (await balance(service, bank)) === 4800);
  const changed = page.locator(".record-row", { hasText: "记录 · 修改前" });
  await changed.getByText("餐饮 33.00").waitFor();
  await changed.getByRole("button", { name: "恢复" }).click();
  await eventually("so is the amount", async () => (await balance(service, cash)) === 267);
  await leave();
  await service.close();
});
