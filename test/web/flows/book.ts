/** Books that flows begin with, made through the API. */

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { Service } from "../browser.ts";

export interface SmallBook {
  userId: number;
  cash: number;
  bank: number;
}

/** 2026-11-26, 18:00 in Shanghai. */
export const NOW = Date.parse("2026-11-26T10:00:00Z");
export const TODAY = "2026-11-26";

export async function post(service: Service, path: string, body: object) {
  const answer = await service.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

/** A user with two accounts: 现金 100.00 and 招商银行 5,000.00. */
export async function smallBook(service: Service): Promise<SmallBook> {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const userId = (await post(service, "/api/users", { name: "小满", email })).id;
  const account = async (name: string, type: string, balance: number) =>
    (await post(service, "/api/accounts", { userId, name, type, balance })).id;
  return {
    userId,
    cash: await account("现金", "cash", 100),
    bank: await account("招商银行", "bank", 5000),
  };
}

interface NewRecord {
  accountId: number;
  amount: number;
  category: string;
  type?: "income" | "expense";
  description?: string;
  date?: string;
}

export async function addRecord(
  service: Service,
  book: SmallBook,
  { type = "expense", date = TODAY, ...record }: NewRecord,
): Promise<number> {
  return (await post(service, "/api/records", { userId: book.userId, type, date, ...record })).id;
}

export async function balance(service: Service, accountId: number): Promise<number> {
  return (await service.get(`/api/accounts/${accountId}`)).data.balance;
}

export async function recordsOf(service: Service, { userId }: { userId: number }) {
  return (await service.get(`/api/records?userId=${userId}`)).data as {
    id: number;
    amount: number;
    category: string;
    description?: string;
    accountId: number;
    type: string;
    date: string;
    transferId?: number;
    refund?: boolean;
    refundOf?: number;
  }[];
}

/** Waits until a fact holds that only the service knows. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never: ${what}`);
}

/** What an element says. */
export async function textOf(found: Locator): Promise<string> {
  return (await found.textContent()) ?? "";
}

/** Chooses in a picker: opens it by its label, takes what bears the name. */
export async function pick(
  page: Page,
  label: string | RegExp,
  name: string,
  within: Locator | Page = page,
): Promise<void> {
  await within.getByLabel(label).first().click();
  await page.getByRole("option", { name }).first().click();
  await page.getByRole("listbox").waitFor({ state: "detached" });
}
