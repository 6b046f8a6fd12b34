import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { listen, overflow, PHONE, settled, visit } from "../browser.ts";
import { eventually, NOW, smallBook } from "./book.ts";

interface KeptForm {
  name: string;
  path: string;
  open: (page: Page) => Promise<void>;
  /** The field that is typed into. */
  field: (form: Locator) => Locator;
  text: string;
}

const FORMS: KeptForm[] = [
  {
    name: "account",
    path: "/accounts",
    open: (page) => page.getByRole("button", { name: "添加账户" }).first().click(),
    field: (form) => form.getByLabel("名称"),
    text: "公积金",
  },
  {
    name: "plan",
    path: "/plans",
    open: (page) => page.getByRole("button", { name: "添加计划" }).first().click(),
    field: (form) => form.getByLabel("名称"),
    text: "房租",
  },
  {
    name: "budget",
    path: "/budgets",
    open: (page) => page.getByRole("button", { name: /预算/ }).first().click(),
    field: (form) => form.getByRole("textbox"),
    text: "300",
  },
];

for (const { name, path, open, field, text } of FORMS) {
  test(`what was typed into a form survives Back and a reload, and not its cancelling: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const { userId } = await smallBook(service);
    const { page, leave } = await visit(service, path, { settings: { userId } });
    const form = page.getByRole("dialog");
    await open(page);
    assert.equal(await field(form).inputValue(), "", "nothing is there at first");
    await field(form).fill(text);
    await page.goBack();
    await form.waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).pathname, path, "the page stays");
    await open(page);
    await form.getByText(/^接着 \d\d:\d\d 没记完的/).waitFor();
    assert.equal(await field(form).inputValue(), text);
    await page.reload();
    await open(page);
    assert.equal(await field(form).inputValue(), text);
    await form.getByRole("button", { name: "重新开始" }).click();
    assert.equal(await field(form).inputValue(), "");
    await field(form).fill(text);
    await form.getByRole("button", { name: "取消" }).click();
    await form.waitFor({ state: "detached" });
    await open(page);
    assert.equal(await field(form).inputValue(), "");
    assert.equal(await form.getByText(/没记完的/).count(), 0);
    await leave();
    await service.close();
  });
}

test("what was saved is not typed once more", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const { page, leave } = await visit(service, "/accounts", { settings: { userId } });
  const form = page.getByRole("dialog");
  const open = () => page.getByRole("button", { name: "添加账户" }).first().click();
  await open();
  await form.getByLabel("名称").fill("公积金");
  await page.goBack();
  await form.waitFor({ state: "detached" });
  await open();
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });
  const names = async () =>
    (await service.get(`/api/accounts?userId=${userId}`)).data.map(
      ({ name }: { name: string }) => name,
    );
  await eventually("it is saved", async () => (await names()).includes("公积金"));
  await open();
  assert.equal(await form.getByLabel("名称").inputValue(), "");
  await leave();
  await service.close();
});

test("a page's title and its buttons stand apart in the largest letters of the narrowest phone", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await smallBook(service);
  const screen = { ...PHONE, width: 320 };
  const { page, leave } = await visit(service, "/accounts", { screen, settings: { userId } });
  for (const path of ["/accounts", "/plans", "/budgets", "/records"]) {
    await page.goto(service.origin + path);
    await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    await settled(page);
    const apart = await page.locator(".page-head").evaluate((header) => {
      const range = document.createRange();
      range.selectNodeContents(header.querySelector("h1") as Element);
      const title = range.getBoundingClientRect();
      const actions = header.querySelector(".page-actions")?.getBoundingClientRect();
      return !actions || actions.left - title.right >= 4 || actions.top >= title.bottom - 1;
    });
    assert.ok(apart, path);
    assert.equal(await overflow(page, screen), 0, path);
  }
  await leave();
  await service.close();
});
