/**
 * Run by driver.test.ts: statements and databases that nobody holds are collected, here and in a thread,
 * also by the engine's own tasks between two turns of the event loop, which run outside any context.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, Worker } from "node:worker_threads";
import Database from "better-sqlite3";

let held;
for (let round = 0; round < 300; round += 1) {
  const db = new Database(":memory:");
  for (let count = 0; count < 10; count += 1) db.prepare(`select ${count}`).get();
  if (round % 2 === 0) db.close();
  held = Array.from({ length: 8_000 }, (_, index) => ({ index }));
  await wait(0);
}
if (held === undefined) throw new Error("nothing was made");
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((done, failed) => worker.on("exit", done).on("error", failed));
  console.log("collected");
}
