/** What a start costs, and what the service holds while nobody asks, against bare Fastify with the driver. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Server, startBare, startService } from "./server.ts";

const ROUNDS = 5;
/** After its last request a service has this long to give back what it can. */
const REST_MS = 2000;

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] as number;

interface Start {
  cpuMs: number;
  memory: number;
}

/** Prints the processor time until /health answers and the memory afterwards, medians of rounds in turn. */
export async function compareStarts(url: string): Promise<void> {
  const starts: Record<"ours" | "bare", Start[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    starts.ours.push(await startOnce(() => startService(url)));
    starts.bare.push(await startOnce(() => startBare(url)));
  }
  const middle = (name: "ours" | "bare", figure: keyof Start) =>
    median(starts[name].map((start) => start[figure]));
  const ratio = middle("ours", "cpuMs") / middle("bare", "cpuMs");
  console.log(
    `start, processor time: ${middle("ours", "cpuMs").toFixed(0)} ms, bare ${middle("bare", "cpuMs").toFixed(0)} ms, ratio ${ratio.toFixed(2)} (target 2)`,
  );
  console.log(
    `idle memory: ${mb(middle("ours", "memory"))} MB, bare ${mb(middle("bare", "memory"))} MB (target 90)`,
  );
}

async function startOnce(start: () => Promise<Server>): Promise<Start> {
  const server = await start();
  const cpuMs = server.cpuMs();
  await sleep(REST_MS);
  const memory = server.memory();
  await server.stop();
  return { cpuMs, memory };
}

/** Prints what the service holds after a person has opened the app twice on the book of user 1. */
export async function idleAfterUse(url: string, megabytes: number): Promise<void> {
  const server = await startService(url);
  for (const path of [...appPaths(), ...appPaths()]) {
    await (await fetch(`http://127.0.0.1:${server.port}${path}`)).arrayBuffer();
  }
  await sleep(REST_MS);
  console.log(
    `idle memory after use, a book of ${megabytes} MB: ${mb(server.memory())} MB (target 120)`,
  );
  await server.stop();
}

/** What the app asks for when it is opened: its files, then the first page's figures and lists. */
function appPaths(): string[] {
  const assets = readdirSync(join(import.meta.dirname, "../dist/web/assets"));
  const now = new Date();
  const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
  return [
    "/",
    ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `/assets/${name}`),
    "/api/about",
    "/api/accounts?userId=1",
    "/api/dashboard/summary?userId=1",
    `/api/statistics/monthly?userId=1&month=${month}`,
    `/api/statistics/compare?userId=1&month=${month}`,
    "/api/categories?userId=1",
    "/api/records?userId=1&limit=50",
    "/api/budgets?userId=1",
    "/api/records/days?userId=1",
  ];
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
