import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, recordsOf, smallBook, TODAY } from "./book.ts";

test("three taps book a usual record, the balance follows", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 5, category: "交通" });
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "记一笔" }).click(); // one
  for (const key of "12.5+30") await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByText("= 42.50").waitFor();
  await page.getByRole("radio", { name: "交通", exact: true }).check(); // two
  await page.getByRole("button", { name: "完成" }).click(); // three
  await page.getByText(/已记下/).waitFor();
  assert.equal(await balance(service, book.cash), 100 - 5 - 42.5);
  await page.getByText("5,052.50").first().waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("it is taken back", async () => (await balance(service, book.cash)) === 95);
  await leave();
  await service.close();
});

test("a double tap saves once", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: "8", exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByRole("button", { name: "完成" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.getByText(/已记下/).waitFor();
  assert.equal((await recordsOf(service, book)).length, 1);
  assert.equal(await balance(service, book.cash), 92);
  await leave();
  await service.close();
});

test("再记一笔 keeps the sheet open, and what is missing is said", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByRole("alert").getByText("请输入大于 0").waitFor();
  await page.getByRole("button", { name: "9", exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByRole("alert").getByText("请选择分类").waitFor();
  await page.getByRole("radio", { name: "收入" }).check();
  await page.getByRole("radio", { name: "工资", exact: true }).check();
  await page.getByLabel("账户").selectOption({ label: "招商银行" });
  await page.getByRole("button", { name: "再记一笔" }).click();
  await eventually("it is booked", async () => (await balance(service, book.bank)) === 5009);
  await page.getByRole("button", { name: "7", exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("the next, too", async () => (await balance(service, book.bank)) === 5016);
  assert.equal((await recordsOf(service, book)).length, 2);
  await leave();
  await service.close();
});

test("at the desk a line is understood, and Enter books it", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByText("总余额").waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("一句话记账").fill("昨天 打车32 招行");
  assert.equal(await page.getByLabel("金额", { exact: true }).inputValue(), "32");
  assert.equal(await page.getByLabel("日期").inputValue(), "2026-11-25");
  await page.keyboard.press("Enter");
  await page.getByText(/已记下/).waitFor();
  const [record] = await recordsOf(service, book);
  assert.deepEqual(
    [record?.amount, record?.category, record?.accountId, record?.description],
    [32, "交通", book.bank, "打车"],
  );
  assert.equal(await balance(service, book.bank), 4968);
  await leave();
  await service.close();
});

test("a category of one's own, and a refused record that can be mended", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    settings: { userId: book.userId },
    failing: true,
  });
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: "自定义分类" }).click();
  await page.getByLabel("新分类名称").fill("猫粮");
  await page.getByRole("button", { name: "确定" }).click();
  await page.getByRole("button", { name: "6", exact: true }).click();
  await page.route("**/api/records", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 400,
          json: { success: false, data: null, message: "当天的合计会超出范围" },
        })
      : route.continue(),
  );
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText("当天的合计会超出范围").waitFor();
  await page.getByText("5,100.00").first().waitFor();
  await page.unroute("**/api/records");
  await page.getByRole("button", { name: "修改" }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText(/已记下/).waitFor();
  const [record] = await recordsOf(service, book);
  assert.equal(record?.category, "猫粮");
  assert.equal(record?.date.slice(0, 10), "2026-11-25", `midnight of ${TODAY} in Shanghai`);
  assert.equal(await balance(service, book.cash), 94);
  await leave();
  await service.close();
});
