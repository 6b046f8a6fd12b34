/** The writers of Beancount and hledger, read back by our readers and by an independent checker. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { legalComponent, writeBeancount } from "../../../src/bills/export/beancount.ts";
import type {
  Book,
  BookAccount,
  BookAdjustment,
  BookRecord,
  BookTransfer,
} from "../../../src/bills/export/exported-book.ts";
import { writeHledger } from "../../../src/bills/export/hledger.ts";
import { fen } from "../../../src/ledger/money.ts";
import { brief, readText, zh } from "../reading.ts";
import { checkBeancount, checkHledger } from "./checker.ts";

const ACCOUNTS: BookAccount[] = [
  { id: 1, name: "招商银行（1234）", kind: "asset", opening: fen(100000), balance: fen(0) },
  { id: 2, name: "现金", kind: "asset", opening: fen(0), balance: fen(0) },
  { id: 3, name: "信用卡", kind: "liability", opening: fen(-5000), balance: fen(0) },
];

const RECORDS: BookRecord[] = [
  {
    id: 1,
    type: "expense",
    amount: fen(2550),
    refund: false,
    category: "餐饮",
    account: 1,
    description: '午餐 "面馆"',
    day: "2026-01-05",
  },
  {
    id: 2,
    type: "income",
    amount: fen(800000),
    refund: false,
    category: "工资",
    account: 1,
    description: "",
    day: "2026-01-06",
  },
  {
    id: 3,
    type: "expense",
    amount: fen(9900),
    refund: false,
    category: "服饰",
    account: 3,
    description: "外套; 红|黑",
    day: "2026-01-07",
  },
  {
    id: 4,
    type: "expense",
    amount: fen(9900),
    refund: true,
    category: "服饰",
    account: 3,
    description: "(退)外套\n第二行",
    day: "2026-02-28",
  },
];

const TRANSFERS: BookTransfer[] = [
  {
    id: 1,
    from: 1,
    to: 2,
    amount: fen(10000),
    fee: fen(10),
    description: "取现",
    day: "2026-01-08",
  },
  { id: 2, from: 1, to: 3, amount: fen(5000), fee: fen(0), description: "", day: "2026-01-09" },
];

const ADJUSTMENTS: BookAdjustment[] = [
  { id: 1, account: 1, amount: fen(-3600), description: "", day: "2026-01-10" },
];

/** The balances that the service would keep. */
function book(
  records = RECORDS,
  transfers = TRANSFERS,
  accounts = ACCOUNTS,
  adjustments = ADJUSTMENTS,
): Book {
  const balance = (id: BookAccount["id"], opening: number) => {
    const moved = records
      .filter((record) => record.account === id)
      .map((record) =>
        record.type === "income" || record.refund ? record.amount : -record.amount,
      );
    const out = transfers.filter((one) => one.from === id).map((one) => -one.amount - one.fee);
    const into = transfers.filter((one) => one.to === id).map((one) => one.amount as number);
    const set = adjustments.filter((one) => one.account === id).map((one) => one.amount as number);
    return fen([...moved, ...out, ...into, ...set].reduce((sum, amount) => sum + amount, opening));
  };
  const settled = accounts.map((one) => ({ ...one, balance: balance(one.id, one.opening) }));
  return {
    title: "我的账本",
    firstDay: "2026-01-01",
    accounts: settled,
    records,
    transfers,
    adjustments,
    checkpoints: [],
    hasAdjustments: adjustments.length > 0,
  };
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const WRITERS = {
  beancount: { write: writeBeancount, check: checkBeancount },
  ledger: { write: writeHledger, check: checkHledger },
};

for (const [format, { write, check }] of Object.entries(WRITERS)) {
  describe(`a book written as ${format}`, () => {
    test("adds up and ends with true assertions for every account", async () => {
      const result = check(await textOf(write(book())));
      assert.deepEqual(result, {
        entries: format === "ledger" ? 10 : 9,
        assertions: 3,
        problems: [],
      });
    });

    test("a wrong balance is found by the assertions", async () => {
      const wrong = book();
      const accounts = wrong.accounts.map((one) => ({ ...one, balance: fen(one.balance + 1) }));
      const text = await textOf(write({ ...wrong, accounts }));
      assert.equal(check(text).problems.length, 3);
      const bill = await readText(text);
      assert.equal(bill.notices.length, 3);
    });

    test("is read back as the same book", async () => {
      const bill = await readText(await textOf(write(book())));
      assert.equal(bill.format, format);
      assert.deepEqual(bill.notices, []);
      const lines = bill.lines.filter(
        (line) => line.kind !== "skip" || /期初/.test(zh(line.reason)),
      );
      assert.deepEqual(lines.map(brief), [
        "opening 2026-01-01 1000.00 CNY 招商银行（1234）",
        "opening 2026-01-01 50.00 CNY 信用卡",
        "expense 2026-01-05 25.50 CNY 招商银行（1234）",
        "income 2026-01-06 8000.00 CNY 招商银行（1234）",
        "expense 2026-01-07 99.00 CNY 信用卡",
        "refund 2026-02-28 99.00 CNY 信用卡",
        "transfer 2026-01-08 100.00 CNY 招商银行（1234） > 现金",
        "transfer 2026-01-09 50.00 CNY 招商银行（1234） > 信用卡",
        "opening 2026-01-10 36.00 CNY 招商银行（1234）",
      ]);
      // What was set right is asked about, as any later change of a balance.
      assert.deepEqual(
        lines.at(-1)?.review.map(({ code }) => code),
        ["balance-change"],
      );
      assert.equal(lines[6]?.fee, 10);
      assert.equal(lines[2]?.category, "餐饮");
      const balances = new Map(bill.accounts?.map((one) => [one.name, one.closing]));
      assert.deepEqual(
        book().accounts.map((one) => balances.get(one.name)),
        book().accounts.map((one) => one.balance),
      );
    });

    test("any names and descriptions give a legal ledger with the right balances", async () => {
      const name = fc.string({ unit: "binary", maxLength: 12 });
      const day = fc
        .integer({ min: 1, max: 28 })
        .map((one) => `2026-02-${String(one).padStart(2, "0")}`);
      const account = fc.integer({ min: 0, max: 2 });
      const amount = fc.integer({ min: 1, max: 99_999_999_999 }).map(fen);
      const records = fc.array(
        fc.record({
          id: fc.nat(),
          type: fc.constantFrom("income" as const, "expense" as const),
          amount,
          refund: fc.constant(false),
          category: name,
          account,
          description: name,
          day,
        }),
        { maxLength: 8 },
      );
      const transfers = fc.array(
        fc.record({
          id: fc.nat(),
          from: account,
          to: account,
          amount,
          fee: fc.integer({ min: 0, max: 99 }).map(fen),
          description: name,
          day,
        }),
        { maxLength: 4 },
      );
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(name, name, name),
          records,
          transfers,
          async (titles, some, more) => {
            const accounts = titles.map(
              (title, id): BookAccount => ({
                id,
                name: title,
                kind: id === 2 ? "liability" : "asset",
                opening: fen(id * 100),
                balance: fen(0),
              }),
            );
            const text = await textOf(write(book(some, more, accounts)));
            assert.deepEqual(check(text).problems, [], text);
            const bill = await readText(text);
            assert.deepEqual(bill.notices, [], text);
            const held = bill.accounts?.map((one) => one.closing ?? 0).sort();
            const kept = book(some, more, accounts).accounts.map((one) => one.balance);
            for (const balance of kept.filter((one) => one !== 0))
              assert.ok(held?.includes(balance), text);
          },
        ),
        { numRuns: 200 },
      );
    });

    test("two accounts of one name are read back as two", async () => {
      const two = ["asset", "liability"].map((kind, index) => ({
        ...{ id: index + 1, name: "招商银行", kind: kind as BookAccount["kind"] },
        ...{ opening: fen(100 * (index + 1)), balance: fen(0) },
      }));
      const bill = await readText(await textOf(write(book([], [], two, []))));
      assert.deepEqual(bill.accounts?.map(({ closing }) => closing).sort(), [100, 200]);
    });

    test("an entry before the first day is the caller's mistake", async () => {
      const early = book([{ ...RECORDS[0]!, day: "2025-12-31" }]);
      await assert.rejects(textOf(write(early)), RangeError);
    });
  });
}

describe("Beancount's account names", () => {
  const names: [string, string][] = [
    ["招商银行（1234）", "X-招商银行-1234"],
    ["cash", "Cash"],
    ["Café du Monde", "Café-du-Monde"],
    ["88会员", "88会员"],
    ["", "X-未命名"],
    ["：：", "X-未命名"],
    ["a:b", "A-b"],
    ["élan", "X-élan"],
  ];
  for (const [name, legal] of names) {
    test(`${JSON.stringify(name)} becomes ${legal}`, () =>
      assert.equal(legalComponent(name), legal));
  }

  test("names that would become equal stay apart", async () => {
    const accounts = ["现金", "现金", "现 金", "cash", "Cash"].map(
      (name, id): BookAccount => ({ id, name, kind: "asset", opening: fen(id), balance: fen(0) }),
    );
    const text = await textOf(writeBeancount(book([], [], accounts, [])));
    assert.deepEqual(checkBeancount(text).problems, []);
    assert.equal(new Set(text.match(/^2026-01-02 balance \S+/gm)).size, 5);
  });
});
