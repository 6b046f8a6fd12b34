import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { listen, overflow, PHONE, settled, visit } from "../browser.ts";
import { makeSampleBook } from "../sample-book.ts";
import { NOW, post, TODAY } from "./book.ts";

const NARROW = { ...PHONE, width: 320 };

/** Words and figures that reach past the screen, or past what cuts them without a sign. */
async function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const wrong = texts.filter((text) => {
      if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) return false;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width < 2 || text.data.trim() === "") return false;
      for (let box: Element | null = text.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
        // It is scrolled to, ends in a sign, or is said and not shown.
        if (overflowX === "auto" || textOverflow === "ellipsis" || clipPath !== "none")
          return false;
        const within = box.getBoundingClientRect();
        if (overflowX !== "hidden") continue;
        if (right > within.right + 2 || left < within.left - 2) return true;
      }
      return left < -1 || right > document.documentElement.clientWidth + 1;
    });
    return wrong.map(({ data }) => data);
  });
}

/** Opens a page in letters twice as large. */
async function openLarge(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
  await page.locator("[data-tight] h1").waitFor();
  await settled(page);
}

test("nothing is cut where letters are twice as large on the narrowest phone", async () => {
  const service = await listen({ now: NOW });
  const user = { name: "林小满", email: "lin@example.com" };
  const userId = (await post(service, "/api/users", user)).id as number;
  const send = (path: string, body: object) => post(service, path, body);
  const { accountIds } = await makeSampleBook(send, userId, TODAY as never, 3);
  const [account] = accountIds as [number];
  const loan = { userId, name: "房贷", kind: "loan", type: "bank", balance: -1_280_000 };
  await post(service, "/api/accounts", loan);
  const plan = {
    name: "话费",
    kind: "expense",
    accountId: account,
    category: "通讯",
    amount: 1058,
  };
  const waits = { mode: "confirm", backfill: true, amountMode: "estimate", days: [20] };
  const rule = { userId, every: { unit: "month" }, startDate: "2026-10-20" };
  const { id } = await post(service, "/api/plans", { ...rule, ...plan, ...waits });
  const { page, leave } = await visit(service, "/", { screen: NARROW, settings: { userId } });
  const bad: string[] = [];
  const look = async (where: string) => {
    bad.push(...(await cut(page)).map((words) => `${where}: ${words}`));
    if ((await overflow(page, NARROW)) > 0) bad.push(`${where} is too wide`);
  };
  const pages = [
    ...["/", "/records", "/calendar", "/accounts", `/accounts/${account}`, "/budgets", "/plans"],
    ...[`/accounts/${account}/sheet`, `/plans/${id}`, "/statistics", "/subject?category=餐饮"],
    ...["/settings", "/transfers", "/import", "/rules", "/history", "/more"],
  ];
  for (const path of pages) {
    await openLarge(page, service.origin + path);
    await look(path);
  }
  for (const [path, name] of [
    ["/accounts", "添加账户"],
    ["/budgets", "添加预算"],
    ["/plans", "添加计划"],
    [`/accounts/${account}`, "校准余额"],
  ] as const) {
    await openLarge(page, service.origin + path);
    await page.getByRole("button", { name }).first().click();
    await page.getByRole("dialog").waitFor();
    await look(name);
  }
  assert.deepEqual(bad, []);
  await leave();
  await service.close();
});

test("large letters keep the arrows beside their month, and the amount above the keys", async () => {
  const service = await listen({ now: NOW });
  const user = { name: "小满", email: "xiaoman@example.com" };
  const userId = (await post(service, "/api/users", user)).id as number;
  await post(service, "/api/accounts", { userId, name: "现金", type: "cash", balance: 100 });
  const { page, leave } = await visit(service, "/", { screen: NARROW, settings: { userId } });
  await openLarge(page, `${service.origin}/budgets`);
  const box = (name: string) => page.getByRole("button", { name }).boundingBox();
  const [back, next] = await Promise.all([box("上个月"), box("下个月")]);
  assert.equal(back?.y, next?.y);
  assert.ok((next?.x ?? 0) > (back?.x ?? 0));
  await page.getByRole("button", { name: "记一笔" }).first().click();
  const dialog = page.getByRole("dialog");
  const amount = await dialog.locator(".amount-text").boundingBox();
  const keys = await dialog.locator(".keypad").boundingBox();
  assert.ok(amount && keys && amount.y + amount.height <= keys.y, "the keys do not lie over it");
  await leave();
  await service.close();
});
