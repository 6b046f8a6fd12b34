/** What comes back from the history while its line of a bill is in the book as something else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  PAYMENT_AT_BANK,
  PAYMENT_IN_WALLET,
  preview,
  purchaseRow,
  rowsOf,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { made } from "../../harness/book.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

const LUNCH = purchaseRow(1, { who: "瑞幸咖啡", what: "美式", yuan: "9.90" });
const WITHDRAWAL = withdrawalRow(4);
const FILE = wechatBill([LUNCH, WITHDRAWAL]);

type Entry = { id: number; noun: string; nounId: number; change: string; restorable: boolean };

const listOf = async (app: TestApp, path: string, userId: number) =>
  (await app.get(`/api/${path}?userId=${userId}`)).data;
const recordsOf = async (app: TestApp, userId: number) =>
  (await listOf(app, "records", userId)).filter(
    ({ transferId }: { transferId?: number }) => transferId === undefined,
  );

async function importNew(app: TestApp, userId: number, file = FILE) {
  const shown = await preview(app, userId, file);
  await commit(app, shown.id);
  return shown.id;
}

/** A first import, into accounts that are there: what it booked. */
async function importBoth(app: TestApp, userId: number) {
  await anotherAccount(app, userId, { name: "微信零钱" });
  await anotherAccount(app, userId, { name: "招商银行" });
  const first = await importNew(app, userId);
  const [record] = await recordsOf(app, userId);
  const [transfer] = await listOf(app, "transfers", userId);
  return { first, record, transfer };
}

/** Books again what was deleted by hand, as the user wants. */
async function importAgain(app: TestApp, userId: number, file = FILE) {
  const shown = await preview(app, userId, file);
  const numbers = shown.rows.map(({ number }: { number: number }) => number);
  made(await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers, action: "import" }] }));
  await commit(app, shown.id);
  return shown.id;
}

/** The newest entry of a record or transfer. */
async function entryOf(app: TestApp, userId: number, noun: string, id: number) {
  const entries: Entry[] = await listOf(app, "history", userId);
  const entry = entries.find((one) => one.noun === noun && one.nounId === id);
  assert.ok(entry !== undefined, `${noun} ${id} has no history`);
  return entry;
}

const restore = (app: TestApp, { id }: { id: number }) => app.post(`/api/history/${id}/restore`);

/** Refused with the reason, and nothing has changed: the book, the history, what a preview says. */
async function assertRefused(app: TestApp, userId: number, entry: { id: number }, why: RegExp) {
  const before = [await bookOf(app, userId), await listOf(app, "history", userId)];
  const refused = await restore(app, entry);
  assert.equal(refused.status, 409, refused.text);
  assert.match(refused.message as string, why);
  assert.deepEqual([await bookOf(app, userId), await listOf(app, "history", userId)], before);
  await assertProved(app);
}

async function assertKnown(app: TestApp, userId: number, file = FILE) {
  const shown = await preview(app, userId, file);
  assert.equal(countOf(shown, "known"), shown.rowCount);
  await app.remove(`/api/imports/${shown.id}`);
}

onEveryEngine("restoring what a bill's line is booked as", (open) => {
  test("a record and a transfer whose lines were imported anew are not booked twice", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await importNew(app, userId);
    const [record] = await recordsOf(app, userId);
    const [transfer] = await listOf(app, "transfers", userId);
    made(await app.remove(`/api/records/${record.id}`));
    made(await app.remove(`/api/transfers/${transfer.id}`));
    await importAgain(app, userId);
    const [newRecord] = await recordsOf(app, userId);
    const [newTransfer] = await listOf(app, "transfers", userId);
    const ofRecord = await entryOf(app, userId, "record", record.id);
    const ofTransfer = await entryOf(app, userId, "transfer", transfer.id);
    await assertRefused(app, userId, ofRecord, new RegExp(`已记为记录 ${newRecord.id}，`));
    await assertRefused(app, userId, ofTransfer, new RegExp(`已记为转账 ${newTransfer.id}，`));
    // Once the other is deleted it comes back, and the other does not.
    made(await app.remove(`/api/records/${newRecord.id}`));
    made(await app.remove(`/api/transfers/${newTransfer.id}`));
    made(await restore(app, ofRecord));
    made(await restore(app, ofTransfer));
    const newOnes = [
      await entryOf(app, userId, "record", newRecord.id),
      await entryOf(app, userId, "transfer", newTransfer.id),
    ];
    await assertRefused(app, userId, newOnes[0] as Entry, new RegExp(`记录 ${record.id}，`));
    await assertRefused(app, userId, newOnes[1] as Entry, new RegExp(`转账 ${transfer.id}，`));
    await assertKnown(app, userId);
    await app.close();
  });

  test("what an undo took comes back only while its line is not booked anew", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const { first, record, transfer } = await importBoth(app, userId);
    made(await app.remove(`/api/imports/${first}`));
    made(await app.remove(`/api/imports/${first}`));
    const second = await importNew(app, userId);
    const entries = [
      await entryOf(app, userId, "record", record.id),
      await entryOf(app, userId, "transfer", transfer.id),
    ];
    for (const entry of entries) await assertRefused(app, userId, entry, /同一行账单已记为/);
    made(await app.remove(`/api/imports/${second}`));
    for (const entry of entries) made(await restore(app, entry));
    assert.equal((await recordsOf(app, userId)).length, 1);
    await assertKnown(app, userId);
    await assertProved(app);
    await app.close();
  });

  test("an account with all in it stays away while one of its lines is booked elsewhere", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const wallet = await anotherAccount(app, userId, { name: "微信零钱", balance: 5 });
    await importNew(app, userId);
    const [record] = await recordsOf(app, userId);
    assert.equal(record.accountId, wallet);
    made(await app.remove(`/api/accounts/${wallet}?cascade=true`));
    const entry = await entryOf(app, userId, "account", wallet);
    await importAgain(app, userId, wechatBill([LUNCH]));
    const [anew] = await recordsOf(app, userId);
    await assertRefused(app, userId, entry, new RegExp(`已记为记录 ${anew.id}，`));
    made(await app.remove(`/api/records/${anew.id}`));
    made(await restore(app, entry));
    await assertKnown(app, userId);
    await assertProved(app);
    await app.close();
  });

  test("a record by hand that a line was merged into, when the line has been booked since", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const byHand = { userId, accountId, type: "expense", amount: 9.9, category: "餐饮" };
    const record = made(
      await app.post("/api/records", { ...byHand, date: LUNCH.time.slice(0, 10) }),
    );
    const file = wechatBill([LUNCH]);
    const shown = await preview(app, userId, file);
    made(await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "merge" }] }));
    await commit(app, shown.id);
    made(await app.remove(`/api/records/${record.id}`));
    await importAgain(app, userId, file);
    const [anew] = await recordsOf(app, userId);
    const entry = await entryOf(app, userId, "record", record.id);
    await assertRefused(app, userId, entry, new RegExp(`已记为记录 ${anew.id}，`));
    await app.close();
  });

  test("restored after an undo and deleted by hand: removed, as every other line, and kept so", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const { first, record, transfer } = await importBoth(app, userId);
    made(await app.remove(`/api/imports/${first}`));
    made(await restore(app, await entryOf(app, userId, "record", record.id)));
    made(await restore(app, await entryOf(app, userId, "transfer", transfer.id)));
    made(await app.remove(`/api/records/${record.id}`));
    made(await app.remove(`/api/transfers/${transfer.id}`));
    const shown = await preview(app, userId, FILE);
    assert.deepEqual([countOf(shown, "removed"), shown.booked], [2, 0]);
    // A book that is taken elsewhere knows it too.
    const file = (await app.get(`/api/export?userId=${userId}&format=json`)).text;
    const other = made(await app.post("/api/users", { name: "乙", email: "yi@example.com" })).id;
    const form = new FormData();
    form.set("userId", String(other));
    form.set("file", new Blob([file]), "book.json");
    made(await app.post("/api/book", form));
    assert.equal(countOf(await preview(app, other, FILE), "removed"), 2);
    await app.close();
  });

  test("a restore and a commit at once: one of them is refused, whichever is second", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const wallet = await anotherAccount(app, userId, { name: "微信零钱", balance: 100 });
    const file = wechatBill([LUNCH]);
    await importNew(app, userId, file);
    for (let round = 0; round < 6; round++) {
      const [record] = await recordsOf(app, userId);
      made(await app.remove(`/api/records/${record.id}`));
      const shown = await preview(app, userId, file);
      made(
        await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "import" }] }),
      );
      const entry = await entryOf(app, userId, "record", record.id);
      const asked = [() => restore(app, entry), () => app.post(`/api/imports/${shown.id}/commit`)];
      if (round % 2 === 1) asked.reverse();
      const answers = await Promise.all(asked.map((ask) => ask()));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      assert.equal((await recordsOf(app, userId)).length, 1);
      assert.equal(await balanceOf(app, wallet), 90.1);
      await assertProved(app);
    }
    await app.close();
  });
});

onEveryEngine("restoring a side of a transfer that was made of two", (open) => {
  /** The record of the arrival, by the wallet's bill or by hand, and the transfer in its place. */
  async function joined(app: TestApp, how: "bill" | "hand") {
    const { userId } = await someone(app);
    const wallet = await anotherAccount(app, userId, { name: "微信零钱" });
    const card = await anotherAccount(app, userId, { name: "招商银行" });
    const arrival = how === "bill" ? await importNew(app, userId, PAYMENT_IN_WALLET) : undefined;
    if (how === "hand") {
      const income = { userId, accountId: wallet, type: "income", amount: 500, category: "其他" };
      const body = { ...income, description: "转入", date: "2026-03-05" };
      made(await app.post("/api/records", body));
    }
    const [record] = await recordsOf(app, userId);
    const shown = await preview(app, userId, PAYMENT_AT_BANK, { account: card });
    assert.equal(shown.rows[0].suggestion.recordId, record.id);
    made(await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "merge" }] }));
    await commit(app, shown.id);
    const [transfer] = await listOf(app, "transfers", userId);
    const balances = async () => [await balanceOf(app, wallet), await balanceOf(app, card)];
    assert.deepEqual(await balances(), [500, -500]);
    return { userId, card, arrival, record, transfer, balances, importId: shown.id };
  }

  for (const how of ["bill", "hand"] as const) {
    test(`the record, known by ${how}, and the transfer are never in the book together`, async () => {
      const app = await open();
      const { userId, card, record, transfer, balances, importId } = await joined(app, how);
      const ofRecord = await entryOf(app, userId, "record", record.id);
      await assertRefused(app, userId, ofRecord, new RegExp(`已记为转账 ${transfer.id}，`));
      made(await app.remove(`/api/transfers/${transfer.id}`));
      const ofTransfer = await entryOf(app, userId, "transfer", transfer.id);
      made(await restore(app, ofRecord));
      assert.deepEqual(await balances(), [500, 0]);
      await assertRefused(app, userId, ofTransfer, new RegExp(`已记为记录 ${record.id}，`));
      if (how === "bill") await assertKnown(app, userId, PAYMENT_IN_WALLET);
      made(await app.remove(`/api/records/${record.id}`));
      made(await restore(app, ofTransfer));
      assert.deepEqual(await balances(), [500, -500]);
      if (how === "bill") await assertKnown(app, userId, PAYMENT_IN_WALLET);
      made(await app.remove(`/api/imports/${importId}`));
      assert.deepEqual(await balances(), [500, 0]);
      const again = await entryOf(app, userId, "transfer", transfer.id);
      await assertRefused(app, userId, again, new RegExp(`已记为记录 ${record.id}，`));
      const [row] = await rowsOf(
        app,
        (await preview(app, userId, PAYMENT_AT_BANK, { account: card })).id,
      );
      assert.equal(row.fate, "similar");
      await assertProved(app);
      await app.close();
    });
  }

  test("both imports undone, in either order: neither side is left", async () => {
    for (const order of ["arrival first", "transfer first"]) {
      const app = await open();
      const { userId, arrival, importId, balances } = await joined(app, "bill");
      const ids = order === "arrival first" ? [arrival, importId] : [importId, arrival];
      for (const id of ids) made(await app.remove(`/api/imports/${id}`));
      assert.deepEqual(await balances(), [0, 0], order);
      assert.deepEqual(await recordsOf(app, userId), []);
      assert.equal(countOf(await preview(app, userId, PAYMENT_IN_WALLET), "new"), 1);
      await assertProved(app);
      await app.close();
    }
  });
});
