/** A service that is killed again and again while it makes up for a long stop: each occurrence has its money once. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import type { Db } from "../../src/store/db.ts";
import { openAsIs } from "../../src/store/open.ts";
import { proveDatabase } from "../../src/store/proof.ts";
import { sql } from "../../src/store/sql.ts";
import { openApp, someone } from "../harness/app.ts";
import { freshFolder } from "../harness/database.ts";
import { planOf, rent } from "../harness/plans.ts";
import { runCli, startService } from "../harness/process.ts";
import { until } from "../harness/until.ts";

const KILLS = 8;
const PLANS = 5;
/** From 1 January 2015 on, every day. */
const DAYS = 1000;
const LAST_DAY = "2017-09-26";
const ALL = PLANS * DAYS;

test(`${KILLS} kills while ${ALL} occurrences are made up for: each is booked once`, async () => {
  const folder = await freshFolder();
  const url = `file:${folder}/fenming.db`;
  const env = { DATABASE_URL: url, TZ: "Asia/Shanghai" };
  const owner = await makePlans(url);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const service = await startService({ env });
    await untilBooked(url, Math.floor((ALL * kill) / (KILLS + 1)));
    process.kill(service.pid, "SIGKILL");
    assert.deepEqual(await service.ended(), { code: null, signal: "SIGKILL" });
    await withStore(url, async (db) => {
      assert.deepEqual((await proveDatabase(db)).findings, [], `after kill ${kill}`);
    });
  }
  const last = await startService({ env });
  await untilBooked(url, ALL);
  await last.stop();
  await withStore(url, async (db) => {
    const booked = await db.read((query) =>
      query.get<{ count: number; dues: number; balance: number }>(sql`
        select count(*) as count, count(distinct plan_id || due) as dues,
          (select balance from accounts where id = ${owner.accountId}) as balance
        from records`),
    );
    assert.deepEqual({ ...booked }, { count: ALL, dues: ALL, balance: 10_000_000 - ALL });
  });
  assert.equal((await runCli(["check"], env)).code, 0);
  await rm(folder, { recursive: true, force: true });
});

async function withStore(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const store = await openAsIs({ url });
  try {
    await work(store.db);
  } finally {
    await store.close();
  }
}

/** Plans that a service of 2015 has made and that nobody has booked since. */
async function makePlans(url: string) {
  const app = await openApp({ url, now: Date.parse("2015-01-01T00:00:00+08:00") - 1 });
  const owner = await someone(app, { balance: 100_000 });
  for (let count = 0; count < PLANS; count += 1) {
    const daily = { every: { unit: "day" }, days: undefined, amount: 0.01 };
    await planOf(app, { ...rent(owner), ...daily, startDate: "2015-01-01", endDate: LAST_DAY });
  }
  await app.close();
  return owner;
}

/** Waits until so many occurrences are booked: that the service goes on to the end, is what is tested. */
async function untilBooked(url: string, count: number): Promise<void> {
  await withStore(url, async (db) => {
    const booked = () =>
      db.read((query) => query.get<{ count: number }>(sql`select count(*) as count from records`));
    await until(`${count} booked`, async () => ((await booked())?.count ?? 0) >= count, 2);
  });
}
