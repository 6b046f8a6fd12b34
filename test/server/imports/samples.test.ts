/** Every sample bill through the whole service: in, again, and out. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openApp, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, rowsOf, upload } from "../../harness/bills.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

const SAMPLES = join(import.meta.dirname, "../../bills/samples");

/** Files that are no bills say so; the words are the readers' own tests. */
const files = readdirSync(SAMPLES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/^(LICENSE|NOTICE|README|INDEX)/i.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();

describe("sample bills through the service", () => {
  let app: TestApp;
  before(async () => {
    app = await openApp();
  });
  after(() => app.close());

  test("there are samples", () => assert.ok(files.length > 30));

  for (const file of files) {
    test(`${file.slice(SAMPLES.length + 1)} goes in once and comes out whole`, async () => {
      const { userId } = await someone(app);
      const empty = await bookOf(app, userId);
      const bytes = readFileSync(file);
      const first = await upload(app, userId, bytes);
      if (first.status !== 200 || first.data.status === "unmapped") {
        assert.ok(first.status === 400 || first.status === 200, first.text.slice(0, 300));
        assert.equal(await bookOf(app, userId), empty);
        return;
      }
      const rows = await rowsOf(app, first.data.id);
      for (const row of rows) {
        const said = row.reason !== undefined || row.questions !== undefined;
        assert.ok(row.action === "import" || said, `row ${row.number} is left out without a word`);
      }
      await commit(app, first.data.id);
      await assertProved(app);
      const book = await bookOf(app, userId);
      const second = await preview(app, userId, bytes);
      assert.equal(
        second.fates.some(({ action }: { action: string }) => action === "import"),
        false,
        `imported twice: ${JSON.stringify(second.fates)}`,
      );
      await commit(app, second.id);
      assert.equal(await bookOf(app, userId), book);
      assert.equal((await app.remove(`/api/imports/${first.data.id}`)).status, 200);
      // An account that the import touched has moved and moved back.
      const still = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");
      assert.equal(still(await bookOf(app, userId)), still(empty));
      await assertProved(app);
    });
  }
});
