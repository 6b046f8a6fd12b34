/** A database that is only looked at stays as it is, however old its schema, on every engine. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { chmod, cp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import {
  listMigrations,
  MIGRATIONS_FOLDER,
  pendingMigrations,
} from "../../src/store/migrations.ts";
import { openAsIs } from "../../src/store/open.ts";
import { proveDatabase } from "../../src/store/proof.ts";
import { sql } from "../../src/store/sql.ts";
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

/** Runs as somebody who may read everything and write nothing of ours, where we are root. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test("a database where nothing can be written is proved from a copy, and no copy is left", async (t) => {
  const { url, remove } = await freshDatabase("sqlite");
  const path = url.slice("file:".length);
  const folder = dirname(path);
  t.after(async () => {
    await chmod(folder, 0o700);
    await remove();
  });
  const app = await openApp({ url });
  await someone(app, { balance: 12 });
  // The log beside it belongs to the book, as after a power cut.
  const apart = `${path}.cut`;
  await cp(path, apart);
  await cp(`${path}-wal`, `${apart}-wal`);
  await app.close();
  const names = readdirSync(folder);
  for (const name of names) await chmod(join(folder, name), 0o444);
  await chmod(folder, 0o555);
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith("fenming-check-"));
  const before = copies();
  for (const file of [path, apart]) {
    const proof = await asNobody(async () => {
      const { db, close } = await openAsIs({ url: `file:${file}` });
      return proveDatabase(db).finally(close);
    });
    assert.deepEqual(proof.findings, []);
    assert.equal(proof.counts.accounts, 1);
  }
  assert.deepEqual(copies(), before);
  assert.deepEqual(readdirSync(folder), names);
});
