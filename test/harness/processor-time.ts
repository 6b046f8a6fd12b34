/** What work costs, by the processor and not by the clock. */

/** Milliseconds of the processor that the work took of this process, its threads among them. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
