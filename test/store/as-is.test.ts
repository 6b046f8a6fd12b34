/** A database that is only looked at stays as it is, however old its schema, on every engine. */
import assert from "node:assert/strict";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import sql from "sql-template-tag";
import {
  listMigrations,
  MIGRATIONS_FOLDER,
  pendingMigrations,
} from "../../src/store/migrations.ts";
import { openAsIs } from "../../src/store/open.ts";
import { openApp, someone } from "../harness/app.ts";
import { engines, freshDatabase, freshFolder } from "../harness/database.ts";

for (const engine of engines()) {
  describe(`as it is (${engine})`, () => {
    test("a newer migration is seen and not run", async (t) => {
      const { url, remove } = await freshDatabase(engine);
      const migrations = await freshFolder();
      t.after(async () => {
        await remove();
        await rm(migrations, { recursive: true, force: true });
      });
      const app = await openApp({ url });
      const { accountId } = await someone(app, { balance: 12 });
      await app.close();
      await cp(MIGRATIONS_FOLDER, migrations, { recursive: true });
      await writeFile(join(migrations, "900-next.sql"), "update accounts set name = 'moved';\n");
      for (const _ of ["once", "and again"]) {
        const { db, close } = await openAsIs({ url, migrations });
        const pending = await db.read((query) =>
          pendingMigrations(query, listMigrations(migrations)),
        );
        assert.deepEqual(
          pending.map(({ number }) => number),
          [900],
        );
        const account = await db.read((query) =>
          query.get(sql`select name from accounts where id = ${accountId}`),
        );
        assert.deepEqual({ ...(account as object) }, { name: "现金" });
        await close();
      }
    });
  });
}
