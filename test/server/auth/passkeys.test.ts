import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../../src/store/sql.ts";
import { type Answer, onEveryEngine, openApp, type TestApp } from "../../harness/app.ts";
import { type Bend, SoftAuthenticator } from "../../harness/authenticator.ts";
import { during } from "../../harness/book.ts";
import { events, turnOn } from "../../harness/one-time-codes.ts";
import {
  ownSignIn,
  PASSWORD,
  register,
  type SignedInUser,
  signedIn,
} from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");
const MINUTE = 60_000;
const SITE = "https://book.example.com";

type Open = Parameters<typeof during>[1];

async function opened(t: Parameters<typeof during>[0], open: Open, site: string | null = SITE) {
  const clock = { now: START };
  const config = { ...ownSignIn(), publicUrl: site ?? undefined };
  const app = await during(t, open, { config, now: () => clock.now });
  return { app, clock, config, user: await register(app) };
}

const again = { currentPassword: PASSWORD };

async function add(
  user: SignedInUser,
  key: SoftAuthenticator,
  name = "手机",
  bend: Bend = {},
): Promise<Answer> {
  const options = await user.post("/api/auth/passkeys/options", again);
  assert.equal(options.status, 200, options.text);
  return user.post("/api/auth/passkeys", { name, credential: key.create(options.data, bend) });
}

async function enter(app: TestApp, key: SoftAuthenticator, bend: Bend = {}): Promise<Answer> {
  const options = await app.post("/api/auth/login/passkey/options");
  assert.equal(options.status, 200, options.text);
  return app.post("/api/auth/login/passkey", { credential: key.get(options.data, bend) });
}

onEveryEngine("passkeys", (open) => {
  test("one is added with the password, listed, and signs in without email, password and code", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const key = new SoftAuthenticator(SITE, 1);
    const wrong = await user.post("/api/auth/passkeys/options", { currentPassword: "wrong" });
    assert.equal(wrong.message, "当前密码错误");
    const options = (await user.post("/api/auth/passkeys/options", again)).data;
    assert.deepEqual(options.rp, { id: "book.example.com", name: "分明" });
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    });
    const added = await add(user, key);
    assert.equal(added.status, 200, added.text);
    assert.equal(added.message, "通行密钥已添加");
    await turnOn(user, clock.now);
    clock.now += MINUTE;
    const entered = await enter(app, key);
    assert.equal(entered.status, 200, entered.text);
    assert.equal(entered.headers["cache-control"], "no-store");
    const there = signedIn(app, entered);
    assert.equal(there.userId, user.userId);
    assert.equal((await there.get("/api/auth/me")).data.by, "session");
    const [listed, ...others] = (await user.get("/api/auth/passkeys")).data;
    assert.deepEqual(others, []);
    assert.deepEqual(listed, { ...added.data, lastUsedAt: "2026-03-15T04:01:00.000Z" });
    const seen = await events(user);
    assert.equal(seen[0], "signed-in-by-passkey");
    assert.ok(seen.includes("passkey-added"));
    const kept = await app.db.read((db) => db.all(sql`select counter from passkeys`));
    assert.deepEqual(kept, [{ counter: 2 }]);
  });

  test("each user's signs its own user in, whoever else has one", async (t) => {
    const { app, user } = await opened(t, open);
    const hong = await register(app, "小红");
    const keys = [new SoftAuthenticator(SITE), new SoftAuthenticator(SITE)] as const;
    await add(user, keys[0]);
    await add(hong, keys[1]);
    assert.equal((await enter(app, keys[0])).data.user.id, user.userId);
    assert.equal((await enter(app, keys[1])).data.user.id, hong.userId);
    // One that says it were another's is looked for among the other's.
    const [mine, theirs] = keys.map(({ held }) => held);
    if (mine && theirs) mine.userHandle = theirs.userHandle;
    assert.equal((await enter(app, keys[0])).status, 401);
    assert.deepEqual((await hong.get("/api/auth/passkeys")).data.length, 1);
  });

  const bends: [string, Bend][] = [
    ["made on another site", { origin: "https://book.example.com.evil.example" }],
    ["made on another port", { origin: `${SITE}:8443` }],
    ["made on plain http", { origin: "http://book.example.com" }],
    ["bound to another host", { rpId: "example.com" }],
    ["by whom nobody has verified", { verified: false }],
    ["made for something else", { type: "payment.get" }],
  ];

  test("what is wrong in one thing neither becomes a passkey nor signs in", async (t) => {
    const { app, user } = await opened(t, open);
    const key = new SoftAuthenticator(SITE, 7);
    for (const [what, bend] of bends) {
      const answer = await add(user, new SoftAuthenticator(SITE), "x", bend);
      assert.deepEqual(
        [answer.status, answer.message],
        [400, "通行密钥没有添加成功，请重试"],
        what,
      );
    }
    assert.equal((await add(user, key)).status, 200);
    for (const [what, bend] of bends) {
      const answer = await enter(app, key, bend);
      assert.deepEqual(
        [answer.status, answer.message],
        [401, "这个通行密钥不能登录，请用密码"],
        what,
      );
      await app.db.write((db) => db.run(sql`delete from throttles`));
    }
    const seen = (await events(user)).filter((event) => event === "passkey-refused");
    assert.equal(seen.length, bends.length);
    assert.equal((await user.get("/api/auth/sessions")).data.length, 1);
    assert.equal((await enter(app, key)).status, 200, "it itself is as good as before");
  });

  test("a challenge is good once, for minutes, for its purpose, and for whom it was made", async (t) => {
    const { app, clock, config, user } = await opened(t, open);
    const hong = await register(app, "小红");
    const key = new SoftAuthenticator(SITE);
    const options = (await user.post("/api/auth/passkeys/options", again)).data;
    const body = { name: "手机", credential: key.create(options) };
    assert.equal((await hong.post("/api/auth/passkeys", body)).status, 400, "another's");
    assert.equal((await user.post("/api/auth/passkeys", body)).status, 200);
    assert.equal((await user.post("/api/auth/passkeys", body)).status, 400, "used up");
    const asked = async () => (await app.post("/api/auth/login/passkey/options")).data;
    const show = (to: TestApp, credential: unknown) =>
      to.post("/api/auth/login/passkey", { credential });
    const credential = key.get(await asked());
    const other = await openApp({ url: app.url, config, now: () => clock.now });
    t.after(() => other.close());
    const shown = await Promise.all([
      show(app, credential),
      show(other, credential),
      show(other, credential),
    ]);
    assert.deepEqual(shown.map(({ status }) => status).sort(), [200, 401, 401]);
    const late = key.get(await asked());
    clock.now += 5 * MINUTE;
    assert.equal((await show(app, late)).status, 401, "its time is over");
    const forAdding = (await user.post("/api/auth/passkeys/options", again)).data;
    const misused = key.get({ challenge: forAdding.challenge, rpId: forAdding.rp.id });
    assert.equal((await show(app, misused)).status, 401, "made for adding");
    assert.equal(
      (await show(app, key.get({ challenge: "bWFkZSB1cA", rpId: "book.example.com" }))).status,
      401,
    );
    assert.equal((await enter(other, key)).status, 200);
  });

  test("a count that does not rise is a copy's", async (t) => {
    const { app, user } = await opened(t, open);
    const key = new SoftAuthenticator(SITE, 5);
    await add(user, key);
    assert.equal((await enter(app, key)).status, 200);
    for (const counter of [6, 5, 0]) {
      assert.equal((await enter(app, key, { counter })).status, 401, `${counter}`);
    }
    await app.db.write((db) => db.run(sql`delete from throttles`));
    assert.equal((await enter(app, key, { counter: 1000 })).status, 200);
    const copies = [key, key].map(async (one) => enter(app, one, { counter: 1001 }));
    const statuses = (await Promise.all(copies)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 401]);
  });

  test("it is renamed and removed by its owner alone, and then signs in no more", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const hong = await register(app, "小红");
    const key = new SoftAuthenticator(SITE);
    const { id } = (await add(user, key)).data;
    const path = `/api/auth/passkeys/${id}`;
    const remove = (who: SignedInUser, body: object) => app.call("DELETE", path, body, who.headers);
    assert.equal((await hong.put(path, { name: "我的" })).status, 404);
    assert.equal((await remove(hong, again)).status, 404);
    assert.equal((await user.put(path, { name: "旧手机" })).data.name, "旧手机");
    const { phone } = await turnOn(user, clock.now);
    assert.equal((await remove(user, again)).status, 400, "a code is asked for, too");
    assert.equal(
      (await user.post("/api/auth/passkeys/options", again)).status,
      400,
      "here as well",
    );
    clock.now += 30_000;
    const code = phone.code(clock.now);
    assert.equal((await remove(user, { ...again, code })).status, 200);
    assert.deepEqual((await user.get("/api/auth/passkeys")).data, []);
    assert.equal((await enter(app, key)).status, 401);
    const { data } = await user.get("/api/audit");
    assert.ok(data.some((entry: object) => JSON.stringify(entry).includes('"passkey-removed"')));
    assert.equal(
      data.find(({ event }: { event: string }) => event === "passkey-removed").detail,
      "旧手机",
    );
  });

  test("who is disabled does not enter by a passkey, and there are twenty at most", async (t) => {
    const { app, user } = await opened(t, open);
    const key = new SoftAuthenticator(SITE);
    await add(user, key);
    const set = (at: string | null) =>
      app.db.write((db) =>
        db.run(sql`update users set disabled_at = ${at} where id = ${user.userId}`),
      );
    await set("2026-03-15T04:00:00.000Z");
    assert.equal((await enter(app, key)).status, 401);
    await set(null);
    assert.equal((await enter(app, key)).status, 200);
    for (let count = 1; count < 20; count += 1) {
      assert.equal((await add(user, new SoftAuthenticator(SITE))).status, 200);
    }
    const refused = await user.post("/api/auth/passkeys/options", again);
    assert.equal(refused.message, "通行密钥最多 20 个，请先移除不用的");
  });

  test("without PUBLIC_URL they are bound to localhost, at any of its ports", async (t) => {
    const { app, user } = await opened(t, open, null);
    assert.equal((await app.get("/api/about")).data.passkeyHost, "localhost");
    const key = new SoftAuthenticator("http://localhost:8080");
    assert.equal((await add(user, key)).status, 200);
    assert.equal((await enter(app, key)).status, 200);
    for (const origin of ["http://localhost.evil.example", "http://evil.example", "null", ""]) {
      assert.equal((await enter(app, key, { origin })).status, 401, origin);
    }
  });

  test("guesses are counted by address", async (t) => {
    const { app, user } = await opened(t, open);
    const key = new SoftAuthenticator(SITE);
    await add(user, key);
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      statuses.push((await enter(app, key, { verified: false })).status);
    }
    assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([401]));
    assert.equal(statuses.at(-1), 429);
  });
});
