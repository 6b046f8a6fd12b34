import assert from "node:assert/strict";
import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { keptSecret, secretPath } from "../../../src/server/auth/secrets.ts";
import { freshFolder } from "../../harness/database.ts";

test("a secret is made once, for its owner alone, and kept", async () => {
  const folder = await freshFolder();
  const database = join(folder, "fenming.db");
  const secret = keptSecret(database);
  assert.ok(Buffer.byteLength(secret) >= 32);
  assert.equal(keptSecret(database), secret);
  const path = secretPath(database);
  assert.equal((await readFile(path, "utf8")).trim(), secret);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ["fenming.db-jwt-secret"]);
  await chmod(path, 0o644);
  keptSecret(database);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  await rm(folder, { recursive: true });
});

test("another database has another secret", async () => {
  const folder = await freshFolder();
  assert.notEqual(keptSecret(join(folder, "a.db")), keptSecret(join(folder, "b.db")));
  await rm(folder, { recursive: true });
});

test("a kept secret that was cut short, or cannot be written, stops the start", async () => {
  const folder = await freshFolder();
  const database = join(folder, "fenming.db");
  await writeFile(secretPath(database), "short\n");
  assert.throws(() => keptSecret(database), /至少需要 32 个字节/);
  assert.throws(() => keptSecret(join(folder, "missing/fenming.db")), /无法写入登录密钥文件/);
  await rm(folder, { recursive: true });
});
