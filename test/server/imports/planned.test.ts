/** Rows of a bill that are occurrences of plans: booked as them, merged into them, or asked about. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { onEveryEngine, type TestApp, type TestOptions } from "../../harness/app.ts";
import { commit, countOf, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";
import { made } from "../../harness/book.ts";
import { noonOf, occurrencesOf, onDay, planOf } from "../../harness/plans.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

interface BankRow {
  day: string;
  out?: string;
  in?: string;
  type?: string;
  text?: string;
}

/** A statement of the card. */
function bank(rows: BankRow[]): string {
  return [
    "# 招商银行交易记录",
    "# 账号: [6225********1186]",
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    ...rows.map(
      ({ day, out = "", in: come = "", type = "转账汇款", text = "" }, at) =>
        `"\t${day.replaceAll("-", "")}","\t12:00:0${at}","${come}","\t${out}","","\t${type}","\t${text}"`,
    ),
  ].join("\r\n");
}

type Open = (options?: TestOptions) => Promise<TestApp>;

/** A book with a card, on a day, and a monthly plan of it. */
async function book(t: TestContext, open: Open, today: string) {
  const { app, owner, clock, tick } = await onDay(t, open, today);
  const { userId } = owner;
  const card = await anotherAccount(app, userId, { name: "招商银行(1186)", balance: 50_000 });
  const plan = (more: object = {}) =>
    planOf(app, {
      ...{ userId, name: "房租", kind: "expense", accountId: card, category: "住房" },
      ...{ amount: 3200, every: { unit: "month" }, days: [1], startDate: "2026-12-01" },
      ...more,
    });
  const balance = async () => made(await app.get(`/api/accounts/${card}`)).balance;
  const records = async () => made(await app.get(`/api/records?userId=${userId}`));
  const states = async (first = "2026-11-01", last = "2027-02-28") =>
    (await occurrencesOf(app, userId, first, last)).map(
      ({ due, state }: { due: string; state: string }) => `${due} ${state}`,
    );
  return { app, userId, card, clock, tick, plan, balance, records, states };
}

const undo = async (app: TestApp, id: number) => made(await app.remove(`/api/imports/${id}`));
const decide = (app: TestApp, id: number, body: object) => app.put(`/api/imports/${id}`, body);
const answer = (action: string) => ({ questions: [{ code: "similar", action }] });

onEveryEngine("rows that are occurrences of plans", (open) => {
  test("case 13: a salary that comes early is its occurrence, and nothing is booked on its day", async (t) => {
    const { app, userId, tick, plan, balance, records, states } = await book(t, open, "2026-12-20");
    const salary = { name: "工资", kind: "income", category: "工资", amount: 12_000, days: [30] };
    const made = await plan({ ...salary, startDate: "2026-12-30" });
    await tick("2026-12-29");
    const file = bank([
      { day: "2026-12-28", in: "12000.00", type: "代发工资", text: "十二月工资" },
    ]);
    const shown = await preview(app, userId, file);
    const [row] = await rowsOf(app, shown.id);
    assert.equal(row.fate, "planned");
    assert.equal(row.action, "import");
    assert.deepEqual([row.planId, row.due], [made.id, "2026-12-30"]);
    assert.equal(row.suggestion.reason, "计划“工资”2026-12-30 这一期");
    assert.equal(shown.booked, 1);
    const done = await commit(app, shown.id);
    assert.equal(countOf(done, "planned"), 1);
    assert.equal((await rowsOf(app, shown.id))[0].fate, "planned");
    await tick("2026-12-31");
    assert.equal(await balance(), 62_000);
    const [record] = await records();
    assert.deepEqual([record.planId, record.due], [made.id, "2026-12-30"]);
    assert.ok(record.date.startsWith("2026-12-28"));
    assert.deepEqual((await states("2026-12-01", "2027-01-31")).slice(0, 2), [
      "2026-12-30 booked",
      "2027-01-30 open",
    ]);
    assert.equal(countOf(await preview(app, userId, file), "known"), 1);
    await assertProved(app);
  });

  test("case 14: a rent that the plan has booked gets the bank's day and keeps the rest", async (t) => {
    const { app, userId, tick, plan, balance, records } = await book(t, open, "2026-11-29");
    const { id } = await plan({ description: "南山的房子" });
    await tick("2026-12-01");
    const before = await bookOf(app, userId);
    await tick("2026-12-03");
    const file = bank([{ day: "2026-12-02", out: "3200.00", text: "王房东 房租" }]);
    const shown = await preview(app, userId, file);
    const [row] = await rowsOf(app, shown.id);
    assert.deepEqual(
      [row.fate, row.action, row.planId, row.due],
      ["planned", "merge", id, "2026-12-01"],
    );
    assert.equal(shown.booked, 0);
    const { result } = await commit(app, shown.id);
    assert.deepEqual([result.records, result.merged], [0, 1]);
    const [record, ...others] = await records();
    assert.equal(others.length, 0);
    assert.equal(record.category, "住房");
    assert.match(record.description, /^南山的房子；.*王房东 房租/);
    assert.equal(record.provider, "cmb");
    assert.ok(record.date.startsWith("2026-12-02"));
    assert.equal(await balance(), 46_800);
    assert.equal(countOf(await preview(app, userId, file), "known"), 1);
    await assertProved(app);
    // The undo gives it back as the plan had made it.
    await undo(app, shown.id);
    const plain = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");
    assert.equal(plain(await bookOf(app, userId)), plain(before));
    assert.equal(countOf(await preview(app, userId, file), "planned"), 1);
    await assertProved(app);
  });

  test("case 15: of two equal subscriptions on one day one is fulfilled and the other waits", async (t) => {
    const { app, userId, tick, plan, balance, states } = await book(t, open, "2026-11-29");
    const monthly = { name: "会员", amount: 15, mode: "confirm", category: "娱乐", days: [5] };
    await plan({ ...monthly, startDate: "2026-12-05" });
    await plan({ ...monthly, startDate: "2026-12-05" });
    await tick("2026-12-06");
    const rows = [{ day: "2026-12-05", out: "15.00", type: "消费", text: "某某会员" }];
    const shown = await preview(app, userId, bank(rows));
    assert.equal(countOf(shown, "planned"), 1);
    await commit(app, shown.id);
    assert.deepEqual((await states("2026-12-01", "2026-12-31")).sort(), [
      "2026-12-05 booked",
      "2026-12-05 waiting",
    ]);
    assert.equal(await balance(), 49_985);
    // Two rows for two: the second takes the other.
    const both = [...rows, { ...(rows[0] as BankRow), day: "2026-12-07" }];
    const second = await preview(app, userId, bank(both));
    assert.deepEqual([countOf(second, "known"), countOf(second, "planned")], [1, 1]);
    await assertProved(app);
  });

  test("case 16: what was booked early by hand stays settled, and its row is merged", async (t) => {
    const { app, userId, tick, plan, balance, records, states } = await book(t, open, "2026-11-27");
    const { id } = await plan();
    made(await app.post(`/api/plans/${id}/occurrences/2026-12-01/book`, {}));
    const [early] = await records();
    made(await app.put(`/api/records/${early.id}`, { date: "2026-11-29" }));
    await tick("2026-12-02");
    const file = bank([{ day: "2026-11-30", out: "3200.00", text: "房租" }]);
    const shown = await preview(app, userId, file);
    assert.equal((await rowsOf(app, shown.id))[0].action, "merge");
    await commit(app, shown.id);
    assert.equal((await records()).length, 1);
    assert.equal(await balance(), 46_800);
    assert.equal((await states("2026-11-01", "2026-12-31"))[0], "2026-12-01 booked");
    await assertProved(app);
  });

  test("case 17: an estimate is asked at first, and its counterparty makes the next one certain", async (t) => {
    const { app, userId, tick, plan, records } = await book(t, open, "2026-11-29");
    const electric = { name: "电费", amount: 200, amountMode: "estimate", category: "水电" };
    await plan({ ...electric, days: [10], startDate: "2026-12-10" });
    await tick("2026-12-10");
    const paid = (day: string, out: string) => ({ day, out, type: "消费", text: "国网北京电力" });
    const shown = await preview(app, userId, bank([paid("2026-12-11", "187.66")]));
    const [row] = await rowsOf(app, shown.id);
    assert.deepEqual([row.fate, row.action, row.asked], ["similar", "skip", "similar"]);
    assert.equal(row.suggestion.certain, false);
    assert.equal(shown.questions[0].text, "是计划“电费”2026-12-10 这一期吗？");
    assert.match(shown.questions[0].value, /^planned:\d+:2026-12-10$/);
    made(await decide(app, shown.id, answer("merge")));
    await commit(app, shown.id);
    const [record] = await records();
    assert.deepEqual([record.amount, record.category], [187.66, "水电"]);
    await assertProved(app);
    await tick("2027-01-08");
    const next = await preview(app, userId, bank([paid("2027-01-08", "230.10")]));
    assert.equal((await rowsOf(app, next.id))[0].fate, "planned");
    await commit(app, next.id);
    // Too far from the estimate it is no candidate.
    const far = await preview(app, userId, bank([paid("2027-02-09", "300.00")]));
    assert.equal((await rowsOf(app, far.id))[0].fate, "new");
    await undo(app, shown.id);
    const amounts = (await records()).map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(amounts.sort(), [200, 230.1]);
    await assertProved(app);
  });

  test("a fixed amount that is another by now is asked where the row names the plan, and nowhere else", async (t) => {
    const { app, userId, tick, plan, balance, records } = await book(t, open, "2026-11-29");
    await plan();
    await tick("2026-12-01");
    assert.equal(await balance(), 46_800);
    const file = bank([
      { day: "2026-12-02", out: "3400.00", text: "王房东 房租" },
      { day: "2026-12-02", out: "3300.00", type: "消费", text: "某某公司" },
      { day: "2026-12-02", out: "9600.00", type: "消费", text: "房租押金" },
    ]);
    const shown = await preview(app, userId, file);
    assert.deepEqual(
      (await rowsOf(app, shown.id)).map(({ fate }: { fate: string }) => fate),
      ["similar", "new", "new"],
    );
    made(await decide(app, shown.id, answer("merge")));
    await commit(app, shown.id);
    const amounts = (await records()).map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(amounts.sort(), [3300, 3400, 9600]);
    assert.equal(await balance(), 50_000 - 3300 - 3400 - 9600);
    await assertProved(app);
    await undo(app, shown.id);
    assert.equal(await balance(), 46_800);
    await assertProved(app);
  });

  test("a candidate without another sign is held, and both answers hold", async (t) => {
    const { app, userId, clock, tick, plan, balance, states } = await book(t, open, "2026-11-29");
    await plan({ mode: "confirm" });
    await tick("2026-12-02");
    const file = bank([
      { day: "2026-12-02", out: "3200.00", type: "消费", text: "某某公司" },
      { day: "2026-12-02", out: "30.00", type: "消费", text: "午饭" },
    ]);
    const shown = await preview(app, userId, file);
    assert.deepEqual(
      (await rowsOf(app, shown.id)).map(({ fate }: { fate: string }) => fate),
      ["similar", "new"],
    );
    const yes = made(await decide(app, shown.id, answer("merge")));
    assert.deepEqual([yes.booked, yes.questions[0].answer.linked], [2, true]);
    assert.equal((await rowsOf(app, shown.id))[0].category, "住房");
    // Taken back and answered otherwise it is a row like others.
    const no = made(await decide(app, shown.id, answer("import")));
    assert.equal(no.booked, 2);
    const [row] = await rowsOf(app, shown.id);
    assert.deepEqual([row.planId, row.category === "住房"], [undefined, false]);
    made(await decide(app, shown.id, answer("merge")));
    await commit(app, shown.id);
    assert.equal((await states())[0], "2026-12-01 booked");
    assert.equal(await balance(), 50_000 - 3230);
    await assertProved(app);
    // Undone it waits, and the clock leaves it alone.
    await undo(app, shown.id);
    clock.now = noonOf("2026-12-20");
    await tick();
    assert.equal((await states())[0], "2026-12-01 waiting");
    assert.equal(await balance(), 50_000);
    const again = await preview(app, userId, file);
    assert.equal((await rowsOf(app, again.id))[0].asked, "similar");
    await assertProved(app);
  });

  test("two rows that could be one occurrence equally are asked, and one of them may be it", async (t) => {
    const { app, userId, tick, plan, balance } = await book(t, open, "2026-11-29");
    await plan({ mode: "confirm" });
    await tick("2026-12-02");
    const paid = { day: "2026-12-02", out: "3200.00", text: "房租" };
    const shown = await preview(app, userId, bank([paid, paid]));
    assert.deepEqual(
      (await rowsOf(app, shown.id)).map(({ asked }: { asked?: string }) => asked),
      ["similar", "similar"],
    );
    const refused = await decide(app, shown.id, answer("merge"));
    assert.equal(refused.status, 400);
    assert.match(refused.message ?? "", /一期只能是一行/);
    made(await decide(app, shown.id, { rows: [{ numbers: [2], action: "merge" }] }));
    const second = await decide(app, shown.id, { rows: [{ numbers: [1], action: "merge" }] });
    assert.equal(second.status, 400);
    made(
      await decide(app, shown.id, { rows: [{ numbers: [1], action: "import", kind: "expense" }] }),
    );
    await commit(app, shown.id);
    assert.equal(await balance(), 50_000 - 6400);
    await assertProved(app);
  });

  test("an occurrence that is settled meanwhile is the 409, and nothing is written", async (t) => {
    const { app, userId, tick, plan, balance, records } = await book(t, open, "2026-11-28");
    const { id } = await plan();
    const file = bank([{ day: "2026-11-28", out: "3200.00", text: "房租" }]);
    const shown = await preview(app, userId, file);
    assert.equal((await rowsOf(app, shown.id))[0].action, "import");
    await tick("2026-12-01");
    const before = await bookOf(app, userId);
    const late = await app.post(`/api/imports/${shown.id}/commit`);
    assert.equal(late.status, 409);
    assert.equal(await bookOf(app, userId), before);
    // The preview says by now what it is.
    const [row] = await rowsOf(app, shown.id);
    assert.deepEqual([row.fate, row.action], ["planned", "merge"]);
    await commit(app, shown.id);
    assert.equal((await records()).length, 1);
    assert.equal(await balance(), 46_800);
    await assertProved(app);
    // A skipped one is no longer the row's.
    await tick("2026-12-28");
    const other = bank([{ day: "2026-12-28", out: "3200.00", text: "房租" }]);
    const skipped = await preview(app, userId, other);
    made(await app.put(`/api/plans/${id}/occurrences/2027-01-01`, { state: "skipped" }));
    assert.equal((await app.post(`/api/imports/${skipped.id}/commit`)).status, 409);
    assert.equal((await rowsOf(app, skipped.id))[0].planId, undefined);
    await assertProved(app);
  });

  test("an occurrence that is other money by now is the 409, and keeps what a person has made of it", async (t) => {
    const { app, userId, tick, plan, records } = await book(t, open, "2026-11-29");
    await plan();
    const other = await anotherAccount(app, userId, { name: "现金", balance: 0 });
    await tick("2026-12-02");
    const file = bank([{ day: "2026-12-02", out: "3200.00", text: "房租" }]);
    const { id } = (await records())[0];
    const changes = [
      { amount: 1234.56 },
      { type: "income" },
      { accountId: other },
      { date: "2026-11-02" },
    ];
    for (const change of changes) {
      const shown = await preview(app, userId, file);
      assert.equal((await rowsOf(app, shown.id))[0].recordId, id);
      const was = made(await app.get(`/api/records/${id}`));
      made(await app.put(`/api/records/${id}`, change));
      const before = await bookOf(app, userId);
      assert.equal((await app.post(`/api/imports/${shown.id}/commit`)).status, 409);
      assert.equal(await bookOf(app, userId), before);
      assert.notEqual((await rowsOf(app, shown.id))[0].fate, "planned");
      const { amount, type, accountId, date } = was;
      made(await app.put(`/api/records/${id}`, { amount, type, accountId, date }));
    }
    // A category is none of the row's business.
    const shown = await preview(app, userId, file);
    made(await app.put(`/api/records/${id}`, { category: "房子" }));
    await commit(app, shown.id);
    assert.equal((await records())[0].category, "房子");
    await assertProved(app);
  });

  test("an occurrence that was answered for is asked again where a person has changed it since", async (t) => {
    const { app, userId, tick, plan, records } = await book(t, open, "2026-11-29");
    const { id: planId } = await plan({ amountMode: "estimate" });
    await tick("2026-12-02");
    const file = bank([{ day: "2026-12-02", out: "3200.00", type: "消费", text: "某某公司" }]);
    const { id } = (await records())[0];
    const refusesAfter = async (change: () => Promise<unknown>) => {
      const shown = await preview(app, userId, file);
      made(await decide(app, shown.id, answer("merge")));
      await change();
      const before = await bookOf(app, userId);
      assert.equal((await app.post(`/api/imports/${shown.id}/commit`)).status, 409);
      assert.equal(await bookOf(app, userId), before);
      return shown;
    };
    // Less than a third away, and a day: each would be overwritten.
    await refusesAfter(async () => made(await app.put(`/api/records/${id}`, { amount: 3000 })));
    made(await app.put(`/api/records/${id}`, { amount: 3200 }));
    await refusesAfter(async () =>
      made(await app.put(`/api/records/${id}`, { date: "2026-12-03" })),
    );
    made(await app.put(`/api/records/${id}`, { date: "2026-12-01" }));
    // So is what waits and was given an amount of its own.
    made(await app.remove(`/api/records/${id}`));
    const occurrence = `/api/plans/${planId}/occurrences/2026-12-01`;
    made(await app.put(occurrence, { state: "open" }));
    const shown = await refusesAfter(async () => made(await app.put(occurrence, { amount: 3100 })));
    // Shown anew it asks, and a yes that knows of the amount is done.
    made(await decide(app, shown.id, answer("merge")));
    await commit(app, shown.id);
    assert.deepEqual(
      (await records()).map(({ amount, due }: { amount: number; due: string }) => [amount, due]),
      [[3200, "2026-12-01"]],
    );
    await assertProved(app);
  });

  test("a plan that is made after the preview gets its row, and pays no second time", async (t) => {
    const { app, userId, card, tick, plan, balance, records } = await book(t, open, "2026-11-29");
    const other = await anotherAccount(app, userId, { name: "现金", balance: 0 });
    const file = bank([{ day: "2026-11-29", out: "3200.00", type: "消费", text: "房租" }]);
    const late = async (shown: { id: number }) => {
      const refused = await app.post(`/api/imports/${shown.id}/commit`);
      assert.equal(refused.status, 409);
      assert.match(refused.body.message, /1 行/);
      return (await rowsOf(app, shown.id))[0];
    };
    const first = await preview(app, userId, file);
    assert.equal(countOf(first, "new"), 1);
    const { id } = await plan();
    assert.equal((await late(first)).due, "2026-12-01");
    made(await app.put(`/api/plans/${id}/occurrences/2026-12-01`, { state: "skipped" }));
    const skipped = await late(first);
    assert.deepEqual([skipped.fate, skipped.planId], ["new", undefined]);
    made(await app.put(`/api/plans/${id}/occurrences/2026-12-01`, { state: "open" }));
    // And one that comes to the account with another account.
    made(await app.put(`/api/plans/${id}`, { accountId: other }));
    await late(
      await preview(app, userId, file).then(async (shown) => {
        assert.equal(countOf(shown, "new"), 1);
        made(await app.post(`/api/accounts/${other}/merge`, { into: card }));
        return shown;
      }),
    );
    const last = await preview(app, userId, file);
    await commit(app, last.id);
    await tick("2026-12-02");
    assert.equal((await records()).length, 1);
    assert.equal(await balance(), 46_800);
    await assertProved(app);
  });

  test("an undo leaves what the bill told where more was refunded than the plan had booked", async (t) => {
    const { app, userId, card, tick, plan, balance, records } = await book(t, open, "2026-11-29");
    await plan({ amountMode: "estimate" });
    await tick("2026-12-02");
    const file = bank([{ day: "2026-12-02", out: "4000.00", text: "房租" }]);
    const shown = await preview(app, userId, file);
    await commit(app, shown.id);
    const [rent] = await records();
    assert.equal(rent.amount, 4000);
    const refund = { userId, accountId: card, type: "income", category: "住房", refundOf: rent.id };
    made(await app.post("/api/records", { ...refund, amount: 3500, date: "2026-12-02" }));
    await undo(app, shown.id);
    const left = made(await app.get(`/api/records/${rent.id}`));
    assert.deepEqual([left.amount, left.refunded], [4000, 3500]);
    assert.equal(await balance(), 49_500);
    await assertProved(app);
  });

  test("a wallet's bill on the card fulfils the card's plan, and the bank's row is that payment", async (t) => {
    const { app, userId, tick, plan, balance, records } = await book(t, open, "2026-11-29");
    await plan({
      name: "视频会员",
      amount: 25,
      category: "娱乐",
      days: [6],
      startDate: "2026-12-06",
    });
    await tick("2026-12-05");
    const wallet = wechatBill([
      purchaseRow(1, {
        ...{ time: "2026-12-05 12:00:00", who: "某某科技", what: "视频会员" },
        ...{ yuan: "25.00", method: "招商银行(1186)" },
      }),
    ]);
    const shown = await preview(app, userId, wallet);
    assert.equal(countOf(shown, "planned"), 1);
    await commit(app, shown.id);
    const seen = { day: "2026-12-05", out: "25.00", type: "银联快捷支付", text: "财付通-某某科技" };
    const atBank = await preview(app, userId, bank([seen]));
    assert.equal((await rowsOf(app, atBank.id))[0].suggestion.kind, "bank-wallet");
    made(await decide(app, atBank.id, { questions: [{ code: "similar", action: "merge" }] }));
    await commit(app, atBank.id);
    await tick("2026-12-07");
    assert.equal((await records()).length, 1);
    assert.equal(await balance(), 49_975);
    // The bank's line has it alone then, and it is the occurrence still.
    await undo(app, shown.id);
    assert.equal((await records())[0].due, "2026-12-06");
    await assertProved(app);
    await undo(app, atBank.id);
    assert.equal(await balance(), 50_000);
    await assertProved(app);
  });

  test("a transfer that a plan expects or has booked is its row's", async (t) => {
    const { app, userId, card, tick, plan, balance } = await book(t, open, "2026-11-29");
    const wallet = await anotherAccount(app, userId, { name: "微信零钱" });
    const topUp = { name: "零钱提现", kind: "transfer", accountId: wallet, toAccountId: card };
    await plan({ ...topUp, category: null, amount: 100, days: [5], startDate: "2026-12-05" });
    const bill = (index: number, day: string) =>
      wechatBill([
        purchaseRow(index, {
          ...{ time: `${day} 12:00:00`, who: "招商银行", type: "零钱提现", what: "零钱提现" },
          ...{ direction: "/", yuan: "100.00", method: "招商银行(1186)", status: "提现已到账" },
        }),
      ]);
    await tick("2026-12-04");
    const shown = await preview(app, userId, bill(1, "2026-12-04"));
    const [row] = await rowsOf(app, shown.id);
    assert.deepEqual([row.kind, row.fate, row.due], ["transfer", "planned", "2026-12-05"]);
    await commit(app, shown.id);
    await tick("2027-01-05");
    const late = await preview(app, userId, bill(2, "2027-01-06"));
    assert.deepEqual(
      (await rowsOf(app, late.id)).map(({ fate, action }: Record<string, string>) => [
        fate,
        action,
      ]),
      [["planned", "merge"]],
    );
    await commit(app, late.id);
    const transfers = made(await app.get(`/api/transfers?userId=${userId}`));
    assert.equal(transfers.length, 2);
    assert.equal(await balance(), 50_200);
    await assertProved(app);
    await undo(app, late.id);
    await undo(app, shown.id);
    assert.equal(await balance(), 50_100);
    await assertProved(app);
  });

  test("what an undo took out comes back from the history as its occurrence", async (t) => {
    const { app, userId, tick, plan, balance, states } = await book(t, open, "2026-11-29");
    await plan({ mode: "confirm" });
    await tick("2026-12-02");
    const file = bank([{ day: "2026-12-02", out: "3200.00", text: "房租" }]);
    const shown = await preview(app, userId, file);
    await commit(app, shown.id);
    await undo(app, shown.id);
    const [entry] = made(await app.get(`/api/history?userId=${userId}`));
    made(await app.post(`/api/history/${entry.id}/restore`, {}));
    assert.equal((await states())[0], "2026-12-01 booked");
    assert.equal(await balance(), 46_800);
    await assertProved(app);
  });

  test("rows of an account that is chosen later are looked at again, and a refusal is kept", async (t) => {
    const { app, userId, card, tick, plan, states } = await book(t, open, "2026-11-29");
    const wallet = await anotherAccount(app, userId, { name: "另一张卡" });
    await plan({ mode: "confirm", category: "租金" });
    await tick("2026-12-02");
    const file = bank([{ day: "2026-12-02", out: "3200.00", type: "消费", text: "房租" }]);
    const shown = await preview(app, userId, file);
    const { place } = shown.accounts[0];
    const on = async (accountId: number) => {
      made(await decide(app, shown.id, { accounts: [{ place, accountId }] }));
      const [row] = await rowsOf(app, shown.id);
      return [row.fate, row.due, row.category === "租金"];
    };
    assert.deepEqual(await on(wallet), ["new", undefined, false]);
    assert.deepEqual(await on(card), ["planned", "2026-12-01", true]);
    // Booked as another payment, the row is not that occurrence in any later preview either.
    made(await decide(app, shown.id, { rows: [{ numbers: [1], action: "import" }] }));
    await commit(app, shown.id);
    assert.equal((await states())[0], "2026-12-01 waiting");
    await undo(app, shown.id);
    const again = await preview(app, userId, file);
    assert.deepEqual([(await rowsOf(app, again.id))[0].fate, again.booked], ["new", 1]);
    await assertProved(app);
  });

  test("a row that asks something else is asked about, whatever speaks for it", async (t) => {
    const { app, userId, tick, plan, records } = await book(t, open, "2026-11-29");
    await plan({ name: "视频会员", amount: 25, days: [6], startDate: "2026-12-06" });
    await tick("2026-12-05");
    const row = { time: "2026-12-05 12:00:00", who: "某某科技", what: "视频会员", yuan: "25.00" };
    const method = "招商银行(1186)";
    const file = wechatBill([
      purchaseRow(1, { ...row, method, status: "处理中" }),
      purchaseRow(2, { ...row, method, direction: "收入", type: "退款", status: "已全额退款" }),
    ]);
    const shown = await preview(app, userId, file);
    const [paid, back] = await rowsOf(app, shown.id);
    assert.deepEqual([paid.asked, paid.action], ["similar", "skip"]);
    assert.equal(back.planId, undefined);
    made(await decide(app, shown.id, { rows: [{ numbers: [1], action: "merge" }] }));
    await commit(app, shown.id);
    const dues = (await records()).flatMap(({ due }: { due?: string }) => due ?? []);
    assert.deepEqual(dues, ["2026-12-06"]);
    await assertProved(app);
  });

  test("an exported and loaded book takes a merge back as well", async (t) => {
    const { app, userId, tick, plan } = await book(t, open, "2026-11-29");
    await plan({ amountMode: "estimate", amount: 200, name: "电费" });
    await tick("2026-12-02");
    const file = bank([{ day: "2026-12-02", out: "190.00", type: "消费", text: "电费" }]);
    const shown = await preview(app, userId, file);
    await commit(app, shown.id);
    const other = made(await app.post("/api/users", { name: "乙", email: "yi@example.com" }));
    const form = new FormData();
    form.set("userId", String(other.id));
    const exported = (await app.get(`/api/export?userId=${userId}&format=json`)).text;
    form.set("file", new Blob([exported]), "book.json");
    made(await app.post("/api/book", form));
    const [loaded] = made(await app.get(`/api/imports?userId=${other.id}`));
    await undo(app, loaded.id);
    const [record] = made(await app.get(`/api/records?userId=${other.id}`));
    assert.deepEqual([record.amount, record.due, record.provider], [200, "2026-12-01", undefined]);
    assert.ok(record.date.startsWith("2026-11-30T16:00"));
    await assertProved(app);
  });

  test("the stated balance of a preview reckons with the money and the day of the row", async (t) => {
    const { app, userId, card, tick, plan } = await book(t, open, "2026-12-01");
    await plan({ amountMode: "estimate", amount: 200, name: "电费" });
    made(
      await app.post(`/api/accounts/${card}/checkpoints`, { date: "2026-12-02", balance: 49_810 }),
    );
    await tick("2026-12-03");
    const shown = await preview(
      app,
      userId,
      bank([{ day: "2026-12-02", out: "190.00", type: "消费", text: "电费" }]),
    );
    assert.deepEqual(
      shown.checkpoints.map(({ before, difference }: Record<string, number>) => [
        before,
        difference,
      ]),
      [[10, 0]],
    );
    await commit(app, shown.id);
    await assertProved(app);
  });
});
