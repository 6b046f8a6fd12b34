/** 隐私: amounts that are hidden leave the page, and a locked app shows nothing of the book. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { DESK, listen, PHONE, settled, visit } from "../browser.ts";
import { addRecord, NOW, post, smallBook } from "./book.ts";

/** Amounts that no other figure looks like, and how they are shown in full and in short. */
const AMOUNT = 77712.34;
const DIGITS = /77,?712|7\.8万|77\.7k|9,?988|5,?100\.00|72,?612/;

/** All that the page holds: text, attributes, values of fields. */
const everything = (page: Page) =>
  page.evaluate(() => {
    const parts: string[] = [document.title, document.body.textContent ?? ""];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (!["d", "style", "href", "class", "id", "points"].includes(name)) parts.push(value);
      }
      if (element instanceof HTMLInputElement) parts.push(element.value);
    }
    return parts.join("\n");
  });

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`hidden amounts are in no page, until they are shown again: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { userId, bank, cash } = book;
    await addRecord(service, book, { accountId: bank, amount: AMOUNT, category: "购物" });
    const transfer = { userId, fromAccountId: bank, toAccountId: cash, date: "2026-11-20" };
    await post(service, "/api/transfers", { ...transfer, amount: 9988 });
    const budget = { userId, category: "购物", amount: 9988, month: "2026-11" };
    await post(service, "/api/budgets", budget);
    const { page, leave } = await visit(service, "/", { screen, settings: { userId } });
    await settled(page);
    assert.match(await everything(page), DIGITS);
    await page.getByRole("button", { name: "隐藏金额" }).click();
    for (const path of [
      "/",
      "/records",
      `/records?accountId=${bank}`,
      "/calendar",
      "/accounts",
      `/accounts/${bank}`,
      "/transfers",
      "/plans",
      "/budgets",
      "/statistics",
      "/history",
    ]) {
      await page.goto(service.origin + path);
      await settled(page);
      await page.waitForTimeout(300);
      assert.doesNotMatch(await everything(page), DIGITS, path);
    }
    await page.goto(service.origin);
    await page.getByRole("button", { name: "显示金额" }).click();
    await page.getByText("77,712.34").first().waitFor();
    await leave();
    await service.close();
  });

  test(`a PIN locks, also over plain http, and a wrong one opens nothing: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    await addRecord(service, book, { accountId: book.bank, amount: AMOUNT, category: "购物" });
    const { page, leave } = await visit(service, "/settings", {
      screen,
      settings: { userId: book.userId },
      plain: true,
    });
    await page.getByText("挡不住会用开发者工具").waitFor();
    await page.getByText("要用 https（或 localhost）打开").waitFor();
    await page.getByRole("button", { name: "设置 PIN" }).click();
    await page.getByLabel("PIN", { exact: true }).fill("2468");
    await page.getByLabel("再输一次").fill("2469");
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByText("两次输入的 PIN 不一样").waitFor();
    await page.getByLabel("再输一次").fill("2468");
    await page.keyboard.press("Enter");
    await page.getByText("PIN 已设置").waitFor();
    const kept = await page.evaluate(() => localStorage.getItem("fenming.privacy") ?? "");
    assert.match(kept, /"hash":"[0-9a-f]{64}"/);
    assert.doesNotMatch(kept, /2468/);
    await page.goto(service.plainOrigin);
    await page.getByText("77,712.34").first().waitFor();
    await page.evaluate(() => localStorage.setItem("fenming.seen", "1"));
    await page.reload();
    await page.getByRole("heading", { name: "已锁定" }).waitFor();
    assert.doesNotMatch(await everything(page), DIGITS);
    await page.keyboard.type("1111");
    await page.keyboard.press("Enter");
    await page.getByText("PIN 不对").waitFor();
    await page.keyboard.type("2468");
    await page.keyboard.press("Enter");
    await page.getByText("77,712.34").first().waitFor();
    await leave();
    await service.close();
  });
}

test("leaving hides the amounts and locks at once, where that is wished", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.bank, amount: AMOUNT, category: "购物" });
  const { page, leave } = await visit(service, "/settings", { settings: { userId: book.userId } });
  const turnAway = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
  await page.getByRole("checkbox", { name: "离开时隐藏金额" }).check();
  await page.getByRole("button", { name: "设置 PIN" }).click();
  await page.getByLabel("PIN", { exact: true }).fill("2468");
  await page.getByLabel("再输一次").fill("2468");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByLabel("多久没有操作就锁定").selectOption("0");
  await page.goto(service.origin);
  await page.getByLabel("PIN").fill("2468");
  await page.getByRole("button", { name: "解锁" }).click();
  // Another address is a way of leaving, too.
  await page.getByRole("button", { name: "显示金额" }).click();
  await page.getByText("77,712.34").first().waitFor();
  await turnAway();
  await page.getByRole("heading", { name: "已锁定" }).waitFor();
  await page.getByLabel("PIN").fill("2468");
  await page.getByRole("button", { name: "解锁" }).click();
  await page.getByRole("button", { name: "显示金额" }).waitFor();
  assert.doesNotMatch(await everything(page), DIGITS);
  await leave();
  await service.close();
});

test("in a secure context the device's passkey opens the lock", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, context, leave } = await visit(service, "/settings", {
    settings: { userId: book.userId },
  });
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", { options });
  await page.getByRole("button", { name: "设置通行密钥" }).click();
  await page.getByText("通行密钥已设置").waitFor();
  await page.getByRole("button", { name: "现在锁定" }).click();
  await page.getByRole("heading", { name: "已锁定" }).waitFor();
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", { name: "用通行密钥解锁" }).click();
  await page.getByText("没有通过这台设备的验证").waitFor();
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await page.getByRole("button", { name: "用通行密钥解锁" }).click();
  await page.getByRole("heading", { name: "设置", exact: true }).waitFor();
  await leave();
  await service.close();
});
