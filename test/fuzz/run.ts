/**
 * The long fuzz run: `npm run fuzz`, or for example
 *
 *   npm run fuzz -- --engine postgres --requests 20000 --seed 7 --mode jwt
 *
 * Without `--mode`, each mode has half of the requests. Without `--seed`, each run is another.
 */
import { parseArgs } from "node:util";
import type { Engine } from "../harness/database.ts";
import { fuzz } from "./fuzz.ts";

const { values: options } = parseArgs({
  options: {
    engine: { type: "string", default: "sqlite" },
    requests: { type: "string", default: "100000" },
    seed: { type: "string" },
    mode: { type: "string" },
  },
});
const modes = (["open", "jwt"] as const).filter((mode) => mode === (options.mode ?? mode));
const requests = Math.ceil(Number(options.requests) / modes.length);
if (!(requests > 0)) throw new Error("--requests is a number, --mode is open or jwt");

for (const mode of modes) {
  const start = performance.now();
  const counts = await fuzz({
    mode,
    engine: options.engine as Engine,
    requests,
    ...(options.seed !== undefined && { seed: Number(options.seed) }),
  });
  const statuses = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${mode}: ${statuses.join(", ")} (${seconds} s)`);
}
// A server of PostgreSQL that this process has started ends with it.
process.exit();
