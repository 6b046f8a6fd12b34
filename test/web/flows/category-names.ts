import assert from "node:assert/strict";
import { test } from "node:test";
import { listen, visit } from "../browser.ts";
import { addRecord, eventually, NOW, post, recordsOf, smallBook } from "./book.ts";

test("two names of one category become one, and budgets of one month are asked about", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  for (const category of ["居住", "住房"]) {
    await addRecord(service, book, { accountId: cash, amount: 20, category });
    await post(service, "/api/budgets", { userId, category, amount: 100, month: "2026-11" });
  }
  const caps = (await service.get(`/api/budgets?userId=${userId}&month=2026-11`)).data.length;
  const { page, leave } = await visit(service, "/settings", { settings: { userId } });
  await page.getByText("居住 → 住房").waitFor();
  await page.getByText("1 条记录 · 1 个预算 · 0 条规则").waitFor();
  const merge = page.getByRole("button", { name: "合并", exact: true });
  assert.ok(
    await merge.isDisabled(),
    "nothing is merged before it is said what becomes of the caps",
  );
  await page.getByText("上限相加").click();
  await merge.click();
  await eventually("they have one name", async () =>
    (await recordsOf(service, book)).every(({ category }) => category !== "居住"),
  );
  const budgets = (await service.get(`/api/budgets?userId=${userId}&month=2026-11`)).data;
  assert.deepEqual(
    budgets
      .filter((one: { category: string }) => /住/.test(one.category))
      .map((one: { category: string; amount: number }) => [one.category, one.amount]),
    [["住房", 200]],
  );
  await page.getByText("居住 → 住房").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("they have two names again", async () =>
    (await recordsOf(service, book)).some(({ category }) => category === "居住"),
  );
  assert.equal(
    (await service.get(`/api/budgets?userId=${userId}&month=2026-11`)).data.length,
    caps,
  );
  await page.getByText("居住 → 住房").waitFor();
  await leave();
  await service.close();
});

test("a category may be called like a part of JavaScript", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  for (const category of ["constructor", "__proto__", "toString"]) {
    await addRecord(service, book, { accountId: book.cash, amount: 20, category });
    const settings = { userId: book.userId, language: "en" as const };
    for (const path of ["/", "/records", "/statistics"]) {
      const { page, leave } = await visit(service, path, { settings });
      await page.getByText(category, { exact: true }).first().waitFor();
      await leave();
    }
  }
  await service.close();
});
