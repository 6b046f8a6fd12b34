/** Rows of tables that no format knows which move one's own money, or whose type and sign say two things. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal } from "../build.ts";
import { brief, codes } from "../reading.ts";

/** The rows under the proposed mapping, or under this answer to its one question. */
async function read(rows: readonly string[], answer?: { code: string; at: number }) {
  const bytes = bytesOf(`${rows.join("\n")}\n`);
  const [table] = (await refusal(bytes)).details.tables as [TablePreview];
  assert.deepEqual(
    table.questions.map(({ code }) => code),
    answer ? [answer.code] : [],
  );
  const told = answer && table.questions[0]?.answers[answer.at]?.mapping;
  const columns = { ...table.mapping.columns, ...told?.columns };
  const bills = await readBill(bytes, { mapping: { ...table.mapping, ...told, columns } });
  return bills.flatMap(({ lines }) =>
    lines.map((line) => [brief(line), ...codes(line).map((code) => `?${code}`)].join(" ")),
  );
}

describe("cash", () => {
  const HEAD = "交易日期,摘要,支出,收入,余额,对方户名";
  test("that is drawn or paid in is a transfer, and its charge is none", async () => {
    const rows = [
      HEAD,
      "2026-03-05,ATM取款,500.00,,9500.00,",
      "2026-03-06,ATM取款手续费,2.00,,9498.00,",
      "2026-03-07,现金存入,,300.00,9798.00,",
      "2026-03-08,消费,35.50,,9762.50,现金超人漫画店",
    ];
    assert.deepEqual(await read(rows), [
      "transfer 2026-03-05 500.00 CNY  > 现金 ?no-account",
      "expense 2026-03-06 2.00 CNY",
      "transfer 2026-03-07 300.00 CNY 现金 >  ?no-account",
      "expense 2026-03-08 35.50 CNY",
    ]);
  });
  test("seen from the purse has come from an account that is asked for", async () => {
    const rows = [
      "日期,事项,支出,收入,账户",
      "2026-03-07,取款,,500,现金",
      "2026-03-08,买菜,45,,现金",
    ];
    assert.deepEqual(await read(rows), [
      "transfer 2026-03-07 500.00 CNY  > 现金 ?no-account",
      "expense 2026-03-08 45.00 CNY 现金",
    ]);
  });
  test("is what a person has sorted where the table has categories", async () => {
    const rows = ["日期,类别,支出,收入,备注", "2026-03-05,旅行,500.00,,ATM取款"];
    assert.deepEqual(await read(rows), ["expense 2026-03-05 500.00 CNY"]);
  });
  test("at a machine in Hong Kong and Taiwan is the same", async () => {
    const rows = ["交易日期,交易描述,支出,存入", "2026-03-07,提款機提款,1000.00,"];
    const [line] = await read(rows);
    assert.equal(line, "transfer 2026-03-07 1000.00 CNY  > 现金 ?no-account");
  });
});

test("money that goes to a wallet of one's own or comes from it is asked about, and so is a bank alone", async () => {
  const rows = [
    "交易时间,交易类型,金额,余额,对方账户名,备注",
    "2026-03-05 10:00:00,转入,5000.00,6000.00,招商银行(1234),",
    "2026-03-06 10:00:00,转出,200.00,5800.00,张三,提现到银行卡",
    "2026-03-07 10:00:00,支出,100.00,5700.00,财付通,微信零钱充值",
    "2026-03-08 10:00:00,支出,1.00,5699.00,某支付公司,提现手续费",
    "2026-03-09 10:00:00,转入,80.00,5779.00,某公司,",
  ];
  assert.deepEqual(await read(rows), [
    "income 2026-03-05 10:00:00 5000.00 CNY ?own-transfer",
    "expense 2026-03-06 10:00:00 200.00 CNY ?own-transfer",
    "expense 2026-03-07 10:00:00 100.00 CNY ?own-transfer",
    "expense 2026-03-08 10:00:00 1.00 CNY",
    "income 2026-03-09 10:00:00 80.00 CNY",
  ]);
});

describe("a sign that gainsays the type", () => {
  const HEAD = "日期,收支类型,类别,金额,备注";
  const some = [HEAD, "2026-03-05,支出,餐饮,25.50,", "2026-03-06,支出,购物,-199.00,鞋"];
  const most = [...some, "2026-03-07,支出,交通,-30,", "2026-03-08,收入,工资,8000,"];
  test("is what came back, or says nothing: as the person answers", async () => {
    const rows = [...some, "2026-03-07,收入,工资,8000,"];
    const wages = "income 2026-03-07 8000.00 CNY";
    assert.deepEqual(await read(rows, { code: "word-sign", at: 0 }), [
      "expense 2026-03-05 25.50 CNY",
      "refund 2026-03-06 199.00 CNY",
      wages,
    ]);
    assert.deepEqual(await read(rows, { code: "word-sign", at: 1 }), [
      "expense 2026-03-05 25.50 CNY",
      "expense 2026-03-06 199.00 CNY",
      wages,
    ]);
  });
  test("is a plus where spending has a minus", async () => {
    const wages = "income 2026-03-08 8000.00 CNY";
    assert.deepEqual(await read(most, { code: "word-sign", at: 0 }), [
      "refund 2026-03-05 25.50 CNY",
      "expense 2026-03-06 199.00 CNY",
      "expense 2026-03-07 30.00 CNY",
      wages,
    ]);
    assert.deepEqual(
      (await read(most, { code: "word-sign", at: 1 }))[0],
      "expense 2026-03-05 25.50 CNY",
    );
  });
});

test("shares that are bought and sold are transfers whose other side is asked, and what they pay is income", async () => {
  const rows = [
    "日期,操作,基金名称,金额",
    "2026-03-05,买入,长青蓝筹,1000",
    "2026-03-08,卖出,长青蓝筹,520",
    "2026-03-09,分红,长青蓝筹,12",
  ];
  assert.deepEqual(await read(rows), [
    "transfer 2026-03-05 1000.00 CNY  >  ?no-account",
    "transfer 2026-03-08 520.00 CNY  >  ?no-account",
    "income 2026-03-09 12.00 CNY",
  ]);
});

test("what was paid has its discount off, and a repayment reaches the account that its payee is", async () => {
  const orders = [
    "下单时间,收支,商品名称,实付金额,优惠,支付方式",
    "2026-06-01 10:00:00,支出,袜子,19.90,10.00,微信支付",
  ];
  assert.deepEqual(await read(orders), ["expense 2026-06-01 10:00:00 19.90 CNY 微信支付"]);
  const monthly = [
    "交易时间,交易类型,商户名称,金额(元),支付方式",
    "2026-06-01 10:00:00,消费,抖音电商,35.50,抖音月付",
    "2026-06-05 10:00:00,还款,抖音月付,100.00,招商银行(1186)",
  ];
  assert.deepEqual(
    (await read(monthly))[1],
    "transfer 2026-06-05 10:00:00 100.00 CNY 招商银行(1186) > 抖音月付",
  );
});

test("1,200 under Chinese names is twelve hundred", async () => {
  assert.deepEqual(
    await read(["日期,摘要,支出,收入", '2026-03-05,房租,"1,200",', "2026-03-06,买菜,45,"]),
    ["expense 2026-03-05 1200.00 CNY", "expense 2026-03-06 45.00 CNY"],
  );
});

test("a plan of a loan is no statement: which of its amounts is paid is asked", async () => {
  const rows = [
    "期数,还款日期,应还本金,应还利息,应还总额,剩余本金",
    "1,2026-03-10,2500.00,1200.00,3700.00,497500.00",
    "2,2026-04-10,2510.00,1190.00,3700.00,494990.00",
  ];
  const [table] = (await refusal(bytesOf(rows.join("\n")))).details.tables as [TablePreview];
  assert.equal(table.questions[0]?.code, "no-amount");
});

test("a description that names two accounts of the table is a transfer between them", async () => {
  const rows = [
    "日期,事项,进,出,账户",
    "2026-3-5,微信转支付宝,,200,微信",
    "2026-3-5,微信转入,200,,支付宝",
    "2026-3-6,转给妈妈,,30,支付宝",
    "2026-3-7,微信转妈妈,,40,微信",
  ];
  assert.deepEqual(await read(rows), [
    "transfer 2026-03-05 200.00 CNY 微信 > 支付宝",
    "skip 2026-03-05 200.00 CNY 微信 > 支付宝",
    "expense 2026-03-06 30.00 CNY 支付宝",
    "expense 2026-03-07 40.00 CNY 微信",
  ]);
});

test("words that say the other way than the person's answer ask", async () => {
  const rows = ["日期,类别,金额", "2026-03-05,餐饮,25.5", "2026-03-06,工资收入,8000"];
  assert.deepEqual(await read(rows, { code: "no-sign", at: 1 }), [
    "expense 2026-03-05 25.50 CNY",
    "expense 2026-03-06 8000.00 CNY ?no-sign",
  ]);
});

test("money put into what a bank sells is asked about, and so is what a company or a relative has paid", async () => {
  const fund = ["交易日期,支出,收入,对方户名,摘要", "2026-03-07,200.00,,某某理财,购买理财"];
  assert.deepEqual(await read(fund), ["expense 2026-03-07 200.00 CNY ?own-transfer"]);
  const rides = [
    "时间,收支,项目,金额(元),支付方式",
    "2026-06-01 08:30:00,支出,快车行程,35.60,微信支付",
    "2026-06-02 08:30:00,支出,快车行程,20.00,企业支付",
    "2026-06-03 08:30:00,支出,快车行程,20.00,亲情卡(爸爸)",
  ];
  assert.deepEqual(await read(rides), [
    "expense 2026-06-01 08:30:00 35.60 CNY 微信支付",
    "expense 2026-06-02 08:30:00 20.00 CNY 企业支付 ?paid-by-other",
    "expense 2026-06-03 08:30:00 20.00 CNY 亲情卡(爸爸) ?paid-by-other",
  ]);
});

test("a list of orders is read by what was paid and when, and what came back of it is asked about", async () => {
  const rows = [
    "订单编号,买家实际支付金额,订单状态,订单创建时间,订单付款时间,宝贝标题,退款金额",
    "1,100.00,交易成功,2026-03-05 10:00:00,2026-03-05 10:01:00,衣服,0",
    "2,50.00,交易关闭,2026-03-06 10:00:00,,裤子,0",
    "3,80.00,交易成功,2026-03-07 10:00:00,2026-03-07 10:01:00,鞋,30.00",
  ];
  assert.deepEqual(await read(rows, { code: "no-sign", at: 1 }), [
    "expense 2026-03-05 10:01:00 100.00 CNY",
    "skip 2026-03-06 10:00:00 50.00 CNY",
    "expense 2026-03-07 10:01:00 80.00 CNY ?beside",
  ]);
});

test("a row whose only amount stands in a column that nothing reads is not left out in silence", async () => {
  const rows = [
    "日期,人名,借出,收回,备注",
    "2026-03-05,张三,1000,,借给张三",
    "2026-03-10,张三,,500,还一半",
  ];
  const lines = await read(rows, { code: "no-amount", at: 0 });
  assert.equal(lines[1], "skip 2026-03-10 0.00 CNY ?unreadable");
});

test("of what was paid and what was booked the second is the amount, whichever currency the first names", async () => {
  const rows = [
    "交易日期,摘要,交易金额,入账金额,币种",
    "2026-03-05,AMAZON,10.00 USD,-72.00,CNY",
    "2026-03-06,工资,8000.00 CNY,8000.00,CNY",
  ];
  assert.deepEqual(await read(rows), [
    "expense 2026-03-05 72.00 CNY",
    "income 2026-03-06 8000.00 CNY",
  ]);
  // A code beside the amount is its own; a sign that many currencies share is not.
  const signs = ["日期,摘要,金额,币种", "2026-03-05,甲,-10.00 USD,CNY", "2026-03-06,乙,-¥1000,JPY"];
  assert.deepEqual(await read(signs), [
    "expense 2026-03-05 10.00 USD",
    "expense 2026-03-06 1000.00 JPY",
  ]);
});

test("types in traditional characters are those in simplified ones", async () => {
  const rows = [
    "日期,類型,主類別,子類別,帳戶,金額,備註",
    "2026-03-05,支出,飲食,早餐,現金,45,",
    "2026-03-07,轉帳,,,玉山銀行->現金,2000,",
  ];
  assert.deepEqual(await read(rows), [
    "expense 2026-03-05 45.00 CNY 現金",
    "transfer 2026-03-07 2000.00 CNY 玉山銀行 > 現金",
  ]);
});

test("goods that are bought and sold are spending and income", async () => {
  const rows = [
    "创建时间,类型,对方,商品,金额,状态",
    "2026-03-05 10:00:00,卖出,买家甲,旧书,+20.00,交易成功",
    "2026-03-06 10:00:00,买入,卖家乙,键盘,-100.00,交易成功",
  ];
  assert.deepEqual(await read(rows), [
    "income 2026-03-05 10:00:00 20.00 CNY",
    "expense 2026-03-06 10:00:00 100.00 CNY",
  ]);
});

test("a type that says the other way than the answer to the signs asks", async () => {
  const rows = [
    "时间,类型,分类,金额,账户",
    "2026-03-01,余额调整,,1000,现金",
    "2026-03-05,支出,餐饮,25,现金",
    "2026-03-10,余额调整,,-30,现金",
  ];
  const lines = await read(rows, { code: "no-sign", at: 0 });
  assert.equal(lines[1], "income 2026-03-05 25.00 CNY 现金 ?no-sign");
});
