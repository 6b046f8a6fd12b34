/** Another account that is chosen for a file makes its rows that account's (issue "Bills", identity). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, countOf, preview, rowsOf } from "../../harness/bills.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

const HEAD = '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"';
/** A statement that names no account. */
const STATEMENT = [
  "# 招商银行交易记录",
  HEAD,
  '"\t20260305","\t08:00:00","","\t18.00","\t982.00","\t消费","\t咖啡"',
  '"\t20260321","\t00:00:00","\t1.23","","\t983.23","\t结息","\t利息"',
].join("\r\n");

async function choose(app: TestApp, id: number, choice: object) {
  const answer = await app.put(`/api/imports/${id}`, { accounts: [{ place: 0, ...choice }] });
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

async function twoCards(app: TestApp) {
  const { userId } = await someone(app);
  const one = await anotherAccount(app, userId, { name: "卡甲" });
  const other = await anotherAccount(app, userId, { name: "卡乙" });
  await commit(app, (await preview(app, userId, STATEMENT, { account: one })).id);
  return { userId, one, other };
}

onEveryEngine("an account that is chosen later", (open) => {
  test("has the rows that only another account has, and back on that they are known", async () => {
    const app = await open();
    const { userId, one, other } = await twoCards(app);
    const shown = await preview(app, userId, STATEMENT, { account: one });
    assert.equal(countOf(shown, "known"), 2);
    const chosen = await choose(app, shown.id, { accountId: other });
    assert.deepEqual([countOf(chosen, "new"), chosen.booked], [2, 2], JSON.stringify(chosen.rows));
    const back = await choose(app, shown.id, { accountId: one });
    assert.deepEqual([countOf(back, "known"), back.booked], [2, 0]);
    await choose(app, shown.id, { accountId: other });
    await commit(app, shown.id);
    for (const account of [one, other]) {
      assert.equal(await balanceOf(app, account), -16.77);
      const again = await preview(app, userId, STATEMENT, { account });
      assert.equal(countOf(again, "known"), 2);
    }
    await assertProved(app);
    await app.close();
  });

  test("may be one that the commit makes, also twice at once", async () => {
    const app = await open();
    const { userId, one } = await twoCards(app);
    const previews = [
      await preview(app, userId, STATEMENT, { account: one }),
      await preview(app, userId, STATEMENT, { account: one }),
    ];
    for (const { id } of previews) {
      const chosen = await choose(app, id, { create: { name: "卡丙", type: "bank" } });
      assert.equal(chosen.booked, 2);
    }
    await commit(app, previews[0].id);
    const late = await app.post(`/api/imports/${previews[1].id}/commit`);
    assert.equal(late.status, 409, late.text);
    await commit(app, previews[1].id);
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    assert.deepEqual(
      accounts.map(({ name, balance }: Record<string, unknown>) => [name, balance]),
      [
        ["现金", 0],
        ["卡甲", -16.77],
        ["卡乙", 0],
        ["卡丙", -16.77],
      ],
    );
    await assertProved(app);
    await app.close();
  });

  test("two previews of equal files on two accounts are both booked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const cards = [
      await anotherAccount(app, userId, { name: "卡甲" }),
      await anotherAccount(app, userId, { name: "卡乙" }),
    ];
    const previews = [];
    for (const account of cards) previews.push(await preview(app, userId, STATEMENT, { account }));
    for (const { id } of previews) {
      const path = `/api/imports/${id}/commit`;
      if ((await app.post(path)).status === 409) assert.equal((await app.post(path)).status, 200);
    }
    for (const card of cards) assert.equal(await balanceOf(app, card), -16.77);
    await assertProved(app);
    await app.close();
  });

  test("shows what it has by hand, and takes back what the other had", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const card = await anotherAccount(app, userId, { name: "卡甲" });
    const record = { userId, accountId: card, type: "expense", amount: 18, category: "餐饮" };
    assert.equal((await app.post("/api/records", { ...record, date: "2026-03-05" })).status, 200);
    const shown = await preview(app, userId, STATEMENT, { account: card });
    assert.equal(countOf(shown, "similar"), 1);
    const rows = [{ numbers: [2], action: "skip" }];
    assert.equal((await app.put(`/api/imports/${shown.id}`, { rows })).status, 200);
    await choose(app, shown.id, { accountId });
    const [first, second] = await rowsOf(app, shown.id);
    assert.equal(first.fate, "similar", "an entry by hand may stand on any account");
    assert.deepEqual([second.action, second.decided], ["skip", true]);
    await app.close();
  });
});
