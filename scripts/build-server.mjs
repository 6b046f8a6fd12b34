/**
 * The program in few files: one for each entrance, and what several share in `chunks`, so that a start
 * opens a few files and not fifteen hundred. Native parts stay packages.
 */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** The command line, and what runs in threads of its own (`startThread`). */
const ENTRANCES = [
  "cli/main",
  "server/imports/worker",
  "store/sqlite/checkpoint-thread",
  "store/sqlite/statement-thread",
];

/** Packages with native parts, and one that `pg` only looks for. */
const NATIVE = ["better-sqlite3", "@node-rs/argon2", "pg-native"];

/** Packages inside that were written for `require` ask it for Node's own modules. */
const REQUIRE = `import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);`;

/** Writes `dist/` from `src/`: the code with the maps of its lines, and the migrations. */
export async function buildServer(root) {
  const src = join(root, "src");
  await build({
    absWorkingDir: root,
    entryPoints: ENTRANCES.map((name) => ({ in: join(src, `${name}.ts`), out: name })),
    outdir: join(root, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: NATIVE,
    banner: { js: REQUIRE },
    chunkNames: "chunks/[name]-[hash]",
    // Shorter texts start faster; the names of functions stay, and the maps say the lines.
    minifyWhitespace: true,
    minifySyntax: true,
    // The engine prints the line of what nobody caught.
    lineLimit: 200,
    sourcemap: true,
    sourcesContent: false,
    legalComments: "linked",
    plugins: [inAscii(src)],
    logLevel: "warning",
  });
  cpSync(join(src, "store/migrations"), join(root, "dist/store/migrations"), { recursive: true });
}

/**
 * Text with one character beyond Latin takes the engine two bytes for each of the file. The bundler
 * escapes them in strings, but not in patterns and templates.
 */
function inAscii(src) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "in-ascii",
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!path.startsWith(src)) return undefined;
        const text = readFileSync(path, "utf8");
        return { contents: text.replace(/[^\0-\x7f]/g, escaped), loader: "ts" };
      });
    },
  };
}
