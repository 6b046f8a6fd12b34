import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Day } from "../../src/ledger/calendar.ts";
import { type QuickBook, type QuickProblem, readQuick } from "../../src/ledger/quick.ts";

const TODAY = "2026-03-15" as Day;

const BOOK: QuickBook = {
  accounts: [
    { id: 1, name: "微信零钱", type: "payment" },
    { id: 2, name: "招商银行", type: "bank" },
    { id: 3, name: "钱包", type: "cash" },
    { id: 4, name: "招商信用卡8888", type: "bank" },
  ],
  categories: [
    { name: "餐饮", income: false, expense: true },
    { name: "出行", income: false, expense: true },
    { name: "红包", income: true, expense: false },
    { name: "工资", income: true, expense: false },
    { name: "Coffee", income: false, expense: true },
  ],
  lastAccountId: 3,
};

function read(text: string, book = BOOK) {
  const result = readQuick(text, book, TODAY);
  if (Array.isArray(result)) {
    return result.map(({ field, problem }) => `${field} ${problem}`).join(", ");
  }
  const { amount, category, accountId, day, note, type } = result;
  return [type, amount, category, accountId, day, note].join("|");
}

const amounts: [string, number][] = [
  ["32", 3200],
  ["32.5", 3250],
  [".5", 50],
  ["12.5+30", 4250],
  ["12.5 + 30+7.5", 5000],
  ["3×12.5", 3750],
  ["2*10+5", 2500],
  ["5+2x10", 2500],
  ["1.2万", 1_200_000],
  ["1万2", 1_200_000],
  ["1.2w", 1_200_000],
  ["3k", 300_000],
  ["3千5", 350_000],
  ["￥1,020", 102_000],
  ["¥1,020.50", 102_050],
  ["1,234,567元", 123_456_700],
  ["RMB 88", 8800],
  ["３２．５", 3250],
  ["１２＋３０", 4200],
  ["35块", 3500],
  ["35块钱", 3500],
  ["3块5", 350],
  ["3块5毛", 350],
  ["3块5毛2", 352],
  ["3块半", 350],
  ["5毛", 50],
  ["5角", 50],
  ["8分钱", 8],
  ["三十五块", 3500],
  ["三十五", 3500],
  ["十块", 1000],
  ["十二块八毛", 1280],
  ["五块八毛五", 585],
  ["三块五", 350],
  ["五毛", 50],
  ["两百五", 25_000],
  ["一百零五", 10_500],
  ["一百五十", 15_000],
  ["一千二", 120_000],
  ["一万二", 1_200_000],
  ["两万三千四百五十六元", 2_345_600],
  ["三十五点五", 3550],
  ["999,999,999,999.99", 99_999_999_999_999],
];

test("amounts as people write them", () => {
  for (const [text, fen] of amounts) {
    assert.equal(read(`餐饮 ${text}`), `expense|${fen}|餐饮|3|2026-03-15|`, text);
  }
});

const lines: [string, string][] = [
  ["打车32 微信", "expense|3200|出行|1|2026-03-15|打车"],
  ["微信打车32", "expense|3200|出行|1|2026-03-15|打车"],
  ["午饭三十五块", "expense|3500|餐饮|3|2026-03-15|午饭"],
  ["昨天 午饭 35 招商银行", "expense|3500|餐饮|2|2026-03-14|午饭"],
  ["前天餐饮20", "expense|2000|餐饮|3|2026-03-13|"],
  ["大前天餐饮20", "expense|2000|餐饮|3|2026-03-12|"],
  ["3月5日 餐饮 20", "expense|2000|餐饮|3|2026-03-05|"],
  ["三月五号餐饮20", "expense|2000|餐饮|3|2026-03-05|"],
  ["12月31日 餐饮 20", "expense|2000|餐饮|3|2025-12-31|"],
  ["2月29日 餐饮 20", "expense|2000|餐饮|3|2024-02-29|"],
  ["20号餐饮20", "expense|2000|餐饮|3|2026-02-20|"],
  ["31号餐饮20", "expense|2000|餐饮|3|2026-01-31|"],
  ["2026-03-01 餐饮 20", "expense|2000|餐饮|3|2026-03-01|"],
  ["2026年3月1日餐饮20", "expense|2000|餐饮|3|2026-03-01|"],
  ["today 餐饮 20", "expense|2000|餐饮|3|2026-03-15|"],
  ["yesterday coffee 20", "expense|2000|Coffee|3|2026-03-14|"],
  ["周三餐饮20", "expense|2000|餐饮|3|2026-03-11|"],
  ["周日餐饮20", "expense|2000|餐饮|3|2026-03-15|"],
  ["上周三餐饮20", "expense|2000|餐饮|3|2026-03-04|"],
  ["工资 1.2万 招商银行", "income|1200000|工资|2|2026-03-15|"],
  ["收入 66.66 红包 微信零钱", "income|6666|红包|1|2026-03-15|"],
  ["餐饮 +12", "income|1200|餐饮|3|2026-03-15|"],
  ["支出红包 20", "expense|2000|红包|3|2026-03-15|"],
  ["奖金 500", "income|50000|奖金|3|2026-03-15|"],
  ["餐饮 20 和小李，在楼下", "expense|2000|餐饮|3|2026-03-15|和小李，在楼下"],
  ["餐饮 买2杯咖啡 30", "expense|3000|餐饮|3|2026-03-15|买2杯咖啡"],
  ["餐饮 三明治 15", "expense|1500|餐饮|3|2026-03-15|三明治"],
  ["地铁2号线 5", "expense|500|出行|3|2026-03-15|地铁2号线"],
  ["餐饮 iPhone15 5999元", "expense|599900|餐饮|3|2026-03-15|iPhone15"],
  ["餐饮 牛奶500ml 12", "expense|1200|餐饮|3|2026-03-15|牛奶500ml"],
  ["餐饮 20 招商信用卡8888", "expense|2000|餐饮|4|2026-03-15|"],
  ["餐饮 20 8888", "amount ambiguous"],
  ["现金 餐饮 20", "expense|2000|餐饮|3|2026-03-15|"],
  ["餐饮 20 信用卡", "expense|2000|餐饮|4|2026-03-15|"],
];

test("whole lines", () => {
  for (const [text, expected] of lines) assert.equal(read(text), expected, text);
});

const unclear: [string, string][] = [
  ["", "amount missing, category missing"],
  ["打车", "amount missing"],
  ["买2杯咖啡", "amount missing"],
  ["餐饮 20 30", "amount ambiguous"],
  ["餐饮 7-11 18", "amount ambiguous"],
  ["餐饮 九毛九 88", "amount ambiguous"],
  ["餐饮 0", "amount invalid"],
  ["餐饮 0.001", "amount invalid"],
  ["餐饮 1.005", "amount invalid"],
  ["餐饮 1000000000000", "amount invalid"],
  ["餐饮 $20", "amount missing"],
  ["理疗 20", "category missing"],
  ["20", "category missing"],
  ["收入 20", "category missing"],
  ["打车去吃饭 32", "category ambiguous"],
  ["餐饮 红包 20", "category ambiguous"],
  ["餐饮 20 支付宝", "account unknown"],
  ["餐饮 20 招商", "account ambiguous"],
  ["微信零钱 招商银行 餐饮 20", "account ambiguous"],
  ["昨天 今天 餐饮 20", "date ambiguous"],
  ["2026-02-30 餐饮 20", "date invalid"],
  ["13月5日 餐饮 20", "date invalid"],
  ["收入 支出 餐饮 20", "type ambiguous"],
];

test("what is missing or unclear is said, and not guessed", () => {
  for (const [text, expected] of unclear) assert.equal(read(text), expected, text);
});

test("the account: the last one used, the only one, or it is missing", () => {
  const none = { ...BOOK, lastAccountId: undefined };
  assert.equal(read("餐饮 20", none), "account missing");
  assert.equal(
    read("餐饮 20", { ...none, accounts: [{ id: 9, name: "卡", type: "bank" }] }),
    "expense|2000|餐饮|9|2026-03-15|",
  );
  assert.equal(read("餐饮 20", { ...none, accounts: [] }), "account missing");
});

test("a book without categories knows everyday words", () => {
  const empty = { ...BOOK, categories: [] };
  assert.equal(read("打车32 微信", empty), "expense|3200|交通|1|2026-03-15|打车");
  assert.equal(read("交通 32", empty), "expense|3200|交通|3|2026-03-15|");
});

test("whatever is typed, the reading is whole or says what is missing", () => {
  const word = fc.constantFrom(
    ..."打车 餐饮 微信 昨天 3月5日 32 12.5+30 1.2万 三十五块 两百五 ￥ + - × 万 块 十 点 零 工资 收入 2杯 上周日 ,".split(
      " ",
    ),
  );
  const line = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 3 })), { maxLength: 12 })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(line, (text) => {
      const result = readQuick(text, BOOK, TODAY);
      if (Array.isArray(result)) {
        assert.ok(result.length > 0);
        assert.ok((result as QuickProblem[]).every(({ field }) => field.length > 0));
        return;
      }
      assert.ok(Number.isSafeInteger(result.amount) && result.amount > 0);
      assert.ok(BOOK.accounts.some(({ id }) => id === result.accountId));
      assert.ok(result.category.trim() !== "");
      assert.match(result.day, /^\d{4}-\d\d-\d\d$/);
      assert.ok(result.note.length <= text.length);
    }),
    { numRuns: 3000 },
  );
});
