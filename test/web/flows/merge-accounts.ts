import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "../access.ts";
import { listen, PHONE, visit } from "../browser.ts";
import { addRecord, eventually, NOW, pick, post, smallBook } from "./book.ts";

test("two accounts become one, with what goes over said before, and are apart again by 撤销", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const body = { userId, name: "招行 1234", type: "bank", balance: 200 };
  const twin = (await post(service, "/api/accounts", body)).id as number;
  await addRecord(service, book, { accountId: twin, amount: 20, category: "餐饮" });
  const moved = { userId, fromAccountId: twin, toAccountId: cash, amount: 30, date: "2026-11-20" };
  await post(service, "/api/transfers", moved);
  const names = async () =>
    (await service.get(`/api/accounts?userId=${userId}`)).data.map(
      ({ name, balance }: { name: string; balance: number }) => `${name} ${balance}`,
    );
  const before = await names();
  const { page, leave } = await visit(service, `/accounts/${twin}`, {
    settings: { userId },
    screen: PHONE,
  });
  await page.getByRole("button", { name: "合并到…" }).click();
  const dialog = page.getByRole("dialog", { name: /合并账户/ });
  await pick(page, "合并到", "现金", dialog);
  await dialog.getByText("1 条记录归“现金”。").waitFor();
  await dialog.getByRole("button", { name: "合并", exact: true }).click();
  await dialog.getByRole("alert").filter({ hasText: "请先同意删除" }).waitFor();
  assert.deepEqual(await names(), before, "nothing is merged before that is agreed to");
  assert.deepEqual(await faults(page, PHONE, "merge"), []);
  await dialog.getByText("删除两者之间的 1 笔转账（共 30.00）").click();
  await dialog.getByRole("button", { name: "合并", exact: true }).click();
  await page.waitForURL(`${service.origin}/accounts/${cash}`);
  await page.getByText("“招行 1234”已合并到“现金”").waitFor();
  assert.equal((await names()).length, before.length - 1);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("they are apart", async () => (await names()).length === before.length);
  assert.deepEqual(await names(), before);
  await page.goto(`${service.origin}/history`);
  await page.getByText("合并账户 · 招行 1234").waitFor();
  await leave();
  await service.close();
});
