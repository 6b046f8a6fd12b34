import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import Database from "better-sqlite3";
import { purchaseRow, wechatBill } from "../harness/bills.ts";
import { freshFolder } from "../harness/database.ts";
import { assertRefused, runCli } from "../harness/process.ts";

describe("import and export", () => {
  let folder: string;
  let env: Record<string, string>;
  let bill: string;
  before(async () => {
    folder = await freshFolder();
    env = { DATABASE_URL: `file:${join(folder, "fenming.db")}` };
    bill = join(folder, "账单.csv");
    await writeFile(bill, wechatBill([purchaseRow(1, { who: "瑞幸咖啡", yuan: "9.90" })]));
    const seeded = await runCli(["seed", "--records", "5", "--users", "2"], env);
    assert.equal(seeded.code, 0, seeded.stderr);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  function records(where = "1 = 1"): number {
    const db = new Database(join(folder, "fenming.db"), { readonly: true });
    const { count } = db.prepare(`select count(*) as count from records where ${where}`).get() as {
      count: number;
    };
    db.close();
    return count;
  }

  test("a dry run shows the preview and leaves nothing", async () => {
    const { code, stdout, stderr } = await runCli(
      ["import", bill, "--user", "1", "--dry-run"],
      env,
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /微信支付账单.*1 行/);
    assert.match(stdout, /1 +2026-03-02 12:01:07 +支出 +9\.90 +零钱 +瑞幸咖啡 商品1 +餐饮 +新/);
    assert.match(stdout, /账户：零钱 → “微信零钱”，1 行/);
    assert.match(stdout, /将写入：支出 1 笔 9\.90 元/);
    assert.match(stdout, /什么都没有写入/);
    assert.equal(records("provider is not null"), 0);
  });

  test("without a terminal nothing is written unasked; --yes writes it once", async () => {
    await assertRefusedWith(["import", bill, "--user", "1"], /--yes/);
    const written = await runCli(["import", bill, "--user", "1", "--yes"], env);
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stdout, /已写入 1 条记录/);
    assert.match(written.stdout, /微信零钱 +10000\.00 +9990\.10/);
    const again = await runCli(["import", bill, "--user", "1", "--yes"], env);
    assert.match(again.stdout, /将写入：没有，这个文件里的都已记过/);
    assert.match(again.stdout, /已写入 0 条记录.*跳过 1/);
    assert.equal(records("provider is not null"), 1);
    assert.equal((await runCli(["check"], env)).code, 0);
  });

  test("why a row is left out, and what a new account knows, are said", async () => {
    const file = join(folder, "新卡.csv");
    const rows = [
      purchaseRow(2, { method: "长沙银行(1234)" }),
      purchaseRow(3, { status: "已关闭", method: "长沙银行(9999)" }),
    ];
    await writeFile(file, wechatBill(rows));
    const { stdout } = await runCli(["import", file, "--user", "2", "--yes"], env);
    assert.match(stdout, /第 2 行：没有资金变动：已关闭/);
    assert.match(stdout, /长沙银行\(1234\) → 新建“长沙银行\(1234\)”/);
    assert.match(stdout, /长沙银行\(9999\) → 不用新建“长沙银行\(9999\)”/);
    assert.match(stdout, /长沙银行\(1234\) +0\.00 +-\d+\.\d\d +新建\n新建的账户从 0 起算/);
  });

  test("a book goes out whole and into an empty one", async () => {
    const file = join(folder, "book.json");
    const out = await runCli(["export", "--user", "1", "--output", file], env);
    assert.equal(out.code, 0, out.stderr);
    assert.equal(JSON.parse(await readFile(file, "utf8")).fenming.version, 1);
    await assertRefusedWith(["export", "--user", "1", "--output", file], /EEXIST/);
    await assertRefusedWith(["import", file, "--user", "2", "--yes"], /不是空|已有内容/);
    const db = new Database(join(folder, "fenming.db"));
    db.prepare(
      "insert into users (id, name, email, email_folded, created_at, updated_at) values (9, '新', 'n@example.com', 'n@example.com', '', '')",
    ).run();
    db.prepare("insert into revisions (user_id, revision) values (9, 1)").run();
    db.close();
    const loaded = await runCli(["import", file, "--user", "n@example.com", "--yes"], env);
    assert.equal(loaded.code, 0, loaded.stderr);
    assert.equal(records("user_id = 9"), records("user_id = 1"));
    assert.equal((await runCli(["check"], env)).code, 0);
    const csv = await runCli(["export", "--user", "9", "--format", "csv"], env);
    assert.equal(csv.stdout.trim().split("\r\n").length, 1 + records("user_id = 9"));
  });

  test("what is wrong is one sentence", async () => {
    await assertRefusedWith(["import", bill, "--user", "99", "--yes"], /没有用户 99/);
    await assertRefusedWith(["import", join(folder, "no.csv"), "--user", "1"], /无法读取文件/);
    await assertRefusedWith(["export", "--user", "1", "--format", "pdf"], /--format/);
    const text = join(folder, "text.txt");
    await writeFile(text, "hello");
    await assertRefusedWith(["import", text, "--user", "1", "--yes"], /账单/);
  });

  async function assertRefusedWith(args: string[], said: RegExp): Promise<void> {
    const result = await runCli(args, env);
    assertRefused(result, said);
  }
});
