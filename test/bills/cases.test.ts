/** What users of other systems suffered with Chinese bills (cases D), and what is right. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Bill, BillLine } from "../../src/bills/bill/line.ts";
import { readBill } from "../../src/bills/index.ts";
import { codeOf } from "../../src/contract/notes.ts";
import {
  alipayLine,
  alipayText,
  archive,
  bytesOf,
  readOne,
  readText,
  refusal,
  WECHAT,
  wechatLine,
  wechatText,
  workbook,
} from "./build.ts";
import { zh } from "./reading.ts";
import { sample } from "./samples.ts";

/** Expenses less refunds, in fen. */
function spent(bill: Bill): number {
  const sign = (line: BillLine) => ({ expense: 1, refund: -1 })[line.kind as string] ?? 0;
  return bill.lines.reduce((sum, line) => sum + sign(line) * line.amount, 0);
}

describe("Chinese bills", () => {
  for (const row of [17, 18, 19]) {
    for (const amount of [4.5, "¥4.50"]) {
      test(`D1 D2 WeChat's header on row ${row}, the amount ${amount}`, async () => {
        const above = Array.from({ length: row - 1 }, () => ["注"]);
        const cells = [
          "2026-03-15 12:01:02",
          "商户消费",
          "甲",
          "/",
          "支出",
          amount,
          "零钱",
          "支付成功",
          "42",
          "/",
          "/",
        ];
        const bill = await readOne(workbook({ 账单: [...above, WECHAT, cells] }));
        assert.equal(bill.lines[0]?.amount, 450);
      });
    }
  }

  test("D4 28 digits stay 28 digits, without the TAB", async () => {
    const line = await wechatLine(
      '2026-01-01 10:00:00,商户消费,店,11111111111111,支出,¥1.00,零钱,支付成功,4200002604202603150000000001\t,/,"/"',
    );
    assert.equal(line.externalId, "4200002604202603150000000001");
    assert.equal(line.description, "11111111111111");
  });

  test("D5 TABs, a mark, trailing commas and ragged lines above are tolerated", async () => {
    const text = `\uFEFF微信支付账单明细,,,\r\n说明,,,,,,,,,,,,\r\n${wechatText('2026-01-01 10:00:00,"商户消费"\t,"店"\t\t,面,支出,¥1.00,零钱,支付成功,1,/,"/",,,')}`;
    assert.equal((await readText(text)).lines[0]?.counterparty, "店");
  });

  test("D6 an unknown file's error names the encoding and the columns that were found", async () => {
    const error = await refusal(bytesOf("交易时刻,钱\n2026-01-01,5.00"));
    assert.match(error.message, /utf-8/);
    assert.match(error.message, /交易时刻、钱/);
  });

  test("D10 neutral rows never vanish: each has a reason or a question", async () => {
    const bill = await readText(
      alipayText({ direction: "不计收支", text: "没见过的事" }, { direction: "/", text: "另一件" }),
    );
    for (const line of bill.lines) {
      assert.notEqual(line.reason, "");
      assert.equal(line.review[0]?.code, "unknown-type");
    }
    const line = await wechatLine('2026-01-01 10:00:00,新的交易,/,"/",/,¥1.00,零钱,处理中,1,/,"/"');
    assert.equal(line.review[0]?.code, "unknown-type");
  });

  test("D11 a refund reduces the expense, and the money goes into the account", async () => {
    for (const direction of ["不计收支", "收入"]) {
      const line = await alipayLine({ direction, status: "退款成功", method: "花呗" });
      assert.deepEqual([line.kind, line.account], ["refund", "花呗"]);
    }
  });

  test("D12 D13 a purchase and its full refund are net 0, both traceable, and no income", async () => {
    const bill = await readText(
      alipayText(
        {
          id: "77_1",
          direction: "不计收支",
          status: "退款成功",
          amount: "100.00",
          time: "2026-06-16 10:00:00",
        },
        { id: "77", status: "交易关闭", amount: "100.00" },
      ),
    );
    assert.equal(spent(bill), 0);
    assert.equal(bill.lines[0]?.refundOf, 1);
    assert.deepEqual(
      bill.lines.map((line) => line.review),
      [[], []],
    );
  });

  test("several part refunds never exceed the purchase", async () => {
    const refund = { direction: "不计收支", status: "退款成功", amount: "40.00" };
    const bill = await readText(
      alipayText(
        { id: "77", amount: "100.00", time: "2026-06-01 10:00:00" },
        { ...refund, id: "77*REFUND_1", time: "2026-06-02 10:00:00" },
        { ...refund, id: "77*REFUND_2", time: "2026-06-03 10:00:00" },
        { ...refund, id: "77*REFUND_3", time: "2026-06-04 10:00:00" },
      ),
    );
    assert.deepEqual(
      bill.lines.slice(1).map((line) => line.refundOf),
      [0, 0, undefined],
    );
    assert.equal(codeOf(bill.lines[3]?.reason ?? ""), "refundWithoutPurchase");
  });

  test("a closed purchase without its refund is kept and noted", async () => {
    const line = await alipayLine({ status: "交易关闭" });
    assert.deepEqual([line.kind, codeOf(line.reason)], ["expense", "refundMissing"]);
    assert.deepEqual(line.review, []);
  });

  test("D15 an empty category stays empty, and WeChat's type is offered", async () => {
    assert.equal((await alipayLine({ category: "" })).category, "");
    const line = await wechatLine(
      '2026-01-01 10:00:00,商户消费,店,"/",支出,¥1.00,零钱,支付成功,1,/,"/"',
    );
    assert.equal(line.category, "商户消费");
  });

  test("D16 a withdrawal of 100.10 with 服务费¥0.10", async () => {
    const line = await wechatLine(
      '2026-01-01 10:00:00,零钱提现,招商银行,"/",/,¥100.10,招商银行(1186),提现已到账,1,/,"服务费¥0.10"',
    );
    assert.deepEqual([line.amount, line.fee], [10000, 10]);
  });

  const wrong: [string, string, RegExp][] = [
    [
      "支付宝 记账本",
      "记录时间,分类,收支类型,金额,备注,账户\n2025-01-05 12:00:00,餐饮,支出,23.00,,余额",
      /记账本/,
    ],
    [
      "支付宝 商家账务明细",
      "#支付宝账务明细查询\n账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）\n1,2,3,4,5,6,7,8",
      /账务明细/,
    ],
    [
      "微信 商户账单",
      "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号\n`2026-01-01 10:00:00,`wx,`1,`0,`,`4,`5",
      /商户平台/,
    ],
  ];
  for (const [name, text, message] of wrong) {
    test(`D17 ${name} is refused with the steps to the right file`, async () => {
      const error = await refusal(bytesOf(text));
      assert.equal(error.code, "wrong-file");
      assert.match(error.message, message);
      assert.match(error.message, /→/);
    });
  }

  for (const name of ["own-cashbook-jizhangben.csv", "own-merchant-ledger.csv"]) {
    test(`D17 ${name} is refused as a wrong file`, async () => {
      assert.equal((await refusal(sample(`alipay/${name}`))).code, "wrong-file");
    });
  }

  test("D18 the mail's locked zip is read with its password", async () => {
    const file = {
      "微信支付账单.csv": bytesOf(
        wechatText('2026-01-01 10:00:00,商户消费,店,"/",支出,¥1.00,零钱,支付成功,1,/,"/"'),
      ),
    };
    const locked = await archive(file, { password: "123456", zipCrypto: true });
    assert.equal((await readBill(locked, { password: "123456" }))[0]?.lines.length, 1);
  });

  test("a bad row is a visible row, and the others are read", async () => {
    const bill = await readText(alipayText({ amount: "一百" }, { time: "昨天" }, {}));
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["skip", "skip", "expense"],
    );
    assert.match(zh(bill.lines[0]?.reason), /金额/);
    assert.match(zh(bill.lines[1]?.reason), /日期/);
  });

  test("stated totals that differ are a notice, not a failure", async () => {
    const bill = await readText(`收入：3笔 5.00元\n支出：1笔 10.00元\n${alipayText({})}`);
    assert.equal(bill.notices.length, 1);
    assert.match(zh(bill.notices[0]), /收入是 3 笔 5\.00 元/);
  });

  test("JD's first layout: refunds as income, holds, and money of a card's giver", async () => {
    const header =
      "交易时间,交易分类,商户名称,交易说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注";
    const rows = [
      "2021-01-03 10:00:00,其他,京东,退款-键盘,收入,50.00,白条,退款成功,1,2,",
      "2021-01-02 10:00:00,数码,京东,键盘,支出,50.00,白条,交易成功,1,2,",
      "2021-01-02 09:00:00,其他,京东,冻结-PLUS先享后付,不计收支,99.00,白条,冻结成功,1,2,",
      "2021-01-01 09:00:00,其他,京东,白条主动还款,不计收支,99.00,工商银行储蓄卡(1111),还款成功,9,2,",
      "2021-01-01 08:00:00,其他,京东,京东小金库-转入,不计收支,9.00,工商银行储蓄卡(1111),交易成功,8,2,",
    ];
    const bill = await readText([header, ...rows].join("\n"));
    assert.equal(bill.layout, "v1");
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["refund", "expense", "skip", "transfer", "transfer"],
    );
    assert.equal(bill.lines[0]?.refundOf, 1);
    assert.deepEqual(
      bill.lines.slice(3).map((line) => line.toAccount),
      ["白条", "京东小金库"],
    );
  });

  test("a fee of the web bill is a line of its own, and another one than its purchase", async () => {
    const header =
      "交易号,商家订单号,交易创建时间,付款时间,最近修改时间,交易来源地,类型,交易对方,商品名称,金额（元）,收/支,交易状态,服务费（元）,成功退款（元）,备注,资金状态,";
    const row =
      "1,S1,2019-09-30 13:11:25,,,其他,即时到账交易,甲,提现,100.00,支出,交易成功,0.10,0.00,,已支出,";
    const bill = await readText(`${header}\n${row}`);
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount]),
      [
        ["expense", 10000],
        ["fee", 10],
      ],
    );
  });
});
