/** Two processes of the service beside each other on one database, behind a round-robin. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { openEngine } from "../../../src/store/open.ts";
import { proveBook } from "../../../src/store/proof.ts";
import { sql } from "../../../src/store/sql.ts";
import { engines } from "../../harness/database.ts";
import { type Nodes, startNodes } from "../../harness/nodes.ts";
import { assertRefused, runCli, type Service, startService } from "../../harness/process.ts";

const covered = engines().includes("postgres");

describe("two nodes", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let nodes: Nodes;
  const book = { userId: 0, accountId: 0 };
  const call: Nodes["call"] = (...request) => nodes.call(...request);

  before(async () => {
    nodes = await startNodes();
    book.userId = (
      await call("POST", "/api/users", { name: "小明", email: "a@example.com" })
    ).data.id;
    book.accountId = (
      await call("POST", "/api/accounts", { userId: book.userId, name: "现金", type: "cash" })
    ).data.id;
  });
  after(() => nodes.stop());

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
    const third = await startService({ env: { DATABASE_URL: nodes.url } });
    await third.stop();
    assert.equal((await call("GET", "/health/ready")).status, 200);
    assert.equal((await call("GET", "/health/ready")).status, 200);
  });

  test("another zone is refused while a node runs, and a node while the zone is changed", async () => {
    const env = { DATABASE_URL: nodes.url };
    const zone = ["migrate", "--zone", "Asia/Tokyo"];
    const seen = await balance();
    assertRefused(await runCli(zone, env), /还有 2 个进程正在使用这个数据库，请先停止全部服务/);
    const schema = await runCli(["migrate"], env);
    assert.equal(schema.code, 0, schema.stderr);
    const [stopped, killed] = nodes.nodes.splice(0) as [Service, Service];
    await stopped.stop();
    await killed.stop("SIGKILL");
    assertRefused(await runCli(zone, env), /还有 1 个进程.*被强行结束的要等一分钟/);
    const client = new pg.Client({ connectionString: nodes.url });
    await client.connect();
    await client.query("update attendance set seen_at = '2026-01-01T00:00:00.000Z'");
    const moved = await runCli(zone, env);
    assert.equal(moved.code, 0, moved.stderr);
    assert.equal((await client.query("select 1 from attendance")).rowCount, 0);
    // Somebody who has the database to himself at this moment.
    await client.query("insert into attendance (id, alone, seen_at) values ('x', 1, $1)", [
      new Date().toISOString(),
    ]);
    assertRefused(await runCli(["user", "list"], env), /正在被迁移或装入，请稍后再启动/);
    await client.query("delete from attendance");
    await client.end();
    assertRefused(await runCli(["serve"], { ...env, PORT: "0" }), /数据库按时区 Asia\/Tokyo 记账/);
    nodes.nodes.push(await startService({ env: { ...env, TZ: "Asia/Tokyo" } }));
    assert.equal(await balance(), seen);
  });

  async function findings() {
    const { db, close } = await openEngine({ url: nodes.url, zone: "Asia/Shanghai" });
    const found = await db.read(proveBook);
    const commits = await db.read((query) =>
      query.get<{ count: number }>(sql`select count(*) as count from commits`),
    );
    assert.ok((commits?.count ?? 0) > 0);
    await close();
    return found;
  }
});
