/**
 * Stack traces in the lines of the source. The built program stands in few files; the maps of their
 * lines are large and read only when somebody looks at a trace.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LineMap } from "./line-map.ts";
import { codeFile, fromPackage, isBuilt } from "./own-files.ts";

/** Where V8 says that a step of a trace is. */
const PLACE = /file:\/\/[^\s()]+?:\d+:\d+/;

const maps = new Map<string, LineMap | undefined>();

/** From here on traces of this thread say the lines of the source. */
export function tellSourceLines(): void {
  if (!isBuilt) return;
  Error.prepareStackTrace = (error, steps) =>
    [String(error), ...steps.map((step) => `    at ${inSource(String(step))}`)].join("\n");
}

function inSource(step: string): string {
  return step.replace(PLACE, (place) => {
    const [, url, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) as unknown as string[];
    const file = fileURLToPath(url as string);
    const found = mapOf(file)?.find(Number(line) - 1, Number(column) - 1);
    if (found === undefined) return place;
    const source = fromPackage(join(dirname(file), found.source));
    return `${source}:${found.line + 1}:${found.column + 1}`;
  });
}

function mapOf(file: string): LineMap | undefined {
  if (!file.startsWith(codeFile(""))) return undefined;
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(path: string): LineMap | undefined {
  return existsSync(path) ? new LineMap(readFileSync(path, "latin1")) : undefined;
}
