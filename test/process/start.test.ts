import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import Database from "better-sqlite3";
import { freshFolder } from "../harness/database.ts";
import { assertRefused, runCli, send, someoneAt, startService } from "../harness/process.ts";

/** Every setting that can be wrong, and what names it. */
const wrongSettings: [name: string, value: string][] = [
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80.5"],
  ["DATABASE_URL", "mysql://localhost/books"],
  ["DATABASE_URL", "./fenming.db"],
  ["DATABASE_URL", "file:"],
  ["TZ", "Asia/Peking2"],
  ["TZ", "Mars/Olympus"],
  ["LOG_LEVEL", "loud"],
  ["DEV_ENDPOINTS", "yes"],
  ["CORS_ORIGIN", "example.com"],
  ["CORS_ORIGIN", "https://example.com/path"],
];

describe("a start that is refused", { concurrency: 2 }, () => {
  let folder: string;
  before(async () => {
    folder = await freshFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, value] of wrongSettings) {
    test(`${name}=${value} is one sentence that names it, and nothing is made`, async () => {
      const place = join(folder, `wrong-${name}-${value.length}`);
      const env = { DATABASE_URL: `file:${place}/fenming.db`, PORT: "0", [name]: value };
      assertRefused(await runCli([], env), new RegExp(`${name}.*[（(]`));
      assert.equal(existsSync(place), false);
    });
  }

  test("a host that is no address of this machine", async () => {
    const place = join(folder, "host");
    for (const HOST of ["203.0.113.7", "no-such-host.invalid"]) {
      const result = await runCli([], {
        DATABASE_URL: `file:${place}/fenming.db`,
        PORT: "0",
        HOST,
      });
      assertRefused(result, new RegExp(`HOST=${HOST} 不是本机的地址`));
    }
    assert.equal(existsSync(place), false);
  });

  for (const address of ["127.0.0.1", "::1"]) {
    test(`a port in use on ${address}`, async () => {
      const place = join(folder, `port-${address.length}`);
      const holder = createServer().listen(0, address);
      await new Promise((resolve) => holder.once("listening", resolve));
      const { port } = holder.address() as { port: number };
      const env = { DATABASE_URL: `file:${place}/fenming.db`, PORT: String(port) };
      assertRefused(await runCli([], env), new RegExp(`端口 ${port} 已被占用`));
      assert.equal(existsSync(place), false);
      holder.close();
    });
  }

  test("a folder that is a file", async () => {
    await writeFile(join(folder, "plain"), "text");
    const before = await readdir(folder);
    const env = { DATABASE_URL: `file:${folder}/plain/fenming.db`, PORT: "0" };
    assertRefused(await runCli([], env), /无法写入数据库文件 .*plain\/fenming.db/);
    assert.equal(await readFile(join(folder, "plain"), "utf8"), "text");
    assert.ok((await readdir(folder)).length >= before.length);
  });

  test("a database that is a folder", async () => {
    await mkdir(join(folder, "folder.db"));
    const env = { DATABASE_URL: `file:${folder}/folder.db`, PORT: "0" };
    assertRefused(await runCli([], env), /folder.db/);
    assert.deepEqual(await readdir(join(folder, "folder.db")), []);
  });

  test("a folder in which one may not write, with a database and without", async () => {
    const place = join(folder, "locked");
    await mkdir(place);
    const env = { DATABASE_URL: `file:${place}/fenming.db`, PORT: "0" };
    const asOther = { under: boundByRights() };
    await chmod(place, 0o500);
    assertRefused(await runCli([], env, asOther), /无法写入数据库文件/);
    assert.deepEqual(await readdir(place), []);
    await chmod(place, 0o700);
    const service = await runCli(["seed", "--records", "10"], env, asOther);
    assert.equal(service.code, 0, service.stderr);
    await chmod(place, 0o500);
    await chmod(join(place, "fenming.db"), 0o400);
    await rm(join(place, "fenming.db-lock"));
    assertRefused(await runCli([], env, asOther), /无法写入数据库文件/);
    await chmod(place, 0o700);
  });

  test("a file that is no database is left as it was", async () => {
    const place = join(folder, "text");
    await mkdir(place);
    const path = join(place, "notes.txt");
    await writeFile(path, "这不是数据库，只是一些笔记。".repeat(100));
    const before = await readFile(path);
    assertRefused(await runCli([], { DATABASE_URL: `file:${path}`, PORT: "0" }), /不是数据库文件/);
    assert.deepEqual(await readFile(path), before);
    assert.deepEqual(await readdir(place), ["notes.txt"]);
  });

  for (const table of ["photos (id integer)", "migrations (id integer, migration text)"]) {
    test(`another program's database (${table}) is left as it was`, async () => {
      const place = join(folder, `foreign-${table.length}`);
      await mkdir(place);
      const path = join(place, "other.db");
      new Database(path).exec(`create table ${table}`).close();
      const before = await readFile(path);
      const result = await runCli([], { DATABASE_URL: `file:${path}`, PORT: "0" });
      assertRefused(result, /别的程序的数据库/);
      assert.deepEqual(await readFile(path), before);
      assert.deepEqual(await readdir(place), ["other.db"]);
    });
  }

  test("a database of a newer version is left as it was", async () => {
    const path = await seeded(join(folder, "newer"));
    new Database(path)
      .exec("insert into migrations values (999, 'future', '2030-01-01T00:00:00.000Z')")
      .close();
    const before = await readFile(path);
    for (const command of ["serve", "check", "migrate", "seed --records 1"]) {
      const env = { DATABASE_URL: `file:${path}`, PORT: "0" };
      assertRefused(await runCli(command.split(" "), env), /结构版本是 999.*请升级程序/);
    }
    assert.deepEqual(await readFile(path), before);
  });

  test("another zone, while there are records; adopted while there are none", async () => {
    const env = { DATABASE_URL: `file:${folder}/zone/fenming.db` };
    await (await startService({ env: { ...env, TZ: "Asia/Shanghai" } })).stop();
    const service = await startService({ env: { ...env, TZ: "Asia/Tokyo" } });
    const { userId, accountId } = await someoneAt(service.url);
    await send(service.url, "POST", "/api/records", {
      userId,
      accountId,
      type: "income",
      amount: 1,
      category: "工资",
      date: "2026-01-01",
    });
    await service.stop();
    assertRefused(
      await runCli([], { ...env, PORT: "0", TZ: "Asia/Shanghai" }),
      /时区 Asia\/Tokyo 记账.*fenming migrate --zone Asia\/Shanghai/,
    );
    await (await startService({ env: { ...env, TZ: "Asia/Tokyo" } })).stop();
  });

  test("PostgreSQL that is not there", async () => {
    const env = { DATABASE_URL: "postgres://someone:secret@127.0.0.1:9/books", PORT: "0" };
    const result = await runCli([], env);
    assertRefused(result, /PostgreSQL|数据库/);
    assert.doesNotMatch(result.stderr, /secret/);
  });

  test("two starts at once make one database and both serve it", async () => {
    const env = { DATABASE_URL: `file:${folder}/twins/fenming.db` };
    const services = await Promise.all([1, 2, 3].map(() => startService({ env })));
    const { userId } = await someoneAt((services[0] as { url: string }).url);
    for (const service of services) {
      const accounts = await send(service.url, "GET", `/api/accounts?userId=${userId}`);
      assert.equal(accounts.data.length, 1);
      assert.equal((await service.stop()).code, 0);
    }
  });

  test("a file that another start has made, but not yet filled", async () => {
    const place = join(folder, "half-made");
    await mkdir(place);
    const path = join(place, "fenming.db");
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.close();
    assert.ok((await stat(path)).size > 0);
    const env = { DATABASE_URL: `file:${path}` };
    assertRefused(await runCli(["check"], env), /没有账目/);
    const service = await startService({ env });
    await someoneAt(service.url);
    assert.equal((await service.stop()).code, 0);
  });

  test("the folder is the owner's alone, and so is every file in it", async () => {
    const path = await seeded(join(folder, "rights"));
    const service = await startService({ env: { DATABASE_URL: `file:${path}` } });
    assert.equal((await stat(join(folder, "rights"))).mode & 0o777, 0o700);
    for (const name of await readdir(join(folder, "rights"))) {
      assert.equal((await stat(join(folder, "rights", name))).mode & 0o777, 0o600, name);
    }
    await service.stop();
  });
});

/** A database with a few records; its path. */
async function seeded(place: string): Promise<string> {
  const path = join(place, "fenming.db");
  const result = await runCli(["seed", "--records", "20"], { DATABASE_URL: `file:${path}` });
  assert.equal(result.code, 0, result.stderr);
  // The write-ahead log is folded in, so that the file alone is the whole database.
  const db = new Database(path);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  return path;
}

/**
 * Root may write anywhere, so that as root the child gives up that power and no other: it stays the
 * owner of everything it needs to read, wherever the checkout lies.
 */
function boundByRights(): string[] {
  if (process.getuid?.() !== 0) return [];
  const without = "-dac_override,-dac_read_search";
  return ["setpriv", `--bounding-set=${without}`, `--inh-caps=${without}`];
}
