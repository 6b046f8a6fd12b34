/** Tables of banks, cards and apps that no format knows: right, or asked; never booked the wrong way. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import type { TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { bytesOf, refusal } from "../build.ts";
import { brief, codes } from "../reading.ts";

/** The rows as the proposed mapping reads them, each with its questions. */
async function read(...rows: string[]): Promise<string[]> {
  const bytes = bytesOf(`${rows.join("\n")}\n`);
  const tables = (await refusal(bytes))?.details.tables as TablePreview[];
  assert.deepEqual(
    tables.flatMap(({ questions }) => questions),
    [],
  );
  const bills = await readBill(bytes, { mapping: tables.map(({ mapping }) => mapping) });
  return bills.flatMap(({ lines }) =>
    lines.map((line) => [brief(line), ...codes(line).map((code) => `?${code}`)].join(" ")),
  );
}

describe("which way money went", () => {
  test("is told by any column whose words are 借 and 贷", async () => {
    const lines = await read(
      "交易时间,交易方式,借贷状态,交易金额,余额,对方户名,摘要",
      "2026-03-02 10:01:02,消费,借,25.00,975.00,财付通,网上支付",
      "2026-03-03 12:00:00,转账,贷,8000.00,8975.00,某公司,工资",
    );
    assert.deepEqual(lines, [
      "expense 2026-03-02 10:01:02 25.00 CNY",
      "income 2026-03-03 12:00:00 8000.00 CNY",
    ]);
  });
  test("is told by a column 收/付, and by one that says 借 Dr before one whose words nobody knows", async () => {
    const postal = await read(
      "交易日期,交易时间,交易渠道,摘要,收/付,交易金额,账户余额,对方户名",
      "20260305,100000,网上,消费,付,35.50,1964.50,甲",
      "20260308,110000,柜台,代发,收,5000.00,6964.50,乙",
    );
    assert.deepEqual(postal, [
      "expense 2026-03-05 10:00:00 35.50 CNY",
      "income 2026-03-08 11:00:00 5000.00 CNY",
    ]);
    const sided = await read(
      "交易日期,借贷状态,交易类型,交易金额,摘要",
      "2026-03-05,借 Dr,网上支付,35.50,甲",
      "2026-03-08,贷 Cr,代发,5000.00,乙",
    );
    assert.deepEqual(sided, ["expense 2026-03-05 35.50 CNY", "income 2026-03-08 5000.00 CNY"]);
    const flow = await read(
      "日期,进出,金额,备注",
      "2026-03-05,出,35.50,甲",
      "2026-03-08,进,5000.00,乙",
    );
    assert.deepEqual(flow, ["expense 2026-03-05 35.50 CNY", "income 2026-03-08 5000.00 CNY"]);
  });
  test("is told by the two sides of 记账金额", async () => {
    const lines = await read(
      "交易日期,摘要,记账金额(收入),记账金额(支出),余额",
      "2026-03-05,甲,,35.50,1964.50",
      "2026-03-08,乙,5000.00,,6964.50",
    );
    assert.deepEqual(lines, ["expense 2026-03-05 35.50 CNY", "income 2026-03-08 5000.00 CNY"]);
  });
  test("is not told by the refund that a seller gave, beside other amounts below zero", async () => {
    const refused = await refusal(
      bytesOf(
        "Date,Name,Type,Status,Currency,Gross,Fee,Net\n" +
          "2026-03-13,Shop,Express Checkout,Completed,CNY,-12.99,0.00,-12.99\n" +
          "2026-03-15,Buyer,Website Sale,Completed,CNY,100.00,-3.20,96.80\n" +
          "2026-03-16,Buyer,Payment Refund,Completed,CNY,-50.00,1.60,-48.40\n",
      ),
    );
    const [table] = (refused as NonNullable<typeof refused>).details.tables as TablePreview[];
    assert.deepEqual(
      table?.questions.map(({ code }) => code),
      ["no-sign"],
    );
  });
  test("a refund that only the name of the transaction tells is one", async () => {
    const lines = await read(
      "交易日期,交易金额,余额,交易名称,附言",
      "2026-03-05,-35.50,1964.50,网上快捷支付,财付通-甲",
      "2026-03-09,35.50,2000.00,网上快捷退款,财付通-甲",
    );
    assert.equal(lines[1], "refund 2026-03-09 35.50 CNY");
  });
  test("is told on a card by thanks for a payment below zero", async () => {
    const lines = await read(
      "Trans. Date,Post Date,Description,Amount,Category",
      "03/13/2026,03/13/2026,HARDWARE,12.50,Home",
      "03/14/2026,03/14/2026,INTERNET PAYMENT - THANK YOU,-100.00,Payments and Credits",
      "03/15/2026,03/15/2026,HARDWARE RETURN,-12.50,Home",
    );
    assert.deepEqual(lines, [
      "expense 2026-03-13 12.50 CNY",
      "transfer 2026-03-14 100.00 CNY  >  ?no-account",
      "refund 2026-03-15 12.50 CNY",
    ]);
  });
  test("is told on a card in Portuguese", async () => {
    const lines = await read(
      "date,title,amount",
      "2026-03-13,Mercado,12.50",
      "2026-03-14,Pagamento recebido,-100.00",
      "2026-03-15,Estorno de Mercado,-12.50",
    );
    assert.deepEqual(
      lines.map((line) => line.split(" ")[0]),
      ["expense", "transfer", "refund"],
    );
  });
});

describe("a column of money in whose numbers are all below zero", () => {
  const rows = ["Status,Date,Description,Debit,Credit", "Cleared,2026-03-13,SHOP,12.50,"];
  test("holds money in where the words say so", async () => {
    const lines = await read(...rows, "Cleared,2026-03-14,PAYMENT THANK YOU,,-100.00");
    assert.equal(lines[1], "transfer 2026-03-14 100.00 CNY  >  ?no-account");
  });
  test("asks where nothing says it", async () => {
    const lines = await read(...rows, "Cleared,2026-03-14,SOMETHING,,-100.00");
    assert.deepEqual(lines, [
      "expense 2026-03-13 12.50 CNY",
      "income 2026-03-14 100.00 CNY ?no-sign",
    ]);
  });
});

describe("rows whose other side is one's own", () => {
  const cases: [text: string, amount: string, line: string][] = [
    ["信用卡还款 张三", "-300.00", "transfer 2026-03-04 300.00 CNY 卡 >  ?no-account"],
    ["抖音月付还款", "-300.00", "transfer 2026-03-04 300.00 CNY 卡 > 抖音月付"],
    [
      "Payment to card ending in 1234",
      "-300.00",
      "transfer 2026-03-04 300.00 CNY 卡 >  ?no-account",
    ],
    ["Pagamento de fatura", "-300.00", "transfer 2026-03-04 300.00 CNY 卡 >  ?no-account"],
    ["借呗放款", "300.00", "transfer 2026-03-04 300.00 CNY 借呗 > 卡"],
    ["VIR VERS LIVRET A", "-300.00", "expense 2026-03-04 300.00 CNY 卡 ?own-transfer"],
    ["定期存款开户", "-300.00", "expense 2026-03-04 300.00 CNY 卡 ?own-transfer"],
  ];
  for (const [text, amount, line] of cases) {
    test(`${text} ${amount}`, async () => {
      const lines = await read(
        "交易日期,账号,摘要,交易金额",
        "2026-03-02,卡,消费,-25.00",
        `2026-03-04,卡,${text},${amount}`,
        "2026-03-05,卡,工资,8000.00",
      );
      assert.equal(lines[1], line);
    });
  }
  test("are told by a column of words that has no role as well", async () => {
    const lines = await read(
      "交易日期,摘要,交易金额,账户余额,备注",
      "2026-03-02,消费,-25.00,975.00,早餐",
      "2026-03-03,信用卡还款,-75.00,900.00,张三",
    );
    assert.equal(lines[1], "transfer 2026-03-03 75.00 CNY  >  ?no-account");
  });
  test("are left as the person has sorted them", async () => {
    const lines = await read(
      "日期,收支,分类,金额,备注",
      "2026-03-02,支出,餐饮,25.00,",
      "2026-03-03,支出,人情,75.00,还款给小王",
    );
    assert.equal(lines[1], "expense 2026-03-03 75.00 CNY");
  });
});

test("a row that says in any column that it is not settled is asked about", async () => {
  const lines = await read(
    "Buchungstag;Verwendungszweck;Betrag;Waehrung;Info",
    "13.03.26;Markt;-12,50;CNY;Umsatz gebucht",
    "15.03.26;Laden;-5,00;CNY;Umsatz vorgemerkt",
  );
  assert.deepEqual(lines, ["expense 2026-03-13 12.50 CNY", "expense 2026-03-15 5.00 CNY ?status"]);
});

test("a word of three letters behind a name is a currency only where it is one", async () => {
  const lines = await read(
    "Datetime,Note,Amount (total),Amount (tip),Amount (tax)",
    "2026-03-13T10:01:02,pizza,-12.50,0.00,0.00",
    "2026-03-14T10:01:02,gift,50.00,0.00,0.00",
    "2026-03-15T10:01:02,tea,-4.00,0.00,0.00",
  );
  assert.deepEqual(lines, [
    "expense 2026-03-13 10:01:02 12.50 CNY",
    "income 2026-03-14 10:01:02 50.00 CNY",
    "expense 2026-03-15 10:01:02 4.00 CNY",
  ]);
});

test("a word of a friend who pays back turns no table round", async () => {
  const text =
    "日期,备注,金额\n2026-03-13,水果,-12.50\n2026-03-14,AA餐费,50.00\n2026-03-15,剪头发,-30.00\n";
  const tables = (await refusal(bytesOf(text)))?.details.tables as TablePreview[];
  assert.deepEqual(
    tables[0]?.questions.map(({ code }) => code),
    ["no-sign"],
  );
});

describe("transfers of apps that no format knows", () => {
  const cases: [name: string, rows: string[], lines: string[]][] = [
    [
      "by words of both directions",
      [
        "Date,Wallet,Type,Category name,Amount,Currency,Note",
        "2026-03-13,Cash,Expense,Food,-25.00,CNY,lunch",
        "2026-03-15,Bank,Outgoing Transfer,Transfer,-100.00,CNY,",
        "2026-03-15,Cash,Incoming Transfer,Transfer,100.00,CNY,",
      ],
      [
        "expense 2026-03-13 25.00 CNY Cash",
        "transfer 2026-03-15 100.00 CNY Bank > Cash",
        "skip 2026-03-15 100.00 CNY  > Cash",
      ],
    ],
    [
      "by a column that names another account of the table",
      [
        "Account,Transfers,Description,Date,Amount",
        "Cash,,lunch,2026-03-13,-25.00",
        "Cash,Bank,move,2026-03-15,-100.00",
        "Bank,Cash,move,2026-03-15,100.00",
      ],
      [
        "expense 2026-03-13 25.00 CNY Cash",
        "transfer 2026-03-15 100.00 CNY Cash > Bank",
        "skip 2026-03-15 100.00 CNY Cash > Bank",
      ],
    ],
    [
      "by their signs where both accounts list them",
      [
        "日期,类型,账户1,账户2,金额",
        "2026-03-13,支出,现金,,-25.00",
        "2026-03-15,转账,招行,现金,-100.00",
        "2026-03-15,转账,现金,招行,100.00",
      ],
      [
        "expense 2026-03-13 25.00 CNY 现金",
        "transfer 2026-03-15 100.00 CNY 招行 > 现金",
        "skip 2026-03-15 100.00 CNY 招行 > 现金",
      ],
    ],
    [
      "by a category in square brackets",
      [
        "Date,Account,Payee,Payment,Deposit,Category",
        "2026-03-13,Checking,Shop,12.50,,Food",
        "2026-03-15,Checking,Move,100.00,,[Savings]",
      ],
      [
        "expense 2026-03-13 12.50 CNY Checking",
        "transfer 2026-03-15 100.00 CNY Checking > Savings",
      ],
    ],
    [
      "beside rows that fill one of two accounts",
      [
        "日期,类型,金额,转出账户,转入账户,类别",
        "2026-03-13,支出,25.00,微信,,餐饮",
        "2026-03-14,收入,8000.00,,招行,工资",
        "2026-03-15,转账,100.00,招行,微信,",
      ],
      [
        "expense 2026-03-13 25.00 CNY 微信",
        "income 2026-03-14 8000.00 CNY 招行",
        "transfer 2026-03-15 100.00 CNY 招行 > 微信",
      ],
    ],
    [
      "by a category that says credit card payment",
      [
        "Account,Date,Payee,Category,Amount",
        "Checking,3/13/2026,Shop,Groceries,-12.50",
        "Checking,3/15/2026,Chase Payment,Credit Card Payment,-100.00",
        "Visa,3/15/2026,Payment Thank You,Credit Card Payment,100.00",
      ],
      [
        "expense 2026-03-13 12.50 CNY Checking",
        "transfer 2026-03-15 100.00 CNY Checking > Visa",
        "skip 2026-03-15 100.00 CNY  > Visa",
      ],
    ],
    [
      "by a category that names an account, and an opening",
      [
        "date,account,category,amount",
        "13/03/2026,Cash,Food,-25",
        "15/03/2026,Bank,To 'Cash',-100",
        "15/03/2026,Cash,From 'Bank',100",
        "16/03/2026,Cash,Initial balance 'Cash',500",
      ],
      [
        "expense 2026-03-13 25.00 CNY Cash",
        "transfer 2026-03-15 100.00 CNY Bank > Cash",
        "skip 2026-03-15 100.00 CNY Bank > Cash",
        "income 2026-03-16 500.00 CNY Cash ?total",
      ],
    ],
    [
      "by a column of other accounts, whatever it is called",
      [
        "Date,Account,Amount,Moved,Category",
        "2026-03-01,Cash,-50.00,,Food",
        "2026-03-02,Cash,-20.00,Bank,",
        "2026-03-02,Bank,20.00,Cash,",
      ],
      [
        "expense 2026-03-01 50.00 CNY Cash",
        "transfer 2026-03-02 20.00 CNY Cash > Bank",
        "skip 2026-03-02 20.00 CNY Cash > Bank",
      ],
    ],
    [
      "by an envelope",
      [
        "Date,Envelope,Account,Name,Amount",
        "03/13/2026,Groceries,Checking,Shop,-12.50",
        "03/13/2026,Groceries,Checking,Bakery,-2.50",
        "03/14/2026,[Unallocated],Checking,Employer,1200.00",
        "03/15/2026,[Transfer],Checking,To Savings,-100.00",
        "03/15/2026,[Transfer],Savings,From Checking,100.00",
      ],
      [
        "expense 2026-03-13 12.50 CNY Checking",
        "expense 2026-03-13 2.50 CNY Checking",
        "income 2026-03-14 1200.00 CNY Checking",
        "transfer 2026-03-15 100.00 CNY Checking > Savings",
        "skip 2026-03-15 100.00 CNY  > Savings",
      ],
    ],
    [
      "by a mark",
      [
        "日付,内容,金額,保有金融機関,振替",
        "2026/03/02,コンビニ,-500,銀行,0",
        "2026/03/04,ATM,-10000,銀行,1",
      ],
      ["expense 2026-03-02 500.00 CNY", "transfer 2026-03-04 10000.00 CNY  >  ?no-account"],
    ],
    [
      "under columns of from and to",
      [
        "DATE,TYPE,FROM ACCOUNT,TO ACCOUNT / TO CATEGORY,AMOUNT",
        "03/13/2026,Expense,Cash,Food,25",
        "03/14/2026,Income,Salary,Bank,8000",
        "03/15/2026,Transfer,Bank,Cash,100",
      ],
      [
        "expense 2026-03-13 25.00 CNY Cash",
        "income 2026-03-14 8000.00 CNY Bank",
        "transfer 2026-03-15 100.00 CNY Bank > Cash",
      ],
    ],
    [
      "and of debts",
      [
        "日期,账户,类别,金额",
        "2026-03-13,现金,餐饮,-25.00",
        "2026-03-14,现金,借入,500.00",
        "2026-03-15,招行,借出,-200.00",
      ],
      [
        "expense 2026-03-13 25.00 CNY 现金",
        "transfer 2026-03-14 500.00 CNY  > 现金 ?no-account",
        "transfer 2026-03-15 200.00 CNY 招行 >  ?no-account",
      ],
    ],
  ];
  for (const [name, rows, lines] of cases) {
    test(name, async () => assert.deepEqual(await read(...rows), lines));
  }
});

test("a word of a type that is not known takes no sign from the others", async () => {
  const text =
    "交易类型,日期,账户1,金额\n余额变更,2026-01-01,现金,1000.00\n支出,2026-01-10,现金,20.00\n负债变更,2026-02-01,信用卡,500.00\n";
  const tables = (await refusal(bytesOf(text)))?.details.tables as TablePreview[];
  assert.deepEqual(
    tables[0]?.questions.map(({ code, value }) => [code, value]),
    [
      ["type-word", "余额变更"],
      ["type-word", "负债变更"],
    ],
  );
});

test("the statement of a fund asks about what moved into it and out of it", async () => {
  const lines = await read(
    "时间,类型,金额,余额,备注",
    "2026-03-05,转入,+100.00,100.00,来自零钱",
    "2026-03-06,收益,+0.02,100.02,",
    "2026-03-07,转出,-50.00,50.02,到银行卡",
    "2026-03-08,消费,-10.00,40.02,超市",
  );
  assert.deepEqual(
    lines.map((line) => line.split("?")[1] ?? ""),
    ["own-transfer", "", "own-transfer", ""],
  );
});

test("a row without an amount is held, and asked about where its type says that it is a record", async () => {
  const lines = await read(
    "日期,类别,金额,类型,备注",
    "2026-03-13,餐饮,25.00,支出,",
    "2026-03-14,,,,发工资那天",
    "2026-03-15,工资,8000.00,收入,",
    "2026-03-16,电影,,支出,忘了多少钱",
  );
  assert.deepEqual(lines.slice(1), [
    "skip 2026-03-14 0.00 CNY",
    "income 2026-03-15 8000.00 CNY",
    "skip 2026-03-16 0.00 CNY ?unreadable",
  ]);
});

describe("amounts without any minus", () => {
  const questions = async (...rows: string[]) => {
    const tables = (await refusal(bytesOf(`${rows.join("\n")}\n`)))?.details
      .tables as TablePreview[];
    return tables.flatMap((table) => table.questions.map(({ code }) => code));
  };
  test("ask where only one row of several says that it came in", async () => {
    const rows = ["日期,项目,金额", "2026-03-01,午饭,25.00", "2026-03-02,地铁,5.00"];
    assert.deepEqual(await questions(...rows, "2026-03-05,工资,8000.00"), ["no-sign"]);
  });
  test("ask where only one row of many says that it went out", async () => {
    const rows = ["红包", "小王", "小李", "超市"].map(
      (name, at) => `2026-03-0${at + 1},${name},5.00`,
    );
    assert.deepEqual(await questions("日期,项目,金额", ...rows), ["no-sign"]);
  });
  test("are told by a category that is nothing but 收入 and 支出", async () => {
    const lines = await read(
      "日期,类别,项目,金额",
      "2026-03-05,支出,午饭,25.00",
      "2026-03-06,收入,工资,8000.00",
    );
    assert.deepEqual(lines, ["expense 2026-03-05 25.00 CNY", "income 2026-03-06 8000.00 CNY"]);
  });
});

test("a card's sign is told by its repayment, whatever its interest says", async () => {
  const lines = await read(
    "交易日期,交易摘要,交易金额,卡号后四位",
    "2026-03-13,星巴克,25.00,1186",
    "2026-03-14,约定自动还款,-500.00,1186",
    "2026-03-15,溢缴款转出,50.00,1186",
    "2026-03-16,利息,3.50,1186",
    "2026-03-17,年费减免,-100.00,1186",
  );
  assert.deepEqual(lines, [
    "expense 2026-03-13 25.00 CNY 1186",
    "transfer 2026-03-14 500.00 CNY  > 1186 ?no-account",
    "expense 2026-03-15 50.00 CNY 1186 ?own-transfer",
    "expense 2026-03-16 3.50 CNY 1186",
    "refund 2026-03-17 100.00 CNY 1186 ?card-credit",
  ]);
});

test("transfers to savings are known in Spanish, and PayPal's withdrawal", async () => {
  const spanish = await read(
    "Fecha;Concepto;Importe;Saldo",
    "13/03/2026;COMPRA;-25,00;975,00",
    "16/03/2026;TRASPASO A CUENTA AHORRO;-100,00;875,00",
  );
  assert.match(spanish[1] as string, /\?own-transfer$/);
  const paypal = await read(
    "Date,Name,Type,Net",
    "13/03/2026,Shop,Express Checkout Payment,-92.00",
    "17/03/2026,,User Initiated Withdrawal,-500.00",
    "18/03/2026,Shop,Payment Refund,92.00",
  );
  assert.deepEqual(
    paypal.map((line) => line.split(" ")[0]),
    ["expense", "transfer", "refund"],
  );
});

describe("a column of currencies", () => {
  test("is known by what it holds", async () => {
    const lines = await read(
      "日期,摘要,金额,货币代码",
      "2026-03-04,超市,-10.00,CNY",
      "2026-03-05,书,-10.00,USD",
    );
    assert.deepEqual(lines, ["expense 2026-03-04 10.00 CNY", "expense 2026-03-05 10.00 USD"]);
  });
  test("is the one beside its amount", async () => {
    const lines = await read(
      "交易日期,卡末四位,交易描述,交易币种,入账币种,入账金额",
      "2026-03-04,1186,肯德基,美元,人民币,35.50",
      "2026-03-07,1186,财付通还款,人民币,人民币,-500.00",
    );
    assert.equal(lines[0], "expense 2026-03-04 35.50 CNY 1186");
  });
});

test("what a bank keeps beside the account asks, whatever it is called", async () => {
  const rows = ["活期+转入", "绑定卡转入", "定期存入", "购汇", "TIME DEPOSIT PLACEMENT"];
  const lines = await read(
    "日期,交易名称,金额,余额",
    ...rows.map((text, at) => `2026-03-0${at + 1},${text},-100.00,${1000 - at * 100}.00`),
  );
  assert.ok(
    lines.every((line) => line.endsWith("?own-transfer")),
    lines.join("\n"),
  );
});

test("words of one letter, of Japanese and of Korean tell the way", async () => {
  const lines = await read(
    "日期,方向,摘要,金额",
    "2026-03-02,入,工资,8000",
    "2026-03-03,出,午饭,36.5",
    "2026-03-05,退,退货,20",
  );
  assert.deepEqual(
    lines.map((line) => line.split(" ")[0]),
    ["income", "expense", "refund"],
  );
  for (const [head, into, out] of [
    ["날짜,구분,내용,금액", "입금", "출금"],
    ["日付,区分,内容,金額", "収入", "支出"],
  ]) {
    const others = await read(head as string, `2026-03-02,${into},a,80`, `2026-03-03,${out},b,36`);
    assert.deepEqual(
      others.map((line) => line.split(" ")[0]),
      ["income", "expense"],
    );
  }
});

test("an amount in a column of transfers that is not used is asked for", async () => {
  const lines = await read(
    "日付,お店,収入,支出,振替",
    "2026-03-02,コンビニ,0,500.50,0",
    "2026-03-03,会社,300.25,0,0",
    "2026-03-04,,0,0,10.00",
  );
  assert.deepEqual(lines, [
    "expense 2026-03-02 500.50 CNY",
    "income 2026-03-03 300.25 CNY",
    "skip 2026-03-04 0.00 CNY ?unreadable",
  ]);
});

test("what stands under the name of spending and came in is a refund", async () => {
  const typed = await read(
    "日期,类型,分类,金额",
    ...["20.00", "-5.00", "30.00", "30.00", "30.00"].map(
      (amount, at) => `2026-03-0${at + 1},支出,餐饮,${amount}`,
    ),
  );
  assert.equal(typed[1], "refund 2026-03-02 5.00 CNY");
  const columns = await read(
    "日期,摘要,支出,收入,余额",
    "2026-03-01,茶,20.00,,80.00",
    "2026-03-02,茶,-20.00,,100.00",
    "2026-03-03,工资,,50.00,150.00",
  );
  assert.deepEqual(columns, [
    "expense 2026-03-01 20.00 CNY",
    "refund 2026-03-02 20.00 CNY",
    "income 2026-03-03 50.00 CNY",
  ]);
});

test("a category of wages and purchases stays one, and a fund's yield and its purchases ask nothing", async () => {
  const sorted = await read(
    "日期,类别,项目,金额",
    "2026-03-05,消费,午饭,-25.00",
    "2026-03-06,工资,某公司,8000.00",
  );
  assert.deepEqual(sorted, ["expense 2026-03-05 25.00 CNY", "income 2026-03-06 8000.00 CNY"]);
  const fund = await read(
    "日期,摘要,金额,余额",
    "2026-03-05,超市 余额宝付款,-20.00,980.00",
    "2026-03-06,余额宝收益,0.50,980.50",
    "2026-03-07,支付宝-余额宝,-100.00,880.50",
    "2026-03-08,余额宝转出,50.00,930.50",
  );
  assert.deepEqual(
    fund.map((line) => line.split("?")[1] ?? ""),
    ["", "", "own-transfer", "own-transfer"],
  );
});

test("what the state gives back is income", async () => {
  const lines = await read(
    "Date,Description,Amount",
    "2026-03-01,SHOP,-50.00",
    "2026-03-02,SHOP REFUND,50.00",
    "2026-03-03,TAX REFUND,500.00",
  );
  assert.deepEqual(
    lines.map((line) => line.split(" ")[0]),
    ["expense", "refund", "income"],
  );
});

describe("the currency of a table", () => {
  const rows = ["Date,Details,Debit Amount,Credit Amount", "05 Mar 2026,POS,35.50, "];
  test("is the one that the lines above it name", async () => {
    const named = await read(
      "Account Details For:,Savings",
      "Currency:,SGD - Singapore Dollar",
      "",
      ...rows,
    );
    assert.deepEqual(named, ["expense 2026-03-05 35.50 SGD"]);
    const chinese = await read("幣別：港幣", "日期,摘要,支出,存入", "2026-03-05,甲,35.50,");
    assert.deepEqual(chinese, ["expense 2026-03-05 35.50 HKD"]);
    const plain = await read("单位：元", "日期,摘要,支出,存入", "2026-03-05,甲,35.50,");
    assert.deepEqual(plain, ["expense 2026-03-05 35.50 CNY"]);
  });
  test("is the one in front of 金额, whatever was paid abroad", async () => {
    const twd = await read(
      "日期,說明,新臺幣金額,外幣金額",
      "2026-03-05,甲,-350,",
      "2026-03-06,乙,-420,12.99",
    );
    assert.deepEqual(twd, ["expense 2026-03-05 350.00 TWD", "expense 2026-03-06 420.00 TWD"]);
    const abroad = await read(
      "信用卡对账单",
      "交易日,摘要,人民币金额,交易币种,交易地金额",
      "2026-03-05,超市,35.50,CNY,35.50",
      "2026-03-07,AMAZON,94.12,USD,12.99",
      "2026-03-20,还款,-500.00,CNY,-500.00",
    );
    assert.equal(abroad[1], "expense 2026-03-07 94.12 CNY");
  });
  test("is that of what was booked, where both stand beside what was paid abroad", async () => {
    const lines = await read(
      "交易日期,交易说明,交易金额,交易币种,结算金额,结算币种",
      "2026-03-05,BOOKS,-12.99,USD,-94.12,CNY",
      "2026-03-07,甲,-35.50,CNY,-35.50,CNY",
      "2026-03-09,HOTEL,-100.00,USD,-100.00,USD",
    );
    assert.deepEqual(lines, [
      "expense 2026-03-05 94.12 CNY",
      "expense 2026-03-07 35.50 CNY",
      "expense 2026-03-09 100.00 USD",
    ]);
  });
});
