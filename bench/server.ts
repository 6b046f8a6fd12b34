/** Starts the servers that a benchmark compares, each in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..");

export interface Server {
  port: number;
  /** Milliseconds from the start of the process to its first answer. */
  startMs: number;
  /** Bytes of memory the process holds now. */
  memory(): number;
  /** The most that it has held. */
  peak(): number;
  /** Milliseconds of processor time the process has used. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

/** The service itself, built, with its usual logs; of another folder where one is given. */
export async function startService(
  databaseUrl: string,
  settings = {},
  root = ROOT,
): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "serve"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      HOST: "127.0.0.1",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return ready(child, port);
}

/** The yardstick of the engine that the URL names. */
export async function startLimit(url: string, ...flags: string[]): Promise<Server> {
  const port = await freePort();
  const isFile = url.startsWith("file:");
  const script = join(ROOT, isFile ? "bench/limit.ts" : "bench/limit-postgres.ts");
  const database = isFile ? url.slice("file:".length) : url;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", script, database, String(port), ...flags],
    { stdio: ["ignore", "ignore", "inherit"], cwd: ROOT },
  );
  return ready(child, port);
}

/** Fastify and the driver alone, on a database file. */
export async function startBare(url: string): Promise<Server> {
  const port = await freePort();
  const script = join(ROOT, "bench/bare.mjs");
  const args = [script, url.slice("file:".length), String(port)];
  return ready(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }), port);
}

/** The service of the same endpoints with Express and Prisma, on a database file; see `peer/`. */
export async function startPeer(program: string, path: string): Promise<Server> {
  const port = await freePort();
  const args = [program, path, String(port)];
  const env = { ...process.env, NODE_ENV: "production" };
  return ready(
    spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], env }),
    port,
  );
}

async function ready(child: ChildProcess, port: number): Promise<Server> {
  const start = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error("the server ended before it answered");
    try {
      await fetch(`http://127.0.0.1:${port}/health`);
      break;
    } catch {
      await sleep(5);
    }
  }
  return {
    port,
    startMs: performance.now() - start,
    memory: () => statusBytes(child.pid as number, "VmRSS"),
    peak: () => statusBytes(child.pid as number, "VmHWM"),
    cpuMs: () => processorMs(child.pid as number),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

function statusBytes(pid: number, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}

/** User and system time, which Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
