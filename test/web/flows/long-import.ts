import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { contextFor } from "../../../src/cli/import.ts";
import { Job } from "../../../src/server/background/jobs.ts";
import { commitPart } from "../../../src/server/imports/commit.ts";
import type { Store } from "../../../src/store/open.ts";
import { preview, purchaseRow, type WechatRow, wechatBill } from "../../harness/bills.ts";
import { DESK, listen, PHONE, type Service, visit } from "../browser.ts";
import { eventually, NOW, pick, recordsOf, type SmallBook, smallBook } from "./book.ts";

function bill(rows: WechatRow[]) {
  return { name: "wechat.csv", mimeType: "text/csv", buffer: Buffer.from(wechatBill(rows)) };
}

async function importsOf(service: Service, { userId }: SmallBook) {
  return (await service.get(`/api/imports?userId=${userId}`)).data as { status: string }[];
}

/** Scrolls down until a row with the text is on the screen. */
async function scrollTo(page: Page, text: string): Promise<void> {
  const row = page.locator(".import-row", { hasText: text });
  for (let round = 0; round < 100 && (await row.count()) === 0; round++) {
    await page.mouse.wheel(0, 40_000);
    await page.waitForTimeout(50);
  }
  await row.first().waitFor();
}

/** Notices a progress bar from here on, however short it is there. */
async function watchProgress(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const noticed = document.body.dataset;
    delete noticed.progress;
    new MutationObserver(() => {
      if (document.querySelector("[role=progressbar]")) noticed.progress = "seen";
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => document.body.dataset.progress === "seen");
}

test("a long bill tells how far it is, and shows its last row", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  const rows = Array.from({ length: 2500 }, (_, at) => purchaseRow(at, { who: `商户${at}号` }));
  const readingShown = await watchProgress(page);
  await page.locator("input[type=file]").setInputFiles(bill(rows));
  await page.getByRole("button", { name: "确认导入 2500 条" }).waitFor();
  assert.ok(await readingShown());
  await page.getByText("商户0号", { exact: true }).waitFor();
  await scrollTo(page, "商户2499号");
  assert.ok((await page.locator(".import-row").count()) < 60, "only what is in view is there");
  await page.getByRole("button", { name: "新记录 2,500" }).click();
  await scrollTo(page, "商户2499号");
  const committingShown = await watchProgress(page);
  await page.getByRole("button", { name: "确认导入 2500 条" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  assert.ok(await committingShown());
  assert.equal((await recordsOf(service, book)).length, 2500);
  await leave();
  await service.close();
});

test("an import that was cut off between two parts says how far it is, and goes on", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId } = book;
  const rows = Array.from({ length: 44 }, (_, at) => purchaseRow(at));
  const { id } = await preview(service, userId, wechatBill(rows));
  const own = contextFor({ db: service.db } as Store, userId, "Asia/Shanghai");
  await commitPart(own, id, new Job(), { partRows: 10 });
  const { page, leave } = await visit(service, "/import", { screen: PHONE, settings: { userId } });
  await page.getByText("写了 10 / 44 行").click();
  await page.getByRole("heading", { name: "还没有写完" }).waitFor();
  const bar = page.getByRole("progressbar");
  assert.equal(await bar.getAttribute("aria-valuenow"), "10");
  assert.equal(await bar.getAttribute("aria-valuemax"), "44");
  // Another process writes the next part.
  await commitPart(own, id, new Job(), { partRows: 10 });
  await page.getByText("20 / 44").waitFor();
  assert.equal((await recordsOf(service, book)).length, 20);
  await page.getByRole("button", { name: "接着写完" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  assert.equal((await recordsOf(service, book)).length, 44);
  await leave();
  await service.close();
});

test("a reading is cancelled, and nothing is left of it", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  const rows = Array.from({ length: 12_000 }, (_, at) => purchaseRow(at));
  await page.locator("input[type=file]").setInputFiles(bill(rows));
  await page.getByText(/正在(读取|与已有记录核对|整理预览)/).waitFor();
  await page.getByRole("button", { name: "取消" }).click();
  await page.getByRole("button", { name: "选择文件" }).waitFor();
  await eventually("it is gone", async () => (await importsOf(service, book)).length === 0);
  assert.equal((await recordsOf(service, book)).length, 0);
  assert.equal(await page.getByRole("alert").count(), 0, "a wish is no error");
  await leave();
  await service.close();
});

test("a corrected category says that it will be a rule, which can be taken at once", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", {
    screen: PHONE,
    settings: { userId: book.userId },
  });
  const rows = ["滴滴出行", "滴滴出行", "盒马"].map((who, at) => purchaseRow(at, { who }));
  await page.locator("input[type=file]").setInputFiles(bill(rows));
  await pick(page, /^分类 滴滴出行/, "购物");
  await page.getByText("导入后会建议规则：“滴滴出行”记为购物").waitFor();
  await page.getByRole("button", { name: "现在就启用" }).click();
  await page.getByText("规则已启用，同一对方的另外 1 行也已改好").waitFor();
  const [rule] = (await service.get(`/api/rules?userId=${book.userId}`)).data;
  assert.deepEqual(
    [rule.state, rule.field, rule.text, rule.category],
    ["active", "counterparty", "滴滴出行", "购物"],
  );
  await page.getByRole("button", { name: "确认导入 3 条" }).click();
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  const booked = (await recordsOf(service, book)).map(({ category }) => category).sort();
  assert.equal(booked.filter((category) => category === "购物").length, 2);
  assert.equal((await service.get(`/api/rules?userId=${book.userId}`)).data.length, 1);
  await leave();
  await service.close();
});
