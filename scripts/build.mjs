/**
 * Builds `dist/`: the server by TypeScript, the web app by Vite, the SQL and the documentation's assets by copying.
 *
 *   node scripts/build.mjs             builds
 *   node scripts/build.mjs --if-stale  builds when dist is missing or older than the sources, and
 *                                      does nothing where the compiler is not installed
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const stamp = join(root, "dist", ".built");

function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) {
      newest = Math.max(newest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
    }
  }
  return newest;
}

function isStale() {
  if (!existsSync(stamp)) return true;
  if (!existsSync(join(root, "src"))) return false;
  const built = statSync(stamp).mtimeMs;
  return (
    newestIn(join(root, "src")) > built || statSync(join(root, "package.json")).mtimeMs > built
  );
}

function hasCompiler() {
  return existsSync(join(root, "src")) && existsSync(join(root, "node_modules/typescript"));
}

function build() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  cpSync(join(root, "src/store/migrations"), join(root, "dist/store/migrations"), {
    recursive: true,
  });
  copyDocs();
  buildWeb();
  writeFileSync(stamp, "");
}

/** First load of the app, in bytes of gzipped JavaScript: above it the build fails. */
const FIRST_LOAD_LIMIT = 300_000;

/** The web app, by Vite; and the promise about its size, kept here. */
function buildWeb() {
  const vite = join(dirname(require.resolve("vite/package.json")), "bin/vite.js");
  execFileSync(
    process.execPath,
    [vite, "build", "--config", "scripts/vite.config.ts", "--logLevel", "warn"],
    { cwd: root, stdio: "inherit" },
  );
  const size = firstLoadSize(join(root, "dist/web"));
  console.log(`web app: first load ${(size / 1000).toFixed(1)} kB of JavaScript, gzipped`);
  if (size > FIRST_LOAD_LIMIT) {
    throw new Error(`the first load is over ${FIRST_LOAD_LIMIT / 1000} kB`);
  }
}

/** The entry and everything that it imports at once, as the bundler's manifest says. */
function firstLoadSize(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const chunks = new Set();
  const visit = (key) => {
    if (chunks.has(key)) return;
    chunks.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of Object.keys(manifest)) if (manifest[key].isEntry) visit(key);
  return [...chunks]
    .map((key) => statSync(join(folder, `${manifest[key].file}.gz`)).size)
    .reduce((sum, size) => sum + size, 0);
}

/** Swagger UI is bundled with the package, so that `/docs` needs no network and no dependency. */
function copyDocs() {
  const from = dirname(require.resolve("swagger-ui-dist/package.json"));
  mkdirSync(join(root, "dist/docs"), { recursive: true });
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js", "LICENSE"]) {
    cpSync(join(from, file), join(root, "dist/docs", file));
  }
}

if (process.argv.includes("--if-stale")) {
  if (hasCompiler() && isStale()) build();
  else if (!existsSync(stamp)) console.error("dist is missing and the compiler is not installed");
} else {
  build();
}
