/** Every sample of the formats of this service against the counts and sums of INDEX.tsv. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BillLine } from "../../src/bills/bill/line.ts";
import { readFen } from "../../src/bills/file/cells.ts";
import { indexRows, readSample } from "./samples.ts";

const BANKS = /^bank-/;
const WALLETS = /^(alipay|wechat|jd|meituan)\//;

/** Money into the statement's account (+) or out of it (−), in fen. */
function signedAmount(line: BillLine): number {
  if (line.kind === "skip") return 0;
  return line.own?.direction === "out" ? -line.amount : line.amount;
}

function tally(amounts: number[]): { count: number; sum: number } {
  return { count: amounts.length, sum: amounts.reduce((sum, amount) => sum + amount, 0) };
}

function wanted(row: Record<string, string>, name: string): { count: number; sum: number } {
  return { count: Number(row[`${name}_n`] || 0), sum: readFen(row[`${name}_sum`] || "0") ?? 0 };
}

describe("a bank's statement adds up to the known sums", () => {
  for (const row of indexRows().filter(({ file = "" }) => BANKS.test(file))) {
    test(row.file, async () => {
      const bill = await readSample(row.file ?? "");
      const signed = bill.lines.map(signedAmount);
      assert.equal(bill.lines.length, Number(row.rows));
      assert.deepEqual(tally(signed.filter((one) => one > 0)), wanted(row, "income"));
      const out = signed.filter((one) => one < 0).map((one) => -one);
      assert.deepEqual(tally(out), wanted(row, "expense"));
      const skipped = bill.lines.filter((line) => line.kind === "skip");
      assert.equal(skipped.length, Number(row.skipped_n || 0));
      for (const line of skipped) assert.notEqual(line.reason, "");
    });
  }
});

describe("a wallet's bill adds up to the known sums", () => {
  for (const row of indexRows()) {
    const { file = "" } = row;
    if (!WALLETS.test(file) || !row.income_n) continue;
    if (/jizhangben|merchant/.test(file)) continue;
    test(file, async () => {
      const bill = await readSample(file);
      const amounts = (kind: string) =>
        bill.lines.filter((line) => line.kind === kind).map((line) => line.amount);
      for (const kind of ["income", "expense", "refund"]) {
        assert.deepEqual(tally(amounts(kind)), wanted(row, kind), kind);
      }
      assert.equal(amounts("transfer").length, Number(row.transfer_n || 0));
      assert.equal(amounts("skip").length, Number(row.skipped_n || 0));
      const fees = bill.lines.reduce((sum, line) => sum + (line.fee ?? 0), 0);
      assert.equal(fees, readFen(row.fee_sum || "0"));
    });
  }
});
