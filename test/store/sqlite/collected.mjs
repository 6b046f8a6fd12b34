/** Run by driver.test.ts: statements and databases that nobody holds are collected, here and in a thread. */
import { setImmediate as turn } from "node:timers/promises";
import { isMainThread, Worker } from "node:worker_threads";
import Database from "better-sqlite3";

for (let round = 0; round < 20; round += 1) {
  const db = new Database(":memory:");
  for (let count = 0; count < 50; count += 1) db.prepare(`select ${count}`).get();
  db.pragma("user_version");
  if (round % 2 === 0) db.close();
  globalThis.gc();
  await turn();
  globalThis.gc();
}
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((done, failed) => worker.on("exit", done).on("error", failed));
  console.log("collected");
}
