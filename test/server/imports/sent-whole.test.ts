/** A preview that is sent back as GET has shown it, and the cursors of its rows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { book, during, made, openAccount } from "../../harness/book.ts";

onEveryEngine("a preview sent back", (open) => {
  test("what GET answers changes nothing sent back whole; what was changed in it is decided", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const { userId } = owner;
    await book(app, owner, { amount: 12.34, date: "2026-03-01", description: "商户2" });
    const bank = await openAccount(app, userId);
    const bill = wechatBill([purchaseRow(1), purchaseRow(2), purchaseRow(3)]);
    const { id } = await preview(app, userId, bill);
    const path = `/api/imports/${id}`;
    const shown = await app.get(path);
    now += 1000;
    const whole = shown.data;
    const rowsAnswered = made(await app.get(`${path}/rows`));
    for (const body of [{}, whole, { ...whole, rows: rowsAnswered }, { rows: [], accounts: [] }]) {
      const answer = await app.put(path, body);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers["ignored-fields"], undefined);
      assert.equal((await app.get(path)).text, shown.text);
    }
    const rows = whole.rows.map((row: { number: number }) =>
      row.number === 2 ? { ...row, category: "水果", kind: null } : row,
    );
    const accounts = whole.accounts.map((account: object) => ({ ...account, accountId: bank }));
    const changed = made(await app.put(path, { ...whole, rows, accounts }));
    assert.deepEqual(
      changed.rows.map((row: { category: string; decided: boolean }) => [
        row.category,
        row.decided,
      ]),
      whole.rows.map((row: { number: number; category: string }) =>
        row.number === 2 ? ["水果", true] : [row.category, false],
      ),
    );
    assert.equal(changed.accounts[0].accountId, bank);
    // It has changed: what was shown before is another version by now (decisions W1).
    assert.equal((await app.put(path, whole)).status, 409);
    for (const [row, status] of [
      [{ number: 99, category: "x" }, 404],
      [{ category: "x" }, 400],
    ] as const) {
      assert.equal((await app.put(path, { rows: [row] })).status, status);
    }
  });

  test("a cursor that no page has given is 400", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const { id } = await preview(app, userId, wechatBill([purchaseRow(1), purchaseRow(2)]));
    const path = `/api/imports/${id}/rows`;
    const first = await app.get(`${path}?limit=1`);
    const next = first.headers["next-cursor"];
    assert.equal(made(await app.get(`${path}?limit=1&cursor=${next}`))[0].number, 2);
    for (const cursor of ["zzz", "-5", "0x1", "0", "1.5", "1e3", "9".repeat(40)]) {
      const answer = await app.get(`${path}?cursor=${cursor}`);
      assert.equal(answer.status, 400, cursor);
      assert.match(answer.message as string, /游标（cursor）/);
    }
  });

  test("a field of the form that is given twice is refused", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const form = new FormData();
    form.append("userId", String(userId));
    for (const currency of ["CNY", "USD"]) form.append("currency", currency);
    form.append("file", new Blob([wechatBill([purchaseRow(1)])]), "bill.csv");
    const answer = await app.post("/api/imports", form);
    assert.equal(answer.status, 400);
    assert.match(answer.message as string, /货币（currency）/);
    assert.deepEqual(made(await app.get(`/api/imports?userId=${userId}`)), []);
  });
});
