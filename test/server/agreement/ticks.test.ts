/** Ticks of a sheet in the history: one entry a request, which can be taken back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { made } from "../../harness/book.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

interface Row {
  record?: { id: number };
  transfer?: { id: number };
  adjustment?: { id: number };
  ticked: boolean;
}

onEveryEngine("ticks in the history", (open) => {
  test("one request is one entry, of the lines that it changed, and is taken back alone", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 100 });
    const other = await anotherAccount(app, userId);
    const spent = { userId, accountId, type: "expense", category: "餐饮", date: "2026-03-01" };
    const records: number[] = [];
    for (const amount of [1, 2, 3]) {
      records.push(made(await app.post("/api/records", { ...spent, amount })).id);
    }
    const moved = { userId, fromAccountId: accountId, toAccountId: other, amount: 5 };
    const transfer = made(await app.post("/api/transfers", { ...moved, date: "2026-03-02" })).id;
    const set = { userId, accountId, amount: 4, date: "2026-03-03" };
    const adjustment = made(await app.post("/api/adjustments", set)).id;
    const book = await bookOf(app, userId);
    const path = `/api/accounts/${accountId}/ticks`;
    const ticked = async () => {
      const { rows } = made(await app.get(`/api/accounts/${accountId}/sheet`));
      return (rows as Row[])
        .filter((row) => row.ticked)
        .map(({ record, transfer, adjustment }) =>
          record ? `r${record.id}` : transfer ? `t${transfer.id}` : `a${adjustment?.id}`,
        )
        .sort();
    };
    made(await app.put(path, { records: records.slice(0, 1), ticked: true }));
    const all = { records, transfers: [transfer], adjustments: [adjustment] };
    const answer = await app.put(path, { ...all, ticked: true });
    assert.deepEqual(answer.data, { count: 4 });
    assert.equal((await ticked()).length, 5);
    const entries = made(await app.get(`/api/history?userId=${userId}&noun=ticks`));
    assert.equal(entries.length, 2, "an entry for each request");
    const [last] = entries;
    assert.deepEqual(last.version, {
      ...{ id: accountId, userId, ticked: false },
      ...{ records: records.slice(1), transfers: [transfer], adjustments: [adjustment] },
    });
    assert.deepEqual(last.changed, { from: { ticked: false }, to: { ticked: true } });
    assert.deepEqual([last.count, last.restorable, entries[1].restorable], [1, true, false]);
    // What changes nothing is no act.
    const again = await app.put(path, { ...all, ticked: true });
    assert.deepEqual([again.data, again.headers["history-act"]], [{ count: 0 }, undefined]);
    const act = answer.headers["history-act"];
    assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
    assert.deepEqual(await ticked(), [`r${records[0]}`]);
    const off = await app.put(path, { records: records.slice(0, 2), ticked: false });
    assert.deepEqual([off.data, await ticked()], [{ count: 1 }, []]);
    const [entry] = made(await app.get(`/api/history?userId=${userId}&noun=ticks`));
    assert.deepEqual([entry.version.ticked, entry.version.records], [true, [records[0]]]);
    assert.equal((await app.post(`/api/history/${entry.id}/restore`)).status, 200);
    assert.deepEqual(await ticked(), [`r${records[0]}`]);
    assert.equal(await bookOf(app, userId), book, "no money moved");
    const refused = await app.put(path, { records: [records[1], 999_999], ticked: true });
    assert.equal(refused.status, 404);
    assert.equal(made(await app.get(`/api/history?userId=${userId}&noun=ticks`)).length, 3);
    await assertProved(app);
    await app.close();
  });
});
