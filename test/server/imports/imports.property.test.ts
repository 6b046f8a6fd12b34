/** Whatever a bill holds, and in whatever pieces it comes, the book is the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  preview,
  purchaseRow,
  rowsOf,
  type WechatRow,
  wechatBill,
} from "../../harness/bills.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

/** Rows of every kind; some have no id, and some are equal to others. */
const bill = fc
  .array(
    fc.record({
      kind: fc.constantFrom("buy", "buy", "income", "withdraw", "closed", "noId"),
      index: fc.nat(12),
      method: fc.constantFrom("零钱", "招商银行(1186)"),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) => rows.map(({ kind, index, method }, at) => makeRow(kind, index, at, method)));

function makeRow(kind: string, index: number, at: number, method: string): WechatRow {
  const id = `4200009999${String(at).padStart(4, "0")}${String(index).padStart(6, "0")}`;
  const row = { ...purchaseRow(index, { method }), id };
  if (kind === "income") return { ...row, type: "转账", direction: "收入", status: "已存入零钱" };
  if (kind === "closed") return { ...row, status: "已关闭" };
  if (kind === "noId") return { ...row, id: "/" };
  if (kind !== "withdraw") return row;
  return {
    ...row,
    type: "零钱提现",
    direction: "/",
    method: "招商银行(1186)",
    status: "提现已到账",
    note: "服务费¥0.10",
  };
}

/** What a book says, without ids and clocks, in an order of its own. */
async function meaning(app: TestApp, userId: number): Promise<unknown> {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const names = new Map(accounts.map((one: { id: number; name: string }) => [one.id, one.name]));
  const records = (await app.get(`/api/records?userId=${userId}`)).data;
  const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    accounts: sorted(accounts.map((one: Record<string, unknown>) => [one.name, one.balance])),
    records: sorted(
      records.map((one: Record<string, unknown>) => [
        ...[names.get(one.accountId), one.type, one.amount, one.category, one.date],
        ...[one.description, one.externalId, one.rowKind],
      ]),
    ),
    transfers: sorted(
      transfers.map((one: Record<string, unknown>) => [
        ...[
          names.get(one.fromAccountId),
          names.get(one.toAccountId),
          one.amount,
          one.fee,
          one.date,
        ],
      ]),
    ),
    trend: (await app.get(`/api/statistics/trend?userId=${userId}`)).data,
  };
}

async function importAll(app: TestApp, userId: number, rows: WechatRow[]): Promise<void> {
  if (rows.length > 0) await commit(app, (await preview(app, userId, wechatBill(rows))).id);
}

onEveryEngine("imports in any shape", (open) => {
  test("a second import adds nothing, what is shown is written, and an undo restores all", async () => {
    const app = await open();
    await fc.assert(
      fc.asyncProperty(bill, async (rows) => {
        const { userId } = await someone(app);
        const empty = await bookOf(app, userId);
        const shown = await preview(app, userId, wechatBill(rows));
        const promised = (await rowsOf(app, shown.id)).filter(
          (row: { action: string }) => row.action === "import",
        );
        await commit(app, shown.id);
        const records = (await app.get(`/api/records?userId=${userId}`)).data;
        const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
        const written = [...records.filter((one: { transferId?: number }) => !one.transferId)];
        const figures = (list: Record<string, unknown>[]) =>
          list.map((one) => `${one.amount} ${one.fee ?? 0} ${one.category ?? ""}`).sort();
        assert.deepEqual(figures([...written, ...transfers]), figures(promised));
        const book = await bookOf(app, userId);
        await importAll(app, userId, rows);
        assert.equal(await bookOf(app, userId), book);
        await assertProved(app);
        assert.equal((await app.remove(`/api/imports/${shown.id}`)).status, 200);
        assert.deepEqual(await bookOf(app, userId), empty);
        await assertProved(app);
      }),
      { numRuns: 12 },
    );
    await app.close();
  });

  test("overlapping pieces in any order give what the whole gives", async () => {
    const app = await open();
    const pieces = bill.chain((rows) =>
      fc.record({
        rows: fc.constant(rows.filter((row) => row.id !== "/")),
        cuts: fc.tuple(fc.nat(rows.length), fc.nat(rows.length)),
        reversed: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(pieces, async ({ rows, cuts, reversed }) => {
        const [low, high] = [Math.min(...cuts), Math.max(...cuts)];
        const parts = [rows.slice(0, high), rows.slice(low)];
        if (reversed) parts.reverse();
        const whole = (await someone(app)).userId;
        const pieced = (await someone(app)).userId;
        await importAll(app, whole, rows);
        for (const part of parts) await importAll(app, pieced, part);
        assert.deepEqual(await meaning(app, pieced), await meaning(app, whole));
        await assertProved(app);
      }),
      { numRuns: 10 },
    );
    await app.close();
  });
});
