/** On paper: a list is whole, and a report is one page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, settled, visit } from "../browser.ts";
import { makeSampleBook } from "../sample-book.ts";
import { addRecord, eventually, NOW, post, smallBook, TODAY } from "./book.ts";

test("a printed list is whole, however little of it is on the screen", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  for (let amount = 1; amount <= 90; amount++) {
    const date = `2026-${String((amount % 10) + 1).padStart(2, "0")}-11`;
    await addRecord(service, book, { accountId: book.bank, amount, category: "餐饮", date });
  }
  const { userId, cash, bank } = book;
  await post(service, "/api/transfers", {
    userId,
    fromAccountId: bank,
    toAccountId: cash,
    amount: 7,
    date: TODAY,
  });
  const off = { userId, accountId: cash, amount: -3.5, date: TODAY, description: "找零" };
  await post(service, "/api/adjustments", off);
  const { page, leave } = await visit(service, "/records", { screen: DESK, settings: { userId } });
  await page.locator("[data-index]").first().waitFor();
  // What the browser would lay out, at the moment when it is asked to.
  await page.evaluate(() => {
    window.print = () => {
      const rows = [...document.querySelectorAll(".paper tbody tr")];
      document.title = rows.map((row) => row.textContent).join("\n");
    };
  });
  for (const ask of [
    () => page.getByRole("button", { name: "打印" }).click(),
    () => page.keyboard.press("Control+p"),
  ]) {
    await page.evaluate(() => {
      document.title = "";
    });
    await ask();
    await eventually("it is printed", async () => (await page.title()) !== "");
    const printed = await page.evaluate(() => document.title.split(/(?<=\.\d\d)/));
    assert.equal(printed.length, 92);
    assert.match(printed[0] ?? "", /余额调整找零现金−3\.50/);
    assert.match(printed[1] ?? "", /转账.*招商银行 → 现金7\.00/);
    assert.match(printed.join(""), /餐饮招商银行−90\.00/);
  }
  await leave();
  await service.close();
});

test("a report is printed on one page", async () => {
  const service = await listen({ now: NOW });
  const user = await post(service, "/api/users", { name: "林小满", email: "lin@example.com" });
  const make = (path: string, body: object) => post(service, path, body);
  await makeSampleBook(make, user.id, TODAY as never, 2);
  for (const path of ["/statistics", "/statistics?range=year", "/budgets"]) {
    const { page, leave } = await visit(service, path, {
      screen: DESK,
      settings: { userId: user.id },
    });
    await page.locator("h1").waitFor();
    await settled(page);
    const paper = (await page.pdf({ format: "A4", printBackground: true })).toString("latin1");
    assert.equal(paper.match(/\/Type \/Page\b/g)?.length, 1, path);
    await leave();
  }
  await service.close();
});
