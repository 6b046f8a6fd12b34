/**
 * `npm test`: format, lint, types, build, then every test file. Nothing is skipped, and a run without
 * tests is a failure. Arguments choose test files: `npm test -- test/server/records/records.test.ts`.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

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

/** Files of one folder share a process: loading the service takes longer than many of them. */
const MOST_TOGETHER = 12;
/** A browser for all flows, in a process of its own. */
const FLOWS = "test/web/app.test.ts";
/** What takes longest begins first, so that both cores are busy to the end. */
const LONGEST = [FLOWS, "test/contract/"];

/** What each process runs, in the order in which they begin. */
function processes(files, folder) {
  const groups = new Map();
  for (const file of files) {
    const group = file === FLOWS ? file : file.split("/")[1];
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  const lots = [...groups.values()].flatMap((group) => inLots(group));
  const weight = ([file, ...more]) => {
    const at = LONGEST.findIndex((path) => file.startsWith(path));
    return at === -1 ? more.length : 2 * MOST_TOGETHER - at;
  };
  lots.sort((a, b) => weight(b) - weight(a));
  return lots.map((lot, index) => {
    // The runner takes files by their names.
    const turn = String(index).padStart(3, "0");
    const path = join(folder, `${turn}-${lot[0].split("/").slice(1, -1).join("-")}.mjs`);
    const urls = lot.map((file) => pathToFileURL(join(root, file)).href);
    writeFileSync(path, urls.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
    return path;
  });
}

function inLots(group) {
  const count = Math.ceil(group.length / MOST_TOGETHER);
  const lots = Array.from({ length: count }, () => []);
  for (const [index, file] of group.entries()) lots[index % count].push(file);
  return lots;
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
const folder = mkdtempSync(join(tmpdir(), "fenming-tests-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const results = join(folder, "results.tap");
/** A process of tests that never ends is ended and named: far more than the longest of them takes. */
const MOST_MS = 40 * 60_000;
const RUNNER = [
  ...["--import", "tsx", "--import", pathToFileURL(join(root, "test/harness/seed.ts")).href],
  ...["--test", "--test-force-exit"],
];

function runTests() {
  const start = Date.now();
  const { status } = spawnSync(
    process.execPath,
    // A failed test may leave a database or a server open; its file then still ends.
    [
      ...RUNNER,
      // It tells what failed once more at the end, where a cut log still has it.
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...["--test-reporter=tap", `--test-reporter-destination=${results}`],
      // One more than the cores of a small machine: many tests wait for a browser, a disk or a clock.
      "--test-concurrency=3",
      `--test-timeout=${MOST_MS}`,
      ...processes(files, folder),
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...postgres.env } },
  );
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`# tests: ${status === 0 ? "ok" : "failed"} (${seconds} s)`);
  return status;
}

/** The names of the failed tests; undefined when one of them is no flow of a browser. */
function failedFlows() {
  const text = readFileSync(results, "utf8");
  const failed = text.matchAll(
    /^ *not ok \d+ - (.*)\n(?: *---\n)(?:.*\n){0,4}? *location: '(.*)'$/gm,
  );
  const names = [];
  for (const [, name, location] of failed) {
    if (!/\/test\/web\/flows\//.test(location)) return undefined;
    names.push(name.replace(/\\([#\\])/g, "$1"));
  }
  // What this does not understand has failed.
  const isAll = names.length === text.match(/^ *not ok /gm)?.length;
  return isAll && names.length <= MOST_AGAIN ? names : undefined;
}

/** More than these are no accident of a busy machine. */
const MOST_AGAIN = 3;

/**
 * A browser on a busy machine fails now and then for reasons of its own. A few flows that failed, and
 * nothing else, are run once more by themselves, and named: what fails then has failed.
 */
function runAgain(names) {
  console.log(`# ran once more: ${names.join("; ")}`);
  const patterns = names.map((name) => `^${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`);
  run(
    "flows that were run once more",
    process.execPath,
    [
      ...RUNNER,
      "--test-reporter=spec",
      ...patterns.map((pattern) => `--test-name-pattern=${pattern}`),
      "test/web/app.test.ts",
    ],
    postgres.env,
  );
}

const status = runTests();
if (status !== 0) {
  const names = failedFlows();
  if (names === undefined) process.exit(status ?? 1);
  runAgain(names);
}
postgres.stop();
