import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetFailures, forgetOldFailures, networkOf } from "../../../src/server/auth/throttle.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, openApp, type TestApp, type TestOptions } from "../../harness/app.ts";
import { bearing, ownSignIn, PASSWORD, register } from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");
type Open = (options?: TestOptions) => Promise<TestApp>;

async function openAt(open: Open, clock: { now: number }, more: TestOptions = {}) {
  return open({ config: ownSignIn(), now: () => clock.now, ...more });
}

const login = (app: TestApp, email: string, password = "wrong") =>
  app.post("/api/auth/login", { email, password });

onEveryEngine("abuse", (open) => {
  test("failures at one account cost more and more time, whoever it is", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock);
    const { email } = await register(app);
    for (const who of [email, "nobody@example.com"]) {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        assert.equal((await login(app, who)).status, 401, who);
      }
      const waits: number[] = [];
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const blocked = await login(app, who, PASSWORD);
        assert.equal(blocked.status, 429, who);
        assert.match(blocked.message as string, /^尝试次数过多，请 \d+ 秒后再试$/);
        waits.push(Number(blocked.headers["retry-after"]));
        clock.now += (waits.at(-1) as number) * 1000;
        assert.equal((await login(app, who)).status, 401, who);
      }
      assert.deepEqual(waits, [1, 2, 4, 8], who);
    }
    clock.now += 16_000;
    assert.equal((await login(app, email, PASSWORD)).status, 200);
    // A success starts the account anew.
    assert.equal((await login(app, email)).status, 401);
    await app.close();
  });

  test("strangers' guesses do not lock the owner out of where they have signed in", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock);
    const { email } = await register(app);
    const away = (remoteAddress: string) => openAt(open, clock, { url: app.url, remoteAddress });
    const stranger = await away("203.0.113.9");
    for (let attempt = 0; attempt < 12; attempt += 1) await login(stranger, email);
    assert.equal((await login(stranger, email, PASSWORD)).status, 429);
    const another = await away("198.51.100.7");
    assert.equal((await login(another, email, PASSWORD)).status, 429);
    assert.equal((await login(app, email, PASSWORD)).status, 200);
    // There, too, guesses cost time.
    for (let attempt = 0; attempt < 5; attempt += 1)
      assert.equal((await login(app, email)).status, 401);
    assert.equal((await login(app, email, PASSWORD)).status, 429);
    // Whoever runs the service ends every wait; and what is unknown learns nothing of who is known where.
    await app.db.write((db) => forgetFailures(db, email));
    for (const one of [app, another]) assert.equal((await login(one, email, PASSWORD)).status, 200);
    clock.now += 91 * 86_400_000;
    await forgetOldFailures(app.db, clock.now);
    for (let attempt = 0; attempt < 8; attempt += 1) await login(stranger, email);
    assert.equal((await login(app, email, PASSWORD)).status, 429);
    for (const one of [another, stranger, app]) await one.close();
  });

  test("nor do they lock a session out of what asks for the password, nor the place where it goes on", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock);
    const user = await register(app);
    const away = (remoteAddress: string) => openAt(open, clock, { url: app.url, remoteAddress });
    const [stranger, mobile, cafe] = [
      await away("203.0.113.9"),
      await away("198.51.100.7"),
      await away("192.0.2.33"),
    ];
    for (let attempt = 0; attempt < 12; attempt += 1) await login(stranger, user.email);
    assert.equal((await login(mobile, user.email, PASSWORD)).status, 429);
    // Where the session is refreshed its owner is.
    assert.equal((await login(cafe, user.email, PASSWORD)).status, 429);
    const { refreshToken } = user;
    assert.equal((await cafe.post("/api/auth/refresh", { refreshToken })).status, 200);
    assert.equal((await login(cafe, user.email, PASSWORD)).status, 200);
    const next = "another donkey 电池 9";
    const change = (currentPassword: string) =>
      mobile.post("/api/auth/password", { currentPassword, newPassword: next }, user.headers);
    // A session has guesses of its own, and they cost time as all do.
    for (let attempt = 0; attempt < 4; attempt += 1)
      assert.equal((await change("wrong")).status, 400);
    assert.equal((await change(PASSWORD)).status, 200);
    for (let attempt = 0; attempt < 5; attempt += 1)
      assert.equal((await change("wrong")).status, 400);
    assert.equal((await change(next)).status, 429);
    for (const one of [cafe, mobile, stranger, app]) await one.close();
  });

  test("a wait that a wrong clock has set is void", async () => {
    const clock = { now: START + 10 * 3_600_000 };
    const app = await openAt(open, clock);
    const { email } = await register(app);
    for (let attempt = 0; attempt < 6; attempt += 1) await login(app, email);
    assert.equal((await login(app, email, PASSWORD)).status, 429);
    clock.now = START;
    assert.equal((await login(app, email, PASSWORD)).status, 200);
    await app.close();
  });

  test("a restart forgets nothing", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock);
    const { email } = await register(app);
    for (let attempt = 0; attempt < 5; attempt += 1) await login(app, email);
    const again = await openAt(open, clock, { url: app.url });
    assert.equal((await login(again, email, PASSWORD)).status, 429);
    await again.close();
    await app.close();
  });

  test("many guesses at once are no more guesses than one after another", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock);
    const { email } = await register(app);
    const answers = await Promise.all(Array.from({ length: 15 }, () => login(app, email)));
    const judged = answers.filter(({ status }) => status === 401);
    assert.equal(judged.length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
    await app.close();
  });

  test("failures from one address count over all accounts, and nobody else's", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock, { remoteAddress: "192.0.2.7" });
    const { email } = await register(app);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      assert.equal((await login(app, `guess${attempt}@example.com`)).status, 401);
    }
    assert.equal((await login(app, email, PASSWORD)).status, 429);
    const elsewhere = await openAt(open, clock, { url: app.url, remoteAddress: "192.0.2.8" });
    assert.equal((await login(elsewhere, email, PASSWORD)).status, 200);
    await elsewhere.close();
    await app.close();
  });

  test("an unknown user gets the answer of a wrong password, after the same work", async () => {
    const app = await openAt(open, { now: START });
    const { email } = await register(app);
    const hashed = async () => {
      const text = (await app.app.inject({ url: "/metrics" })).body;
      return Number(/^fenming_password_hashes_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await hashed();
    const known = await login(app, email);
    const between = await hashed();
    const unknown = await login(app, "nobody@example.com");
    const after = await hashed();
    assert.equal(between - before, 1);
    assert.equal(after - between, 1);
    assert.deepEqual(unknown.body, known.body);
    assert.deepEqual(Object.keys(unknown.headers).sort(), Object.keys(known.headers).sort());
    await app.close();
  });

  test("a user who may not sign in is told no more than one who does not exist", async () => {
    const app = await openAt(open, { now: START });
    const disabled = await register(app);
    await app.db.write(async (db) => {
      await db.run(sql`update users set disabled_at = 'now' where id = ${disabled.userId}`);
      await db.run(sql`insert into users (name, email, email_folded, created_at, updated_at)
        values ('无密码', 'open@example.com', 'open@example.com', '', '')`);
    });
    const answers = [
      await login(app, disabled.email, PASSWORD),
      await login(app, "open@example.com", PASSWORD),
      await login(app, "nobody@example.com", PASSWORD),
    ];
    for (const { status, message } of answers) {
      assert.equal(status, 401);
      assert.equal(message, "邮箱或密码错误");
    }
    await app.close();
  });

  test("refused tokens cost the address time; running tokens go on, and expiry is no failure", async () => {
    const clock = { now: START };
    const app = await openAt(open, clock);
    const user = await register(app);
    const expired = user.accessToken;
    clock.now += 16 * 60_000;
    for (let attempt = 0; attempt < 25; attempt += 1) {
      assert.equal((await bearing(app, expired).get("/api/accounts")).status, 401);
    }
    const fresh = await app.post("/api/auth/refresh", { refreshToken: user.refreshToken });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      assert.equal((await bearing(app, `garbage${attempt}`).get("/api/accounts")).status, 401);
    }
    const blocked = await bearing(app, "garbage").get("/api/accounts");
    assert.equal(blocked.status, 429);
    assert.equal(blocked.headers["retry-after"], "1");
    const running = bearing(app, fresh.data.accessToken);
    assert.equal((await running.get("/api/accounts")).status, 200);
    clock.now += 1000;
    assert.equal((await bearing(app, "garbage").get("/api/accounts")).status, 401);
    await app.close();
  });

  test("the general limit, by address and by user, in the standard headers", async () => {
    const clock = { now: START };
    const config = { ...ownSignIn(), rateLimit: 5 };
    const app = await open({ config, now: () => clock.now });
    const one = await register(app);
    const elsewhere = await open({
      url: app.url,
      config,
      now: () => clock.now,
      remoteAddress: "192.0.2.9",
    });
    const first = await one.get("/api/accounts");
    assert.equal(first.headers["ratelimit-policy"], '"default";q=5;w=60');
    assert.equal(first.headers.ratelimit, '"default";r=4;t=60');
    clock.now += 20_000;
    for (let request = 0; request < 3; request += 1) await one.get("/api/accounts");
    const over = await one.get("/api/accounts");
    assert.equal(over.status, 429);
    assert.equal(over.message, "请求过于频繁，请 40 秒后再试");
    assert.equal(over.headers["retry-after"], "40");
    assert.equal(over.headers.ratelimit, '"default";r=0;t=40');
    assert.equal((await app.get("/health")).status, 200);
    assert.equal((await bearing(elsewhere, one.accessToken).get("/api/accounts")).status, 200);
    clock.now += 40_000;
    assert.equal((await one.get("/api/accounts")).status, 200);
    await elsewhere.close();
    await app.close();
  });

  test("a limit that was counted by a wrong clock is void", async () => {
    const clock = { now: START + 10 * 3_600_000 };
    const app = await open({ config: { ...ownSignIn(), rateLimit: 5 }, now: () => clock.now });
    const statuses = async () => {
      const answers = [];
      for (let request = 0; request < 6; request += 1) answers.push(await app.get("/api"));
      return answers.map(({ status }) => status);
    };
    const limited = [401, 401, 401, 401, 401, 429];
    assert.deepEqual(await statuses(), limited);
    clock.now = START;
    assert.deepEqual(await statuses(), limited);
    await app.close();
  });

  test("who guesses at unknown addresses is in the audit, under nobody", async () => {
    const app = await openAt(open, { now: START });
    await login(app, "nobody@example.com");
    await bearing(app, "garbage").get("/api/accounts");
    const noted = await app.db.read((db) =>
      db.all(sql`select event, address from audit where user_id = 0 order by id`),
    );
    assert.deepEqual(
      noted.map((row) => ({ ...(row as object) })),
      [
        { event: "sign-in-refused", address: "127.0.0.1" },
        { event: "token-refused", address: "127.0.0.1" },
      ],
    );
    await app.close();
  });

  test("without RATE_LIMIT there is neither limit nor header", async () => {
    const app = await open();
    const answer = await app.get("/api/users");
    assert.equal(answer.headers.ratelimit, undefined);
    await app.close();
  });

  test("keys of prototypes are data, and change nothing", async () => {
    const app = await open();
    const bodies = [
      '{"name":"x","email":"x@example.com","__proto__":{"admin":true,"userId":1}}',
      '{"name":"y","email":"y@example.com","constructor":{"prototype":{"admin":true}}}',
    ];
    for (const body of bodies) assert.equal((await app.post("/api/users", body)).status, 200);
    assert.equal(
      (await app.post("/api/users", '{"__proto__":{"name":"z","email":"z@example.com"}}')).status,
      400,
    );
    assert.equal((await app.get("/api/accounts?__proto__=1&userId=1")).status, 200);
    assert.equal((await app.get("/api/accounts?__proto__[userId]=1")).status, 400);
    assert.equal(({} as { admin?: boolean }).admin, undefined);
    await app.close();
  });
});

test("one IPv6 subscriber is one address, IPv4 in IPv6 is IPv4", () => {
  assert.equal(networkOf("2001:db8:0:1:aaaa::1"), "2001:db8:0:1::/64");
  assert.equal(networkOf("2001:db8::1"), "2001:db8:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("::ffff:192.0.2.1"), "192.0.2.1");
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(networkOf("192.0.2.1"), "192.0.2.1");
});

test("a client's own X-Forwarded-For is believed only from a trusted proxy", async () => {
  const forwarded = { "x-forwarded-for": "203.0.113.5" };
  const wrong = { email: "nobody@example.com", password: "wrong" };
  const addressesOf = async (trustProxy: false | number | string, remoteAddress: string) => {
    const app = await openApp({ config: { ...ownSignIn(), trustProxy }, remoteAddress });
    await app.post("/api/auth/login", wrong, forwarded);
    const rows = await app.db.read((db) =>
      db.all<{ key: string }>(sql`select key from throttles where key like 'sign-in %'`),
    );
    await app.close();
    return rows.map(({ key }) => key);
  };
  assert.deepEqual(await addressesOf(false, "127.0.0.1"), ["sign-in 127.0.0.1"]);
  assert.deepEqual(await addressesOf("loopback", "127.0.0.1"), ["sign-in 203.0.113.5"]);
  assert.deepEqual(await addressesOf("loopback", "192.0.2.1"), ["sign-in 192.0.2.1"]);
  assert.deepEqual(await addressesOf(1, "192.0.2.1"), ["sign-in 203.0.113.5"]);
});
