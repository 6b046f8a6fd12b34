/** Any set of transfers that two statements of one file list from both sides, in either order. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { BillLine } from "../../../src/bills/bill/line.ts";
import { brief, codes, readText } from "../reading.ts";

/** Fen that left `from` on a day of March. */
const transfer = fc.record({
  fromA: fc.boolean(),
  day: fc.integer({ min: 1, max: 28 }),
  fen: fc.constantFrom(100, 2500, 2500, 99_999),
});
const purchase = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  fen: fc.integer({ min: 1, max: 50 }),
});

const two = (value: number) => String(value).padStart(2, "0");
const yuan = (fen: number) => `${Math.trunc(fen / 100)}.${two(fen % 100)}`;

function row(type: string, day: number, sign: string, fen: number, id: string): string {
  return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>202603${two(day)}<TRNAMT>${sign}${yuan(fen)}<FITID>${id}<NAME>X</STMTTRN>`;
}

function statement(account: string, rows: string[]): string {
  return `<STMTRS><CURDEF>CNY<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${rows.join("")}</BANKTRANLIST></STMTRS>`;
}

const moved = (lines: BillLine[]) =>
  lines
    .filter((line) => line.kind === "transfer")
    .map((line) => brief(line))
    .sort();

describe("two statements of one OFX file", () => {
  test("give every transfer once, whichever stands first", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(transfer, { maxLength: 12 }),
        fc.array(purchase, { maxLength: 5 }),
        async (transfers, purchases) => {
          const list = (isA: boolean) =>
            transfers.map(({ fromA, day, fen }, at) =>
              row("XFER", day, fromA === isA ? "-" : "", fen, `${isA}${at}`),
            );
          const bought = purchases.map(({ day, fen }, at) => row("POS", day, "-", fen, `P${at}`));
          const [a, b] = [statement("A", [...list(true), ...bought]), statement("B", list(false))];
          const wanted = transfers
            .map(({ fromA, day, fen }) => {
              const sides = fromA ? "A > B" : "B > A";
              return `transfer 2026-03-${two(day)} ${yuan(fen)} CNY ${sides}`;
            })
            .sort();
          fc.pre(transfers.length + purchases.length > 0);
          for (const text of [`${a}${b}`, `${b}${a}`]) {
            const { lines } = await readText(`OFXHEADER:100\n\n<OFX>${text}</OFX>`);
            assert.deepEqual(moved(lines), wanted);
            assert.equal(lines.filter(({ kind }) => kind === "expense").length, purchases.length);
            assert.equal(lines.filter(({ kind }) => kind === "income").length, 0);
            assert.deepEqual(lines.flatMap(codes), []);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
