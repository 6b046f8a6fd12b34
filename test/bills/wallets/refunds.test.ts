/** Linking refunds to purchases: what must hold for any bill. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Bill } from "../../../src/bills/bill/line.ts";
import { codeOf } from "../../../src/contract/notes.ts";
import { alipayText, readText, wechatText } from "../build.ts";

/** How much was given back for each purchase, by its index. */
function refundedByPurchase(bill: Bill): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { kind, refundOf, amount } of bill.lines) {
    if (refundOf === undefined) continue;
    assert.equal(kind, "refund");
    sums.set(refundOf, (sums.get(refundOf) ?? 0) + amount);
  }
  return sums;
}

describe("links between refunds and purchases", () => {
  const row = fc.record({
    amount: fc.constantFrom("10.00", "20.00", "30.00"),
    id: fc.constantFrom("1", "2", "1_1", "2*REFUND_1", ""),
    merchant: fc.constantFrom("M1", "REFUND_M1", ""),
    text: fc.constantFrom("面", "退款-面"),
    status: fc.constantFrom("交易成功", "退款成功"),
    direction: fc.constantFrom("支出", "不计收支"),
    time: fc
      .integer({ min: 1, max: 28 })
      .map((day) => `2026-06-${String(day).padStart(2, "0")} 10:00:00`),
  });

  test("lead to an earlier expense, and never give back more than was paid", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
        const bill = await readText(alipayText(...rows));
        for (const [index, sum] of refundedByPurchase(bill)) {
          const purchase = bill.lines[index];
          assert.equal(purchase?.kind, "expense");
          assert.ok(sum <= (purchase?.amount ?? 0));
        }
        for (const line of bill.lines) {
          if (line.kind !== "refund") continue;
          const purchase = line.refundOf === undefined ? undefined : bill.lines[line.refundOf];
          if (purchase) assert.ok(purchase.time <= line.time);
          else assert.equal(codeOf(line.reason), "refundWithoutPurchase");
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a shop's refund in WeChat is a guess by shop and amount, and says so", async () => {
    const bill = await readText(
      wechatText(
        '2026-03-15 11:30:00,店-退款,店,"耳机",收入,¥34.56,零钱,已退款(￥34.56),503,/,"/"',
        '2026-03-15 11:00:00,商户消费,店,"耳机",支出,¥99.00,零钱,已退款(￥34.56),42,/,"/"',
        '2026-03-15 10:00:00,商户消费,店,"耳机",支出,¥34.56,零钱,支付成功,41,/,"/"',
      ),
    );
    assert.equal(bill.lines[0]?.refundOf, 1);
    assert.equal(codeOf(bill.lines[0]?.reason ?? ""), "refundGuessed");
    assert.deepEqual(bill.lines[0]?.review, []);
    assert.deepEqual(bill.lines[1]?.review, []);
  });

  test("a refunded purchase whose refund lies in the next bill is kept and noted", async () => {
    const bill = await readText(
      wechatText('2026-03-15 11:00:00,商户消费,店,"耳机",支出,¥99.00,零钱,已全额退款,42,/,"/"'),
    );
    assert.deepEqual([bill.lines[0]?.kind, bill.lines[0]?.amount], ["expense", 9900]);
    assert.equal(codeOf(bill.lines[0]?.reason ?? ""), "refundMissing");
  });
});
