/** Ways to a record and to a bill besides the form: a copy, an address, another app. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DESK, listen, visit } from "../browser.ts";
import { addRecord, eventually, NOW, post, recordsOf, smallBook, TODAY } from "./book.ts";

test("a record and a transfer are copied to today", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { userId, cash, bank } = book;
  const old = { amount: 18.5, category: "咖啡", description: "拿铁", date: "2026-11-03" };
  const id = await addRecord(service, book, { accountId: bank, ...old });
  const { page, leave } = await visit(service, "/records", { settings: { userId } });
  await page.locator(`[data-record="${id}"]`).click();
  await page.getByRole("button", { name: "再记一笔" }).click();
  await page.getByRole("dialog", { name: "记一笔" }).waitFor();
  assert.equal((await recordsOf(service, book)).length, 1, "nothing is saved by itself");
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText(/已记下/).waitFor();
  await eventually("two", async () => (await recordsOf(service, book)).length === 2);
  const copy = (await recordsOf(service, book)).find((record) => record.id !== id);
  assert.deepEqual(
    [copy?.amount, copy?.category, copy?.description, copy?.accountId],
    [18.5, "咖啡", "拿铁", bank],
  );
  assert.equal(copy?.date.slice(0, 10), "2026-11-25", `midnight of ${TODAY} in Shanghai`);
  const body = { userId, fromAccountId: bank, toAccountId: cash, amount: 7, date: "2026-11-01" };
  await post(service, "/api/transfers", body);
  await page.goto(`${service.origin}/transfers`);
  await page.getByText("7.00").first().click();
  await page.getByRole("button", { name: "再记一笔" }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("two transfers", async () => {
    const { data } = await service.get(`/api/transfers?userId=${userId}`);
    return data.length === 2 && data.every(({ amount }: { amount: number }) => amount === 7);
  });
  await leave();
  await service.close();
});

test("an address fills the form, leaves, and books nothing", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const words = { category: "餐饮", account: "招行", note: "牛肉面 & 茶", date: "2026-11-20" };
  const query = new URLSearchParams({ new: "1", amount: "35.5", ...words });
  const { page, leave } = await visit(service, `/?${query}`, {
    screen: DESK,
    settings: { userId: book.userId },
  });
  await page.getByRole("dialog", { name: "记一笔" }).waitFor();
  assert.equal(new URL(page.url()).search, "");
  assert.equal(await page.getByLabel("金额", { exact: true }).inputValue(), "35.5");
  assert.equal(await page.getByLabel("备注", { exact: true }).inputValue(), "牛肉面 & 茶");
  assert.equal(await page.getByLabel("日期", { exact: true }).inputValue(), "2026-11-20");
  assert.ok(await page.getByRole("radio", { name: "餐饮", exact: true }).isChecked());
  await page.reload();
  await page.getByText("总余额").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0, "a reload asks no second time");
  assert.deepEqual(await recordsOf(service, book), []);
  await page.goto(
    `${service.origin}/?new=1&type=income&amount=900&category=工资&account=${book.cash}`,
  );
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByText(/已记下/).waitFor();
  await eventually("it is booked", async () => (await recordsOf(service, book)).length === 1);
  const [record] = await recordsOf(service, book);
  assert.deepEqual([record?.type, record?.amount, record?.accountId], ["income", 900, book.cash]);
  await leave();
  await service.close();
});

test("without an account ＋ leads to one, and then to the entry", async () => {
  const service = await listen({ now: NOW });
  const { id: userId } = await post(service, "/api/users", {
    name: "小满",
    email: "x@example.com",
  });
  const { page, leave } = await visit(service, "/records", { settings: { userId } });
  await page.getByText("还没有记录").waitFor();
  await page.getByRole("navigation").getByRole("button", { name: "记一笔" }).click();
  await page.getByText("先添加一个账户").waitFor();
  await page.getByLabel("账户名称").fill("现金");
  await page.getByRole("button", { name: "保存" }).click();
  for (const key of ["3", "2"]) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByRole("button", { name: "完成" }).click();
  await eventually("it is booked", async () => (await recordsOf(service, { userId })).length === 1);
  await leave();
  await service.close();
});

const BILL = join(import.meta.dirname, "../../bills/samples/alipay/own-app-2026.csv");

test("a bill that another app shares is read", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/", {
    settings: { userId },
    serviceWorker: true,
    failing: true,
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const { share_target: target } = await (
    await page.request.get(`${service.origin}/app.webmanifest`)
  ).json();
  assert.deepEqual([target.action, target.method], ["/share", "POST"]);
  // As the device does it: a form is sent, and the page that the answer leads to is shown.
  await page.evaluate(
    ({ bytes, action, name }) => {
      const file = new File([Uint8Array.from(bytes)], "支付宝.csv", { type: "text/csv" });
      const form = Object.assign(document.createElement("form"), {
        action,
        method: "post",
        enctype: "multipart/form-data",
      });
      const input = Object.assign(document.createElement("input"), { type: "file", name });
      const files = new DataTransfer();
      files.items.add(file);
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { bytes: [...readFileSync(BILL)], action: target.action, name: target.params.files[0].name },
  );
  await page.waitForURL(/\/import\/\d+/);
  await page.getByRole("button", { name: /^确认导入/ }).waitFor();
  const { data } = await service.get(`/api/imports?userId=${userId}`);
  assert.deepEqual(
    data.map(({ fileName }: { fileName: string }) => fileName),
    ["支付宝.csv"],
  );
  await leave();
  await service.close();
});
