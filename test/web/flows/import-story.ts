/** What a person sees of a bill from the preview to the records, and of the same bill again. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { purchaseRow, type WechatRow, wechatBill, withdrawalRow } from "../../harness/bills.ts";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, recordsOf, smallBook } from "./book.ts";

const ALIPAY = join(import.meta.dirname, "../../bills/samples/alipay/own-app-2026.csv");
const WITHDRAWAL: WechatRow = withdrawalRow(4);
const ROWS = [
  purchaseRow(1, { yuan: "20.00" }),
  purchaseRow(2, { yuan: "30.00", method: "招商银行(1186)" }),
  purchaseRow(3, { status: "已全额退款" }),
  WITHDRAWAL,
  purchaseRow(5, { status: "对方已退还", direction: "/", yuan: "0.00", method: "/" }),
];

async function send(page: Page, rows: WechatRow[]): Promise<void> {
  const buffer = Buffer.from(wechatBill(rows));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "三月.csv", mimeType: "text/csv", buffer });
  await page.getByRole("heading", { name: /^文件共/ }).waitFor();
}

/** "将记下 4 行" → 4, for each line of the card about the file. */
async function linesOf(page: Page): Promise<Record<string, number>> {
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: /^文件共/ }) });
  const texts = await card.locator(".plain-line").allInnerTexts();
  const lines = texts.map((text) => text.split("\n")).filter(([, count]) => count?.endsWith("行"));
  return Object.fromEntries(lines.map(([name, count]) => [name, Number.parseInt(count ?? "", 10)]));
}

for (const screen of [PHONE, DESK]) {
  test(`a bill from preview to records, and the same bill again (${screen.width})`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/import", {
      screen,
      settings: { userId: book.userId },
    });
    await send(page, ROWS);
    await page.getByRole("heading", { name: "导入 微信支付账单" }).waitFor();
    await page.getByText("2026-01-01 – 2026-12-31 · 三月.csv").waitFor();
    // Every number says what it counts, and they add up.
    const lines = await linesOf(page);
    const booked = lines.将记下 as number;
    assert.equal(
      Object.values(lines).reduce((sum, count) => sum + count, 0),
      ROWS.length,
      JSON.stringify(lines),
    );
    await page.getByText("转账的手续费 1 笔随转账记下，不另占一行。").waitFor();
    const commit = page.getByRole("button", { name: `确认导入 ${booked} 条` });
    // The card is the book's own bank account; what is to be made is said, and open to the eye.
    await page.getByText("将新建 1 个账户，账本里已有的请改选。").waitFor();
    const bank = page.getByLabel(/^招商银行\(1186\)/);
    assert.equal(await bank.textContent(), "招商银行");
    assert.equal(await page.getByLabel(/^零钱 ·/).textContent(), "新建 微信零钱");
    // A row that is not booked needs no account.
    assert.equal(await page.getByLabel(/ · \d+ 行 /).count(), 2);
    await commit.click();
    await page.getByRole("heading", { name: "导入完成" }).waitFor();
    // The list that the way leads to counts the fee as well.
    await page.getByText("转账的手续费 1 笔随转账记下，不另占一行。").waitFor();
    await page.getByText("新建的账户从 0 起算").waitFor();
    await page.getByRole("button", { name: "校准“微信零钱”的余额" }).click();
    await page.getByRole("dialog").getByLabel("现在的余额").fill("500");
    await page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    const accounts = (await service.get(`/api/accounts?userId=${book.userId}`)).data;
    const purse = accounts.find(({ name }: { name: string }) => name === "微信零钱");
    await eventually("the balance is set", async () => (await balance(service, purse.id)) === 500);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "查看明细" }).click();
    await page.getByRole("button", { name: /清除 这次导入的/ }).waitFor();
    assert.match(page.url(), /\/records\?importId=\d+$/);
    await page.getByText("商户1 商品1").first().waitFor();
    await page.goto(`${service.origin}/import`);
    await send(page, ROWS);
    await page.getByText("这个文件里的都已记过").waitFor();
    assert.equal((await linesOf(page))["以前已经记过，不再记"], booked);
    assert.ok(await page.getByRole("button", { name: "确认导入 0 条" }).isDisabled());
    await page.getByRole("link", { name: /^查看以前那次导入/ }).click();
    await page.getByRole("button", { name: "撤销这次导入" }).click();
    await page.getByText("现在都已撤销").waitFor();
    assert.deepEqual(await recordsOf(service, book), []);
    await page.getByRole("button", { name: "从列表中移除" }).click();
    await page.getByRole("heading", { name: "导入记录" }).waitFor();
    await leave();
    await service.close();
  });
}

test("the bill's own totals stand beside ours with the difference", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  const bill = wechatBill(ROWS.slice(0, 2)).replace(
    "----------------------微信",
    "共3笔记录,,,,,,,,\r\n支出：3笔 62.50元,,,,,,,,\r\n----------------------微信",
  );
  const file = { name: "b.csv", mimeType: "text/csv", buffer: Buffer.from(bill) };
  await page.locator("input[type=file]").setInputFiles(file);
  const stated = page.locator(".stated");
  await stated.first().waitFor();
  assert.deepEqual(await stated.locator("dt, dd").allTextContents(), [
    "支出",
    "账单写的 3 笔 62.50",
    "逐行相加 2 笔 50.00",
    "相差 12.50",
  ]);
  await leave();
  await service.close();
});

test("what a bill leaves out is said in words: whose, from where, and what it lowers", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  const packet = { type: "微信红包-退款", direction: "收入", who: "/", what: "/", method: "/" };
  await send(page, [purchaseRow(1, { ...packet, yuan: "66.00", status: "已全额退款" })]);
  assert.equal(await page.locator(".import-row .ellipsis").first().textContent(), "退款");
  await page.getByLabel(/^分类 退款 66/).click();
  const categories = await page.getByRole("option").allTextContents();
  assert.ok(categories.includes("购物") && !categories.includes("工资"), categories.join());
  // Money that came into a wallet, and the bill does not say from where.
  await page.goto(`${service.origin}/import`);
  await page.locator("input[type=file]").setInputFiles(ALIPAY);
  await page.getByLabel(/^没有写明账户 · \d+ 行 /).waitFor();
  assert.equal(await page.getByLabel(/^亲情卡/).count(), 0, "its one row is not booked");
  await leave();
  await service.close();
});

test("a row that is perhaps in the book already is taken for it by choice", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, {
    accountId: book.cash,
    amount: 20,
    category: "餐饮",
    date: "2026-03-02",
  });
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  await send(page, ROWS.slice(0, 1));
  await page.getByLabel("怎样处理 商户1 20").selectOption("是同一笔，不另记");
  await page.getByRole("button", { name: "确认 1 行的处理" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  assert.equal((await recordsOf(service, book)).length, 1);
  await page.goto(`${service.origin}/import`);
  await send(page, ROWS.slice(0, 1));
  await page.getByText("这个文件里的都已记过").waitFor();
  await leave();
  await service.close();
});
