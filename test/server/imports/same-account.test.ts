/** A line that is in the book from another file is not booked again; equal lines stay as many as they are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, countOf, preview, rowsOf } from "../../harness/bills.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

const HEAD = '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"';

type Row = [day: string, clock: string, yuan: string, text: string, balance?: string];

/** A bank's statement: what went out, at a time of 2026-03. */
function statement(rows: Row[]): string {
  const lines = rows.map(
    ([day, clock, yuan, text, balance = "1000.00"]) =>
      `"\t202603${day}","\t${clock}","","\t${yuan}","\t${balance}","\t消费","\t${text}"`,
  );
  return ["# 招商银行交易记录", HEAD, ...lines].join("\r\n");
}

const COFFEE: Row = ["05", "08:00:00", "18.00", "咖啡"];

async function book(app: TestApp, userId: number, file: string, account: number) {
  const shown = await preview(app, userId, file, { account });
  await commit(app, shown.id);
  return shown;
}

onEveryEngine("lines of one account from several files", (open) => {
  test("five equal lines stay five, and a sixth in a later file is booked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const card = await anotherAccount(app, userId);
    await book(app, userId, statement(Array(5).fill(COFFEE)), card);
    const again = await preview(app, userId, statement(Array(5).fill(COFFEE)), { account: card });
    assert.equal(countOf(again, "known"), 5);
    const more = await preview(app, userId, statement(Array(6).fill(COFFEE)), { account: card });
    assert.deepEqual([countOf(more, "known"), countOf(more, "new")], [5, 1]);
    await commit(app, more.id);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 6);
    await assertProved(app);
    await app.close();
  });

  test("reworded lines are held, each with the record that it is like, and merging books nothing", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const card = await anotherAccount(app, userId);
    await book(app, userId, statement([COFFEE, ["06", "09:00:00", "30.00", "买菜"]]), card);
    const before = (await app.get(`/api/records?userId=${userId}`)).data;
    const reworded = statement([
      ["05", "08:00:00", "18.00", "星星咖啡店消费"],
      ["06", "09:00:00", "30.00", "菜场"],
      ["07", "09:00:00", "30.00", "理发"],
    ]);
    const shown = await preview(app, userId, reworded, { account: card });
    assert.deepEqual([countOf(shown, "similar"), countOf(shown, "new")], [2, 1]);
    const records = (await rowsOf(app, shown.id)).map((row: { recordId?: number }) => row.recordId);
    assert.equal(new Set(records.slice(0, 2)).size, 2);
    await app.put(`/api/imports/${shown.id}`, {
      questions: [{ code: "similar", action: "merge" }],
    });
    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.merged, done.result.records], [2, 1]);
    assert.equal((await app.remove(`/api/imports/${shown.id}`)).status, 200);
    const after = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.deepEqual(after, before);
    await assertProved(app);
    await app.close();
  });

  test("the balance after it tells a line again on another day and with other words", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const card = await anotherAccount(app, userId);
    const first: Row[] = [
      ["05", "08:00:00", "18.00", "咖啡", "982.00"],
      ["05", "09:00:00", "18.00", "早餐", "964.00"],
    ];
    await book(app, userId, statement(first), card);
    const later: Row[] = [
      ["06", "00:00:00", "18.00", "STARS", "964.00"],
      ["06", "00:00:00", "18.00", "MOON", "946.00"],
    ];
    const shown = await preview(app, userId, statement(later), { account: card });
    const records = (await app.get(`/api/records?userId=${userId}&order=date`)).data;
    const breakfast = records.find((one: { description: string }) => /早餐/.test(one.description));
    const [same, other] = await rowsOf(app, shown.id);
    assert.deepEqual(
      [same.fate, same.action, same.suggestion.certain, same.suggestion.recordId],
      ["similar", "skip", true, breakfast.id],
    );
    assert.deepEqual([other.fate, other.action], ["new", "import"]);
    await app.close();
  });

  test("an equal line of another account is another line, and known on its own account", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const [one, other] = [
      await anotherAccount(app, userId, { name: "卡甲" }),
      await anotherAccount(app, userId, { name: "卡乙" }),
    ];
    const file = statement([COFFEE]);
    await book(app, userId, file, one);
    const second = await preview(app, userId, file, { account: other });
    assert.equal(countOf(second, "new"), 1);
    await commit(app, second.id);
    for (const account of [one, other]) {
      assert.equal((await app.get(`/api/accounts/${account}`)).data.balance, -18);
      const again = await preview(app, userId, file, { account });
      assert.equal(countOf(again, "known"), 1);
    }
    await assertProved(app);
    await app.close();
  });
});
