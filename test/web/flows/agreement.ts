/** Agreeing with the bank: kinds of account, net worth, adjustments, sheets and checkpoints. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { forgetOld } from "../../../src/server/retention.ts";
import { commit, preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { faults } from "../access.ts";
import { DESK, listen, PHONE, type Screen, type Service, settled, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, smallBook, TODAY, textOf } from "./book.ts";

const SCREENS = [
  ["phone", PHONE, false],
  ["desk, dark", DESK, true],
] as const;

/** The adjustments of an account, as the service has them. */
async function adjustmentsOf(service: Service, userId: number, accountId: number) {
  const path = `/api/adjustments?userId=${userId}&accountId=${accountId}`;
  return (await service.get(path)).data as {
    id: number;
    date: string;
    amount: number;
    value?: number;
    kind: string;
  }[];
}

async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "撤销" }).click();
}

/** Chooses a day in a dialog. */
async function chooseDay(page: Page, screen: Screen, label: string, day: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (screen === DESK) return dialog.getByLabel(label, { exact: true }).fill(day);
  await dialog.getByLabel(new RegExp(`^${label} `)).click();
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))];
  for (let back = Number(TODAY.slice(5, 7)) - month; back > 0; back -= 1) {
    await page.getByRole("button", { name: "上个月" }).click();
  }
  await page.getByRole("button", { name: new RegExp(`^${month}月${date}日`) }).click();
}

for (const [name, screen, dark] of SCREENS) {
  test(`accounts stand in groups below what all are worth: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, cash } = book;
    const spent = { accountId: cash, amount: 10, category: "餐饮" };
    await addRecord(service, book, { ...spent, date: "2024-03-05" });
    await addRecord(service, book, { ...spent, amount: 20, date: "2026-11-20" });
    const { page, leave } = await visit(service, "/accounts", {
      screen,
      dark,
      settings: { userId },
    });
    await page.getByText("资产 5,070.00 − 负债 0.00").waitFor();
    const line = page.locator(".net-worth table");
    await eventually("a year", async () => /5,070\.00$/.test(await textOf(line)));
    assert.doesNotMatch(await textOf(line), /2024/);
    await page.getByText("全部", { exact: true }).click();
    await eventually("all of it", async () => /2024年?-?0?3.*5,070\.00$/.test(await textOf(line)));
    await page.getByText("近一年", { exact: true }).click();
    await page.getByRole("button", { name: "添加账户" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("账户名称").fill("花呗");
    await dialog.getByLabel("用途").selectOption("credit");
    await dialog.getByLabel("当前余额").fill("-200.5");
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("资产 5,070.00 − 负债 200.50").waitFor();
    const groups = page.locator(".account-group");
    await groups.nth(1).waitFor();
    assert.match(await textOf(groups.nth(0)), /^资金.*现金.*招商银行/);
    assert.match(await textOf(groups.nth(1)), /^信用.*花呗/);
    await settled(page);
    assert.equal(await textOf(page.locator(".net-worth-figure")), "4,869.50");
    assert.match(await textOf(page.locator(".net-worth table")), /4,869\.50$/);
    assert.deepEqual(await faults(page, screen, "accounts"), []);
    await page.getByText("花呗").click();
    await page.getByText("支付平台 · 信用").waitFor();
    await page.getByRole("button", { name: "修改" }).click();
    await dialog.getByLabel("用途").selectOption("plain");
    assert.deepEqual(await faults(page, screen, "account form"), []);
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("账户已保存").waitFor();
    const made = async () =>
      (await service.get(`/api/accounts?userId=${userId}`)).data.find(
        (account: { name: string }) => account.name === "花呗",
      );
    await eventually("it is a plain one", async () => (await made()).kind === undefined);
    assert.equal((await made()).balance, -200.5);
    await leave();
    await service.close();
  });

  test(`a balance is set right by a dated adjustment or by its opening: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, bank } = book;
    const spent = { accountId: bank, amount: 40, category: "餐饮", date: "2026-11-20" };
    await addRecord(service, book, spent);
    const { page, leave } = await visit(service, `/accounts/${bank}`, {
      screen,
      dark,
      settings: { userId },
    });
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "校准余额" }).click();
    // The day is a field like the others.
    const edge = await dialog
      .getByLabel("日期")
      .first()
      .evaluate((field) => getComputedStyle(field).borderTopWidth);
    assert.equal(edge, "1px");
    await chooseDay(page, screen, "日期", "2026-11-10");
    await dialog.getByLabel("当天日终的余额").fill("4990");
    await dialog.getByText("差额 −10.00").waitFor();
    assert.deepEqual(await faults(page, screen, "calibrate"), []);
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("已记为调整").waitFor();
    assert.equal(await balance(service, bank), 4950);
    const [made] = await adjustmentsOf(service, userId, bank);
    assert.equal(made?.amount, -10);
    assert.equal(made?.date, "2026-11-10");
    await undo(page);
    await page.getByText("已撤销").waitFor();
    assert.equal(await balance(service, bank), 4960);
    assert.deepEqual(await adjustmentsOf(service, userId, bank), []);

    await page.getByRole("button", { name: "校准余额" }).click();
    await dialog.getByText("改期初").click();
    await dialog.getByLabel("现在的余额").fill("4000");
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("期初余额已改").waitFor();
    const proof = (await service.get(`/api/accounts/${bank}/verify`)).data;
    assert.equal(proof.opening, 4040);
    assert.equal(proof.adjustmentsEffect, 0);
    await undo(page);
    await eventually("it is as before", async () => (await balance(service, bank)) === 4960);
    await leave();
    await service.close();
  });

  test(`adjustments are changed and deleted, and reckoned anew where their day moved: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId } = book;
    const body = { userId, name: "房子", type: "bank", kind: "asset", balance: 0 };
    const house = (await post(service, "/api/accounts", body)).id as number;
    const { page, leave } = await visit(service, `/accounts/${house}`, {
      screen,
      dark,
      settings: { userId },
    });
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "更新估值" }).click();
    await chooseDay(page, screen, "日期", "2026-11-10");
    await dialog.getByLabel("当天的估值").fill("1000000");
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("估值已更新").waitFor();
    const [made] = await adjustmentsOf(service, userId, house);
    assert.equal(made?.kind, "valuation");

    const early = { accountId: house, amount: 500, category: "住房", date: "2026-11-05" };
    await addRecord(service, book, early);
    await page
      .getByText("估值日的金额已变：11月10日 估为 1,000,000.00，现在是 999,500.00")
      .waitFor();
    // What is written takes its place; how the page comes is looked at by itself.
    await page.reload();
    await page.getByRole("button", { name: "按估值重算" }).waitFor();
    await settled(page);
    assert.deepEqual(await faults(page, screen, "stale"), []);
    await page.getByRole("button", { name: "按估值重算" }).click();
    await page.getByText("调整已保存").waitFor();
    assert.equal(await balance(service, house), 1_000_000);
    assert.equal((await adjustmentsOf(service, userId, house))[0]?.amount, 1_000_500);

    const row = page.locator(".adjustment");
    await row.click();
    await dialog.getByLabel("当天的估值").fill("900000");
    await dialog.getByLabel("备注").fill("中介估的");
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText(/日终 900,000\.00 · 中介估的/).waitFor();
    assert.equal(await balance(service, house), 900_000);
    await page.reload();
    await row.waitFor();
    await settled(page);
    await row.click();
    assert.deepEqual(await faults(page, screen, "adjustment"), []);
    await dialog.getByRole("button", { name: "删除" }).click();
    await page.getByText("调整已删除").waitFor();
    assert.equal(await balance(service, house), -500);
    await undo(page);
    await row.waitFor();
    assert.equal(await balance(service, house), 900_000);
    await leave();
    await service.close();
  });
}

for (const [name, screen, dark] of SCREENS) {
  test(`the sheet of an account adds up, and its lines are ticked off: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, bank, cash } = book;
    const spend = (amount: number, date: string) =>
      addRecord(service, book, { accountId: bank, amount, category: "餐饮", date });
    await spend(40, "2026-10-20");
    await spend(60, "2026-11-03");
    const way = { fromAccountId: bank, toAccountId: cash };
    await post(service, "/api/transfers", { userId, ...way, amount: 500, date: "2026-11-10" });
    const fix = { userId, accountId: bank, date: "2026-11-12", amount: -7.5 };
    await post(service, "/api/adjustments", fix);
    const { page, leave } = await visit(service, `/accounts/${bank}`, {
      screen,
      dark,
      settings: { userId },
    });
    await page.getByRole("link", { name: "对账单" }).click();
    await page.getByRole("heading", { name: "对账单 · 招商银行" }).waitFor();
    const figures = page.locator(".figures");
    await figures.waitFor();
    assert.equal(
      (await textOf(figures)).replaceAll(/(?<=\.\d\d)/g, " ").trim(),
      "期初4,960.00 流入0.00 流出560.00 调整−7.50 期末4,392.50",
    );
    const lines = page.locator(".sheet-line");
    assert.equal(await lines.count(), 3);
    assert.match(await textOf(lines.nth(0)), /余额调整.*−7\.50.*4,392\.50/);
    assert.match(await textOf(lines.nth(1)), /转账 → 现金.*−500\.00.*4,400\.00/);
    assert.match(await textOf(lines.nth(2)), /餐饮.*−60\.00.*4,900\.00/);
    await page.getByText("已对 0.00").waitFor();
    for (const index of [1, 2]) await lines.nth(index).getByRole("checkbox").check();
    await page.getByText("已对 −560.00").waitFor();
    await page.getByText("未对 −7.50").waitFor();
    const path = `/api/accounts/${bank}/sheet?startDate=2026-11-01`;
    const stored = async () => (await service.get(path)).data as { ticked: number };
    await eventually("they are kept", async () => (await stored()).ticked === -560);
    assert.equal(await balance(service, bank), 4392.5);
    await page.reload();
    await page.getByText("已对 −560.00").waitFor();
    await lines.nth(1).getByRole("checkbox").uncheck();
    await eventually("one is not any more", async () => (await stored()).ticked === -60);
    assert.deepEqual(await faults(page, screen, "sheet"), []);
    await page.getByRole("button", { name: "上个月" }).click();
    await page.waitForURL(/startDate=2026-10-01&endDate=2026-10-31/);
    if (screen === PHONE) {
      await page.getByLabel("结束日期 10月31日").click();
      await page.getByRole("dialog").getByRole("button", { name: "下个月" }).click();
      await page.getByRole("button", { name: /^11月3日/ }).click();
    } else await page.getByLabel("结束日期", { exact: true }).fill("2026-11-03");
    await eventually("the days are others", async () => (await lines.count()) === 2);
    assert.match(await textOf(figures), /期末4,900\.00$/);
    await lines.nth(0).getByRole("button").click();
    await page.getByRole("dialog", { name: "修改记录" }).waitFor();
    await leave();
    await service.close();
  });
}

test("a long sheet comes page by page, and is printed whole", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, bank } = book;
  for (let amount = 1; amount <= 210; amount++)
    await addRecord(service, book, { accountId: bank, amount, category: "餐饮" });
  const { page, leave } = await visit(service, `/accounts/${bank}/sheet`, {
    screen: DESK,
    settings: { userId },
  });
  const line = (amount: string) => page.locator(".sheet-line", { hasText: `−${amount}` });
  await line("210.00").waitFor();
  await page.keyboard.press("End");
  await eventually("the last is there", async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return (await page.locator('[data-index="209"]').count()) === 1;
  });
  assert.match(await textOf(page.locator('[data-index="209"]')), /−1\.00.*4,999\.00/);
  await page.evaluate(() => {
    window.print = () => {
      const rows = [...document.querySelectorAll(".paper tbody tr")];
      document.title = `${rows.length} ${document.querySelector(".paper")?.textContent}`;
    };
  });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出 CSV" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "对账单 招商银行 2026-11-01_2026-11-30.csv");
  const saved = await readFile(await file.path(), "utf8");
  assert.equal(saved.match(/餐饮/g)?.length, 210);
  await page.getByRole("button", { name: "打印" }).click();
  await eventually("it is printed", async () => /^210 /.test(await page.title()));
  assert.match(await page.title(), /对账单 · 招商银行 2026-11-01 – 2026-11-30期初5,000\.00/);
  await leave();
  await service.close();
});

/** Adds a checkpoint through the page. */
async function sayStated(page: Page, screen: Screen, day: string, stated: string): Promise<void> {
  await page.getByRole("button", { name: "记对账点" }).click();
  const dialog = page.getByRole("dialog");
  await chooseDay(page, screen, "哪天日终", day);
  await dialog.getByLabel("银行的余额").fill(stated);
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.getByText("对账点已保存").waitFor();
}

for (const [name, screen, dark] of SCREENS) {
  test(`a checkpoint agrees, or says what broke it and puts that back: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, bank } = book;
    const spend = (amount: number, date: string) =>
      addRecord(service, book, { accountId: bank, amount, category: "餐饮", date });
    await spend(40, "2026-10-20");
    const changed = await spend(60, "2026-11-03");
    const { page, leave } = await visit(service, `/accounts/${bank}`, {
      screen,
      dark,
      settings: { userId },
    });
    await sayStated(page, screen, "2026-10-31", "4960");
    await sayStated(page, screen, "2026-11-20", "4900");
    const points = page.locator(".points > li");
    await eventually(
      "both agree",
      async () => (await page.getByText("一致", { exact: true }).count()) === 2,
    );
    await service.put(`/api/records/${changed}`, { amount: 24 });
    await page.getByText("差 36.00，银行少").waitFor();
    await page.getByText("10月31日之后出现的差额").waitFor();
    await page.getByRole("button", { name: "1 个可能的原因" }).click();
    assert.match(await textOf(points.nth(0)), /11月20日 日终 4,900\.00账本是 4,936\.00/);
    assert.match(await textOf(points.nth(0)), /11月3日 餐饮 −36\.00这一笔后来改过/);
    assert.deepEqual(await faults(page, screen, "checkpoints"), []);
    const amount = async () => (await service.get(`/api/records/${changed}`)).data.amount;
    await page.getByRole("button", { name: "恢复原样" }).click();
    await page.getByText("已恢复原样").waitFor();
    assert.equal(await amount(), 60);
    await eventually("it agrees", async () => (await page.getByText("差 36.00").count()) === 0);
    await undo(page);
    await page.getByText("差 36.00，银行少").waitFor();
    assert.equal(await amount(), 24);

    await page.getByRole("link", { name: "对账单" }).click();
    await page.getByRole("heading", { name: "对账单 · 招商银行" }).waitFor();
    await page.getByRole("button", { name: "1 个可能的原因" }).click();
    await page.getByRole("button", { name: "把差额记为调整" }).click();
    await page.getByText("已记为调整").waitFor();
    const [made] = await adjustmentsOf(service, userId, bank);
    assert.deepEqual([made?.date, made?.amount, made?.kind], ["2026-11-20", -36, "correction"]);
    await eventually("it agrees", async () => (await page.getByText("差 36.00").count()) === 0);
    await undo(page);
    await page.getByText("差 36.00，银行少").waitFor();
    assert.deepEqual(await adjustmentsOf(service, userId, bank), []);
    // What is mended leaves its place; how the page comes is looked at by itself.
    await page.reload();
    await page.getByText("差 36.00，银行少").waitFor();
    await settled(page);
    assert.deepEqual(await faults(page, screen, "sheet with checkpoints"), []);

    await points.nth(1).getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: "修改对账点" });
    await dialog.getByLabel("银行的余额").fill("4950");
    assert.deepEqual(await faults(page, screen, "checkpoint"), []);
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("差 10.00，银行少").waitFor();
    await points.nth(1).getByRole("button").first().click();
    await dialog.getByRole("button", { name: "删除" }).click();
    await page.getByText("对账点已删除").waitFor();
    await eventually("one is left", async () => (await points.count()) === 1);
    await undo(page);
    await page.getByText("差 10.00，银行少").waitFor();
    await leave();
    await service.close();
  });

  test(`what a bill's import left out, or is booked twice, mends a checkpoint: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, cash } = book;
    const rows = [
      purchaseRow(1, { yuan: "40.00" }),
      purchaseRow(2, { yuan: "36.00", who: "年费" }),
    ];
    const { id } = await preview(service, userId, wechatBill(rows));
    const decided = await service.put(`/api/imports/${id}`, {
      accounts: [{ place: 0, accountId: cash }],
      rows: [{ numbers: [2], action: "skip" }],
    });
    assert.equal(decided.status, 200, decided.text);
    await commit(service, id);
    const { page, leave } = await visit(service, `/accounts/${cash}`, {
      screen,
      dark,
      settings: { userId },
    });
    await sayStated(page, screen, "2026-03-31", "24");
    await page.getByText("差 36.00，银行少").waitFor();
    await page.getByRole("button", { name: "个可能的原因" }).click();
    await page.getByRole("link", { name: "看账单那一行" }).click();
    await page.getByRole("heading", { name: "账单第 2 行" }).waitFor();
    assert.match(await textOf(page.locator(".card", { hasText: "账单第 2 行" })), /年费.*36\.00/);
    assert.deepEqual(await faults(page, screen, "a row of a bill"), []);
    await page.goBack();
    await page.getByRole("button", { name: "个可能的原因" }).click();
    const book36 = { accountId: cash, amount: 36, category: "金融", date: "2026-03-03" };
    await page.getByRole("button", { name: "补记" }).click();
    const dialog = page.getByRole("dialog", { name: "记一笔" });
    await dialog.getByRole("radio", { name: "餐饮", exact: true }).check();
    await dialog
      .getByRole("button", { name: screen === PHONE ? "完成" : "保存", exact: true })
      .click();
    await page.getByText("一致", { exact: true }).waitFor();
    assert.equal(await balance(service, cash), 24);

    await addRecord(service, book, book36);
    await page.getByText("差 36.00，银行多").waitFor();
    await page.getByRole("button", { name: "个可能的原因" }).click();
    await page.getByText("可能记了两次").first().waitFor();
    await page.getByRole("button", { name: "删除这笔" }).first().click();
    await page.getByText("已删除").waitFor();
    await page.getByText("一致", { exact: true }).waitFor();
    assert.equal(await balance(service, cash), 24);
    await undo(page);
    await page.getByText("差 36.00，银行多").waitFor();
    assert.equal(await balance(service, cash), -12);
    await leave();
    await service.close();
  });
}

test("a checkpoint names what broke it after the history has forgotten it", async () => {
  const clock = { now: NOW };
  const service = await listen({ now: () => clock.now });
  const book = await smallBook(service);
  const { userId, bank } = book;
  const spent = { accountId: bank, amount: 60, category: "餐饮", date: "2026-11-03" };
  const id = await addRecord(service, book, spent);
  const point = { date: "2026-11-20", balance: 4940 };
  await post(service, `/api/accounts/${bank}/checkpoints`, point);
  await service.put(`/api/records/${id}`, { amount: 24 });
  clock.now += 31 * 86_400_000;
  await forgetOld(service.db, clock.now);
  const { page, leave } = await visit(service, `/accounts/${bank}`, { settings: { userId } });
  await page.getByText("11月26日 18:00 改动了11月3日 的记录，从此不一致").waitFor();
  await page.getByRole("button", { name: "怎么办" }).click();
  await page.getByText("没有找到可能的原因").waitFor();
  await leave();
  await service.close();
});

for (const [name, screen, dark] of SCREENS) {
  test(`adjustments stand in grey among the records, and count as neither, on ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, cash, bank } = book;
    await addRecord(service, book, { accountId: cash, amount: 12, category: "餐饮" });
    const off = { userId, accountId: cash, amount: -3.5, date: TODAY, description: "找零" };
    await post(service, "/api/adjustments", off);
    // A day that has an adjustment alone.
    const alone = { userId, accountId: bank, amount: 40, date: "2026-11-03" };
    await post(service, "/api/adjustments", alone);
    const { page, leave } = await visit(service, "/records", {
      ...{ screen, dark, settings: { userId } },
    });
    const list = page.locator(".record-list");
    const row = (text: string) => list.locator(".adjustment", { hasText: text });
    await row("找零").getByText("−3.50").waitFor();
    await row("招商银行").getByText("+40.00").waitFor();
    await list.getByText("11月3日").waitFor();
    assert.equal(await list.locator(".adjustment").count(), 2);
    const sums = (await page.locator(".list-sums").textContent()) ?? "";
    assert.match(sums, /1 .*收入 0\.00.*支出 12\.00/);
    const head = list.locator(".day-head", { hasText: "今天" });
    assert.match((await head.textContent()) ?? "", /−12\.00$/);
    // Of one account with the balance after each row; what asks for records alone has none.
    await page.goto(`${service.origin}/records?accountId=${cash}`);
    await row("找零").getByText("84.50").waitFor();
    await list.getByText("88.00").waitFor();
    assert.equal(await list.locator(".adjustment").count(), 1);
    assert.deepEqual(await faults(page, screen, "records"), []);
    await page.goto(`${service.origin}/records?type=expense`);
    await list.getByText("餐饮").waitFor();
    await settled(page);
    assert.equal(await list.locator(".adjustment").count(), 0);
    await page.goto(`${service.origin}/records?accountId=${cash}`);
    await row("找零").click();
    await page.getByRole("heading", { name: "现金" }).waitFor();
    await leave();
    await service.close();
  });
}

test("an adjustment that is just the difference is deleted with one tap, and brought back", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash } = book;
  const path = `/api/accounts/${cash}/checkpoints`;
  await post(service, path, { date: "2026-11-20", balance: 64 });
  const off = { userId, accountId: cash, amount: -36, date: "2026-11-20", description: "差额" };
  await post(service, "/api/adjustments", off);
  const fee = { accountId: cash, amount: 36, category: "手续费", date: "2026-11-10" };
  await addRecord(service, book, fee);
  const { page, leave } = await visit(service, `/accounts/${cash}`, { settings: { userId } });
  const suspect = page.locator(".suspect", { hasText: "这笔调整正好是差额" });
  await page.getByRole("button", { name: /个可能的原因/ }).click();
  await suspect.getByRole("button", { name: "删除这笔" }).click();
  await suspect.waitFor({ state: "detached" });
  assert.equal(await balance(service, cash), 64);
  assert.equal((await service.get(path)).data[0].ok, true);
  await undo(page);
  await page.getByRole("button", { name: /个可能的原因/ }).click();
  await suspect.waitFor();
  assert.equal(await balance(service, cash), 28);
  await leave();
  await service.close();
});
