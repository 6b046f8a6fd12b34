/** A change of zone on every engine: transfers, what can be brought back, and open previews move too. */
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { openEngine, openStore } from "../../src/store/open.ts";
import { migrateZone } from "../../src/store/zone.ts";
import { openApp, someone, type TestApp } from "../harness/app.ts";
import { commit, preview, purchaseRow, wechatBill } from "../harness/bills.ts";
import { made } from "../harness/book.ts";
import { type Engine, engines, freshDatabase } from "../harness/database.ts";
import { anotherAccount, assertProved } from "../harness/proof.ts";

async function database(t: TestContext, engine: Engine): Promise<string> {
  const fresh = await freshDatabase(engine);
  t.after(() => fresh.remove());
  return fresh.url;
}

async function changeZone(url: string, zone: string): Promise<void> {
  const opened = await openEngine({ url, zone, alone: true });
  await migrateZone(opened.db, zone, false);
  await opened.close();
}

/** A plain day and a time of day that falls on the day before in New York. */
const PLAIN = "2026-03-15";
const TIMED = "2026-03-15T08:00:00+08:00";

async function transfer(app: TestApp, owner: object, sides: object, date: string) {
  const made = await app.post("/api/transfers", { ...owner, ...sides, amount: 10, fee: 1, date });
  assert.equal(made.status, 200, made.text);
  return made.data.id as number;
}

async function restoreAll(app: TestApp, userId: number): Promise<void> {
  for (const { id } of (await app.get(`/api/history?userId=${userId}`)).data) {
    made(await app.post(`/api/history/${id}/restore`));
  }
}

for (const engine of engines()) {
  describe(`change of zone (${engine})`, () => {
    test("transfers and their fees, those that were deleted, and open previews", async (t) => {
      const url = await database(t, engine);
      const shanghai = await openApp({ url, zone: "Asia/Shanghai" });
      const { userId, accountId } = await someone(shanghai);
      const bank = await anotherAccount(shanghai, userId);
      const sides = { fromAccountId: accountId, toAccountId: bank };
      const ids: number[] = [];
      for (const date of [PLAIN, TIMED, PLAIN, TIMED]) {
        ids.push(await transfer(shanghai, { userId }, sides, date));
      }
      for (const id of ids.slice(2)) made(await shanghai.remove(`/api/transfers/${id}`));
      const bill = wechatBill([purchaseRow(14, { time: "2026-03-15 08:00:00" })]);
      const shown = await preview(shanghai, userId, bill);
      await shanghai.close();
      await changeZone(url, "America/New_York");

      const newYork = await openApp({ url, zone: "America/New_York" });
      t.after(() => newYork.close());
      await restoreAll(newYork, userId);
      const plain = "2026-03-15T04:00:00.000Z";
      const timed = "2026-03-15T00:00:00.000Z";
      for (const [index, id] of ids.entries()) {
        const { data } = await newYork.get(`/api/transfers/${id}`);
        assert.equal(data.date, index % 2 === 0 ? plain : timed);
      }
      const days = await newYork.get(`/api/transfers?userId=${userId}&startDate=2026-03-15`);
      assert.equal(days.data.length, 2);
      await commit(newYork, shown.id);
      assert.deepEqual((await newYork.get(`/api/records/days?userId=${userId}`)).data, [
        { date: "2026-03-15", income: 0, expense: 2, count: 2 },
        { date: "2026-03-14", income: 0, expense: 2 + 15.54, count: 3 },
      ]);
      await assertProved(newYork);
    });

    test("an emptied book takes the zone it is started in, and what comes back lies there", async (t) => {
      const url = await database(t, engine);
      const shanghai = await openApp({ url, zone: "Asia/Shanghai" });
      const { userId, accountId } = await someone(shanghai);
      const bank = await anotherAccount(shanghai, userId);
      const id = await transfer(
        shanghai,
        { userId },
        { fromAccountId: accountId, toAccountId: bank },
        TIMED,
      );
      await shanghai.close();
      await assert.rejects(
        openStore({ url, zone: "America/New_York" }),
        /时区 Asia\/Shanghai 记账/,
      );
      const again = await openApp({ url, zone: "Asia/Shanghai" });
      made(await again.remove(`/api/transfers/${id}`));
      await again.close();

      const newYork = await openApp({ url, zone: "America/New_York" });
      t.after(() => newYork.close());
      await restoreAll(newYork, userId);
      assert.deepEqual((await newYork.get(`/api/records/days?userId=${userId}`)).data, [
        { date: "2026-03-14", income: 0, expense: 1, count: 1 },
      ]);
      await assertProved(newYork);
    });
  });
}
