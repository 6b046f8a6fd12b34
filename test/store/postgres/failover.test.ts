/**
 * The database goes away under load, and docs/postgresql.md is followed by the letter: nothing that was
 * acknowledged is lost, nothing is booked twice, and writes wait for a standby again.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { openEngine } from "../../../src/store/open.ts";
import { proveBook } from "../../../src/store/proof.ts";
import { sql } from "../../../src/store/sql.ts";
import { engines } from "../../harness/database.ts";
import { command, withDatabase } from "../../harness/postgres/databases.ts";
import { type Replicated, startReplicated, streaming } from "../../harness/postgres/replicated.ts";
import type { Server } from "../../harness/postgres/server.ts";
import { type Service, someoneAt, startService } from "../../harness/process.ts";
import { until } from "../../harness/until.ts";

const covered = engines().includes("postgres");
/** The interface promises an answer within this when the database is away. */
const AWAY_LIMIT_MS = 5000;
const CLIENTS = 8;
const AFTERWARDS = 200;

interface Load {
  /** The keys of the acknowledged writes, and when the last came. */
  acknowledged: string[];
  refused: number;
  /** The longest time without any acknowledged write. */
  longestGapMs: number;
  stop(): Promise<void>;
}

/** Clients that book without pause. What is not acknowledged is sent again under the same key. */
function load(url: string, book: { userId: number; accountId: number }): Load {
  let stopping = false;
  let last = Date.now();
  const state: Load = {
    acknowledged: [],
    refused: 0,
    longestGapMs: 0,
    async stop() {
      stopping = true;
      await Promise.all(clients);
    },
  };
  const client = async (number: number) => {
    for (let count = 0; !stopping; count += 1) {
      const key = `client-${number}-${count}`;
      while ((await post(url, book, key)) !== 200) {
        state.refused += 1;
        await wait(20);
      }
      state.acknowledged.push(key);
      state.longestGapMs = Math.max(state.longestGapMs, Date.now() - last);
      last = Date.now();
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return state;
}

function record(book: { userId: number; accountId: number }, description: string): string {
  return JSON.stringify({
    ...book,
    type: "expense",
    amount: 0.01,
    category: "餐饮",
    description,
    date: "2025-03-04",
  });
}

async function post(
  url: string,
  book: { userId: number; accountId: number },
  key: string,
): Promise<number> {
  const response = await fetch(`${url}/api/records`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: record(book, key),
  });
  await response.text();
  return response.status;
}

/** The statements under 主库倒下, in their order: look, promote, repoint, reload, look. */
function statements(): string[] {
  const page = readFileSync("docs/postgresql.md", "utf8");
  const section = page.slice(page.indexOf("## 主库倒下"));
  const block = /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  return block
    .replace(/^--.*$/gm, "")
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe("failover", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let group: Replicated;
  let service: Service;
  before(async () => {
    group = await startReplicated("book", 3);
    service = await startService({ env: { DATABASE_URL: group.url, LOG_LEVEL: "info" } });
  });
  after(async () => {
    await service.stop();
    await group.remove();
  });

  test("the primary dies under load, and a standby takes over as the page says", async (t) => {
    const [look, promote, repoint, reload, lookAgain] = statements() as [
      ...[string, string, string, string, string],
    ];
    const [primary, behind, ahead] = group.servers as [Server, Server, Server];
    const book = await someoneAt(service.url);
    const running = load(service.url, book);
    const acknowledgedMore = (count: number) => {
      const wanted = running.acknowledged.length + count;
      return until(`${count} acknowledged`, () => running.acknowledged.length >= wanted, 20);
    };
    await acknowledgedMore(100);
    // From here on one standby alone has what is acknowledged.
    await command(behind.url, "alter system set primary_conninfo = ''");
    await command(behind.url, "select pg_reload_conf()");
    await acknowledgedMore(100);
    await primary.kill();
    await answersAway(service.url, book);

    const received = async ({ url }: Server) =>
      BigInt((await ask<{ bytes: string }>(url, look))[0]?.bytes ?? "0");
    assert.ok((await received(ahead)) > (await received(behind)), "the page names the right one");
    await command(ahead.url, promote);
    await command(
      behind.url,
      repoint.replace("host=db3 port=5432 user=replicator", group.connection(2)),
    );
    await command(behind.url, reload);
    await streaming(ahead.url, 1);
    const isFollowed = { application_name: "db2", state: "streaming", sync_state: "quorum" };
    await until("the other standby follows the new primary", async () =>
      isDeepStrictEqual(await ask(ahead.url, lookAgain), [isFollowed]),
    );
    await acknowledgedMore(AFTERWARDS);
    await running.stop();
    t.diagnostic(
      `${running.acknowledged.length} acknowledged, ${running.refused} sent again, ` +
        `the longest gap was ${(running.longestGapMs / 1000).toFixed(1)} s`,
    );

    const wanted = [...running.acknowledged].sort();
    const url = group.url.replace(`127.0.0.1:${primary.port},`, "");
    const { db, close } = await openEngine({ url, zone: "Asia/Shanghai" });
    const booked = await db.read((query) =>
      query.all<{ description: string }>(sql`select description from records`),
    );
    assert.deepEqual(
      booked.map(({ description }) => description).sort(),
      wanted,
      "each acknowledged write is there once, and no other",
    );
    assert.deepEqual(await db.read(proveBook), []);
    await close();
    const onStandby = withDatabase(behind.url, "book");
    const text = "select description from records";
    await until(
      "the standby has it all",
      async () => (await ask(onStandby, text)).length >= wanted.length,
      50,
    );
    const copied = await ask<{ description: string }>(onStandby, text);
    assert.deepEqual(copied.map(({ description }) => description).sort(), wanted);
  });
});

/** While no primary is there: 503 in time for reads and writes, and the service itself is alive. */
async function answersAway(
  url: string,
  book: { userId: number; accountId: number },
): Promise<void> {
  const asked = [
    fetch(`${url}/api/accounts?userId=${book.userId}`),
    fetch(`${url}/health/ready`),
    fetch(`${url}/api/accounts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId: book.userId, name: "银行", type: "bank" }),
    }),
  ];
  const at = Date.now();
  const health = await fetch(`${url}/health`);
  assert.equal(health.status, 200);
  for (const response of await Promise.all(asked)) {
    assert.equal(response.status, 503);
    assert.ok(Number(response.headers.get("retry-after")) > 0);
    const { message } = (await response.json()) as { message: string };
    assert.equal(message, "数据库暂时不可用，请稍后重试");
  }
  assert.ok(Date.now() - at < AWAY_LIMIT_MS, `it took ${Date.now() - at} ms`);
}
