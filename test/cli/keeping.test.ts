import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import Database from "better-sqlite3";
import { freshFolder } from "../harness/database.ts";
import {
  assertRefused,
  type CliResult,
  runCli,
  send,
  someoneAt,
  startService,
} from "../harness/process.ts";

describe("check, backup, restore", () => {
  let folder: string;
  before(async () => {
    folder = await freshFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A database of its own with two users and 40 records. */
  async function book(name: string) {
    const path = join(folder, name, "fenming.db");
    const env = { DATABASE_URL: `file:${path}` };
    assertDone(await runCli(["seed", "--records", "40", "--users", "2"], env));
    return { path, env, folder: join(folder, name) };
  }

  function change(path: string, text: string): void {
    const db = new Database(path);
    db.pragma("foreign_keys = OFF");
    db.exec(text);
    db.close();
  }

  const faults = [
    {
      what: "a balance",
      text: "update accounts set balance = balance + 1 where id in (2, 6)",
      finding: /账户 2（微信零钱）余额为 .*应为/,
      summary: /检查发现 2 处不符，首个不符的账户是 2（用户 1）/,
    },
    {
      what: "a day total",
      text: "update day_totals set amount = amount + 1 where rowid_is_missing = 0",
      finding: /用户 1 在 .* 合计（.*）与记录不符/,
      summary: /检查发现 1 处不符/,
    },
    {
      what: "a record without account",
      text: "update records set account_id = 999 where id = (select min(id) from records where account_id = 1)",
      finding: /表 records 的第 \d+ 行指向不存在的 accounts/,
      summary: /检查发现 2 处不符，首个不符的账户是 1（用户 1）/,
    },
  ];
  for (const { what, text, finding, summary } of faults) {
    test(`check names ${what} that differs, and ends with 1`, async () => {
      const { path, env } = await book(`fault-${what.length}`);
      change(
        path,
        text.replace(
          "rowid_is_missing = 0",
          "(user_id, day, type, category) in (select user_id, day, type, category from day_totals order by user_id, day limit 1)",
        ),
      );
      const result = await runCli(["check"], env);
      assert.match(result.stdout, finding);
      assertRefused(result, summary);
    });
  }

  test("check of a sound book counts what there is and changes nothing", async () => {
    const { path, env } = await book("sound");
    const before = await readFile(path);
    const result = await runCli(["check"], env);
    assert.equal(
      result.stdout,
      "核对无误：2 个用户，8 个账户，40 条记录，8 个预算（everything agrees）\n",
    );
    assert.equal(result.code, 0);
    assert.deepEqual(await readFile(path), before);
  });

  test("check and backup of a database that is not there make none", async () => {
    const env = { DATABASE_URL: `file:${folder}/absent/fenming.db` };
    for (const args of [
      ["check"],
      ["backup", join(folder, "absent.db")],
      ["migrate", "--dry-run"],
    ]) {
      assertRefused(await runCli(args, env), /数据库 .*absent\/fenming.db 不存在/);
    }
    assert.equal(existsSync(join(folder, "absent")), false);
    assert.equal(existsSync(join(folder, "absent.db")), false);
  });

  test("a backup under load is one moment of the book, whole, the owner's alone, never overwritten", async () => {
    const env = { DATABASE_URL: `file:${folder}/load/fenming.db` };
    const service = await startService({ env });
    const who = await someoneAt(service.url);
    const record = { ...who, type: "income", amount: 1, category: "工资", date: "2026-03-15" };
    let writing = true;
    const writers = Array.from({ length: 8 }, async () => {
      while (writing)
        assert.equal((await send(service.url, "POST", "/api/records", record)).status, 200);
    });
    const file = join(folder, "load.backup");
    assertDone(await runCli(["backup", file], env));
    assertDone(await runCli(["check"], env));
    const second = await runCli(["backup", file], env);
    writing = false;
    await Promise.all(writers);
    await service.stop();
    const bytes = await readFile(file);
    assertRefused(second, /已存在，不会覆盖/);
    assert.deepEqual(await readFile(file), bytes);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assertDone(await runCli(["check"], { DATABASE_URL: `file:${file}` }));
    assert.equal(existsSync(`${file}.partial`), false);
  });

  test("restore brings the backup's book, keeps what it replaces, and draws a new epoch", async () => {
    const { path, env, folder: place } = await book("restore");
    const file = join(folder, "restore.backup");
    assertDone(await runCli(["backup", file], env));
    const epoch = epochOf(path);
    assertDone(await runCli(["seed", "--records", "5"], env));
    // What a killed server leaves behind: commits that are in the write-ahead log alone.
    const crashed = await startService({ env });
    await someoneAt(crashed.url);
    await crashed.stop("SIGKILL");
    assert.ok((await stat(`${path}-wal`)).size > 0);
    const result = await runCli(["restore", file], env);
    assertDone(result);
    assert.match(result.stdout, /原来的数据库保留为 .*replaced-\d{8}-\d{6}/);
    assert.match(result.stdout, /已从 .* 恢复到 .*：2 个用户，8 个账户，40 条记录/);
    assert.notEqual(epochOf(path), epoch);
    const names = await readdir(place);
    const kept = names.filter((name) => name.includes("replaced"));
    assert.deepEqual(kept.map((name) => name.replace(/\d{8}-\d{6}/, "")).sort(), [
      "fenming.db.replaced-",
      "fenming.db.replaced--shm",
      "fenming.db.replaced--wal",
    ]);
    assert.deepEqual(
      names.filter((name) => name.includes("restoring")),
      [],
    );
    const old = join(place, kept.sort()[0] as string);
    const oldCheck = await runCli(["check"], { DATABASE_URL: `file:${old}` });
    assert.match(oldCheck.stdout, /4 个用户，13 个账户，45 条记录/);
    const check = await runCli(["check"], env);
    assert.match(check.stdout, /2 个用户，8 个账户，40 条记录/);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  test("what root restores belongs to the owner of what it replaces", async () => {
    const { path, env, folder: place } = await book("owner");
    const file = join(folder, "owner.backup");
    assertDone(await runCli(["backup", file], env));
    const owner = process.getuid?.() === 0 ? 65534 : (await stat(place)).uid;
    for (const one of [place, path]) await chown(one, owner, (await stat(place)).gid);
    assertDone(await runCli(["restore", file], env));
    for (const one of [path, `${path}-lock`]) assert.equal((await stat(one)).uid, owner, one);
  });

  test("a database of an older version is said to be so, and is not touched by check", async () => {
    const { path, env } = await book("older");
    change(path, "delete from migrations where number > 1");
    assertRefused(await runCli(["check"], env), /需要升级，请先运行 fenming migrate/);
    const dry = await runCli(["migrate", "--dry-run"], env);
    assert.match(dry.stdout, /^将会升级：10 sign-in/m);
    assertRefused(await runCli(["migrate", "--dry-run", "--zone", "Asia/Tokyo"], env), /请先运行/);
  });

  test("restore where there is no database yet makes one", async () => {
    const { env } = await book("origin");
    const file = join(folder, "origin.backup");
    assertDone(await runCli(["backup", file], env));
    const elsewhere = { DATABASE_URL: `file:${folder}/elsewhere/fenming.db` };
    assertDone(await runCli(["restore", file], elsewhere));
    assert.match((await runCli(["check"], elsewhere)).stdout, /40 条记录/);
  });

  test("restore refuses while a server holds the database", async () => {
    const { path, env } = await book("held");
    const file = join(folder, "held.backup");
    assertDone(await runCli(["backup", file], env));
    const service = await startService({ env });
    assertRefused(await runCli(["restore", file], env), /正被运行中的服务使用/);
    assertRefused(await runCli(["migrate", "--zone", "Asia/Tokyo"], env), /正被运行中的服务使用/);
    assert.equal((await send(service.url, "GET", "/api/users")).data.length, 2);
    await service.stop();
    assert.deepEqual(
      (await readdir(join(path, ".."))).filter((name) => /re(plac|stor)/.test(name)),
      [],
    );
  });

  test("restore of what is no sound backup changes nothing", async () => {
    const { path, env, folder: place } = await book("unsound");
    const before = await readFile(path);
    const bad = join(folder, "bad");
    await mkdir(bad);
    await writeFile(join(bad, "text"), "not a database ".repeat(1000));
    await writeFile(join(bad, "empty"), "");
    new Database(join(bad, "foreign")).exec("create table photos (id)").close();
    await cp(path, join(bad, "wrong"));
    change(join(bad, "wrong"), "update accounts set balance = 1 where id = 3");
    const torn = await readFile(path);
    torn.fill(0xa5, 20_000, 60_000);
    await writeFile(join(bad, "torn"), torn);
    const refusals = {
      text: /不是数据库文件/,
      empty: /不存在或是空的/,
      absent: /不存在或是空的/,
      foreign: /别的程序的数据库/,
      wrong: /备份 .*wrong 检查发现 1 处不符，首个不符的账户是 3/,
      torn: /已损坏|检查发现/,
    };
    for (const [name, sentence] of Object.entries(refusals)) {
      assertRefused(await runCli(["restore", join(bad, name)], env), sentence);
    }
    assertRefused(await runCli(["restore", path], env), /就是当前数据库本身/);
    assert.deepEqual(await readFile(path), before);
    assert.deepEqual(
      (await readdir(place)).filter((name) => /re(plac|stor)/.test(name)),
      [],
    );
  });

  test("PostgreSQL's copies are made by its own tools", async () => {
    const env = { DATABASE_URL: "postgres://someone@127.0.0.1:9/books" };
    assertRefused(await runCli(["backup", "x"], env), /pg_dump/);
    assertRefused(await runCli(["restore", "x"], env), /pg_restore/);
  });
});

function assertDone(result: CliResult): void {
  assert.equal(result.code, 0, result.stdout + result.stderr);
}

function epochOf(path: string): string {
  const db = new Database(path, { readonly: true });
  const row = db.prepare("select value from settings where name = 'epoch'").get();
  db.close();
  return (row as { value: string }).value;
}
