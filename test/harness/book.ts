/** What tests do to a book over and over, in the words of the domain. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { proveBook } from "../../src/store/proof.ts";
import { sql } from "../../src/store/sql.ts";
import { type Answer, openApp, type TestApp, type TestOptions } from "./app.ts";

type Open = (options?: TestOptions) => Promise<TestApp>;

/** A fresh service for one test, closed at the test's end. */
export async function during(
  t: TestContext,
  open: Open = openApp,
  options: TestOptions = {},
): Promise<TestApp> {
  const app = await open(options);
  t.after(() => app.close());
  return app;
}

export interface Owner {
  userId: number;
  accountId: number;
}

/** A body of POST /api/records that is right in every field. */
export const lunch = (owner: Owner) => ({
  userId: owner.userId,
  accountId: owner.accountId,
  type: "expense" as "expense" | "income",
  amount: 35.5,
  category: "餐饮",
  date: "2026-03-15",
});

/** Books a record that must succeed and answers it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function book(app: TestApp, owner: Owner, fields: object = {}): Promise<any> {
  return made(await app.post("/api/records", { ...lunch(owner), ...fields }));
}

/** `data` of an answer that must be a success. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function made(answer: Answer): any {
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

/** Another account of the user; answers its id. */
export async function openAccount(
  app: TestApp,
  userId: number,
  fields: object = {},
): Promise<number> {
  const body = { userId, name: "招商银行", type: "bank", ...fields };
  return made(await app.post("/api/accounts", body)).id;
}

/** Everything that a user's book shows, to be compared before and after. */
export async function wholeBook(app: TestApp, userId: number): Promise<unknown> {
  const paths = ["accounts", "records", "budgets", "statistics/trend"];
  const answers = await Promise.all(
    paths.map((path) => app.get(`/api/${path}?userId=${userId}`).then(made)),
  );
  return answers;
}

/** Runs work that must be refused so, and checks that the user's book is as it was. */
export async function refused(
  app: TestApp,
  userId: number,
  status: number,
  work: () => Promise<Answer>,
): Promise<string> {
  const before = await wholeBook(app, userId);
  const answer = await work();
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(answer.body, { success: false, data: null, message: answer.message });
  assert.match(answer.message as string, /\p{Script=Han}/u);
  assert.deepEqual(await wholeBook(app, userId), before);
  return answer.message as string;
}

/** Every balance and every day total follows from the records. */
export async function assertProved(app: TestApp): Promise<void> {
  assert.deepEqual(await app.db.read((db) => proveBook(db)), []);
}

/** Many records at once, without their day totals: for lists alone. Amounts are 1 to `count` fen. */
export async function fillRecords(app: TestApp, owner: Owner, count: number): Promise<void> {
  await app.db.write((db) =>
    db.run(sql`
      insert into records (user_id, account_id, type, amount, category, description,
        date, day, timed, created_at, updated_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select ${owner.userId}, ${owner.accountId}, 'expense', n, '餐饮', '第 ' || n || ' 笔',
        '2026-03-14T16:00:00.000Z', '2026-03-15', 0,
        '2026-03-15T04:00:00.000Z', '2026-03-15T04:00:00.000Z'
      from numbers`),
  );
}
