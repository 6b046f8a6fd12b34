/** Rows that are neither income nor expense by their column, told by their words. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BillLine } from "../../../src/bills/bill/line.ts";
import { alipayLine, readText, wechatLine } from "../build.ts";
import { brief, codes } from "../reading.ts";

describe("neutral rows of Alipay", () => {
  const neutral = { direction: "不计收支", amount: "46.00", time: "2026-03-05 10:00:00" };
  const bank = "招商银行储蓄卡(1186)";
  const cases: [text: string, party: string, method: string, from: string, to: string][] = [
    ["余利宝-转入", "余利宝", bank, bank, "余利宝"],
    ["余利宝-转入", "余利宝", "余利宝", "余额", "余利宝"],
    ["余利宝-转出到银行卡", "余利宝", bank, "余利宝", bank],
    ["余利宝-转出到银行卡", bank, "余利宝", "余利宝", bank],
    ["余利宝-转出到银行卡", "余利宝", "余利宝", "余利宝", ""],
    ["余利宝-转出到余额", "余利宝", "余利宝", "余利宝", "余额"],
    ["余额宝-转出到银行卡", bank, "余额宝", "余额宝", bank],
    ["长青货币-转出到银行卡", "长青货币", bank, "长青货币", bank],
    ["长青基金-卖出", "长青基金", "余额", "长青基金", "余额"],
    ["长青基金-卖出至余额宝", "长青基金", "余额宝", "长青基金", "余额宝"],
    ["长青基金-买入", "长青基金", bank, bank, "长青基金"],
    ["笔笔攒-单次转入", "笔笔攒", "余额宝", "余额", "余额宝"],
  ];
  for (const [text, party, method, from, to] of cases) {
    test(`${text} by ${method}: ${from} to ${to || "the account that is asked for"}`, async () => {
      const line = await alipayLine({ ...neutral, text, party, method });
      assert.equal(brief(line), `transfer 2026-03-05 10:00:00 46.00 CNY ${from} > ${to}`);
      assert.deepEqual(codes(line), to === "" ? ["no-account"] : []);
    });
  }
});

describe("neutral rows of JD", () => {
  const header =
    "交易时间,商户名称,交易说明,金额,收/付款方式,交易状态,收/支,交易分类,交易订单号,商家订单号,备注";
  const cases: [text: string, shop: string, is: string, asked: string[]][] = [
    ["金条还款", "京东金条", "transfer 招商银行(1186) > 金条", []],
    ["白条主动还款", "京东白条", "transfer 招商银行(1186) > 白条", []],
    ["金条借款", "京东金条", "transfer 金条 > 招商银行(1186)", []],
    ["信用卡还款", "京东金融", "transfer 招商银行(1186) > ", ["no-account"]],
    ["信用卡还款", "建设银行信用卡还款", "transfer 招商银行(1186) > 建设银行信用卡", []],
    ["京东钱包充值", "京东钱包", "transfer 招商银行(1186) > 京东钱包", []],
    ["京东钱包提现", "京东钱包", "transfer 京东钱包 > 招商银行(1186)", []],
    ["基金转入", "稳健基金", "transfer 招商银行(1186) > 稳健基金", []],
    ["基金转出", "稳健基金", "transfer 稳健基金 > 招商银行(1186)", []],
    ["运费险退款", "京东平台商户", "refund 招商银行(1186)", []],
    ["积分兑换", "京东平台商户", "skip 招商银行(1186)", ["unknown-type"]],
  ];
  for (const [text, shop, is, asked] of cases) {
    test(`${text} of ${shop}`, async () => {
      const row = `2026-03-05 10:00:00,${shop},${text},300.00,招商银行(1186),交易成功,不计收支,其他,JD1,JD1,`;
      const line = (await readText(`${header}\r\n${row}`)).lines[0]!;
      assert.equal(brief(line).replace("2026-03-05 10:00:00 300.00 CNY ", ""), is);
      assert.deepEqual(codes(line), asked);
    });
  }
});

describe("rows of WeChat", () => {
  const at = "2026-03-05 12:00:00";
  test("a card repayment's fee is apart from what the card gets", async () => {
    for (const way of ["支出", "/"]) {
      const line = await wechatLine(
        `${at},信用卡还款,招商银行信用卡还款,"/",${way},¥200.10,零钱,支付成功,420001,M1,"服务费¥0.10"`,
      );
      assert.equal(brief(line), `transfer ${at} 200.00 CNY 零钱 > 招商银行信用卡`);
      assert.equal(line.fee, 10);
    }
  });

  test("money in whose status says refunded is a refund of spending, else it is asked", async () => {
    const row = (type: string, status: string) =>
      wechatLine(`${at},${type},灯具店,"台灯",收入,¥30.00,零钱,${status},4200${type},/,"/"`);
    for (const status of ["已全额退款", "已退款(￥30.00)", "对方已退还"]) {
      const spent = await row("商户消费", status);
      assert.deepEqual([spent.kind, codes(spent)], ["refund", []]);
      const received = await row("二维码收款", status);
      assert.deepEqual([received.kind, codes(received)], ["income", ["refunded-income"]]);
    }
    const plain = await row("二维码收款", "已收钱");
    assert.deepEqual([plain.kind, codes(plain)], ["income", []]);
  });
});

test("what a lender pays into WeChat and is paid back are transfers, and no income", async () => {
  const cases: [string, string][] = [
    ["微粒贷借款,微众银行,借款,/,¥5000.00,招商银行(1186),已到账", "微粒贷 > 招商银行(1186)"],
    ["分付还款,微信分付,还款,/,¥5000.00,零钱,支付成功", "零钱 > 分付"],
  ];
  for (const [row, sides] of cases) {
    const line = await wechatLine(`2026-06-07 10:00:00,${row},1,2,/`);
    assert.equal(brief(line), `transfer 2026-06-07 10:00:00 5000.00 CNY ${sides}`);
    assert.deepEqual(codes(line), []);
  }
});

test("a transfer that Alipay has given back is a refund", async () => {
  const line = await alipayLine({
    text: "转账-退回",
    party: "李四",
    direction: "不计收支",
    method: "余额",
  });
  assert.deepEqual([line.kind, line.account], ["refund", "余额"]);
});

test("what is withdrawn from Meituan goes to the account that is asked for", async () => {
  const rows = [
    "交易创建时间,交易成功时间,交易类型,订单标题,收/支,支付方式,订单金额,实付金额,交易单号,商家单号,备注",
    "2026-06-07 10:00:00,2026-06-07 10:00:05,提现,美团余额提现,支出,美团余额,¥50.00,¥50.00,9,10,/",
  ];
  const { lines } = await readText(rows.join("\n"));
  assert.equal(brief(lines[0] as BillLine), "transfer 2026-06-07 10:00:05 50.00 CNY 美团余额 > ");
  assert.deepEqual(codes(lines[0]), ["no-account"]);
});
