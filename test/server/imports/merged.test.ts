/** Two files that tell one payment: a merge keeps what either says, and an undo leaves what the other wrote. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, countOf, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

/** A payment with a card, as the wallet and as the bank tell it. */
const WALLET = wechatBill([
  purchaseRow(5, {
    time: "2026-03-06 12:00:00",
    who: "面馆",
    what: "牛肉面",
    yuan: "18.00",
    method: "招商银行(1186)",
  }),
]);

function bank(yuan: string, type: string, text: string): string {
  return [
    "# 招商银行交易记录",
    "# 账号: [6225********1186]",
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    `"\t20260306","\t12:00:03","","\t${yuan}","\t800.00","\t${type}","\t${text}"`,
  ].join("\r\n");
}
const BANK = bank("18.00", "银联快捷支付", "财付通-面馆消费");

/** A repayment of a card out of another, with a fee, as the wallet and as the paying bank tell it. */
const REPAID = wechatBill([
  purchaseRow(5, {
    time: "2026-03-06 12:00:00",
    type: "信用卡还款",
    who: "建设银行信用卡还款",
    what: "/",
    direction: "/",
    yuan: "200.10",
    method: "招商银行(1186)",
    note: "服务费¥0.10",
  }),
]);
const REPAID_AT_BANK = bank("200.10", "银联快捷支付", "财付通-微信信用卡还款");

async function mergeAll(app: TestApp, userId: number, file: string) {
  const shown = await preview(app, userId, file);
  if (countOf(shown, "similar") > 0) {
    const questions = [{ code: "similar", action: "merge" }];
    const answer = await app.put(`/api/imports/${shown.id}`, { questions });
    assert.equal(answer.status, 200, answer.text);
  }
  await commit(app, shown.id);
  return shown.id as number;
}

async function undo(app: TestApp, id: number) {
  const answer = await app.remove(`/api/imports/${id}`);
  assert.equal(answer.status, 200, answer.text);
}

/** What a book says, without ids and clocks. */
async function told(app: TestApp, userId: number) {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const names = new Map(accounts.map((one: { id: number; name: string }) => [one.id, one.name]));
  const records = (await app.get(`/api/records?userId=${userId}`)).data;
  const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
  return {
    balances: Object.fromEntries(
      accounts.map((one: { name: string; balance: number }) => [one.name, one.balance]),
    ),
    records: records.map((one: Record<string, unknown>) =>
      [
        names.get(one.accountId),
        one.type,
        one.amount,
        one.category,
        one.description,
        one.date,
      ].join("|"),
    ),
    transfers: transfers.map((one: Record<string, unknown>) =>
      [names.get(one.fromAccountId), names.get(one.toAccountId), one.amount, one.fee].join("|"),
    ),
  };
}

async function withCards(app: TestApp) {
  const { userId } = await someone(app);
  await anotherAccount(app, userId, { name: "招商银行(1186)" });
  await anotherAccount(app, userId, { name: "建设银行信用卡" });
  await anotherAccount(app, userId, { name: "微信零钱" });
  return userId;
}

/** What a book says after one file alone. */
async function alone(app: TestApp, file: string) {
  const userId = await withCards(app);
  await mergeAll(app, userId, file);
  return told(app, userId);
}

onEveryEngine("two files that tell one payment", (open) => {
  test("keep the texts of both, and either is left by the undo of the other", async () => {
    const app = await open();
    for (const files of [
      [WALLET, BANK],
      [BANK, WALLET],
    ] as [string, string][]) {
      for (const first of [0, 1]) {
        const userId = await withCards(app);
        const empty = await bookOf(app, userId);
        const ids = [await mergeAll(app, userId, files[0]), await mergeAll(app, userId, files[1])];
        const { balances, records } = await told(app, userId);
        assert.equal(balances["招商银行(1186)"], -18);
        assert.equal(records.length, 1);
        assert.match(records[0], /面馆 牛肉面；(银联快捷支付 )?财付通-面馆消费/);
        for (const file of files)
          assert.equal(countOf(await preview(app, userId, file), "known"), 1);
        await undo(app, ids[first] as number);
        assert.deepEqual(await told(app, userId), await alone(app, files[1 - first] as string));
        assert.equal(countOf(await preview(app, userId, files[1 - first] as string), "known"), 1);
        // The file that was taken back is merged again as at first.
        const again = await mergeAll(app, userId, files[first] as string);
        assert.equal((await told(app, userId)).balances["招商银行(1186)"], -18);
        await undo(app, again);
        await undo(app, ids[1 - first] as number);
        const left = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");
        assert.equal(left(await bookOf(app, userId)), left(empty));
        await assertProved(app);
      }
    }
    await app.close();
  });

  test("keep the fee of a transfer, whichever comes first", async () => {
    const app = await open();
    for (const files of [
      [REPAID, REPAID_AT_BANK],
      [REPAID_AT_BANK, REPAID],
    ] as [string, string][]) {
      const userId = await withCards(app);
      const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
      const card = accounts.find(({ name }: { name: string }) => name === "建设银行信用卡").id;
      const ids: number[] = [];
      for (const file of files) {
        const shown = await preview(app, userId, file);
        const [row] = await rowsOf(app, shown.id);
        const rows =
          row.fate === "similar"
            ? [{ numbers: [1], action: "merge" }]
            : row.action === "skip"
              ? [{ numbers: [1], action: "import", toAccountId: card }]
              : [];
        const answer = await app.put(`/api/imports/${shown.id}`, { rows });
        assert.equal(answer.status, 200, answer.text);
        await commit(app, shown.id);
        ids.push(shown.id);
      }
      const both = await told(app, userId);
      assert.deepEqual(both.transfers, ["招商银行(1186)|建设银行信用卡|200|0.1"]);
      assert.deepEqual(both.balances, {
        现金: 0,
        "招商银行(1186)": -200.1,
        建设银行信用卡: 200,
        微信零钱: 0,
      });
      await assertProved(app);
      await undo(app, ids[1] as number);
      assert.equal((await told(app, userId)).balances["招商银行(1186)"], -200.1);
      const first = files[0] === REPAID ? "200|0.1" : "200.1|";
      assert.deepEqual((await told(app, userId)).transfers, [
        `招商银行(1186)|建设银行信用卡|${first}`,
      ]);
      await assertProved(app);
      await undo(app, ids[0] as number);
      assert.deepEqual((await told(app, userId)).transfers, []);
      await assertProved(app);
    }
    await app.close();
  });

  test("leave the fee where the bank has seen it in its sum", async () => {
    const app = await open();
    const userId = await withCards(app);
    const ids = [await mergeAll(app, userId, REPAID), await mergeAll(app, userId, REPAID_AT_BANK)];
    await undo(app, ids[0] as number);
    const left = await told(app, userId);
    assert.deepEqual(left.transfers, ["招商银行(1186)|建设银行信用卡|200|0.1"]);
    assert.equal(left.balances["招商银行(1186)"], -200.1);
    await assertProved(app);
    await undo(app, ids[1] as number);
    assert.deepEqual((await told(app, userId)).transfers, []);
    await assertProved(app);
    await app.close();
  });

  test("stand on the account that the bank or the wallet knows, in any order of three files", async () => {
    const app = await open();
    const shop = [
      "京东账号名：小明",
      "交易时间,商户名称,交易说明,金额,收/付款方式,交易状态,收/支,交易分类,交易订单号,商家订单号,备注",
      "2026-03-06 12:00:00\t,京东商城,键盘,199.00,微信支付,交易成功,支出,数码,JD2026030600000001\t,M1\t, ",
    ].join("\r\n");
    const paid = { who: "京东商城", what: "京东-订单", yuan: "199.00", method: "招商银行(1186)" };
    const way = wechatBill([purchaseRow(1, { ...paid, time: "2026-03-06 12:00:30" })]);
    const files = [shop, way, bank("199.00", "银联快捷支付", "财付通-京东商城")];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 0, 1],
    ]) {
      const userId = await withCards(app);
      const ids: number[] = [];
      for (const at of order) ids.push(await mergeAll(app, userId, files[at] as string));
      const { balances, records } = await told(app, userId);
      assert.deepEqual([balances["招商银行(1186)"], records.length], [-199, 1], order.join());
      assert.equal(balances.微信支付 ?? 0, 0);
      await assertProved(app);
      // The last of the files goes first: what it knew is taken back with it.
      await undo(app, ids[2] as number);
      assert.equal((await told(app, userId)).balances["招商银行(1186)"], -199);
      await undo(app, ids[1] as number);
      const left = (await told(app, userId)).balances;
      const account = order[0] === 0 ? "微信支付" : "招商银行(1186)";
      assert.equal(left[account], -199);
      await undo(app, ids[0] as number);
      assert.deepEqual((await told(app, userId)).records, []);
      await assertProved(app);
    }
    await app.close();
  });

  test("are asked about when both were previewed before either was in the book", async () => {
    const app = await open();
    const userId = await withCards(app);
    const [one, other] = [await preview(app, userId, WALLET), await preview(app, userId, BANK)];
    const rows = [{ numbers: [1], category: "早餐" }];
    assert.equal((await app.put(`/api/imports/${other.id}`, { rows })).status, 200);
    await commit(app, one.id);
    const path = `/api/imports/${other.id}`;
    assert.equal((await app.post(`${path}/commit`)).status, 409);
    const [row] = await rowsOf(app, other.id);
    assert.deepEqual(
      [row.fate, row.action, row.suggestion.kind],
      ["similar", "skip", "bank-wallet"],
    );
    assert.equal((await app.put(path, { rows: [{ numbers: [1], action: "merge" }] })).status, 200);
    await commit(app, other.id);
    assert.equal((await told(app, userId)).balances["招商银行(1186)"], -18);
    await assertProved(app);
    // What was entered by hand since is asked about, too; what was decided about that is done.
    const third = await preview(app, userId, bank("7.00", "消费", "水果"));
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    const accountId = accounts.find(({ name }: { name: string }) => /1186/.test(name)).id;
    const record = { userId, accountId, type: "expense", amount: 7, category: "餐饮" };
    assert.equal((await app.post("/api/records", { ...record, date: "2026-03-06" })).status, 200);
    assert.equal((await app.post(`/api/imports/${third.id}/commit`)).status, 409);
    const questions = [{ code: "similar", action: "import" }];
    assert.equal((await app.put(`/api/imports/${third.id}`, { questions })).status, 200);
    assert.equal((await commit(app, third.id)).result.records, 1);
    await app.close();
  });

  test("leave an entry by hand as it was", async () => {
    const app = await open();
    const userId = await withCards(app);
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    const accountId = accounts.find(({ name }: { name: string }) => /1186/.test(name)).id;
    const record = { userId, accountId, type: "expense", amount: 18, category: "餐饮" };
    const made = { ...record, date: "2026-03-06", description: "午饭" };
    assert.equal((await app.post("/api/records", made)).status, 200);
    const before = (await app.get(`/api/records?userId=${userId}`)).data;
    const id = await mergeAll(app, userId, WALLET);
    assert.match((await told(app, userId)).records[0], /午饭；面馆 牛肉面/);
    await undo(app, id);
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, before);
    await app.close();
  });
});
