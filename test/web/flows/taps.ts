/** How many taps the usual tasks take: never more than these. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { purchaseRow, wechatBill } from "../../harness/bills.ts";
import { DESK, listen, PHONE, settled, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, post, recordsOf, smallBook } from "./book.ts";

/** Counts what a person presses; what is typed into a field costs the tap into it. */
function counting(page: Page) {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  return {
    tap,
    /** A button by its name. */
    press: (name: string | RegExp) =>
      tap(page.getByRole("button", { name, exact: typeof name === "string" }).first()),
    async keys(text: string) {
      for (const key of text) await tap(page.getByRole("button", { name: key, exact: true }));
    },
    radio: (name: string) => tap(page.getByRole("radio", { name, exact: true })),
    async type(field: Locator, text: string) {
      if (!(await field.evaluate((element) => element === document.activeElement)))
        await tap(field);
      await page.keyboard.type(text);
    },
    async choose(label: RegExp, name: string) {
      await tap(page.getByLabel(label));
      await tap(page.getByRole("option", { name }));
    },
    atMost(limit: number) {
      assert.ok(taps <= limit, `${taps} taps, ${limit} at most`);
      taps = 0;
    },
  };
}

const LUNCH = { amount: 32.5, category: "餐饮", description: "午餐" };

test("from nothing to the first record: 12 taps", async () => {
  const service = await listen({ now: NOW });
  const { page, leave } = await visit(service, "/");
  const person = counting(page);
  await person.type(page.getByLabel("名字"), "小满");
  await person.type(page.getByLabel("邮箱"), "xiaoman@example.com");
  await person.press("进入");
  await page.getByRole("heading", { name: "你好，从这里开始" }).waitFor();
  await person.press("添加账户");
  await person.type(page.getByLabel("账户名称"), "现金");
  await person.type(page.getByLabel("当前余额"), "100");
  await person.press("保存");
  await page.getByRole("radio", { name: "餐饮", exact: true }).waitFor();
  await person.keys("32");
  await person.radio("餐饮");
  await person.press("完成");
  const [user] = (await service.get("/api/users")).data;
  await eventually(
    "it is booked",
    async () => (await recordsOf(service, { userId: user.id }))[0]?.amount === 32,
  );
  person.atMost(12);
  await leave();
  await service.close();
});

test("the usual tasks on the phone", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId } = book;
  const { id: alipay } = await post(service, "/api/accounts", {
    userId,
    name: "支付宝",
    type: "payment",
    balance: 1000,
  });
  const settings = { userId, usedAccountIds: [alipay] };
  const { page, leave } = await visit(service, "/", { screen: PHONE, settings });
  await settled(page);
  const person = counting(page);
  const closed = () => page.getByRole("dialog").waitFor({ state: "detached" });

  await person.press("记一笔");
  await person.keys("32.5");
  await person.radio("餐饮");
  await person.type(page.getByLabel("备注"), "午餐");
  await person.press("完成");
  await eventually("lunch is booked", async () => (await balance(service, alipay)) === 967.5);
  person.atMost(8);
  const [lunch] = await recordsOf(service, book);
  assert.deepEqual([lunch?.amount, lunch?.category, lunch?.description], Object.values(LUNCH));
  await closed();

  await person.press("记一笔");
  await person.radio("转账");
  await person.keys("100");
  await person.choose(/^转出账户/, "招商银行");
  await person.choose(/^转入账户/, "现金");
  await person.press("完成");
  await eventually("it is moved", async () => (await balance(service, book.cash)) === 200);
  assert.equal(await balance(service, book.bank), 4900);
  person.atMost(10);
  await closed();

  await person.tap(page.getByRole("link", { name: "明细" }));
  await person.press(/午餐/);
  await person.keys("28.5");
  await person.press("完成");
  await eventually("it is corrected", async () => (await balance(service, alipay)) === 971.5);
  person.atMost(8);
  await closed();

  await settled(page);
  await person.press(/午餐/);
  await person.tap(page.getByRole("dialog").getByRole("button", { name: "删除" }));
  await eventually("it is gone", async () => (await balance(service, alipay)) === 1000);
  await person.press("撤销");
  await eventually("it is back", async () => (await balance(service, alipay)) === 971.5);
  person.atMost(3);

  await addRecord(service, book, { accountId: book.cash, amount: 7, category: "交通" });
  await page.goto(`${service.origin}/`);
  await settled(page);
  const count = page.locator(".list-sums").getByText("1 笔");
  await person.tap(page.getByRole("link", { name: "明细" }));
  await person.type(page.getByRole("searchbox"), "午餐");
  await page.waitForURL(/text=/);
  await count.waitFor();
  person.atMost(2);
  await page.goto(`${service.origin}/records`);
  await settled(page);
  await person.type(page.getByRole("searchbox"), "28.5");
  await page.waitForURL(/text=/);
  await count.waitFor();
  person.atMost(1);

  await person.tap(page.getByRole("link", { name: "统计" }));
  await page.locator(".ranking").getByText("28.50").first().waitFor();
  person.atMost(1);
  await leave();
  await service.close();
});

test("at the desk: one key, one click and the line; a bill in three clicks", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await settled(page);
  const person = counting(page);
  await page.keyboard.press("n");
  await person.type(page.getByLabel("一句话记账"), "餐饮 32.50 招商银行 午餐");
  await page.keyboard.press("Enter");
  await eventually("it is booked", async () => (await balance(service, book.bank)) === 4967.5);
  person.atMost(1);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await person.tap(page.getByRole("link", { name: "导入" }));
  const chooser = page.waitForEvent("filechooser");
  await person.press("选择文件");
  const buffer = Buffer.from(wechatBill([purchaseRow(1), purchaseRow(2)]));
  await (await chooser).setFiles({ name: "wechat.csv", mimeType: "text/csv", buffer });
  await person.press(/^确认导入/);
  await page.getByRole("heading", { name: "导入完成" }).waitFor();
  person.atMost(3);
  await leave();
  await service.close();
});
