/** How long the event loop was held. */

/**
 * Milliseconds of the longest hold while the work went on, by the processor: of each turn the shorter of what passed
 * and what this process worked. Others on the machine lengthen the one, and threads beside the loop the other.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let going = true;
  let [at, cpu] = [performance.now(), process.cpuUsage()];
  const turn = () => {
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, Math.min(performance.now() - at, (user + system) / 1000));
    [at, cpu] = [performance.now(), process.cpuUsage()];
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  going = false;
  return longest;
}
