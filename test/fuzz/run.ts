/**
 * The long fuzz run: `npm run fuzz`, or `npm run fuzz -- 20000 7` for 20,000 requests from seed 7, or
 * `npm run fuzz -- 20000 7 jwt` for one mode alone, with half of them.
 */
import { fuzz } from "./fuzz.ts";

const [requests = "100000", seed, only] = process.argv.slice(2);
for (const mode of ["open", "jwt"] as const) {
  if (only !== undefined && only !== mode) continue;
  const start = performance.now();
  const counts = await fuzz({
    mode,
    engine: "sqlite",
    requests: Math.ceil(Number(requests) / 2),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
  const statuses = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${mode}: ${statuses.join(", ")} (${seconds} s)`);
}
