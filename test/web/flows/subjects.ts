/** One category, account or payee by itself: twelve months, what is usual, the largest, its records. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, PHONE, type Service, settled, visit } from "../browser.ts";
import { addRecord, NOW, type SmallBook, smallBook } from "./book.ts";

/** 餐饮: whole months of 100.00, 300.00 and 200.00; this month 150.00 up to the 26th. */
async function meals(service: Service, book: SmallBook): Promise<void> {
  const eat = (date: string, amount: number, description?: string) =>
    addRecord(service, book, {
      accountId: book.cash,
      category: "餐饮",
      amount,
      date,
      ...(description && { description }),
    });
  await eat("2026-08-03", 100);
  await eat("2026-09-10", 60, "火锅 海底捞");
  await eat("2026-09-29", 240, "年夜饭");
  await eat("2026-10-05", 200.01);
  await eat("2026-11-02", 149.5, "火锅 海底捞");
  await eat("2026-11-26", 0.5);
  await addRecord(service, book, { accountId: book.bank, category: "交通", amount: 9 });
}

for (const screen of [PHONE, DESK]) {
  const name = screen === PHONE ? "phone" : "desk";

  test(`a category opened from 统计 says what is usual, to the fen: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await meals(service, book);
    const { page, leave } = await visit(service, "/statistics", {
      screen,
      settings: { userId: book.userId },
    });
    await settled(page);
    await page.getByRole("link", { name: /餐饮/ }).first().click();
    await page.waitForURL(/\/subject\?/);
    await settled(page);
    const card = page.locator(".year-card");
    // The whole months are August to October: (100.00 + 300.00 + 200.01) / 3, and the middle one.
    assert.match(
      (await card.locator(".year-usual").textContent()) ?? "",
      /月均200\.00中位数200\.01/,
    );
    await card.getByText("按有记录以来的 3 个整月算").waitFor();
    // By the 26th it was usually 100.00, 60.00 and 200.01: the median of those is 100.00.
    await card.getByText("到今天比平时多 50.00").waitFor();
    assert.equal(await card.getByRole("button").count(), 12);
    await page.getByText("最大的几笔").waitFor();
    const largest = page.locator(".year-pair .record-row");
    assert.deepEqual(
      (await largest.locator(".money").allTextContents()).map((text) => text.trim()),
      ["−240.00", "−200.01", "−149.50", "−100.00", "−60.00"],
    );
    const list = page.locator(".record-list");
    await list.getByText("火锅 海底捞").waitFor();
    // Another month: a whole one is compared with the other whole ones.
    await card.getByRole("button", { name: "2026年9月 300.00" }).click();
    await page.waitForURL(/month=2026-09/);
    await card.getByText("2 笔 · 比平时多 149.99").waitFor();
    await list.getByText("年夜饭").waitFor();
    await card.getByRole("button", { name: "2026年8月 100.00" }).press("Enter");
    await card.getByText("1 笔 · 比平时少 150.01").waitFor();
    await leave();
    await service.close();
  });
}

test("a payee is opened from a record and from a search, and goes back to its records", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await meals(service, book);
  const { page, leave } = await visit(service, "/records", { settings: { userId: book.userId } });
  await settled(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: /海底捞/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "火锅 海底捞" }).click();
  await page.waitForURL(/\/subject\?text=/);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const card = page.locator(".year-card");
  // One whole month has ended since its first record: 60.00 in September, nothing in October.
  await card.getByText("按有记录以来的 2 个整月算").waitFor();
  assert.match((await card.locator(".year-usual").textContent()) ?? "", /月均30\.00中位数30\.00/);
  await page.goto(`${service.origin}/records`);
  await page.getByRole("searchbox").fill("海底捞");
  await page.waitForURL(/text=/);
  await page.getByRole("link", { name: "十二个月" }).click();
  await page.waitForURL(/\/subject\?text=/);
  await page.getByRole("heading", { name: "海底捞", level: 1 }).waitFor();
  await page.getByRole("link", { name: "查看明细" }).click();
  await page.waitForURL(/\/records\?/);
  const { searchParams } = new URL(page.url());
  assert.deepEqual(
    ["text", "type", "startDate", "endDate"].map((name) => searchParams.get(name)),
    ["海底捞", "expense", "2026-11-01", "2026-11-30"],
  );
  await leave();
  await service.close();
});

test("an account opened shows its twelve months, out of it and into it", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await meals(service, book);
  await addRecord(service, book, {
    accountId: book.cash,
    type: "income",
    category: "红包",
    amount: 66,
    date: "2026-10-01",
  });
  const { page, leave } = await visit(service, `/accounts/${book.cash}`, {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  const card = page.locator(".year-card");
  await card.getByText("到今天比平时多 50.00").waitFor();
  await card.getByText("收入", { exact: true }).click();
  await card.getByRole("button", { name: "2026年10月 66.00" }).waitFor();
  assert.match((await card.locator(".year-usual").textContent()) ?? "", /月均66\.00/);
  await leave();
  await service.close();
});
