import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import Database from "better-sqlite3";
import { contextFor } from "../../src/cli/import.ts";
import { Job } from "../../src/server/background/jobs.ts";
import { commitPart } from "../../src/server/imports/commit.ts";
import { longImportHandlers } from "../../src/server/imports/imports.ts";
import { openStore } from "../../src/store/open.ts";
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

  test("--yes books what is proved and leaves what asks in a preview; one option settles the alike", async () => {
    const file = join(folder, "像.csv");
    const db = new Database(join(folder, "fenming.db"), { readonly: true });
    const byHand = db
      .prepare(`select day, amount from records where user_id = 2 and provider is null
        and type = 'expense' and transfer_id is null order by id limit 1`)
      .get() as { day: string; amount: number };
    db.close();
    const yuan = (byHand.amount / 100).toFixed(2);
    const alike = purchaseRow(21, { time: `${byHand.day} 12:00:00`, yuan });
    const other = purchaseRow(22, { time: "2020-05-03 09:00:00", yuan: "7.70" });
    await writeFile(file, wechatBill([alike, other]));
    const before = records("user_id = 2");
    const first = await runCli(["import", file, "--user", "2", "--yes"], env);
    assert.equal(first.code, 3, first.stderr);
    assert.ok(first.stdout.includes(`待回答：1 行，共 ${yuan} 元`), first.stdout);
    assert.match(first.stdout, /还有 1 行要您回答，没有写入，留在预览 \d+ 里/);
    assert.equal(records("user_id = 2"), before + 1);
    const merged = await runCli(["import", file, "--user", "2", "--yes", "--merge"], env);
    assert.equal(merged.code, 0, merged.stderr);
    assert.equal(records("user_id = 2"), before + 1);
    const both = ["import", file, "--user", "2", "--merge", "--book-duplicates"];
    await assertRefusedWith(both, /只能选一个/);
  });

  test("what a file asks before it is read is answered by an option, and the refusal names it", async () => {
    const file = join(folder, "bank.qif");
    await writeFile(file, "!Type:Bank\nD01/02/2026\nT-7.70\nP店\n^\nD03/04/2026\nT-1.00\nP店\n^\n");
    const args = ["import", file, "--user", "2", "--dry-run"];
    await assertRefusedWith(args, /--date-order/);
    const wrong = await runCli([...args, "--date-order", "dym"], env);
    assert.match(wrong.stderr, /“dym” 无效：只能是 ymd, dmy, mdy, yymd/);
    const { code, stdout, stderr } = await runCli([...args, "--date-order", "dmy"], env);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /2026-02-01.*7\.70/);
    await assertRefusedWith([...args, "--encoding", "klingon"], /klingon.*--encoding/);
  });

  test("an import that was cut off between two parts is written to its end by the same command", async () => {
    const file = join(folder, "大.csv");
    const text = wechatBill(Array.from({ length: 30 }, (_, index) => purchaseRow(100 + index)));
    await writeFile(file, text);
    await cutOff("大.csv", text);
    const before = records("user_id = 1");
    const { code, stdout, stderr } = await runCli(["import", file, "--user", "1", "--yes"], env);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /导入 \d+ 上次只写到第 10 行，共 30 行/);
    assert.match(stdout, /已写入 30 条记录/);
    assert.equal(records("user_id = 1"), before + 20);
    const db = new Database(join(folder, "fenming.db"), { readonly: true });
    const lines = db.prepare("select written from imports where file_name = '大.csv'").all();
    db.close();
    assert.deepEqual(lines, [{ written: null }]);
    assert.equal((await runCli(["check"], env)).code, 0);
  });

  /** An import of the user 1 of which the first ten rows are written. */
  async function cutOff(name: string, text: string): Promise<void> {
    const zone = "Asia/Shanghai";
    const url = env.DATABASE_URL as string;
    const store = await openStore({ url, zone });
    const file = { name, bytes: new TextEncoder().encode(text) };
    const own = { ...contextFor(store, 1, zone), file };
    const input = { params: {}, query: {}, body: { userId: 1 } };
    const { id } = (await longImportHandlers.create(own, input)) as { id: number };
    assert.equal(await commitPart(own, id, new Job(), { partRows: 10 }), true);
    await store.close();
  }

  test("a book goes out whole and into an empty one", async () => {
    const file = join(folder, "book.json");
    const out = await runCli(["export", "--user", "1", "--output", file], env);
    assert.equal(out.code, 0, out.stderr);
    assert.equal(JSON.parse(await readFile(file, "utf8")).fenming.version, 3);
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
