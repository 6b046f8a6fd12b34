import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RecordAccount } from "../../../src/contract/records.ts";
import { presentWith, recordWriter } from "../../../src/server/records/record-list.ts";
import type { RecordRow } from "../../../src/server/records/record-row.ts";

const instant = fc
  .date({ min: new Date("1900-01-02"), max: new Date("9999-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString());
const text = fc.string({ unit: "binary", maxLength: 40 });

test("a list's row is written exactly as JSON.stringify writes it", () => {
  const account: RecordAccount = {
    id: 7,
    name: '"现金"',
    type: "cash",
    color: "#1890FF",
    balance: -0.5,
  };
  const accounts = new Map([[7, account]]);
  const row = fc.record({
    id: fc.nat(),
    userId: fc.nat(),
    accountId: fc.constant(7),
    type: fc.constantFrom("income", "expense"),
    amount: fc.integer({ min: 1, max: 99_999_999_999_999 }),
    category: text,
    description: fc.option(text),
    date: instant,
    createdAt: instant,
    updatedAt: instant,
    refund: fc.constantFrom(0, 1),
    refundOf: fc.option(fc.nat()),
    transferId: fc.option(fc.nat()),
    provider: fc.option(text),
    externalId: fc.option(text),
    rowKind: fc.option(text),
    importId: fc.option(fc.nat()),
  });
  fc.assert(
    fc.property(row, (value) => {
      const record = value as RecordRow;
      assert.equal(recordWriter(accounts)(record), JSON.stringify(presentWith(accounts)(record)));
    }),
  );
});
