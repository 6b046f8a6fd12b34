import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { proveBook } from "../../../src/store/proof.ts";
import { listen, visit } from "../browser.ts";
import { addRecord, NOW, recordsOf, smallBook } from "./book.ts";

/** What a press on the button saves: its name, and its text. */
async function saved(page: Page, button: string): Promise<[string, string]> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const download = await coming;
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

test("a book is taken home as a backup, and comes back into an empty one to the cent", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 12.34, category: "餐饮" });
  const { page, leave } = await visit(service, "/settings", { settings: { userId: book.userId } });
  await page.getByText("还没有在这里备份过").waitFor();
  assert.ok(await page.getByRole("button", { name: "从备份恢复" }).isDisabled(), "a book in use");
  const [name, text] = await saved(page, "下载备份");
  assert.equal(name, "fenming-2026-11-26.json");
  assert.equal(JSON.parse(text).accounts.length, 2);
  await page.getByText("上次备份：今天").waitFor();

  const other = { name: "小雨", email: "yu@example.com" };
  const { id: userId } = (await service.post("/api/users", other)).data;
  await page.getByRole("button", { name: "切换用户" }).click();
  await page.getByRole("button", { name: /小雨/ }).click();
  await page.goto(`${service.origin}/`);
  const file = { name, mimeType: "application/json", buffer: Buffer.from(text) };
  await page.getByLabel("从备份恢复").setInputFiles(file);
  await page.getByText("已恢复，共 1 条记录").waitFor();
  await page.getByText("账目一致").waitFor();
  const [record] = await recordsOf(service, { userId });
  assert.deepEqual([record?.amount, record?.category], [12.34, "餐饮"]);
  const accounts = (await service.get(`/api/accounts?userId=${userId}`)).data;
  const balances = accounts.map((account: { balance: number }) => account.balance);
  assert.deepEqual(balances.sort(), [5000, 87.66]);
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("what is no backup is refused in words, and the book stays empty", async () => {
  const service = await listen({ now: NOW });
  const user = { name: "小雨", email: "yu@example.com" };
  const { id: userId } = (await service.post("/api/users", user)).data;
  const { page, leave } = await visit(service, "/", { settings: { userId }, failing: true });
  const file = { name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") };
  await page.getByLabel("从备份恢复").setInputFiles(file);
  await page.getByText("没有 fenming 标记").waitFor();
  assert.equal((await service.get(`/api/accounts?userId=${userId}`)).data.length, 0);
  await leave();
  await service.close();
});

test("the book is exported for other programs", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 12.34, category: "餐饮" });
  const { page, leave } = await visit(service, "/settings", { settings: { userId: book.userId } });
  for (const [button, ending, holds] of [
    ["CSV", "csv", "12.34"],
    ["Excel", "xlsx", "PK"],
    ["Beancount", "beancount", "12.34"],
    ["hledger", "journal", "12.34"],
  ] as const) {
    const [name, text] = await saved(page, button);
    assert.equal(name, `fenming-2026-11-26.${ending}`);
    assert.ok(text.includes(holds), `${button} holds ${holds}`);
  }
  await leave();
  await service.close();
});
