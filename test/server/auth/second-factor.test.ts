import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../../src/contract/contract.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, openApp, type TestApp } from "../../harness/app.ts";
import { during } from "../../harness/book.ts";
import { events, scan, turnOn } from "../../harness/one-time-codes.ts";
import { exampleOf, makeRequest } from "../../harness/requests.ts";
import { ownSignIn, PASSWORD, register, SECRET, signedIn } from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:05.000Z");
const STEP = 30_000;
const MINUTE = 60_000;

type Open = Parameters<typeof during>[1];

async function opened(t: Parameters<typeof during>[0], open: Open) {
  const clock = { now: START };
  const app = await during(t, open, { config: ownSignIn(), now: () => clock.now });
  return { app, clock, user: await register(app) };
}

function login(app: TestApp, email: string, password = PASSWORD) {
  return app.post("/api/auth/login", { email, password });
}

function enter(app: TestApp, ticket: string, code: string) {
  return app.post("/api/auth/login/code", { ticket, code });
}

onEveryEngine("second factor", (open) => {
  test("once it is on, the password gets a ticket, and the ticket with a code gets in", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const state = async () => (await user.get("/api/auth/second-factor")).data;
    assert.deepEqual(await state(), { on: false, since: null, recoveryCodesLeft: 0 });
    const { phone, recoveryCodes } = await turnOn(user, clock.now);
    assert.equal(new Set(recoveryCodes).size, 10);
    assert.deepEqual(await state(), {
      on: true,
      since: "2026-03-15T04:00:05.000Z",
      recoveryCodesLeft: 10,
    });
    clock.now += STEP;
    const first = await login(app, user.email);
    assert.equal(first.status, 200);
    assert.match(first.message as string, /再输入验证器应用里的验证码/);
    assert.deepEqual(Object.keys(first.data).sort(), ["expiresIn", "ticket"]);
    assert.equal(first.headers["cache-control"], "no-store");
    assert.equal((await user.get("/api/auth/sessions")).data.length, 1, "nobody is in yet");
    const second = await enter(app, first.data.ticket, phone.code(clock.now));
    assert.equal(second.status, 200, second.text);
    assert.equal(second.message, "登录成功");
    const there = signedIn(app, second);
    assert.equal((await there.get("/api/auth/me")).data.user.id, user.userId);
    assert.deepEqual((await events(user)).slice(0, 4), [
      "signed-in",
      "code-asked",
      "second-factor-on",
      "registered",
    ]);
    const again = await enter(app, first.data.ticket, phone.code(clock.now + STEP));
    assert.equal(again.status, 401, "a ticket lets in once");
    assert.match(again.message as string, /请重新输入密码/);
  });

  test("what a wrong password is told does not change, and a ticket is no credential", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const wrong = await login(app, user.email, "not the password");
    await turnOn(user, clock.now);
    const wrongThen = await login(app, user.email, "not the password");
    assert.deepEqual([wrongThen.status, wrongThen.body], [wrong.status, wrong.body]);
    const { ticket } = (await login(app, user.email)).data;
    const asked = await app.get("/api/auth/me", { authorization: `Bearer ${ticket}` });
    assert.equal(asked.status, 401);
    const kept = await app.db.read((db) => db.all(sql`select * from sign_in_steps`));
    const secret = ticket.split("_").slice(2).join("_");
    assert.ok(secret.length > 20);
    assert.ok(!JSON.stringify(kept).includes(secret), "only its hash is kept");
  });

  test("a code is good in its step and the ones beside it, and once", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const { phone } = await turnOn(user, clock.now);
    const used = phone.code(clock.now);
    const ticket = async () => (await login(app, user.email)).data.ticket;
    assert.equal((await enter(app, await ticket(), used)).status, 401, "it has turned it on");
    clock.now = phone.unlike(clock.now + 10 * STEP);
    for (const [at, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      // The step before the one that was used, too, is over.
      [-1, 401],
      [1, 200],
      [0, 401],
    ] as const) {
      const answer = await enter(app, await ticket(), phone.code(clock.now + at * STEP));
      await app.db.write((db) => db.run(sql`delete from throttles`));
      assert.equal(answer.status, status, `${at}: ${answer.text}`);
    }
    clock.now += 10 * STEP;
    const code = phone.code(clock.now);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`.replace(/\d/g, (digit) =>
      String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
    );
    assert.equal(
      (await enter(app, await ticket(), typed)).status,
      200,
      "with a blank, in wide digits",
    );
  });

  test("of many who show one code at once, one gets in, also by different tickets", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const { phone, recoveryCodes } = await turnOn(user, clock.now);
    const other = await openApp({ url: app.url, config: ownSignIn(), now: () => clock.now });
    t.after(() => other.close());
    for (const code of [() => phone.code(clock.now), () => recoveryCodes[0] as string]) {
      clock.now += 25 * 60 * MINUTE;
      const tickets = [
        (await login(app, user.email)).data.ticket,
        (await login(other, user.email)).data.ticket,
      ];
      const all = await Promise.all(
        [app, other, other].map((node, index) => enter(node, tickets[index % 2] as string, code())),
      );
      assert.deepEqual(all.map(({ status }) => status).sort(), [200, 401, 401]);
    }
  });

  test("wrong codes are counted with wrong passwords, and a right password does not forgive them", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const { phone } = await turnOn(user, clock.now);
    clock.now += STEP;
    let tries = 0;
    for (let round = 0; round < 20; round += 1) {
      const first = await login(app, user.email);
      if (first.status === 429) break;
      tries += 1;
      const answer = await enter(app, first.data.ticket, phone.wrong(clock.now));
      if (answer.status === 429) break;
      assert.equal(answer.status, 401);
      assert.match(answer.message as string, /验证码错误或已用过/);
    }
    assert.ok(tries <= 4, `${tries} guesses`);
    assert.equal((await login(app, user.email)).status, 429);
    const seen = await events(user);
    assert.ok(seen.includes("code-refused"));
    clock.now += 24 * 60 * MINUTE + 1;
    const { ticket } = (await login(app, user.email)).data;
    assert.equal((await enter(app, ticket, phone.code(clock.now))).status, 200);
    // Signing in in two steps leaves nothing counted behind, however often.
    for (let round = 0; round < 25; round += 1) {
      clock.now += STEP;
      const first = await login(app, user.email);
      assert.equal(first.status, 200, `${round}: ${first.text}`);
      const next = await enter(app, first.data.ticket, phone.code(clock.now));
      assert.equal(next.status, 200, `${round}: ${next.text}`);
    }
  });

  test("a ticket ends after five minutes, with the password, and is its user's alone", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const { phone } = await turnOn(user, clock.now);
    const hong = await register(app, "小红");
    clock.now += STEP;
    const { ticket } = (await login(app, user.email)).data;
    const others = ticket.replace(`fmt_${user.userId}_`, `fmt_${hong.userId}_`);
    for (const wrong of [others, `${ticket}x`, "fmt_1_x", "x"]) {
      const answer = await enter(app, wrong, phone.code(clock.now));
      assert.deepEqual([answer.status, answer.message], [401, "登录已超时，请重新输入密码"]);
    }
    clock.now += 5 * MINUTE;
    assert.equal((await enter(app, ticket, phone.code(clock.now))).status, 401, "its time is over");
    const later = (await login(app, user.email)).data.ticket;
    const changed = await user.post("/api/auth/password", {
      currentPassword: PASSWORD,
      newPassword: "another long 词语 of mine",
    });
    assert.equal(changed.status, 200, changed.text);
    const refused = await enter(app, later, phone.code(clock.now));
    assert.deepEqual([refused.status, refused.message], [401, "登录已超时，请重新输入密码"]);
    clock.now += 10 * MINUTE;
    await forgetOld(app.db, clock.now);
    const left = await app.db.read((db) => db.all(sql`select * from sign_in_steps`));
    assert.deepEqual(left, []);
  });

  test("a recovery code stands for a code once; new ones end the old", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const { phone, recoveryCodes } = await turnOn(user, clock.now);
    const [one, two, three] = recoveryCodes as [string, string, string];
    const kept = await app.db.read((db) => db.all(sql`select * from recovery_codes`));
    assert.equal(kept.length, 10);
    for (const code of recoveryCodes) {
      assert.match(code, /^([A-Z2-9]{4}-){5}[A-Z2-9]{4}$/);
      assert.ok(!JSON.stringify(kept).includes(code.slice(0, 9)));
    }
    const ticket = async () => (await login(app, user.email)).data.ticket;
    const typed = one.toLowerCase().replaceAll("-", " ");
    assert.equal((await enter(app, await ticket(), typed)).status, 200);
    assert.equal((await enter(app, await ticket(), one)).status, 401, "it is used up");
    assert.equal((await user.get("/api/auth/second-factor")).data.recoveryCodesLeft, 9);
    assert.ok((await events(user)).includes("recovery-code-used"));
    clock.now += STEP;
    const path = "/api/auth/second-factor/recovery-codes";
    const code = phone.code(clock.now);
    assert.equal(
      (await user.post(path, { currentPassword: "wrong", code })).message,
      "当前密码错误",
    );
    const noCode = await user.post(path, { currentPassword: PASSWORD, code: "123" });
    assert.equal(noCode.status, 400);
    const renewed = await user.post(path, { currentPassword: PASSWORD, code });
    assert.equal(renewed.data.recoveryCodes.length, 10);
    assert.equal((await enter(app, await ticket(), two)).status, 401, "those before are void");
    const fresh = renewed.data.recoveryCodes[3];
    assert.equal((await enter(app, await ticket(), fresh)).status, 200);
    assert.ok(!renewed.data.recoveryCodes.includes(three));
  });

  test("turning it on takes the password and a first code, off the password and a code", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const path = "/api/auth/second-factor";
    const confirm = (code: string) => user.post(`${path}/confirm`, { code });
    const off = (body: object) => app.call("DELETE", path, body, user.headers);
    assert.match((await confirm("123456")).message as string, /请先扫码/);
    assert.match(
      (await off({ currentPassword: PASSWORD, code: "1" })).message as string,
      /没有打开/,
    );
    assert.equal((await user.post(path, { currentPassword: "wrong" })).status, 400);
    const begin = async () => (await user.post(path, { currentPassword: PASSWORD })).data;
    const before = scan((await begin()).uri);
    const begun = await begin();
    const phone = scan(begun.uri);
    const isAlike = (at: number) => phone.code(clock.now + at) === before.code(clock.now);
    while ([-STEP, 0, STEP].some(isAlike)) clock.now += STEP;
    assert.match(begun.uri, /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6/);
    assert.ok(begun.uri.includes(encodeURIComponent(user.email)));
    assert.equal(
      (await login(app, user.email)).data.user.id,
      user.userId,
      "it is not on before its first code",
    );
    assert.equal((await confirm(before.code(clock.now))).status, 400, "the key was replaced");
    assert.equal((await confirm(phone.code(clock.now))).status, 200);
    assert.match(
      (await user.post(path, { currentPassword: PASSWORD })).message as string,
      /已经打开/,
    );
    clock.now += STEP;
    const code = phone.code(clock.now);
    assert.equal((await off({ currentPassword: "wrong", code })).message, "当前密码错误");
    const wrong = phone.wrong(clock.now);
    assert.equal((await off({ currentPassword: PASSWORD, code: wrong })).status, 400);
    assert.equal((await off({ currentPassword: PASSWORD, code })).status, 200);
    assert.equal((await login(app, user.email)).data.user.id, user.userId);
    const rows = await app.db.read((db) =>
      db.all(sql`select user_id from second_factors union all select user_id from recovery_codes`),
    );
    assert.deepEqual(rows, []);
    assert.ok((await events(user)).includes("second-factor-off"));
  });

  test("where everybody must have one, nothing but turning it on is open to who has none", async (t) => {
    const clock = { now: START };
    const config = ownSignIn({ secondFactor: "required" });
    const app = await during(t, open, { config, now: () => clock.now });
    assert.equal((await app.get("/api/about")).data.requiresSecondFactor, true);
    const user = await register(app);
    const open_: string[] = [];
    for (const { name, endpoint } of endpoints()) {
      if (endpoint.public || endpoint.development || endpoint.enrols) continue;
      const request = makeRequest(endpoint, (path, schema) =>
        path === "userId" ? undefined : exampleOf(schema),
      );
      const answer = await app.call(request.method, request.path, request.body, user.headers);
      // What is wrong in itself is told so before anybody looks whose it is.
      if (answer.message !== "这里要求两步验证，请先打开") open_.push(`${name} ${answer.status}`);
    }
    assert.deepEqual(open_, []);
    assert.equal((await user.get("/api/auth/me")).status, 200);
    const { phone } = await turnOn(user, clock.now);
    assert.equal((await user.get("/api/accounts")).status, 200, "the same session, at once");
    clock.now += STEP;
    const { ticket } = (await login(app, user.email)).data;
    const there = signedIn(app, await enter(app, ticket, phone.code(clock.now)));
    assert.equal((await there.get("/api/accounts")).status, 200);
    clock.now += STEP;
    const body = { currentPassword: PASSWORD, code: phone.code(clock.now) };
    const off = await app.call("DELETE", "/api/auth/second-factor", body, there.headers);
    assert.equal(off.status, 200);
    assert.equal((await there.get("/api/accounts")).status, 403, "off again, closed again");
  });

  test("a key that is not confirmed is forgotten, one in use is not", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const hong = await register(app, "小红");
    await hong.post("/api/auth/second-factor", { currentPassword: PASSWORD });
    await turnOn(user, clock.now);
    clock.now += 25 * 60 * MINUTE;
    await forgetOld(app.db, clock.now);
    const rows = await app.db.read((db) => db.all(sql`select user_id from second_factors`));
    assert.deepEqual(rows, [{ userId: user.userId }]);
  });

  test("the key is sealed: it opens after the secret was rotated, and not for who has another one", async (t) => {
    const { app, clock, user } = await opened(t, open);
    const { phone, recoveryCodes } = await turnOn(user, clock.now);
    const kept = await app.db.read((db) => db.all(sql`select sealed from second_factors`));
    const begun = await register(app, "小红");
    const { secret } = (await begun.post("/api/auth/second-factor", { currentPassword: PASSWORD }))
      .data;
    const all = await app.db.read((db) => db.all(sql`select sealed from second_factors`));
    assert.equal(kept.length, 1);
    assert.ok(!JSON.stringify(all).includes(secret));
    const next = "the next secret, as long as it has to be";
    const into = async (secrets: string[], code: string) => {
      const node = await openApp({
        url: app.url,
        config: ownSignIn({ secrets }),
        now: () => clock.now,
      });
      const { ticket } = (await login(node, user.email)).data;
      const { status } = await enter(node, ticket, code);
      await node.close();
      return status;
    };
    clock.now += STEP;
    assert.equal(await into([next, SECRET], phone.code(clock.now)), 200);
    clock.now += STEP;
    assert.equal(await into([next], phone.code(clock.now)), 200);
    clock.now += STEP;
    const other = "a secret that nobody has told of before";
    assert.equal(await into([other], phone.code(clock.now)), 401);
    assert.equal(await into([other], recoveryCodes[0] as string), 200, "recovery codes stay good");
  });
});
