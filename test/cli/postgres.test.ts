import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { engines } from "../harness/database.ts";
import { freshPostgres } from "../harness/postgres/databases.ts";
import { assertRefused, runCli } from "../harness/process.ts";

const covered = engines().includes("postgres");

if (covered) {
  describe("the command line on PostgreSQL", () => {
    let database: Awaited<ReturnType<typeof freshPostgres>>;
    let env: { DATABASE_URL: string };
    before(async () => {
      database = await freshPostgres({ empty: true });
      env = { DATABASE_URL: database.url };
    });
    after(() => database.remove());

    test("check and a dry run make nothing where there is no book", async () => {
      for (const args of [["check"], ["migrate", "--dry-run"], ["check"]]) {
        assertRefused(await runCli(args, env), /里没有账目/);
      }
    });

    test("seed, check and the change of zone agree with what they do on SQLite", async () => {
      const args = ["seed", "--records", "3000", "--users", "3", "--until", "2026-06-30"];
      const seeded = await runCli(args, env);
      assert.match(seeded.stdout, /已写入 3 个用户、3000 条记录/, seeded.stderr);
      const counted = /核对无误：3 个用户，12 个账户，3000 条记录，12 个预算/;
      assert.match((await runCli(["check"], env)).stdout, counted);
      const dry = await runCli(["migrate", "--dry-run", "--zone", "America/New_York"], env);
      const done = await runCli(["migrate", "--zone", "America/New_York"], env);
      assert.equal(done.code, 0, done.stderr);
      const counts = /[\d]+ 条只有日期.*[\d]+ 条换到另一天/;
      assert.equal(counts.exec(done.stdout)?.[0], counts.exec(dry.stdout)?.[0]);
      assert.match((await runCli(["check"], env)).stdout, counted);
      const pruned = await runCli(["prune"], { ...env, TZ: "America/New_York" });
      assert.match(pruned.stdout, /过期的内容已删除/, pruned.stderr);
      assertRefused(await runCli([], { ...env, PORT: "0" }), /时区 America\/New_York 记账/);
    });
  });
}
