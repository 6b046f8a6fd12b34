/** Accounts and categories are chosen in one way everywhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { faults } from "../access.ts";
import { DESK, listen, PHONE, type Screen, settled, visit } from "../browser.ts";
import {
  addRecord,
  balance,
  eventually,
  NOW,
  pick,
  post,
  recordsOf,
  type SmallBook,
  smallBook,
} from "./book.ts";

const nameOf = (screen: Screen) => (screen === PHONE ? "phone" : "desk");

async function openForm(page: Page, amount: string, screen: Screen): Promise<void> {
  await page.getByRole("button", { name: "记一笔" }).first().click();
  if (screen === DESK) {
    await page.getByRole("dialog").getByLabel("金额").fill(amount);
    return;
  }
  for (const key of amount) await page.getByRole("button", { name: key, exact: true }).click();
}

const save = (page: Page, screen: Screen) =>
  page.getByRole("button", { name: screen === PHONE ? "完成" : "保存", exact: true }).click();

/** The names that a picker offers, in its order. */
async function offered(page: Page): Promise<string[]> {
  const names = page.getByRole("option").locator(".picker-name");
  await names.first().waitFor();
  return (await names.allTextContents()).map((name) => name.trim());
}

for (const screen of [PHONE, DESK]) {
  test(`accounts come with their balances, the last used first: ${nameOf(screen)}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId } = book;
    const old = await post(service, "/api/accounts", { userId, name: "旧卡", type: "bank" });
    await service.put(`/api/accounts/${old.id}`, { archived: true });
    const { page, leave } = await visit(service, "/", { screen, settings: { userId } });
    await settled(page);
    await openForm(page, "12", screen);
    await page.getByRole("radio", { name: "餐饮", exact: true }).check();
    await page.getByLabel("账户 现金").click();
    // What is archived takes no new record.
    assert.deepEqual(await offered(page), ["现金", "招商银行"]);
    assert.match((await page.getByRole("option").nth(1).textContent()) ?? "", /5,000\.00/);
    await page.getByRole("option", { name: "招商银行" }).click();
    await save(page, screen);
    await eventually("it is booked", async () => (await balance(service, book.bank)) === 4988);
    await page.goto(`${service.origin}/records`);
    await settled(page);
    if (screen === PHONE) await page.getByRole("button", { name: "筛选" }).click();
    await page.getByLabel("账户 全部账户").click();
    assert.deepEqual(await offered(page), ["全部账户", "招商银行", "现金", "旧卡"]);
    await page
      .getByRole("group", { name: "已归档" })
      .getByRole("option", { name: "旧卡" })
      .waitFor();
    await page.getByRole("combobox", { name: "查找" }).fill("招");
    assert.deepEqual(await offered(page), ["招商银行"]);
    await page.getByRole("option", { name: "招商银行" }).click();
    await page.waitForURL(new RegExp(`accountId=${book.bank}`));
    await leave();
    await service.close();
  });

  test(`a transfer has two different sides, which can be swapped: ${nameOf(screen)}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/", {
      screen,
      settings: { userId: book.userId },
    });
    await settled(page);
    await openForm(page, "50", screen);
    await page.getByRole("radio", { name: "转账", exact: true }).check();
    await page.getByLabel("转出账户 现金").click();
    await page.getByRole("option", { name: "招商银行 在另一侧，选它就对调" }).click();
    await page.getByLabel("转入账户 现金").waitFor();
    await page.getByLabel("转出账户 招商银行").waitFor();
    await page.getByRole("button", { name: "对调转出与转入" }).click();
    await page.getByLabel("转出账户 现金").waitFor();
    await page.getByLabel("转入账户 招商银行").waitFor();
    await pick(page, "转入账户", "现金");
    await page.getByLabel("转出账户 招商银行").waitFor();
    await save(page, screen);
    await eventually("it is moved", async () => (await balance(service, book.cash)) === 150);
    assert.equal(await balance(service, book.bank), 4950);
    await leave();
    await service.close();
  });

  test(`an account is made where one is chosen: ${nameOf(screen)}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/", {
      screen,
      settings: { userId: book.userId },
    });
    await settled(page);
    await openForm(page, "9", screen);
    await page.getByRole("radio", { name: "交通", exact: true }).check();
    await page.getByLabel("账户 现金").click();
    await page.getByRole("button", { name: "新账户" }).click();
    await page.getByLabel("账户名称").fill("公交卡");
    await page.getByLabel("当前余额").fill("40");
    await page.getByRole("dialog").last().getByRole("button", { name: "保存" }).click();
    await page.getByLabel("账户 公交卡").waitFor();
    await save(page, screen);
    await eventually("it is booked on the new one", async () => {
      const accounts = (await service.get(`/api/accounts?userId=${book.userId}`)).data;
      const card = accounts.find(({ name }: { name: string }) => name === "公交卡");
      return card?.balance === 31;
    });
    assert.equal(await balance(service, book.cash), 100);
    await leave();
    await service.close();
  });
}

test("by keyboard alone: the account by a letter, Esc closes the list and not the form", async () => {
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
  const account = page.getByLabel("账户 现金");
  await account.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "查找" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  assert.equal(await account.evaluate((element) => element === document.activeElement), true);
  await page.keyboard.press("Enter");
  await page.locator("[role=combobox]:focus").waitFor();
  await page.keyboard.type("招");
  await page.keyboard.press("Enter");
  await page.getByLabel("账户 招商银行").waitFor();
  await page.getByRole("dialog").getByLabel("备注").press("Enter");
  await eventually("it is booked", async () => (await balance(service, book.bank)) === 4993);
  await leave();
  await service.close();
});

async function categoriesOf(service: Parameters<typeof recordsOf>[0], book: SmallBook) {
  return (await recordsOf(service, book)).map(({ category }) => category);
}

test("a category is changed in its row by typing, also to one of one's own", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 5, category: "餐饮" });
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByRole("button", { name: "修改 分类 餐饮" }).click();
  await page.keyboard.type("交");
  await page.keyboard.press("Enter");
  await eventually("it is changed", async () => (await categoriesOf(service, book))[0] === "交通");
  await page.getByRole("button", { name: "修改 分类 交通" }).click();
  await page.keyboard.type("早点");
  await page.getByRole("option", { name: "用新分类“早点”" }).waitFor();
  await page.keyboard.press("Enter");
  await eventually("it is changed", async () => (await categoriesOf(service, book))[0] === "早点");
  // The one chosen already changes nothing.
  const acts = async () =>
    (await service.get(`/api/history/acts?userId=${book.userId}`)).data.length;
  const before = await acts();
  await pick(page, "修改 分类 早点", "早点");
  await settled(page);
  assert.equal(await acts(), before);
  await leave();
  await service.close();
});

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`pickers are open to everybody and fit: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await addRecord(service, book, { accountId: book.cash, amount: 5, category: "餐饮" });
    const settings = { userId: book.userId };
    const { page, leave } = await visit(service, "/records", { screen, settings });
    await settled(page);
    const wrong: string[] = [];
    const look = async (where: string) => wrong.push(...(await faults(page, screen, where)));
    await openForm(page, "12", screen);
    await page.getByLabel("账户 现金").click();
    await page.getByRole("listbox").waitFor();
    await look("accounts");
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "转账", exact: true }).check();
    await page.getByLabel("转入账户 招商银行").click();
    await page.getByRole("listbox").waitFor();
    await look("other side");
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await settled(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    if (screen === PHONE) await page.getByRole("button", { name: "筛选" }).click();
    await page.getByLabel("分类 全部分类").click();
    await page.getByRole("listbox").waitFor();
    await look("categories");
    assert.deepEqual(wrong, []);
    await leave();
    await service.close();
  });
}
