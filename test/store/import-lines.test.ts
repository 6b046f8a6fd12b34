/** A database in which an import had taken over lines of an earlier one (migration 040). */
import assert from "node:assert/strict";
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { MIGRATIONS_FOLDER } from "../../src/store/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { sql } from "../../src/store/sql.ts";
import { onEveryEngine } from "../harness/app.ts";
import { freshDatabase, freshFolder } from "../harness/database.ts";

const zone = "Asia/Shanghai";

/** The migrations before the one that is tested. */
async function earlierMigrations(folder: string): Promise<string> {
  const earlier = join(folder, "migrations");
  await cp(MIGRATIONS_FOLDER, earlier, { recursive: true });
  for (const name of await readdir(earlier)) {
    if (Number.parseInt(name, 10) >= 40) await rm(join(earlier, name));
  }
  return earlier;
}

onEveryEngine("lines of imports", (_open, engine) => {
  test("each import gets its lines back", async () => {
    const folder = await freshFolder();
    const { url, remove } = await freshDatabase(engine, { empty: true });
    const at = "2026-03-01T00:00:00.000Z";
    const before = await openStore({ url, zone, migrations: await earlierMigrations(folder) });
    await before.db.write(async (db) => {
      await db.run(sql`insert into users (id, name, email, email_folded, created_at, updated_at)
          values (1, '甲', 'a@example.com', 'a@example.com', ${at}, ${at})`);
      for (const id of [1, 2]) {
        await db.run(sql`insert into imports (id, user_id, status, file_name, currency, found,
            row_count, created_at, updated_at)
            values (${id}, 1, 'committed', 'a.csv', 'CNY', '{}', 1, ${at}, ${at})`);
      }
      await db.run(sql`insert into import_keys (user_id, key, import_id, row_number, kind,
          record_id, transfer_id, status, description) values (1, 'line', 2, 1, 'expense', 8, null,
          '支付成功', '早餐')`);
      await db.run(sql`insert into import_changes (user_id, import_id, key, row_number,
          was_import_id, was_row, was_kind, record_id, transfer_id, was_status, was_description,
          status, description) values (1, 2, 'line', 1, 1, 5, 'expense', 7, null, '待付款', '早',
          '支付成功', '早餐')`);
    });
    await before.close();
    const now = await openStore({ url, zone });
    const keys = await now.db.read((db) =>
      db.all(sql`select key, import_id, row_number as "row",
          record_id, status from import_keys order by import_id`),
    );
    assert.deepEqual(
      keys.map((one) => ({ ...(one as object) })),
      [
        { key: "line", importId: 1, row: 5, recordId: 7, status: "待付款" },
        { key: "line", importId: 2, row: 1, recordId: 8, status: "支付成功" },
      ],
    );
    await now.close();
    await remove();
    await rm(folder, { recursive: true, force: true });
  });
});
