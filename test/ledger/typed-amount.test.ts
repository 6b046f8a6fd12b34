/** The one rule for amounts that people type (decisions W8). */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_AMOUNT, yuanFixed } from "../../src/ledger/money.ts";
import { type AmountRange, isAmount, readTypedAmount } from "../../src/ledger/typed-amount.ts";

/** Fen, with "~" before it when it was rounded; the problem otherwise. */
function read(text: string, range?: AmountRange): string {
  const found = readTypedAmount(text, range);
  return isAmount(found) ? `${found.rounded ? "~" : ""}${found.amount}` : found;
}

const right: [string, number][] = [
  ["32", 3200],
  ["12.5", 1250],
  ["5.", 500],
  [".5", 50],
  ["￥1,234.56", 123_456],
  ["¥ 12", 1200],
  ["１，２３４．５６", 123_456],
  ["12。5", 1250],
  ["35元", 3500],
  ["35块", 3500],
  ["35块钱", 3500],
  ["3块5", 350],
  ["3块05", 305],
  ["32元5角2分", 3252],
  ["十块零五分", 1005],
  ["一百块零五毛", 10_050],
  ["三十五", 3500],
  ["3萬5千塊", 3_500_000],
  ["\u200b32.5", 3250],
  ["1.2万", 1_200_000],
  ["1万2千", 1_200_000],
  ["2千零5", 200_500],
  ["1,020", 102_000],
  ["1,234,567", 123_456_700],
  ["999,999,999,999.99", MAX_AMOUNT],
  ["12.5+30", 4250],
  ["12.5 + 30", 4250],
  ["1+2×3-4", 300],
  ["100÷4", 2500],
  ["19.99*3", 5997],
  ["2x10", 2000],
  ["100÷3×3", 10_000],
  ["0.1+0.2", 30],
  ["7.1234×100", 71_234],
  ["１２．５＋３０", 4250],
];

test("what is right stays right", () => {
  for (const [text, fen] of right) assert.equal(read(text), String(fen), text);
});

const wrong: [string, string][] = [
  ["12,50", "grouping"],
  ["1,02", "grouping"],
  ["12,5000", "grouping"],
  ["1234,567", "grouping"],
  ["0,123", "grouping"],
  ["1.2345", "decimals"],
  ["1.999", "decimals"],
  ["0.001", "decimals"],
  ["1.005+1", "decimals"],
  ["2×3+1.005", "decimals"],
  ["", "empty"],
  [" ", "empty"],
  ["0", "tooSmall"],
  ["5-5", "tooSmall"],
  ["3-5", "tooSmall"],
  ["1000000000000", "tooLarge"],
  ["12+", "unreadable"],
  ["+", "unreadable"],
  ["1÷0", "unreadable"],
  ["1..2", "unreadable"],
  ["1 2", "unreadable"],
  ["1e3", "unreadable"],
  ["abc", "unreadable"],
  ["32美元", "unreadable"],
  ["二三十块", "unreadable"],
  ["10块零5", "unreadable"],
  ["打车32", "unreadable"],
];

test("what is wrong says why", () => {
  for (const [text, problem] of wrong) assert.equal(read(text), problem, text);
});

test("only a product or a quotient is rounded, half away from zero", () => {
  assert.equal(read("100÷3"), "~3333");
  assert.equal(read("200÷3"), "~6667");
  assert.equal(read("0.01÷2"), "~1");
  assert.equal(read("1.5×1.11"), "~167");
});

test("a fee may be nothing, a balance may be below it", () => {
  assert.equal(read("0", "zero"), "0");
  assert.equal(read("-1", "zero"), "tooSmall");
  assert.equal(read("-12.5", "balance"), "-1250");
  assert.equal(read("−5+3", "balance"), "-200");
  assert.equal(read("20,000,000,000,000", "balance"), "2000000000000000");
  assert.equal(read("20,000,000,000,000.01", "balance"), "tooLarge");
});

test("what is shown, grouped or not, is read as it was", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_AMOUNT }), fc.boolean(), (amount, grouped) => {
      const plain = yuanFixed(amount as never);
      const text = grouped ? plain.replace(/\B(?=(\d{3})+\.)/g, ",") : plain;
      assert.equal(read(text), String(amount), text);
    }),
  );
});
