/** One act is what one request changed: one line of the history, taken back as one or not at all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  preview,
  purchaseRow,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { book, made } from "../../harness/book.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";
import { bearing, ownSignIn, register } from "../../harness/sign-in.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");

interface Act {
  id: number;
  count: number;
  kinds: { noun: string; change: string; count: number }[];
  changed?: { from?: Record<string, unknown>; to: Record<string, unknown> };
  version: Record<string, unknown>;
  restorable: boolean;
}

const actOf = ({ headers }: Answer) => headers["history-act"];
const listOf = async (app: TestApp, path: string, userId: number) =>
  made(await app.get(`/api/${path}${path.includes("?") ? "&" : "?"}userId=${userId}`));
const actsOf = (app: TestApp, userId: number): Promise<Act[]> =>
  listOf(app, "history/acts", userId);
const takeBack = (app: TestApp, act: unknown) => app.post(`/api/history/acts/${act}/restore`);
const bulk = (app: TestApp, userId: number, ids: number[], body: object) =>
  app.post("/api/records/bulk", { userId, ids, ...body });

/** The answers of a book without the times of change, which a restore moves. */
const timeless = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");

/** Refused, and neither the book nor its history has changed. */
async function assertChanged(app: TestApp, userId: number, act: unknown): Promise<void> {
  const before = [await bookOf(app, userId), await listOf(app, "history", userId)];
  const refused = await takeBack(app, act);
  assert.deepEqual([refused.status, refused.message], [409, "此后又有改动，不能恢复"]);
  assert.deepEqual([await bookOf(app, userId), await listOf(app, "history", userId)], before);
  await assertProved(app);
}

onEveryEngine("acts of the history", (open) => {
  test("a bulk change is one act with what it changed, and goes back as one", async () => {
    const app = await open({ now: START });
    const owner = await someone(app, { balance: 100 });
    const { userId } = owner;
    const ids: number[] = [];
    for (const amount of [1, 2, 3]) ids.push((await book(app, owner, { amount })).id);
    const card = await anotherAccount(app, userId);
    const before = timeless(await bookOf(app, userId));
    const changed = await bulk(app, userId, ids, {
      action: "change",
      category: "零食",
      accountId: card,
    });
    const [act] = await actsOf(app, userId);
    assert.equal(String(act?.id), actOf(changed));
    assert.deepEqual(
      [act?.count, act?.kinds, act?.restorable],
      [3, [{ noun: "record", change: "update", count: 3 }], true],
    );
    assert.deepEqual(act?.changed, {
      from: { category: "餐饮", accountId: owner.accountId },
      to: { category: "零食", accountId: card },
    });
    const entries = await listOf(app, `history?actId=${act?.id}`, userId);
    assert.deepEqual(
      entries.map((one: { actId: number; count: number }) => [one.actId, one.count]),
      [1, 2, 3].map(() => [act?.id, 3]),
    );
    const back = await takeBack(app, act?.id);
    assert.deepEqual(made(back), { id: act?.id, count: 3 });
    assert.equal(back.message, "已恢复");
    assert.equal(timeless(await bookOf(app, userId)), before);
    assert.equal((await actsOf(app, userId))[0]?.restorable, false);
    await assertChanged(app, userId, act?.id);
    await app.close();
  });

  test("from is told only where all had the same, to only where all got the same", async () => {
    const app = await open({ now: START });
    const owner = await someone(app);
    const { userId } = owner;
    const ids = [(await book(app, owner)).id, (await book(app, owner, { category: "交通" })).id];
    await bulk(app, userId, ids, { action: "change", category: "杂项" });
    assert.deepEqual((await actsOf(app, userId))[0]?.changed, { to: { category: "杂项" } });
    await app.put(`/api/records/${ids[0]}`, { amount: 7.5, date: "2026-03-01", description: "早" });
    assert.deepEqual((await actsOf(app, userId))[0]?.changed, {
      from: { amount: 35.5, date: "2026-03-15", description: null },
      to: { amount: 7.5, date: "2026-03-01", description: "早" },
    });
    await app.remove(`/api/records/${ids[1]}`);
    assert.equal((await actsOf(app, userId))[0]?.changed, undefined);
    await app.close();
  });

  test("an act of which a part has changed since stays; what was restored alone stays, too", async () => {
    const app = await open({ now: START });
    const owner = await someone(app, { balance: 100 });
    const { userId, accountId } = owner;
    const ids: number[] = [];
    for (const amount of [1, 2, 3]) ids.push((await book(app, owner, { amount })).id);
    const gone = actOf(await bulk(app, userId, ids, { action: "delete" }));
    const entries = await listOf(app, "history", userId);
    const alone = entries.find(({ nounId }: { nounId: number }) => nounId === ids[1]);
    made(await app.post(`/api/history/${alone.id}/restore`));
    made(await app.put(`/api/records/${ids[1]}`, { amount: 20 }));
    assert.equal(await balanceOf(app, accountId), 80);
    // The part that was restored alone is where it was wanted, whatever became of it since.
    assert.equal(made(await takeBack(app, gone)).count, 2);
    assert.equal(await balanceOf(app, accountId), 76);
    const turned = actOf(await bulk(app, userId, ids, { action: "change", category: "零食" }));
    const later = actOf(await app.put(`/api/records/${ids[2]}`, { amount: 30 }));
    assert.equal((await actsOf(app, userId))[1]?.restorable, false);
    await assertChanged(app, userId, turned);
    made(await app.remove(`/api/records/${ids[0]}`));
    await assertChanged(app, userId, turned);
    made(await takeBack(app, later));
    await assertProved(app);
    await app.close();
  });

  test("an expense and its refunds come back together, whichever was booked first", async () => {
    const app = await open({ now: START });
    const owner = await someone(app, { balance: 100 });
    const { userId } = owner;
    const refund = (await book(app, owner, { type: "income", amount: 10, refund: true })).id;
    const expense = (await book(app, owner, { amount: 40 })).id;
    made(await app.put(`/api/records/${refund}`, { refundOf: expense }));
    const second = (await book(app, owner, { type: "income", amount: 5, refundOf: expense })).id;
    const before = timeless(await bookOf(app, userId));
    const gone = await bulk(app, userId, [refund, expense, second], { action: "delete" });
    made(await takeBack(app, actOf(gone)));
    assert.equal(timeless(await bookOf(app, userId)), before);
    // The refunds follow into another category, and back, in the one act.
    const moved = await app.put(`/api/records/${expense}`, { category: "零食" });
    const entries = (await listOf(app, "history", userId)).length;
    assert.equal((await actsOf(app, userId))[0]?.count, 3);
    made(await takeBack(app, actOf(moved)));
    assert.equal(timeless(await bookOf(app, userId)), before);
    assert.equal((await listOf(app, "history", userId)).length, entries);
    await assertProved(app);
    await app.close();
  });

  test("every write that keeps something names its act, and is taken back by it", async () => {
    const app = await open({ now: START });
    const owner = await someone(app, { balance: 100 });
    const { userId, accountId } = owner;
    const card = await anotherAccount(app, userId);
    const record = (await book(app, owner)).id;
    const transfer = made(
      await app.post("/api/transfers", {
        userId,
        fromAccountId: accountId,
        toAccountId: card,
        amount: 30,
        fee: 2,
        date: "2026-03-15",
      }),
    ).id;
    const month = { userId, category: "餐饮", amount: 500, month: "2026-03" };
    const budget = made(await app.post("/api/budgets", month)).id;
    const before = timeless(await bookOf(app, userId));
    const writes = [
      () => app.put(`/api/records/${record}`, { amount: 1 }),
      () => app.remove(`/api/records/${record}`),
      () => app.put(`/api/transfers/${transfer}`, { amount: 1, fee: 0 }),
      () => app.remove(`/api/transfers/${transfer}`),
      () => app.put(`/api/budgets/${budget}`, { amount: 1 }),
      () => app.remove(`/api/budgets/${budget}`),
      () => app.put(`/api/accounts/${card}`, { name: "改了", balance: 7 }),
      () => app.remove(`/api/accounts/${card}?cascade=true`),
    ];
    for (const write of writes) {
      const done = await write();
      assert.equal(done.status, 200, done.text);
      assert.equal((await actsOf(app, userId))[0]?.count, 1);
      made(await takeBack(app, actOf(done)));
      assert.equal(timeless(await bookOf(app, userId)), before, done.text);
    }
    const nothing = [
      await app.put(`/api/records/${record}`, {}),
      await app.post("/api/budgets", month),
      await app.put(`/api/records/${record}`, { amount: -1 }),
    ];
    assert.deepEqual(nothing.map(actOf), [undefined, undefined, undefined]);
    await assertProved(app);
    await app.close();
  });

  test("what a rule changed goes back by its act", async () => {
    const app = await open({ now: START });
    const owner = await someone(app);
    const { userId } = owner;
    for (const description of ["瑞幸 拿铁", "瑞幸 美式"]) await book(app, owner, { description });
    const before = timeless(await bookOf(app, userId));
    const rule = { userId, text: "瑞幸", field: "any", category: "咖啡" };
    made(await app.post("/api/rules", rule));
    const run = await app.post("/api/rules/run", { userId, apply: true });
    const [act] = await actsOf(app, userId);
    assert.deepEqual([String(act?.id), act?.count], [actOf(run), 2]);
    assert.deepEqual(act?.changed, { from: { category: "餐饮" }, to: { category: "咖啡" } });
    made(await takeBack(app, act?.id));
    assert.equal(timeless(await bookOf(app, userId)), before);
    await assertProved(app);
    await app.close();
  });

  test("more than one request takes are one act, and the bill they came from stays known", async () => {
    const app = await open({ now: START });
    const { userId } = await someone(app);
    await anotherAccount(app, userId, { name: "微信零钱" });
    const rows = Array.from({ length: 1200 }, (_, index) => purchaseRow(index));
    const file = wechatBill(rows);
    await commit(app, (await preview(app, userId, file)).id);
    const before = timeless(await bookOf(app, userId));
    const ids = (await listOf(app, "records", userId)).map(({ id }: { id: number }) => id);
    const first = await bulk(app, userId, ids.slice(0, 1000), { action: "delete" });
    const rest = { action: "delete", actId: Number(actOf(first)) };
    const second = await bulk(app, userId, ids.slice(1000), rest);
    assert.equal(actOf(second), actOf(first));
    assert.deepEqual(await listOf(app, "records", userId), []);
    const [act] = await actsOf(app, userId);
    assert.equal(act?.count, 1200);
    assert.equal(made(await takeBack(app, act?.id)).count, 1200);
    assert.equal(timeless(await bookOf(app, userId)), before);
    const again = await preview(app, userId, file);
    assert.equal(countOf(again, "known"), 1200);
    await app.remove(`/api/imports/${again.id}`);
    const changed = await bulk(app, userId, ids.slice(0, 1000), {
      action: "change",
      date: "2026-03-01",
      type: "income",
    });
    made(await takeBack(app, actOf(changed)));
    assert.equal(timeless(await bookOf(app, userId)), before);
    await assertProved(app);
    await app.close();
  });

  test("deleted, taken back and imported again, a bill books nothing new", async () => {
    const app = await open({ now: START });
    const { userId } = await someone(app);
    await anotherAccount(app, userId, { name: "微信零钱" });
    await anotherAccount(app, userId, { name: "招商银行" });
    const file = wechatBill([purchaseRow(1), purchaseRow(2), withdrawalRow(4)]);
    const first = (await preview(app, userId, file)).id;
    await commit(app, first);
    const before = timeless(await bookOf(app, userId));
    const records: { id: number; transferId?: number }[] = await listOf(app, "records", userId);
    const own = records.filter(({ transferId }) => transferId === undefined).map(({ id }) => id);
    const [transfer] = await listOf(app, "transfers", userId);
    const gone = [
      await app.remove(`/api/records/${own[0]}`),
      await bulk(app, userId, own.slice(1), { action: "delete" }),
      await app.remove(`/api/transfers/${transfer.id}`),
    ];
    for (const one of gone) made(await takeBack(app, actOf(one)));
    const same = await preview(app, userId, file);
    assert.equal(countOf(same, "known"), same.rowCount);
    await commit(app, same.id);
    assert.equal(timeless(await bookOf(app, userId)), before);
    // Undoing the import is one act, too.
    const undone = await app.remove(`/api/imports/${first}`);
    const [act] = await actsOf(app, userId);
    assert.deepEqual([String(act?.id), act?.count], [actOf(undone), 3]);
    made(await takeBack(app, act?.id));
    assert.equal(timeless(await bookOf(app, userId)), before);
    await assertProved(app);
    await app.close();
  });

  test("an act comes back whole or not at all where a line was booked anew", async () => {
    const app = await open({ now: START });
    const { userId } = await someone(app);
    await anotherAccount(app, userId, { name: "微信零钱" });
    const file = wechatBill([purchaseRow(1), purchaseRow(2)]);
    await commit(app, (await preview(app, userId, file)).id);
    const ids = (await listOf(app, "records", userId)).map(({ id }: { id: number }) => id);
    const gone = actOf(await bulk(app, userId, ids, { action: "delete" }));
    const again = await preview(app, userId, wechatBill([purchaseRow(2)]));
    made(await app.put(`/api/imports/${again.id}`, { rows: [{ numbers: [1], action: "import" }] }));
    await commit(app, again.id);
    const before = [await bookOf(app, userId), await listOf(app, "history", userId)];
    const refused = await takeBack(app, gone);
    assert.equal(refused.status, 409, refused.text);
    assert.match(refused.message as string, /已记为记录/);
    assert.deepEqual([await bookOf(app, userId), await listOf(app, "history", userId)], before);
    await assertProved(app);
    await app.close();
  });

  test("acts come in pages, for 30 days; an entry inside one, and none, is no act", async () => {
    const clock = { now: START };
    const app = await open({ now: () => clock.now });
    const owner = await someone(app);
    const { userId } = owner;
    const ids = [(await book(app, owner)).id, (await book(app, owner)).id];
    for (const category of ["一", "二", "三"]) {
      clock.now += 1000;
      made(await bulk(app, userId, ids, { action: "change", category }));
    }
    const seen: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await app.get(`/api/history/acts?userId=${userId}&limit=2${cursor}`);
      seen.push(...page.data.map(({ changed }: Act) => changed?.to.category));
      if (page.headers["next-cursor"] === undefined) break;
      cursor = `&cursor=${page.headers["next-cursor"]}`;
    }
    assert.deepEqual(seen, ["三", "二", "一"]);
    const [newest] = await actsOf(app, userId);
    const id = newest?.id as number;
    for (const none of [id + 1, 999_999]) assert.equal((await takeBack(app, none)).status, 404);
    const stranger = await someone(app);
    const foreign = await app.post(`/api/history/acts/${id}/restore?userId=${stranger.userId}`);
    assert.equal(foreign.status, 404);
    clock.now += 30 * 86_400_000 + 1;
    assert.equal((await takeBack(app, id)).status, 404);
    assert.deepEqual(await actsOf(app, userId), []);
    await app.close();
  });

  test("only its own caller goes on with an act, soon, and not once it is taken back", async () => {
    const clock = { now: START };
    const app = await open({ now: () => clock.now, config: ownSignIn() });
    const user = await register(app);
    const stranger = await register(app);
    const account = made(await user.post("/api/accounts", { name: "现金", type: "cash" })).id;
    const body = { accountId: account, type: "expense", amount: 1, category: "一" };
    const record = async () =>
      made(await user.post("/api/records", { ...body, date: "2026-03-15" })).id as number;
    const ids = [await record(), await record(), await record()];
    const change = (who: Pick<typeof user, "post">, at: number, category: string, actId?: number) =>
      who.post("/api/records/bulk", { ids: [ids[at]], action: "change", category, actId });
    const act = Number(actOf(await change(user, 0, "二")));
    assert.equal((await change(user, 1, "二", act)).status, 200);
    const { token } = made(
      await user.post("/api/tokens", { name: "脚本", scopes: ["read", "write"] }),
    );
    assert.equal((await change(bearing(app, token), 2, "二", act)).status, 404);
    assert.equal((await change(stranger, 0, "二", act)).status, 404);
    clock.now += 10 * 60_000 + 1;
    assert.equal((await change(user, 2, "二", act)).status, 404);
    assert.equal(made(await user.post(`/api/history/acts/${act}/restore`)).count, 2);
    const taken = Number(actOf(await change(user, 0, "三")));
    made(await user.post(`/api/history/acts/${taken}/restore`));
    assert.equal((await change(user, 1, "三", taken)).status, 404);
    await app.close();
  });
});
