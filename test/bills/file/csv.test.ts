/** The lenient CSV reader (rule G6). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import Papa from "papaparse";
import { findDelimiter, readCsv } from "../../../src/bills/file/csv.ts";
import { mendedRows } from "../../../src/bills/file/quotes.ts";

function cells(text: string): unknown[][] {
  return readCsv(text, ",").map((row) => [...row.cells]);
}

describe("a lenient CSV reader", () => {
  const cases: [string, string, string[][]][] = [
    [
      "plain fields",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["quoted delimiters", '"a,b",c', [["a,b", "c"]]],
    ["doubled quotes", '"a ""b""",c', [['a "b"', "c"]]],
    ["TABs between a closing quote and the comma", '"1"\t,"2"\t\t,3', [["1", "2", "3"]]],
    ["blanks before an opening quote", ' "1,2",3', [["1,2", "3"]]],
    ["a bare quote inside an unquoted field", 'x"y"z,2', [['x"y"z', "2"]]],
    ["a lone quote inside a quoted field", '"a"b",2', [['a"b', "2"]]],
    [
      "line breaks inside quotes",
      '"a\nb",2\n3,4',
      [
        ["a\nb", "2"],
        ["3", "4"],
      ],
    ],
    ["CRLF, LF and lone CR", "a\r\nb\nc\rd", [["a"], ["b"], ["c"], ["d"]]],
    [
      "blank lines",
      "\n\na,b\n , \nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a byte order mark", "\uFEFFa,b", [["a", "b"]]],
    ["an empty last field", "a,b,\n", [["a", "b", ""]]],
    [
      "a quote that never closes",
      'a,"b,c\nd,e',
      [
        ["a", '"b', "c"],
        ["d", "e"],
      ],
    ],
    [
      "a never closing quote before a quoted row",
      'a,"b\n1,"2",3',
      [
        ["a", '"b'],
        ["1", "2", "3"],
      ],
    ],
  ];
  for (const [name, text, wanted] of cases) {
    test(`reads ${name}`, () => {
      assert.deepEqual(cells(text), wanted);
    });
  }

  test("does not swallow the rows between a stray quote and a far closing one", () => {
    const rows = ["1,2,3,4", 'a,"b,c,d', "5,6,7,8", "9,8,7,6", 'x,y,z",w'];
    assert.equal(cells(rows.join("\n")).length, rows.length);
  });

  test("counts the lines of the file, not the rows", () => {
    const rows = readCsv('a,b\n\n"1\n2",x\nlast,y', ",");
    assert.deepEqual(
      rows.map((row) => row.line),
      [1, 3, 5],
    );
  });

  test("finds the delimiter by the table, not by the preamble", () => {
    assert.equal(findDelimiter("说明，很长；的一句;话;话\na,b,c\n1,2,3\n4,5,6"), ",");
    assert.equal(findDelimiter("a;b;c\n1,5;2,5;3\n4,5;5,5;6"), ";");
    assert.equal(findDelimiter("a\tb\n1,2\t3\n4,5\t6"), "\t");
    assert.equal(findDelimiter("a|b\n1|2"), "|");
    assert.equal(findDelimiter("nothing to split"), ",");
  });

  test("gives the library nothing but valid CSV, one row at a time", () => {
    const piece = fc.constantFrom('"', ",", "\n", "\r\n", "\r", "\t", " ", "a", "文", '""', '",');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { text } of mendedRows(pieces.join(""), ",")) {
          const { data, errors } = Papa.parse(text, { delimiter: ",", newline: "\n" });
          assert.deepEqual(errors, []);
          assert.equal(data.length, 1);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
