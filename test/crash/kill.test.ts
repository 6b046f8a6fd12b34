import assert from "node:assert/strict";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { openAsIs } from "../../src/store/open.ts";
import { proveDatabase } from "../../src/store/proof.ts";
import { freshFolder } from "../harness/database.ts";
import { runCli, type Service, send, someoneAt, startService } from "../harness/process.ts";

const KILLS = 10;
const WRITERS = 64;

interface Content {
  type: string;
  amount: number;
  description: string;
}

/** What one writer knows of its records. Writers share the account, never a record. */
interface Writer {
  /** Acknowledged, by id. */
  held: Map<number, Content>;
  /** The request that had no answer yet when the server died: done or not, never half. */
  open?: { id?: number; content?: Content };
}

test(`every acknowledged write outlives ${KILLS} kills under load, and the book stays right`, async () => {
  const folder = await freshFolder();
  const env = { DATABASE_URL: `file:${folder}/fenming.db` };
  const first = await startService({ env });
  const who = await someoneAt(first.url);
  await first.stop();
  const writers: Writer[] = Array.from({ length: WRITERS }, () => ({ held: new Map() }));
  let acknowledged = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const service = await startService({ env });
    await settle(service, who, writers);
    acknowledged += await loadUntilKilled(service, who, writers, 100 + kill * 15);
    await assertProved(env.DATABASE_URL, `after kill ${kill}`);
  }
  const last = await startService({ env });
  await settle(last, who, writers);
  await last.stop();
  assert.ok(acknowledged > KILLS * 100, `${acknowledged} writes were acknowledged`);
  assert.equal((await runCli(["check"], env)).code, 0);
  await rm(folder, { recursive: true, force: true });
});

/** What `fenming check` does, on what the dead server left behind. */
async function assertProved(url: string, when: string): Promise<void> {
  const store = await openAsIs({ url });
  const { findings } = await proveDatabase(store.db);
  await store.close();
  assert.deepEqual(findings, [], when);
}

type Who = { userId: number; accountId: number };

/** Writes from all sides; after so many answers the server is killed in the middle of the rest. */
async function loadUntilKilled(
  service: Service,
  who: Who,
  writers: Writer[],
  answers: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  let acknowledged = 0;
  let dead = false;
  const work = writers.map(async (writer) => {
    while (!dead) {
      try {
        await writeOnce(agent, service.port, who, writer);
      } catch {
        return;
      }
      acknowledged += 1;
      if (acknowledged === answers) {
        dead = true;
        process.kill(service.pid, "SIGKILL");
      }
    }
  });
  await Promise.all(work);
  assert.deepEqual(await service.ended(), { code: null, signal: "SIGKILL" });
  agent.destroy();
  return acknowledged;
}

let serial = 0;

/** One create, update or delete; what is acknowledged is noted only when the answer is whole. */
async function writeOnce(agent: Agent, port: number, who: Who, writer: Writer): Promise<void> {
  serial += 1;
  const content = {
    type: serial % 3 === 0 ? "income" : "expense",
    amount: ((serial % 9999) + 1) / 100,
    description: `write ${serial}`,
  };
  const id = [...writer.held.keys()][serial % 5];
  const removes = id !== undefined && serial % 4 === 0;
  writer.open = { ...(id !== undefined && { id }), ...(!removes && { content }) };
  const [method, path] =
    id === undefined
      ? ["POST", "/api/records"]
      : [removes ? "DELETE" : "PUT", `/api/records/${id}`];
  const body =
    id === undefined ? { ...who, ...content, category: "餐饮", date: "2026-03-15" } : content;
  const answer = await exchange(agent, port, method, path, removes ? undefined : body);
  assert.equal(answer.status, 200, answer.text);
  if (removes) writer.held.delete(id);
  else writer.held.set(id ?? JSON.parse(answer.text).data.id, content);
  delete writer.open;
}

async function exchange(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  body: object | undefined,
): Promise<{ status: number; text: string }> {
  const sent = request({
    agent,
    host: "127.0.0.1",
    port,
    method,
    path,
    ...(body && { headers: { "content-type": "application/json" } }),
  });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  assert.ok(response.complete);
  return { status: response.statusCode, text };
}

/** Compares the book with what the writers know, and lets them learn how their open writes ended. */
async function settle(service: Service, who: Who, writers: Writer[]): Promise<void> {
  const { data } = await send(service.url, "GET", `/api/records?userId=${who.userId}`);
  const stored = new Map<number, Content>(
    (data as ({ id: number } & Content)[]).map(({ id, type, amount, description }) => [
      id,
      { type, amount, description },
    ]),
  );
  for (const writer of writers) {
    for (const [id, content] of writer.held) {
      const open = writer.open?.id === id ? writer.open : undefined;
      const found = stored.get(id);
      stored.delete(id);
      if (open !== undefined && same(found, open.content)) {
        if (found === undefined) writer.held.delete(id);
        else writer.held.set(id, found);
      } else {
        assert.deepEqual(found, content, `record ${id} is not as it was acknowledged`);
      }
    }
  }
  const creates = writers.filter(({ open }) => open !== undefined && open.id === undefined);
  for (const [id, content] of stored) {
    const writer = creates.find(({ open }) => same(content, open?.content));
    assert.ok(
      writer,
      `record ${id} was never asked for, or was deleted: ${JSON.stringify(content)}`,
    );
    writer.held.set(id, content);
  }
  for (const writer of writers) delete writer.open;
}

function same(one: Content | undefined, other: Content | undefined): boolean {
  return (
    one?.type === other?.type &&
    one?.amount === other?.amount &&
    one?.description === other?.description
  );
}
