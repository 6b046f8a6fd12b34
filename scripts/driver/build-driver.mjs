/**
 * Compiles the SQLite driver once more where it was compiled with headers that let Node end the process
 * when a statement is collected: late releases of Node 24, on a machine that could not download the
 * finished driver. Everywhere else it does nothing.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const driver = join(root, "node_modules/better-sqlite3/build/Release/better_sqlite3.node");

/** Whether its objects take hooks back, by the name of the function that they would call. */
function endsTheProcess() {
  return existsSync(driver) && readFileSync(driver).includes("RemoveEnvironmentCleanupHook");
}

if (endsTheProcess()) {
  console.log("the SQLite driver is compiled again, for this release of Node; some two minutes");
  // The compiler runs in the driver's folder `build`.
  const flags = `-include ../../../scripts/driver/object-wrap.h ${process.env.CXXFLAGS ?? ""}`;
  execFileSync("npm", ["rebuild", "better-sqlite3"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, CXXFLAGS: flags, npm_config_build_from_source: "better-sqlite3" },
  });
  if (endsTheProcess()) throw new Error("the SQLite driver still has the hooks");
}
