/** Where the package's own files lie, built or not: in `dist/` the build has put the code into few files. */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Whether this is the built program, and not the source that tests and `npm run dev` run. */
export const isBuilt = !import.meta.url.endsWith(".ts");

const PACKAGE = packageAround(import.meta.dirname);
const CODE = join(PACKAGE, isBuilt ? "dist" : "src");

function packageAround(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  return packageAround(dirname(folder));
}

/** The path of a file of the package, such as `package.json`. */
export function packageFile(name: string): string {
  return join(PACKAGE, name);
}

/** A path as the package names it, such as `src/cli/main.ts`. */
export function fromPackage(path: string): string {
  return relative(PACKAGE, path);
}

/** The path of what lies beside the code in the source and is copied by the build. */
export function codeFile(name: string): string {
  return join(CODE, name);
}

/**
 * A thread that runs the module, named by its path in the code without its ending: the built file; in
 * tests and development the source, which the thread must first be taught to read, because a loader of
 * the main thread does not reach into others.
 */
export function startThread(module: string, options: WorkerOptions): Worker {
  if (isBuilt) return new Worker(codeFile(`${module}.js`), options);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const source = JSON.stringify(codeFile(`${module}.ts`));
  const code = `import(${loader}).then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(code, { ...options, eval: true });
}
