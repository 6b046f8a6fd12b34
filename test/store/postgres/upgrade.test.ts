/** A new node brings the schema up to date while old nodes write: it starts, and they go on. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { describe, test } from "node:test";
import pg from "pg";
import { openEngine } from "../../../src/store/open.ts";
import { proveBook } from "../../../src/store/proof.ts";
import { engines } from "../../harness/database.ts";
import { migrationsUpTo } from "../../harness/migrations.ts";
import { freshPostgres } from "../../harness/postgres/databases.ts";
import { until } from "../../harness/until.ts";

const covered = engines().includes("postgres");
const BOOKS = 40;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeBooks(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const now = new Date().toISOString();
    await client.query(
      `insert into users (name, email, email_folded, created_at, updated_at)
        select 'n', 'u' || n || '@example.com', 'u' || n || '@example.com', $1, $1 from generate_series(1, ${BOOKS}) n`,
      [now],
    );
    await client.query("insert into revisions (user_id, revision) select id, 0 from users");
    await client.query(
      `insert into accounts (user_id, name, type, color, opening, balance, created_at, updated_at)
        select id, '现金', 'cash', '#52C41A', 0, 0, $1, $1 from users`,
      [now],
    );
  });
}

/** What an older node does: it takes a book, looks at its records, and moves a balance. */
function oldNode(url: string): { count(): number; stop(): Promise<void> } {
  let count = 0;
  let stopping = false;
  const running = withClient(url, async (client) => {
    while (!stopping) {
      const user = 1 + (count % BOOKS);
      await client.query("begin");
      await client.query("update revisions set revision = revision + 1 where user_id = $1", [user]);
      await client.query("select count(*) from records where user_id = $1", [user]);
      await client.query(
        "update accounts set balance = balance + 1, opening = opening + 1 where user_id = $1",
        [user],
      );
      await client.query("commit");
      count += 1;
    }
  });
  return {
    count: () => count,
    async stop() {
      stopping = true;
      await running;
    },
  };
}

describe("an upgrade under load", {
  skip: covered ? false : "TEST_ENGINES leaves it out",
}, () => {
  const tables = "alter table accounts add column note :text;\nselect 1;\n";
  for (const state of [20, 42, 60]) {
    test(`from state ${state}: the new node starts, the old ones go on, the books prove`, async (t) => {
      const fresh = await freshPostgres({ empty: true });
      t.after(() => fresh.remove());
      const old = await migrationsUpTo(state);
      // Long enough that the others write meanwhile, were they let.
      const current = await migrationsUpTo(Number.POSITIVE_INFINITY, {
        "900-slow.sql": `select pg_sleep(0.4); -- postgres\n${tables}`,
      });
      t.after(() => Promise.all([old, current].map((folder) => rm(folder, { recursive: true }))));
      const first = await openEngine({ url: fresh.url, zone: "UTC", migrations: old });
      await makeBooks(fresh.url);
      const nodes = Array.from({ length: 4 }, () => oldNode(fresh.url));
      const written = () => nodes.reduce((sum, node) => sum + node.count(), 0);
      await until("100 written", () => written() >= 100);

      const second = await openEngine({ url: fresh.url, zone: "UTC", migrations: current });
      const before = written();
      await until("100 more written", () => written() >= before + 100);
      for (const node of nodes) await node.stop();
      assert.deepEqual(await second.db.read(proveBook), []);
      const moved = await withClient(fresh.url, (client) =>
        client.query("select sum(balance)::int as sum from accounts"),
      );
      assert.equal(moved.rows[0].sum, written());
      await second.close();
      await first.close();
    });
  }

  test("a migration that moves money is still refused under load", async (t) => {
    const fresh = await freshPostgres();
    t.after(() => fresh.remove());
    const migrations = await migrationsUpTo(Number.POSITIVE_INFINITY, {
      "900-theft.sql": "update accounts set balance = balance - 1 where user_id = 7;\n",
    });
    t.after(() => rm(migrations, { recursive: true }));
    await makeBooks(fresh.url);
    const node = oldNode(fresh.url);
    await until("50 written", () => node.count() >= 50);
    await assert.rejects(
      openEngine({ url: fresh.url, zone: "UTC", migrations }),
      /900 theft 会改变账户余额，已撤销/,
    );
    await node.stop();
    const { rows } = await withClient(fresh.url, (client) =>
      client.query("select count(*)::int as wrong from accounts where balance <> opening"),
    );
    assert.equal(rows[0].wrong, 0);
  });
});
