import assert from "node:assert/strict";
import { test } from "node:test";
import { noteEvent } from "../../../src/server/auth/audit.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { during } from "../../harness/book.ts";

const NOW = Date.parse("2026-11-29T00:00:00.000Z");
const DAY = 86_400_000;

onEveryEngine("what has had its time", (open) => {
  test("goes in small transactions, of everybody and nobody, and nothing younger with it", async (t) => {
    const app = await during(t, open);
    const [first, second] = [await someone(app), await someone(app)];
    const ages = [...Array(1203).fill(200), ...Array(7).fill(100)];
    await app.db.write(async (db) => {
      for (const userId of [0, first.userId, second.userId]) {
        for (const [index, age] of ages.entries()) {
          const event = { userId, event: "signed-in", address: "", detail: String(index) } as const;
          await noteEvent(db, event, NOW - age * DAY);
        }
      }
      for (let index = 0; index < 1100; index += 1) {
        const at = index < 1050 ? "2026-01-01T00:00:00.000Z" : "2026-11-28T00:00:00.000Z";
        await db.run(sql`insert into idempotency (user_id, endpoint, key, body_hash, answer, created_at)
          values (${first.userId}, 'POST /api/records', ${`k${index}`}, 'h', '{}', ${at})`);
      }
    });
    const commits: number[] = [];
    app.db.onCommit = (writes) => commits.push(writes);
    await forgetOld(app.db, NOW);
    assert.ok(commits.length > 10, String(commits.length));
    const count = async (table: "audit" | "idempotency") =>
      (
        await app.db.read((db) =>
          db.get<{ n: number }>(
            table === "audit"
              ? sql`select count(*) as n from audit`
              : sql`select count(*) as n from idempotency`,
          ),
        )
      )?.n;
    assert.equal(Number(await count("audit")), 21);
    assert.equal(Number(await count("idempotency")), 50);
  });

  test("one failure does not stop the others, and is told", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    await app.db.write(async (db) => {
      await db.run(sql`alter table idempotency rename to elsewhere`);
      await noteEvent(db, { userId, event: "signed-in", address: "", detail: "" }, NOW - 400 * DAY);
    });
    await assert.rejects(forgetOld(app.db, NOW), AggregateError);
    const left = await app.db.read((db) => db.all(sql`select id from audit`));
    assert.deepEqual(left, []);
  });
});
