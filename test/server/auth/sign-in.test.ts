import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { base64url, SignJWT } from "jose";
import { firstCodeOf } from "../../../src/server/auth/registration.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { bearing, ownSignIn, PASSWORD, register, SECRET, signedIn } from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");
const MINUTE = 60_000;

/** A service with its own sign-in and a clock that the test moves. */
async function openSignIn(
  open: (options: object) => Promise<TestApp>,
  changes: Parameters<typeof ownSignIn>[0] = {},
) {
  const clock = { now: START };
  const app = await open({ config: ownSignIn(changes), now: () => clock.now });
  return { app, clock };
}

onEveryEngine("sign-in", (open) => {
  test("registering, signing in and asking who one is", async () => {
    const { app } = await openSignIn(open);
    const xiaoming = await register(app);
    const me = await xiaoming.get("/api/auth/me");
    assert.equal(me.data.user.id, xiaoming.userId);
    assert.equal(me.data.by, "session");
    const login = await app.post("/api/auth/login", {
      email: ` ${xiaoming.email.toUpperCase()} `,
      password: PASSWORD,
    });
    assert.equal(login.message, "登录成功");
    assert.equal(login.data.user.id, xiaoming.userId);
    assert.equal(login.headers["cache-control"], "no-store");
    assert.ok(!login.text.includes("password"));
    await app.close();
  });

  test("the first user registers with the code of the log, and several at once make one", async () => {
    const { app } = await openSignIn(open, { allowSignup: false });
    const needs = async () => (await app.get("/api/auth/registration")).data.needs;
    const register = (name: string, invitation?: string) =>
      app.post("/api/auth/register", {
        name,
        email: `${name}@example.com`,
        password: PASSWORD,
        ...(invitation !== undefined && { invitation }),
      });
    assert.equal(await needs(), "first-code");
    for (const wrong of [undefined, "ABCD-EFGH-JKLM-NPQR", firstCodeOf(`${SECRET}!`)]) {
      const refused = await register("x", wrong);
      assert.equal(refused.status, 403);
      assert.match(refused.message as string, /注册码，它在服务启动时的日志里/);
    }
    const code = firstCodeOf(SECRET);
    const typed = [code, code.toLowerCase(), code.replaceAll("-", " ")];
    const tries = await Promise.all(typed.map((text, index) => register(`a${index}`, text)));
    assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 403, 403]);
    const rows = await app.db.read((db) => db.all(sql`select id from users`));
    assert.equal(rows.length, 1);
    assert.equal(await needs(), "invitation");
    assert.match((await register("d")).message as string, /注册未开放/);
    assert.match((await register("d", code)).message as string, /邀请码无效/);
    await app.close();
  });

  test("where anybody may register, nothing is asked for", async () => {
    const { app } = await openSignIn(open);
    assert.equal((await app.get("/api/auth/registration")).data.needs, "nothing");
    await register(app);
    assert.equal((await app.get("/api/auth/registration")).data.needs, "nothing");
    await app.close();
  });

  test("who has signed in invites others, each invitation once, and takes them back", async () => {
    const { app, clock } = await openSignIn(open, { allowSignup: false });
    const first = await app.post("/api/auth/register", {
      name: "小明",
      email: "ming@example.com",
      password: PASSWORD,
      invitation: firstCodeOf(SECRET),
    });
    const ming = signedIn(app, first);
    const invite = async (by = ming) => (await by.post("/api/invitations")).data;
    const come = (name: string, invitation: string) =>
      app.post("/api/auth/register", {
        name,
        email: `${name}@example.com`,
        password: PASSWORD,
        invitation,
      });
    const made = await invite();
    assert.match(made.code, /^fmi_[\w-]{32}$/);
    const [listed, ...others] = (await ming.get("/api/invitations")).data;
    assert.deepEqual(others, []);
    assert.deepEqual({ ...listed, code: made.code }, made);
    assert.equal(listed.expiresAt, "2026-03-22T04:00:00.000Z");
    const kept = await app.db.read((db) => db.all(sql`select name, value from settings`));
    assert.ok(!JSON.stringify(kept).includes(made.code), "only its hash is kept");

    const invited = await come("hong", made.code);
    assert.equal(invited.status, 200, invited.text);
    const hong = signedIn(app, invited);
    assert.equal((await come("lan", made.code)).status, 403, "it is used up");
    assert.deepEqual((await ming.get("/api/invitations")).data, []);
    const events = (await ming.get("/api/audit")).data as { event: string; detail: string }[];
    assert.equal(
      events.find(({ event }) => event === "invitation-used")?.detail,
      "hong@example.com",
    );

    const mine = await invite();
    assert.equal((await hong.remove(`/api/invitations/${mine.id}`)).status, 404, "not hers");
    assert.deepEqual((await hong.get("/api/invitations")).data, []);
    assert.equal((await ming.remove(`/api/invitations/${mine.id}`)).status, 200);
    assert.equal((await ming.remove(`/api/invitations/${mine.id}`)).status, 404);
    assert.equal((await come("lan", mine.code)).status, 403, "it was taken back");

    for (let count = 0; count < 20; count += 1) await invite();
    const tooMany = await ming.post("/api/invitations");
    assert.equal(tooMany.status, 400);
    assert.match(tooMany.message as string, /最多 20 个/);
    const last = await invite(hong);
    clock.now += 7 * 24 * 60 * MINUTE;
    assert.equal((await come("lan", last.code)).status, 403, "its time is over");
    await forgetOld(app.db, clock.now + 1);
    const left = await app.db.read((db) =>
      db.all(sql`select name from settings where name like 'invitation %'`),
    );
    assert.deepEqual(left, []);
    await app.close();
  });

  const weak = [
    ["too short", "123456789", "密码"],
    ["nine characters of two bytes and more", "密码密码密码密码密", "密码"],
    ["a common word with an ending", "Password123", "太常见"],
    ["a keyboard walk", "1Q2W3E4R5T", "太常见"],
    ["one character again and again", "aaaaaaaaaaaa", "太常见"],
    ["a short piece again and again", "abcabcabcabc", "太常见"],
    ["digits in order", "0123456789", "太常见"],
    ["full-width digits in reverse", "９８７６５４３２１０", "太常见"],
    ["a walk over the keys with its figures", "1qaz2wsx3edc", "太常见"],
    ["words of many Chinese passwords", "woaini1314520", "太常见"],
    ["a phone number", "13812345678", "太常见"],
    ["the name and a year", "xiaofenming2024", "太常见"],
    ["the name backwards", "gnimnefoaix4202", "太常见"],
    ["the email itself", "weak@example.com", "太常见"],
    ["far too long", "x".repeat(201), "密码"],
  ] as const;
  test("weak passwords are refused and make nobody", async () => {
    const { app } = await openSignIn(open);
    for (const [what, password, said] of weak) {
      const answer = await app.post("/api/auth/register", {
        name: "xiaofenming",
        email: "weak@example.com",
        password,
      });
      assert.equal(answer.status, 400, what);
      assert.ok(answer.message?.includes(said), `${what}: ${answer.message}`);
    }
    assert.equal(
      (await app.post("/api/auth/login", { email: "weak@example.com", password: "0123456789" }))
        .status,
      401,
    );
    await app.close();
  });

  test("every path but sign-in needs a token", async () => {
    const { app } = await openSignIn(open);
    for (const path of ["/api", "/api/users", "/api/records", "/api/records/1", "/api/auth/me"]) {
      const answer = await app.get(path);
      assert.equal(answer.status, 401, path);
      assert.equal(answer.message, "请先登录（请求头 Authorization: Bearer …）");
      assert.equal(answer.headers["www-authenticate"], 'Bearer realm="fenming"');
    }
    assert.equal((await app.get("/health")).status, 200);
    assert.equal((await app.get("/health/ready")).status, 200);
    // A body is not even looked at before the token is.
    assert.equal((await app.post("/api/records", "{broken")).status, 401);
    assert.equal((await app.post("/api/users", { name: "x", email: "x@example.com" })).status, 404);
    assert.equal((await app.get("/api/init-test-data")).status, 404);
    await app.close();
  });

  test("tokens that are not ours are 401", async () => {
    const { app, clock } = await openSignIn(open);
    const { accessToken, userId } = await register(app);
    const [head, payload, signature] = accessToken.split(".") as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const header = JSON.parse(Buffer.from(head, "base64url").toString());
    const encode = (value: object) => base64url.encode(JSON.stringify(value));
    const resign = (given: object, secret = SECRET, alg = "HS256", top = header) =>
      new SignJWT(given as never).setProtectedHeader({ ...top, alg }).sign(Buffer.from(secret));
    const forged = `${encode({ alg: "HS256", typ: "JWT" })}.${payload}`;
    const wrong: Record<string, string> = {
      empty: "",
      "no token": "Bearer",
      basic: "Basic YTpi",
      "not a token": "Bearer abc",
      "two tokens": `Bearer ${accessToken} ${accessToken}`,
      "unsigned, alg none": `Bearer ${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
      "alg None with a signature": `Bearer ${encode({ ...header, alg: "None" })}.${payload}.${signature}`,
      "another user's id": `Bearer ${head}.${encode({ ...claims, sub: "999" })}.${signature}`,
      "another secret": `Bearer ${await resign(claims, "another secret of thirty-two bytes.")}`,
      "another algorithm of the family": `Bearer ${await resign(claims, SECRET, "HS512")}`,
      "signed with an empty key": `Bearer ${forged}.${createHmac("sha256", "").update(forged).digest("base64url")}`,
      "another issuer": `Bearer ${await resign({ ...claims, iss: "elsewhere" })}`,
      "another audience": `Bearer ${await resign({ ...claims, aud: "elsewhere" })}`,
      "without expiry": `Bearer ${await resign({ ...claims, exp: undefined })}`,
      "without session": `Bearer ${await resign({ ...claims, sid: undefined })}`,
      "a session of nobody": `Bearer ${await resign({ ...claims, sid: "gone" })}`,
      "a session of another user": `Bearer ${await resign({ ...claims, sub: String(userId + 1) })}`,
      "a user who is no number": `Bearer ${await resign({ ...claims, sub: "1 or 1=1" })}`,
    };
    for (const [what, authorization] of Object.entries(wrong)) {
      const answer = await app.get("/api/accounts", { authorization });
      assert.equal(answer.status, 401, what);
      assert.match(answer.headers["www-authenticate"] as string, /^Bearer realm="fenming"/, what);
    }
    assert.equal((await bearing(app, await resign(claims)).get("/api/accounts")).status, 200);
    clock.now += 15 * MINUTE - 1000;
    assert.equal((await bearing(app, accessToken).get("/api/accounts")).status, 200);
    clock.now += 1000;
    const expired = await bearing(app, accessToken).get("/api/accounts");
    assert.equal(expired.status, 401);
    assert.equal(expired.message, "登录凭证已过期");
    await app.close();
  });

  test("a token is not taken from the query", async () => {
    const { app } = await openSignIn(open);
    const { accessToken } = await register(app);
    assert.equal((await app.get(`/api/accounts?access_token=${accessToken}`)).status, 401);
    await app.close();
  });

  test("refresh tokens rotate, and an old one ends the session for everybody", async () => {
    const { app, clock } = await openSignIn(open);
    const first = await register(app);
    const other = signedIn(
      app,
      await app.post("/api/auth/login", { email: first.email, password: PASSWORD }),
    );
    clock.now += 20 * MINUTE;
    const second = signedIn(
      app,
      await app.post("/api/auth/refresh", { refreshToken: first.refreshToken }),
    );
    assert.notEqual(second.refreshToken, first.refreshToken);
    assert.equal((await second.get("/api/accounts")).status, 200);
    clock.now += 10_000;
    const reused = await app.post("/api/auth/refresh", { refreshToken: first.refreshToken });
    assert.equal(reused.status, 401);
    assert.equal((await second.get("/api/accounts")).status, 401);
    const after = await app.post("/api/auth/refresh", { refreshToken: second.refreshToken });
    assert.equal(after.status, 401);
    // The user's other session is another family.
    assert.equal(
      (await app.post("/api/auth/refresh", { refreshToken: other.refreshToken })).status,
      200,
    );
    await app.close();
  });

  const exchange = async (app: TestApp, refreshToken: string) => {
    const answer = await app.post("/api/auth/refresh", { refreshToken });
    assert.equal(answer.status, 200, answer.text);
    return signedIn(app, answer);
  };

  test("tabs that refresh at once with one token get one successor, and go on", async () => {
    const { app, clock } = await openSignIn(open);
    const { refreshToken } = await register(app);
    const tabs = await Promise.all(["a", "b", "c"].map(() => exchange(app, refreshToken)));
    assert.equal(new Set(tabs.map((tab) => tab.refreshToken)).size, 1);
    // The answer was lost, and the client asks again.
    clock.now += 9999;
    const again = await exchange(app, refreshToken);
    assert.equal(again.refreshToken, tabs[0]?.refreshToken);
    for (const tab of [...tabs, again]) assert.equal((await tab.get("/api/accounts")).status, 200);
    const next = await exchange(app, again.refreshToken);
    assert.equal((await next.get("/api/accounts")).status, 200);
    await app.close();
  });

  test("a token whose successor has been exchanged ends the session, however soon", async () => {
    const { app } = await openSignIn(open);
    const first = await register(app);
    const second = await exchange(app, first.refreshToken);
    const third = await exchange(app, second.refreshToken);
    const stolen = await app.post("/api/auth/refresh", { refreshToken: first.refreshToken });
    assert.equal(stolen.status, 401);
    for (const { refreshToken } of [second, third]) {
      assert.equal((await app.post("/api/auth/refresh", { refreshToken })).status, 401);
    }
    assert.equal((await third.get("/api/accounts")).status, 401);
    await app.close();
  });

  test("a thief who was quick enough is found out at the next exchange", async () => {
    const { app, clock } = await openSignIn(open);
    const first = await register(app);
    const owner = await exchange(app, first.refreshToken);
    const thief = await exchange(app, first.refreshToken);
    // One line of tokens: both hold the same one, and whoever comes second shows an old one.
    assert.equal(thief.refreshToken, owner.refreshToken);
    await exchange(app, thief.refreshToken);
    clock.now += 15 * MINUTE;
    const found = await app.post("/api/auth/refresh", { refreshToken: owner.refreshToken });
    assert.equal(found.status, 401);
    assert.equal((await thief.get("/api/accounts")).status, 401);
    const login = { email: first.email, password: PASSWORD };
    const back = signedIn(app, await app.post("/api/auth/login", login));
    const events = (await back.get("/api/audit")).data.map(({ event }: { event: string }) => event);
    assert.ok(events.includes("session-reused"), events.join());
    await app.close();
  });

  test("what the database keeps makes no token", async () => {
    const { app } = await openSignIn(open);
    const first = await register(app);
    const { refreshToken } = await exchange(app, first.refreshToken);
    const row = (await app.db.read((db) => db.get(sql`select * from sessions`))) as object;
    const kept = Object.values(row).join(" ");
    for (const token of [first.refreshToken, refreshToken]) {
      assert.ok(!kept.includes((token.split(".")[1] as string).slice(0, 12)), kept);
    }
    await app.close();
  });

  test("refresh tokens that never were, or were too long ago, are 401", async () => {
    const { app, clock } = await openSignIn(open);
    const { refreshToken, accessToken } = await register(app);
    for (const wrong of ["x", accessToken, `${refreshToken}x`.replace("_1_", "_2_"), "fmr_1_1"]) {
      assert.equal((await app.post("/api/auth/refresh", { refreshToken: wrong })).status, 401);
    }
    clock.now += 31 * 24 * 60 * MINUTE;
    const late = await app.post("/api/auth/refresh", { refreshToken });
    assert.equal(late.status, 401);
    assert.equal(late.message, "登录凭证已过期");
    await app.close();
  });

  test("signing out ends the session at once", async () => {
    const { app } = await openSignIn(open);
    const user = await register(app);
    const both = await Promise.all([user.post("/api/auth/logout"), user.post("/api/auth/logout")]);
    for (const answer of both) assert.ok([200, 401].includes(answer.status), answer.text);
    assert.equal(both[0]?.message, "已退出登录");
    assert.equal((await user.get("/api/accounts")).status, 401);
    assert.equal(
      (await app.post("/api/auth/refresh", { refreshToken: user.refreshToken })).status,
      401,
    );
    await app.close();
  });

  test("sessions are listed and ended, one's own only", async () => {
    const { app } = await openSignIn(open);
    const phone = await register(app);
    const desk = signedIn(
      app,
      await app.post(
        "/api/auth/login",
        { email: phone.email, password: PASSWORD },
        { "user-agent": "desk" },
      ),
    );
    const stranger = await register(app);
    const sessions = (await phone.get("/api/auth/sessions")).data;
    assert.equal(sessions.length, 2);
    const { id, device } = sessions.find((session: { current: boolean }) => !session.current);
    assert.equal(device, "desk");
    const end = (user: typeof phone, currentPassword?: string) =>
      app.call("DELETE", `/api/auth/sessions/${id}`, { currentPassword }, user.headers);
    assert.equal((await end(stranger, PASSWORD)).status, 404);
    // Whoever holds the phone cannot put the desk out without the password.
    assert.equal((await end(phone)).status, 400);
    assert.equal((await end(phone, "wrong")).message, "当前密码错误");
    assert.equal((await desk.get("/api/accounts")).status, 200);
    assert.equal((await end(phone, PASSWORD)).message, "该设备已退出登录");
    assert.equal((await desk.get("/api/accounts")).status, 401);
    assert.equal((await end(phone, PASSWORD)).status, 404);
    await app.close();
  });

  test("a session ends after so many days, however much it is used", async () => {
    const { app, clock } = await openSignIn(open, { sessionDays: 45 });
    const user = await register(app);
    let { refreshToken } = user;
    const refresh = () => app.post("/api/auth/refresh", { refreshToken });
    const day = 24 * 60 * MINUTE;
    for (const passed of [20, 40]) {
      clock.now = START + passed * day;
      const answer = await refresh();
      assert.equal(answer.status, 200);
      refreshToken = answer.data.refreshToken;
    }
    const bearer = bearing(app, (await refresh()).data.accessToken);
    const [session] = (await bearer.get("/api/auth/sessions")).data;
    assert.equal(Date.parse(session.expiresAt), START + 45 * day);
    clock.now = START + 45 * day;
    assert.equal((await refresh()).status, 401);
    await app.close();
  });

  test("a hash of another cost is made anew at the next sign-in", async () => {
    const { app } = await openSignIn(open);
    const { email } = await register(app);
    const dearer = await open({
      url: app.url,
      config: ownSignIn({ hashCost: { memoryCost: 128, timeCost: 2 } }),
      now: () => START,
    });
    const hash = async () => {
      const rows = await app.db.read((db) =>
        db.all<{ passwordHash: string }>(sql`select password_hash from users`),
      );
      return rows[0]?.passwordHash as string;
    };
    const before = await hash();
    assert.match(before, /m=64,t=1/);
    const wrong = { email, password: `${PASSWORD}!` };
    assert.equal((await dearer.post("/api/auth/login", wrong)).status, 401);
    assert.equal(await hash(), before);
    for (const attempt of [1, 2]) {
      const login = await dearer.post("/api/auth/login", { email, password: PASSWORD });
      assert.equal(login.status, 200, String(attempt));
      assert.match(await hash(), /m=128,t=2/);
    }
    await dearer.close();
    await app.close();
  });

  test("nothing of the book is left in a browser's cache", async () => {
    const { app } = await openSignIn(open);
    const user = await register(app);
    for (const path of ["/api/accounts", "/api/records", "/api/auth/me", "/api/categories"]) {
      const answer = await user.get(path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers["cache-control"], "no-store", path);
    }
    const accounts = await user.get("/api/accounts");
    const etag = accounts.headers.etag as string;
    const again = await user.get("/api/accounts", { "if-none-match": etag });
    assert.deepEqual([again.status, again.headers["cache-control"]], [304, "no-store"]);
    await app.close();
  });

  test("changing the password ends the other sessions", async () => {
    const { app } = await openSignIn(open);
    const phone = await register(app);
    const login = (password: string) =>
      app.post("/api/auth/login", { email: phone.email, password });
    const desk = signedIn(app, await login(PASSWORD));
    const change = (currentPassword: string, newPassword: string) =>
      phone.post("/api/auth/password", { currentPassword, newPassword });
    assert.equal((await change("wrong", "another phrase")).message, "当前密码错误");
    assert.equal((await change(PASSWORD, "password123")).status, 400);
    assert.equal((await desk.get("/api/accounts")).status, 200);
    assert.equal((await change(PASSWORD, "another phrase")).status, 200);
    assert.equal((await desk.get("/api/accounts")).status, 401);
    assert.equal((await phone.get("/api/accounts")).status, 200);
    assert.equal((await login(PASSWORD)).status, 401);
    assert.equal((await login("another phrase")).status, 200);
    await app.close();
  });

  test("the user comes from the token; another's userId is refused, one's own passes", async () => {
    const { app } = await openSignIn(open);
    const one = await register(app);
    const two = await register(app);
    const made = await one.post("/api/accounts", { name: "现金", type: "cash" });
    assert.equal(made.data.userId, one.userId);
    assert.equal((await one.put(`/api/accounts/${made.data.id}`, made.data)).status, 200);
    assert.equal((await one.get(`/api/accounts?userId=${one.userId}`)).data.length, 1);
    const account = { name: "现金", type: "cash" };
    const refused = [
      await one.get(`/api/accounts?userId=${two.userId}`),
      await one.get(`/api/accounts?userId=0${one.userId}`),
      await one.get(`/api/accounts?userId=${one.userId}&userId=${one.userId}`),
      await one.post("/api/accounts", { ...account, userId: two.userId }),
      await one.post("/api/accounts", { ...account, userId: String(one.userId) }),
      await one.post(`/api/accounts?userId=${two.userId}`, account),
      await one.put(`/api/accounts/${made.data.id}`, { userId: two.userId }),
      await one.remove(`/api/accounts/${made.data.id}?userId=${two.userId}`),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 400);
      assert.match(answer.message as string, /^不允许传入 userId/);
    }
    assert.equal((await two.get("/api/accounts")).data.length, 0);
    assert.equal((await one.get("/api/accounts")).data.length, 1);
    assert.deepEqual(
      (await one.get("/api/users")).data.map((user: { id: number }) => user.id),
      [one.userId],
    );
    await app.close();
  });

  test("two users of one browser never get each other's answers", async () => {
    const { app } = await openSignIn(open);
    const one = await register(app);
    const two = await register(app);
    const first = await one.get("/api/accounts");
    const second = await two.get("/api/accounts", {
      "if-none-match": first.headers.etag as string,
    });
    assert.equal(second.status, 200);
    assert.match(first.headers.vary as string, /authorization/i);
    await app.close();
  });

  test("a key names one user's request", async () => {
    const { app } = await openSignIn(open);
    const one = await register(app);
    const two = await register(app);
    const key = { "idempotency-key": "same" };
    const account = { name: "现金", type: "cash" };
    const first = await one.post("/api/accounts", account, key);
    const second = await two.post("/api/accounts", account, key);
    assert.equal(second.headers["idempotency-replayed"], undefined);
    assert.notEqual(first.data.id, second.data.id);
    assert.equal((await one.post("/api/accounts", account, key)).data.id, first.data.id);
    await app.close();
  });

  test("an Idempotency-Key keeps nothing of sign-in", async () => {
    const { app } = await openSignIn(open);
    const user = await register(app);
    const login = () =>
      app.post(
        "/api/auth/login",
        { email: user.email, password: PASSWORD },
        { "idempotency-key": "k" },
      );
    const [first, second] = [await login(), await login()];
    assert.notEqual(first.data.refreshToken, second.data.refreshToken);
    const kept = await app.db.read((db) => db.all(sql`select key from idempotency`));
    assert.deepEqual(kept, []);
    await app.close();
  });

  test("a rotated secret still verifies what the one before signed", async () => {
    const { app } = await openSignIn(open);
    const user = await register(app);
    await app.app.close();
    const after = await open({
      url: app.url,
      now: START,
      config: ownSignIn({ secrets: ["a new secret that is long enough, too", SECRET] }),
    } as never);
    assert.equal((await bearing(after, user.accessToken).get("/api/accounts")).status, 200);
    const fresh = await after.post("/api/auth/login", { email: user.email, password: PASSWORD });
    const kid = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[0] as string, "base64url").toString()).kid;
    assert.notEqual(kid(fresh.data.accessToken), kid(user.accessToken));
    await after.close();
    const later = await open({
      url: app.url,
      now: START,
      config: ownSignIn({ secrets: ["a new secret that is long enough, too"] }),
    } as never);
    assert.equal((await bearing(later, user.accessToken).get("/api/accounts")).status, 401);
    assert.equal((await signedIn(later, fresh).get("/api/accounts")).status, 200);
    await later.close();
    await app.close();
  });
});
