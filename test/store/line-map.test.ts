/** Places of a built file in its sources, against what Node's own reader of source maps says. */
import assert from "node:assert/strict";
import { SourceMap } from "node:module";
import { test } from "node:test";
import { transform } from "esbuild";
import { LineMap } from "../../src/store/line-map.ts";

const SOURCE = `
export interface One { name: string }
/** A text. */
export function first(ones: readonly One[]): string {
  const [one] = ones;
  if (one === undefined) throw new Error("none, and a rather long text about it, so that lines are broken");
  return \`\${one.name} and \${ones.map(({ name }) => name.toUpperCase()).join(", ")}\`;
}
export class Other { readonly #own = first([]); get own(): string { return this.#own; } }
`;

test("every place of a file comes from where Node says that it does", async () => {
  const { code, map } = await transform(SOURCE, {
    ...{ loader: "ts", sourcemap: "external", sourcefile: "one.ts" },
    ...{ minifyWhitespace: true, minifySyntax: true, lineLimit: 60 },
  });
  const [own, node] = [new LineMap(map), new SourceMap(JSON.parse(map))];
  const lines = code.split("\n");
  assert.ok(lines.length > 5, "several lines");
  let known = 0;
  for (const [line, text] of lines.entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const found = own.find(line, column);
      const entry = node.findEntry(line, column);
      // A place before the first of a line is none of the line before.
      if (!("originalSource" in entry) || entry.generatedLine !== line) continue;
      known += 1;
      assert.deepEqual(found, {
        source: entry.originalSource,
        line: entry.originalLine,
        column: entry.originalColumn,
      });
    }
  }
  assert.ok(known > 200, `${known} places`);
  assert.equal(own.find(lines.length + 5, 0), undefined);
});
