/** Tables of no known format: signs, statuses, fees, words, transfers, totals, headers (issue 12). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Bill } from "../../../src/bills/bill/line.ts";
import { readBill } from "../../../src/bills/index.ts";
import type { ColumnMapping, TablePreview } from "../../../src/bills/mapped/mapping.ts";
import { findDateOrder } from "../../../src/bills/mapped/mapping-columns.ts";
import { bytesOf, refusal, workbook } from "../build.ts";
import { brief, codes, zh } from "../reading.ts";

type Source = string | Uint8Array;
const bytes = (source: Source) => (typeof source === "string" ? bytesOf(source) : source);

/** The tables of a file with what they ask. */
async function proposals(source: Source): Promise<TablePreview[]> {
  const error = await refusal(bytes(source));
  assert.equal(error.code, "unknown-format");
  return error.details.tables as TablePreview[];
}

async function asked(source: Source): Promise<string[]> {
  return (await proposals(source)).flatMap(({ questions }) => questions.map(({ code }) => code));
}

async function bills(source: Source, changes: Partial<ColumnMapping> = {}): Promise<Bill[]> {
  const [table] = await proposals(source);
  assert.ok(table);
  return readBill(bytes(source), { mapping: { ...table.mapping, ...changes } });
}

/** Each line in short, with the codes of its questions behind it. */
async function lines(source: Source, changes: Partial<ColumnMapping> = {}): Promise<string[]> {
  return (await bills(source, changes)).flatMap((bill) =>
    bill.lines.map((line) => [brief(line), ...codes(line)].join(" ?")),
  );
}

describe("signs are proved or asked", () => {
  const proved: [string, string, string[]][] = [
    [
      "all debits negative",
      "Date,Text,Debit,Credit\n2026-01-13,a,-20.00,\n2026-01-14,b,,50.00",
      ["expense 2026-01-13 20.00 CNY", "income 2026-01-14 50.00 CNY"],
    ],
    [
      "all debits in brackets",
      "Date,Text,Money Out,Money In\n2026-01-13,a,(20.00),\n2026-01-14,b,,50.00",
      ["expense 2026-01-13 20.00 CNY", "income 2026-01-14 50.00 CNY"],
    ],
    [
      "a reversal by the balance, newest first",
      "日期,摘要,借方,贷方,余额\n2026-01-15,工资,,50.00,150.00\n2026-01-14,冲正,-20.00,,100.00\n2026-01-13,买菜,20.00,,80.00",
      [
        "income 2026-01-15 50.00 CNY",
        "refund 2026-01-14 20.00 CNY",
        "expense 2026-01-13 20.00 CNY",
      ],
    ],
    [
      "a reversal among negative debits by the balance",
      "Date,Debit,Credit,Balance\n2026-01-13,-20.00,,80.00\n2026-01-14,-5.00,,75.00\n2026-01-15,20.00,,95.00",
      [
        "expense 2026-01-13 20.00 CNY",
        "expense 2026-01-14 5.00 CNY",
        "refund 2026-01-15 20.00 CNY",
      ],
    ],
    [
      "positive spending by the balance",
      "Date,Text,Amount,Balance\n2026-01-13,a,20.00,80.00\n2026-01-14,b,5.00,75.00\n2026-01-15,c,-50.00,125.00",
      [
        "expense 2026-01-13 20.00 CNY",
        "expense 2026-01-14 5.00 CNY",
        "income 2026-01-15 50.00 CNY",
      ],
    ],
    [
      "positive spending by the words",
      "日期,摘要,金额\n2026-01-13,超市消费,20.00\n2026-01-14,餐饮,5.00\n2026-01-15,退款,-5.00",
      ["expense 2026-01-13 20.00 CNY", "expense 2026-01-14 5.00 CNY", "refund 2026-01-15 5.00 CNY"],
    ],
    [
      "words of a type column that agree with the signs",
      "Date,Type,Amount\n2026-01-13,Debit,-20.00\n2026-01-14,Credit,50.00",
      ["expense 2026-01-13 20.00 CNY", "income 2026-01-14 50.00 CNY"],
    ],
    [
      "words of a type column that contradict every sign",
      "Date,Type,Amount\n2026-01-13,Debit,20.00\n2026-01-14,Credit,-50.00\n2026-01-15,Debit,1.00",
      [
        "expense 2026-01-13 20.00 CNY",
        "refund 2026-01-14 50.00 CNY ?card-credit",
        "expense 2026-01-15 1.00 CNY",
      ],
    ],
    [
      "DR and CR behind the numbers",
      "Date,Text,Amount\n2026-01-13,a,20.00 DR\n2026-01-14,b,50.00 CR",
      ["expense 2026-01-13 20.00 CNY", "income 2026-01-14 50.00 CNY"],
    ],
    [
      "S and H, D and K, Af and Bij in a column",
      "Datum;Betrag;Soll/Haben\n13.01.2026;20,00;S\n14.01.2026;50,00;H",
      ["expense 2026-01-13 20.00 CNY", "income 2026-01-14 50.00 CNY"],
    ],
  ];
  for (const [name, text, wanted] of proved) {
    test(name, async () => {
      const read = await lines(text);
      assert.deepEqual(read, wanted);
      assert.deepEqual(await asked(text), []);
    });
  }
  const open = [
    "日期,金额\n2026-01-13,20.00\n2026-01-14,5.00",
    "Date,Text,Amount\n2026-01-13,a,20.00\n2026-01-14,b,5.00\n2026-01-15,c,-50.00",
  ];
  for (const text of open) {
    test(`nothing proves ${text.split("\n").at(-1)}`, async () => {
      const [table] = await proposals(text);
      const question = table?.questions.find(({ code }) => code === "no-sign");
      assert.equal(question?.answers.length, 2);
      assert.ok((await lines(text)).every((line) => line.endsWith("?no-sign")));
      for (const { mapping } of question?.answers ?? []) {
        assert.ok((await lines(text, mapping)).every((line) => !line.includes("?no-sign")));
      }
    });
  }
  test("a remembered sign that the balance refutes is asked about", async () => {
    const text = "日期,金额,余额\n2026-01-13,20.00,80.00\n2026-01-14,5.00,75.00";
    const read = await lines(text, { flipSign: false });
    assert.ok(read.every((line) => line.endsWith("?no-sign")));
  });
});

describe("a status column", () => {
  test("dead words are left out, unknown ones held, final ones booked", async () => {
    const text =
      "日期,金额,收/支,状态\n2026-01-01,1.00,支出,交易成功\n2026-01-02,2.00,支出,交易关闭\n2026-01-03,3.00,支出,处理中\n2026-01-04,4.00,收入,REVERTED\n2026-01-05,5.00,支出,谁知道\n2026-01-06,6.00,支出,";
    const [bill] = await bills(text);
    assert.deepEqual(
      bill?.lines.map((line) => `${line.kind} ${line.amount} ${codes(line)}`),
      [
        "expense 100 ",
        "skip 200 ",
        "expense 300 status",
        "skip 400 ",
        "expense 500 status",
        "expense 600 status",
      ],
    );
    assert.match(zh(bill?.lines[1]?.reason), /交易关闭/);
  });
  test("a column without any word asks nothing", async () => {
    assert.deepEqual(await lines("日期,金额,状态\n2026-01-01,-1.00,"), [
      "expense 2026-01-01 1.00 CNY",
    ]);
  });
});

describe("a fee column", () => {
  test("is on top where the balance says so, and a part where it says so", async () => {
    const apart =
      "Date,Text,Amount,Fee,Balance\n2026-01-01,a,-10.00,1.00,89.00\n2026-01-02,b,-20.00,2.00,67.00\n2026-01-03,c,-5.00,0.00,62.00";
    assert.deepEqual(await lines(apart), [
      "expense 2026-01-01 10.00 CNY",
      "expense 2026-01-02 20.00 CNY",
      "expense 2026-01-03 5.00 CNY",
      "fee 2026-01-01 1.00 CNY",
      "fee 2026-01-02 2.00 CNY",
    ]);
    const within =
      "Date,Text,Amount,Fee,Balance\n2026-01-01,a,-10.00,1.00,90.00\n2026-01-02,b,-20.00,2.00,70.00";
    assert.deepEqual(await lines(within), [
      "expense 2026-01-01 10.00 CNY",
      "expense 2026-01-02 20.00 CNY",
    ]);
  });
  test("is asked about where nothing says it", async () => {
    const text = "Date,Text,Amount,Fee\n2026-01-01,a,-10.00,1.00\n2026-01-02,b,-20.00,";
    assert.deepEqual(await asked(text), ["fee"]);
    assert.deepEqual(await lines(text), [
      "expense 2026-01-01 10.00 CNY ?fee",
      "expense 2026-01-02 20.00 CNY",
    ]);
    assert.equal((await lines(text, { fee: "apart" })).length, 3);
    assert.equal((await lines(text, { fee: "within" })).length, 2);
  });
});

describe("totals", () => {
  test("a row with a date and an amount is a record whatever it is called", async () => {
    const text =
      "名称,日期,金额\n合计餐厅,2026-03-01,-30.00\n#1 面馆,2026-03-02,-7.00\n共 3 笔,2026-03-03,-5.00\n小计,2026-03-04,-1.00";
    assert.equal((await lines(text)).filter((line) => line.startsWith("expense")).length, 4);
  });
  test("a dated total that adds up is asked about", async () => {
    const text = "日期,摘要,金额\n2026-03-01,a,-3.00\n2026-03-02,b,-4.00\n2026-03-31,合计,-7.00";
    assert.deepEqual((await lines(text)).at(-1), "expense 2026-03-31 7.00 CNY ?total");
  });
  test("a last row without date and words that adds up is a total; another amount asks", async () => {
    const text = "日期,摘要,金额\n2026-03-01,a,-3.00\n2026-03-02,b,-4.00\n,,-7.00";
    assert.equal((await lines(text)).at(-1), "skip 7.00 CNY");
    assert.equal((await lines(text.replace("-7.00", "-8.00"))).at(-1), "skip 8.00 CNY ?unreadable");
  });
});

describe("words of a type column", () => {
  const text = "日期,类型,金额\n2026-01-01,支出,1.00\n2026-01-02,收入,2.00\n2026-01-03,划扣,3.00";
  test("an unknown word is asked, and its row keeps the amount", async () => {
    const [table] = await proposals(text);
    assert.deepEqual(
      table?.words.map(({ word, count, meaning }) => [word, count, meaning]),
      [
        ["支出", 1, "out"],
        ["收入", 1, "in"],
        ["划扣", 1, undefined],
      ],
    );
    assert.deepEqual(
      table?.questions.map(({ code, value, answers }) => [code, value, answers.length]),
      [["type-word", "划扣", 4]],
    );
    assert.equal((await lines(text)).at(-1), "skip 2026-01-03 3.00 CNY ?unknown-type");
  });
  test("whatever the word, a row of which nobody knows the meaning is held", async () => {
    const near = fc
      .constantFrom("支出", "收入", "转账", "退款")
      .chain((word) => fc.constantFrom(`${word}了`, `未${word}`, `${word}中`, `${word}9`));
    const other = fc
      .oneof(near, fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }))
      .filter((word) => !/[\s",=+@\-'`\uFEFF]/.test(word) && word.trim() !== "");
    await fc.assert(
      fc.asyncProperty(other, async (word) => {
        const [table] = await proposals(text.replace("划扣", word));
        const found = table?.words.find((one) => one.word === word);
        fc.pre(found !== undefined && found.meaning === undefined);
        const last = (await lines(text.replace("划扣", word))).at(-1);
        assert.match(last as string, /^skip .*3\.00 CNY .*\?unknown-type/);
      }),
      { numRuns: 60 },
    );
  });
  for (const [meaning, wanted] of [
    ["in", "income 2026-01-03 3.00 CNY"],
    ["out", "expense 2026-01-03 3.00 CNY"],
    ["skip", "skip 2026-01-03 3.00 CNY"],
    ["transfer", "transfer 2026-01-03 3.00 CNY  >  ?no-account"],
  ] as const) {
    test(`the user says ${meaning}`, async () => {
      const read = await lines(text, { words: { 划扣: meaning } });
      assert.equal(read.at(-1)?.replace(/ \? | +/g, " "), wanted.replace(/ +/g, " "));
    });
  }
});

describe("transfers of tables with several accounts", () => {
  test("two rows, an arrow, a column: one transfer with its fee", async () => {
    assert.deepEqual(
      await lines(
        "日期,类型,金额,账户,手续费\n2026-03-01,转出,100.00,零钱,\n2026-03-02,转入,100.00,银行卡,\n2026-03-03,支出,5.00,零钱,",
      ),
      [
        "transfer 2026-03-01 100.00 CNY 零钱 > 银行卡",
        "skip 2026-03-02 100.00 CNY  > 银行卡",
        "expense 2026-03-03 5.00 CNY 零钱",
      ],
    );
    assert.deepEqual(
      await lines(
        "日期,类型,金额,账户\n2026-03-01,转账,100.00,银行卡→现金\n2026-03-03,支出,5.00,现金",
      ),
      ["transfer 2026-03-01 100.00 CNY 银行卡 > 现金", "expense 2026-03-03 5.00 CNY 现金"],
    );
  });
  test("a side that no row names is asked, and amounts of two currencies are no pair", async () => {
    const read = await lines(
      "Date,Type,Amount,Account,Currency\n2026-03-01,Transfer,-100.00,Bank,USD\n2026-03-01,Transfer,100.00,Cash,EUR\n2026-03-02,Expense,-1.00,Cash,EUR",
    );
    assert.equal(
      read.filter((line) => /^transfer.*\?no-(other-side|account)/.test(line)).length,
      2,
    );
  });
  test("a bank's 转账 with a sign is no transfer of one's own", async () => {
    assert.deepEqual(await lines("日期,类型,金额\n2026-03-01,转账,-5.00\n2026-03-02,代发,8.00"), [
      "expense 2026-03-01 5.00 CNY",
      "income 2026-03-02 8.00 CNY",
    ]);
  });
});

describe("amounts and dates of whole columns", () => {
  test("one mark with three digits asks, another row proves it", async () => {
    assert.deepEqual(await asked("日期,金额\n2026-01-01,-3.000"), ["decimal-mark"]);
    assert.deepEqual(await asked('日期,金额\n2026-01-01,-3.000\n2026-01-02,"-5,5"'), []);
    assert.deepEqual(await lines('日期,金额\n2026-01-01,-3.000\n2026-01-02,"-5,5"'), [
      "expense 2026-01-01 3000.00 CNY",
      "expense 2026-01-02 5.50 CNY",
    ]);
    assert.deepEqual(await asked("日期,金额,余额\n2026-01-01,-3.000,97.00"), []);
  });
  test("units in the names", async () => {
    assert.deepEqual(await lines("日期,金额（单位：元）\n2026-01-01,-3.00"), [
      "expense 2026-01-01 3.00 CNY",
    ]);
    assert.deepEqual(await lines("日期,交易金额(万元)\n2026-01-01,-0.5"), [
      "expense 2026-01-01 5000.00 CNY",
    ]);
    assert.deepEqual(await lines("Date,Amount (EUR)\n2026-01-01,-3.00"), [
      "expense 2026-01-01 3.00 EUR",
    ]);
  });
  test("only one order of the digits puts no day ahead", () => {
    const cells = ["01/02/2026", "05/12/2025", "01/12/2026"];
    assert.equal(findDateOrder(cells, { today: "2026-11-28" }).order, "mdy");
    assert.equal(findDateOrder(cells, { today: "2026-12-28" }).order, undefined);
    assert.deepEqual(findDateOrder(cells, { today: "2026-12-28" }).open, ["dmy", "mdy"]);
  });
  test("years of two digits: where they stand, and a century back where they lie far ahead", async () => {
    assert.deepEqual(await lines("Date,Amount\n98/12/31,-1.00\n99/05/14,-2.00"), [
      "expense 1998-12-31 1.00 CNY",
      "expense 1999-05-14 2.00 CNY",
    ]);
    assert.deepEqual(await lines("Date,Amount\n31.12.40,-1.00"), [
      "expense 2040-12-31 1.00 CNY ?date-ahead",
    ]);
  });
  test("a category that says transfer makes one transfer of its two sides, or is asked about", async () => {
    const rows = [
      "account;category;currency;amount;type;note;date",
      "Cash;Food;CNY;-12.5;Expenses;n;2026-03-05",
      "Cash;TRANSFER;CNY;-100;Expenses;;2026-03-06",
      "Bank;TRANSFER;CNY;100;Income;;2026-03-06",
      "Cash;TRANSFER;CNY;-30;Expenses;;2026-03-07",
    ];
    assert.deepEqual(await lines(rows.join("\n")), [
      "expense 2026-03-05 12.50 CNY Cash",
      "transfer 2026-03-06 100.00 CNY Cash > Bank",
      "skip 2026-03-06 100.00 CNY  > Bank",
      "transfer 2026-03-07 30.00 CNY Cash >  ?no-account",
    ]);
  });
  test("a day more than a year ahead is asked about, a nearer one is booked", async () => {
    assert.deepEqual(await lines("Date,Amount\n2126-03-06,-1.00\n2026-12-25,-2.00"), [
      "expense 2126-03-06 1.00 CNY ?date-ahead",
      "expense 2026-12-25 2.00 CNY",
    ]);
  });
  test("what the account began with is its opening, whatever it is called, and no income", async () => {
    for (const word of ["上期结余", "承前页", "上年结转", "Balance forward", "Opening bal."]) {
      const text = `日期,摘要,金额,余额\n2026-03-01,${word},1000.00,1000.00\n2026-03-05,午餐,-12.50,987.50`;
      assert.deepEqual(await lines(text), [
        "opening 2026-03-01 1000.00 CNY",
        "expense 2026-03-05 12.50 CNY",
      ]);
    }
  });
  test("a date that no order reads is a question about the column, not about its order", async () => {
    const [table] = await proposals("日期,金额\n昨天,-1.00\n今天,-2.00");
    assert.deepEqual(
      table?.questions.map(({ code }) => code),
      ["no-date"],
    );
  });
});

describe("where tables begin", () => {
  test("no header: columns by what they hold, remembered by their shape", async () => {
    const text = "13/02/2026,-45.10,SHOP,954.90\n14/02/2026,1200.00,PAY,2154.90";
    const [table] = await proposals(text);
    assert.equal(table?.mapping.header, "none");
    assert.deepEqual(table?.headers, ["A", "B", "C", "D"]);
    assert.deepEqual(await lines(text), [
      "expense 2026-02-13 45.10 CNY",
      "income 2026-02-14 1200.00 CNY",
    ]);
    const next = bytesOf("15/02/2026,-1.00,BAR,2153.90\n16/02/2026,-2.00,PUB,2151.90\n");
    const [bill] = await readBill(next, { mapping: table?.mapping as ColumnMapping });
    assert.equal(bill?.lines.length, 2);
  });
  test("a table that nobody has mapped is named, and not booked: it may sum up the first", async () => {
    const book = workbook({
      明细: [
        ["日期", "用途", "金额"],
        ["2026-01-01", "x", -5],
        ["2026-01-02", "y", -6],
      ],
      每月: [
        ["日期", "收入", "支出"],
        ["2026-01-31", "", 11],
      ],
      说明: [["本表由系统导出", "请核对"]],
    });
    const read = await bills(book);
    assert.deepEqual(
      read.map((bill) => bill.lines.map(brief)),
      [["expense 2026-01-01 5.00 CNY", "expense 2026-01-02 6.00 CNY"]],
    );
    assert.deepEqual(read[0]?.notices.map(zh), [
      "工作表“每月”（1 行）没有导入：它的列和这张表不同，请另外指定",
    ]);
  });
  test("rows above the first known names are a table of their own", async () => {
    const known = "交易日期,金额,摘要\n2026-01-03,-5.00,晚餐\n2026-01-04,-6.00,晚餐";
    const named = `账目,说明,数目\n2026-01-01,早餐,-12.00\n2026-01-02,午餐,-22.00\n\n${known}`;
    const bare = `2026-01-01,早餐,-12.00\n\n${known}`;
    for (const [text, headers, count] of [
      [named, ["账目", "说明", "数目"], 2],
      [bare, ["A", "B", "C"], 1],
    ] as const) {
      const [above, below] = await proposals(text);
      assert.deepEqual([above?.headers, below?.headers[0]], [headers, "交易日期"]);
      const mapping = [above?.mapping, below?.mapping] as ColumnMapping[];
      const both = await readBill(bytesOf(text), { mapping });
      assert.deepEqual(
        both.map((bill) => bill.lines.filter(({ kind }) => kind === "expense").length),
        [count, 2],
      );
      const [one] = await readBill(bytesOf(text), { mapping: mapping.slice(1) });
      assert.equal(one?.lines.length, 2);
      assert.match(zh(one?.notices[0]), new RegExp(`第 1 行起还有另一张表（${count} 行`));
    }
  });
  test("what a preamble says of balances and days is no table", async () => {
    const preambles = [
      "Opening balance,2026-01-01,1000.00\nClosing balance,2026-01-31,900.00",
      "起始日期,2026-01-01,终止日期,20260131",
      "账号,6225000011112222",
    ];
    for (const preamble of preambles) {
      const found = await proposals(`${preamble}\n\n日期,金额,摘要\n2026-01-03,-5.00,晚餐`);
      assert.deepEqual(
        found.map(({ headers }) => headers[0]),
        ["日期"],
        preamble,
      );
    }
  });
  test("several tables below each other, and a header that repeats", async () => {
    const text =
      "日期,金额\n2026-01-01,-1.00\n日期,金额\n2026-01-02,-2.00\n日期,摘要,金额\n2026-01-03,x,-3.00";
    const mapping = (await proposals(text)).map((table) => table.mapping);
    const read = await readBill(bytesOf(text), { mapping });
    assert.deepEqual(
      read.map((bill) => bill.lines.map(({ kind, amount }) => `${kind} ${amount}`)),
      [["expense 100", "skip 0", "expense 200"], ["expense 300"]],
    );
  });
});
