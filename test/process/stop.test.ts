import assert from "node:assert/strict";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { freshFolder } from "../harness/database.ts";
import { runCli, type Service, send, someoneAt, startService } from "../harness/process.ts";
import { until } from "../harness/until.ts";

/** The service answers within this, whatever runs (issue: 10 s). */
const STOP_LIMIT_MS = 10_000;

describe("stop", { concurrency: 3 }, () => {
  let folder: string;
  let env: Record<string, string>;
  before(async () => {
    folder = await freshFolder();
    env = { DATABASE_URL: `file:${folder}/fenming.db` };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const startings = [
    { through: "npm", whom: "process" },
    { through: "npm", whom: "group" },
    { through: "node", whom: "process" },
  ] as const;
  for (const { through, whom } of startings) {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      test(`${signal} to the ${whom} of ${through} ends the server with exit 0`, async () => {
        const service = await startService({ env, through });
        const ending = await service.stop(signal, whom);
        assert.deepEqual([ending.code, ending.signal], [0, null]);
        assert.ok(ending.ms < STOP_LIMIT_MS);
        assert.throws(() => process.kill(service.pid, 0), { code: "ESRCH" });
        await assert.rejects(fetch(`${service.url}/health`));
        assert.equal(service.log().at(-1)?.msg, "已停止");
      });
    }
  }

  test("a second signal within a second is the same stop: what runs is answered", async () => {
    const service = await startService({ env });
    const slow = await slowCreate(service, "127.0.0.1");
    process.kill(service.pid, "SIGTERM");
    await wait(100);
    process.kill(service.pid, "SIGINT");
    await wait(300);
    assert.equal(await slow.finish(), 200);
    assert.deepEqual(await service.ended(), { code: 0, signal: null });
  });

  test("a later second signal ends it at once, though a request still runs", async () => {
    const service = await startService({ env });
    const slow = await slowCreate(service, "127.0.0.1");
    process.kill(service.pid, "SIGTERM");
    await wait(1300);
    process.kill(service.pid, "SIGTERM");
    assert.deepEqual(await service.ended(), { code: 143, signal: null });
    await assert.rejects(slow.finish());
  });

  for (const family of ["127.0.0.1", "::1"]) {
    test(`a request running on ${family} is answered and kept; new connections are not taken`, async () => {
      const service = await startService({ env });
      const slow = await slowCreate(service, family);
      process.kill(service.pid, "SIGTERM");
      await wait(300);
      for (const address of ["127.0.0.1", "::1"]) await assertRefuses(address, service.port);
      assert.equal(await slow.finish(), 200);
      assert.deepEqual(await service.ended(), { code: 0, signal: null });
      const again = await startService({ env });
      const records = await send(again.url, "GET", `/api/records?userId=${slow.userId}`);
      assert.equal(records.data.length, 1);
      await again.stop();
    });
  }

  test("a request on a connection that was kept open is answered after the signal", async () => {
    const service = await startService({ env });
    const { userId, accountId } = await someoneAt(service.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    assert.equal(await create(agent, service.port, userId, accountId), 200);
    process.kill(service.pid, "SIGTERM");
    await until("the stop is said", () => service.log().at(-1)?.msg === "正在停止", 5);
    assert.equal(await create(agent, service.port, userId, accountId), 200);
    agent.destroy();
    assert.deepEqual(await service.ended(), { code: 0, signal: null });
  });

  test("a stop under load loses no acknowledged write and does not wait for idle connections", async () => {
    const service = await startService({ env });
    const { userId, accountId } = await someoneAt(service.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    let acknowledged = 0;
    let stopping = false;
    const writers = Array.from({ length: 16 }, async () => {
      while (!stopping) {
        try {
          const status = await create(agent, service.port, userId, accountId);
          if (status === 200) acknowledged += 1;
        } catch {
          return;
        }
      }
    });
    await until("100 acknowledged", () => acknowledged >= 100);
    const ending = await service.stop();
    stopping = true;
    await Promise.all(writers);
    agent.destroy();
    assert.deepEqual([ending.code, ending.signal], [0, null]);
    assert.ok(ending.ms < STOP_LIMIT_MS, `${ending.ms} ms`);
    const again = await startService({ env });
    const records = await send(again.url, "GET", `/api/records?userId=${userId}`);
    assert.ok(records.data.length >= acknowledged, `${records.data.length} of ${acknowledged}`);
    await again.stop();
    assert.equal((await runCli(["check"], env)).code, 0);
  });
});

/** A create whose body comes in two halves: it runs until `finish` sends the second. */
async function slowCreate(
  service: Service,
  host: string,
): Promise<{ userId: number; finish(): Promise<number | undefined> }> {
  const { userId, accountId } = await someoneAt(service.url);
  const body = recordBody(userId, accountId);
  const sent = request({
    host,
    port: service.port,
    method: "POST",
    path: "/api/records",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  const answer = once(sent, "response");
  answer.catch(() => {});
  sent.write(body.slice(0, 10));
  await once(sent, "socket");
  // The head must have arrived before the stop does.
  await wait(200);
  return {
    userId,
    async finish() {
      sent.end(body.slice(10));
      const [response] = await answer;
      response.resume();
      return response.statusCode;
    },
  };
}

function recordBody(userId: number, accountId: number): string {
  return JSON.stringify({
    userId,
    accountId,
    type: "expense",
    amount: 12.5,
    category: "food",
    date: "2026-03-15",
  });
}

async function create(
  agent: Agent,
  port: number,
  userId: number,
  accountId: number,
): Promise<number | undefined> {
  const sent = request({
    agent,
    host: "127.0.0.1",
    port,
    method: "POST",
    path: "/api/records",
    headers: { "content-type": "application/json" },
  });
  sent.end(recordBody(userId, accountId));
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

async function assertRefuses(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  await assert.rejects(once(socket, "connect"), { code: "ECONNREFUSED" });
}
