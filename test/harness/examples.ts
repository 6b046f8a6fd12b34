/** The examples of a documentation page: what to run, and the answer that the page shows for it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { freshFolder } from "./database.ts";
import { type Service, startService } from "./process.ts";

const run = promisify(execFile);

export interface Example {
  /** The line of the page that the command begins on. */
  line: number;
  command: string;
  shown: { kind: "json" | "text"; text: string } | undefined;
}

/** Every ```sh block, with the ```json or ```text block that follows it. */
export function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap((block, index) => {
    if (block[1] !== "sh") return [];
    const next = blocks[index + 1];
    const shown =
      next?.[1] === "json" || next?.[1] === "text"
        ? ({ kind: next[1], text: next[2] as string } as const)
        : undefined;
    const line = page.slice(0, block.index).split("\n").length + 1;
    return [{ line, command: block[2] as string, shown }];
  });
}

/** The real service on an empty book, for the tests of one suite; the answer gives it once they run. */
export function serviceForExamples(env: Record<string, string> = {}): () => Service {
  let folder: string;
  let service: Service;
  before(async () => {
    folder = await freshFolder();
    service = await startService({ env: { DATABASE_URL: `file:${folder}/fenming.db`, ...env } });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return () => service;
}

/** Runs a command of the page against a service; answers what it printed. */
export async function runExample(command: string, base: string): Promise<string> {
  const text = command.replace(/^BASE=.*$/m, "");
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", text], {
    env: { PATH: process.env.PATH, BASE: base },
  });
  return stdout;
}

/** Declares a test for every example of a page, in order, against one fresh service: each shows what it is answered. */
export function describeExamples(
  name: string,
  page: string,
  env: Record<string, string> = {},
): void {
  describe(name, () => {
    const service = serviceForExamples(env);
    for (const { line, command, shown } of examplesOf(page)) {
      test(`line ${line}: ${command.split("\n").at(-2)?.slice(0, 60)}`, async () => {
        assert.ok(shown, "it shows no answer");
        const printed = await runExample(command, service().url);
        if (shown.kind === "text") {
          assert.equal(printed, shown.text);
          return;
        }
        const answer = JSON.parse(printed);
        const wanted = JSON.parse(shown.text);
        assert.deepEqual(shapeOf(answer), shapeOf(wanted));
        assert.deepEqual([answer.success, answer.message], [wanted.success, wanted.message]);
      });
    }
  });
}

/** What kind of thing a value is, all the way down: a list counts for the shapes that it holds. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort();
  }
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, shapeOf(one)]),
  );
}
