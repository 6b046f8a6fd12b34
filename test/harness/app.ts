/**
 * The service in process over a fresh database, called through HTTP, and every answer checked against
 * the OpenAPI document: a test cannot pass on an answer that the document does not allow.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type AppConfig, buildApp } from "../../src/server/app.ts";
import { documentedMode } from "../../src/server/auth/auth-config.ts";
import type { Db } from "../../src/store/db.ts";
import { openStore } from "../../src/store/open.ts";
import { type Engine, engines, freshDatabase } from "./database.ts";
import { checkAnswer } from "./openapi.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  /** `data` of the envelope. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  data: any;
  message: string | undefined;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  /** The URL of the database, to open it a second time. */
  url: string;
  /** Sends a request; an object body goes as JSON, a form as multipart. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  remove(path: string, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface TestOptions {
  engine?: Engine;
  zone?: string;
  /** Milliseconds since 1970; a function is asked each time. */
  now?: number | (() => number);
  devEndpoints?: boolean;
  corsOrigins?: "*" | string[];
  /** Other settings of the service: sign-in, limits. */
  config?: Partial<AppConfig>;
  /** The address that requests come from. */
  remoteAddress?: string;
  /** How long a client may leave its answer unread. */
  stallMs?: number;
  /** An existing database to open instead of a fresh one; it is left in place. */
  url?: string;
}

/** What channels are sealed with where nobody signs in. */
export const SEALING = "a secret that seals in tests, 32 bytes";

/** No test calls the world outside: there is no name. */
export const noNames = async (host: string) => {
  throw new Error(`no test may ask for ${host}`);
};

/** Opens the service over a fresh database. Close it at the end of the test. */
export async function openApp(options: TestOptions = {}): Promise<TestApp> {
  const zone = options.zone ?? "Asia/Shanghai";
  const fresh = options.url === undefined ? await freshDatabase(options.engine ?? "sqlite") : null;
  const url = options.url ?? (fresh?.url as string);
  const store = await openStore({ url, zone });
  const { now } = options;
  const app = await buildApp({
    store,
    version: "test",
    config: {
      zone,
      devEndpoints: options.devEndpoints ?? true,
      corsOrigins: options.corsOrigins ?? "*",
      auth: { mode: "open" },
      rateLimit: 0,
      trustProxy: false,
      metricsToken: undefined,
      host: "localhost",
      allowedHosts: [],
      publicUrl: undefined,
      logClients: false,
      sealing: [SEALING],
      outbound: { allow: [], resolve: noNames },
      mail: undefined,
      ...options.config,
    },
    ...(options.stallMs !== undefined && { stallMs: options.stallMs }),
    ...(now !== undefined && { now: typeof now === "function" ? now : () => now }),
  });
  const call: TestApp["call"] = async (method, path, body, headers = {}) => {
    const request: InjectOptions = { method: method as "GET", url: path, headers };
    if (options.remoteAddress) request.remoteAddress = options.remoteAddress;
    if (body instanceof FormData) {
      const form = new Response(body);
      request.payload = Buffer.from(await form.arrayBuffer());
      request.headers = { ...headers, "content-type": form.headers.get("content-type") as string };
    } else if (body !== undefined) {
      request.payload =
        typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      request.headers = { "content-type": "application/json", ...headers };
    }
    const response = await app.inject(request);
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const parsed = response.body === "" || !isJson ? undefined : JSON.parse(response.body);
    const answer: Answer = {
      status: response.statusCode,
      body: parsed,
      data: parsed?.data,
      message: parsed?.message,
      headers: response.headers as Answer["headers"],
      text: response.body,
    };
    checkAnswer(method, path, answer, documentedMode(options.config?.auth ?? { mode: "open" }));
    return answer;
  };
  return {
    app,
    db: store.db,
    url,
    call,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    put: (path, body, headers) => call("PUT", path, body, headers),
    remove: (path, headers) => call("DELETE", path, undefined, headers),
    async close() {
      await app.close();
      await store.close();
      await fresh?.remove();
    },
  };
}

/** Declares the tests once for every engine; `open` gives a fresh service on that engine. */
export function onEveryEngine(
  name: string,
  declare: (open: (options?: TestOptions) => Promise<TestApp>, engine: Engine) => void,
): void {
  for (const engine of engines()) {
    describe(`${name} (${engine})`, () => {
      declare((options) => openApp({ ...options, engine }), engine);
    });
  }
}

/** A user with one account, as most tests need it. */
export async function someone(
  app: TestApp,
  { name = "小明", balance = 0 }: { name?: string; balance?: number } = {},
): Promise<{ userId: number; accountId: number }> {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const user = await app.post("/api/users", { name, email });
  assert.equal(user.status, 200, user.text);
  const account = await app.post("/api/accounts", {
    userId: user.data.id,
    name: "现金",
    type: "cash",
    balance,
  });
  assert.equal(account.status, 200, account.text);
  return { userId: user.data.id, accountId: account.data.id };
}

/** The balance of an account as the service answers it. */
export async function balanceOf(app: TestApp, accountId: number): Promise<number> {
  return (await app.get(`/api/accounts/${accountId}`)).data.balance;
}
