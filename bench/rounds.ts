/** Two servers at the same work, round by round in turn: the machine's noise falls on both alike. */
import { type LoadResult, load } from "./load.ts";
import type { Server } from "./server.ts";
import type { Work } from "./work.ts";

/** Both servers have compiled what they run often before they are measured. */
const WARM_UP_MS = 1500;

export const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
export const fixed = (value: number, digits = 2) => value.toFixed(digits);

interface Measured extends LoadResult {
  /** Processor time of the server for one request, in microseconds: steady where the clock is not. */
  cpuUs: number;
}

export interface Pair {
  ours: Measured[];
  other: Measured[];
}

/** How often and how long each is measured. */
export interface Length {
  rounds: number;
  durationMs: number;
}

async function measure(
  server: Server,
  connections: number,
  next: () => string,
  durationMs: number,
): Promise<Measured> {
  const before = server.cpuMs();
  const result = await load({
    port: server.port,
    connections,
    durationMs,
    next,
    expect: [200, 304],
  });
  return { ...result, cpuUs: ((server.cpuMs() - before) * 1000) / result.requests };
}

/** Runs both servers in turn, round by round, and answers the results of each. */
export async function compareServers(
  { next, connections }: Pick<Work, "next" | "connections">,
  ours: Server,
  other: Server,
  { rounds, durationMs }: Length,
  nextForOther = next,
): Promise<Pair> {
  const pair: Pair = { ours: [], other: [] };
  await measure(ours, connections, next, WARM_UP_MS);
  await measure(other, connections, nextForOther, WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1) {
    pair.ours.push(await measure(ours, connections, next, durationMs));
    pair.other.push(await measure(other, connections, nextForOther, durationMs));
  }
  return pair;
}

/** One line: rates, the median ratio of throughput, that of processor time, and the latencies. */
export function report(name: string, { ours, other }: Pair, note: string, title = "limit"): void {
  const middle = (list: Measured[], figure: keyof Measured) =>
    median(list.map((result) => result[figure]));
  const ratio = (figure: "perSecond" | "cpuUs") =>
    median(ours.map((result, index) => result[figure] / (other[index] as Measured)[figure]));
  console.log(
    [
      name.padEnd(32),
      `${fixed(middle(ours, "perSecond"), 0).padStart(7)}/s`,
      `${title} ${fixed(middle(other, "perSecond"), 0).padStart(7)}/s`,
      `ratio ${fixed(ratio("perSecond"))} (${note})`,
      `cpu ${fixed(middle(ours, "cpuUs"), 0)} us, ${title} ${fixed(middle(other, "cpuUs"), 0)} us (${fixed(1 / ratio("cpuUs"))})`,
      `p99 ${fixed(middle(ours, "p99"), 1)} ms, ${title} ${fixed(middle(other, "p99"), 1)} ms`,
    ].join("  "),
  );
}
