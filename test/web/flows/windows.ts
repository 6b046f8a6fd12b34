/** Windows of every shape, and letters of every size: what can be done on a phone can be done there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { coveredBy } from "../access.ts";
import { DESK, listen, overflow, PHONE, type Service, settled, visit } from "../browser.ts";
import { addRecord, eventually, NOW, recordsOf, type SmallBook, smallBook } from "./book.ts";

const LANDSCAPE = { width: 844, height: 390 };
/** A desk of 1280 × 800 at 200 %. */
const ZOOMED = { width: 640, height: 400 };

const SHAPES = [
  { name: "a phone on its side", screen: LANDSCAPE },
  { name: "a desk at 200 %", screen: ZOOMED },
  { name: "a low window", screen: { width: 1280, height: 400 } },
  { name: "a small phone", screen: { width: 320, height: 568 } },
  { name: "letters of 150 %", screen: PHONE, fontSize: 150 },
  { name: "letters of 150 % on a small phone", screen: { width: 320, height: 568 }, fontSize: 150 },
];

for (const { name, screen, fontSize = 100 } of SHAPES) {
  test(`a record can be booked: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/", {
      screen,
      settings: { userId: book.userId, fontSize },
    });
    await page.getByRole("button", { name: "记一笔" }).first().click();
    const category = page.getByRole("radio", { name: "餐饮", exact: true });
    await category.waitFor();
    const grid = page.locator(".phone-entry-categories, .desk-entry-categories");
    const { height } = (await grid.boundingBox()) as { height: number };
    assert.ok(height >= 120, `categories are ${height} px high`);
    await category.check();
    if ((await page.getByRole("button", { name: "完成" }).count()) > 0) {
      for (const part of await page.locator(".phone-entry-head button, .key").all()) {
        assert.deepEqual(await outside(page, part), [], (await part.textContent()) ?? "");
      }
      await page.getByRole("button", { name: "一句话记账" }).click();
      await page.getByRole("textbox", { name: "一句话记账" }).waitFor();
      await page.getByRole("button", { name: "一句话记账" }).click();
      for (const key of "35") await page.getByRole("button", { name: key, exact: true }).click();
      await page.getByRole("button", { name: "完成" }).click();
    } else {
      await page.getByLabel("金额", { exact: true }).fill("35");
      const save = page.getByRole("button", { name: "保存", exact: true });
      assert.deepEqual(await outside(page, save), []);
      await save.click();
    }
    await page.getByText(/已记下/).waitFor();
    assert.equal(await overflow(page, screen as typeof PHONE), 0);
    await eventually("it is booked", async () => (await recordsOf(service, book)).length === 1);
    await leave();
    await service.close();
  });

  test(`what chooses records is whole, and no message covers a button: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    for (let day = 1; day <= 24; day++) await spend(service, book, day);
    const { page, leave } = await visit(service, "/records", {
      screen,
      settings: { userId: book.userId, fontSize },
    });
    await page.getByText("24 笔").waitFor();
    const desk = (await page.locator(".side").count()) > 0;
    if (!desk) {
      const select = page.locator(".phone-only");
      assert.deepEqual(await cut(page), []);
      await select.click();
      await page.getByRole("toolbar").waitFor();
      assert.equal(await select.textContent(), "取消");
      assert.deepEqual(await cut(page), []);
      await page.locator(".record-main").first().click();
    } else await page.getByRole("checkbox").first().check();
    const toolbar = page.getByRole("toolbar");
    for (const button of await toolbar.getByRole("button").all()) {
      assert.deepEqual(await outside(page, button), [], (await button.textContent()) ?? "");
    }
    await toolbar.getByRole("button", { name: "改分类" }).click();
    await page.getByRole("radio", { name: "交通", exact: true }).check();
    await page.getByRole("button", { name: "应用" }).click();
    await page.getByText("已修改 1 条记录").waitFor();
    assert.deepEqual(await coveredBy(page, true), []);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(100);
    assert.deepEqual(await coveredBy(page), []);
    await page.getByRole("button", { name: "筛选" }).click();
    await page.getByLabel("最低金额").waitFor();
    assert.deepEqual(await coveredBy(page, true), []);
    if (!desk) assert.ok((await offCentre(page)) <= 1, "the fields stand in the middle");
    await leave();
    await service.close();
  });
}

function spend(service: Service, book: SmallBook, day: number): Promise<number> {
  const date = `2026-11-${String(day).padStart(2, "0")}`;
  return addRecord(service, book, { accountId: book.bank, amount: day, category: "餐饮", date });
}

/** By how much something reaches past the window, on each side where it does. */
async function outside(page: Page, part: Locator): Promise<string[]> {
  const { x, y, width, height } = (await part.boundingBox()) as Box;
  const screen = page.viewportSize() as { width: number; height: number };
  const past = {
    left: -x,
    top: -y,
    right: x + width - screen.width,
    bottom: y + height - screen.height,
  };
  return Object.entries(past)
    .filter(([, by]) => by > 0.5)
    .map(([side, by]) => `${side} ${by}`);
}

type Box = { x: number; y: number; width: number; height: number };

/** Labels of buttons that are not seen whole. */
async function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".mantine-Button-label")]
      .filter((label) => label.checkVisibility())
      .filter((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        const { left, right } = range.getBoundingClientRect();
        const own = label.getBoundingClientRect();
        return left < own.left - 1 || right > Math.min(own.right + 1, innerWidth);
      })
      .map((label) => label.textContent),
  );
}

/** How far the fields of the filter stand from the middle of their sheet. */
async function offCentre(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sheet = document.querySelector(".mantine-Drawer-content")?.getBoundingClientRect();
    const fields = [...document.querySelectorAll(".filter-sheet > *")].map((field) =>
      field.getBoundingClientRect(),
    );
    if (sheet === undefined || fields.length === 0) return Number.POSITIVE_INFINITY;
    const left = Math.min(...fields.map((field) => field.left)) - sheet.left;
    const right = sheet.right - Math.max(...fields.map((field) => field.right));
    return Math.abs(left - right);
  });
}

/** Amounts that reach past what they stand in. */
async function cutAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const amounts =
      ".hero .money, .periods .money, .figures .money, .net-worth-figure, .month-day span";
    return [...document.querySelectorAll<HTMLElement>(amounts)]
      .filter((amount) => amount.getBoundingClientRect().width > 1)
      .filter((amount) => {
        const within = amount.closest(".hero, .card, .figures > div, .month-day") as HTMLElement;
        const [inner, outer] = [amount.getBoundingClientRect(), within.getBoundingClientRect()];
        return inner.right > outer.right + 0.5 || inner.left < outer.left - 0.5;
      })
      .map((amount) => amount.textContent ?? "");
  });
}

for (const size of ["100%", "200%"]) {
  test(`no amount is cut on a phone whose letters are ${size}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await addRecord(service, book, {
      accountId: book.bank,
      type: "income",
      category: "工资",
      amount: 934_567.89,
    });
    await addRecord(service, book, { accountId: book.bank, category: "餐饮", amount: 345_678.9 });
    const budget = { userId: book.userId, category: "餐饮", amount: 456_789.01, month: "2026-11" };
    assert.equal((await service.post("/api/budgets", budget)).status, 200);
    const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
    for (const path of ["/", "/accounts", "/budgets", "/statistics", "/calendar"]) {
      await page.goto(service.origin + path);
      await page.locator("h1").waitFor();
      await settled(page);
      await page.evaluate((value) => {
        document.documentElement.style.fontSize = value;
      }, size);
      await page.waitForTimeout(300);
      assert.deepEqual(await cutAmounts(page), [], path);
    }
    await leave();
    await service.close();
  });
}

test("all letters grow alike", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  for (let day = 1; day <= 5; day++) await spend(service, book, day);
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  const unlike: string[] = [];
  for (const path of [
    "/",
    "/records",
    "/calendar",
    "/accounts",
    "/budgets",
    "/settings",
    "/more",
  ]) {
    await page.goto(service.origin + path);
    await page.locator("h1").waitFor();
    await settled(page);
    unlike.push(...(await growing(page)).map((what) => `${path} ${what}`));
  }
  await page.getByRole("button", { name: "记一笔" }).first().click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).waitFor();
  unlike.push(...(await growing(page)));
  assert.deepEqual(unlike, []);
  await leave();
  await service.close();
});

/** Texts that do not become half as large again when the letters of the page do. */
async function growing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) =>
        !element.closest("svg, .hero-balance, .net-worth-figure") &&
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ""),
    );
    const before = texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    document.documentElement.style.fontSize = "150%";
    const found = texts
      .filter((text, at) => {
        const grown = Number.parseFloat(getComputedStyle(text).fontSize) / (before[at] as number);
        return Math.abs(grown - 1.5) > 0.01;
      })
      .map((text) => text.outerHTML.slice(0, 100));
    document.documentElement.style.fontSize = "";
    return found;
  });
}

test("the size of letters is chosen, and there before the page is", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/settings", {
    screen: DESK,
    settings: { userId: book.userId },
    failing: true,
  });
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  const choice = page.getByLabel("字号");
  for (const [percent, pixels] of [
    ["115", "18.4px"],
    ["130", "20.8px"],
    ["150", "24px"],
  ] as const) {
    await choice.selectOption(percent);
    assert.equal(await size(), pixels);
  }
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "commit" });
  await page.locator("#root").waitFor({ state: "attached" });
  assert.equal(await size(), "24px");
  await page.unroute("**/assets/*.js");
  await page.reload();
  await choice.selectOption("100");
  assert.equal(await size(), "16px");
  await leave();
  await service.close();
});
