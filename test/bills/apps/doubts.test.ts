/** Signs, fees, second amounts and set balances in the exports of other programs, and cut statements. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readText } from "../build.ts";
import { brief, codes } from "../reading.ts";

async function read(...rows: string[]): Promise<[string, string[]][]> {
  const { lines } = await readText(`${rows.join("\r\n")}\r\n`);
  return lines.map((line) => [brief({ ...line, time: line.time.slice(0, 10) }), codes(line)]);
}

describe("钱迹", () => {
  const header =
    "ID,时间,分类,二级分类,类型,金额,币种,账户1,账户2,备注,已报销,手续费,优惠券,记账者,账单标记,标签,账单图片,关联账单";
  const cases: [type: string, amount: string, fee: string, is: string, asked: string[]][] = [
    ["收入", "-30", "", "expense 2026-03-02 30.00 CNY 工行", ["income-reversed"]],
    ["退款", "-30", "", "refund 2026-03-02 30.00 CNY 工行", ["sign"]],
    ["转账", "-30", "", "transfer 2026-03-02 30.00 CNY 招行 > 工行", []],
    ["转账", "30", "2", "transfer 2026-03-02 30.00 CNY 工行 > 招行", []],
    ["支出", "30", "2", "expense 2026-03-02 30.00 CNY 工行", ["fee"]],
    ["支出", "-30", "", "refund 2026-03-02 30.00 CNY 工行", []],
    ["支出", "30", "", "expense 2026-03-02 30.00 CNY 工行", []],
  ];
  for (const [type, amount, fee, is, asked] of cases) {
    test(`${type} ${amount}${fee && ` with a fee of ${fee}`}`, async () => {
      const row = `q1,2026-03-02 10:00:00,餐饮,,${type},${amount},CNY,工行,招行,,,${fee},,我,,,,`;
      assert.deepEqual(await read(header, row), [[is, asked]]);
    });
  }
});

test("随手记: a transfer that brought less than it took, or is below zero, is asked about", async () => {
  const lines = await read(
    "随手记导出文件(headers:v5;xx)",
    '"交易类型","日期","子类别","账户","金额","备注","关联Id"',
    '"转出","2026-03-01 11:00:00","","现金","10","","x1"',
    '"转入","2026-03-01 11:00:00","","银行","9","","x1"',
    '"转出","2026-03-01 12:00:00","","现金","10","","x2"',
    '"转入","2026-03-01 12:00:00","","银行","10","","x2"',
    '"转出","2026-03-01 13:00:00","","现金","-10","","x3"',
    '"转入","2026-03-01 13:00:00","","银行","-10","","x3"',
    '"退款","2026-03-01 14:00:00","早餐","银行","-10","",""',
  );
  assert.deepEqual(
    lines.map(([, asked]) => asked),
    [["transfer-amounts"], [], [], [], ["sign"], [], ["sign"]],
  );
});

test("YNAB's adjustments of a balance are no income or expense", async () => {
  const lines = await read(
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
    "A,,2026-03-01,Starting Balance,Inflow: Ready to Assign,Inflow,Ready to Assign,,¥0.00,¥1000.00,Reconciled",
    "A,,2026-03-05,Reconciliation Balance Adjustment,Inflow: Ready to Assign,Inflow,Ready to Assign,,¥3.00,¥0.00,Reconciled",
    "A,,2026-03-06,Manual Balance Adjustment,Inflow: Ready to Assign,Inflow,Ready to Assign,,¥0.00,¥4.00,Reconciled",
  );
  assert.deepEqual(lines, [
    ["opening 2026-03-01 1000.00 CNY A", []],
    ["opening 2026-03-05 3.00 CNY A", ["balance-change"]],
    ["opening 2026-03-06 4.00 CNY A", ["balance-change"]],
  ]);
});

test("Actual's adjustments of a balance are no income or expense", async () => {
  const note = "Reconciliation balance adjustment";
  const lines = await read(
    "Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared",
    "A,2026-03-01,Starting Balance,,Income,Starting Balances,100.00,0,Cleared",
    `A,2026-03-04,,${note},,,-5.00,0,Reconciled`,
    "A,2026-03-05,Shop,,Food,Out,-5.00,0,Cleared",
  );
  assert.deepEqual(lines, [
    ["opening 2026-03-01 100.00 CNY A", []],
    ["opening 2026-03-04 5.00 CNY A", ["balance-change"]],
    ["expense 2026-03-05 5.00 CNY A", []],
  ]);
});

test("Firefly III: a deposit in a category that is spent in is a refund", async () => {
  const lines = await read(
    "type,currency_code,amount,description,date,source_name,source_type,destination_name,destination_type,category",
    "Withdrawal,CNY,-10.00,饭,2026-03-01T00:00:00+08:00,工行,Asset account,店,Expense account,餐饮",
    "Deposit,CNY,4.00,饭,2026-03-02T00:00:00+08:00,店,Revenue account,工行,Asset account,餐饮",
    "Deposit,CNY,900.00,三月,2026-03-03T00:00:00+08:00,公司,Revenue account,工行,Asset account,工资",
  );
  assert.deepEqual(
    lines.map(([is]) => is),
    [
      "expense 2026-03-01 10.00 CNY 工行",
      "refund 2026-03-02 4.00 CNY 工行",
      "income 2026-03-03 900.00 CNY 工行",
    ],
  );
});

describe("statements that end within a row", () => {
  const trn = (amount: string, id: string) =>
    `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260315<TRNAMT>${amount}<FITID>${id}<NAME>shop</STMTTRN>`;
  const ofx = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CNY<BANKACCTFROM><BANKID>1<ACCTID>6222<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${trn("-10.00", "1")}${trn("-1234.50", "2")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const qif = "!Type:Bank\nD2026-03-15\nT-10.00\nPshop\n^\nD2026-03-16\nT-1234.50\nPshop\n^\n";
  const asked = async (text: string) => (await readText(text)).lines.map(codes);
  test("OFX", async () => {
    assert.deepEqual(await asked(ofx), [[], []]);
    assert.deepEqual(await asked(ofx.replace(/34\.50<FITID.*$/s, "")), [[], ["cut"]]);
  });
  test("QIF", async () => {
    assert.deepEqual(await asked(qif), [[], []]);
    assert.deepEqual(await asked(qif.replace(/\n\^\n$/, "\n")), [[], []]);
    assert.deepEqual(await asked(qif.replace(/34\.50.*$/s, "")), [[], ["cut"]]);
  });
});

test("CAMT: a negative amount, which the standard has not, is asked about", async () => {
  const entry = (amount: string) =>
    `<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-15</Dt></BookgDt></Ntry>`;
  const camt = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE1</IBAN></Id></Acct>${entry("5.00")}${entry("-5.00")}</Stmt></BkToCstmrStmt></Document>`;
  assert.deepEqual((await readText(camt)).lines.map(codes), [[], ["sign"]]);
});

test("rows of a statement that tell its balance are asked about", async () => {
  const qif =
    "!Type:Bank\nD2026-03-15\nT100.00\nPOpening Balance\n^\nD2026-03-16\nT-10.00\nPshop\n^\n";
  assert.deepEqual((await readText(qif)).lines.map(codes), [["total"], []]);
  const bank = [
    "交易日期,交易时间,交易金额,本次余额,对方户名,对方账号,交易行,交易渠道,交易类型,交易用途,交易摘要",
    "20260301,100000,+8000.00,8000.00,,,,,,,上期余额",
    "20260302,100000,-20.00,7980.00,支付宝,,,,,,消费",
    "20260303,100000,-20.00,7960.00,余额查询机,,,,,,消费",
  ];
  assert.deepEqual((await readText(`${bank.join("\r\n")}\r\n`)).lines.map(codes), [
    ["total"],
    [],
    [],
  ]);
});

test("a transfer below zero goes the other way, whichever program wrote it", async () => {
  const ezb = await read(
    "Time,Timezone,Type,Category,Sub Category,Account,Account Currency,Amount,Account2,Account2 Currency,Account2 Amount,Geographic Location,Tags,Description",
    "2026-03-01 10:00:00,+08:00,Transfer,T,T,A,CNY,-10.00,B,CNY,-10.00,,,x",
    "2026-03-02 10:00:00,+08:00,Transfer,T,T,A,CNY,10.00,B,CNY,10.00,,,x",
  );
  assert.deepEqual(ezb, [
    ["transfer 2026-03-01 10.00 CNY B > A", []],
    ["transfer 2026-03-02 10.00 CNY A > B", []],
  ]);
  const realbyte = await read(
    "Date,Account,Category,Subcategory,Note,Income/Expense,Description,Amount,Currency",
    "2026-03-01,A,B,,x,Transfer-Out,,-10.00,CNY",
    "2026-03-02,A,B,,x,Transfer-Out,,10.00,CNY",
  );
  assert.deepEqual(
    realbyte.map(([is]) => is),
    ["transfer 2026-03-01 10.00 CNY B > A", "transfer 2026-03-02 10.00 CNY A > B"],
  );
});
