import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { freshFolder } from "../harness/database.ts";
import {
  type LogLine,
  ROOT,
  type Service,
  send,
  someoneAt,
  startService,
} from "../harness/process.ts";

describe("what can be seen of a running service", () => {
  let folder: string;
  let service: Service;
  before(async () => {
    folder = await freshFolder();
    service = await startService({
      env: { DATABASE_URL: `file:${folder}/fenming.db`, HOST: "0.0.0.0" },
    });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("one line a request: id, method, path, status, time; no body, token or query", async () => {
    const { userId, accountId } = await someoneAt(service.url);
    const response = await fetch(
      `${service.url}/api/records?userId=${userId}&category=secret-query`,
      {
        headers: { authorization: "Bearer secret-token", cookie: "secret-cookie" },
      },
    );
    await response.text();
    const made = await send(service.url, "POST", "/api/records", {
      userId,
      accountId,
      type: "expense",
      amount: 4321.09,
      category: "secret-category",
      description: "secret-description",
      date: "2026-03-15",
    });
    assert.equal(made.status, 200);
    await send(service.url, "POST", "/api/records", { userId, secret: "secret-body" });
    const requests = await logged(service, (line) => line.path === "/api/records", 3);
    assert.deepEqual(
      requests.map(({ method, status }) => [method, status]),
      [
        ["GET", 200],
        ["POST", 200],
        ["POST", 400],
      ],
    );
    for (const line of requests) {
      assert.equal(typeof line.ms, "number");
      assert.match(String(line.time), /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    }
    assert.equal(new Set(requests.map((line) => line.reqId)).size, 3);
    const { data } = await send(service.url, "POST", "/api/plans/calendar", { userId });
    const { pathname } = new URL(data.url);
    for (const path of [pathname, pathname.toUpperCase(), `/x${pathname}/y`]) {
      await (await fetch(service.url + path)).text();
    }
    await logged(service, (line) => line.path === "/calendar/…", 3);
    const [, secret = "fmc"] = /fmc_\d+_(.+)\.ics/.exec(pathname) ?? [];
    assert.ok(!service.lines.join("\n").toLowerCase().includes(secret.toLowerCase()));
    assert.doesNotMatch(service.lines.join("\n"), /secret|4321/);
  });

  test("with LOG_CLIENTS a line says from where and who, as deploy/fail2ban reads it", async (t) => {
    const place = await freshFolder();
    const watched = await startService({
      env: { DATABASE_URL: `file:${place}/fenming.db`, AUTH: "jwt", LOG_CLIENTS: "true" },
    });
    t.after(async () => {
      await watched.stop();
      await rm(place, { recursive: true, force: true });
    });
    const credentials = { email: "nobody@example.com", password: "not a password" };
    const paths = [
      "/api/auth/login",
      '/api/auth/login","status":401,"ms":1,"address":"192.0.2.7"',
      "/api/accounts",
    ];
    for (const path of paths) await send(watched.url, "POST", encodeURI(path), credentials);
    const lines = await logged(watched, (line) => line.msg === "request", paths.length);
    assert.equal(lines[0]?.address, "127.0.0.1");
    const filter = readFileSync(join(ROOT, "deploy/fail2ban/fenming.conf"), "utf8");
    const rule = /^failregex = (.+)$/m.exec(filter)?.[1] as string;
    const banned = watched.lines.flatMap(
      (line) => new RegExp(rule.replace("<HOST>", '([^"]+)')).exec(line)?.[1] ?? [],
    );
    assert.deepEqual(banned, ["127.0.0.1"]);
  });

  test("a host wider than this machine is warned about", async () => {
    const [warning] = await logged(service, (line) => line.level === 40, 1);
    assert.match(String(warning?.msg), /0\.0\.0\.0.*没有登录/);
  });

  test("health answers without the database, ready with it", async () => {
    for (const path of ["/health", "/health/ready"]) {
      const answer = await send(service.url, "GET", path);
      assert.equal(answer.status, 200);
      assert.match(answer.data.timestamp, /^\d{4}-\d{2}-\d{2}T.*Z$/);
    }
  });

  test("metrics tell requests, commits, the queue and the size of the database", async () => {
    const response = await fetch(`${service.url}/metrics`);
    const text = await response.text();
    assert.equal(response.status, 200);
    assert.match(
      text,
      /fenming_http_request_duration_seconds_count\{method="GET",route="\/health"/,
    );
    assert.match(text, /fenming_commit_batch_size_count [1-9]/);
    assert.match(text, /^fenming_write_queue_length 0$/m);
    assert.match(text, /^fenming_database_bytes [1-9]\d+$/m);
    assert.match(text, /process_resident_memory_bytes/);
  });

  test("metrics are this machine's own: from another address they do not exist", async (t) => {
    const address = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === "IPv4" && !one.internal)?.address;
    if (address === undefined) {
      t.diagnostic("this machine has no address but loopback, so that nothing else can ask");
      return;
    }
    const response = await fetch(`http://${address}:${service.port}/metrics`);
    assert.equal(response.status, 404);
    assert.doesNotMatch(await response.text(), /fenming_/);
  });
});

/** Waits until the log holds so many lines of a kind; it is written a moment after the answers. */
async function logged(
  service: Service,
  isWanted: (line: LogLine) => boolean,
  count: number,
): Promise<LogLine[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = service.log().filter(isWanted);
    if (found.length >= count) return found;
    await wait(50);
  }
  throw new Error(`the log does not hold it: ${service.lines.join("\n")}`);
}
