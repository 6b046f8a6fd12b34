/**
 * Stack traces in the lines of the source. The built program stands in few files; the maps of their
 * lines are large and read only when somebody looks at a trace.
 */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeFile, fromPackage, isBuilt } from "./own-files.ts";

/** Where V8 says that a step of a trace is. */
const PLACE = /file:\/\/[^\s()]+?:\d+:\d+/;

const maps = new Map<string, SourceMap | undefined>();

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
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry)) return place;
    const source = fromPackage(join(dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!file.startsWith(codeFile(""))) return undefined;
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(path: string): SourceMap | undefined {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}
