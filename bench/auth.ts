/**
 * What sign-in costs: creates with an access token, and with a personal access token, against the
 * same service in open mode, round by round on databases of their own. Target: 0.85.
 *
 *   npm run bench:auth -- [rounds] [seconds]
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, postRequest } from "./load.ts";
import { type Server, startService } from "./server.ts";

const [rounds = "5", seconds = "3"] = process.argv.slice(2);
const CONNECTIONS = 64;

async function call(server: Server, path: string, body: object, token?: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { data, message } = (await response.json()) as { data: Json; message: string };
  assert.equal(response.status, 200, message);
  return data;
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of several endpoints
type Json = any;

const record = { type: "expense", amount: 12.5, category: "餐饮", date: "2026-03-15" };

interface Side {
  name: string;
  server: Server;
  next: () => string;
}

async function openSide(server: Server): Promise<Side> {
  const user = await call(server, "/api/users", { name: "开", email: "open@example.com" });
  const account = { userId: user.id, name: "现金", type: "cash" };
  const { id: accountId } = await call(server, "/api/accounts", account);
  const body = { ...record, userId: user.id, accountId };
  return { name: "open", server, next: () => postRequest("/api/records", body) };
}

async function jwtSides(server: Server): Promise<Side[]> {
  const person = { name: "登", email: "jwt@example.com", password: "correct donkey 电池" };
  const { accessToken } = await call(server, "/api/auth/register", person);
  const account = { name: "现金", type: "cash" };
  const { id: accountId } = await call(server, "/api/accounts", account, accessToken);
  const wanted = { name: "bench", scopes: ["write"] };
  const { token } = await call(server, "/api/tokens", wanted, accessToken);
  const body = { ...record, accountId };
  const bearing = (given: string) => () =>
    postRequest("/api/records", body, { authorization: `Bearer ${given}` });
  return [
    { name: "access token", server, next: bearing(accessToken) },
    { name: "personal access token", server, next: bearing(token) },
  ];
}

async function measure({ server, next }: Side, ms: number) {
  const before = server.cpuMs();
  const { perSecond, requests } = await load({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: ms,
    next,
    expect: [200],
  });
  return { perSecond, cpuUs: ((server.cpuMs() - before) * 1000) / requests };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fenming-bench-"));
  const url = (name: string) => `file:${join(folder, `${name}.db`)}`;
  const open = await startService(url("open"));
  const jwt = await startService(url("jwt"), {
    AUTH: "jwt",
    ALLOW_SIGNUP: "true",
    RATE_LIMIT: "0",
  });
  try {
    const base = await openSide(open);
    const sides = await jwtSides(jwt);
    for (const side of [base, ...sides]) await measure(side, 1000);
    const rates = new Map(
      sides.map(({ name }) => [name, { speed: [] as number[], cpu: [] as number[] }]),
    );
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const side of sides) {
        const theirs = await measure(base, Number(seconds) * 1000);
        const ours = await measure(side, Number(seconds) * 1000);
        rates.get(side.name)?.speed.push(ours.perSecond / theirs.perSecond);
        rates.get(side.name)?.cpu.push(theirs.cpuUs / ours.cpuUs);
      }
    }
    for (const [name, { speed, cpu }] of rates) {
      console.log(
        `create with ${name}: ${median(speed).toFixed(2)} of open mode (target 0.85), by processor time ${median(cpu).toFixed(2)}`,
      );
    }
  } finally {
    await open.stop();
    await jwt.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
