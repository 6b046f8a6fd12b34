/** What a preview asks comes first, leads to its rows, is answered at once and changed until the commit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { purchaseRow, wechatBill } from "../../harness/bills.ts";
import { coveredBy, faults } from "../access.ts";
import { DESK, listen, PHONE, type Service, settled, visit } from "../browser.ts";
import {
  addRecord,
  eventually,
  NOW,
  pick,
  recordsOf,
  type SmallBook,
  smallBook,
  textOf,
} from "./book.ts";

const strange = (index: number) =>
  purchaseRow(index, { type: "怪事", direction: "/", who: `某人${index}`, yuan: `${index}.00` });
/** Two that are in the book, two words nobody knows, one amount that is none, and two plain rows. */
const ROWS = [
  purchaseRow(1, { yuan: "20.00" }),
  purchaseRow(2, { yuan: "30.00" }),
  strange(3),
  strange(4),
  purchaseRow(5, { status: "处理中", yuan: "5.00" }),
  purchaseRow(6, { yuan: "abc" }),
  purchaseRow(7),
  purchaseRow(8),
];

async function open(service: Service, book: SmallBook, screen: typeof PHONE, rows = ROWS) {
  const shown = await visit(service, "/import", { screen, settings: { userId: book.userId } });
  const file = { name: "三月.csv", mimeType: "text/csv", buffer: Buffer.from(wechatBill(rows)) };
  await shown.page.locator("input[type=file]").setInputFiles(file);
  await shown.page.getByRole("button", { name: /^确认导入/ }).waitFor();
  await settled(shown.page);
  return shown;
}

/** The question with these words in it. */
const asked = (page: Page, text: RegExp) => page.locator("li.question").filter({ hasText: text });

for (const screen of [PHONE, DESK]) {
  test(`a preview says first what it asks, and one button answers all of a kind (${screen.width})`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    for (const [amount, date] of [
      [20, "2026-03-02"],
      [30, "2026-03-03"],
    ] as const) {
      await addRecord(service, book, { accountId: book.cash, amount, category: "餐饮", date });
    }
    const { page, leave } = await open(service, book, screen);
    const wrong = await faults(page, screen, "questions");
    const bar = page.getByRole("region", { name: "这次导入" });
    assert.match(
      await textOf(bar),
      /^2 个问题2 行像是重复1 行没有读懂没有回答的 6 行先不记确认导入 2 条放弃预览$/,
    );
    // Each leads to its rows.
    await bar.getByRole("button", { name: "2 行像是重复" }).click();
    await page.getByText("只看：").waitFor();
    await eventually("only those are listed", async () => {
      const names = await page.locator(".import-row .ellipsis").allInnerTexts();
      return names.filter((name) => name.startsWith("商户")).join() === "商户1,商户2";
    });
    await page.getByRole("button", { name: "看全部行" }).click();
    // One answer for all, with their count and sum before; it can be changed.
    const similar = asked(page, /手工记录/);
    assert.match(await textOf(similar), /2 行 · 共 50.00/);
    await similar.getByRole("button", { name: "合并全部" }).click();
    await bar.getByText("没有回答的 4 行先不记").waitFor();
    await page.getByText("已回答的 1 个问题").click();
    const merge = similar.getByRole("button", { name: "合并全部" });
    assert.equal(await merge.getAttribute("aria-pressed"), "true");
    await similar.getByRole("button", { name: "都不是同一笔" }).click();
    await page.getByRole("button", { name: "确认导入 4 条" }).waitFor();
    await merge.click();
    await page.getByRole("button", { name: "确认导入 2 条" }).waitFor();
    // Every kind of question is answered; then the commit is the first thing.
    await asked(page, /怪事/).getByRole("button", { name: "支出" }).click();
    await asked(page, /处理中/)
      .getByRole("button", { name: "没有付，不记" })
      .click();
    await asked(page, /请手工补记/)
      .getByRole("button", { name: "知道了，不记" })
      .click();
    await bar.getByText("问题都已回答").waitFor();
    wrong.push(...(await faults(page, screen, "answered")));
    assert.deepEqual(wrong, []);
    await bar.getByRole("button", { name: "确认导入 4 条" }).click();
    await page.getByRole("heading", { name: "导入完成" }).waitFor();
    const amounts = (await recordsOf(service, book)).map(({ amount }) => amount);
    assert.deepEqual(
      amounts.sort((a, b) => a - b),
      [3, 4, 8.57, 9.58, 20, 30],
    );
    await leave();
    await service.close();
  });
}

test("where nothing is asked it says so, and the commit comes before everything", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await open(service, book, PHONE, [purchaseRow(1), purchaseRow(2)]);
  await page.getByText("没有要回答的问题").waitFor();
  const first = page.getByRole("main").getByRole("button").first();
  assert.equal(await textOf(first), "确认导入 2 条");
  await leave();
  await service.close();
});

test("an answer about a word is shown as remembered by the next file, and forgotten", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const first = await open(service, book, DESK, [strange(3)]);
  await asked(first.page, /怪事/).getByRole("button", { name: "支出" }).click();
  await first.page.getByRole("button", { name: "确认导入 1 条" }).click();
  await first.page.getByRole("heading", { name: "导入完成" }).waitFor();
  await first.leave();
  const { page, leave } = await open(service, book, DESK, [strange(4)]);
  await page.getByText("已回答的 1 个问题").click();
  await page.getByText("记住的设置").waitFor();
  await asked(page, /怪事/).getByRole("button", { name: "忘记" }).click();
  await page.getByText("没有回答的 1 行先不记").waitFor();
  await leave();
  await service.close();
});

test("a preview is dropped by keyboard once that is confirmed, and kept otherwise", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await open(service, book, DESK);
  const imports = async () => (await service.get(`/api/imports?userId=${book.userId}`)).data.length;
  const drop = page.getByRole("main").getByRole("button", { name: "放弃预览" });
  await drop.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "放弃这次预览？" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  assert.equal(await imports(), 1);
  await eventually("the keyboard is where it was", () =>
    drop.evaluate((button) => button === document.activeElement),
  );
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "放弃预览" }).press("Enter");
  await page.getByRole("heading", { name: "导入记录" }).waitFor();
  await eventually("it is gone", async () => (await imports()) === 0);
  await leave();
  await service.close();
});

for (const screen of [PHONE, DESK]) {
  test(`no message lies over what can be pressed (${screen.width})`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await open(service, book, screen, [purchaseRow(1)]);
    await pick(page, /^分类 /, "购物");
    await page.getByRole("button", { name: "现在就启用" }).click();
    await page.locator(".toast").waitFor();
    if (screen === PHONE) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    assert.deepEqual(await coveredBy(page), []);
    await page.getByRole("main").getByRole("button", { name: "放弃预览" }).click();
    await page.getByRole("dialog").waitFor();
    const dialog = await page.getByRole("dialog").boundingBox();
    const toast = await page.locator(".toast").boundingBox();
    assert.ok(dialog && toast);
    const apart = dialog.y + dialog.height <= toast.y || dialog.x >= toast.x + toast.width;
    assert.ok(apart, JSON.stringify({ dialog, toast }));
    await leave();
    await service.close();
  });
}
