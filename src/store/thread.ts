/** Starts threads from our own files, built or not. */
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * A thread that runs the module `name` beside the module `from` (its `import.meta.url`): the built
 * file; in tests and development the source, which the thread must first be taught to read, because a
 * loader of the main thread does not reach into others.
 */
export function startThread(from: string, name: string, options: WorkerOptions): Worker {
  if (!from.endsWith(".ts")) return new Worker(new URL(`./${name}.js`, from), options);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const source = JSON.stringify(new URL(`./${name}.ts`, from).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(code, { ...options, eval: true });
}
