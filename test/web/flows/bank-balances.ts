/** Balances that a bill states: told beside the preview, kept as checkpoints where that is chosen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { preview } from "../../harness/bills.ts";
import { faults } from "../access.ts";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { addRecord, eventually, NOW, post, smallBook, textOf } from "./book.ts";

/** The account held 5,000.00 before, and 4,925.00 when the 23rd began. */
const BILL = [
  "# 招商银行交易记录",
  '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
  '"\t20261120","\t12:00:00","","\t75.00","\t4925.00","\t银联快捷支付","\t财付通-超市"',
  '"\t20261123","\t09:30:00","","\t20.00","\t4905.00","\t银联快捷支付","\t财付通-面馆"',
].join("\r\n");

const SCREENS = [
  ["phone, dark", PHONE, true],
  ["desk", DESK, false],
] as const;

for (const [name, screen, dark] of SCREENS) {
  test(`a bill's balance becomes a checkpoint where it is chosen, and goes with the import: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, bank } = book;
    const path = `/api/accounts/${bank}/checkpoints`;
    await post(service, path, { date: "2026-11-21", balance: 4925 });
    const { id } = await preview(service, userId, BILL, { account: bank });
    const { page, leave } = await visit(service, `/import/${id}`, {
      screen,
      dark,
      settings: { userId },
    });
    const shown = page.locator(".bank-balances li");
    await shown.nth(1).waitFor();
    // Until the book's accounts are there, it has the name that the file gives.
    await shown.nth(0).getByText("招商银行 · ").waitFor();
    assert.match(await textOf(shown.nth(0)), /招商银行 · 11月22日 .*日终 4,925\.00导入后一致/);
    assert.match(await textOf(shown.nth(1)), /招商银行 · 11月21日 .*的对账点导入后一致/);
    assert.deepEqual(await faults(page, screen, "stated balances"), []);
    await page.getByRole("checkbox", { name: /11月22日/ }).check();
    await page.getByRole("button", { name: "确认导入 2 条" }).click();
    await page.getByRole("heading", { name: "导入完成" }).waitFor();
    const points = async () => (await service.get(path)).data as { date: string; ok: boolean }[];
    assert.deepEqual(
      (await points()).map(({ date, ok }) => [date, ok]),
      [
        ["2026-11-22", true],
        ["2026-11-21", true],
      ],
    );
    await page.getByRole("button", { name: "撤销这次导入" }).click();
    await page.getByText("已撤销，余额恢复原样").waitFor();
    await eventually("the point is gone", async () => (await points()).length === 1);
    await leave();
    await service.close();
  });
}

test("a day with another point says what choosing does, and a file of known rows can still give its balance", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  for (const [amount, date] of [
    [75, "2026-11-20"],
    [20, "2026-11-23"],
  ] as const) {
    await addRecord(service, book, { accountId: bank, amount, category: "餐饮", date });
  }
  const path = `/api/accounts/${bank}/checkpoints`;
  await post(service, path, { date: "2026-11-22", balance: 4900 });
  const { id } = await preview(service, userId, BILL, { account: bank });
  const { page, leave } = await visit(service, `/import/${id}`, {
    screen: PHONE,
    settings: { userId },
  });
  await page.getByText("这一天已有对账点，选中则改为账单的").waitFor();
  assert.equal(await page.getByRole("button", { name: "确认导入 0 条" }).isDisabled(), true);
  await page.getByRole("checkbox", { name: /11月22日/ }).check();
  await page.getByRole("button", { name: "记下 1 个对账点" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  const [point] = (await service.get(path)).data;
  assert.deepEqual([point.date, point.balance, point.ok], ["2026-11-22", 4925, true]);
  await leave();
  await service.close();
});
