import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { effect } from "../../src/ledger/effect.ts";
import {
  addFen,
  type Fen,
  type FenSum,
  fen,
  fenFromYuan,
  fenSum,
  fenSumOf,
  MAX_AMOUNT,
  MAX_BALANCE,
  percentage,
  yuanFixed,
  yuanFromFen,
  yuanText,
} from "../../src/ledger/money.ts";

const balances = fc.integer({ min: -MAX_BALANCE, max: MAX_BALANCE }) as fc.Arbitrary<Fen>;
const sums = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });

describe("money", () => {
  test("every fen up to the bound comes back from its yuan, whose text has at most two decimals", () => {
    fc.assert(
      fc.property(balances, (amount) => {
        const yuan = yuanFromFen(amount);
        assert.equal(fenFromYuan(yuan), amount);
        assert.equal(fenFromYuan(JSON.parse(JSON.stringify(yuan))), amount);
        assert.match(JSON.stringify(yuan), /^-?\d+(\.\d{1,2})?$/);
        assert.equal(JSON.stringify(yuan), yuanText(amount));
      }),
      { numRuns: 3000 },
    );
    for (const edge of [0, 1, -1, MAX_AMOUNT, MAX_BALANCE, -MAX_BALANCE, MAX_BALANCE - 1]) {
      assert.equal(fenFromYuan(yuanFromFen(fen(edge))), edge);
    }
  });

  test("M2: noise below 0.000001 yuan means the fen; more is refused", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.double({ min: -0.9e-6, max: 0.9e-6, noNaN: true }),
        (amount, noise) => {
          assert.equal(fenFromYuan(amount / 100 + noise), amount);
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.double({ min: 1.1e-6, max: 0.00499, noNaN: true }),
        fc.boolean(),
        (amount, off, below) => {
          assert.equal(fenFromYuan(amount / 100 + (below ? -off : off)), undefined);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("what is no finite number of yuan is none", () => {
    for (const value of [NaN, Infinity, -Infinity, 1e300, 2 ** 60, -(2 ** 60)]) {
      assert.equal(fenFromYuan(value), undefined);
    }
    assert.equal(Object.is(fenFromYuan(-0), 0), true);
    assert.equal(Object.is(fenFromYuan(-1e-9), 0), true);
  });

  test("only safe whole numbers are fen", () => {
    for (const value of [0.5, NaN, Infinity, 2 ** 53, -(2 ** 53)]) {
      assert.throws(() => fen(value), RangeError);
    }
    assert.equal(fen(-5), -5);
  });

  test("sums of any size are exact, in any order", () => {
    fc.assert(
      fc.property(fc.array(sums, { maxLength: 8 }), (amounts) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0n);
        assert.equal(BigInt(addFen(...amounts.map(fenSum))), total);
        assert.equal(BigInt(addFen(...amounts.toReversed().map(fenSum))), total);
        const kind = total >= -(2n ** 53n) + 1n && total <= 2n ** 53n - 1n ? "number" : "bigint";
        assert.equal(typeof fenSum(total), kind);
        assert.equal(fenSumOf(String(total)), fenSum(total));
      }),
    );
    assert.equal(addFen(), 0);
  });

  test("text of yuan is the decimal number it stands for", () => {
    fc.assert(
      fc.property(sums, (amount) => {
        const text = yuanText(fenSum(amount));
        assert.match(text, /^-?\d+(\.\d?[1-9])?$/);
        const [whole, cents = ""] = text.replace("-", "").split(".");
        const size = BigInt(whole as string) * 100n + BigInt(cents.padEnd(2, "0"));
        assert.equal(text.startsWith("-") ? -size : size, amount);
        assert.equal(
          yuanFixed(fenSum(amount)),
          text.includes(".") ? text.padEnd(text.indexOf(".") + 3, "0") : `${text}.00`,
        );
      }),
      { examples: [[0n], [1n], [-1n], [10n], [-100n], [1250n]] },
    );
    assert.equal(yuanFixed(1250 as Fen), "12.50");
    assert.equal(yuanFixed(-5 as Fen), "-0.05");
  });

  test("M5: a percentage is the nearest hundredth, half up", () => {
    const cases: [FenSum, FenSum, number][] = [
      [10_000 as Fen, 100_000 as Fen, 1000],
      [1 as Fen, 3 as Fen, 3333],
      [2 as Fen, 3 as Fen, 6667],
      [1 as Fen, 800 as Fen, 13],
      [-1 as Fen, 800 as Fen, -13],
      [0 as Fen, 5 as Fen, 0],
      [5 as Fen, 0 as Fen, 0],
    ];
    for (const [part, whole, hundredths] of cases)
      assert.equal(percentage(part, whole), hundredths);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 70n }),
        fc.bigInt({ min: 1n, max: BigInt(MAX_AMOUNT) }),
        (part, whole) => {
          // h is nearest, half up: h − 1/2 <= exact < h + 1/2, with exact = part * 10000 / whole.
          const found = BigInt(percentage(fenSum(part), fenSum(whole)));
          assert.ok((2n * found - 1n) * whole <= 20_000n * part);
          assert.ok(20_000n * part < (2n * found + 1n) * whole);
        },
      ),
    );
  });

  test("an income raises the balance, an expense lowers it", () => {
    assert.equal(effect({ type: "income", amount: 1999 as Fen }), 1999);
    assert.equal(effect({ type: "expense", amount: 1999 as Fen }), -1999);
  });
});
