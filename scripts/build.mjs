/**
 * Builds `dist/`: the server by esbuild (build-server.mjs), the web app by Vite, the documentation's assets by copying.
 *
 *   node scripts/build.mjs             builds
 *   node scripts/build.mjs --if-stale  builds when dist is missing or older than the sources, and
 *                                      does nothing where the builders are not installed
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
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

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
  const files = ["package.json", "package-lock.json"].map((name) => join(root, name));
  const newest = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(newestIn(join(root, "src")), newestIn(join(root, "scripts")), ...newest) > built;
}

function hasBuilders() {
  return existsSync(join(root, "src")) && existsSync(join(root, "node_modules/vite"));
}

async function build() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const { buildServer } = await import("./build-server.mjs");
  await buildServer(root);
  copyDocs();
  buildWeb();
  for (const folder of ["dist/docs", "dist/web"]) compressFiles(join(root, folder));
  checkFirstLoad(join(root, "dist/web"));
  writeFileSync(stamp, "");
}

/** First load of the app, in bytes of gzipped JavaScript: above it the build fails. */
const FIRST_LOAD_LIMIT = 230_000;

/** The web app, by Vite. */
function buildWeb() {
  const vite = join(dirname(require.resolve("vite/package.json")), "bin/vite.js");
  execFileSync(
    process.execPath,
    [vite, "build", "--config", "scripts/vite.config.ts", "--logLevel", "warn"],
    { cwd: root, stdio: "inherit" },
  );
}

/** What packs well; pictures do not. */
const COMPRESSIBLE = /\.(html|js|css|svg|webmanifest)$/;

/** Writes `.br` and `.gz` beside every text file, so that serving compresses nothing. */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
  }
}

/** Keeps the promise about the app's size; then the manifest has done its work. */
function checkFirstLoad(folder) {
  const size = firstLoadSize(folder);
  console.log(`web app: first load ${(size / 1000).toFixed(1)} kB of JavaScript, gzipped`);
  if (size > FIRST_LOAD_LIMIT) {
    throw new Error(`the first load is over ${FIRST_LOAD_LIMIT / 1000} kB`);
  }
  rmSync(join(folder, "manifest.json"));
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
  if (hasBuilders() && isStale()) await build();
  else if (!existsSync(stamp)) console.error("dist is missing and its builders are not installed");
} else {
  await build();
}
