/** What the service gives back while nobody asks. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freshFolder } from "../harness/database.ts";
import { send, someoneAt, startService } from "../harness/process.ts";
import { until } from "../harness/until.ts";

/** Memory of a process in MB, as Linux tells it. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test("a service that nobody asks gives back what its start took, and answers as before", async () => {
  const folder = await freshFolder();
  const service = await startService({ env: { DATABASE_URL: `file:${join(folder, "f.db")}` } });
  try {
    if (existsSync("/proc/self/status")) {
      let most = memoryOf(service.pid);
      await until("memory is given back", () => {
        const now = memoryOf(service.pid);
        most = Math.max(most, now);
        return now < most - 5;
      });
    }
    const { userId } = await someoneAt(service.url);
    const { status } = await send(service.url, "GET", `/api/records?userId=${userId}`);
    assert.equal(status, 200);
  } finally {
    assert.equal((await service.stop()).code, 0);
  }
});
