/** Tables of unknown columns: their rows as they would be booked while the columns are chosen. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { faults } from "../access.ts";
import { DESK, listen, PHONE, visit } from "../browser.ts";
import { eventually, NOW, pick, recordsOf, smallBook, textOf } from "./book.ts";

const TABLE = [
  "Wann,Wieviel,Art,Wofür,Gebühr",
  "2026-03-01,12.50,weg,Brot,",
  "nie,8.00,weg,kaputt,",
  "2026-03-02,7.00,her,Pfand,",
  "2026-03-03,30.00,weg,Schuhe,0.50",
].join("\n");
/** A known bill in GB18030. */
const ALIPAY = new URL("../../bills/samples/alipay/own-app-2026.csv", import.meta.url);
/** Two tables of other columns. */
const TWO = [
  ...["日期,钱数,Art,说明", "2026-03-01,12.50,weg,Brot", "2026-03-02,7.00,her,Pfand", ""],
  ...["交易日期,金额一,备注", "2026-04-01,-3.00,面包", "2026-04-02,-4.00,牛奶"],
].join("\n");

async function send(page: Page, name: string, text: string | Buffer): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").first().setInputFiles(file);
}

const choose = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).selectOption(value);

test("the columns chosen for a table survive Back and a reload, until it is read", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId } });
  await send(page, "haus.csv", TABLE);
  const side = page.getByLabel("收支方向", { exact: true });
  const first = await side.inputValue();
  assert.notEqual(first, "Art");
  await choose(page, "日期", "Wann");
  await choose(page, "金额", "Wieviel");
  await choose(page, "收支方向", "Art");
  await page.getByLabel(/^weg ·/).selectOption("支出");
  const path = new URL(page.url()).pathname;
  const kept = page.getByText(/^接着 \d\d:\d\d 没填完的/);
  await page.goBack();
  await page.waitForURL(`${service.origin}/import`);
  for (const again of [() => page.goForward(), () => page.reload()]) {
    await again();
    await page.waitForURL(`${service.origin}${path}`);
    await kept.waitFor();
    assert.equal(await page.getByLabel("金额", { exact: true }).inputValue(), "Wieviel");
    assert.equal(await side.inputValue(), "Art");
  }
  await page.getByRole("button", { name: "重新开始" }).click();
  assert.equal(await side.inputValue(), first);
  await leave();
  await service.close();
});

for (const screen of [PHONE, DESK]) {
  test(`rows are shown as they would be booked while columns are chosen (${screen.width})`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/import", {
      screen,
      settings: { userId: book.userId },
    });
    await send(page, "haus.csv", TABLE);
    await choose(page, "日期", "Wann");
    await choose(page, "金额", "Wieviel");
    await choose(page, "收支方向", "Art");
    await choose(page, "说明", "Wofür");
    await choose(page, "手续费", "Gebühr");
    const rows = page.locator(".live-row");
    await eventually("all rows are shown", async () => (await rows.count()) === 4);
    assert.match(await textOf(page.locator(".live-row[data-unread]")), /kaputt.*日期/);
    await page.getByLabel(/^weg ·/).selectOption("支出");
    await page.getByLabel(/^her ·/).selectOption("收入");
    await page.getByLabel("手续费怎样算").selectOption("在金额之外另收");
    await eventually("the words are known", async () =>
      (await textOf(rows.first())).includes("−12.50"),
    );
    await eventually(
      "nothing else is asked",
      async () => (await page.locator(".live-row[data-asked]").count()) === 1,
    );
    assert.deepEqual(await faults(page, screen, "columns"), []);
    await page.getByRole("button", { name: "按这些列重新读取" }).click();
    await page.getByText("已记住：下一个同样表头的文件照此读取。").waitFor();
    await page.getByRole("button", { name: "知道了，不记" }).click();
    await page.getByText("问题都已回答").waitFor();
    // The form of the columns is not left behind in the list.
    const imports = (await service.get(`/api/imports?userId=${book.userId}`)).data;
    await eventually("one import is left", async () => imports.length >= 1);
    await pick(page, /^没有写明账户 ·/, "现金");
    await page.getByRole("button", { name: /^确认导入 4 条/ }).click();
    await page.getByRole("heading", { name: "导入完成" }).waitFor();
    const amounts = (await recordsOf(service, book)).map(({ amount }) => amount);
    assert.deepEqual(
      amounts.sort((a, b) => a - b),
      [0.5, 7, 12.5, 30],
    );
    await leave();
    await service.close();
  });
}

test("how columns are read is shown by the next file, chosen again, and forgotten", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  const table = "Wann,Wieviel,Wofür\n2026-03-01,-12.50,Brot\n2026-03-02,-7.00,Milch\n";
  await send(page, "haus.csv", table);
  await choose(page, "说明", "Wofür");
  await page.getByRole("button", { name: "按这些列重新读取" }).click();
  await page.getByText("已记住：").waitFor();
  await eventually("the form is not left behind", async () => {
    return (await service.get(`/api/imports?userId=${book.userId}`)).data.length === 1;
  });
  await page.goto(`${service.origin}/import`);
  await send(page, "april.csv", table.replaceAll("2026-03", "2026-04"));
  await page.getByText("记住的设置").waitFor();
  assert.match(await textOf(page.locator(".layout-memory")), /日期 = Wann，金额 = Wieviel/);
  await page.getByRole("button", { name: "重新指定各列" }).click();
  await page.getByRole("heading", { name: "待对应列" }).waitFor();
  assert.equal(await page.getByLabel("说明", { exact: true }).inputValue(), "Wofür");
  await choose(page, "正数是", "支出，负数是收入（信用卡）");
  await page.getByRole("button", { name: "按这些列重新读取" }).click();
  await page.getByText("收入 · 2 笔").waitFor();
  await page.getByRole("button", { name: "忘记" }).click();
  await page.getByText("已忘记：").waitFor();
  await page.goto(`${service.origin}/import`);
  await send(page, "mai.csv", table.replaceAll("2026-03", "2026-05"));
  await page.getByRole("heading", { name: "待对应列" }).waitFor();
  await leave();
  await service.close();
});

test("every table of a file is named: mapped, or left out by choice", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await send(page, "zwei.csv", TWO);
  const tables = page.locator(".mapping-one");
  await page.getByRole("heading", { name: "待对应列" }).waitFor();
  assert.equal(await tables.count(), 2);
  await tables
    .first()
    .getByLabel(/^导入这张表/)
    .uncheck();
  const second = tables.last();
  await second.getByLabel("金额", { exact: true }).selectOption("金额一");
  await second.locator(".live-row").first().waitFor();
  await page.getByRole("button", { name: "按这些列重新读取" }).click();
  await page.getByText(/按您的选择没有导入/).waitFor();
  await page.getByRole("button", { name: /^确认导入 2 条/ }).waitFor();
  await leave();
  await service.close();
});

test("the first row and the encoding are told in the form", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  await send(page, "haus.csv", TABLE);
  await choose(page, "第一行", "就是数据，没有列名");
  await page.locator(".mapping-table th", { hasText: /^A(?!rt)/ }).waitFor();
  await choose(page, "第一行", "是列名");
  await page.locator(".mapping-table th", { hasText: "Wann" }).waitFor();
  assert.equal(await page.getByLabel("文字编码").inputValue(), "utf-8");
  await choose(page, "文字编码", "windows-1251");
  await page.locator(".mapping-table th", { hasText: "WofГјr" }).waitFor();
  await leave();
  await service.close();
});

test("under another encoding a file may be a bill that is known", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/import", { settings: { userId: book.userId } });
  await send(page, "alipay.csv", readFileSync(ALIPAY));
  await page.getByRole("heading", { name: "文字编码" }).click();
  await choose(page, "文字编码", "windows-1252");
  await page.getByRole("heading", { name: "待对应列" }).waitFor();
  await choose(page, "文字编码", "gb18030");
  await page.getByRole("button", { name: /^确认导入/ }).waitFor();
  await leave();
  await service.close();
});
