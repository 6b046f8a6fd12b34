/** A provider's number is the identity of a line, whatever a spreadsheet or another layout makes of it (decisions W4). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import { formerLineKeys, lineKeys } from "../../../src/bills/matching/identity.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, countOf, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";
import { anotherAccount, assertProved, bookOf } from "../../harness/proof.ts";

const WECHAT = wechatBill([
  purchaseRow(1, { time: "2026-03-02 12:01:07", who: "面馆", yuan: "18.00" }),
  purchaseRow(2, { time: "2026-03-02 12:01:40", who: "面馆", yuan: "18.00" }),
  purchaseRow(3, { time: "2026-03-04 08:00:00", who: "超市", yuan: "45.20" }),
]);
const IDS = [1, 2, 3].map((index) => purchaseRow(index).id);

/** What a spreadsheet makes of the bill: seconds and numbers as they are shown. */
const withoutSeconds = WECHAT.replace(/2026-03-0(\d) (\d\d:\d\d):\d\d/g, "2026/3/$1 $2");
const anotherSecond = WECHAT.replaceAll("12:01:07", "12:01:09");
const exponents = IDS.reduce((text, id) => text.replace(`${id}\t`, "4.20000E+27"), withoutSeconds);
const zeros = IDS.reduce(
  (text, id) => text.replace(`${id}\t`, `${id.slice(0, 15)}0000000000000`),
  withoutSeconds,
);

const ALIPAY_WEB = [
  "支付宝交易记录明细查询",
  "账号:[138****0000]",
  "起始日期:[2026-03-01 00:00:00]    终止日期:[2026-04-01 00:00:00]",
  "---------------------------------交易记录明细列表------------------------------------",
  "交易号,商家订单号,交易创建时间,付款时间,最近修改时间,交易来源地,类型,交易对方,商品名称,金额（元）,收/支,交易状态,服务费（元）,成功退款（元）,备注,资金状态,",
  "2026030522001111,T1,2026-03-05 12:00:01,2026-03-05 12:00:31,2026-03-05 12:00:31,其他,即时到账交易,饭馆,炒饭,30.00,支出,交易成功,0.00,0.00,,已支出,",
  "2026030622001112,T2,2026-03-06 09:10:01,2026-03-06 09:10:11,2026-03-06 09:10:11,其他,即时到账交易,地铁,乘车,4.00,支出,交易成功,0.00,0.00,,已支出,",
].join("\r\n");
const ALIPAY_APP = [
  "导出信息：",
  "支付宝账户：138****0000",
  "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,",
  "2026-03-05 12:00:02,餐饮美食,饭馆,/,炒饭,支出,30.00,余额,交易成功,2026030522001111\t,T1\t,,",
  "2026-03-06 09:10:02,交通出行,地铁,/,乘车,支出,4.00,余额,交易成功,2026030622001112\t,T2\t,,",
].join("\r\n");

/** A card's OFX with one movement. */
const ofx = (fitid: string, stamp: string, amount: string, name = "COFFEE HOUSE") =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>CNY<BANKACCTFROM><BANKID>1<ACCTID>6222021234<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${stamp}<TRNAMT>${amount}<FITID>${fitid}<NAME>${name}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

async function book(app: TestApp, userId: number, file: string, fields = {}) {
  const shown = await preview(app, userId, file, fields);
  await commit(app, shown.id);
  return shown;
}

/** Imports one file after another; of the second everything is known, and the book stays as it is. */
async function assertSame(app: TestApp, first: string, second: string): Promise<void> {
  const { userId } = await someone(app);
  await book(app, userId, first);
  const before = await bookOf(app, userId);
  const shown = await preview(app, userId, second);
  assert.deepEqual(
    (await rowsOf(app, shown.id)).map(({ fate }: { fate: string }) => fate),
    Array(shown.rowCount).fill("known"),
  );
  await commit(app, shown.id);
  assert.equal(await bookOf(app, userId), before);
  assert.equal(countOf(await preview(app, userId, first), "known"), shown.rowCount);
}

onEveryEngine("a provider's number", (open) => {
  const changed: [string, string, string][] = [
    ["another second", WECHAT, anotherSecond],
    ["seconds that a spreadsheet has lost", WECHAT, withoutSeconds],
    ["numbers with an exponent", WECHAT, exponents],
    ["numbers of fifteen digits", WECHAT, zeros],
    ["the web's layout and the app's", ALIPAY_WEB, ALIPAY_APP],
  ];
  test("tells its line again, in either order of the files", async () => {
    const app = await open();
    for (const [, one, other] of changed) {
      await assertSame(app, one, other);
      await assertSame(app, other, one);
    }
    await assertProved(app);
    await app.close();
  });

  test("of both sides of a payment between people asks, and both can be booked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const sent = purchaseRow(4, { who: "小红", type: "转账", yuan: "50.00", status: "对方已收钱" });
    const received = { ...sent, who: "小明", direction: "收入", status: "已存入零钱" };
    await book(app, userId, wechatBill([sent]));
    const shown = await preview(app, userId, wechatBill([received]));
    assert.deepEqual([shown.rows[0].action, shown.questions[0].code], ["skip", "other-way"]);
    const questions = [{ code: "other-way", action: "import" }];
    assert.equal((await app.put(`/api/imports/${shown.id}`, { questions })).status, 200);
    await commit(app, shown.id);
    for (const row of [sent, received]) {
      assert.equal(countOf(await preview(app, userId, wechatBill([row])), "known"), 1);
    }
    assert.equal((await app.get(`/api/records?userId=${userId}`)).data.length, 2);
    await assertProved(app);
    await app.close();
  });

  test("that was lost is no proof where anything else differs", async () => {
    const app = await open();
    const { userId } = await someone(app);
    await book(app, userId, WECHAT);
    const other = exponents.replaceAll("面馆", "饭庄").replace("8:00", "8:05");
    const shown = await preview(app, userId, other.replace("45.20", "45.30"));
    assert.deepEqual(
      (await rowsOf(app, shown.id)).map(({ fate, action }: Record<string, string>) => [
        fate,
        action,
      ]),
      [
        ["similar", "skip"],
        ["similar", "skip"],
        ["new", "import"],
      ],
    );
    await app.close();
  });

  test("tells lines that were booked under the keys of an earlier version", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const { id } = await book(app, userId, WECHAT);
    const [bill] = await readBill(Buffer.from(WECHAT), { fileName: "bill.csv" });
    assert.ok(bill);
    const former = formerLineKeys(bill);
    await app.db.write(async (db) => {
      await db.run(sql`update imports set keys_by_id = 0 where id = ${id}`);
      for (const [index, key] of lineKeys(bill).entries()) {
        await db.run(sql`update import_keys set key = ${former[index]}
          where user_id = ${userId} and key = ${key}`);
      }
    });
    const shown = await preview(app, userId, WECHAT);
    assert.equal(countOf(shown, "known"), 3);
    await app.remove(`/api/imports/${id}`);
    await book(app, userId, WECHAT);
    assert.equal(countOf(await preview(app, userId, anotherSecond), "known"), 3);
    await assertProved(app);
    await app.close();
  });

  test("of one account is known on its day, and asks on another day or with another amount", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const account = await anotherAccount(app, userId);
    await book(app, userId, ofx("A1", "20260305", "-18.00"), { account });
    const cases: [string, string][] = [
      [ofx("A1", "20260305153000", "-18.00"), "known"],
      [ofx("A1", "20260307", "-18.00", "SBUX 123"), "similar"],
      [ofx("A1", "20260306", "-19.50"), "similar"],
      [ofx("A2", "20260309", "-18.00", "BAKERY"), "new"],
    ];
    for (const [file, fate] of cases) {
      const shown = await preview(app, userId, file, { account });
      assert.equal(countOf(shown, fate), 1, JSON.stringify(shown.rows));
    }
    await app.close();
  });
});
