import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fen, MAX_BALANCE } from "../../src/ledger/money.ts";
import { meanOf, medianOf } from "../../src/ledger/usual.ts";

const fens = (...amounts: number[]) => amounts as Fen[];

test("nothing has no mean and no median", () => {
  assert.equal(meanOf([]), undefined);
  assert.equal(medianOf([]), undefined);
});

test("the mean is a whole fen, half a fen goes away from zero", () => {
  assert.equal(meanOf(fens(100)), 100);
  assert.equal(meanOf(fens(1, 2)), 2);
  assert.equal(meanOf(fens(-1, -2)), -2);
  assert.equal(meanOf(fens(1, 1, 2)), 1);
  assert.equal(meanOf(fens(1, 2, 2)), 2);
  assert.equal(meanOf(fens(0, 0, 0)), 0);
});

test("sums beyond what a number holds are exact", () => {
  const many = Array.from({ length: 9 }, () => MAX_BALANCE);
  assert.equal(meanOf([...many, (MAX_BALANCE - 10) as Fen]), MAX_BALANCE - 1);
});

test("the median is the middle one by size, of two their mean", () => {
  assert.equal(medianOf(fens(5)), 5);
  assert.equal(medianOf(fens(900, 1, 100)), 100);
  assert.equal(medianOf(fens(1000, 20, 5, 9)), 15);
  assert.equal(medianOf(fens(-3, 10)), 4);
  // By size and not by their digits.
  assert.equal(medianOf(fens(9, 10, 100)), 10);
});
