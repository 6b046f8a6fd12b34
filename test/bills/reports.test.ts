/** Bug reports of other importers that concern these formats; the number is that of the report list. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Bill, BillLine } from "../../src/bills/bill/line.ts";
import { readBill } from "../../src/bills/index.ts";
import { lineKeys } from "../../src/bills/matching/identity.ts";
import { suggestMatches } from "../../src/bills/matching/matches.ts";
import { inTurns } from "../../src/server/handler/in-turns.ts";
import {
  ALIPAY,
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

function kinds(bill: Bill): string[] {
  return bill.lines.map((line) => line.kind);
}

function codes(line: BillLine | undefined): string[] {
  return (line?.review ?? []).map((one) => one.code);
}

const WEB =
  "交易号,商家订单号,交易创建时间,付款时间,最近修改时间,交易来源地,类型,交易对方,商品名称,金额（元）,收/支,交易状态,服务费（元）,成功退款（元）,备注,资金状态,";

describe("Alipay reports", () => {
  test("C1 a refund with an empty 收/支 is a refund", async () => {
    const row =
      "9_1,S1,2021-02-06 14:53:31,,,其他,即时到账交易,医院,退款-住院,2725.42,,退款成功,0.00,0.00,,已收入,";
    const bill = await readText(`支付宝交易记录明细查询\n${WEB}\n${row}`);
    assert.deepEqual(kinds(bill), ["refund"]);
  });

  test("C4 a bill saved again by Excel is read, and the lost ids are told", async () => {
    const row = { time: "2021/6/1 0:13", amount: "88", id: "2.02106E+27" };
    const bill = await readText(alipayText(row));
    assert.equal(bill.lines[0]?.time, "2021-06-01 00:13:00");
    assert.equal(bill.lines[0]?.externalId, "");
    assert.match(zh(bill.notices[0]), /Excel/);
  });

  test("C5 closed and never paid is skipped; closed with a refund keeps both rows", async () => {
    const closed = { status: "交易关闭", amount: "9.90" };
    assert.equal((await alipayLine({ ...closed, method: "" })).kind, "skip");
    const refund = { ...closed, status: "退款成功", direction: "不计收支", text: "退款-商品" };
    const bill = await readText(
      alipayText(
        { ...refund, id: "R", merchant: "M1", time: "2026-06-16 09:00:00" },
        { ...closed, id: "P", merchant: "M1" },
      ),
    );
    assert.deepEqual(kinds(bill), ["refund", "expense"]);
    assert.equal(bill.lines[0]?.refundOf, 1);
  });

  test("C6 a refund listed as 不计收支 is a refund", async () => {
    const line = await alipayLine({ category: "退款", direction: "不计收支", status: "退款成功" });
    assert.equal(line.kind, "refund");
  });

  test("C7 the layout of 2023 is read by its names, in any order", async () => {
    const names = ALIPAY.split(",").filter(Boolean);
    const cells = [
      "2023-02-12 21:32:14",
      "餐饮",
      "甲",
      "/",
      "面",
      "支出",
      "49.74",
      "余额",
      "交易成功",
      "1",
      "2",
      "",
    ];
    const order = [...names.keys()].reverse();
    const text = [order.map((at) => names[at]), order.map((at) => cells[at])].join("\n");
    const bill = await readText(text);
    assert.equal(bill.lines[0]?.amount, 4974);
    assert.equal(bill.lines[0]?.description, "面");
  });

  test("C12 a refund listed as 收入 is no income", async () => {
    const line = await alipayLine({ direction: "收入", status: "退款成功", text: "退款-面" });
    assert.equal(line.kind, "refund");
  });

  for (const lines of [4, 23, 24, 25, 60]) {
    test(`C15 the header may stand after ${lines} lines`, async () => {
      const bill = await readText(`${"特别提示\n".repeat(lines)}${alipayText({})}`);
      assert.equal(bill.lines.length, 1);
    });
  }

  test("C22 余额宝, funds and earnings are transfers and income, not dropped", async () => {
    const neutral = { direction: "不计收支", status: "交易成功" };
    const bill = await readText(
      alipayText(
        { ...neutral, text: "余额宝-2026.06.10-收益发放" },
        { ...neutral, text: "余额宝-单次转入", method: "余额" },
        { ...neutral, text: "蚂蚁财富-某基金-买入", party: "蚂蚁财富" },
        { ...neutral, text: "蚂蚁财富-某基金-卖出至余额宝", party: "蚂蚁财富" },
      ),
    );
    assert.deepEqual(kinds(bill), ["income", "transfer", "transfer", "transfer"]);
    assert.deepEqual(
      bill.lines.slice(1).map((line) => [line.account, line.toAccount]),
      [
        ["余额", "余额宝"],
        ["余额宝", "蚂蚁财富"],
        ["蚂蚁财富", "余额宝"],
      ],
    );
  });

  test("C24 the company's name in the title does not matter", async () => {
    const title = "---------支付宝支付科技有限公司  电子客户回单---------\n";
    assert.equal((await readText(title + alipayText({}))).format, "alipay");
  });

  test("C26 等待确认收货 is paid", async () => {
    assert.equal((await alipayLine({ status: "等待确认收货" })).kind, "expense");
  });

  test("C29 the same bill twice has the same keys", async () => {
    const text = alipayText({}, {}, { amount: "5.00" });
    assert.deepEqual(lineKeys(await readText(text)), lineKeys(await readText(text)));
  });

  test("C32 a 记账本 export is refused with the steps to the bill", async () => {
    const text =
      "记录时间,分类,收支类型,金额,备注,账户,来源,标签,\n2025-01-05 12:00:00,餐饮,支出,23.00,,余额宝,,,";
    const error = await refusal(bytesOf(text));
    assert.equal(error.code, "wrong-file");
    assert.match(error.message, /记账本.*用于个人对账/);
  });

  test("C33 a zip with AES-256 asks for its password", async () => {
    const file = { "支付宝交易明细.csv": bytesOf(alipayText({})) };
    const bytes = await archive(file, { password: "012345", encryptionStrength: 3 });
    assert.equal((await refusal(bytes)).code, "password-needed");
    assert.equal((await readOne(bytes, { password: "012345" })).lines.length, 1);
  });

  test("C34 the table ends at the dashes, however many lines follow", async () => {
    const footer = [
      "-".repeat(60),
      "共2笔记录",
      "已收入:1笔,0.01元",
      "导出时间:[2019-10-08]",
      "又一行",
    ];
    const bill = await readText([alipayText({}), ...footer].join("\n"));
    assert.equal(bill.lines.length, 1);
  });

  test("C35 rows shorter and longer than the header do not crash", async () => {
    const bill = await readText(
      `${ALIPAY}\n2026-01-01 10:00:00,餐饮,甲,/,面,支出,1.00\n2026-01-01 10:00:00,餐饮,甲,/,面,支出,1.00,余额,交易成功,1,2,,,,,,`,
    );
    assert.deepEqual(
      bill.lines.map((line) => line.amount),
      [100, 100],
    );
  });

  test("C67 the account before & counts, whatever the discount is called", async () => {
    for (const discount of ["红包", "碰一下立减", "新名字的补贴", "满100减20"]) {
      const line = await alipayLine({ method: `中信银行信用卡(0001)&${discount}` });
      assert.equal(line.account, "中信银行信用卡(0001)");
      assert.deepEqual(codes(line), []);
    }
  });

  test("an old file's unquoted comma in the text is put together again", async () => {
    const cells = "2026-01-01 10:00:00,餐饮,甲,/,牛肉面,大份,加蛋,支出,21.00,余额,交易成功,1,2,,";
    const bill = await readText(`${ALIPAY}\n${cells}`);
    assert.equal(bill.lines[0]?.amount, 2100);
    assert.equal(bill.lines[0]?.description, "牛肉面,大份,加蛋");
  });
});

describe("WeChat reports", () => {
  test("C2 a withdrawal's fee is taken out of the amount", async () => {
    const line = await wechatLine(
      '2021-07-15 16:29:37,零钱提现,招商银行,"/",/,¥100.10,招商银行,提现已到账,2,/,"服务费¥0.10"',
    );
    assert.deepEqual([line.kind, line.amount, line.fee], ["transfer", 10000, 10]);
    assert.deepEqual([line.account, line.toAccount], ["零钱", "招商银行"]);
  });

  test("C3 理财通 is a transfer, and the missing redemptions are told", async () => {
    const row = '2020-02-14 01:32:14,购买理财通,理财通,"基金",/,¥100.00,工商银行,支付成功,18,/,"/"';
    const bill = await readText(wechatText(row));
    assert.equal(bill.lines[0]?.toAccount, "理财通");
    assert.match(bill.notices.map(zh).join(), /赎回/);
  });

  const SHEET_ROW = [
    "2026-03-15 12:01:02",
    "商户消费",
    "甲",
    "面",
    "支出",
    "¥28.16",
    "零钱",
    "支付成功",
    "4200002604202603150000000001",
    "M",
    "/",
  ];

  test("C11 C20 an XLSX is accepted", async () => {
    const bill = await readOne(workbook({ 账单: [["微信支付账单明细"], WECHAT, SHEET_ROW] }));
    assert.equal(bill.lines[0]?.amount, 2816);
  });

  test("C14 C27 the header on row 18, numbers as amounts, serials as times", async () => {
    const above = Array.from({ length: 17 }, (_, at) => [at === 5 ? null : `第 ${at} 行`]);
    const row = [
      46096.500717592,
      "商户消费",
      "甲",
      "面",
      "支出",
      4.5,
      "零钱",
      "支付成功",
      "42",
      "M",
      "/",
    ];
    const bill = await readOne(workbook({ 账单: [...above, WECHAT, row] }));
    const [line] = bill.lines;
    assert.deepEqual(
      [line?.time, line?.amount, line?.sourceLine],
      ["2026-03-15 12:01:02", 450, 19],
    );
  });

  test("C18 TABs after closing quotes are read", async () => {
    const line = await wechatLine(
      '2025-04-01 12:00:00,"商户消费","店","面","支出",¥1.00,"零钱","支付成功","3985734"\t,"129847129"\t,"/"',
    );
    assert.deepEqual([line.externalId, line.linkIds], ["3985734", ["129847129"]]);
  });

  test("C23 a card repayment listed as 转账 is not lost", async () => {
    const line = await wechatLine(
      '2024-01-01 12:00:00,转账,长沙银行信用卡还款,"/",/,¥1111.11,零钱,支付成功,1,/,"/"',
    );
    assert.deepEqual(
      [line.kind, line.amount, line.toAccount],
      ["transfer", 111111, "长沙银行信用卡"],
    );
  });

  test("C25 a damaged workbook is a message, not a crash", async () => {
    const bytes = workbook({ 账单: [WECHAT, SHEET_ROW] });
    for (const length of [30, 200, Math.floor(bytes.length / 2), bytes.length - 30]) {
      assert.equal((await refusal(bytes.slice(0, length))).code, "damaged");
    }
  });

  test("C28 a 商品 of digits stays text", async () => {
    const row = [...SHEET_ROW];
    row[3] = "11111111111111";
    const bill = await readOne(workbook({ 账单: [WECHAT, row] }));
    assert.equal(bill.lines[0]?.description, "11111111111111");
  });

  test("C30 ¥1,020.00 is 1020.00", async () => {
    const line = await wechatLine(
      '2024-01-01 12:00:00,商户消费,店,"/",支出,"¥1,020.00",零钱,支付成功,1,/,"/"',
    );
    assert.equal(line.amount, 102000);
  });

  test("C68 into 零钱通 out of 零钱 is a transfer", async () => {
    const line = await wechatLine(
      '2024-01-01 12:00:00,转入零钱通-来自零钱,/,"/",/,¥5.00,零钱,支付成功,1,/,"/"',
    );
    assert.deepEqual([line.kind, line.account, line.toAccount], ["transfer", "零钱", "零钱通"]);
  });

  test("C69 the note is kept", async () => {
    const line = await wechatLine(
      '2024-01-01 12:00:00,商户消费,店,"面",支出,¥5.00,零钱,支付成功,1,/,"已优惠¥1.00"',
    );
    assert.equal(line.description, "面；已优惠¥1.00");
    assert.equal(line.amount, 500);
  });

  test("C70 a refund to 零钱通 with an empty 商户单号", async () => {
    const line = await wechatLine(
      '2024-01-01 12:00:00,某商户-退款,某商户,"/",收入,¥2.00,零钱通,已退款￥2.00,1,/,"/"',
    );
    assert.deepEqual([line.kind, line.account], ["refund", "零钱通"]);
  });
});

describe("reports about JD and banks", () => {
  const JD =
    "交易时间,商户名称,交易说明,金额,收/付款方式,交易状态,收/支,交易分类,交易订单号,商家订单号,备注";

  test("C9 131.77(已退款89.84) is 131.77 and a refund of its own", async () => {
    const rows = [
      "2024-12-28 13:28:32\t,京东,退款-卫衣,89.84,中国银行信用卡(1875),退款成功,不计收支,网购,1\t,2\t, ,",
      "2024-12-28 13:27:56\t,京东,卫衣 等多件,131.77(已退款89.84),中国银行信用卡(1875),交易成功,支出,网购,1\t,2\t, ,",
    ];
    const bill = await readText([JD, ...rows].join("\n"));
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount]),
      [
        ["refund", 8984],
        ["expense", 13177],
      ],
    );
    assert.equal(bill.lines[0]?.refundOf, 1);
  });

  test("10.2 of JD is 10.20", async () => {
    const bill = await readText(
      `${JD}\n2024-12-28 13:27:56,京东,纸,10.2,白条,交易成功,支出,网购,1,2,`,
    );
    assert.equal(bill.lines[0]?.amount, 1020);
  });

  test("C8 C37 ICBC's CSV with 13 and with 15 columns", async () => {
    const old =
      "交易日期,摘要,交易场所,交易国家或地区简称,钞/汇,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种,余额,对方户名";
    const row =
      '2023-05-02\t,"消费 \t","店 \t",CHN,钞,"- \t","- \t",-,"\t","13.40 \t",人民币,"100.00 \t","财付通 \t",';
    const bill = await readText(
      `明细查询文件下载\n卡号: 1234****9876\n${old}\n${row}\n \n人民币合计,,,,,,,,,,,,`,
    );
    assert.deepEqual([bill.format, bill.lines.length, bill.lines[0]?.amount], ["icbc", 1, 1340]);
    const [first = "", ...rest] = old.split(",摘要,");
    const newer = await readText(
      `${first},摘要,交易详情,${rest.join("")},对方账户\n${row.replace('"消费 \t",', '"消费 \t","",')}`,
    );
    assert.equal(newer.lines[0]?.amount, 1340);
  });

  test("C13 CCB's second layout", async () => {
    const rows = [
      ["中国建设银行个人活期账户全部交易明细"],
      ["卡号/账号:6217000000001234 客户名称:测试 起始日期:20250101 结束日期:20250131"],
      [
        "序号",
        "摘要",
        "币别",
        "钞汇",
        "交易日期",
        "交易金额",
        "账户余额",
        "交易地点/附言",
        "对方账号与户名",
      ],
      [1, "消费", "人民币元", "钞", "20250102", -67, 933, "支付宝-店", "2088/店"],
      [2, "工资", "人民币元", "钞", "20250103", 1000, 1933, "", "公司"],
    ];
    const bill = await readOne(workbook({ 明细: rows }, "biff8"));
    assert.equal(bill.layout, "debit-current");
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount]),
      [
        ["expense", 6700],
        ["income", 100000],
      ],
    );
    assert.equal(bill.lines[0]?.account, "建设银行储蓄卡(1234)");
  });

  test("C10 C31 the same payment in bank and wallet is suggested as one", async () => {
    const common = { direction: "out", fen: 2816, time: "2026-03-15 12:01:02" } as const;
    const [match, ...more] = await inTurns(
      suggestMatches([
        {
          ...common,
          ref: "w",
          source: "wechat",
          provider: "wechat",
          role: "wallet",
          account: "招商银行(1186)",
          text: "面馆",
          fen: 2816 as never,
        },
        {
          ...common,
          ref: "b",
          source: "cmb",
          provider: "cmb",
          role: "bank",
          account: "招商银行储蓄卡(1186)",
          text: "财付通-面馆",
          time: "2026-03-16",
          fen: 2816 as never,
        },
      ]),
    );
    assert.deepEqual(
      [match?.kind, match?.keep, match?.attach, match?.certain],
      ["bank-wallet", "w", "b", "likely"],
    );
    assert.deepEqual(more, []);
  });

  test("C43 C45 equal rows stay as many as they are, and are known again", async () => {
    const row = ["2026-01-05,消费,店,CHN,钞,-,-,-,,5.00,人民币,,财付通"];
    const header =
      "交易日期,摘要,交易场所,交易国家或地区简称,钞/汇,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种,余额,对方户名";
    const three = await readText([header, ...row, ...row, ...row].join("\n"));
    assert.equal(new Set(lineKeys(three)).size, 3);
    const two = await readText([header, ...row, ...row].join("\n"));
    assert.deepEqual(lineKeys(two), lineKeys(three).slice(0, 2));
  });

  test("C46 UTF-16LE is read", async () => {
    const bills = await readBill(Buffer.from(`\uFEFF${alipayText({})}`, "utf16le"));
    assert.equal(bills[0]?.encoding, "utf-16le");
    assert.equal(bills[0]?.lines.length, 1);
  });

  test("C64 a wrong guess of the encoding can be corrected", async () => {
    const bytes = Buffer.from(alipayText({ party: "Café" }), "utf8");
    const wrong = await refusal(bytes, { encoding: "windows-1252" });
    assert.equal(wrong.code, "unknown-format");
    assert.equal((await readOne(bytes, { encoding: "utf-8" })).lines[0]?.counterparty, "Café");
  });
});
