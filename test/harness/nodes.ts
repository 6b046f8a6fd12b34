/** Two processes of the service on one PostgreSQL, behind a round-robin. */
import type { FastifyInstance } from "fastify";
import { openEngine } from "../../src/store/open.ts";
import type { Answer, TestApp } from "./app.ts";
import { checkAnswer } from "./openapi.ts";
import { freshPostgres } from "./postgres/databases.ts";
import { type Service, startService } from "./process.ts";

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any;
  message: string | undefined;
  headers: Headers;
  text: string;
}

export interface Nodes {
  /** Of the database itself. */
  url: string;
  nodes: Service[];
  /** Sends a request to the next node. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** Sends a request to one node. */
  at(
    node: number,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  stop(): Promise<void>;
}

/** Both are started at once, on a database in which nothing is yet. */
export async function startNodes(env: Record<string, string> = {}): Promise<Nodes> {
  const fresh = await freshPostgres({ empty: true });
  const settings = { DATABASE_URL: `${fresh.url}?pool_size=8`, ...env };
  const nodes = await Promise.all([
    startService({ env: settings }),
    startService({ env: settings }),
  ]);
  let turn = 0;
  const at: Nodes["at"] = (node, ...request) => ask((nodes[node] as Service).url, ...request);
  return {
    url: fresh.url,
    nodes,
    at,
    call(...request) {
      turn += 1;
      return at(turn % nodes.length, ...request);
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await fresh.remove();
    },
  };
}

/**
 * Both nodes as one service, for tests that also run against a service in process. They stay when it
 * is closed.
 */
export async function openNodes(nodes: Nodes): Promise<TestApp> {
  const store = await openEngine({ url: nodes.url, zone: "Asia/Shanghai" });
  const call: TestApp["call"] = async (method, path, body, headers) => {
    const reply = await nodes.call(method, path, body, headers);
    const answer: Answer = {
      ...reply,
      body: reply.text === "" ? undefined : JSON.parse(reply.text),
      headers: Object.fromEntries(reply.headers),
    };
    checkAnswer(method, path, answer);
    return answer;
  };
  return {
    get app(): FastifyInstance {
      throw new Error("each node is a process of its own");
    },
    db: store.db,
    url: nodes.url,
    call,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    put: (path, body, headers) => call("PUT", path, body, headers),
    remove: (path, headers) => call("DELETE", path, undefined, headers),
    close: () => store.close(),
  };
}

async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const envelope = text.startsWith("{") ? JSON.parse(text) : undefined;
  const { data, message } = envelope ?? {};
  return { status: response.status, data, message, headers: response.headers, text };
}
