/** A fuzz run over a real port: no fault, no hang, no answer outside the envelope, and a book that adds up. */
import assert from "node:assert/strict";
import { Agent, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { openApiDocument } from "../../src/contract/openapi.ts";
import type { Scope } from "../../src/contract/tokens.ts";
import { AccessTokens } from "../../src/server/auth/access-tokens.ts";
import type { OwnSignIn } from "../../src/server/auth/auth-config.ts";
import { makeToken } from "../../src/server/auth/personal-tokens.ts";
import { startSession } from "../../src/server/auth/sessions.ts";
import { proveDatabase } from "../../src/store/proof.ts";
import { sql } from "../../src/store/sql.ts";
import { type Answer, openApp, someone, type TestApp } from "../harness/app.ts";
import type { Engine } from "../harness/database.ts";
import { checkAnswer } from "../harness/openapi.ts";
import { ownSignIn, register } from "../harness/sign-in.ts";
import { anyRequest, type FuzzRequest } from "./requests.ts";

/** An answer that takes longer than this hangs; a bill's own limit is well below it. */
const PATIENCE_MS = 120_000;
const AT_ONCE = 25;

export interface FuzzOptions {
  mode: "open" | "jwt";
  engine: Engine;
  requests: number;
  /** Repeats a run; drawn when not given. */
  seed?: number;
}

/** Answers how many requests ended in which status. */
export async function fuzz(options: FuzzOptions): Promise<Map<number, number>> {
  const app = await openApp({
    engine: options.engine,
    ...(options.mode === "jwt" && { config: ownSignIn() }),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const renew = await fill(app, options.mode);
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.app.server.address() as AddressInfo;
    const counts = await run(options, { port, agent, renew });
    const { findings } = await proveDatabase(app.db);
    assert.deepEqual(findings, []);
    return counts;
  } finally {
    agent.destroy();
    await app.close();
  }
}

/** Stands for a credential in a request; what it is now is put in when it is sent. */
const CREDENTIALS = ["session-of-one", "token-of-one", "session-of-two", "token-of-two"];

type Renew = () => Promise<Map<string, string>>;

/**
 * Some users with books, so that ids up to 40 mean something. Answers how to renew their credentials:
 * requests of the run itself sign out and revoke.
 */
async function fill(app: TestApp, mode: "open" | "jwt"): Promise<Renew> {
  if (mode === "open") {
    for (let user = 0; user < 5; user += 1) await someone(app, { balance: 100 });
    return async () => new Map();
  }
  const users = [await register(app), await register(app)];
  for (const user of users) await user.post("/api/accounts", { name: "现金", type: "cash" });
  const signing = new AccessTokens(ownSignIn().auth as OwnSignIn);
  const place = { device: "fuzz", address: "127.0.0.1", longestMs: 86_400_000 };
  return async () => {
    const now = Date.now();
    const given = await app.db.write(async (db) => {
      const made: [{ userId: number; sessionId: string }, string][] = [];
      for (const { userId } of users) {
        await db.run(sql`delete from tokens where user_id = ${userId}`);
        const session = await startSession(db, userId, place, now);
        const wanted = { name: "fuzz", scopes: ["read", "write"] as Scope[] };
        made.push([session, (await makeToken(db, userId, wanted, now)).token]);
      }
      return made;
    });
    const credentials = new Map<string, string>();
    for (const [index, [session, token]] of given.entries()) {
      credentials.set(CREDENTIALS[index * 2] as string, await signing.sign(session, now));
      credentials.set(CREDENTIALS[index * 2 + 1] as string, token);
    }
    return credentials;
  };
}

/** Refused as HTTP, before there is an operation: a path or header that is too long, or no HTTP. */
const BELOW_THE_DOCUMENT = new Set([408, 414, 431]);
const REFUSED = { success: false, data: null, message: "string" };

interface Target {
  port: number;
  agent: Agent;
  renew: Renew;
}

async function run(options: FuzzOptions, target: Target): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const names = options.mode === "jwt" ? CREDENTIALS : [];
  const requests = fc.array(anyRequest(openApiDocument(options.mode), names), {
    minLength: AT_ONCE,
    maxLength: AT_ONCE,
  });
  await fc.assert(
    fc.asyncProperty(requests, async (batch) => {
      const credentials = await target.renew();
      const sent = batch.map((request) => withCredential(request, credentials));
      const statuses = await Promise.all(sent.map((request) => judge(request, target, options)));
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    }),
    {
      numRuns: Math.ceil(options.requests / AT_ONCE),
      // What fails is shown as it is: a smaller request would meet another book.
      endOnFailure: true,
      // Not the whole batch, which nobody could read.
      asyncReporter: async ({ failed, seed, errorInstance }) => {
        if (failed) throw new Error(`seed ${seed}: ${(errorInstance as Error).message}`);
      },
      ...(options.seed !== undefined && { seed: options.seed }),
    },
  );
  return counts;
}

function withCredential(request: FuzzRequest, credentials: Map<string, string>): FuzzRequest {
  const name = request.headers.authorization?.replace("Bearer ", "");
  const token = name === undefined ? undefined : credentials.get(name);
  if (token === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

async function judge(
  request: FuzzRequest,
  { port, agent }: Target,
  { mode }: FuzzOptions,
): Promise<number> {
  const shown = `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers)} ${request.body?.subarray(0, 500)}`;
  const { status, text, headers } = await ask(request, port, agent).catch((error: Error) => {
    throw new Error(`${error.message}: ${shown}`);
  });
  assert.ok(status !== 500 && status !== 503, `${status} for ${shown}: ${text}`);
  const isJson = String(headers["content-type"]).startsWith("application/json");
  const body = text === "" || !isJson ? undefined : JSON.parse(text);
  const answer: Answer = { status, body, data: body?.data, message: body?.message, headers, text };
  if (BELOW_THE_DOCUMENT.has(status) || (request.method === "OPTIONS" && status >= 400)) {
    if (request.method === "HEAD") assert.equal(text, "", shown);
    else assert.deepEqual({ ...body, message: typeof body?.message }, REFUSED, shown);
    return status;
  }
  try {
    checkAnswer(request.method, request.path, answer, mode);
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${shown}`);
  }
  return status;
}

function ask(
  { method, path, headers, body }: FuzzRequest,
  port: number,
  agent: Agent,
): Promise<{ status: number; text: string; headers: Answer["headers"] }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const request = send(
      { host: "127.0.0.1", port, agent, method, path, headers: { ...headers, ...length } },
      (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        const answer = () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: response.headers as Answer["headers"],
          });
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          // Events may come for minutes: whoever has heard one may go at any moment.
          if (response.headers["content-type"]?.startsWith("text/event-stream")) {
            answer();
            request.destroy();
          }
        });
        response.on("error", reject);
        response.on("end", answer);
      },
    );
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error("no answer")));
    request.on("error", reject);
    request.end(body);
  });
}
