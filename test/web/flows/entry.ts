import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, visit } from "../browser.ts";
import { addRecord, balance, eventually, NOW, pick, recordsOf, smallBook, TODAY } from "./book.ts";

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

test("an account that was chosen and is put away meanwhile is not replaced by another", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.cash, amount: 5, category: "交通" });
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("button", { name: "8", exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await pick(page, "账户", "招商银行");
  assert.equal((await service.put(`/api/accounts/${book.bank}`, { archived: true })).status, 200);
  await page.locator(".chip-account", { hasText: "—" }).waitFor();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByRole("alert").getByText("请选择账户").waitFor();
  assert.equal((await recordsOf(service, book)).length, 1);
  await pick(page, "账户", "现金");
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("it is booked", async () => (await balance(service, book.cash)) === 87);
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
  await pick(page, "账户", "招商银行");
  await page.getByRole("button", { name: "再记一笔" }).click();
  await eventually("it is booked", async () => (await balance(service, book.bank)) === 5009);
  await page.getByRole("button", { name: "7", exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("the next, too", async () => (await balance(service, book.bank)) === 5016);
  assert.equal((await recordsOf(service, book)).length, 2);
  // Whatever was booked last, the usual is spending.
  await page.getByRole("button", { name: "记一笔" }).click();
  assert.equal(await page.getByRole("radio", { name: "支出" }).isChecked(), true);
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
  assert.equal(await page.getByLabel("日期", { exact: true }).inputValue(), "2026-11-25");
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

test("the line says how it reads, forgets what it heard before, and never books what asks", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByText("总余额").waitFor();
  await page.keyboard.press("n");
  const line = page.getByLabel("一句话记账");
  const amount = page.getByLabel("金额", { exact: true });
  const heard = page.locator(".natural-heard");
  await line.fill("昨天 打车1,020 招行");
  await heard.getByText("支出 1,020.00 · 交通 · 招商银行").waitFor();
  assert.equal(await page.getByLabel("日期", { exact: true }).inputValue(), "2026-11-25");
  await line.fill("午饭");
  await heard.getByText("还不能记：缺少金额").waitFor();
  assert.deepEqual(
    [await amount.inputValue(), await page.getByLabel("日期", { exact: true }).inputValue()],
    ["", TODAY],
    "what was heard before is forgotten",
  );
  for (const text of ["打车32 优惠5", "打车32美元", "去年打车20", "打车32 建行"]) {
    await line.fill(text);
    await heard.getByText("还不能记").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("还不能记").waitFor();
  }
  assert.deepEqual(await recordsOf(service, book), []);
  // What is set by hand settles what the line leaves unclear.
  await line.fill("打车32 优惠5");
  await amount.fill("27");
  await heard.getByText("支出 27.00").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/已记下/).waitFor();
  const [record] = await recordsOf(service, book);
  assert.deepEqual([record?.amount, record?.category], [27, "交通"]);
  await leave();
  await service.close();
});

test("a typed amount is refused with words, and a quotient is shown before it is saved", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByText("总余额").waitFor();
  await page.keyboard.press("n");
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  const amount = page.getByLabel("金额", { exact: true });
  for (const [text, problem] of [
    ["12,50", "逗号只能分隔千位"],
    ["1.2345", "最多两位小数"],
    ["1.999", "最多两位小数"],
  ] as const) {
    await amount.fill(text);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText(problem).waitFor();
  }
  assert.deepEqual(await recordsOf(service, book), []);
  await amount.fill("100÷3");
  await page.getByText("≈ 33.33").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/已记下/).waitFor();
  assert.equal((await recordsOf(service, book))[0]?.amount, 33.33);
  await leave();
  await service.close();
});

test("in a narrow window digits can be typed and pasted", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", { settings: { userId: book.userId } });
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.keyboard.type("12.5+30");
  await page.getByText("= 42.50").waitFor();
  await page.keyboard.press("Backspace");
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "￥1,234.56");
    const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
    document.activeElement?.dispatchEvent(pasted);
  });
  await page.getByText("= 1,234.56").waitFor();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText(/已记下/).waitFor();
  assert.equal((await recordsOf(service, book))[0]?.amount, 1234.56);
  await leave();
  await service.close();
});

test("at the desk a category of one's own is named within the form, by button or by Enter", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByText("总余额").waitFor();
  for (const [name, press] of [
    ["猫粮", () => page.getByRole("button", { name: "确定" }).click()],
    ["狗粮", () => page.keyboard.press("Enter")],
  ] as const) {
    await page.keyboard.press("n");
    await page.getByLabel("金额", { exact: true }).fill("8");
    await page.getByRole("button", { name: "自定义分类" }).click();
    await page.getByLabel("新分类名称").fill(name);
    await press();
    assert.ok(await page.getByRole("radio", { name, exact: true }).isChecked());
    assert.equal(await page.getByLabel("金额", { exact: true }).inputValue(), "8");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(
      "it is booked",
      async () => (await recordsOf(service, book))[0]?.category === name,
    );
  }
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

test("a refund stays in its expense's category, up to what is left of it", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const bought = { accountId: book.bank, amount: 60, category: "购物" };
  const id = await addRecord(service, book, { ...bought, date: "2026-11-20" });
  const { page, leave } = await visit(service, "/records", {
    settings: { userId: book.userId },
    failing: true,
  });
  const amount = page.locator(".amount-text");
  const begin = async (left: string) => {
    await page.locator(`[data-record="${id}"]`).click();
    await page.getByRole("button", { name: "记退款" }).click();
    await page.getByText("退款 · 购物").waitFor();
    assert.equal(await amount.textContent(), left);
    assert.equal(await page.getByRole("radio").count(), 0, "nothing is to be chosen");
  };
  await begin("60");
  // What stands there is replaced by what is typed.
  for (const key of "20") await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText(/已记下/).waitFor();
  const refund = (await recordsOf(service, book)).find((record) => record.id !== id);
  assert.deepEqual(
    [refund?.type, refund?.category, refund?.amount, refund?.refundOf, refund?.accountId],
    ["income", "购物", 20, id, book.bank],
  );
  await page.getByText("购物退回的钱").waitFor();
  // Its day has spent less than nothing.
  assert.match((await page.locator(".day-head").first().textContent()) ?? "", /[^−]\+20\.00$/);
  assert.equal(await page.locator(`[data-record="${refund?.id}"] .tag`).textContent(), "退款");
  await begin("40");
  for (const key of "41") await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByRole("alert").getByText("退款").waitFor();
  assert.equal(await balance(service, book.bank), 4960);
  await page.getByRole("button", { name: "退格" }).click();
  await page.getByRole("button", { name: "0", exact: true }).click();
  // Somebody else moves what is given back meanwhile: the refund goes where it stands by then.
  await service.put(`/api/records/${id}`, { category: "娱乐" });
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("all is given back", async () => (await balance(service, book.bank)) === 5000);
  const categories = (await recordsOf(service, book)).map(({ category }) => category);
  assert.deepEqual(categories, ["娱乐", "娱乐", "娱乐"]);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(`[data-record="${id}"]`).click();
  await page.getByText("已全部退款").waitFor();
  assert.equal(await page.getByRole("button", { name: "记退款" }).count(), 0);
  await page.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goto(`${service.origin}/`);
  const tag = page.locator(".overview-recent .tag").first();
  await tag.waitFor();
  assert.equal(await tag.textContent(), "退款");
  // The figure of the month's expenses leads to what makes it up, the refunds as well.
  await page.getByRole("link", { name: /本月支出/ }).click();
  await page.getByText("3 笔").waitFor();
  await page.locator(".list-sums").getByText("0.00", { exact: true }).first().waitFor();
  await leave();
  await service.close();
});

test("a refund of nothing that is booked belongs to an expense category; taken back it stays one", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/records", {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByText("还没有记录").waitFor();
  await page.keyboard.press("n");
  await page.getByRole("radio", { name: "退款" }).check();
  assert.equal(await page.getByRole("radio", { name: "工资", exact: true }).count(), 0);
  await page.getByLabel("金额", { exact: true }).fill("15");
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.keyboard.press("Enter");
  await page.getByText(/已记下/).waitFor();
  const row = page.locator(".desk-row");
  await row.locator(".tag").getByText("退款").waitFor();
  const kept = async () =>
    (await recordsOf(service, book)).map(({ type, category, refund }) => [type, category, refund]);
  assert.deepEqual(await kept(), [["income", "餐饮", true]]);
  await page.getByRole("button", { name: "删除 餐饮 15.00" }).click();
  await eventually("it is gone", async () => (await kept()).length === 0);
  await page.getByRole("button", { name: "撤销" }).click();
  await eventually("it is back", async () => (await kept()).length === 1);
  assert.deepEqual(await kept(), [["income", "餐饮", true]]);
  await leave();
  await service.close();
});
