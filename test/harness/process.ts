/** The real program as a process of its own: the service behind a port, and the command line. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const ROOT = join(import.meta.dirname, "../..");
export const PROGRAM = join(ROOT, "dist/cli/main.js");

/** How long a start or a stop may take before the test gives up. */
const PATIENCE_MS = 30_000;

type Environment = Record<string, string | undefined>;

/** The surroundings of a process: nothing of ours comes in but what the test gives. */
function environment(env: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, TZ: "Asia/Shanghai", ...env };
}

export interface LogLine {
  [key: string]: unknown;
  level: number;
  msg: string;
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Milliseconds from the first signal. */
  ms: number;
}

export interface Service {
  child: ChildProcess;
  /** The server's own process, also under npm. */
  pid: number;
  port: number;
  url: string;
  /** Every line of the log so far, as written. */
  lines: string[];
  /** Those of them that are JSON. */
  log(): LogLine[];
  /** Sends a signal to the started process, or to its whole group, and waits for its end. */
  stop(signal?: NodeJS.Signals, whom?: "process" | "group"): Promise<Ending>;
  /** How the process ended, once it has. */
  ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ServiceOptions {
  env: Environment;
  /** `npm start` as a user starts it, or the program itself. */
  through?: "npm" | "node";
  port?: number;
}

/** Starts the service and waits until it says where it is. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { env, through = "node", port = 0 } = options;
  const [command, args] = through === "npm" ? ["npm", ["start"]] : [process.execPath, [PROGRAM]];
  const child = spawn(command as string, args as string[], {
    cwd: ROOT,
    env: environment({ PORT: String(port), ...env }),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithUs(child);
  const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const lines: string[] = [];
  const started = new Promise<LogLine>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      if (line.includes("分明已启动")) resolve(JSON.parse(line) as LogLine);
    });
  });
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const first = await withPatience(Promise.race([started, ended]));
  if (!("msg" in first)) assert.fail(`the service did not start: ${lines.join("\n")}`);
  return {
    child,
    pid: first.pid as number,
    port: first.port as number,
    url: `http://localhost:${first.port}`,
    lines,
    log: () => lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)),
    async stop(signal = "SIGTERM", whom = "process") {
      const at = Date.now();
      process.kill(whom === "group" ? -(child.pid as number) : (child.pid as number), signal);
      return { ...(await withPatience(ended)), ms: Date.now() - at };
    },
    ended: () => withPatience(ended),
  };
}

const children = new Set<ChildProcess>();

function killAll(): void {
  for (const child of children) {
    try {
      process.kill(-(child.pid as number), "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** A test that fails leaves no server behind, and does not wait for one. */
function endWithUs(child: ChildProcess): void {
  if (children.size === 0) process.once("exit", killAll);
  children.add(child);
  child.unref();
  for (const pipe of [child.stdout, child.stderr]) (pipe as Socket | null)?.unref();
}

function withPatience<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it took too long")), PATIENCE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CliOptions {
  /** A command that runs the program, with its own arguments. */
  under?: string[];
  program?: string;
  cwd?: string;
  input?: string;
}

/** Runs the command line to its end. */
export async function runCli(
  args: string[],
  env: Environment,
  options: CliOptions = {},
): Promise<CliResult> {
  const [command, ...before] = [...(options.under ?? []), process.execPath] as [string];
  const child = spawn(command, [...before, options.program ?? PROGRAM, ...args], {
    cwd: options.cwd ?? ROOT,
    env: environment(env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  try {
    const [code] = await withPatience(once(child, "close"));
    return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
  } finally {
    child.kill("SIGKILL");
  }
}

/** What a refused start looks like: one sentence, exit 1, nothing else. */
export function assertRefused(result: CliResult, sentence: RegExp): void {
  assert.match(result.stderr, sentence);
  assert.equal(result.stderr.trim().split("\n").length, 1, `one sentence: ${result.stderr}`);
  assert.doesNotMatch(result.stderr, /\n\s+at |Error:/);
  assert.equal(result.code, 1, result.stderr);
}

/** Sends JSON to a running service. */
export async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
): Promise<{ status: number; data: any; message: string | undefined }> {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const envelope = (await response.json()) as any;
  return { status: response.status, data: envelope.data, message: envelope.message };
}

/** A user with an account in a running service. */
export async function someoneAt(url: string): Promise<{ userId: number; accountId: number }> {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const user = await send(url, "POST", "/api/users", { name: "小明", email });
  assert.equal(user.status, 200, user.message);
  const account = await send(url, "POST", "/api/accounts", {
    userId: user.data.id,
    name: "现金",
    type: "cash",
  });
  assert.equal(account.status, 200, account.message);
  return { userId: user.data.id, accountId: account.data.id };
}
