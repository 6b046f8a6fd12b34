/** Many writes of one book at once, over two nodes: they wait for each other, and each is booked. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openEngine } from "../../src/store/open.ts";
import { proveBook } from "../../src/store/proof.ts";
import { engines } from "../harness/database.ts";
import { type Nodes, startNodes } from "../harness/nodes.ts";

const covered = engines().includes("postgres");
const CLIENTS = 64;
const ROUNDS = 6;
/** Longer than a statement may take, and than a request waits for a database that is away. */
const HELD_MS = 5500;
/** Until what must come. */
const PATIENCE_MS = 30_000;

describe("one busy book", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let nodes: Nodes;
  before(async () => {
    nodes = await startNodes();
  });
  after(() => nodes.stop());

  async function someone(email: string) {
    const userId = (await nodes.call("POST", "/api/users", { name: "小明", email })).data.id;
    const account = { userId, name: "现金", type: "cash" };
    return { userId, accountId: (await nodes.call("POST", "/api/accounts", account)).data.id };
  }

  const record = (book: { userId: number; accountId: number }, amount: number) => ({
    ...book,
    type: "expense",
    amount,
    category: "餐饮",
    date: "2025-03-04",
  });

  async function balanceOf(accountId: number): Promise<number> {
    return (await nodes.call("GET", `/api/accounts/${accountId}`)).data.balance;
  }

  async function findings() {
    const { db, close } = await openEngine({ url: nodes.url, zone: "Asia/Shanghai" });
    const found = await db.read(proveBook);
    await close();
    return found;
  }

  test(`${CLIENTS} clients of each node on one account are all answered, and the sum is exact`, async () => {
    const book = await someone("many@example.com");
    const statuses = new Map<string, number>();
    const count = (method: string, status: number) =>
      statuses.set(`${method} ${status}`, (statuses.get(`${method} ${status}`) ?? 0) + 1);
    const client = async (node: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const made = await nodes.at(node, "POST", "/api/records", record(book, 1));
        count("POST", made.status);
        const path = `/api/records/${made.data.id}`;
        // These name no user, and so come to their book by the record alone.
        count("PUT", (await nodes.at(1 - node, "PUT", path, { amount: 3 })).status);
        if (round % 2 === 1) count("DELETE", (await nodes.at(node, "DELETE", path)).status);
      }
    };
    await Promise.all(Array.from({ length: 2 * CLIENTS }, (_, index) => client(index % 2)));
    const all = 2 * CLIENTS * ROUNDS;
    assert.deepEqual(Object.fromEntries(statuses), {
      "POST 200": all,
      "PUT 200": all,
      "DELETE 200": all / 2,
    });
    assert.equal(await balanceOf(book.accountId), (-all / 2) * 3);
    assert.deepEqual(await findings(), []);
  });

  test("a book that somebody holds for long makes its own writes wait, and nobody else's", async (t) => {
    const [held, free] = [await someone("held@example.com"), await someone("free@example.com")];
    const holder = new pg.Client({ connectionString: nodes.url });
    t.after(() => holder.end());
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from revisions where user_id = $1 for update", [held.userId]);
    const answered: string[] = [];
    const write = async (book: typeof held, node: number, name: string) => {
      const { status } = await nodes.at(node, "POST", "/api/records", record(book, 2));
      answered.push(`${name} ${status}`);
    };
    const waiting = Array.from({ length: 40 }, (_, index) => write(held, index % 2, "held"));
    await Promise.all([write(free, 0, "free"), write(free, 1, "free")]);
    assert.deepEqual(answered, ["free 200", "free 200"]);
    await wait(HELD_MS);
    assert.equal(answered.length, 2);
    await Promise.all([write(free, 0, "free"), write(free, 1, "free")]);
    await holder.query("commit");
    await Promise.all(waiting);
    assert.deepEqual(new Set(answered), new Set(["free 200", "held 200"]));
    assert.equal(await balanceOf(held.accountId), -80);
    assert.equal(await balanceOf(free.accountId), -8);
  });

  test("a machine that has stood still gives up no write that waits for its book", async (t) => {
    const book = await someone("still@example.com");
    const holder = new pg.Client({ connectionString: nodes.url });
    t.after(() => holder.end());
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from revisions where user_id = $1 for update", [book.userId]);
    const written = nodes.at(0, "POST", "/api/records", record(book, 2));
    const node = nodes.nodes[0]?.pid as number;
    const waiting = await waitingFor(holder);
    t.after(() => process.kill(node, "SIGCONT"));
    t.after(() => process.kill(waiting, "SIGCONT"));
    process.kill(waiting, "SIGSTOP");
    process.kill(node, "SIGSTOP");
    await wait(HELD_MS);
    // The node is first to go on: what the server would have said meanwhile is not there yet.
    process.kill(node, "SIGCONT");
    await wait(100);
    process.kill(waiting, "SIGCONT");
    await holder.query("commit");
    assert.equal((await written).status, 200);
    assert.equal(await balanceOf(book.accountId), -2);
  });
});

/** The server's process that waits for what this client holds. */
async function waitingFor(holder: pg.Client): Promise<number> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(20)) {
    const { rows } = await holder.query(`select pid from pg_stat_activity
      where pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`);
    if (rows.length > 0) return rows[0].pid;
  }
  throw new Error("nothing waits for what is held");
}
