/** Commits that wait for standbys: what was answered 200 is on one, and who waits in vain is told in time. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openEngine } from "../../../src/store/open.ts";
import { proveBook } from "../../../src/store/proof.ts";
import { sql } from "../../../src/store/sql.ts";
import { engines } from "../../harness/database.ts";
import { type Replicated, startReplicated } from "../../harness/postgres/replicated.ts";
import type { Server } from "../../harness/postgres/server.ts";
import { type Service, someoneAt, startService } from "../../harness/process.ts";
import { until } from "../../harness/until.ts";

const covered = engines().includes("postgres");
/** What docs/postgresql.md promises while no standby is there. */
const LIMIT_MS = 10_000;
const PRIMARY = 0;
const STANDBY = 1;

interface Book {
  userId: number;
  accountId: number;
}

describe("commits that wait for standbys", {
  skip: covered ? false : "TEST_ENGINES leaves it out",
}, () => {
  let pair: Replicated;
  let service: Service;
  before(async () => {
    pair = await startReplicated("book", 2);
    service = await startService({ env: { DATABASE_URL: pair.url, LOG_LEVEL: "info" } });
  });
  after(async () => {
    await service.stop();
    await pair.remove();
  });

  const server = (index: number) => pair.servers[index] as Server;

  const post = async (book: Book, key: string): Promise<number> => {
    const response = await fetch(`${service.url}/api/records`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        ...book,
        type: "expense",
        amount: 0.01,
        category: "餐饮",
        description: key,
        date: "2025-03-04",
      }),
    });
    await response.text();
    return response.status;
  };

  const untilBooked = async (book: Book, key: string) => {
    await until(`${key} is booked`, async () => (await post(book, key)) === 200, 50);
  };

  /** What a database says that has this server alone. */
  const booked = async (userId: number) => {
    const { db, close } = await openEngine({ url: pair.url, zone: "Asia/Shanghai" });
    try {
      assert.deepEqual(await db.read(proveBook), []);
      const rows = await db.read((query) =>
        query.all<{ description: string }>(
          sql`select description from records where user_id = ${userId} order by description`,
        ),
      );
      return rows.map(({ description }) => description);
    } finally {
      await close();
    }
  };

  test("a primary that restarts during a commit gets no 200 for what no standby has", async () => {
    const book = await someoneAt(service.url);
    await server(STANDBY).stop();
    const answer = post(book, "during");
    await wait(500);
    await server(PRIMARY).stop();
    await pair.start(PRIMARY);
    assert.equal(await answer, 503);
    assert.notEqual(await post(book, "during"), 200, "nor for the same key sent again");
    await pair.start(STANDBY);
    await untilBooked(book, "during");
    assert.deepEqual(await booked(book.userId), ["during"]);
  });

  test("with no standby there every write ends in time, and reads go on", async () => {
    const books = await Promise.all([1, 2, 3].map(() => someoneAt(service.url)));
    await server(STANDBY).stop();
    const keys = ["a", "b", "c", "d"];
    const writes = () =>
      Promise.all(
        books.flatMap((book) =>
          keys.map(async (key) => {
            const at = Date.now();
            assert.equal(await post(book, key), 503);
            assert.ok(Date.now() - at < LIMIT_MS, `it took ${Date.now() - at} ms`);
          }),
        ),
      );
    for (let round = 0; round < 3; round += 1) await writes();
    const read = await fetch(`${service.url}/api/records?userId=${books[0]?.userId}`);
    assert.equal(read.status, 200);
    await read.text();
    await pair.start(STANDBY);
    for (const book of books) {
      for (const key of keys) await untilBooked(book, key);
      assert.deepEqual(await booked(book.userId), keys);
    }
  });
});
