import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine } from "../../harness/app.ts";
import { Provider } from "../../harness/provider.ts";
import { bearing } from "../../harness/sign-in.ts";

onEveryEngine("identity provider", (open) => {
  test("a subject is a user, made at first sight and found again", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    const token = await provider.token({
      name: "小明",
      email: "ming@example.com",
      email_verified: true,
    });
    // Two first requests at once make one user.
    const both = await Promise.all([
      bearing(app, token).post("/api/accounts", { name: "现金", type: "cash" }),
      bearing(app, token).post("/api/accounts", { name: "现金", type: "cash" }),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(both[0]?.data.userId, both[1]?.data.userId);
    const later = bearing(app, await provider.token({ name: "改名" }));
    const me = (await later.get("/api/auth/me")).data;
    assert.deepEqual(
      [me.user.name, me.user.email, me.by],
      ["小明", "ming@example.com", "provider"],
    );
    assert.equal((await later.get("/api/accounts")).data.length, 2);
    const other = bearing(app, await provider.token({ sub: "xiaohong" }));
    assert.equal((await other.get("/api/accounts")).data.length, 0);
    assert.match((await other.get("/api/auth/me")).data.user.email, /@users\.invalid$/);
    assert.ok(provider.asked <= 2);
    await app.close();
    await provider.stop();
  });

  test("without ALLOW_SIGNUP only linked subjects come in", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config({ allowSignup: false }) });
    const caller = bearing(app, await provider.token());
    const refused = await caller.get("/api/accounts");
    assert.equal(refused.status, 403);
    assert.match(refused.message as string, /注册未开放/);
    assert.deepEqual(await app.db.read((db) => db.all(sql`select id from users`)), []);
    await app.close();
    await provider.stop();
  });

  test("an email that somebody has links nobody to that book", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    await app.db.write((db) =>
      db.run(sql`insert into users (name, email, email_folded, created_at, updated_at)
        values ('老用户', 'ming@example.com', 'ming@example.com', '', '')`),
    );
    const claims = { email: "Ming@example.com", email_verified: true };
    const caller = bearing(app, await provider.token(claims));
    assert.equal((await caller.get("/api/accounts")).status, 403);
    assert.equal((await app.db.read((db) => db.all(sql`select id from users`))).length, 1);
    await app.close();
    await provider.stop();
  });

  test("an address that the provider has not verified is nobody's", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    for (const [sub, verified] of [
      ["one", undefined],
      ["two", false],
      ["three", "true"],
    ] as const) {
      const claims = { sub, email: "ming@example.com", email_verified: verified };
      const me = await bearing(app, await provider.token(claims)).get("/api/auth/me");
      assert.match(me.data.user.email, /@users\.invalid$/);
    }
    const owner = { sub: "owner", email: "ming@example.com", email_verified: true };
    const me = await bearing(app, await provider.token(owner)).get("/api/auth/me");
    assert.equal(me.data.user.email, "ming@example.com");
    await app.close();
    await provider.stop();
  });

  test("what the provider signs for other ends than access opens nothing", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    const others = [
      { nonce: "n" },
      { at_hash: "h" },
      { token_use: "id" },
      { typ: "ID" },
      { typ: "Refresh" },
      { events: {} },
      { sub: "" },
      { sub: " " },
      { sub: "x".repeat(256) },
      { sub: "a\0b" },
    ];
    for (const claims of others) {
      const caller = bearing(app, await provider.token(claims));
      assert.equal((await caller.get("/api/accounts")).status, 401, JSON.stringify(claims));
    }
    for (const typ of ["logout+jwt", "dpop+jwt", "secevent+jwt"]) {
      const caller = bearing(app, await provider.token({}, "10m", undefined, typ));
      assert.equal((await caller.get("/api/accounts")).status, 401, typ);
    }
    assert.deepEqual(await app.db.read((db) => db.all(sql`select id from users`)), []);
    for (const claims of [{ token_use: "access" }, { typ: "Bearer" }]) {
      const caller = bearing(app, await provider.token(claims));
      assert.equal((await caller.get("/api/accounts")).status, 200, JSON.stringify(claims));
    }
    for (const typ of ["at+jwt", "application/at+JWT", undefined]) {
      const caller = bearing(app, await provider.token({}, "10m", undefined, typ));
      assert.equal((await caller.get("/api/accounts")).status, 200, typ);
    }
    await app.close();
    await provider.stop();
  });

  test("a disabled user is out at once", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    const caller = bearing(app, await provider.token());
    assert.equal((await caller.get("/api/accounts")).status, 200);
    await app.db.write((db) => db.run(sql`update users set disabled_at = 'now'`));
    assert.equal((await caller.get("/api/accounts")).status, 401);
    await app.close();
    await provider.stop();
  });

  test("tokens that the provider did not sign for us are 401", async () => {
    const provider = await Provider.start();
    const stranger = await Provider.start();
    const app = await open({ config: provider.config() });
    const sharedSecret = (alg: string) =>
      new SignJWT({ sub: "xiaoming" })
        .setProtectedHeader({ alg })
        .setIssuer("https://id.example.com")
        .setAudience("fenming-tests")
        .setExpirationTime("10m")
        .sign(Buffer.from(provider.publicText()));
    const wrong: Record<string, string> = {
      "another provider's key": await stranger.token(),
      "the public key as a shared secret": await sharedSecret("HS256"),
      "another issuer": await provider.token({ iss: "https://elsewhere.example.com" }),
      "another audience": await provider.token({ aud: "another-app" }),
      "no subject": await provider.token({ sub: undefined }),
      expired: await provider.token({}, "-1m"),
    };
    for (const [what, token] of Object.entries(wrong)) {
      assert.equal((await bearing(app, token).get("/api/accounts")).status, 401, what);
    }
    assert.deepEqual(await app.db.read((db) => db.all(sql`select id from users`)), []);
    await app.close();
    await stranger.stop();
    await provider.stop();
  });

  test("keys rotate without a restart, and a withdrawn key is out", async () => {
    const provider = await Provider.start();
    const clock = { now: Date.now() };
    const app = await open({
      config: provider.config({ jwksMaxAgeMs: 0 }),
      now: () => clock.now,
    });
    const old = bearing(app, await provider.token());
    assert.equal((await old.get("/api/accounts")).status, 200);
    await provider.addKey("ES256");
    const fresh = bearing(app, await provider.token());
    assert.equal((await fresh.get("/api/accounts")).status, 200);
    assert.equal((await old.get("/api/accounts")).status, 200);
    provider.dropOldestKey();
    clock.now += 61_000;
    assert.equal((await old.get("/api/accounts")).status, 401);
    assert.equal((await fresh.get("/api/accounts")).status, 200);
    await app.close();
    await provider.stop();
  });

  test("while the provider is away, known keys go on and unknown ones wait", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config({ jwksMaxAgeMs: 0 }) });
    const known = bearing(app, await provider.token());
    assert.equal((await known.get("/api/accounts")).status, 200);
    await provider.stop();
    const another = bearing(app, await provider.token({ sub: "xiaohong" }));
    assert.equal((await another.get("/api/accounts")).status, 200);
    await provider.addKey("RS256");
    const unknown = bearing(app, await provider.token());
    const waits = await unknown.get("/api/accounts");
    assert.equal(waits.status, 503);
    assert.equal(waits.message, "身份提供方暂时不可用，请稍后重试");
    assert.equal((await app.get("/health")).status, 200);
    await provider.listen();
    assert.equal((await unknown.get("/api/accounts")).status, 200);
    await app.close();
    await provider.stop();
  });

  test("a provider that answers nonsense is away, from the first request on", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    const caller = bearing(app, await provider.token());
    const nonsense = [
      { status: 500, body: "" },
      { status: 200, body: "<html>" },
      { status: 200, body: "{}" },
      { status: 302, body: "" },
    ];
    for (const broken of nonsense) {
      provider.broken = broken;
      assert.equal((await caller.get("/api/accounts")).status, 503, JSON.stringify(broken));
    }
    provider.broken = undefined;
    assert.equal((await caller.get("/api/accounts")).status, 200);
    await app.close();
    await provider.stop();
  });

  test("a provider that is away is not asked on every request", async () => {
    const provider = await Provider.start();
    provider.broken = { status: 500, body: "" };
    const app = await open({ config: provider.config({ jwksCooldownMs: 60_000 }) });
    const caller = bearing(app, await provider.token());
    for (let request = 0; request < 5; request += 1) {
      assert.equal((await caller.get("/api/accounts")).status, 503);
    }
    assert.equal(provider.asked, 1);
    await app.close();
    await provider.stop();
  });

  test("our own sign-in is not there, personal access tokens are", async () => {
    const provider = await Provider.start();
    const app = await open({ config: provider.config() });
    const caller = bearing(app, await provider.token());
    for (const path of ["login", "register", "refresh", "logout", "password"]) {
      assert.equal((await caller.post(`/api/auth/${path}`, {})).message, "接口不存在", path);
    }
    assert.equal((await caller.get("/api/auth/sessions")).status, 404);
    const made = await caller.post("/api/tokens", { name: "手机", scopes: ["read"] });
    assert.equal((await bearing(app, made.data.token).get("/api/accounts")).status, 200);
    await app.close();
    await provider.stop();
  });
});
