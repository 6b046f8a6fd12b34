/** The database goes away under load: nothing that was acknowledged is lost, and nothing booked twice. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import sql from "sql-template-tag";
import { openEngine } from "../../../src/store/open.ts";
import { proveBook } from "../../../src/store/proof.ts";
import { engines } from "../../harness/database.ts";
import { command } from "../../harness/postgres/databases.ts";
import { type Pair, startPair } from "../../harness/postgres/pair.ts";
import { type Service, someoneAt, startService } from "../../harness/process.ts";

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

describe("failover", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let pair: Pair;
  let service: Service;
  before(async () => {
    pair = await startPair("book");
    service = await startService({ env: { DATABASE_URL: pair.url, LOG_LEVEL: "info" } });
  });
  after(async () => {
    await service.stop();
    await pair.remove();
  });

  test("the primary dies under load, the standby takes over", async (t) => {
    const book = await someoneAt(service.url);
    const running = load(service.url, book);
    while (running.acknowledged.length < 200) await wait(20);
    await pair.primary.kill();
    await answersAway(service.url, book);
    await command(pair.standby.url, "alter system set synchronous_standby_names = ''");
    await command(pair.standby.url, "select pg_promote()");
    const before = running.acknowledged.length;
    while (running.acknowledged.length < before + AFTERWARDS) await wait(20);
    await running.stop();
    t.diagnostic(
      `${running.acknowledged.length} acknowledged, ${running.refused} sent again, ` +
        `the longest gap was ${(running.longestGapMs / 1000).toFixed(1)} s`,
    );

    const url = pair.url.replace(`127.0.0.1:${pair.primary.port},`, "");
    const { db, close } = await openEngine({ url, zone: "Asia/Shanghai" });
    const booked = await db.read((query) =>
      query.all<{ description: string }>(sql`select description from records`),
    );
    assert.deepEqual(
      booked.map(({ description }) => description).sort(),
      [...running.acknowledged].sort(),
      "each acknowledged write is there once, and no other",
    );
    assert.deepEqual(await db.read(proveBook), []);
    await close();
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
