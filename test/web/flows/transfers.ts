import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, smallBook } from "./book.ts";

/** Each row of the list as it reads, without the spaces between its parts. */
async function rowsOf(page: Page): Promise<string[]> {
  const texts = await page.locator(".record-list .record-row").allTextContents();
  return texts.map((text) => text.replace(/\s+/g, ""));
}

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`transfers stand in their days, in no total, with the balance after each: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { cash, bank, userId } = book;
    const on = (date: string) => ({ date, category: "餐饮", accountId: bank });
    await addRecord(service, book, { ...on("2026-11-20T01:00:00Z"), amount: 30 });
    await post(service, "/api/transfers", {
      userId,
      fromAccountId: bank,
      toAccountId: cash,
      amount: 200,
      fee: 2,
      description: "取现",
      date: "2026-11-20T02:00:00Z",
    });
    await addRecord(service, book, { ...on("2026-11-20T03:00:00Z"), amount: 10 });
    const back = { userId, fromAccountId: cash, toAccountId: bank, amount: 50, date: "2026-11-18" };
    await post(service, "/api/transfers", back);
    const { page, leave } = await visit(service, `/records?accountId=${bank}`, {
      screen,
      settings: { userId },
    });
    await page.getByText("取现").first().waitFor();
    await page.locator(".record-list").getByText("4,808.00").waitFor();
    const rows = await rowsOf(page);
    // Newest first; 5,000.00 + 50 on the 18th, then −30, −200, its fee of 2, and −10.
    const expected = [
      [/餐饮/, /−10.00/, /4,808.00/],
      [/招商银行现金/, /−200.00/, /4,818.00/],
      [/手续费/, /−2.00/, /5,018.00/],
      [/餐饮/, /−30.00/, /5,020.00/],
      [/现金.*招商银行/, /\+50.00/, /5,050.00/],
    ];
    assert.equal(rows.length, expected.length, rows.join("\n"));
    for (const [index, patterns] of expected.entries())
      for (const pattern of patterns) assert.match(rows[index] as string, pattern);
    const heads = await page.locator(".day-head").allTextContents();
    assert.match(heads[0] as string, /−42.00$/, "the fee is spent, what was moved is not");
    assert.doesNotMatch(heads[1] as string, /50.00/);
    if (screen === PHONE) await page.getByRole("button", { name: /转账 · 取现/ }).click();
    else await page.getByRole("button", { name: "修改 转账 200.00" }).click();
    await page.getByRole("dialog").waitFor();
    await page.getByRole("textbox", { name: "手续费" }).fill("3");
    await page.getByRole("button", { name: screen === PHONE ? "完成" : "保存" }).click();
    await eventually("it is changed", async () => (await balance(service, bank)) === 4807);
    await page.locator(".record-list").getByText("4,807.00").waitFor();
    // A fee leads to its transfer, with which alone it changes.
    const fee = page.locator(".record-row", { hasText: "手续费" });
    await (screen === PHONE ? fee : fee.getByRole("button", { name: "修改 手续费 3.00" })).click();
    await page.getByRole("dialog").getByLabel("转出账户").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto(`${service.origin}/records?category=餐饮`);
    await page.getByText("−30.00").first().waitFor();
    assert.equal((await rowsOf(page)).length, 2, "a category has no transfers");
    await leave();
    await service.close();
  });
}

test("the page of transfers begins with the newest and goes on to the first", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const move = { userId: book.userId, fromAccountId: book.bank, toAccountId: book.cash };
  const make = (date: string, description: string) =>
    post(service, "/api/transfers", { ...move, amount: 1, date, description });
  // Made last, and yet the oldest.
  for (let count = 0; count < 101; count++) await make("2026-11-20", `第${count}次`);
  await make("2026-10-01", "最早的");
  await make("2026-11-26", "最近的");
  const { page, leave } = await visit(service, "/transfers", {
    settings: { userId: book.userId },
  });
  const rows = page.locator(".record-row");
  await page.getByText("最近的").waitFor();
  assert.match((await rows.first().textContent()) ?? "", /最近的/);
  assert.equal(await rows.count(), 102);
  await page.getByRole("button", { name: "显示更早的" }).click();
  await page.getByText("最早的").waitFor();
  assert.match((await rows.last().textContent()) ?? "", /最早的/);
  assert.equal(await page.getByRole("button", { name: "显示更早的" }).count(), 0);
  await leave();
  await service.close();
});
