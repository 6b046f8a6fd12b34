import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { during, made, refused } from "../../harness/book.ts";
import { allowing, HOOK_KEY, NOON, senderFor, withReceiver } from "../../harness/notices.ts";
import { never, type Received, slowly, startReceiver, withStatus } from "../../harness/receiver.ts";
import { bearing, ownSignIn, register } from "../../harness/sign-in.ts";

const MINUTE = 60_000;

onEveryEngine("channels", (open, engine) => {
  test("a channel is added, shown without its secrets, changed and deleted", async (t) => {
    const { app, hookOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const list = async () => made(await app.get(`/api/channels?userId=${userId}`));
    assert.deepEqual(await list(), []);
    const bark = { userId, kind: "bark", name: "我的手机", key: "deviceKey123" };
    const answer = await app.post("/api/channels", bark);
    assert.equal(answer.message, "渠道添加成功");
    const at = new Date(NOON).toISOString();
    assert.deepEqual(made(answer), {
      ...{ id: answer.data.id, userId, kind: "bark", name: "我的手机", target: "api.day.app" },
      ...{ state: "active", failures: 0, failing: false, createdAt: at, updatedAt: at },
    });
    const hook = await hookOf(userId);
    const path = `/api/channels/${hook.id}`;
    const renamed = await app.put(path, { name: "服务器", state: "off" });
    assert.equal(renamed.message, "渠道更新成功");
    assert.deepEqual(made(renamed), { ...hook, name: "服务器", state: "off" });
    assert.deepEqual(await list(), [answer.data, renamed.data]);
    const { text } = await app.get(`/api/channels?userId=${userId}`);
    assert.doesNotMatch(text, /deviceKey123|secret-path|whsec_/);
    assert.doesNotMatch(
      await everyChannel(app),
      /deviceKey123|secret-path|whsec_|127\.0\.0\.1\/hook/,
    );
    assert.equal((await app.remove(path)).message, "渠道删除成功");
    assert.deepEqual(await list(), [answer.data]);
    assert.equal((await app.get(path)).message, "渠道不存在");
  });

  test("what a kind lacks, does not take or may not reach is refused, and nothing is kept", async (t) => {
    const { app } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const hook = { kind: "webhook", key: HOOK_KEY };
    const wrong: [object, RegExp][] = [
      [{ kind: "bark" }, /bark 渠道需要密钥（key）/],
      [{ kind: "ntfy", server: "https://push.example" }, /ntfy 渠道需要主题（topic）/],
      [{ kind: "pushplus", key: "t", topic: "x" }, /pushplus 渠道没有主题（topic）/],
      [{ kind: "webhook", url: "https://a.example", key: "whsec_c2hvcnQ=" }, /whsec_/],
      [{ kind: "webhook", url: "https://a.example" }, /webhook 渠道需要密钥（key）/],
      [{ kind: "fax", key: "1" }, /渠道种类/],
      [{ ...hook, url: "ftp://a.example/" }, /https:\/\//],
      [{ ...hook, url: "https://u:p@a.example/" }, /地址（url）不是可用的地址/],
      [{ ...hook, url: "https://[::1" }, /地址（url）不是可用的地址/],
      [{ ...hook, url: "http://a.example/" }, /地址（url）必须是 https/],
      [{ ...hook, url: "http://127.0.0.1:1/" }, /地址（url）是内网地址/],
      [{ kind: "ntfy", topic: "t", server: "http://10.0.0.7" }, /服务器（server）是内网地址/],
      ...INSIDE.map((host): [object, RegExp] => [
        { ...hook, url: `https://${host}/` },
        /地址（url）是内网地址/,
      ]),
    ];
    for (const [fields, words] of wrong) {
      const work = () => app.post("/api/channels", { userId, name: "x", ...fields });
      assert.match(await refused(app, userId, 400, work), words, JSON.stringify(fields));
    }
    assert.deepEqual(made(await app.get(`/api/channels?userId=${userId}`)), []);
    assert.equal(await everyChannel(app), "[]");
  });

  test("what is sealed stays as it was where a change does not give it anew", async (t) => {
    const { app, receiver, hookOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    made(await app.put(`/api/channels/${id}`, { url: `${receiver.url}/other` }));
    const sent = made(await app.post(`/api/channels/${id}/test`));
    assert.equal(sent.state, "sent");
    const [got] = receiver.received;
    assert.equal(got?.path, "/other");
    assertSigned(got as NonNullable<typeof got>);
  });

  test("one to try takes the way of all, signed, and says what became of it", async (t) => {
    const { app, receiver, hookOf, noticesOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    const sent = made(await app.post(`/api/channels/${id}/test`));
    const at = new Date(NOON).toISOString();
    assert.deepEqual(sent, {
      ...{ id: sent.id, userId, channelId: id, kind: "test", title: "分明：试一条" },
      lines: ["看到这一条，就是通了。真的提醒也走这条路。"],
      ...{ state: "sent", attempts: 1, createdAt: at, sentAt: at },
    });
    assert.equal(receiver.received.length, 1);
    const [got] = receiver.received;
    assertSigned(got as NonNullable<typeof got>);
    assert.deepEqual(JSON.parse(got?.text ?? ""), {
      type: "fenming.test",
      timestamp: at,
      data: { title: sent.title, lines: sent.lines },
    });
    assert.deepEqual(await noticesOf(userId), [sent]);
    made(await app.put(`/api/channels/${id}`, { state: "off" }));
    assert.equal((await app.post(`/api/channels/${id}/test`)).message, "渠道没有打开");
    made(await app.put(`/api/channels/${id}`, { state: "active" }));
    for (let time = 1; time < 5; time += 1) made(await app.post(`/api/channels/${id}/test`));
    assert.equal((await app.post(`/api/channels/${id}/test`)).status, 429);
    assert.equal(receiver.received.length, 5);
  });

  test("what fails is tried after 1, 5, 30, 120 and 360 minutes, and has failed then", async (t) => {
    const { app, receiver, sender, pass, clock, hookOf, noticesOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    receiver.answer = withStatus(500);
    const first = made(await app.post(`/api/channels/${id}/test`));
    assert.deepEqual([first.state, first.fault, first.attempts], ["waiting", "对方答复 500", 1]);
    let tries = 1;
    for (const minutes of [1, 5, 30, 120, 360]) {
      const [waiting] = await noticesOf(userId);
      assert.equal(Date.parse(waiting.nextAt) - clock.now, minutes * MINUTE);
      clock.now += minutes * MINUTE - 1;
      assert.equal(await sender.sendDue(), 0);
      clock.now += 1;
      assert.equal(await sender.sendDue(), 1);
      tries += 1;
      assert.equal(receiver.received.length, tries);
    }
    const [failed] = await noticesOf(userId);
    assert.deepEqual([failed.state, failed.attempts, failed.nextAt], ["failed", 6, undefined]);
    pass(100_000);
    assert.equal(await sender.sendDue(), 0);
    assert.equal(receiver.received.length, 6);
    // The same number however often it is tried: who gets it twice can tell.
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
    const shown = made(await app.get(`/api/channels/${id}`));
    assert.deepEqual([shown.failures, shown.failing, shown.fault], [6, true, "对方答复 500"]);
    receiver.answer = withStatus(204);
    made(await app.post(`/api/channels/${id}/test`));
    const well = made(await app.get(`/api/channels/${id}`));
    assert.deepEqual([well.failures, well.failing, well.fault], [0, false, undefined]);
  });

  test("who never answers is given up, who answers slowly has answered", async (t) => {
    const { app, receiver, hookOf } = await withReceiver(t, open, { limitMs: 500 });
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    const tried = async () => {
      const { state, fault } = made(await app.post(`/api/channels/${id}/test`));
      return [state, fault];
    };
    receiver.answer = never;
    assert.deepEqual(await tried(), ["waiting", "0.5 秒内没有答复"]);
    receiver.answer = slowly;
    assert.deepEqual(await tried(), ["sent", undefined]);
    receiver.answer = (response) => void response.destroy();
    assert.deepEqual(await tried(), ["waiting", "连不上（ECONNRESET）"]);
    const endless = (response: {
      write(text: string): boolean;
      on(e: string, f: () => void): void;
    }) => {
      const more = () => void response.write("x".repeat(65_536));
      response.on("drain", more);
      more();
    };
    receiver.answer = endless as typeof receiver.answer;
    assert.deepEqual(await tried(), ["sent", undefined]);
  });

  test("a redirect is not followed, and 410 ends the channel until it is given anew", async (t) => {
    const { app, receiver, sender, pass, hookOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    receiver.answer = withStatus(307, "", { location: `${receiver.url}/elsewhere` });
    const away = made(await app.post(`/api/channels/${id}/test`));
    assert.deepEqual([away.state, away.fault], ["waiting", "对方转跳到别处，没有跟去"]);
    receiver.answer = withStatus(410);
    pass(1);
    await sender.sendDue();
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ["/hook?token=secret-path", "/hook?token=secret-path"],
    );
    assert.equal(made(await app.get(`/api/channels/${id}`)).state, "gone");
    pass(600);
    assert.equal(await sender.sendDue(), 0);
    const url = `${receiver.url}/new`;
    assert.equal(made(await app.put(`/api/channels/${id}`, { url })).state, "active");
  });

  test("a name is judged by what it stands for when the connection is made", async (t) => {
    const names: Record<string, string[]> = {
      "inside.example": ["10.1.2.3"],
      "rebound.example": ["127.0.0.1"],
      "six.example": ["::1", "fd00::7", "::ffff:127.0.0.1"],
    };
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      const found = names[host];
      if (found === undefined) throw new Error("ENOTFOUND");
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };
    const { app, receiver, hookOf } = await withReceiver(t, open, { resolve });
    const { userId } = await someone(app);
    const tried = async (url: string) => {
      const { id } = await hookOf(userId, { url });
      const { state, fault } = made(await app.post(`/api/channels/${id}/test`));
      return [state, fault];
    };
    for (const host of Object.keys(names)) {
      const refusal = `${host} 是内网地址，没有在 OUTBOUND_ALLOW 里列出`;
      assert.deepEqual(await tried(`https://${host}:${receiver.port + 1}/`), ["waiting", refusal]);
    }
    assert.deepEqual(await tried("https://nobody.example/"), [
      "waiting",
      "找不到主机 nobody.example",
    ]);
    assert.deepEqual(receiver.received, []);
    assert.deepEqual(asked, [...Object.keys(names), "nobody.example"]);
  });

  test("a host that is listed by its name may be private, and without TLS", async (t) => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const allow = allowing("nas.local");
    const { app, receiver, hookOf } = await withReceiver(t, open, { resolve, allow });
    const { userId } = await someone(app);
    const { id } = await hookOf(userId, { url: `http://nas.local:${receiver.port}/x` });
    assert.equal(made(await app.post(`/api/channels/${id}/test`)).state, "sent");
    assert.equal(receiver.received[0]?.headers.host, `nas.local:${receiver.port}`);
  });

  test("Bark and ntfy on one's own server get what they document", async (t) => {
    const { app, receiver } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const add = async (body: object) =>
      made(await app.post("/api/channels", { userId, name: "x", server: receiver.url, ...body }))
        .id;
    const tried = async (id: number) => {
      const { state, fault } = made(await app.post(`/api/channels/${id}/test`));
      return [state, fault];
    };
    const bark = await add({ kind: "bark", key: "device" });
    receiver.answer = withStatus(200, '{"code":200,"message":"success"}');
    assert.deepEqual(await tried(bark), ["sent", undefined]);
    assert.equal(receiver.received[0]?.path, "/push");
    assert.deepEqual(JSON.parse(receiver.received[0]?.text ?? ""), {
      ...{ device_key: "device", title: "分明：试一条", group: "分明" },
      body: "看到这一条，就是通了。真的提醒也走这条路。",
    });
    receiver.answer = withStatus(200, '{"code":400,"message":"failed to get\\ndevice token"}');
    assert.deepEqual(await tried(bark), ["waiting", "对方说：failed to get device token"]);
    const ntfy = await add({ kind: "ntfy", topic: "my-topic", key: "tk_1" });
    receiver.answer = withStatus(200, "{}");
    assert.deepEqual(await tried(ntfy), ["sent", undefined]);
    const got = receiver.received.at(-1);
    assert.deepEqual([got?.path, got?.headers.authorization], ["/my-topic", "Bearer tk_1"]);
    assert.equal(got?.text, "看到这一条，就是通了。真的提醒也走这条路。");
    const title = /^=\?UTF-8\?B\?(.*)\?=$/.exec(String(got?.headers.title))?.[1] ?? "";
    assert.equal(Buffer.from(title, "base64").toString(), "分明：试一条");
  });

  test("to add a channel anew is no way to try it more often", async (t) => {
    const { app, clock, hookOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const statuses: number[] = [];
    for (let round = 0; round < 21; round += 1) {
      const { id } = await hookOf(userId);
      for (let time = 0; time < 5; time += 1) {
        statuses.push((await app.post(`/api/channels/${id}/test`)).status);
      }
      made(await app.remove(`/api/channels/${id}`));
    }
    assert.deepEqual(statuses.slice(0, 100), Array(100).fill(200));
    assert.ok(
      statuses.slice(101).every((status) => status === 429),
      String(statuses.slice(100)),
    );
    // The next day it may.
    clock.now += 25 * 3_600_000;
    const { id } = await hookOf(userId);
    assert.equal((await app.post(`/api/channels/${id}/test`)).status, 200);
  });

  test("two senders at once: each notice arrives exactly once", async (t) => {
    const { app, receiver, outbound, clock, pass, hookOf, noticesOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    // Each waits for its second try, so that all are due at once.
    receiver.answer = withStatus(503);
    for (let channel = 0; channel < 6; channel += 1) {
      const { id } = await hookOf(userId, { name: `渠道 ${channel}` });
      for (let time = 0; time < 5; time += 1) made(await app.post(`/api/channels/${id}/test`));
    }
    receiver.received.length = 0;
    receiver.answer = withStatus(200);
    pass(1);
    const other = await open({ url: app.url, now: () => clock.now, config: { outbound } });
    t.after(() => other.close());
    const senders = [app, other, app, other].map((on) => senderFor(on, outbound, () => clock.now));
    const tried = await Promise.all(senders.map((sender) => sender.sendDue()));
    let left = 0;
    do {
      left = await (senders[0] as (typeof senders)[0]).sendDue();
      tried.push(left);
    } while (left > 0);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    assert.equal(ids.length, 30);
    assert.equal(new Set(ids).size, 30);
    assert.equal(
      tried.reduce((sum, one) => sum + one, 0),
      30,
      engine,
    );
    for (const { state } of await noticesOf(userId)) assert.equal(state, "sent");
  });

  test("an address that is slow takes some of the places, and the others go on", async (t) => {
    const slow = await startReceiver(t);
    const allow = (port: number) => allowing(`127.0.0.1:${port}`, `127.0.0.1:${slow.port}`);
    const { app, receiver, outbound, pass, clock, hookOf, noticesOf } = await withReceiver(t, open);
    outbound.allow.push(...allow(receiver.port));
    const many = async (count: number, more: object) => {
      const { userId } = await someone(app);
      const { id } = await hookOf(userId, more);
      for (let time = 0; time < count; time += 1) made(await app.post(`/api/channels/${id}/test`));
      return userId;
    };
    // Each waits for its second try, so that all are due at once.
    receiver.answer = slow.answer = withStatus(503);
    const url = `${slow.url}/hook`;
    const theirs = [await many(3, { url }), await many(3, { url }), await many(3, { url })];
    const mine = [await many(5, {}), await many(5, {}), await many(5, {})];
    pass(1);
    receiver.received.length = slow.received.length = 0;
    const held: ServerResponse[] = [];
    slow.answer = (response) => {
      held.push(response);
      // Those of the other address have all arrived: now this one answers.
      if (receiver.received.length === 15) withStatus(200)(response, slow.received[0] as Received);
    };
    receiver.answer = (response, received) => {
      withStatus(200)(response, received);
      if (receiver.received.length < 15) return;
      for (const one of held) withStatus(200)(one, received);
    };
    const sender = senderFor(app, outbound, () => clock.now);
    assert.equal(await sender.sendDue(), 24);
    for (const userId of [...theirs, ...mine]) {
      for (const { state, attempts } of await noticesOf(userId)) {
        assert.deepEqual([state, attempts], ["sent", 2]);
      }
    }
    const ids = [...receiver.received, ...slow.received].map(
      ({ headers }) => headers["webhook-id"],
    );
    assert.deepEqual([ids.length, new Set(ids).size], [24, 24]);
  });

  test("one whose sender died is taken by another after a minute", async (t) => {
    const { app, receiver, sender, pass, hookOf, noticesOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    receiver.answer = withStatus(500);
    made(await app.post(`/api/channels/${id}/test`));
    pass(1);
    // As a sender leaves it that dies in the middle.
    const [{ id: notice }] = await noticesOf(userId);
    const until = new Date(NOON + 2 * MINUTE).toISOString();
    await app.db.write((db) =>
      db.run(sql`update notices set attempts = 2, next_at = ${until}
        where user_id = ${userId} and id = ${notice}`),
    );
    receiver.answer = withStatus(200);
    assert.equal(await sender.sendDue(), 0);
    pass(1);
    assert.equal(await sender.sendDue(), 1);
    const [{ state, attempts }] = await noticesOf(userId);
    assert.deepEqual([state, attempts], ["sent", 3]);
  });

  test("another's channel does not exist, and a token that reads changes none", async (t) => {
    const app = await during(t, open, { config: ownSignIn() });
    const [ming, hong] = [await register(app), await register(app)];
    const body = { kind: "bark", name: "手机", key: "k" };
    const { id } = made(await ming.post("/api/channels", body));
    const path = `/api/channels/${id}`;
    for (const answer of [
      await hong.get(path),
      await hong.put(path, { name: "x" }),
      await hong.remove(path),
      await hong.post(`${path}/test`),
    ]) {
      assert.deepEqual([answer.status, answer.message], [404, "渠道不存在"]);
    }
    assert.deepEqual(made(await hong.get("/api/channels")), []);
    const { token } = made(await ming.post("/api/tokens", { name: "看", scopes: ["read"] }));
    const reader = bearing(app, token);
    assert.equal(made(await reader.get("/api/channels")).length, 1);
    assert.equal((await reader.post("/api/channels", body)).status, 403);
    assert.equal((await reader.put(path, { name: "x" })).status, 403);
    assert.equal((await reader.remove(path)).status, 403);
    assert.equal((await reader.post(`${path}/test`)).status, 403);
    assert.equal(made(await ming.get(path)).name, "手机");
  });

  test("without anything to seal with, no channel is kept", async (t) => {
    const app = await during(t, open, { config: { sealing: [] } });
    const { userId } = await someone(app);
    const body = { userId, kind: "bark", name: "手机", key: "k" };
    const work = () => app.post("/api/channels", body);
    assert.match(await refused(app, userId, 400, work), /JWT_SECRET/);
  });

  test("under another secret the channel says that its key has to be entered again", async (t) => {
    const { app, clock, receiver, outbound, hookOf } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const { id } = await hookOf(userId);
    const config = { outbound, sealing: ["another secret, just as long as that"] };
    const later = await open({ url: app.url, now: () => clock.now, config });
    t.after(() => later.close());
    const tried = made(await later.post(`/api/channels/${id}/test`));
    assert.equal(tried.fault, "密钥读不出来了，请重新填写");
    made(await later.put(`/api/channels/${id}`, { url: `${receiver.url}/x`, key: HOOK_KEY }));
    assert.equal(made(await later.post(`/api/channels/${id}/test`)).state, "sent");
  });
});

/** Ways to write an address that is not of the open internet. */
const INSIDE = [
  ...["10.0.0.1", "127.0.0.1", "2130706433", "0x7f.1", "172.31.255.255", "192.168.1.1", "0.0.0.0"],
  ...["169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[ff02::1]", "[::ffff:127.0.0.1]"],
  ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:db8::1]"],
];

/** The signature as its receiver checks it. */
function assertSigned({ headers, text }: { headers: Record<string, unknown>; text: string }): void {
  const { "webhook-id": id, "webhook-timestamp": seconds } = headers;
  const key = Buffer.from(HOOK_KEY.slice("whsec_".length), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${seconds}.${text}`).digest("base64");
  assert.equal(headers["webhook-signature"], `v1,${signed}`);
  assert.equal(Number(seconds) * 1000, NOON);
}

/** Every row of channels as the database has it. */
async function everyChannel(app: TestApp): Promise<string> {
  const rows = await app.db.read((db) => db.all(sql`select * from channels`));
  return JSON.stringify(rows);
}
