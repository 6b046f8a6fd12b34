/**
 * `npm test`: format, lint, types, build, then every test file. Nothing is skipped, and a run without
 * tests is a failure. Arguments choose test files: `npm test -- test/server/records.test.ts`.
 */
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const chosen = process.argv.slice(2);

function run(title, command, args, env = {}) {
  const start = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  console.log(
    `# ${title}: ${status === 0 ? "ok" : "failed"} (${((Date.now() - start) / 1000).toFixed(1)} s)`,
  );
  if (status !== 0) process.exit(status ?? 1);
}

function testFiles() {
  return readdirSync(join(root, "test"), { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .sort()
    .map((file) => join("test", file));
}

/**
 * One PostgreSQL for the whole run. It ends with this process, however that ends: the pipe to its
 * input is what keeps it.
 */
async function startPostgres() {
  if (!(process.env.TEST_ENGINES ?? "postgres").includes("postgres")) {
    return { env: {}, stop() {} };
  }
  const child = spawn(process.execPath, ["--import", "tsx", "test/harness/postgres/run.ts"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).trim()));
    child.once("exit", (code) => reject(new Error(`PostgreSQL for the tests: exit ${code}`)));
  });
  const [url, ...version] = line.split(" ");
  console.log(`# ${version.join(" ")}`);
  return { env: { TEST_POSTGRES_URL: url }, stop: () => child.stdin.end() };
}

const bin = (name) => join(root, "node_modules/.bin", name);
const files = chosen.length > 0 ? chosen : testFiles();
if (files.length === 0) {
  console.error("there are no test files");
  process.exit(1);
}
if (chosen.length === 0) {
  run("format and lint", bin("biome"), ["ci", "."]);
  run("types", bin("tsc"), ["-p", "tsconfig.json"]);
  run("types of the web app", bin("tsc"), ["-p", "src/web/tsconfig.json"]);
  run("types of its tests", bin("tsc"), ["-p", "test/web/tsconfig.json"]);
}
run("build", process.execPath, ["scripts/build.mjs", "--if-stale"]);
const postgres = await startPostgres();
run(
  "tests",
  process.execPath,
  // A failed test may leave a database or a server open; its file then still ends.
  ["--import", "tsx", "--test", "--test-concurrency=2", "--test-force-exit", ...files],
  postgres.env,
);
postgres.stop();
