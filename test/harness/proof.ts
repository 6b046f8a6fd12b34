/** The book of a test, proved as `fenming check` proves it. */
import assert from "node:assert/strict";
import { proveBook } from "../../src/store/proof.ts";
import type { TestApp } from "./app.ts";

/** Fails when any balance, day total, refund or fee is not what the records and transfers say. */
export async function assertProved(app: TestApp): Promise<void> {
  assert.deepEqual(await app.db.read((db) => proveBook(db)), []);
}

/** Another account of the user. */
export async function anotherAccount(
  app: TestApp,
  userId: number,
  { name = "招商银行", balance = 0 }: { name?: string; balance?: number } = {},
): Promise<number> {
  const made = await app.post("/api/accounts", { userId, name, type: "bank", balance });
  assert.equal(made.status, 200, made.text);
  return made.data.id;
}

/** All that a user can see of money: equal before and after whatever must change nothing. */
export async function bookOf(app: TestApp, userId: number): Promise<string> {
  const texts: string[] = [];
  for (const path of [
    "accounts",
    "records",
    "transfers",
    "adjustments",
    "budgets",
    "statistics/trend",
  ]) {
    texts.push((await app.get(`/api/${path}?userId=${userId}`)).text);
  }
  return texts.join("\n");
}
