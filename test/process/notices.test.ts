/** The running program says what waits and what is new, by itself, also after a stop. */
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import Database from "better-sqlite3";
import { freshFolder } from "../harness/database.ts";
import { HOOK_KEY } from "../harness/notices.ts";
import { send, startService } from "../harness/process.ts";
import { startReceiver, withStatus } from "../harness/receiver.ts";

test("a started service sends what waits, and the reminder of an hour that it missed", async (t) => {
  const receiver = await startReceiver(t);
  const path = join(await freshFolder(), "fenming.db");
  const env = { DATABASE_URL: `file:${path}`, OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` };
  const first = await startService({ env });
  const post = async (where: string, body: object) => {
    const answer = await send(first.url, "POST", `/api/${where}`, body);
    assert.equal(answer.status, 200, answer.message);
    return answer.data;
  };
  const { id: userId } = await post("users", { name: "小明", email: "ming@example.com" });
  const todo = { userId, name: "交水费", kind: "reminder", every: { unit: "year" }, times: 1 };
  await post("plans", { ...todo, startDate: "2025-03-01", backfill: true });
  const hook = { userId, kind: "webhook", name: "程序", url: receiver.url, key: HOOK_KEY };
  const { id } = await post("channels", hook);
  const secret = await stat(`${path}-jwt-secret`);
  assert.equal(secret.mode & 0o777, 0o600);
  receiver.answer = withStatus(500);
  assert.equal((await post(`channels/${id}/test`, {})).state, "waiting");
  await first.stop();
  // As if the time had gone by meanwhile.
  const db = new Database(path);
  db.exec("update notices set next_at = '2025-01-01T00:00:00.000Z'");
  db.exec("update notice_settings set next_at = '2025-01-01T00:00:00.000Z'");
  db.close();
  const heard = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      response.writeHead(200).end();
      if (receiver.received.length === 3) resolve();
    };
  });
  const second = await startService({ env });
  await heard;
  await second.stop();
  const kinds = receiver.received.map(({ text }) => JSON.parse(text));
  assert.deepEqual(kinds.map(({ type }) => type).sort(), [
    ...["fenming.digest", "fenming.test", "fenming.test"],
  ]);
  const digest = kinds.find(({ type }) => type === "fenming.digest");
  assert.deepEqual(digest.data, { title: "分明提醒", lines: ["待确认 1 笔"] });
});
