import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import Database from "better-sqlite3";
import { freshFolder } from "../harness/database.ts";
import { ROOT, runCli } from "../harness/process.ts";

describe("the command line", { concurrency: 2 }, () => {
  test("--version is the package's", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    assert.deepEqual(await runCli(["--version"], {}), {
      code: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });

  test("--help explains every command in Chinese and English", async () => {
    const { code, stdout } = await runCli(["--help"], {});
    assert.equal(code, 0);
    for (const command of [
      "serve",
      "check",
      "backup <file>",
      "restore <file>",
      "migrate",
      "seed",
    ]) {
      assert.match(stdout, new RegExp(`^  ${command}.*[\\u4e00-\\u9fff].*\\(|（`, "m"), command);
    }
    assert.doesNotMatch(stdout, /^(Usage|Options|Commands):/m);
  });

  const wrong: [args: string[], said: RegExp][] = [
    [["frobnicate"], /没有这样的命令/],
    [["check", "--frob"], /没有 '--frob' 这个选项/],
    [["backup"], /缺少参数 'file'/],
    [["seed"], /缺少选项 '--records <count>'/],
    [["seed", "--records", "many"], /'--records <count>' 的值 “many” 无效：必须是整数/],
    [["seed", "--records", "10", "--users", "0"], /--users 必须至少是 1/],
    [["seed", "--records", "10", "--one-user", "11"], /--one-user 不能超过/],
    [["seed", "--records", "10", "--until", "2026-02-30"], /--until 不是日期/],
  ];
  for (const [args, said] of wrong) {
    test(`fenming ${args.join(" ")} is refused in words`, async () => {
      const result = await runCli(args, { DATABASE_URL: "file:/nonexistent/fenming.db" });
      assert.equal(result.code, 1);
      assert.match(result.stderr, said);
      assert.equal(result.stdout, "");
    });
  }

  test("seed gives the same book for the same seed, spread as asked, and right to the fen", async () => {
    const folder = await freshFolder();
    const books = await Promise.all(
      ["one", "two", "three"].map(async (name, index) => {
        const env = { DATABASE_URL: `file:${folder}/${name}.db` };
        const args = "seed --records 2500 --users 5 --one-user 500 --until 2026-06-30 --random";
        const seeded = await runCli([...args.split(" "), String(index === 2 ? 8 : 7)], env);
        assert.match(seeded.stdout, /已写入 5 个用户、2500 条记录/);
        assert.equal((await runCli(["check"], env)).code, 0);
        return readRecords(join(folder, `${name}.db`));
      }),
    );
    const [one, two, three] = books as [Row[], Row[], Row[]];
    assert.deepEqual(one, two);
    assert.notDeepEqual(one, three);
    const perUser = [1, 2, 3, 4, 5].map(
      (user) => one.filter(({ user_id }) => user_id === user).length,
    );
    assert.deepEqual(perUser, [500, 500, 500, 500, 500]);
    assert.ok(one.every(({ day }) => day >= "2023-07-01" && day <= "2026-06-30"));
    assert.ok(new Set(one.map(({ category }) => category)).size > 10);
    await rm(folder, { recursive: true, force: true });
  });
});

interface Row {
  user_id: number;
  day: string;
  category: string;
}

function readRecords(path: string): Row[] {
  const db = new Database(path, { readonly: true });
  const rows = db.prepare("select * from records order by id").all();
  db.close();
  return rows as Row[];
}
