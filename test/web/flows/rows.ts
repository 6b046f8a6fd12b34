/** What can be done with a row where it stands: by a finger, by the keyboard, by the mouse. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { DESK, listen, type Service, settled, visit } from "../browser.ts";
import {
  addRecord,
  balance,
  eventually,
  NOW,
  post,
  recordsOf,
  type SmallBook,
  smallBook,
} from "./book.ts";

/** Draws a finger over a row, from its middle. */
export async function draw(page: Page, row: Locator, by: number): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width * 0.7, box.y + box.height / 2];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch("touchStart", x);
  for (let step = 1; step <= 8; step++) await touch("touchMove", x + (by * step) / 8);
  // It comes to rest before it is lifted: a tap would only stop what still flies.
  await page.waitForTimeout(150);
  await touch("touchMove", x + by);
  await touch("touchEnd");
  await session.detach();
}

async function aLunch(service: Service, book: SmallBook): Promise<number> {
  return addRecord(service, book, {
    accountId: book.cash,
    amount: 20,
    category: "餐饮",
    description: "牛肉面",
    date: "2026-11-20",
  });
}

test("a row that is drawn to the left is entered again, given back, or deleted and brought back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await aLunch(service, book);
  const { page, leave } = await visit(service, "/records", { settings: { userId: book.userId } });
  await settled(page);
  const row = page.getByRole("main").getByRole("button", { name: /牛肉面/ });
  const acts = page.locator(".row-acts");
  // Too little is nothing, and opens nothing.
  await draw(page, row, -40);
  await acts.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("dialog").count(), 0);
  await draw(page, row, -200);
  await acts.getByRole("button", { name: "再记一笔" }).tap();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("it is booked again", async () => (await recordsOf(service, book)).length === 2);
  const [again] = await recordsOf(service, book);
  assert.deepEqual(
    [again?.amount, again?.category, again?.description, again?.date.slice(0, 10)],
    [20, "餐饮", "牛肉面", "2026-11-25"],
  );
  assert.equal(await balance(service, book.cash), 60);
  // A tap on a row that is open closes it, and opens no record.
  const first = row.last();
  await draw(page, first, -200);
  await acts.waitFor();
  const box = await first.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(60, box.y + 20);
  await acts.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("dialog").count(), 0);
  await draw(page, first, -200);
  await acts.getByRole("button", { name: "退款" }).tap();
  await page.getByText("退款 · 餐饮").waitFor();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("it is given back", async () => (await balance(service, book.cash)) === 80);
  await draw(page, page.getByRole("main").getByRole("button", { name: /餐饮退回的钱/ }), -200);
  // A refund is not entered again by itself.
  assert.deepEqual(await acts.getByRole("button").allTextContents(), ["删除"]);
  await acts.getByRole("button", { name: "删除" }).tap();
  await eventually("it is gone", async () => (await balance(service, book.cash)) === 60);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("it is back", async () => (await balance(service, book.cash)) === 80);
  await leave();
  await service.close();
});

test("newest records and transfers are drawn on the other pages, too", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await post(service, "/api/transfers", {
    userId: book.userId,
    fromAccountId: book.bank,
    toAccountId: book.cash,
    amount: 100,
    date: "2026-11-26",
  });
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await settled(page);
  const row = page.getByRole("main").getByRole("button", { name: /招商银行.*现金/ });
  const acts = page.locator(".row-acts");
  for (const path of ["/", "/calendar", "/transfers"]) {
    await page.goto(service.origin + path);
    await settled(page);
    await draw(page, row, -200);
    await acts.getByRole("button", { name: "删除" }).waitFor();
    assert.equal(await acts.getByRole("button").count(), 2, path);
  }
  await acts.getByRole("button", { name: "删除" }).tap();
  await eventually("it is gone", async () => (await balance(service, book.cash)) === 100);
  await leave();
  await service.close();
});

/** Lays a finger on a row, moves it down a way where that is given, and lifts it once `meanwhile` is done. */
async function rest(page: Page, row: Locator, down = 0, meanwhile = async () => {}): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: (typeof at)[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [at]);
  if (down !== 0) await touch("touchMove", [{ ...at, y: at.y + down }]);
  await meanwhile();
  await touch("touchEnd", []);
  await session.detach();
}

for (const [system, tells] of [
  ["with its event", true],
  ["without one, as on iOS", false],
] as const) {
  test(`a long touch begins to choose: ${system}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await aLunch(service, book);
    await addRecord(service, book, { accountId: book.cash, amount: 6, category: "交通" });
    const { page, leave } = await visit(service, "/records", { settings: { userId: book.userId } });
    await settled(page);
    if (!tells) {
      await page.evaluate(() => {
        addEventListener("contextmenu", (event) => event.stopImmediatePropagation(), true);
      });
    }
    const [lunch, bus] = [/牛肉面/, /交通/].map((name) =>
      page.getByRole("main").getByRole("button", { name }),
    ) as [Locator, Locator];
    const one = page.getByText("已选 1 条");
    // A finger that moves scrolls, however long it stays.
    await rest(page, bus, 40, () => page.waitForTimeout(700));
    assert.equal(await one.count(), 0);
    await rest(page, lunch, 0, () => one.waitFor());
    await one.waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await bus.tap();
    await page.getByText("已选 2 条").waitFor();
    await leave();
    await service.close();
  });
}

test("at the desk a long touch opens the menu of a row, and lifting the finger leaves it", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await aLunch(service, book);
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    touch: true,
    settings: { userId: book.userId },
  });
  await settled(page);
  await page.evaluate(() => {
    addEventListener("contextmenu", (event) => event.stopImmediatePropagation(), true);
  });
  const remove = page.getByRole("menu").getByRole("menuitem", { name: /删除/ });
  await rest(page, page.locator(".desk-row"), 0, () => remove.waitFor());
  await remove.tap();
  await eventually("it is gone", async () => (await balance(service, book.cash)) === 100);
  await leave();
  await service.close();
});

test("at the desk a row has a menu, by the mouse and by its key", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await aLunch(service, book);
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  await page.locator(".desk-row").click({ button: "right" });
  const menu = page.getByRole("menu");
  await menu.waitFor();
  const names = (await menu.getByRole("menuitem").allTextContents()).map((text) => text.trim());
  assert.deepEqual(names, ["修改Enter", "再记一笔R", "退款T", "删除Del", "选择X"]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await page.keyboard.press("ArrowDown");
  await page.locator(".desk-row .record-main").focus();
  await page.keyboard.press("Shift+F10");
  await menu.getByRole("menuitem", { name: "删除" }).waitFor();
  await menu.getByRole("menuitem", { name: "删除" }).click();
  await eventually("it is gone", async () => (await balance(service, book.cash)) === 100);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("it is back", async () => (await balance(service, book.cash)) === 80);
  await leave();
  await service.close();
});

test("by keyboard alone: rows are entered again, given back, chosen and deleted", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await aLunch(service, book);
  for (const amount of [1, 2, 3])
    await addRecord(service, book, { accountId: book.cash, amount, category: "交通" });
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  await page.getByRole("button", { name: "修改 餐饮 20.00" }).focus();
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByLabel("金额").press("Enter");
  await eventually("it is booked again", async () => (await balance(service, book.cash)) === 54);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "修改 餐饮 20.00" }).last().focus();
  await page.keyboard.press("t");
  await page.getByText("退款 · 餐饮").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "修改 交通 3.00" }).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("已选 3 条").waitFor();
  await page.keyboard.press("x");
  await page.getByText("已选 2 条").waitFor();
  await page.keyboard.press("Delete");
  await eventually("one row is gone", async () => (await recordsOf(service, book)).length === 4);
  await leave();
  await service.close();
});

test("a choice with Shift takes all between", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  for (const amount of [1, 2, 3, 4])
    await addRecord(service, book, { accountId: book.cash, amount, category: "交通" });
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  await page.getByRole("checkbox", { name: "选择 交通 4.00" }).check();
  await page.getByRole("checkbox", { name: "选择 交通 2.00" }).click({ modifiers: ["Shift"] });
  await page.getByText("已选 3 条").waitFor();
  await page.getByRole("toolbar").getByRole("button", { name: "删除" }).click();
  await eventually("they are gone", async () => (await balance(service, book.cash)) === 99);
  await leave();
  await service.close();
});
