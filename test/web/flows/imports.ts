import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { proveBook } from "../../../src/store/proof.ts";
import { commit, preview } from "../../harness/bills.ts";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, pick, recordsOf, smallBook } from "./book.ts";

const SAMPLES = join(import.meta.dirname, "../../bills/samples");

for (const [what, file, screen] of [
  ["WeChat", "wechat/own-csv-all-types.csv", PHONE],
  ["Alipay", "alipay/own-app-2026.csv", DESK],
] as const) {
  test(`a ${what} bill is previewed, imported, and undone without a trace`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/import", {
      screen,
      settings: { userId: book.userId },
    });
    await page.getByText("还没有导入过账单").waitFor();
    await page.locator("input[type=file]").setInputFiles(join(SAMPLES, file));
    const commit = page.getByRole("button", { name: /^确认导入 \d+ 条$/ });
    await commit.waitFor();
    assert.equal((await recordsOf(service, book)).length, 0, "a preview books nothing");
    await page.getByRole("checkbox").first().uncheck();
    await eventually("the decision is kept", async () => {
      const [shown] = (await service.get(`/api/imports?userId=${book.userId}`)).data;
      const { data } = await service.get(`/api/imports/${shown.id}`);
      return data.rows.some((row: { decided: boolean }) => row.decided);
    });
    await commit.click();
    await page.getByRole("heading", { name: "导入完成" }).waitFor();
    // A transfer's fee is a record that belongs to its transfer.
    const records = (await recordsOf(service, book)).filter(
      ({ transferId }) => transferId === undefined,
    );
    const transfers = (await service.get(`/api/transfers?userId=${book.userId}`)).data;
    const [done] = (await service.get(`/api/imports?userId=${book.userId}`)).data;
    assert.ok(records.length > 0);
    assert.deepEqual(
      [records.length, transfers.length],
      [done.result.records, done.result.transfers],
    );
    assert.deepEqual(await service.db.read(proveBook), []);
    await page.getByRole("button", { name: "撤销这次导入" }).click();
    await page.getByText("已撤销，余额恢复原样").waitFor();
    assert.equal((await recordsOf(service, book)).length, 0);
    assert.equal(await balance(service, book.cash), 100);
    await leave();
    await service.close();
  });
}

test("a preview that the book has overtaken is shown anew and books nothing twice", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const bill = readFileSync(join(SAMPLES, "alipay/own-app-2026.csv"));
  const { id } = await preview(service, book.userId, bill);
  const { page, leave } = await visit(service, `/import/${id}`, {
    screen: DESK,
    settings: { userId: book.userId },
    failing: true,
  });
  await page.getByRole("button", { name: /^确认导入 \d+ 条$/ }).waitFor();
  await commit(service, (await preview(service, book.userId, bill)).id);
  const before = await recordsOf(service, book);
  assert.ok(before.length > 0);
  await page.getByRole("button", { name: /^确认导入 \d+ 条$/ }).click();
  await page.getByText("预览之后账本有变化").waitFor();
  await page.getByText("已导入", { exact: true }).first().waitFor();
  // The rows may come before what is counted of them.
  await page.getByRole("button", { name: /^确认导入/, disabled: true }).waitFor();
  assert.deepEqual(await recordsOf(service, book), before);
  assert.deepEqual(await service.db.read(proveBook), []);
  await leave();
  await service.close();
});

test("an unknown table is read once its columns are named", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  const table = "Wann,Wieviel,Wofür\n2026-03-01,-12.50,Brot\n2026-03-02,-7.00,Milch\n";
  const file = { name: "haus.csv", mimeType: "text/csv", buffer: Buffer.from(table) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("认不出这个表格的列").waitFor();
  await page.getByLabel("日期", { exact: true }).selectOption("Wann");
  await page.getByLabel("金额", { exact: true }).selectOption("Wieviel");
  await page.getByLabel("说明").selectOption("Wofür");
  await page.getByRole("button", { name: "按这些列重新读取" }).click();
  await page.getByRole("button", { name: "确认导入 2 条" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  const amounts = (await recordsOf(service, book)).map(({ amount }) => amount).sort();
  assert.deepEqual(amounts, [12.5, 7]);
  await leave();
  await service.close();
});

test("a file that is no bill is refused in words", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", {
    settings: { userId: book.userId },
    failing: true,
  });
  const file = { name: "photo.csv", mimeType: "text/csv", buffer: Buffer.from([0xff, 0xd8, 0xff]) };
  await page.locator("input[type=file]").setInputFiles(file);
  assert.ok(((await page.getByRole("alert").textContent()) ?? "").length > 4);
  assert.equal((await recordsOf(service, book)).length, 0);
  await leave();
  await service.close();
});

test("money is moved between accounts, and an expense is given back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.bank, amount: 80, category: "购物" });
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  const move = async () => {
    await page.getByRole("button", { name: "记一笔" }).click();
    await page.getByRole("radio", { name: "转账" }).check();
    for (const key of "200") await page.getByRole("button", { name: key, exact: true }).click();
    await pick(page, "转出账户", "招商银行");
    await pick(page, "转入账户", "现金");
    await page.getByLabel("手续费").fill("2");
    await page.getByRole("button", { name: "完成" }).click();
  };
  await move();
  await page.getByText("转账已记下 200.00").waitFor();
  assert.equal(await balance(service, book.bank), 5000 - 80 - 202);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("it is taken back", async () => (await balance(service, book.bank)) === 4920);
  await move();
  await eventually("it is moved", async () => (await balance(service, book.cash)) === 300);
  assert.equal(await balance(service, book.cash), 300);
  await page.getByRole("button", { name: /购物/ }).click();
  await page.getByRole("button", { name: "记退款" }).click();
  await page.getByRole("button", { name: "退格" }).click();
  await page.getByRole("button", { name: "退格" }).click();
  for (const key of "30") await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("it came back", async () => (await balance(service, book.bank)) === 4748);
  const query = `userId=${book.userId}&type=expense`;
  const totals = (await service.get(`/api/statistics/categories?${query}`)).data;
  assert.equal(totals[0].amount, 50);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goto(`${service.origin}/transfers`);
  await page.getByRole("button", { name: /200.00/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("转账已删除").waitFor();
  assert.equal(await balance(service, book.cash), 100);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("it is back", async () => (await balance(service, book.cash)) === 300);
  await leave();
  await service.close();
});

test("what was deleted is brought back from the history, and rules are kept", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const id = await addRecord(service, book, { accountId: book.cash, amount: 33, category: "餐饮" });
  await service.remove(`/api/records/${id}`);
  const { page, leave } = await visit(service, "/history", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "恢复" }).click();
  await eventually("it is back", async () => (await balance(service, book.cash)) === 67);
  await page.goto(`${service.origin}/rules`);
  await page.getByLabel("包含文字").fill("瑞幸");
  await page.getByLabel(/^分类/).click();
  await page.getByRole("combobox", { name: "查找" }).fill("咖啡");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "添加规则" }).click();
  await page.getByText("“瑞幸”").waitFor();
  const [rule] = (await service.get(`/api/rules?userId=${book.userId}`)).data;
  assert.deepEqual([rule.text, rule.category, rule.state], ["瑞幸", "咖啡", "active"]);
  await leave();
  await service.close();
});
