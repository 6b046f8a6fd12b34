/** Exports of other bookkeeping apps. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import { archive, workbook } from "../build.ts";
import { brief, codes, readText } from "../reading.ts";
import { readSample } from "../samples.ts";

describe("随手记", () => {
  const csv = (...rows: string[]) =>
    `随手记导出文件(headers:v5;x)\n"交易类型","日期","子类别","账户","金额","备注","关联Id"\n${rows.join("\n")}\n`;

  test("C17 a workbook's sheets are all read", async () => {
    const bill = await readSample("feidee/elecloud.xlsx");
    assert.deepEqual(
      new Set(bill.lines.map((line) => line.raw.工作表)),
      new Set(["余额变更", "支出", "收入", "转账"]),
    );
  });

  test("D19 an unknown type is a question about its row; the others are read", async () => {
    const bill = await readText(
      csv(
        '"负债变更","2024-09-01 00:00:00","","欠款","5","",""',
        '"神秘","2024-09-01 00:00:00","","现金","5","",""',
        '"支出","2024-09-01 12:00:00","餐饮","现金","5.00","",""',
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["opening", "skip", "expense"],
    );
    assert.deepEqual(
      bill.lines.map((line) => codes(line)),
      [[], ["unknown-type"], []],
    );
  });

  test("a transfer's rows join in either order; a lonely half is asked about", async () => {
    const bill = await readText(
      csv(
        '"转入","2024-09-01 10:00:00","","B","5","","1"',
        '"转出","2024-09-01 10:00:00","","A","5","","1"',
        '"转出","2024-09-02 10:00:00","","A","7","","2"',
      ),
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2024-09-01 10:00:00 5.00 CNY A > B",
      "skip 2024-09-01 10:00:00 5.00 CNY A",
      "transfer 2024-09-02 10:00:00 7.00 CNY A > ",
    ]);
    assert.deepEqual(codes(bill.lines[2]), ["no-account"]);
  });

  test("the first balance of an account is its opening, a later one asks; a debt is below zero", async () => {
    const bill = await readText(
      csv(
        '"余额变更","2026-02-01 00:00:00","","现金","-7.50","",""',
        '"余额变更","2026-01-01 00:00:00","","现金","1000.00","",""',
        '"负债变更","2026-01-01 00:00:00","","信用卡","200.00","",""',
        '"债务变更","2026-01-02 00:00:00","","房贷","-300.00","",""',
        '"债权变更","2026-01-03 00:00:00","","小王欠我","500.00","",""',
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => [line.account, line.amount, line.own?.direction, codes(line)]),
      [
        ["现金", 750, "out", ["balance-change"]],
        ["现金", 100000, "in", []],
        ["信用卡", 20000, "out", []],
        ["房贷", 30000, "in", []],
        ["小王欠我", 50000, "in", []],
      ],
    );
  });

  test("loans, debts and reimbursements move money from 账户1 to 账户2; one account alone asks", async () => {
    const row = (type: string, from: string, to: string, amount = "5") =>
      `${type},2026-03-02,,,${from},${to},CNY,${amount},,,,,小明,`;
    const bill = await readText(
      `交易类型,日期,分类,子分类,账户1,账户2,账户币种,金额,成员,商家,项目分类,项目,记账人,备注\n${[
        row("借入", "欠小李", "现金"),
        row("代付", "现金", "待报销"),
        row("转账", "A", "B", "-5"),
        row("收债", "现金", ""),
        row("退款", "现金", ""),
      ].join("\n")}`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2026-03-02 5.00 CNY 欠小李 > 现金",
      "transfer 2026-03-02 5.00 CNY 现金 > 待报销",
      "transfer 2026-03-02 5.00 CNY B > A",
      "skip 2026-03-02 5.00 CNY 现金",
      "refund 2026-03-02 5.00 CNY 现金",
    ]);
    assert.deepEqual(codes(bill.lines[3]), ["unknown-type"]);
  });

  test("the present web workbook: a sheet a type, with columns of its own", async () => {
    const bill = await readText(
      workbook({
        支出: [
          ["交易类型", "日期", "一级分类", "二级分类", "支出账户", "金额", "备注"],
          ["支出", "2026-03-01 12:00:05", "餐饮", "午餐", "现金", "20.00", ""],
          ["支出", "2026-03-02 12:00", "应酬", "午餐", "现金", "30.00", ""],
        ],
        收入: [
          ["交易类型", "日期", "一级分类", "二级分类", "收入账户", "金额", "备注"],
          ["收入", "2026-03-03", "职业", "工资", "银行", "8000.00", ""],
        ],
        转账: [
          ["交易类型", "日期", "转出账户", "转入账户", "金额", "备注"],
          ["转账", "2026-03-04", "银行", "现金", "100.00", ""],
        ],
        借出: [
          ["交易类型", "日期", "账户1", "账户2", "金额", "备注"],
          ["借出", "2026-03-05", "现金", "小王欠我", "50.00", ""],
        ],
      }),
    );
    assert.deepEqual(
      bill.lines.map((line) => `${brief(line)} ${line.category}`.trim()),
      [
        "expense 2026-03-01 12:00:05 20.00 CNY 现金 餐饮·午餐",
        "expense 2026-03-02 12:00:00 30.00 CNY 现金 应酬·午餐",
        "income 2026-03-03 8000.00 CNY 银行 工资",
        "transfer 2026-03-04 100.00 CNY 银行 > 现金",
        "transfer 2026-03-05 50.00 CNY 现金 > 小王欠我",
      ],
    );
  });

  test("a negative expense is a refund", async () => {
    const bill = await readText(csv('"支出","2024-09-01 10:00:00","服饰","A","-12.30","",""'));
    assert.deepEqual(bill.lines.map(brief), ["refund 2024-09-01 10:00:00 12.30 CNY A"]);
  });
});

describe("钱迹", () => {
  test("a row with a coupon asks whether its amount is what was paid", async () => {
    const bill = await readText(
      [
        "ID,时间,分类,类型,金额,币种,账户1,账户2,备注,手续费,优惠券,关联账单",
        "1,2026-01-05 12:00:00,餐饮,支出,95,CNY,支付宝,,面,,5,",
        "2,2026-01-06 12:00:00,餐饮,支出,20,CNY,支付宝,,面,,0,",
        "3,2026-01-07 12:00:00,其它,转账,100,CNY,支付宝,余额宝,,0.5,,",
      ].join("\n"),
    );
    assert.deepEqual(bill.lines.map(brief), [
      "expense 2026-01-05 12:00:00 95.00 CNY 支付宝",
      "expense 2026-01-06 12:00:00 20.00 CNY 支付宝",
      "transfer 2026-01-07 12:00:00 100.00 CNY 支付宝 > 余额宝",
    ]);
    assert.deepEqual(
      bill.lines.map((line) => [codes(line).join(), line.fee ?? 0]),
      [
        ["coupon", 0],
        ["", 0],
        ["", 50],
      ],
    );
  });
});

describe("ezBookkeeping", () => {
  const csv = (...rows: string[]) =>
    `Time,Timezone,Type,Category,Sub Category,Account,Account Currency,Amount,Account2,Account2 Currency,Account2 Amount,Geographic Location,Tags,Description\n${rows.join("\n")}\n`;

  test("openings, tags and two levels of categories", async () => {
    const bill = await readText(
      csv(
        "2026-01-01 00:00:00,+08:00,Balance Modification,,,信用卡,CNY,-1500.00,,,,,,",
        "2026-01-05 12:10:00,+08:00,Expense,食品,午餐,现金,CNY,28.00,,,,,工作日;面食,牛肉面",
        "2026-01-06 12:10:00,+08:00,Expense,应酬,午餐,现金,CNY,8.00,,,,,,",
        "2026-01-07 12:10:00,+08:00,Expense,食品,早餐,现金,CNY,8.00,,,,,,",
      ),
    );
    assert.deepEqual(
      bill.lines.map(({ kind, own, category, description }) => [
        kind,
        own?.direction,
        category,
        description,
      ]),
      [
        ["opening", "out", "", ""],
        ["expense", undefined, "食品·午餐", "牛肉面 #工作日 #面食"],
        ["expense", undefined, "应酬·午餐", ""],
        ["expense", undefined, "早餐", ""],
      ],
    );
  });

  test("a transfer between two currencies, or with two amounts, asks", async () => {
    const move = (currency: string, amount: string) =>
      csv(`2026-02-04 10:00:00,+08:00,Transfer,x,y,A,CNY,720.00,B,${currency},${amount},,,`);
    const asked = async (currency: string, amount: string) =>
      codes((await readText(move(currency, amount))).lines[0]);
    assert.deepEqual(await asked("USD", "100.00"), ["currency"]);
    assert.deepEqual(await asked("CNY", "719.00"), ["transfer-amounts"]);
    assert.deepEqual(await asked("CNY", "720.00"), []);
  });
});

describe("Firefly III", () => {
  const csv = (...rows: string[]) =>
    `group_id,journal_id,type,amount,currency_code,description,date,source_name,destination_name,category\n${rows.join("\n")}\n`;

  test("C19 the sign of a transfer does not matter", async () => {
    const bill = await readText(
      csv(
        "1,1,Transfer,-10.00,CNY,a,2026-01-05T12:00:00+08:00,A,B,",
        "2,2,Transfer,10.00,CNY,b,2026-01-05T12:00:00+08:00,A,B,",
      ),
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2026-01-05 12:00:00 10.00 CNY A > B",
      "transfer 2026-01-05 12:00:00 10.00 CNY A > B",
    ]);
  });

  test("paying off a loan is a transfer between own accounts", async () => {
    const bill = await readText(
      "type,amount,date,source_name,source_type,destination_name,destination_type\n" +
        "Withdrawal,-500,2026-01-05T00:00:00+08:00,储蓄卡,Asset account,房贷,Mortgage\n" +
        "Deposit,900,2026-01-06T00:00:00+08:00,借款,Loan,储蓄卡,Asset account\n",
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2026-01-05 500.00 CNY 储蓄卡 > 房贷",
      "transfer 2026-01-06 900.00 CNY 借款 > 储蓄卡",
    ]);
  });

  test("a time is the wall time of its own zone", async () => {
    const bill = await readText(csv("1,1,Withdrawal,-1,CNY,a,2026-01-05T23:30:00-05:00,A,B,"));
    assert.equal(bill.lines[0]?.time, "2026-01-05 23:30:00");
  });

  test("rows of one group are the parts of one transaction; balances are not income", async () => {
    const bill = await readText(
      csv(
        "5,1,Withdrawal,-60,CNY,a,2026-01-05T00:00:00+08:00,A,B,食品",
        "5,2,Withdrawal,-40,CNY,b,2026-01-05T00:00:00+08:00,A,B,日用",
        "6,3,Opening balance,5000,CNY,i,2025-12-31T00:00:00+08:00,Initial balance account of A,A,",
        "7,4,Reconciliation,5,CNY,r,2026-01-31T00:00:00+08:00,A reconciliation (CNY),A,",
      ),
    );
    assert.deepEqual(bill.lines[0]?.linkIds, bill.lines[1]?.linkIds);
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["expense", "expense", "opening", "opening"],
    );
    assert.deepEqual(codes(bill.lines[2]), []);
    assert.deepEqual(codes(bill.lines[3]), ["balance-change"]);
    assert.deepEqual(bill.accounts, [{ name: "A", opening: 500000 }]);
  });
});

describe("YNAB, Mint and Actual", () => {
  const ynab = (...rows: string[]) =>
    `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n${rows.join("\n")}\n`;

  test("a transfer in two accounts is one, and N equal ones stay N", async () => {
    const rows = [
      '"A","","2026-01-17","Transfer : B","","","","",¥200.00,¥0.00,""',
      '"A","","2026-01-17","Transfer : B","","","","",¥200.00,¥0.00,""',
      '"B","","2026-01-17","Transfer : A","","","","",¥0.00,¥200.00,""',
      '"B","","2026-01-17","Transfer : A","","","","",¥0.00,¥200.00,""',
    ];
    const bill = await readText(ynab(...rows));
    assert.deepEqual(
      bill.lines.map((line) => line.kind),
      ["transfer", "transfer", "skip", "skip"],
    );
  });

  test("money back into a category is a refund, money to assign is income without one", async () => {
    const bill = await readText(
      ynab(
        '"A","","2026-01-17","Shop","Home: Food","Home","Food","",¥0.00,¥5.00,""',
        '"A","","2026-01-17","Boss","Inflow: Ready to Assign","Inflow","Ready to Assign","",¥0.00,¥9.00,""',
        '"A","","2026-01-01","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",¥0.00,¥7.00,""',
      ),
    );
    assert.deepEqual(
      bill.lines.map((line) => `${line.kind} ${line.category}`),
      ["refund Food", "income ", "opening "],
    );
    assert.equal(bill.accounts?.[0]?.opening, 700);
  });

  test("YNAB 4 names its category twice; it is taken once", async () => {
    const bill = await readText(
      "Account,Flag,Check Number,Date,Payee,Category,Master Category,Sub Category,Memo,Outflow,Inflow,Cleared\n" +
        "A,,,25/01/2026,店,Home: Food,Home,Food,,¥5.00,¥0.00,U\n",
    );
    assert.equal(bill.lines[0]?.category, "Food");
    assert.equal(bill.lines[0]?.time, "2026-01-25");
  });

  test("E8 ambiguous dates are asked about, with the answer they are read", async () => {
    const text = ynab('"A","","03/04/2026","x","","","","",¥1.00,¥0.00,""');
    await assert.rejects(readText(text), { code: "ask-date-order" });
    const bill = await readText(text, { dateOrder: "dmy" });
    assert.equal(bill.lines[0]?.time, "2026-04-03");
  });

  test("the plan that lies beside the register in YNAB's archive is passed over", async () => {
    const register = ynab('"A","","2026-01-17","面馆","","","","",¥1.00,¥0.00,""');
    const plan = '"Month","Category Group/Category","Category Group","Category","Assigned"\n';
    const bills = await readBill(
      await archive({ "Plan.csv": Buffer.from(plan), "Register.csv": Buffer.from(register) }),
    );
    assert.deepEqual(
      bills.map((bill) => bill.format),
      ["ynab"],
    );
  });

  test("C46 E7 UTF-16LE is read", async () => {
    const text = ynab('"A","","2026-01-17","面馆","","","","",¥1.00,¥0.00,""');
    const bill = await readText(Buffer.from(`\uFEFF${text}`, "utf16le"));
    assert.equal(bill.lines[0]?.counterparty, "面馆");
  });

  test("Mint's transfer halves join within three days, else they are asked about", async () => {
    const bill = await readText(
      `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"\n"1/17/2023","a","a","200.00","debit","Transfer","A","",""\n"1/19/2023","b","b","200.00","credit","Transfer","B","",""\n"1/17/2023","c","c","9.00","credit","Transfer","B","",""\n`,
    );
    assert.deepEqual(bill.lines.map(brief), [
      "transfer 2023-01-17 200.00 USD A > B",
      "skip 2023-01-19 200.00 USD  > B",
      "transfer 2023-01-17 9.00 USD  > B",
    ]);
    assert.deepEqual(codes(bill.lines[2]), ["currency", "no-account"]);
  });

  test("Actual's split books the children, and says so when they do not add up", async () => {
    const bill = await readText(
      "Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared\nA,2026-01-18,店,(SPLIT INTO 2) ,,,-100,0,\nA,2026-01-18,店,(SPLIT 1 OF 2) 食,日常,食品,0,-60,\nA,2026-01-18,店,(SPLIT 2 OF 2) 用,日常,日用,0,-30,\n",
    );
    assert.deepEqual(
      bill.lines.map((line) => [line.kind, line.amount]),
      [
        ["skip", 10000],
        ["expense", 6000],
        ["expense", 3000],
      ],
    );
    assert.deepEqual(codes(bill.lines[1]), ["split-sum"]);
  });
});
