import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportRow } from "../../../src/contract/import-shapes.ts";
import { forgetOldPreviews } from "../../../src/server/imports/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  countOf,
  preview,
  purchaseRow,
  rowsOf,
  upload,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";
import { ownSignIn, register } from "../../harness/sign-in.ts";
import { until } from "../../harness/until.ts";

const PURCHASES = [
  purchaseRow(1, { who: "瑞幸咖啡", yuan: "9.90", method: "招商银行(1186)" }),
  purchaseRow(2, { who: "滴滴出行", yuan: "23.00", method: "招商银行(1186)" }),
  purchaseRow(3, {
    who: "张三",
    type: "转账",
    direction: "收入",
    yuan: "100.00",
    status: "已存入零钱",
  }),
];

async function balances(app: TestApp, userId: number): Promise<Record<string, number>> {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  return Object.fromEntries(
    accounts.map((one: { name: string; balance: number }) => [one.name, one.balance]),
  );
}

onEveryEngine("imports", (open) => {
  test("a preview books nothing, and its commit writes exactly what it shows", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const before = await bookOf(app, userId);
    const shown = await preview(app, userId, wechatBill(PURCHASES));
    assert.equal(await bookOf(app, userId), before);
    assert.equal(shown.status, "ready");
    assert.deepEqual(
      [shown.bills[0].format, shown.bills[0].owner, shown.rowCount],
      ["wechat", "小明", 3],
    );
    assert.deepEqual(
      shown.accounts.map((one: { name: string; proposal: object; rows: number }) => [
        one.name,
        one.proposal,
        one.rows,
      ]),
      [
        ["招商银行(1186)", { name: "招商银行(1186)", type: "bank" }, 2],
        ["零钱", { name: "微信零钱", type: "payment" }, 1],
      ],
    );
    assert.deepEqual(
      shown.rows.map((row: Record<string, unknown>) => [
        row.kind,
        row.amount,
        row.category,
        row.fate,
        row.action,
      ]),
      [
        ["expense", 9.9, "餐饮", "new", "import"],
        ["expense", 23, "交通", "new", "import"],
        ["income", 100, "未分类", "new", "import"],
      ],
    );
    assert.match(shown.rows[0].categoryReason, /瑞幸/);
    assert.deepEqual(shown.totals, [
      { kind: "expense", count: 2, sum: 32.9 },
      { kind: "income", count: 1, sum: 100 },
    ]);

    const done = await commit(app, shown.id);
    assert.equal(done.status, "committed");
    assert.deepEqual([done.result.records, done.result.transfers, done.result.skipped], [3, 0, 0]);
    assert.deepEqual(
      done.result.accounts.map((one: Record<string, unknown>) => [
        one.name,
        one.before,
        one.after,
        one.made,
      ]),
      [
        ["招商银行(1186)", 0, -32.9, true],
        ["微信零钱", 0, 100, true],
      ],
    );
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.equal(records.length, 3);
    const coffee = records.find((one: { amount: number }) => one.amount === 9.9);
    assert.deepEqual(
      [coffee.provider, coffee.rowKind, coffee.importId, coffee.date, coffee.description],
      ["wechat", "expense", shown.id, "2026-03-02T04:01:07.000Z", "瑞幸咖啡 商品1"],
    );
    assert.equal(coffee.externalId, PURCHASES[0]?.id);
    await assertProved(app);
    // A repeated commit answers the same and books nothing more.
    const again = await commit(app, shown.id);
    assert.deepEqual(again.result, done.result);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 3);
    await app.close();
  });

  test("the same file twice adds nothing, and overlapping files add the rest (F1, F2, 29)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await commit(app, (await preview(app, userId, wechatBill(PURCHASES))).id);
    const book = await bookOf(app, userId);
    const second = await preview(app, userId, wechatBill(PURCHASES));
    assert.equal(countOf(second, "known"), 3);
    assert.equal(second.rows[0].recordId > 0, true);
    const done = await commit(app, second.id);
    assert.deepEqual([done.result.records, done.result.skipped], [0, 3]);
    assert.equal(await bookOf(app, userId), book);
    const longer = [...PURCHASES.slice(1), purchaseRow(9), purchaseRow(10)];
    const third = await preview(app, userId, wechatBill(longer));
    assert.deepEqual([countOf(third, "known"), countOf(third, "new")], [2, 2]);
    await commit(app, third.id);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 5);
    await assertProved(app);
    await app.close();
  });

  test("N equal rows are N records, and stay N when the file comes again (F3, 43, 45)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const same = { time: "2026-03-05 08:00:00", who: "地铁", yuan: "3.00", id: "/" };
    const file = wechatBill([1, 2, 3].map((index) => purchaseRow(index, same)));
    await commit(app, (await preview(app, userId, file)).id);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 3);
    assert.equal(countOf(await preview(app, userId, file), "known"), 3);
    await app.close();
  });

  test("an account mapped once is remembered for the next file", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const shown = await preview(app, userId, wechatBill(PURCHASES.slice(0, 1)));
    const changed = await app.put(`/api/imports/${shown.id}`, {
      accounts: [{ place: 0, accountId }],
    });
    assert.equal(changed.data.accounts[0].accountId, accountId);
    await commit(app, shown.id);
    assert.deepEqual(await balances(app, userId), { 现金: -9.9 });
    const next = await preview(app, userId, wechatBill(PURCHASES.slice(1, 2)));
    assert.equal(next.accounts[0].accountId, accountId);
    await app.close();
  });

  test("decisions about rows are what is written: skip, category, kind, account (F7)", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const shown = await preview(app, userId, wechatBill(PURCHASES));
    const changed = await app.put(`/api/imports/${shown.id}`, {
      rows: [
        { numbers: [1], action: "skip" },
        { numbers: [2], category: "出差", accountId: bank },
        { numbers: [3], kind: "transfer", accountId, toAccountId: bank },
      ],
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      changed.data.rows.map((row: Record<string, unknown>) => [row.action, row.kind, row.category]),
      [
        ["skip", "expense", "餐饮"],
        ["import", "expense", "出差"],
        ["import", "transfer", "未分类"],
      ],
    );
    assert.deepEqual(
      changed.data.rows.map((row: Record<string, unknown>) => row.proposedCategory),
      [undefined, "交通", undefined],
      "a row tells which category was replaced",
    );
    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.records, done.result.transfers, done.result.skipped], [1, 1, 1]);
    assert.deepEqual(await balances(app, userId), { 现金: -100, 招商银行: 77 });
    await assertProved(app);
    // The corrected category becomes a proposed rule, which acts once it is made active.
    const [rule] = (await app.get(`/api/rules?userId=${userId}`)).data;
    assert.deepEqual([rule.state, rule.text, rule.category], ["proposed", "滴滴出行", "出差"]);
    await app.put(`/api/rules/${rule.id}`, { state: "active" });
    const next = await preview(app, userId, wechatBill([purchaseRow(7, { who: "滴滴出行" })]));
    assert.equal(next.rows[0].category, "出差");
    assert.match(next.rows[0].categoryReason, /规则/);
    await app.close();
  });

  test("everything about a row is decided at once, and what it cannot have is left out", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const bank = await anotherAccount(app, userId);
    const shown = await preview(app, userId, wechatBill(PURCHASES.slice(0, 1)));
    const decided = { numbers: [1], action: "import", accountId, toAccountId: bank };
    const path = `/api/imports/${shown.id}`;
    const put = await app.put(path, { rows: [{ ...decided, kind: "income", category: "红包" }] });
    assert.equal(put.status, 200, put.text);
    const [row] = await rowsOf(app, shown.id);
    assert.deepEqual(
      [row.kind, row.category, row.categoryReason, row.accountId, row.toAccountId],
      ["income", "红包", "您的选择", accountId, undefined],
    );
    await commit(app, shown.id);
    const [record] = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.deepEqual(
      [record.type, record.category, record.accountId],
      ["income", "红包", accountId],
    );
    await assertProved(app);
    await app.close();
  });

  test("a refund stands with its purchase, and a later file's refund finds it", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const bought = purchaseRow(1, {
      who: "优衣库",
      yuan: "199.00",
      status: "已退款(￥50.00)",
      id: "4200001111111111111111111111",
    });
    const refund = purchaseRow(2, {
      time: "2026-03-09 10:00:00",
      type: "优衣库-退款",
      who: "优衣库",
      direction: "收入",
      yuan: "50.00",
      status: "已全额退款",
      id: "50301111111111111111111111",
    });
    const shown = await preview(app, userId, wechatBill([refund, bought]));
    assert.deepEqual(
      shown.rows.map((row: Record<string, unknown>) => [row.kind, row.refundRow, row.category]),
      [
        ["refund", 2, "服饰"],
        ["expense", undefined, "服饰"],
      ],
    );
    await commit(app, shown.id);
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    const [purchase] = records.filter((one: { type: string }) => one.type === "expense");
    const [back] = records.filter((one: { refund?: true }) => one.refund);
    assert.equal(back.refundOf, purchase.id);
    const month = (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`)).data;
    assert.deepEqual([month.totalIncome, month.totalExpense], [0, 149]);
    await assertProved(app);
    await app.close();
  });

  test("a later file's refund of the same merchant order finds its purchase by that number", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const sent = purchaseRow(1, { who: "张三", type: "转账", merchantId: "1000049000000001" });
    await commit(app, (await preview(app, userId, wechatBill([sent]))).id);
    const [purchase] = (await app.get(`/api/records?userId=${userId}`)).data;
    // WeChat's own refunds bear the purchase's merchant number as their own id.
    const back = purchaseRow(1, {
      time: "2026-04-01 10:00:00",
      who: "张三",
      type: "转账-退款",
      direction: "收入",
      id: "1000049000000001",
    });
    const shown = await preview(app, userId, wechatBill([back]));
    assert.deepEqual(
      [shown.rows[0].kind, shown.rows[0].refundOf, shown.rows[0].fate],
      ["refund", purchase.id, "new"],
    );
    await commit(app, shown.id);
    await assertProved(app);
    await app.close();
  });

  test("a later file's refund of the same shop and amount is suggested, never linked unasked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const bought = purchaseRow(1, { who: "优衣库", yuan: "199.00", status: "已退款(￥50.00)" });
    const other = purchaseRow(2, { who: "优衣库", yuan: "80.00" });
    await commit(app, (await preview(app, userId, wechatBill([bought, other]))).id);
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    const purchase = records.find((one: { amount: number }) => one.amount === 199);
    const refund = (index: number, yuan: string, who = "优衣库") =>
      purchaseRow(index, {
        time: "2026-04-02 10:00:00",
        type: `${who}-退款`,
        who,
        direction: "收入",
        yuan,
        status: "已全额退款",
        id: `5030${index}000000000000000`,
      });
    const file = wechatBill([
      refund(1, "50.00"),
      refund(2, "199.00"),
      refund(3, "60.00"),
      refund(4, "80.00", "耐克"),
    ]);
    const shown = await preview(app, userId, file);
    assert.deepEqual(
      shown.rows.map((row: { kind: string; refundOf?: number; suggestion?: object }) => [
        row.kind,
        row.refundOf,
        (row.suggestion as { kind?: string; recordId?: number } | undefined)?.kind,
        (row.suggestion as { recordId?: number } | undefined)?.recordId,
      ]),
      [
        ["refund", undefined, "refund", purchase.id],
        // Together they would be more than the purchase.
        ["refund", undefined, undefined, undefined],
        ["refund", undefined, undefined, undefined],
        ["refund", undefined, undefined, undefined],
      ],
    );
    const path = `/api/imports/${shown.id}`;
    const chosen = await app.put(path, { rows: [{ numbers: [1], action: "merge" }] });
    assert.equal(chosen.status, 200, chosen.text);
    assert.deepEqual(
      [chosen.data.rows[0].action, chosen.data.rows[0].refundOf, chosen.data.rows[0].category],
      ["import", purchase.id, purchase.category],
    );
    const back = await app.put(path, { rows: [{ numbers: [1], action: "import" }] });
    assert.equal(back.data.rows[0].refundOf, undefined);
    const wrong = { numbers: [1], action: "merge", kind: "income" };
    assert.equal((await app.put(path, { rows: [wrong] })).status, 400);
    await app.put(path, { rows: [{ numbers: [1], action: "merge" }] });
    await commit(app, shown.id);
    const refunds = (await app.get(`/api/records?userId=${userId}`)).data.filter(
      (one: { refund?: true }) => one.refund,
    );
    assert.deepEqual(
      refunds
        .map((one: { amount: number; refundOf?: number }) => [one.amount, one.refundOf])
        .sort(([a]: [number], [b]: [number]) => a - b),
      [
        [50, purchase.id],
        [60, undefined],
        [80, undefined],
        [199, undefined],
      ],
    );
    await assertProved(app);
    await app.close();
  });

  test("a changed status updates the row and keeps the user's category", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const row = purchaseRow(1, { who: "瑞幸咖啡", status: "支付成功" });
    await commit(app, (await preview(app, userId, wechatBill([row]))).id);
    const [record] = (await app.get(`/api/records?userId=${userId}`)).data;
    await app.put(`/api/records/${record.id}`, { category: "咖啡" });
    const later = wechatBill([{ ...row, what: "大杯拿铁", status: "已退款(￥1.00)" }]);
    const shown = await preview(app, userId, later);
    assert.deepEqual([shown.rows[0].fate, shown.rows[0].action], ["changed", "update"]);
    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.updated, done.result.records], [1, 0]);
    const [after] = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.deepEqual([after.id, after.category, after.amount], [record.id, "咖啡", record.amount]);
    // The text before the update can be brought back, as of any change.
    const [entry] = (await app.get(`/api/history?userId=${userId}`)).data;
    assert.notEqual(after.description, record.description);
    assert.equal(entry.version.description, record.description);
    assert.equal((await app.post(`/api/history/${entry.id}/restore`)).status, 200);
    const back = (await app.get(`/api/records/${record.id}`)).data;
    assert.equal(back.description, record.description);
    assert.equal(countOf(await preview(app, userId, later), "known"), 1);
    await app.close();
  });

  test("a record deleted by hand is asked about when its file comes again (F10)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const file = wechatBill(PURCHASES.slice(0, 1));
    await commit(app, (await preview(app, userId, file)).id);
    const [record] = (await app.get(`/api/records?userId=${userId}`)).data;
    await app.remove(`/api/records/${record.id}`);
    const shown = await preview(app, userId, file);
    assert.deepEqual([shown.rows[0].fate, shown.rows[0].action], ["removed", "skip"]);
    await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "import" }] });
    await commit(app, shown.id);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 1);
    assert.equal(countOf(await preview(app, userId, file), "known"), 1);
    await assertProved(app);
    await app.close();
  });

  test("what was entered by hand is suggested, never merged unasked, and a refusal is kept (F5)", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const byHand = { userId, accountId, type: "expense", amount: 9.9, category: "餐饮" };
    const record = (await app.post("/api/records", { ...byHand, date: "2026-03-02" })).data;
    const file = wechatBill(PURCHASES.slice(0, 1));
    const shown = await preview(app, userId, file);
    assert.deepEqual([shown.rows[0].fate, shown.rows[0].action], ["similar", "skip"]);
    assert.equal(shown.rows[0].suggestion.recordId, record.id);
    const path = `/api/imports/${shown.id}`;
    await app.put(path, { rows: [{ numbers: [1], action: "merge" }] });
    const merged = await commit(app, shown.id);
    assert.deepEqual([merged.result.merged, merged.result.records], [1, 0]);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 1);
    assert.equal(countOf(await preview(app, userId, file), "known"), 1);
    assert.equal((await app.remove(path)).status, 200);
    const again = await preview(app, userId, file);
    assert.equal(again.rows[0].fate, "similar");
    await app.put(`/api/imports/${again.id}`, { rows: [{ numbers: [1], action: "import" }] });
    await commit(app, again.id);
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 2);
    await app.remove(`/api/imports/${again.id}`);
    assert.equal((await preview(app, userId, file)).rows[0].fate, "new");
    await app.close();
  });

  test("an undo restores everything and says what was edited since", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 10 });
    await app.post("/api/records", {
      userId,
      accountId,
      type: "expense",
      amount: 1,
      category: "餐饮",
      date: "2026-03-02",
    });
    const before = await bookOf(app, userId);
    const shown = await preview(app, userId, wechatBill(PURCHASES));
    await commit(app, shown.id);
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    const ride = records.find((one: { amount: number }) => one.amount === 23);
    const coffee = records.find((one: { amount: number }) => one.amount === 9.9);
    await app.put(`/api/records/${ride.id}`, { amount: 24, accountId });
    await app.remove(`/api/records/${coffee.id}`);
    const undone = await app.remove(`/api/imports/${shown.id}`);
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual(
      undone.data.edited.map((one: { row: number; recordId?: number }) => [one.row, one.recordId]),
      [
        [2, ride.id],
        [1, undefined],
      ],
    );
    const withoutClock = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");
    assert.equal(withoutClock(await bookOf(app, userId)), withoutClock(before));
    await assertProved(app);
    assert.equal((await app.get(`/api/imports/${shown.id}`)).data.status, "undone");
    // What went with the import can come back; what had been changed before it went is not offered.
    const offered = (await app.get(`/api/history?userId=${userId}`)).data;
    assert.deepEqual(
      offered.map((one: { noun: string; change: string; restorable: boolean }) => [
        one.noun,
        one.change,
        one.restorable,
      ]),
      [
        ["account", "delete", true],
        ["account", "delete", true],
        ["record", "delete", true],
        ["record", "delete", true],
        ["record", "delete", true],
        ["record", "update", false],
      ],
    );
    assert.equal((await app.post(`/api/history/${offered.at(-1).id}/restore`)).status, 409);
    assert.equal(countOf(await preview(app, userId, wechatBill(PURCHASES)), "new"), 3);
    assert.equal((await app.post(`/api/imports/${shown.id}/commit`)).status, 409);
    await app.close();
  });

  test("two previews of one file: the second to be committed is refused and shows why (G14)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const first = await preview(app, userId, wechatBill(PURCHASES));
    const second = await preview(app, userId, wechatBill(PURCHASES));
    await commit(app, first.id);
    const book = await bookOf(app, userId);
    const refused = await app.post(`/api/imports/${second.id}/commit`);
    assert.equal(refused.status, 409);
    assert.match(refused.message as string, /3 行/);
    assert.equal(await bookOf(app, userId), book);
    assert.equal(countOf((await app.get(`/api/imports/${second.id}`)).data, "known"), 3);
    await app.close();
  });

  test("imports are one user's own (H23)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const other = await someone(app, { name: "小红" });
    const shown = await preview(app, userId, wechatBill(PURCHASES));
    const foreign = `?userId=${other.userId}`;
    for (const answer of [
      await app.get(`/api/imports/${shown.id}${foreign}`),
      await app.get(`/api/imports/${shown.id}/rows${foreign}`),
      await app.get(`/api/imports/${shown.id}/events${foreign}`),
      await app.post(`/api/imports/${shown.id}/commit${foreign}`),
      await app.post(`/api/imports/${shown.id}/cancel${foreign}`),
      await app.remove(`/api/imports/${shown.id}${foreign}`),
      await app.put(`/api/imports/${shown.id}`, { userId: other.userId }),
      await app.put(`/api/imports/${shown.id}`, {
        accounts: [{ place: 0, accountId: other.accountId }],
      }),
    ]) {
      assert.equal(answer.status, 404, answer.text);
    }
    assert.deepEqual((await app.get(`/api/imports?userId=${other.userId}`)).data, []);
    await commit(app, shown.id);
    // The other's copy of the file is new to them.
    assert.equal(countOf(await preview(app, other.userId, wechatBill(PURCHASES)), "new"), 3);
    await app.close();
  });

  test("where there is sign-in, an upload belongs to whoever signed in", async () => {
    const app = await open({ config: ownSignIn() });
    const [ming, hong] = [await register(app), await register(app, "小红")];
    const form = (userId?: number) => {
      const fields = new FormData();
      if (userId !== undefined) fields.set("userId", String(userId));
      fields.set("file", new Blob([wechatBill(PURCHASES)]), "bill.csv");
      return fields;
    };
    assert.equal((await app.post("/api/imports", form())).status, 401);
    assert.equal((await ming.post("/api/imports", form(hong.userId))).status, 400);
    const shown = await ming.post("/api/imports", form());
    assert.equal(shown.status, 200, shown.text);
    assert.equal(shown.data.userId, ming.userId);
    const path = `/api/imports/${shown.data.id}`;
    assert.equal((await hong.post(`${path}/commit`)).status, 404);
    assert.equal((await app.post(`${path}/commit`)).status, 401);
    assert.equal((await ming.post(`${path}/commit`)).data.result.records, 3);
    const exported = await ming.get("/api/export?format=csv");
    assert.match(exported.text, /瑞幸咖啡/);
    assert.doesNotMatch((await hong.get("/api/export?format=csv")).text, /瑞幸咖啡/);
    await app.close();
  });

  test("what cannot be read is refused in words, and nothing stays behind", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const wrong: [string | Uint8Array | undefined, Record<string, string>, number, RegExp][] = [
      [undefined, {}, 400, /file/],
      ["", {}, 400, /空/],
      [new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d]), {}, 400, /PDF/],
      [new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), {}, 400, /./],
      [wechatBill(PURCHASES), { account: "999999" }, 404, /账户不存在/],
      [wechatBill(PURCHASES), { currency: "rmb" }, 400, /currency/],
      [wechatBill(PURCHASES), { mapping: "{" }, 400, /mapping/],
      [new Uint8Array(20 * 1024 * 1024 + 1), {}, 413, /20 MiB/],
    ];
    for (const [file, fields, status, message] of wrong) {
      const answer = await upload(app, userId, file, fields);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.message as string, message);
    }
    assert.equal((await upload(app, 999_999, wechatBill(PURCHASES))).status, 404);
    assert.equal((await app.post("/api/imports", { userId })).status, 400);
    assert.deepEqual((await app.get(`/api/imports?userId=${userId}`)).data, []);
    await app.close();
  });

  test("an unknown table offers a mapping, which is remembered by its header", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const table = "日期,金额,对方,备注\n2026-03-01,-12.50,早餐店,豆浆\n2026-03-02,100,公司,补贴\n";
    const unmapped = (await upload(app, userId, table)).data;
    assert.equal(unmapped.status, "unmapped");
    const [proposed] = unmapped.tables;
    const mapping = JSON.stringify({ ...proposed.mapping, dateOrder: "ymd" });
    const shown = await preview(app, userId, table, { mapping, account: accountId });
    assert.deepEqual(
      shown.rows.map((row: Record<string, unknown>) => [row.kind, row.amount]),
      [
        ["expense", 12.5],
        ["income", 100],
      ],
    );
    await commit(app, shown.id);
    assert.deepEqual(await balances(app, userId), { 现金: 87.5 });
    const next = await preview(app, userId, table.replaceAll("2026-03", "2026-04"));
    assert.equal(countOf(next, "new"), 2);
    await app.close();
  });

  test("a preview is still there after a restart", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const shown = await preview(app, userId, wechatBill(PURCHASES));
    const again = await open({ url: app.url });
    assert.deepEqual((await again.get(`/api/imports/${shown.id}`)).data, shown);
    assert.equal((await commit(again, shown.id)).result.records, 3);
    await again.close();
    await app.close();
  });

  test("old previews are forgotten, committed imports are not, and cut-off readings fail", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const kept = await preview(app, userId, wechatBill(PURCHASES));
    await commit(app, kept.id);
    const left = await preview(app, userId, wechatBill([purchaseRow(8)]));
    const cut = await preview(app, userId, wechatBill([purchaseRow(9)]));
    await app.db.write((db) =>
      db.run(sql`update imports set status = 'reading' where id = ${cut.id}`),
    );
    await forgetOldPreviews(app.db, Date.now() + 6 * 60_000);
    const failed = (await app.get(`/api/imports/${cut.id}`)).data;
    assert.deepEqual([failed.status, failed.problem.code], ["failed", "interrupted"]);
    assert.equal((await app.get(`/api/imports/${left.id}`)).data.status, "ready");
    await forgetOldPreviews(app.db, Date.now() + 31 * 86_400_000);
    const ids = (await app.get(`/api/imports?userId=${userId}`)).data.map(
      (one: { id: number }) => one.id,
    );
    assert.deepEqual(ids, [kept.id]);
    assert.equal((await rowsOf(app, kept.id)).length, 3);
    await assertProved(app);
    await app.close();
  });

  test("a committed import keeps what it did not book, and lists the rest as it is in the book", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const rows = [
      purchaseRow(1, { id: "420001", merchantId: "M420001", yuan: "80.00", status: "已全额退款" }),
      withdrawalRow(2, { id: "420002" }),
      purchaseRow(3, { id: "420003", status: "支付中" }),
      purchaseRow(4, {
        id: "420004",
        type: "商户1-退款",
        who: "商户1",
        direction: "收入",
        yuan: "80.00",
      }),
      purchaseRow(5, { id: "420005", method: "招商银行(1186)" }),
    ];
    const { id } = await preview(app, userId, wechatBill(rows));
    const seen = async () =>
      (await rowsOf(app, id)).map((row: ImportRow) => {
        const { number, bill, sourceLine, kind, time, amount, fee, account, toAccount } = row;
        const { description, externalId, status, category, fate, action, asked } = row;
        return [
          ...[number, bill, sourceLine, kind, time, amount, fee, account, toAccount],
          ...[description, externalId, status, category, fate, action, asked],
        ];
      });
    const before = await seen();
    assert.deepEqual(
      before.map((row: unknown[]) => [row[0], row[3]]),
      [
        [1, "expense"],
        [2, "transfer"],
        [3, "expense"],
        [4, "refund"],
        [5, "expense"],
      ],
    );
    const { fates, booked, rowCount } = await commit(app, id);
    assert.deepEqual([booked, rowCount], [4, 5]);
    assert.deepEqual(
      fates.map(({ fate, count }: { fate: string; count: number }) => [fate, count]),
      [
        ["review", 1],
        ["new", 4],
      ],
    );
    assert.deepEqual(await seen(), before);
    const listed = await rowsOf(app, id);
    const [purchase] = (await app.get(`/api/records?userId=${userId}`)).data.filter(
      (one: { externalId?: string }) => one.externalId === "420001",
    );
    assert.equal(listed[0].recordId, purchase.id);
    assert.equal(listed[3].refundOf, purchase.id);
    const page = await app.get(`/api/imports/${id}/rows?limit=2`);
    assert.deepEqual(
      page.data.map(({ number }: ImportRow) => number),
      [1, 2],
    );
    const next = await app.get(
      `/api/imports/${id}/rows?limit=2&cursor=${page.headers["next-cursor"]}`,
    );
    assert.deepEqual(
      next.data.map(({ number }: ImportRow) => number),
      [3, 4],
    );
    const kept = await app.db.read((db) =>
      db.all<{ number: number }>(sql`select number from import_rows order by number`),
    );
    assert.deepEqual(
      kept.map(({ number }) => number),
      [3],
    );
    assert.equal((await app.remove(`/api/imports/${id}`)).status, 200);
    assert.deepEqual(
      (await rowsOf(app, id)).map(({ number }: ImportRow) => number),
      [3],
    );
    await assertProved(app);
    await app.close();
  });

  test("events tell how far an import is, and how it ended", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const rows = Array.from({ length: 1500 }, (_, index) => purchaseRow(index));
    const started = await upload(app, userId, wechatBill(rows), { wait: "false" });
    assert.equal(started.data.status, "reading");
    const events = await app.get(`/api/imports/${started.data.id}/events`);
    assert.match(
      events.text,
      /event: progress\ndata: {"stage":"storing","done":1500,"total":1500}/,
    );
    assert.match(events.text, /event: end\ndata: {"status":"ready"}\n\n$/);
    assert.equal((await app.get(`/api/imports/${started.data.id}`)).data.rowCount, 1500);
    const page = await app.get(`/api/imports/${started.data.id}/rows?limit=1000`);
    const rest = await app.get(
      `/api/imports/${started.data.id}/rows?limit=1000&cursor=${page.headers["next-cursor"]}`,
    );
    assert.deepEqual([page.data.length, rest.data.length], [1000, 500]);
    await app.close();
  });

  test("a cancelled reading is given up, a cancelled commit writes nothing", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const rows = Array.from({ length: 3000 }, (_, index) => purchaseRow(index));
    const started = await upload(app, userId, wechatBill(rows), { wait: "false" });
    assert.equal((await app.remove(`/api/imports/${started.data.id}`)).status, 409);
    assert.equal((await app.post(`/api/imports/${started.data.id}/cancel`)).status, 200);
    await app.get(`/api/imports/${started.data.id}/events`);
    assert.equal((await app.get(`/api/imports/${started.data.id}`)).data.status, "cancelled");
    assert.equal((await app.remove(`/api/imports/${started.data.id}`)).status, 200);
    const shown = await preview(app, userId, wechatBill(rows));
    const before = await bookOf(app, userId);
    const committing = app.post(`/api/imports/${shown.id}/commit`);
    // Until it has begun there is nothing to cancel.
    const cancel = () => app.post(`/api/imports/${shown.id}/cancel`);
    await until("it is cancelled", async () => (await cancel()).status === 200, 0);
    assert.equal((await committing).status, 409);
    assert.equal(await bookOf(app, userId), before);
    assert.equal((await app.get(`/api/imports/${shown.id}`)).data.status, "ready");
    assert.equal((await commit(app, shown.id)).result.records, 3000);
    await assertProved(app);
    await app.close();
  });
});

async function rowTable(app: TestApp, importId: number) {
  return (await rowsOf(app, importId)).map((row: Record<string, unknown>) => [
    row.kind,
    row.amount,
    row.fee,
    row.fate,
  ]);
}

onEveryEngine("imports of transfers", (open) => {
  test("a withdrawal is a transfer with its fee (D16, 2), and no row vanishes (D10)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const file = wechatBill([
      withdrawalRow(1),
      purchaseRow(2, { type: "没见过的类型", who: "某人", direction: "/", yuan: "5.00" }),
      purchaseRow(3, { status: "已关闭", yuan: "7.00" }),
    ]);
    const shown = await preview(app, userId, file);
    const table = await rowTable(app, shown.id);
    assert.deepEqual(table[0], ["transfer", 100, 0.1, "new"]);
    assert.equal(table[1]?.[3], "review");
    assert.equal(table[2]?.[3], "skip");
    assert.equal(
      shown.rows.every(
        (row: { fate: string; reason?: string; questions?: object }) =>
          row.fate === "new" || row.reason !== undefined || row.questions !== undefined,
      ),
      true,
    );
    const done = await commit(app, shown.id);
    assert.equal(done.result.transfers, 1);
    const [transfer] = (await app.get(`/api/transfers?userId=${userId}`)).data;
    assert.deepEqual([transfer.amount, transfer.fee, transfer.provider], [100, 0.1, "wechat"]);
    assert.deepEqual(await balances(app, userId), {
      现金: 0,
      微信零钱: -100.1,
      "招商银行(1186)": 100,
    });
    await assertProved(app);
    assert.equal((await app.remove(`/api/imports/${shown.id}`)).data.records, 1);
    assert.deepEqual(await balances(app, userId), { 现金: 0 });
    await assertProved(app);
    await app.close();
  });

  test("only transfers that cost something are counted among the fees", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const free = { yuan: "50.00", note: "/" };
    const file = wechatBill([withdrawalRow(1), withdrawalRow(2, free), withdrawalRow(3, free)]);
    assert.deepEqual((await preview(app, userId, file)).totals, [
      { kind: "transfer", count: 3, sum: 200 },
      { kind: "fee", count: 1, sum: 0.1 },
    ]);
    await app.close();
  });

  test("wallet and bank rows of one payment are suggested as one (10, 31, F8)", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const wallet = wechatBill([
      purchaseRow(1, {
        time: "2026-03-05 12:30:00",
        who: "海底捞",
        yuan: "268.00",
        method: "招商银行储蓄卡(1186)",
      }),
    ]);
    await commit(app, (await preview(app, userId, wallet)).id);
    const bank = [
      "# 招商银行交易记录",
      '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
      '"\t20260305","\t12:30:05","","\t268.00","\t1000.00","\t快捷支付","\t财付通-海底捞"',
      '"\t20260306","\t09:00:00","","\t30.00","\t970.00","\t消费","\t水果店"',
    ].join("\r\n");
    const shown = await preview(app, userId, bank);
    const [same, other] = shown.rows;
    assert.deepEqual([same.fate, same.action, other.fate], ["similar", "skip", "new"]);
    assert.equal(same.suggestion.kind, "bank-wallet");
    await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action: "merge" }] });
    const done = await commit(app, shown.id);
    assert.deepEqual([done.result.records, done.result.merged], [1, 1]);
    const month = (await app.get(`/api/statistics/monthly?userId=${userId}&month=2026-03`)).data;
    assert.equal(month.totalExpense, 298);
    assert.equal(countOf(await preview(app, userId, bank), "known"), 2);
    await assertProved(app);
    await app.close();
  });

  test("a currency that the book is not kept in is not booked unasked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const ofx =
      "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>123456<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260305<TRNAMT>-12.50<FITID>f1<NAME>Coffee</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";
    const shown = await preview(app, userId, ofx);
    assert.deepEqual([shown.rows[0].fate, shown.rows[0].action], ["review", "skip"]);
    assert.match(shown.rows[0].questions[0].text, /USD/);
    const dollars = await preview(app, userId, ofx, { currency: "USD" });
    await commit(app, dollars.id);
    const [record] = (await app.get(`/api/records?userId=${userId}`)).data;
    // The day is the one that the statement writes, whatever the zone (40).
    assert.deepEqual([record.amount, record.date], [12.5, "2026-03-04T16:00:00.000Z"]);
    await app.close();
  });
});
