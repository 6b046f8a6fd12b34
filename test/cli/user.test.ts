import assert from "node:assert/strict";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { firstCodeOf } from "../../src/server/auth/registration.ts";
import { freshFolder } from "../harness/database.ts";
import { scan } from "../harness/one-time-codes.ts";
import { assertRefused, runCli, type Service, startService } from "../harness/process.ts";

const PASSWORD = "correct donkey 电池";

describe("users from the command line, beside a running server", () => {
  let folder: string;
  let service: Service;
  let env: Record<string, string>;
  before(async () => {
    folder = await freshFolder();
    // The folder of the database is not there yet: the secret waits for it.
    env = { DATABASE_URL: `file:${join(folder, "data/fenming.db")}`, AUTH: "jwt" };
    service = await startService({ env, through: "node" });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => runCli(args, env);
  const withPassword = (password: string, ...args: string[]) =>
    runCli(args, env, { input: `${password}\n` });

  async function ask(method: string, path: string, body?: object, token?: string) {
    const response = await fetch(service.url + path, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, message } = (await response.json()) as {
      data: Record<string, string>;
      message: string;
    };
    return { status: response.status, data, message };
  }
  const login = (email: string, password: string) =>
    ask("POST", "/api/auth/login", { email, password });

  test("the secret lies beside the database, for its owner alone", async () => {
    const { mode } = await stat(join(folder, "data/fenming.db-jwt-secret"));
    assert.equal(mode & 0o777, 0o600);
  });

  test("the log of a fresh service shows the code of the first registration", async () => {
    const secret = await readFile(join(folder, "data/fenming.db-jwt-secret"), "utf8");
    const code = firstCodeOf(secret.trim());
    const said = () => service.log().some(({ msg }) => msg.includes(`/#invitation=${code} `));
    for (let turn = 0; turn < 200 && !said(); turn += 1) await wait(20);
    assert.ok(said(), service.lines.join("\n"));
    const body = { name: "谁", email: "who@example.com", password: PASSWORD };
    assert.equal((await ask("POST", "/api/auth/register", body)).status, 403);
  });

  test("add, list, and a password that may not be", async () => {
    const added = await withPassword(PASSWORD, "user", "add", "小明", "ming@example.com");
    assert.equal(added.code, 0, added.stderr);
    assert.match(added.stdout, /已添加用户 1：小明 ming@example.com/);
    assert.ok(!added.stdout.includes(PASSWORD));
    assertRefused(
      await withPassword(PASSWORD, "user", "add", "又一个", "MING@example.com"),
      /该邮箱已被注册/,
    );
    assertRefused(
      await withPassword("password123", "user", "add", "弱", "ruo@example.com"),
      /太常见/,
    );
    assertRefused(await withPassword("短", "user", "add", "弱", "ruo@example.com"), /密码/);
    assertRefused(await withPassword(PASSWORD, "user", "add", "弱", "no address"), /邮箱/);
    const listed = await run("user", "list");
    assert.equal(listed.stdout, "1\t小明\tming@example.com\t密码（password）\n");
    assert.equal((await login("ming@example.com", PASSWORD)).status, 200);
  });

  test("where somebody can sign in, registering takes an invitation, once", async () => {
    const body = { name: "小红", email: "hong@example.com", password: PASSWORD };
    const closed = await ask("POST", "/api/auth/register", body);
    assert.equal(closed.status, 403);
    const invitation = (await run("user", "invite")).stdout.trim();
    const invited = await ask("POST", "/api/auth/register", { ...body, invitation });
    assert.equal(invited.status, 200, invited.message);
    const again = { ...body, email: "again@example.com", invitation };
    assert.equal((await ask("POST", "/api/auth/register", again)).status, 403);
  });

  test("passwd sets a password and ends the sessions at once", async () => {
    const { accessToken } = (await login("ming@example.com", PASSWORD)).data;
    assert.equal((await ask("GET", "/api/accounts", undefined, accessToken)).status, 200);
    const set = await withPassword("another phrase", "user", "passwd", "ming@example.com");
    assert.equal(set.code, 0, set.stderr);
    assert.equal((await ask("GET", "/api/accounts", undefined, accessToken)).status, 401);
    assert.equal((await login("ming@example.com", PASSWORD)).status, 401);
    assert.equal((await login("ming@example.com", "another phrase")).status, 200);
    assertRefused(await withPassword(PASSWORD, "user", "passwd", "nobody@example.com"), /没有邮箱/);
  });

  test("reset-factor lets in who has lost the phone, by the password alone, and the phone out", async () => {
    const [email, password] = ["ming@example.com", "another phrase"];
    const { accessToken } = (await login(email, password)).data;
    const path = "/api/auth/second-factor";
    const begun = await ask("POST", path, { currentPassword: password }, accessToken);
    const code = scan(begun.data.uri as string).code(Date.now());
    const on = await ask("POST", `${path}/confirm`, { code }, accessToken);
    assert.equal(on.status, 200, on.message);
    assert.ok("ticket" in (await login(email, password)).data);
    assert.match((await run("user", "list")).stdout, /ming@example.com\t密码与两步验证/);
    const reset = await run("user", "reset-factor", email);
    assert.equal(reset.code, 0, reset.stderr);
    assert.equal((await ask("GET", "/api/accounts", undefined, accessToken)).status, 401);
    const again = (await login(email, password)).data.accessToken;
    assert.equal((await ask("GET", path, undefined, again)).data.on, false as never);
    const { data } = await ask("GET", "/api/audit", undefined, again);
    assert.match(JSON.stringify(data), /second-factor-off.*fenming user reset-factor/);
    assertRefused(await run("user", "reset-factor", "nobody@example.com"), /没有邮箱/);
  });

  test("a token is printed once, and goes with its disabled user", async () => {
    const token = (
      await run("token", "create", "ming@example.com", "--name", "脚本", "--scopes", "read")
    ).stdout.trim();
    assert.match(token, /^fmp_1_[\w-]{43}$/);
    assert.equal((await ask("GET", "/api/accounts", undefined, token)).status, 200);
    const account = { name: "现金", type: "cash" };
    assert.equal((await ask("POST", "/api/accounts", account, token)).status, 403);
    assertRefused(
      await run("token", "create", "ming@example.com", "--name", "x", "--scopes", "admin"),
      /--scopes/,
    );
    const disabled = await run("user", "disable", "ming@example.com");
    assert.equal(disabled.code, 0, disabled.stderr);
    assert.equal((await ask("GET", "/api/accounts", undefined, token)).status, 401);
    assert.equal((await login("ming@example.com", "another phrase")).status, 401);
    assert.match((await run("user", "list")).stdout, /ming@example.com\t已禁用/);
    assertRefused(await run("token", "create", "ming@example.com", "--name", "x"), /已禁用/);
    await run("user", "disable", "ming@example.com", "--undo");
    assert.equal((await login("ming@example.com", "another phrase")).status, 200);
  });

  test("a provider's subject needs the provider", async () => {
    assertRefused(await run("user", "link", "ming@example.com", "sub-1"), /JWT_JWKS_URL/);
    const provider = {
      JWT_JWKS_URL: "https://id.example.com/keys",
      JWT_ISSUER: "https://id.example.com",
      JWT_AUDIENCE: "fenming",
    };
    const link = (email: string) =>
      runCli(["user", "link", email, "sub-1"], { ...env, ...provider });
    assert.equal((await link("ming@example.com")).code, 0);
    assertRefused(await link("hong@example.com"), /已关联其他用户/);
    const added = await runCli(["user", "add", "小刚", "gang@example.com", "--subject", "sub-2"], {
      ...env,
      ...provider,
    });
    assert.equal(added.code, 0, added.stderr);
    assert.match((await run("user", "list")).stdout, /gang@example.com\t身份提供方/);
  });

  const wrong: [Record<string, string>, RegExp][] = [
    [{ AUTH: "yes" }, /AUTH .*open 或 jwt/],
    [{ AUTH: "jwt", JWT_SECRET: "too short" }, /JWT_SECRET 至少需要 32 个字节/],
    [
      { AUTH: "jwt", JWT_SECRET: "x".repeat(32), JWT_SECRET_PREVIOUS: "short" },
      /JWT_SECRET_PREVIOUS/,
    ],
    [{ AUTH: "jwt", JWT_SECRET_PREVIOUS: "x".repeat(32) }, /JWT_SECRET_PREVIOUS/],
    [{ AUTH: "jwt", DATABASE_URL: "postgres://localhost/x" }, /必须设置 JWT_SECRET/],
    [{ AUTH: "jwt", CORS_ORIGIN: "*" }, /CORS_ORIGIN/],
    [{ AUTH: "jwt", JWT_JWKS_URL: "http://id.example.com/keys" }, /JWT_JWKS_URL/],
    [{ AUTH: "jwt", JWT_JWKS_URL: "https://id.example.com/keys" }, /JWT_ISSUER/],
    [{ RATE_LIMIT: "many" }, /RATE_LIMIT/],
    [{ TRUST_PROXY: "true" }, /TRUST_PROXY/],
    [{ TRUST_PROXY: "10.0.0.0/x" }, /TRUST_PROXY/],
    [{ METRICS_TOKEN: "short" }, /METRICS_TOKEN/],
  ];
  test("a start with a wrong setting is refused in one sentence", async () => {
    const url = `file:${join(folder, "other/fenming.db")}`;
    for (const [settings, sentence] of wrong) {
      assertRefused(await runCli(["serve"], { DATABASE_URL: url, ...settings }), sentence);
    }
  });
});
