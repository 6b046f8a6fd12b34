import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Sealer } from "../../../src/server/auth/sealed.ts";
import { openStore } from "../../../src/store/open.ts";
import { sql } from "../../../src/store/sql.ts";
import { engines, freshDatabase } from "../../harness/database.ts";

const [OLD, NEW, NEWEST] = ["old", "new", "newest"].map((name) =>
  `the ${name} secret`.repeat(3),
) as [string, string, string];

for (const engine of engines()) {
  describe(`sealing (${engine})`, () => {
    const opened = async () => {
      const fresh = await freshDatabase(engine);
      const { db, close } = await openStore({ url: fresh.url, zone: "Asia/Shanghai" });
      const kept = () =>
        db.read((query) => query.all<{ value: string }>(sql`select name, value from settings`));
      return { db, kept, done: () => close().then(() => fresh.remove()) };
    };

    test("what is sealed opens for its purpose alone, whole, and on another node", async () => {
      const { db, kept, done } = await opened();
      const before = (await kept()).length;
      const node = new Sealer(db, [OLD]);
      await node.keepKey();
      assert.equal((await kept()).length, before, "nothing sealed, nothing kept");
      const [one, two] = await Promise.all([
        node.seal("密文 1", "a 1"),
        new Sealer(db, [OLD]).seal("密文 2", "a 2"),
      ]);
      const other = new Sealer(db, [OLD]);
      assert.equal(await other.open(one, "a 1"), "密文 1");
      assert.equal(await node.open(two, "a 2"), "密文 2");
      assert.equal(await node.open(one, "a 2"), undefined, "another row's");
      const at = 20;
      const changed = one.slice(0, at) + (one[at] === "A" ? "B" : "A") + one.slice(at + 1);
      assert.equal(await node.open(changed, "a 1"), undefined);
      for (const broken of ["", "AAAA", one.slice(0, -4)]) {
        assert.equal(await node.open(broken, "a 1"), undefined);
      }
      assert.notEqual(await node.seal("密文 1", "a 1"), one, "never twice the same");
      assert.equal((await kept()).length, before + 1);
      assert.doesNotMatch(JSON.stringify(await kept()), /密文/);
      await done();
    });

    test("a new secret reads what the one before sealed, also after that is gone", async () => {
      const { db, kept, done } = await opened();
      const before = (await kept()).length;
      const sealed = await new Sealer(db, [OLD]).seal("密文", "a");
      await new Sealer(db, [NEW, OLD]).keepKey();
      assert.equal((await kept()).length, before + 2);
      const later = new Sealer(db, [NEW]);
      await later.keepKey();
      assert.equal((await kept()).length, before + 1, "the old one opens nothing any more");
      assert.equal(await later.open(sealed, "a"), "密文");
      assert.equal(await new Sealer(db, [OLD]).open(sealed, "a"), undefined);
      await done();
    });

    test("nodes that have different secrets, one of them in common, make one key", async () => {
      const { db, done } = await opened();
      const nodes = [[OLD], [NEW, OLD], [NEW, OLD], [OLD]].map(
        (secrets) => new Sealer(db, secrets),
      );
      const sealed = await Promise.all(nodes.map((node, index) => node.seal(`${index}`, "a")));
      for (const node of nodes) {
        const texts = await Promise.all(sealed.map((text) => node.open(text, "a")));
        assert.deepEqual(texts, ["0", "1", "2", "3"]);
      }
      const stranger = new Sealer(db, [NEWEST]);
      await stranger.keepKey();
      assert.equal(await stranger.open(sealed[0] as string, "a"), undefined);
      assert.equal(await nodes[0]?.open(sealed[0] as string, "a"), "0", "it took nothing away");
      await done();
    });
  });
}
