/** A bill's rows that are occurrences of plans: said on the row, asked where that is not certain. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { purchaseRow, wechatBill } from "../../harness/bills.ts";
import { faults } from "../access.ts";
import { listen, PHONE, settled, visit } from "../browser.ts";
import { NOW, post, recordsOf, smallBook, textOf } from "./book.ts";

test("a bill's row is a plan's occurrence, and another is asked about, on the phone", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  const plan = (name: string, amount: number, day: number) =>
    post(service, "/api/plans", {
      ...{ userId, name, kind: "expense", accountId: bank, category: "居家", amount },
      ...{ every: { unit: "month" }, days: [day], startDate: `2026-11-${day}` },
    });
  await plan("视频会员", 25, 28);
  await plan("健身房", 99, 27);
  const paid = (index: number, who: string, yuan: string) =>
    purchaseRow(index, {
      ...{ time: "2026-11-26 09:00:00", who, what: who, yuan, method: "招商银行(1186)" },
    });
  const rows = [
    paid(1, "视频会员续费", "25.00"),
    paid(2, "某某体育", "99.00"),
    paid(3, "面馆", "18.00"),
  ];
  const shown = await visit(service, "/import", { screen: PHONE, settings: { userId } });
  const { page, leave } = shown;
  const file = { name: "十一月.csv", mimeType: "text/csv", buffer: Buffer.from(wechatBill(rows)) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "确认导入 2 条" }).waitFor();
  await settled(page);
  await page.getByText("计划“视频会员”2026-11-28 这一期").waitFor();
  const card = page.locator("li.question").filter({ hasText: "健身房" });
  assert.match(await textOf(card), /是计划“健身房”2026-11-27 这一期吗？1 行 · 共 99.00/);
  assert.deepEqual(await faults(page, PHONE, "planned"), []);
  await card.getByRole("button", { name: "不是，另外记" }).click();
  await page.getByRole("button", { name: "确认导入 3 条" }).waitFor();
  await page.getByText("已回答的 1 个问题").click();
  await card.getByRole("button", { name: "是，记成这一期" }).click();
  const yes = card.getByRole("button", { name: "是，记成这一期", pressed: true });
  await yes.waitFor();
  await page.getByRole("button", { name: "计划 1" }).click();
  await page.getByText("面馆").waitFor({ state: "detached" });
  const tick = page.getByRole("checkbox", { name: "导入 视频会员续费 25" });
  await tick.click();
  await page.getByRole("button", { name: "确认导入 2 条" }).waitFor();
  await tick.click();
  await page.getByRole("button", { name: "确认导入 3 条" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  const records = (await recordsOf(service, book)) as { amount: number; due?: string }[];
  assert.deepEqual(records.map(({ amount, due }) => `${amount} ${due}`).sort(), [
    "18 undefined",
    "25 2026-11-28",
    "99 2026-11-27",
  ]);
  await leave();
  await service.close();
});
