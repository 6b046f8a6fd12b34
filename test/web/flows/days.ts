/** Days and ranges are chosen in one way everywhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { faults } from "../access.ts";
import { DESK, listen, PHONE, type Screen, settled, visit } from "../browser.ts";
import { addRecord, eventually, NOW, recordsOf, smallBook } from "./book.ts";

async function openForm(page: Page, amount: string, screen: Screen): Promise<void> {
  await page.getByRole("button", { name: "记一笔" }).first().click();
  if (screen === DESK) await page.getByRole("dialog").getByLabel("金额").fill(amount);
  else for (const key of amount) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
}

const openDays = (page: Page, screen: Screen) =>
  page.getByLabel(screen === PHONE ? /^日期/ : "选日期 日期").click();

const save = (page: Page, screen: Screen) =>
  page.getByRole("button", { name: screen === PHONE ? "完成" : "保存", exact: true }).click();

for (const screen of [PHONE, DESK]) {
  const name = screen === PHONE ? "phone" : "desk";

  test(`a day is chosen by how near it is, or in its month, with its time: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await addRecord(service, book, {
      accountId: book.cash,
      amount: 30,
      category: "餐饮",
      date: "2026-10-23",
    });
    const { page, leave } = await visit(service, "/", {
      screen,
      settings: { userId: book.userId },
    });
    await settled(page);
    await openForm(page, "5", screen);
    await openDays(page, screen);
    await page.getByRole("button", { name: "前天", exact: true }).click();
    await save(page, screen);
    const dates = async () => (await recordsOf(service, book)).map(({ date }) => date).sort();
    await eventually("it is booked", async () => (await dates()).length === 2);
    assert.equal((await dates())[1], "2026-11-23T16:00:00.000Z", "the day alone, in Shanghai");
    await openForm(page, "6", screen);
    await openDays(page, screen);
    await page.getByRole("button", { name: "上个月" }).click();
    const days = page.getByRole("group", { name: "2026年10月" });
    // What was spent shades a day and is said; the lunar day and the term stand below it.
    await days.getByRole("button", { name: "10月23日 周五 · 十四 · 霜降 · 支出 30.00" }).waitFor();
    assert.equal(await days.getByRole("button").count(), 31);
    await page.getByLabel("时间（可不填）").fill("18:45");
    await days.getByRole("button", { name: /^10月8日 周四/ }).click();
    if (screen === PHONE) await page.getByLabel("日期 10月8日 18:45").waitFor();
    await save(page, screen);
    await eventually("it is booked", async () =>
      (await dates()).includes("2026-10-08T10:45:00.000Z"),
    );
    await leave();
    await service.close();
  });

  test(`a range is chosen at a tap, in the list and in the statistics: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    for (const [date, amount] of [
      ["2026-11-26", 1],
      ["2026-11-20", 20],
      ["2026-11-19", 300],
      ["2026-10-31", 4000],
    ] as const)
      await addRecord(service, book, { accountId: book.bank, amount, category: "餐饮", date });
    const { page, leave } = await visit(service, "/records", {
      screen,
      settings: { userId: book.userId },
    });
    await settled(page);
    await page.getByRole("button", { name: "筛选" }).click();
    const sums = page.locator(".list-sums");
    await page.getByRole("button", { name: "近 7 天" }).click();
    await page.waitForURL(/startDate=2026-11-20&endDate=2026-11-26/);
    await sums.getByText("21.00", { exact: true }).waitFor();
    await page.getByRole("button", { name: "上月", exact: true }).click();
    await sums.getByText("4,000.00", { exact: true }).waitFor();
    await page.goto(`${service.origin}/statistics?range=days`);
    await settled(page);
    await page.getByRole("button", { name: "今天", exact: true }).click();
    await page.locator(".figures").getByText("1.00", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "近三月" }).click();
    await page.locator(".figures").getByText("4,321.00", { exact: true }).first().waitFor();
    await leave();
    await service.close();
  });
}

test("by keyboard alone: the arrows go from day to day and over the months", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  await page.keyboard.press("n");
  await page.getByRole("dialog").getByLabel("金额").fill("7");
  await page.getByRole("radio", { name: "餐饮", exact: true }).press("Space");
  await page.getByLabel("选日期 日期").press("Enter");
  const chosen = page.locator(".day-button[data-day='2026-11-26']");
  await chosen.waitFor();
  await chosen.focus();
  for (const key of ["ArrowUp", "ArrowLeft", "PageUp", "ArrowDown", "ArrowDown", "ArrowDown"]) {
    await page.keyboard.press(key);
  }
  // 26 → 19 → 18 November → 18 October → 25 → 1 November → 8.
  await page.locator(".day-button[data-day='2026-11-08']:focus").waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.getByLabel("日期", { exact: true }).inputValue(), "2026-11-08");
  await page.getByLabel("选日期 日期").press("Enter");
  await page.locator(".day-choices").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".day-choices").waitFor({ state: "detached" });
  await page.getByRole("dialog").getByLabel("备注").press("Enter");
  await eventually("it is booked", async () => (await recordsOf(service, book)).length === 1);
  const [record] = await recordsOf(service, book);
  assert.equal(record?.date, "2026-11-07T16:00:00.000Z");
  await leave();
  await service.close();
});

test("a record keeps its time when its day is changed, and its moment when neither is", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, {
    accountId: book.cash,
    amount: 8,
    category: "餐饮",
    description: "面",
    date: "2026-11-20T12:34:56+08:00",
  });
  const { page, leave } = await visit(service, "/records", { settings: { userId: book.userId } });
  const date = async () => (await recordsOf(service, book))[0]?.date;
  const open = () => page.getByRole("main").getByRole("button", { name: /面/ }).click();
  await settled(page);
  await open();
  await page.getByLabel("日期 11月20日 12:34").waitFor();
  await page.getByLabel("备注").fill("牛肉面");
  await page.getByRole("button", { name: "完成" }).click();
  await eventually(
    "it is changed",
    async () => (await recordsOf(service, book))[0]?.description === "牛肉面",
  );
  assert.equal(await date(), "2026-11-20T04:34:56.000Z");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await open();
  await page.getByLabel(/^日期/).click();
  await page.getByRole("button", { name: "昨天", exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("it is moved", async () => (await date()) === "2026-11-25T04:34:00.000Z");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await open();
  await page.getByLabel(/^日期/).click();
  await page.getByLabel("时间（可不填）").fill("");
  await page.getByRole("button", { name: "昨天", exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("the day alone", async () => (await date()) === "2026-11-24T16:00:00.000Z");
  await leave();
  await service.close();
});

test("beside the desk's list a press leads to a month", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  for (let month = 1; month <= 11; month++) {
    for (let date = 1; date <= 12; date++) {
      const day = `2026-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
      await addRecord(service, book, {
        accountId: book.bank,
        amount: month,
        category: "餐饮",
        description: `${month}月的饭`,
        date: day,
      });
    }
  }
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  const rail = page.getByRole("navigation", { name: "按月跳转" });
  assert.equal(await rail.getByRole("button").count(), 11);
  await rail
    .getByRole("button", { name: "2026年11月", exact: true })
    .and(page.locator("[aria-current]"))
    .waitFor();
  await rail.getByRole("button", { name: "2026年3月", exact: true }).press("Enter");
  await page.getByText("3月的饭").first().waitFor();
  // The month's first day stands below the filters, which cover nothing of it.
  const head = page.locator(".day-head", { hasText: "3月12日" });
  await head.waitFor();
  const [bar, box] = [await page.locator(".filter-bar").boundingBox(), await head.boundingBox()];
  assert.ok(bar && box && box.y + box.height > bar.y + bar.height, JSON.stringify([bar, box]));
  assert.ok(box.y < 400, "it is at the top");
  await leave();
  await service.close();
});

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`the days are open to everybody and fit: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    for (const date of ["2026-11-20", "2026-11-03", "2026-10-03"])
      await addRecord(service, book, { accountId: book.cash, amount: 5, category: "餐饮", date });
    const settings = { userId: book.userId };
    const { page, leave } = await visit(service, "/records", { screen, settings });
    await settled(page);
    const wrong: string[] = [];
    await openForm(page, "1", screen);
    await openDays(page, screen);
    await page.locator(".day-grid").waitFor();
    wrong.push(...(await faults(page, screen, "days")));
    await page.goto(`${service.origin}/statistics?range=days`);
    await page.getByRole("button", { name: "近三月" }).click();
    wrong.push(...(await faults(page, screen, "ranges")));
    assert.deepEqual(wrong, []);
    await leave();
    await service.close();
  });
}
