import assert from "node:assert/strict";
import { test } from "node:test";
import { noteEvent } from "../../../src/server/auth/audit.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import type { Query } from "../../../src/store/db.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { commit, preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { during, made } from "../../harness/book.ts";

const NOW = Date.parse("2026-11-29T00:00:00.000Z");
const DAY = 86_400_000;

/** A view of a transaction whose methods stay its own. */
function bound(db: Query): Query {
  const { all, get, run, insert, pages, script } = db;
  const own = { all, get, run, insert, pages, script };
  return Object.fromEntries(
    Object.entries(own).map(([name, method]) => [name, method.bind(db)]),
  ) as unknown as Query;
}

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

  test("so do the rows of old previews, and the lines of what was undone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const rows = (count: number, from: number) =>
      wechatBill(Array.from({ length: count }, (_, index) => purchaseRow(from + index)));
    const old = await preview(app, owner.userId, rows(1200, 0));
    const undone = await preview(app, owner.userId, rows(1100, 5000));
    await commit(app, undone.id);
    made(await app.remove(`/api/imports/${undone.id}`));
    const young = await preview(app, owner.userId, rows(3, 9000));
    await app.db.write((db) =>
      db.run(sql`update imports set updated_at = '2026-01-01T00:00:00.000Z'
        where id <> ${young.id}`),
    );
    await app.db.write((db) => db.run(sql`delete from history`));
    const changed: number[] = [];
    const { write } = app.db;
    app.db.write = (work, options) =>
      write.call(
        app.db,
        (db) => {
          const run: typeof db.run = async (statement) => {
            const count = await db.run(statement);
            changed.push(count);
            return count;
          };
          return work({ ...bound(db), run });
        },
        options,
      ) as ReturnType<typeof work>;
    await forgetOld(app.db, NOW);
    app.db.write = write;
    assert.ok(Math.max(...changed) <= 500, String(changed));
    const left = await app.db.read((db) =>
      db.all<{ id: number }>(sql`select import_id as id from import_rows
        union all select import_id as id from import_keys`),
    );
    assert.deepEqual(left, Array(3).fill({ id: young.id }));
    const listed = made(await app.get(`/api/imports?userId=${owner.userId}`));
    assert.ok(!listed.some(({ id }: { id: number }) => id === old.id));
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
