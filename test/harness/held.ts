/** How long the event loop was held. */
import { existsSync, readFileSync } from "node:fs";

/** What the main thread has worked, where the system tells threads apart (Linux). */
const OWN_TIMES = `/proc/self/task/${process.pid}/schedstat`;
const tellsThreads = existsSync(OWN_TIMES);

/** Milliseconds that the event loop's thread has worked, or the whole process. */
function workedMs(): number {
  if (tellsThreads) return Number(readFileSync(OWN_TIMES, "latin1").split(" ", 1)[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of the longest hold while the work went on, by the processor: of each turn the shorter of what passed
 * and what was worked. Others on the machine lengthen the one, and threads beside the loop may lengthen the other.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let going = true;
  let [at, worked] = [performance.now(), workedMs()];
  const turn = () => {
    longest = Math.max(longest, Math.min(performance.now() - at, workedMs() - worked));
    [at, worked] = [performance.now(), workedMs()];
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  going = false;
  return longest;
}

/** How often the event loop turned while the work was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let going = true;
  const turn = () => {
    turns += 1;
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  going = false;
  return turns;
}
