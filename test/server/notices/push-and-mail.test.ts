import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { test } from "node:test";
import { importJWK, jwtVerify } from "jose";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { during, made, refused } from "../../harness/book.ts";
import { NOON, withReceiver } from "../../harness/notices.ts";
import { withStatus } from "../../harness/receiver.ts";
import { startMailbox } from "../../harness/smtp.ts";

/** A browser that has subscribed: what it tells, and how it reads what comes. */
function browser() {
  const ecdh = createECDH("prime256v1");
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
  return {
    key: `${point.toString("base64url")}.${auth.toString("base64url")}`,
    read(body: Buffer) {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
      const about = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
      const secret = derive(ecdh.computeSecret(sender), auth, about, 32);
      const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
      const sealed = body.subarray(86);
      const open = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
      assert.equal(plain.at(-1), 2);
      return JSON.parse(plain.subarray(0, -1).toString());
    },
  };
}

onEveryEngine("push and mail", (open) => {
  test("a browser that has subscribed reads what is said, signed by the one key", async (t) => {
    const { app, receiver } = await withReceiver(t, open);
    const { userId } = await someone(app);
    const ways = () => app.get("/api/channels/ways").then(made);
    const { mail, pushKey } = await ways();
    assert.equal(mail, false);
    assert.deepEqual(await ways(), { mail, pushKey });
    const rows = await app.db.read((db) => db.all(sql`select * from settings`));
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${pushKey}|"crv"|P-256`));
    const { key, read } = browser();
    const push = {
      userId,
      kind: "webpush",
      name: "这台电脑",
      url: `${receiver.url}/push/abc`,
      key,
    };
    const wrong = () => app.post("/api/channels", { ...push, key: "abc.def" });
    assert.match(await refused(app, userId, 400, wrong), /p256dh/);
    const { id, target } = made(await app.post("/api/channels", push));
    assert.equal(target, `127.0.0.1:${receiver.port}`);
    receiver.answer = withStatus(201);
    assert.equal(made(await app.post(`/api/channels/${id}/test`)).state, "sent");
    const [got] = receiver.received;
    assert.deepEqual([got?.headers["content-encoding"], got?.headers.ttl], ["aes128gcm", "86400"]);
    assert.deepEqual(Object.keys(read(got?.bytes as Buffer)), ["id", "title", "body"]);
    assert.equal(read(got?.bytes as Buffer).title, "分明：试一条");
    const [, token = "", k] = /^vapid t=(.*), k=(.*)$/.exec(got?.headers.authorization ?? "") ?? [];
    assert.equal(k, pushKey);
    const point = Buffer.from(pushKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
      half.toString("base64url"),
    );
    const jwk = await importJWK(
      { kty: "EC", crv: "P-256", x: x as string, y: y as string },
      "ES256",
    );
    const options = { audience: receiver.url, currentDate: new Date(NOON) };
    const { payload } = await jwtVerify(token, jwk, options);
    assert.equal(payload.sub, "mailto:nobody@fenming.invalid");
    receiver.answer = withStatus(404);
    assert.equal(made(await app.post(`/api/channels/${id}/test`)).state, "failed");
    assert.equal(made(await app.get(`/api/channels/${id}`)).state, "gone");
  });

  test("mail goes by the server that is set, and nowhere else", async (t) => {
    const mailbox = await startMailbox(t);
    const app = await during(t, open, { now: NOON, config: { mail: mailbox.server } });
    const { userId } = await someone(app);
    const letter = { userId, kind: "email", name: "邮箱", to: "ming@example.com" };
    const { id, target } = made(await app.post("/api/channels", letter));
    assert.equal(target, "ming@example.com");
    assert.equal(made(await app.get("/api/channels/ways")).mail, true);
    const sent = made(await app.post(`/api/channels/${id}/test`));
    assert.equal(sent.state, "sent", sent.fault);
    const [head = "", body = ""] = (mailbox.letters[0] ?? "").split("\r\n\r\n");
    assert.match(head, /^To: ming@example\.com$/m);
    assert.match(head, /^From: fenming@example\.com$/m);
    assert.match(head, new RegExp(`^Message-ID: <notice_${sent.id}@example\\.com>$`, "m"));
    const text = head.includes("base64") ? Buffer.from(body, "base64").toString() : body;
    assert.match(text.replace(/=\r\n/g, ""), /看到这一条|=E7=9C=8B/);
    mailbox.refuses = true;
    const failed = made(await app.post(`/api/channels/${id}/test`));
    assert.deepEqual([failed.state, failed.fault], ["waiting", "对方答复 550"]);
    assert.equal(mailbox.letters.length, 1);
  });

  test("without a server for mail there is no channel of mail", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const letter = { userId, kind: "email", name: "邮箱", to: "ming@example.com" };
    const work = () => app.post("/api/channels", letter);
    assert.match(await refused(app, userId, 400, work), /SMTP_URL/);
  });
});
