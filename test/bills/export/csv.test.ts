/** CSV for spreadsheets: readable, and nothing in it runs. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import Papa from "papaparse";
import { csvLine, writeCsv } from "../../../src/bills/export/csv.ts";

describe("cells of an exported CSV", () => {
  const cells: [name: string, cell: string | number | null, written: string][] = [
    ["a formula is defused", "=1+1", "'=1+1"],
    ["plus", "+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["minus with words", "-2+3", "'-2+3"],
    ["at", "@SUM(A1)", "'@SUM(A1)"],
    ["a tab", "\t=1", '"\'\t=1"'],
    ["a carriage return", "\r=1", '"\'\r=1"'],
    ["full width", "＝1+1", "'＝1+1"],
    ["behind blanks", " =1+1", "' =1+1"],
    ["a negative number stays a number", -12.5, "-12.5"],
    ["a negative amount as text stays a number", "-12.50", "-12.50"],
    ["a positive amount with a sign", "+3", "+3"],
    ["a date", "2026-01-05", "2026-01-05"],
    ["a comma and a quote", 'a,"b"', '"a,""b"""'],
    ["a formula with a comma", '=HYPERLINK("x",1)', '"\'=HYPERLINK(""x"",1)"'],
    ["nothing", null, ""],
  ];
  for (const [name, cell, written] of cells) {
    test(name, () => assert.equal(csvLine([cell]), `${written}\r\n`));
  }

  test("the file begins with a byte order mark and comes in pieces", async () => {
    const pieces: string[] = [];
    const rows = Array.from({ length: 450 }, (_, at) => [at, "餐饮"]);
    for await (const piece of writeCsv(rows)) pieces.push(piece);
    assert.equal(pieces.length, 3);
    assert.ok(pieces[0]?.startsWith("\uFEFF0,餐饮\r\n"));
    assert.equal(pieces.join("").split("\uFEFF").length, 2);
  });

  test("whatever is written, no cell begins like a formula, and the text comes back", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (text) => {
        const line = csvLine(["x", text]);
        const [row] = Papa.parse<string[]>(line, { delimiter: "," }).data;
        const cell = String(row?.[1] ?? "");
        const value = cell.startsWith("'") && !text.startsWith("'") ? cell.slice(1) : cell;
        assert.ok(
          !/^[=@\t\r]/.test(cell) && (!/^[+-]/.test(cell) || /^[+-]\d+(\.\d+)?$/.test(cell)),
        );
        assert.equal(value, text);
      }),
    );
  });
});
