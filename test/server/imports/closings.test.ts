/** Balances that a bill states, made checkpoints by a commit and taken back by its undo. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  PAYMENT_AT_BANK,
  PAYMENT_IN_WALLET,
  preview,
  purchaseRow,
  wechatBill,
  withdrawalRow,
} from "../../harness/bills.ts";
import { made } from "../../harness/book.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

/** "day amount balance" for each row, as the bank writes them. */
function statement(...rows: [day: string, yuan: number, balance: number][]): string {
  return [
    "# 招商银行交易记录",
    "# 账号: [6225********1186]",
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    ...rows.map(([day, yuan, balance]) => {
      const [into, out] = yuan > 0 ? [yuan, ""] : ["", -yuan];
      const [kind, text] = yuan > 0 ? ["代发工资", "工资"] : ["银联快捷支付", "财付通-超市"];
      return `"\t${day.replaceAll("-", "")}","\t12:00:00","\t${into}","\t${out}","\t${balance}","\t${kind}","\t${text}"`;
    }),
  ].join("\r\n");
}

const BILL = statement(
  ["2026-03-01", 100, 600],
  ["2026-03-04", -30, 570],
  ["2026-03-04", -45.5, 524.5],
);

interface Closing {
  number: number;
  date: string;
  balance: number;
  reckoned: number;
  difference: number;
  ok: boolean;
  accountId?: number;
  checkpoint?: { id: number; balance: number };
}
interface Point {
  id: number;
  accountId: number;
  date: string;
  balance: number;
  difference: number;
  importId?: number;
}

const pointsOf = async (app: TestApp, accountId: number) =>
  made(await app.get(`/api/accounts/${accountId}/checkpoints`)) as Point[];
const brief = (points: Point[]) => points.map(({ date, balance }) => `${date} ${balance}`);
const commitWith = async (app: TestApp, id: number, closings: number[]) =>
  made(await app.post(`/api/imports/${id}/commit`, { closings }));

const shownOn = (app: TestApp, userId: number, account: number, file: string) =>
  preview(app, userId, file, { account });

onEveryEngine("stated balances of an import", (open) => {
  test("are told with the preview, made points where that is wanted, and go with the import", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const accountId = await anotherAccount(app, userId, { name: "招商银行(1186)", balance: 500 });
    const shown = await shownOn(app, userId, accountId, BILL);
    const expected = { date: "2026-03-03", balance: 600, reckoned: 600, difference: 0, ok: true };
    assert.deepEqual(shown.closings, [
      { ...expected, number: 1, place: shown.closings[0].place, accountId },
    ]);
    assert.equal(shown.checkpoints, undefined);
    const wrong = await app.post(`/api/imports/${shown.id}/commit`, { closings: [2] });
    assert.deepEqual([wrong.status, wrong.message], [404, "预览的 closings 里没有编号 2"]);
    const done = await commitWith(app, shown.id, [1]);
    assert.equal(done.result.checkpoints, 1);
    assert.equal(done.closings, undefined);
    const [point] = await pointsOf(app, accountId);
    assert.equal(point?.importId, shown.id);
    assert.deepEqual([point?.date, point?.balance, point?.difference], ["2026-03-03", 600, 0]);
    const undone = made(await app.remove(`/api/imports/${shown.id}`));
    assert.equal(undone.checkpoints, 1);
    assert.deepEqual(await pointsOf(app, accountId), []);
    const entries = made(await app.get(`/api/history?userId=${userId}`));
    const kept = entries.find(({ noun }: { noun: string }) => noun === "checkpoint");
    assert.deepEqual([kept.change, kept.version.balance], ["delete", 600]);
    await assertProved(app);
    await app.close();
  });

  test("are no points unasked, and those of an account that is made go with it", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    await app.remove(`/api/accounts/${accountId}`);
    const first = await preview(app, userId, BILL);
    assert.equal(first.closings[0].accountId, undefined);
    assert.deepEqual(
      first.closings.map(({ reckoned, difference }: Closing) => [reckoned, difference]),
      [[100, 500]],
      "the opening of a new account is not known",
    );
    await commit(app, first.id);
    const [account] = made(await app.get(`/api/accounts?userId=${userId}`));
    assert.deepEqual(await pointsOf(app, account.id), []);
    await app.remove(`/api/imports/${first.id}`);
    assert.deepEqual(made(await app.get(`/api/accounts?userId=${userId}`)), []);
    const again = await preview(app, userId, BILL);
    await commitWith(app, again.id, [1]);
    const [other] = made(await app.get(`/api/accounts?userId=${userId}`));
    assert.deepEqual(brief(await pointsOf(app, other.id)), ["2026-03-03 600"]);
    await app.remove(`/api/imports/${again.id}`);
    assert.deepEqual(made(await app.get(`/api/accounts?userId=${userId}`)), []);
    await app.close();
  });

  test("a day keeps its point: what agrees is not told, what differs is asked and put back", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const accountId = await anotherAccount(app, userId, { name: "招商银行(1186)", balance: 500 });
    const path = `/api/accounts/${accountId}/checkpoints`;
    const mine = made(await app.post(path, { date: "2026-03-03", balance: 600, note: "短信" }));
    const agreed = await shownOn(app, userId, accountId, BILL);
    assert.equal(agreed.closings, undefined);
    assert.deepEqual(
      agreed.checkpoints.map(({ id, before, difference, ok }: Record<string, unknown>) => [
        ...[id, before, difference, ok],
      ]),
      [[mine.id, 100, 0, true]],
    );
    await app.remove(`/api/imports/${agreed.id}`);
    made(await app.put(`/api/checkpoints/${mine.id}`, { balance: 588 }));
    const shown = await shownOn(app, userId, accountId, BILL);
    assert.deepEqual(shown.closings[0].checkpoint, { id: mine.id, balance: 588 });
    await commitWith(app, shown.id, [1]);
    const [changed] = await pointsOf(app, accountId);
    assert.deepEqual([changed?.id, changed?.balance], [mine.id, 600]);
    made(await app.remove(`/api/imports/${shown.id}`));
    const [back] = (await pointsOf(app, accountId)) as (Point & { note?: string })[];
    assert.deepEqual([back?.balance, back?.note, back?.importId], [588, "短信", undefined]);
    // What is stated by hand since is the user's own.
    const last = await shownOn(app, userId, accountId, BILL);
    await commitWith(app, last.id, [1]);
    made(await app.put(`/api/checkpoints/${mine.id}`, { balance: 590 }));
    assert.equal(made(await app.remove(`/api/imports/${last.id}`)).checkpoints, undefined);
    assert.deepEqual(brief(await pointsOf(app, accountId)), ["2026-03-03 590"]);
    await app.close();
  });

  test("of two bills of a day the later stands until it is undone, and not after the earlier was", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const accountId = await anotherAccount(app, userId, { name: "招商银行(1186)", balance: 500 });
    const other = statement(["2026-03-01", 99, 599], ["2026-03-04", -31, 568]);
    for (const earlierFirst of [false, true]) {
      const one = await shownOn(app, userId, accountId, BILL);
      await commitWith(app, one.id, [1]);
      const two = await shownOn(app, userId, accountId, other);
      await commitWith(app, two.id, [1]);
      assert.deepEqual(brief(await pointsOf(app, accountId)), ["2026-03-03 599"]);
      await app.remove(`/api/imports/${earlierFirst ? one.id : two.id}`);
      const left = earlierFirst ? "2026-03-03 599" : "2026-03-03 600";
      assert.deepEqual(brief(await pointsOf(app, accountId)), [left]);
      await app.remove(`/api/imports/${earlierFirst ? two.id : one.id}`);
      assert.deepEqual(await pointsOf(app, accountId), []);
    }
    await app.close();
  });

  test("a ledger's assertions come back as the points that they were written from", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 100 });
    const path = `/api/accounts/${accountId}/checkpoints`;
    const spent = { userId, accountId, type: "expense", category: "餐饮", amount: 30 };
    made(await app.post("/api/records", { ...spent, date: "2026-03-10" }));
    made(await app.post("/api/records", { ...spent, date: "2026-03-20" }));
    made(await app.post(path, { date: "2026-03-09", balance: 100 }));
    made(await app.post(path, { date: "2026-03-10", balance: 70 }));
    made(await app.post(path, { date: "2026-03-21", balance: 41 }));
    for (const format of ["beancount", "hledger"]) {
      const file = await app.app.inject(`/api/export?userId=${userId}&format=${format}`);
      const other = made(await app.post("/api/users", { email: `${format}@a.com`, name: format }));
      const shown = await preview(app, other.id, file.rawPayload);
      const closings = shown.closings as Closing[];
      assert.deepEqual(
        closings.map(({ date, balance, ok }) => `${date} ${balance} ${ok}`),
        ["2026-03-09 100 true", "2026-03-10 70 true"],
        format,
      );
      await commitWith(
        app,
        shown.id,
        closings.map(({ number }) => number),
      );
      const [account] = made(await app.get(`/api/accounts?userId=${other.id}`));
      const points = await pointsOf(app, account.id);
      assert.deepEqual(
        points.map(({ date, balance, difference }) => [date, balance, difference]),
        [
          ["2026-03-10", 70, 0],
          ["2026-03-09", 100, 0],
        ],
      );
    }
    await app.close();
  });

  test("what a preview says of points is what they are after the commit, whatever it does", async () => {
    for (const [name, files] of Object.entries(FILES)) {
      const app = await open();
      const { userId, accountId: wallet } = await someone(app, { balance: 20 });
      await app.put(`/api/accounts/${wallet}`, { name: "微信零钱" });
      await anotherAccount(app, userId, { name: "招商银行(1186)", balance: 500 });
      await anotherAccount(app, userId, { name: "招商银行", balance: 7 });
      const card = await anotherAccount(app, userId, { name: "建设银行信用卡" });
      let moved = 0;
      for (const file of files) {
        await statePoints(app, userId);
        const shown = await decided(app, await preview(app, userId, file), card);
        const before = await differences(app, userId);
        const told = new Map<number, Point & { before: number }>(
          (shown.checkpoints ?? []).map((one: Point) => [one.id, one]),
        );
        moved += told.size;
        await commit(app, shown.id);
        for (const [id, difference] of await differences(app, userId)) {
          const said = told.get(id);
          const held = before.get(id);
          assert.equal(difference, said === undefined ? held : said.difference, `${name}: ${id}`);
          assert.deepEqual(said?.before, said && held, name);
          assert.equal(said !== undefined, difference !== held, name);
        }
      }
      assert.ok(moved > 0, name);
      await assertProved(app);
      await app.close();
    }
  });
});

const FEE_TOLD = {
  ...{ time: "2026-03-06 12:00:00", type: "信用卡还款", who: "建设银行信用卡还款", what: "/" },
  ...{ direction: "/", yuan: "200.10", method: "招商银行(1186)", note: "服务费¥0.10" },
};
const WITH_A_SHOP = {
  who: "京东商城",
  what: "京东-订单",
  yuan: "199.00",
  method: "招商银行(1186)",
};
const bankRow = (yuan: string, text: string): string =>
  [
    "# 招商银行交易记录",
    "# 账号: [6225********1186]",
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    `"\t20260306","\t12:00:03","","\t${yuan}","\t800.00","\t银联快捷支付","\t${text}"`,
  ].join("\r\n");

/** What a commit can do to balances, each as files that are imported one after the other. */
const FILES: Record<string, (string | Uint8Array)[]> = {
  "purchases and a withdrawal": [
    wechatBill([
      ...[purchaseRow(3), purchaseRow(5, { method: "招商银行(1186)" }), purchaseRow(40)],
      withdrawalRow(4),
    ]),
  ],
  "two sides that join": [PAYMENT_AT_BANK, PAYMENT_IN_WALLET],
  "two sides that join, the other first": [PAYMENT_IN_WALLET, PAYMENT_AT_BANK],
  "a fee that is told later": [
    bankRow("200.10", "财付通-微信信用卡还款"),
    wechatBill([purchaseRow(5, FEE_TOLD)]),
  ],
  "an account that is known later": [
    [
      "京东账号名：小明",
      "交易时间,商户名称,交易说明,金额,收/付款方式,交易状态,收/支,交易分类,交易订单号,商家订单号,备注",
      "2026-03-06 12:00:00\t,京东商城,键盘,199.00,微信支付,交易成功,支出,数码,JD2026030600000001\t,M1\t, ",
    ].join("\r\n"),
    wechatBill([purchaseRow(1, { ...WITH_A_SHOP, time: "2026-03-06 12:00:30" })]),
  ],
  openings: [readFileSync(join(import.meta.dirname, "../../bills/faults/ezb-openings.csv"))],
  "a bill with a balance": [BILL, BILL],
};

/** A point on some days of every account, where there is none yet. */
async function statePoints(app: TestApp, userId: number): Promise<void> {
  for (const { id } of made(await app.get(`/api/accounts?userId=${userId}`))) {
    for (const date of ["2026-02-28", "2026-03-01", "2026-03-05", "2026-03-06", "2026-03-31"]) {
      await app.post(`/api/accounts/${id}/checkpoints`, { date, balance: 12.5 });
    }
  }
}

/** What is alike is merged, and what asks where it goes goes to the account. */
async function decided(app: TestApp, shown: { id: number; rows: unknown[] }, toAccountId: number) {
  const rows = (shown.rows as { number: number; fate: string; action: string }[]).flatMap(
    ({ number, fate, action }) => {
      if (fate === "similar") return [{ numbers: [number], action: "merge" }];
      if (fate !== "review" || action !== "skip") return [];
      return [{ numbers: [number], action: "import", toAccountId }];
    },
  );
  return made(await app.put(`/api/imports/${shown.id}`, { rows }));
}

/** By how much the bank has more, of every point. */
async function differences(app: TestApp, userId: number): Promise<Map<number, number>> {
  const accounts: { id: number }[] = made(await app.get(`/api/accounts?userId=${userId}`));
  const points = await Promise.all(accounts.map(({ id }) => pointsOf(app, id)));
  return new Map(points.flat().map(({ id, difference }) => [id, difference]));
}
