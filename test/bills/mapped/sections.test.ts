/** Tables in sections of one kind, tables whose two sides of accounts say the way, and balances that refute. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { sectionKind } from "../../../src/bills/mapped/sections.ts";
import { bytesOf, refusal, workbook } from "../build.ts";
import { brief, codes } from "../reading.ts";

/** Each line in short under the mappings that are proposed, and what these ask. */
async function read(source: string | Uint8Array) {
  const file = typeof source === "string" ? bytesOf(source) : source;
  const tables = (await refusal(file)).details.tables as TablePreview[];
  const bills = await readBill(file, { mapping: tables.map(({ mapping }) => mapping) });
  const lines = bills.flatMap((bill) => bill.lines);
  return {
    asks: tables.flatMap(({ questions }) => questions.map(({ code }) => code)),
    lines: lines
      .filter(({ kind, review }) => kind !== "skip" || review.length > 0)
      .map((line) => [brief(line), ...codes(line)].join(" ?")),
    left: lines.filter(({ kind }) => kind === "skip").length,
    count: lines.length,
  };
}

const OUT = ["expense 2026-01-05 25.50 CNY", "expense 2026-01-06 4.00 CNY"];
const IN = ["income 2026-01-10 8000.00 CNY", "income 2026-01-11 1.20 CNY"];
const HEAD = "日期,分类,金额,备注";
const OUTS = "2026-01-05,餐饮,25.50,午饭\n2026-01-06,交通,4.00,地铁";
const INS = "2026-01-10,工资,8000.00,一月\n2026-01-11,利息,1.20,结息";

describe("sections of one kind", () => {
  const files: [string, string, string[]][] = [
    ["each with its header", `支出\n${HEAD}\n${OUTS}\n\n收入\n${HEAD}\n${INS}`, [...OUT, ...IN]],
    ["income first", `收入明细\n${HEAD}\n${INS}\n支出明细\n${HEAD}\n${OUTS}`, [...IN, ...OUT]],
    ["under one header", `支出\n${HEAD}\n${OUTS}\n收入\n${INS}`, [...OUT, ...IN]],
    [
      "numbered, with sums",
      `一、支出,合计,29.50,\n${HEAD}\n${OUTS}\n二、收入,合计,8001.20,\n${HEAD}\n${INS}`,
      [...OUT, ...IN],
    ],
    [
      "one row each, and transfers below",
      "支出\n日期,类别,账户,金额\n2026-01-05,餐饮,微信,25.5\n收入\n日期,类别,账户,金额\n2026-01-10,工资,卡,8000\n转账\n日期,转出账户,转入账户,金额\n2026-01-11,卡,微信,500",
      [
        "expense 2026-01-05 25.50 CNY 微信",
        "income 2026-01-10 8000.00 CNY 卡",
        "transfer 2026-01-11 500.00 CNY 卡 > 微信",
      ],
    ],
  ];
  for (const [name, source, expected] of files) {
    test(name, async () => {
      const { asks, lines } = await read(source);
      assert.deepEqual([asks, lines], [[], expected]);
    });
  }

  test("a record called so whose day is missing is no title", async () => {
    const lunch = "income 2026-01-05 35.00 CNY ?no-sign";
    const supper = "income 2026-01-06 40.00 CNY ?no-sign";
    const wages = "skip 8000.00 CNY ?unreadable";
    for (const [source, expected] of [
      [
        "日期,项目,金额\n2026-01-05,午饭,35\n,收入,8000\n2026-01-06,晚饭,40",
        [lunch, wages, supper],
      ],
      [
        "项目,金额,日期\n午饭,35,2026-01-05\n收入,8000,\n晚饭,40,2026-01-06",
        [lunch, wages, supper],
      ],
      [
        "日期,项目,金额\n2026-01-05,午饭,35\n2026-01-06,晚饭,40\n,收入,8000",
        [lunch, supper, wages],
      ],
    ] as const) {
      const { asks, lines } = await read(source);
      assert.deepEqual([asks, lines], [["no-sign"], expected], source);
    }
  });

  test("sheets that are called so, with the same columns", async () => {
    const rows = (text: string) => [
      ["日期", "项目", "金额"],
      ["2026-01-05", text, 35.5],
      ["2026-01-06", text, 20],
    ];
    const { asks, lines } = await read(workbook({ 支出: rows("买菜"), 收入: rows("转让") }));
    assert.deepEqual(asks, []);
    assert.deepEqual(
      lines.map((line) => line.split(" ")[0]),
      ["expense", "expense", "income", "income"],
    );
  });

  test("titles that name no kind leave the question, and no row is lost", async () => {
    const { asks, count } = await read(`家里\n${HEAD}\n${OUTS}\n公司\n${HEAD}\n${INS}`);
    assert.deepEqual(asks, ["no-sign"]);
    assert.ok(count >= 4);
  });

  test("a minus in a section is not decided by its title", async () => {
    const { asks } = await read(
      `支出\n${HEAD}\n2026-01-05,其他,25.50,甲\n2026-01-06,其他,4.00,乙\n2026-01-07,其他,-3.00,丙`,
    );
    assert.deepEqual(asks, ["no-sign"]);
  });

  test("what is a title", () => {
    const said = (texts: string) => texts.split(" ").map(sectionKind);
    assert.deepEqual(
      new Set(said("支出 支出明细 2026年1月支出 【收入】 （一）收入 Income Expenses: 家庭开支")),
      new Set(["out", "in"]),
    );
    assert.deepEqual(
      new Set(
        said("收支 收入支出 净收入 支出合计 不计收入 支出：63笔 收入/支出 工资收入到账 收入来源"),
      ),
      new Set([undefined]),
    );
  });
});

describe("accounts on two sides", () => {
  for (const [from, to] of [
    ["付款(转出)", "收款(转入)"],
    ["付款（轉出）", "收款（轉入）"],
    ["Expense(Transfer Out)", "Income(Transfer In)"],
    ["付款账户", "收款账户"],
    ["转出账户", "转入账户"],
    ["From account", "To account"],
  ]) {
    test(`${from} and ${to} without a type`, async () => {
      const { asks, lines } = await read(
        `Id,日期,金额,分类,${from},${to},备注\n1,20260105,25.50,食品,现金,,包子\n2,20260106,8000,薪水,,银行卡,\n3,20260107,500,,银行卡,现金,\n4,20260108,7,其他,,,x`,
      );
      assert.deepEqual(asks, []);
      assert.deepEqual(lines, [
        "expense 2026-01-05 25.50 CNY 现金",
        "income 2026-01-06 8000.00 CNY 银行卡",
        "transfer 2026-01-07 500.00 CNY 银行卡 > 现金",
        "skip 2026-01-08 7.00 CNY ?unknown-type",
      ]);
    });
  }

  test("a payee that stands where an account may stand is asked about", async () => {
    const { lines } = await read(
      "日期,付款账户,收款账户,金额\n2026-01-05,现金,,25.5\n2026-01-06,现金,张三,500",
    );
    assert.equal(lines[1], "transfer 2026-01-06 500.00 CNY 现金 > 张三 ?own-transfer");
  });

  test("what left and what arrived in two columns is one transfer", async () => {
    const head = "转出账户,转出金额,转入账户,转入金额,转账时间";
    const { lines } = await read(`${head}\n卡,500,现金,500,2026-01-07\n卡,70,现金,10,2026-01-08`);
    assert.deepEqual(lines, [
      "transfer 2026-01-07 500.00 CNY 卡 > 现金",
      "transfer 2026-01-08 70.00 CNY 卡 > 现金 ?transfer-amounts",
    ]);
  });
});

describe("what no sign of the whole table settles", () => {
  test("plain numbers that went both ways by the balance are asked about one by one", async () => {
    const head = "交易日期,摘要,发生额,余额";
    const { lines } = await read(
      `${head}\n2026-01-07,超市,20.00,1044.50\n2026-01-06,转入,100.00,1064.50\n2026-01-05,午餐,35.50,964.50`,
    );
    assert.deepEqual(
      lines.map((line) => line.includes("?no-sign")),
      [false, true, true],
    );
  });

  test("an opening balance is where the first step begins", async () => {
    const { asks } = await read(
      "日期,摘要,金额,余额\n2026-01-05,期初,,1000\n2026-01-05,午饭,35.5,964.5\n2026-01-06,工资,8000,8964.5",
    );
    assert.deepEqual(asks, ["no-sign"]);
  });

  test("the only minus is the repayment of a card", async () => {
    const { asks } = await read(
      "消費日,入帳日,消費明細,台幣金額\n2026/01/05,2026/01/06,全聯福利中心,350\n2026/01/10,2026/01/10,本期繳款,-5000",
    );
    assert.deepEqual(asks, ["no-sign"]);
  });

  test("words that take something back name no direction", async () => {
    const { asks, lines } = await read(
      "日期,交易类型,金额,摘要\n2026-01-05,消费,25,甲\n2026-01-06,退款,5,甲\n2026-01-09,消费撤销,30,甲",
    );
    assert.deepEqual([asks, lines[2]], [["type-word"], "skip 2026-01-09 30.00 CNY ?unknown-type"]);
  });

  test("a purchase whose refund succeeded is asked about, a refund is not", async () => {
    const { lines } = await read(
      "日期,收支类型,金额,商品,状态\n2026-01-05,支出,25,裙,退款成功\n2026-01-06,收入,25,裙,退款成功",
    );
    assert.deepEqual(lines, [
      "expense 2026-01-05 25.00 CNY ?status",
      "refund 2026-01-06 25.00 CNY",
    ]);
  });

  test("sums with a day, under whatever name of a sum", async () => {
    const { lines } = await read(
      "日期,项目,支出\n2026-01-05,午饭,35.50\n2026-01-05,打车,20.00\n2026-01-05,当日小计,55.50\n2026-01-31,本月支出合计,55.50",
    );
    assert.deepEqual(
      lines.map((line) => line.includes("?total")),
      [false, false, true, true],
    );
  });

  test("a wallet of digital yuan is filled from one's own bank", async () => {
    const { lines } = await read(
      "交易时间,交易类型,交易对方,收支方向,交易金额\n2026-01-05 10:00:00,消费,超市,支出,25.00\n2026-01-06 10:00:00,兑入,工商银行(1234),收入,100.00\n2026-01-07 10:00:00,兑回,工商银行(1234),支出,50.00",
    );
    assert.deepEqual(
      lines.map((line) => line.includes("?own-transfer")),
      [false, true, true],
    );
  });

  test("抹账 takes a payment back", async () => {
    const { lines } = await read(
      "日期,摘要,金额,余额\n2026-01-05,消费,-100.00,900.00\n2026-01-05,抹账 消费,100.00,1000.00\n2026-01-07,超市,-20.00,980.00",
    );
    assert.equal(lines[1], "refund 2026-01-05 100.00 CNY");
  });
});
