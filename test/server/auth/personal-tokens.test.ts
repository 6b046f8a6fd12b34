import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine } from "../../harness/app.ts";
import { bearing, ownSignIn, register } from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");
const DAY = 86_400_000;

onEveryEngine("personal access tokens", (open) => {
  test("shown once, kept as a hash, used like a sign-in", async () => {
    const app = await open({ config: ownSignIn(), now: START });
    const user = await register(app);
    const made = await user.post("/api/tokens", { name: "脚本", scopes: ["write", "read"] });
    assert.match(made.data.token, /^fmp_\d+_[\w-]{43}$/);
    assert.equal(made.headers["cache-control"], "no-store");
    assert.equal(made.data.expiresAt, "2027-03-15T04:00:00.000Z");
    assert.deepEqual(made.data.scopes, ["read", "write"]);
    const listed = await user.get("/api/tokens");
    assert.ok(!listed.text.includes(made.data.token));
    const rows = await app.db.read((db) => db.all(sql`select * from tokens`));
    assert.ok(!JSON.stringify(rows).includes(made.data.token));
    const script = bearing(app, made.data.token);
    assert.equal((await script.post("/api/accounts", { name: "现金", type: "cash" })).status, 200);
    assert.equal((await script.get("/api/auth/me")).data.by, "token");
    assert.equal((await user.get("/api/accounts")).data.length, 1);
    await app.close();
  });

  test("a scope bounds what a token may do", async () => {
    const app = await open({ config: ownSignIn() });
    const user = await register(app);
    const token = async (scopes: string[]) =>
      bearing(app, (await user.post("/api/tokens", { name: "t", scopes })).data.token);
    const [reader, writer] = [await token(["read"]), await token(["write"])];
    const account = { name: "现金", type: "cash" };
    const refused = await reader.post("/api/accounts", account);
    assert.equal(refused.status, 403);
    assert.equal(refused.message, "该访问令牌没有“create”权限");
    assert.match(refused.headers["www-authenticate"] as string, /insufficient_scope/);
    assert.equal((await user.get("/api/accounts")).data.length, 0);
    assert.equal((await writer.post("/api/accounts", account)).status, 200);
    assert.equal((await writer.get("/api/accounts")).status, 403);
    assert.equal((await reader.get("/api/accounts")).data.length, 1);
    await app.close();
  });

  test("a token reaches neither passwords nor sessions nor tokens", async () => {
    const app = await open({ config: ownSignIn() });
    const user = await register(app);
    const made = await user.post("/api/tokens", { name: "t", scopes: ["read", "write"] });
    const script = bearing(app, made.data.token);
    const phrase = { currentPassword: "correct donkey 电池", newPassword: "another phrase" };
    const answers = [
      await script.get("/api/tokens"),
      await script.post("/api/tokens", { name: "more", scopes: ["write"] }),
      await script.remove(`/api/tokens/${made.data.id}`),
      await script.get("/api/auth/sessions"),
      await script.post("/api/auth/password", phrase),
      await script.post("/api/auth/logout"),
    ];
    for (const answer of answers) assert.equal(answer.message, "此操作需要登录，不能使用访问令牌");
    assert.equal((await user.get("/api/tokens")).data.length, 1);
    await app.close();
  });

  test("revoked at once, and over when its time is", async () => {
    const clock = { now: START };
    const app = await open({ config: ownSignIn(), now: () => clock.now });
    const user = await register(app);
    const make = async (expiresInDays: number) =>
      (await user.post("/api/tokens", { name: "t", scopes: ["read"], expiresInDays })).data;
    const [long, brief] = [await make(3650), await make(1)];
    assert.equal((await bearing(app, long.token).get("/api/accounts")).status, 200);
    // Another node that has already used it learns of it just as soon.
    const node = await open({ url: app.url, config: ownSignIn(), now: () => clock.now });
    assert.equal((await bearing(node, long.token).get("/api/accounts")).status, 200);
    assert.equal((await user.remove(`/api/tokens/${long.id}`)).message, "访问令牌已吊销");
    assert.equal((await bearing(app, long.token).get("/api/accounts")).status, 401);
    assert.equal((await bearing(node, long.token).get("/api/accounts")).status, 401);
    clock.now += DAY;
    const late = await bearing(node, brief.token).get("/api/accounts");
    assert.equal(late.message, "登录凭证已过期");
    await node.close();
    await app.close();
  });

  test("the last day of use, once a day", async () => {
    const clock = { now: START };
    const app = await open({ config: ownSignIn(), now: () => clock.now });
    const user = await register(app);
    const made = (await user.post("/api/tokens", { name: "t", scopes: ["read"] })).data;
    assert.equal(made.lastUsedDay, undefined);
    const used = async () => {
      await bearing(app, made.token).get("/api/accounts");
      return (
        await app.db.read((db) =>
          db.get<{ day: string }>(sql`select last_used_day as day from tokens`),
        )
      )?.day;
    };
    assert.equal(await used(), "2026-03-15");
    assert.equal(await used(), "2026-03-15");
    clock.now += DAY;
    assert.equal(await used(), "2026-03-16");
    const uses = await app.db.read((db) =>
      db.all(sql`select at from audit where event = 'token-used'`),
    );
    assert.equal(uses.length, 2);
    await app.close();
  });

  test("what is no token of the user's is 401", async () => {
    const app = await open({ config: ownSignIn() });
    const [one, two] = [await register(app), await register(app)];
    const { token } = (await one.post("/api/tokens", { name: "t", scopes: ["read"] })).data;
    const secret = token.split("_").slice(2).join("_");
    const wrong = [
      `fmp_${two.userId}_${secret}`,
      `fmp_${one.userId}_${secret.slice(0, -1)}`,
      `fmp_${one.userId}_${"A".repeat(43)}`,
      `fmr_${one.userId}_${secret}`,
      `fmp_999999999999999_${secret}`,
      one.refreshToken,
    ];
    for (const given of wrong) {
      assert.equal((await bearing(app, given).get("/api/accounts")).status, 401, given);
    }
    await app.close();
  });

  const refused = [
    {},
    { name: "t" },
    { name: " ", scopes: ["read"] },
    { name: "t", scopes: [] },
    { name: "t", scopes: ["admin"] },
    { name: "t", scopes: ["read", "read"] },
    { name: "t", scopes: "read" },
    { name: "t", scopes: ["read"], expiresInDays: 0 },
    { name: "t", scopes: ["read"], expiresInDays: 3651 },
  ];
  test("wrong wishes are refused and make nothing", async () => {
    const app = await open({ config: ownSignIn() });
    const user = await register(app);
    for (const body of refused) {
      assert.equal((await user.post("/api/tokens", body)).status, 400, JSON.stringify(body));
    }
    assert.deepEqual((await user.get("/api/tokens")).data, []);
    await app.close();
  });

  test("in open mode there are none", async () => {
    const app = await open();
    assert.equal((await app.get("/api/tokens")).message, "接口不存在");
    assert.equal((await app.post("/api/auth/login", {})).message, "接口不存在");
    await app.close();
  });
});
