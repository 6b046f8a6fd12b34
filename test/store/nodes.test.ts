/** Two processes of the service beside each other on one database, behind a round-robin. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import sql from "sql-template-tag";
import { openEngine } from "../../src/store/open.ts";
import { proveBook } from "../../src/store/proof.ts";
import { engines } from "../harness/database.ts";
import { freshPostgres } from "../harness/postgres/databases.ts";
import { type Service, startService } from "../harness/process.ts";

const covered = engines().includes("postgres");

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any;
  headers: Headers;
  text: string;
}

describe("two nodes", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let fresh: Awaited<ReturnType<typeof freshPostgres>>;
  let nodes: Service[];
  let turn = 0;
  const book = { userId: 0, accountId: 0 };

  before(async () => {
    fresh = await freshPostgres({ empty: true });
    const env = { DATABASE_URL: `${fresh.url}?pool_size=8` };
    // Both at once, on a database in which nothing is yet.
    nodes = await Promise.all([startService({ env }), startService({ env })]);
    book.userId = (
      await call("POST", "/api/users", { name: "小明", email: "a@example.com" })
    ).data.id;
    book.accountId = (
      await call("POST", "/api/accounts", { userId: book.userId, name: "现金", type: "cash" })
    ).data.id;
  });
  after(async () => {
    for (const node of nodes) await node.stop();
    await fresh.remove();
  });

  /** Each request goes to the next node. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    turn += 1;
    const response = await fetch((nodes[turn % nodes.length] as Service).url + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      data: text === "" ? undefined : JSON.parse(text).data,
      headers: response.headers,
      text,
    };
  }

  const record = (amount: number, description = "") => ({
    ...book,
    type: "expense",
    amount,
    category: "餐饮",
    description,
    date: "2025-03-04",
  });

  const balance = async () => (await call("GET", `/api/accounts/${book.accountId}`)).data.balance;

  test("creates, edits and deletes over both nodes leave one true balance", async () => {
    const before = await balance();
    const made = await Promise.all(
      Array.from({ length: 60 }, () => call("POST", "/api/records", record(2))),
    );
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([200]));
    const ids = made.map(({ data }) => data.id as number);
    assert.equal(new Set(ids).size, 60);
    const changed = await Promise.all(
      ids.flatMap((id, index) =>
        index < 30
          ? [
              call("PUT", `/api/records/${id}`, { amount: 3 }),
              call("PUT", `/api/records/${id}`, { amount: 5 }),
            ]
          : [call("DELETE", `/api/records/${id}`)],
      ),
    );
    assert.deepEqual(new Set(changed.map(({ status }) => status)), new Set([200]));
    const left = (await call("GET", `/api/records?userId=${book.userId}`)).data;
    assert.equal(left.length, 30);
    const spent = left.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    assert.equal(await balance(), before - spent);
    assert.deepEqual(await findings(), []);
  });

  test("one key sent to both nodes at once books once and is answered twice alike", async () => {
    for (let round = 0; round < 10; round += 1) {
      const before = await balance();
      const key = { "idempotency-key": `key-${round}` };
      const both = await Promise.all([
        call("POST", "/api/records", record(7), key),
        call("POST", "/api/records", record(7), key),
      ]);
      assert.deepEqual(
        both.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(both[0]?.text, both[1]?.text);
      assert.equal(await balance(), before - 7);
    }
  });

  test("a user is made once, however many nodes are asked under one key", async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = { name: "小红", email: `red-${round}@example.com` };
      const key = { "idempotency-key": `user-${round}` };
      const both = await Promise.all([
        call("POST", "/api/users", user, key),
        call("POST", "/api/users", user, key),
      ]);
      const made = both.filter(({ status }) => status === 200);
      assert.ok(made.length > 0);
      assert.equal(new Set(made.map(({ data }) => data.id)).size, 1);
    }
  });

  test("of two changes that saw the same state one is refused", async () => {
    const { data, headers } = await call("POST", "/api/records", record(1));
    const match = { "if-match": headers.get("etag") as string };
    const both = await Promise.all([
      call("PUT", `/api/records/${data.id}`, { description: "左" }, match),
      call("PUT", `/api/records/${data.id}`, { description: "右" }, match),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
  });

  test("two changes of different fields are both kept", async () => {
    const budget = { userId: book.userId, category: "餐饮", amount: 100, month: "2025-03" };
    for (let round = 0; round < 10; round += 1) {
      const { data } = await call("POST", "/api/budgets", budget);
      await Promise.all([
        call("PUT", `/api/budgets/${data.id}`, { amount: 200 }),
        call("PUT", `/api/budgets/${data.id}`, { category: "交通" }),
      ]);
      const { amount, category } = (await call("GET", `/api/budgets/${data.id}`)).data;
      assert.deepEqual({ amount, category }, { amount: 200, category: "交通" });
    }
  });

  test("what one node has written the other answers at once, also to a validator", async () => {
    const path = `/api/records?userId=${book.userId}`;
    for (let round = 0; round < 10; round += 1) {
      const seen = await call("GET", path);
      const tag = { "if-none-match": seen.headers.get("etag") as string };
      assert.equal((await call("GET", path, undefined, tag)).status, 304);
      const { data } = await call("POST", "/api/records", record(1));
      const next = await call("GET", path, undefined, tag);
      assert.equal(next.status, 200);
      assert.equal(next.data[0].id, data.id);
    }
  });

  test("the end of one node leaves the other serving", async () => {
    const third = await startService({ env: { DATABASE_URL: fresh.url } });
    await third.stop();
    assert.equal((await call("GET", "/health/ready")).status, 200);
    assert.equal((await call("GET", "/health/ready")).status, 200);
  });

  async function findings() {
    const { db, close } = await openEngine({ url: fresh.url, zone: "Asia/Shanghai" });
    const found = await db.read(proveBook);
    const commits = await db.read((query) =>
      query.get<{ count: number }>(sql`select count(*) as "count" from commits`),
    );
    assert.ok((commits?.count ?? 0) > 0);
    await close();
    return found;
  }
});
