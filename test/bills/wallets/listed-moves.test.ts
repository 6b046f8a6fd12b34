/** What wallets list as income or expense though it is neither, and amounts that are not as they should be. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readMethod } from "../../../src/bills/wallets/method.ts";
import { alipayLine, readText, wechatLine } from "../build.ts";
import { brief, codes } from "../reading.ts";

type Case = [text: string, direction: string, is: string, asked: string[]];

/** The line without its day. */
function briefOf(line: Parameters<typeof brief>[0]): string {
  return brief({ ...line, time: "" });
}

describe("Alipay lists as income or expense", () => {
  const cases: Case[] = [
    ["花呗主动还款-2026年02月账单", "支出", "transfer 10.00 CNY 余额 > 花呗", []],
    ["美团月付还款", "支出", "transfer 10.00 CNY 余额 > 美团月付", []],
    ["信用卡还款", "支出", "transfer 10.00 CNY 余额 > ", ["no-account"]],
    ["借呗放款", "收入", "transfer 10.00 CNY 借呗 > 余额", []],
    ["个人贷款发放", "收入", "transfer 10.00 CNY  > 余额", ["no-account"]],
    ["小荷包-攒钱", "支出", "transfer 10.00 CNY 余额 > 小荷包", ["own-transfer"]],
    ["余额宝-单次转入", "支出", "transfer 10.00 CNY 余额 > 余额宝", ["own-transfer"]],
    ["小荷包转出", "收入", "transfer 10.00 CNY 小荷包 > 余额", ["own-transfer"]],
    ["余额宝-2026.03.10-收益发放", "收入", "income 10.00 CNY 余额", []],
    ["转账退回", "收入", "refund 10.00 CNY 余额", []],
    ["花呗还款退回", "收入", "transfer 10.00 CNY 花呗 > 余额", []],
    ["退款-信用卡还款", "不计收支", "transfer 10.00 CNY  > 余额", ["no-account"]],
    ["话费充值", "支出", "expense 10.00 CNY 余额", []],
    ["房租 还款", "支出", "transfer 10.00 CNY 余额 > ", ["no-account"]],
    ["理赔款", "收入", "income 10.00 CNY 余额", []],
  ];
  for (const [text, direction, is, asked] of cases) {
    test(`${text} (${direction}): ${is}`, async () => {
      const party = "张三";
      const line = await alipayLine({ text, direction, party, method: "余额" });
      assert.deepEqual([briefOf(line), codes(line)], [is, asked]);
    });
  }
});

test("Alipay's investments are asked about where they are listed as spent or received", async () => {
  const category = "投资理财";
  const bought = { category, party: "长青基金", text: "基金定投-长青基金" };
  const line = await alipayLine(bought);
  assert.deepEqual(
    [line.kind, line.toAccount, codes(line)],
    ["transfer", "长青基金", ["own-transfer"]],
  );
  const interest = await alipayLine({ category, text: "国债利息", direction: "收入" });
  assert.deepEqual([interest.kind, codes(interest)], ["income", []]);
});

test("WeChat's fee by either name is apart from what arrives", async () => {
  for (const fee of ["服务费¥0.10", "手续费¥0.10"]) {
    const row = `2026-03-05 10:00:00,零钱提现,招商银行(1186),/,/,¥100.10,招商银行(1186),提现已到账,1,2,${fee}`;
    const line = await wechatLine(row);
    assert.deepEqual([line.kind, line.amount, line.fee], ["transfer", 10_000, 10]);
  }
});

describe("WeChat lists as income or expense", () => {
  const cases: [type: string, ...Case][] = [
    ["分付还款", "还款", "支出", "transfer 10.00 CNY 零钱 > 分付", []],
    ["商户消费", "美团月付还款", "支出", "transfer 10.00 CNY 零钱 > 美团月付", []],
    ["商户消费", "信用卡还款", "支出", "transfer 10.00 CNY 零钱 > ", ["no-account"]],
    ["转账", "微粒贷放款", "收入", "transfer 10.00 CNY 微粒贷 > 零钱", []],
    ["转入零钱通", "/", "支出", "transfer 10.00 CNY 零钱 > 零钱通", []],
    ["零钱通转出", "/", "收入", "transfer 10.00 CNY 零钱通 > 零钱", []],
    ["理财通赎回", "/", "收入", "transfer 10.00 CNY 理财通 > 零钱", []],
    ["退款", "外套", "收入", "refund 10.00 CNY 零钱", []],
    ["信用卡还款-退款", "/", "收入", "transfer 10.00 CNY  > 零钱", ["no-account"]],
    ["商户消费", "外套", "支出", "expense 10.00 CNY 零钱", []],
  ];
  for (const [type, goods, direction, is, asked] of cases) {
    test(`${type} ${goods} (${direction}): ${is}`, async () => {
      const row = `2026-03-05 10:00:00,${type},某商户,${goods},${direction},10.00,零钱,支付成功,4200001,1000001,/`;
      const line = await wechatLine(row);
      assert.deepEqual([briefOf(line), codes(line)], [is, asked]);
    });
  }
});

const JD =
  "交易时间,商户名称,交易说明,金额,收/付款方式,交易状态,收/支,交易分类,交易订单号,商家订单号,备注";
const MEITUAN =
  "交易创建时间,交易成功时间,交易类型,订单标题,收/支,支付方式,订单金额,实付金额,交易单号,商家单号,备注";

async function jdLine(
  text: string,
  direction: string,
  amount = "10.00",
  method = "招商银行(1186)",
) {
  const row = `2026-03-05 10:00:00,京东金融,${text},${amount},${method},交易成功,${direction},网购,1,2,`;
  return (await readText([JD, row].join("\r\n"))).lines[0]!;
}

async function meituanLine(title: string, amount = "¥10.00", method = "招商银行(1186)") {
  const day = "2026-03-05 10:00:00";
  const row = `${day},${day},支付,${title},支出,${method},¥12.00,${amount},1,2,/`;
  return (await readText([MEITUAN, row].join("\r\n"))).lines[0]!;
}

describe("JD and Meituan list as income or expense", () => {
  const cases: Case[] = [
    ["白条主动还款", "支出", "transfer 10.00 CNY 招商银行(1186) > 白条", []],
    ["金条借款", "收入", "transfer 10.00 CNY 金条 > 招商银行(1186)", []],
    ["京东小金库-转出", "收入", "transfer 10.00 CNY 京东小金库 > 招商银行(1186)", ["own-transfer"]],
    ["白条还款退回", "收入", "transfer 10.00 CNY 白条 > 招商银行(1186)", []],
    ["商品退回", "收入", "refund 10.00 CNY 招商银行(1186)", []],
    ["利息收益", "收入", "income 10.00 CNY 招商银行(1186)", []],
  ];
  for (const [text, direction, is, asked] of cases) {
    test(`${text} (${direction}): ${is}`, async () => {
      const line = await jdLine(text, direction);
      assert.deepEqual([briefOf(line), codes(line)], [is, asked]);
    });
  }
  test("a repayment of 美团月付 among the payments", async () => {
    const line = await meituanLine("【美团月付】主动还款");
    assert.equal(briefOf(line), "transfer 10.00 CNY 招商银行(1186) > 美团月付");
  });
});

describe("amounts of wallets", () => {
  const lines = {
    支付宝: (amount: string) => alipayLine({ amount }),
    微信: (amount: string) =>
      wechatLine(`2026-03-05 10:00:00,商户消费,店,a,支出,${amount},零钱,支付成功,1,2,/`),
    京东: (amount: string) => jdLine("某商品", "支出", amount),
    美团: (amount: string) => meituanLine("某店", amount),
  };
  for (const [name, lineOf] of Object.entries(lines)) {
    test(`${name}: a minus is asked about, another currency is not yuan`, async () => {
      const minus = await lineOf("-3.00");
      assert.deepEqual([minus.amount, codes(minus)], [300, ["sign"]]);
      const foreign = await lineOf("US$3.00");
      assert.deepEqual([foreign.amount, foreign.currency], [300, "USD"]);
      const plain = await lineOf("¥3.00");
      assert.deepEqual([plain.amount, plain.currency, codes(plain)], [300, "CNY", []]);
    });
  }
});

describe("two ways of payment", () => {
  const cases: [method: string, account: string, others: string[]][] = [
    ["零钱+招商银行(1186)", "零钱", ["招商银行(1186)"]],
    ["余额、招商银行储蓄卡(1186)", "余额", ["招商银行储蓄卡(1186)"]],
    ["余额；花呗", "余额", ["花呗"]],
    ["余额&亲情卡(妈妈)", "余额", ["亲情卡(妈妈)"]],
    ["花呗&余利宝", "花呗", ["余利宝"]],
    ["花呗|信用购", "花呗", ["信用购"]],
    ["白条;京豆", "白条", []],
    ["花呗&碰一下立减", "花呗", []],
    ["花呗&3期免息", "花呗", []],
    ["招商银行信用卡(Young+)", "招商银行信用卡(Young+)", []],
  ];
  for (const [method, account, others] of cases) {
    test(`${method} is ${[account, ...others].join(" and ")}`, () => {
      assert.deepEqual(readMethod(method), { account, others });
    });
  }
  test("are asked about in JD's and Meituan's bills too", async () => {
    const jd = await jdLine("某商品", "支出", "10.00", "白条&钱包余额");
    assert.deepEqual(codes(jd), ["two-accounts"]);
    const meituan = await meituanLine("某店", "¥10.00", "美团余额&招商银行(1186)");
    assert.deepEqual(codes(meituan), ["two-accounts"]);
  });
  test("one that is perhaps another person's is asked about", async () => {
    const { review } = await jdLine("某商品", "支出", "10.00", "亲密卡");
    assert.deepEqual(
      review.map(({ code, value }) => [code, value]),
      [["no-account", "亲密卡"]],
    );
  });
});
