/** A row whose question is open is not booked; one answer settles all of its kind (decisions W2, W10, W11). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  preview,
  purchaseRow,
  rowsOf,
  upload,
  wechatBill,
} from "../../harness/bills.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

/** A neutral row of a type that nobody knows. */
const strange = (index: number, type: string) =>
  purchaseRow(index, { type, direction: "/", who: `某人${index}`, yuan: `${index}.00` });

/** Alipay rows without a payment method, and a transfer to somebody of the owner's name. */
const ALIPAY = [
  "导出信息：",
  "姓名：小明",
  "支付宝账户：138****0000",
  "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,",
  "2026-03-05 12:00:00,餐饮美食,饭馆,/,炒饭,支出,26.00,余额,交易成功,20260405220000000001,,,",
  "2026-03-06 12:00:00,日用百货,杂货铺,/,扫帚,支出,57.00,,交易成功,20260405220000000002,,,",
  "2026-03-07 12:00:00,日用百货,杂货铺,/,水桶,支出,43.00,,交易成功,20260405220000000003,,,",
].join("\r\n");

async function put(app: TestApp, id: number, body: object) {
  const answer = await app.put(`/api/imports/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

/** Days of which both readings are possible. */
const QIF = "!Type:Bank\nD03/04/2026\nT-12.50\nPShop\n^\nD05/06/2026\nT-8.00\nPCafe\n^\n";

onEveryEngine("open questions of a preview", (open) => {
  test("what a file asks before it is read is answered with the upload", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const asked = await upload(app, userId, QIF, {}, "bank.qif");
    assert.equal(asked.status, 400, asked.text);
    assert.equal(asked.headers["bill-problem"], "ask-date-order");
    const answered = await upload(app, userId, QIF, { dateOrder: "dmy" }, "bank.qif");
    assert.equal(answered.status, 200, answered.text);
    assert.deepEqual(
      answered.data.rows.map((row: { time: string }) => row.time),
      ["2026-04-03", "2026-06-05"],
    );
    const wrong = await upload(app, userId, QIF, { dateOrder: "dym" }, "bank.qif");
    assert.equal(wrong.status, 400);
    assert.match(wrong.message ?? "", /日期次序（dateOrder）/);
    await app.close();
  });

  test("W4: a second line of one number, direction and amount asks; another amount does not", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const { id } = purchaseRow(1);
    const rows = [
      purchaseRow(1, { yuan: "8.00" }),
      purchaseRow(2, { id, yuan: "8.00" }),
      purchaseRow(3, { id, yuan: "9.00" }),
    ];
    const shown = await preview(app, userId, wechatBill(rows));
    const asked = shown.rows.map((row: { action: string; asked?: string }) => [
      row.action,
      row.asked,
    ]);
    assert.deepEqual(asked, [
      ["import", undefined],
      ["skip", "same-number"],
      ["import", undefined],
    ]);
    await put(app, shown.id, { questions: [{ code: "same-number", action: "import" }] });
    const done = await commit(app, shown.id);
    assert.equal(done.result.records, 3);
    await app.close();
  });

  test("are not booked by a commit, which says how many are left", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const file = wechatBill([purchaseRow(1), strange(2, "怪事"), strange(3, "怪事")]);
    const shown = await preview(app, userId, file);
    assert.deepEqual([shown.booked, countOf(shown, "review")], [1, 2]);
    for (const row of shown.rows.slice(1)) {
      assert.deepEqual([row.action, row.decided, row.asked], ["skip", false, "unknown-type"]);
    }
    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.records, done.result.skipped, done.result.asked], [1, 2, 2]);
    // The same file asks again, and what is booked is known.
    const again = await preview(app, userId, file);
    assert.deepEqual([countOf(again, "known"), countOf(again, "review")], [1, 2]);
    await assertProved(app);
    await app.close();
  });

  test("one answer settles all rows of its kind, but for those decided by themselves", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const shown = await preview(app, userId, ALIPAY);
    assert.deepEqual(
      shown.questions.map(({ text: _, ...one }: { text: string }) => one),
      [
        {
          code: "no-account",
          rows: 2,
          bookable: 2,
          ofKind: "expense",
          open: 2,
          sum: 100,
          answered: 0,
        },
      ],
    );
    const bank = await anotherAccount(app, userId);
    await put(app, shown.id, { rows: [{ numbers: [3], action: "import", accountId }] });
    const after = await put(app, shown.id, {
      questions: [{ code: "no-account", accountId: bank }],
    });
    assert.deepEqual(
      after.rows.map((row: Record<string, unknown>) => [row.action, row.accountId, row.decided]),
      [
        ["import", undefined, false],
        ["import", bank, true],
        ["import", accountId, true],
      ],
    );
    assert.deepEqual(
      after.questions.map(({ open, answered, rows }: Record<string, number>) => [
        open,
        answered,
        rows,
      ]),
      [[0, 1, 2]],
    );
    assert.equal(after.questions[0].answer.accountId, bank);
    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.records, done.result.asked], [3, undefined]);
    await assertProved(app);
    await app.close();
  });

  test("the account that is chosen for rows without one answers them", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const shown = await preview(app, userId, ALIPAY);
    const { place } = shown.accounts.find((one: { name: string }) => one.name === "");
    const after = await put(app, shown.id, { accounts: [{ place, accountId }] });
    assert.deepEqual([after.booked, after.questions[0].open], [3, 0]);
    await commit(app, shown.id);
    // It is remembered: the next file of this kind asks no more.
    const next = ALIPAY.replaceAll("202604052200", "202605052200").replaceAll("2026-03", "2026-05");
    assert.equal((await preview(app, userId, next)).booked, 3);
    await app.close();
  });

  test("an answer about a word holds for the next file, is shown as that, and is forgotten", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const [code, value] = ["unknown-type", "怪事"];
    const shown = await preview(app, userId, wechatBill([strange(2, value), strange(3, "别的")]));
    await put(app, shown.id, { questions: [{ code, value, action: "skip" }] });
    await commit(app, shown.id);
    const next = await preview(app, userId, wechatBill([strange(4, value), strange(5, "别的")]));
    const [first, second] = next.rows;
    assert.deepEqual([first.action, first.decided, second.decided], ["skip", true, false]);
    const known = next.questions.find((one: { value?: string }) => one.value === value);
    assert.deepEqual([known.open, known.answered, known.remembered], [0, 1, true]);
    const forgotten = await put(app, next.id, {
      questions: [{ code, value, forget: true }],
    });
    assert.equal(
      forgotten.questions.find((one: { value?: string }) => one.value === value).open,
      1,
    );
    const last = await preview(app, userId, wechatBill([strange(6, value)]));
    assert.equal(last.rows[0].decided, false);
    await app.close();
  });

  test("all rows that are perhaps in the book are merged or booked in one move", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    for (const [amount, date] of [
      [9.9, "2026-03-02"],
      [23, "2026-03-03"],
    ]) {
      const record = { userId, accountId, type: "expense", amount, category: "餐饮", date };
      assert.equal((await app.post("/api/records", record)).status, 200);
    }
    const file = wechatBill([purchaseRow(1, { yuan: "9.90" }), purchaseRow(2, { yuan: "23.00" })]);
    const before = await bookOf(app, userId);
    const shown = await preview(app, userId, file);
    assert.deepEqual(
      shown.questions.map(({ text: _, ...one }: { text: string }) => one),
      [
        {
          ...{ code: "similar", value: "by-hand", rows: 2, bookable: 2, ofKind: "expense" },
          ...{ open: 2, sum: 32.9, answered: 0 },
        },
      ],
    );
    assert.equal((await commit(app, shown.id)).result.records, 0);
    assert.equal(await bookOf(app, userId), before);
    const merging = await preview(app, userId, file);
    await put(app, merging.id, { questions: [{ code: "similar", action: "merge" }] });
    assert.equal((await commit(app, merging.id)).result.merged, 2);
    assert.equal(countOf(await preview(app, userId, file), "known"), 2);
    await app.remove(`/api/imports/${merging.id}`);
    const booking = await preview(app, userId, file);
    await put(app, booking.id, { questions: [{ code: "similar", action: "import" }] });
    assert.equal((await commit(app, booking.id)).result.records, 2);
    await assertProved(app);
    await app.close();
  });

  test("one answer settles more rows than are written at once", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const many = Array.from({ length: 1001 }, (_, at) => ({
      ...strange(at % 28, "怪事"),
      id: `4200005555${String(at).padStart(18, "0")}`,
      yuan: `${1 + at}.00`,
    }));
    const shown = await preview(app, userId, wechatBill(many));
    const questions = [{ code: "unknown-type", value: "怪事", action: "import", kind: "expense" }];
    assert.equal((await put(app, shown.id, { questions })).booked, 1001);
    await app.close();
  });

  test("each leads to its rows, and its answer is shown and can be changed", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const [code, value] = ["unknown-type", "怪事"];
    const file = wechatBill([purchaseRow(1), strange(2, value), strange(3, "别的")]);
    const { id } = await preview(app, userId, file);
    const under = async (query: string) => {
      const { data } = await app.get(`/api/imports/${id}/rows?question=${code}${query}`);
      return data.map((row: { number: number }) => row.number);
    };
    assert.deepEqual(await under(""), [2, 3]);
    assert.deepEqual(await under(`&value=${encodeURIComponent(value)}`), [2]);
    assert.deepEqual(await under("&value=nobody"), []);
    const answered = async (answer: object) => {
      const { questions, rows } = await put(app, id, { questions: [{ code, value, ...answer }] });
      const one = questions.find((asked: { value?: string }) => asked.value === value);
      return [one.answer, rows[1].kind, rows[1].action];
    };
    const said = (kind: string, action = "import") => [{ action, kind }, kind, action];
    assert.deepEqual(await answered({ kind: "expense" }), said("expense"));
    assert.deepEqual(await answered({ kind: "income" }), said("income"));
    assert.deepEqual(await answered({ action: "skip" }), said("income", "skip"));
    await app.close();
  });

  test("money from the only account that is given came into the row's, also in the next file", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const [code, value] = ["unknown-type", "怪事"];
    const shown = await preview(app, userId, wechatBill([strange(2, value)]));
    const from = { code, value, kind: "transfer", accountId };
    await put(app, shown.id, { questions: [from] });
    assert.equal((await commit(app, shown.id)).result.transfers, 1);
    const next = await preview(app, userId, wechatBill([strange(3, value)]));
    assert.deepEqual([next.booked, next.questions[0].remembered], [1, true]);
    await commit(app, next.id);
    const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
    const purse = (await app.get(`/api/accounts?userId=${userId}`)).data.at(-1).id;
    for (const { fromAccountId, toAccountId } of transfers) {
      assert.deepEqual([fromAccountId, toAccountId], [accountId, purse]);
    }
    assert.equal(transfers.length, 2);
    await assertProved(app);
    await app.close();
  });

  test("what an earlier answer leaves open is asked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const row = (day: number, currency: string) =>
      ["日期,金额,类型,币种", `2026-03-0${day},12.50,怪事,${currency}`].join("\n");
    const [code, value] = ["unknown-type", "怪事"];
    const mapped = async (table: string) => {
      const { tables } = await preview(app, userId, table);
      const columns = { date: "日期", amount: "金额", type: "类型", currency: "币种" };
      const mapping = { ...tables[0].mapping, columns, model: "typed", dateOrder: "ymd" };
      return preview(app, userId, table, { mapping: JSON.stringify(mapping) });
    };
    const shown = await mapped(row(1, "CNY"));
    await put(app, shown.id, { questions: [{ code, value, kind: "expense" }] });
    const dollars = await preview(app, userId, row(2, "USD"));
    assert.deepEqual([dollars.booked, dollars.rows[0].asked], [0, "currency"]);
    await app.close();
  });

  test("a question that is not asked is refused, and nothing has changed", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const shown = await preview(app, userId, ALIPAY);
    const before = await rowsOf(app, shown.id);
    const answer = await app.put(`/api/imports/${shown.id}`, {
      rows: [{ numbers: [1], action: "skip" }],
      questions: [{ code: "nonsense", action: "import" }],
    });
    assert.equal(answer.status, 404);
    assert.match(String(answer.message), /nonsense/);
    assert.deepEqual(await rowsOf(app, shown.id), before);
    await app.close();
  });
});
