/** Files made to hurt: always a bill or a BillError, never another throw, and never for long. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Bill } from "../../../src/bills/bill/line.ts";
import { BillError } from "../../../src/bills/file/bill-error.ts";
import { readCsv } from "../../../src/bills/file/csv.ts";
import { UPLOADED } from "../../../src/bills/file/limits.ts";
import { readBill } from "../../../src/bills/index.ts";
import { lineKeys } from "../../../src/bills/matching/identity.ts";
import {
  alipayText,
  archive,
  bytesOf,
  endsInTime,
  readText,
  WECHAT,
  wechatText,
  workbook,
} from "../build.ts";
import { sample } from "../samples.ts";

/** "bills", or the code of the refusal. Anything else that is thrown fails the test. */
async function outcome(bytes: Uint8Array): Promise<string> {
  return endsInTime(async () => {
    try {
      await readBill(bytes);
      return "bills";
    } catch (error) {
      if (!(error instanceof BillError)) throw error;
      return error.code;
    }
  });
}

describe("hostile text", () => {
  const cases: [string, () => string, string][] = [
    ["a row of 1,000,000 columns", () => "a,".repeat(1_000_000), "too-large"],
    ["quotes that never close, one a line", () => '"a\n'.repeat(2_000_000), "too-large"],
    ["quotes that never close, on one line", () => '"a,'.repeat(2_000_000), "too-large"],
    ["nothing but quotes", () => '"'.repeat(5_000_000), "unknown-format"],
    ["nothing but line ends", () => "\n".repeat(10_000_000), "unknown-format"],
    ["a cell of blanks", () => `a,b,c,${" ".repeat(10_000_000)}`, "unknown-format"],
    ["quotes and blanks", () => `"a${" ".repeat(1000)}`.repeat(5_000), "unknown-format"],
    ["too many rows", () => wechatText(...Array(100_100).fill("2026-01-01,a,b,c")), "too-large"],
    ["an open tag without an end", () => "<".repeat(3_000_000), "unknown-format"],
    ["an open table without an end", () => "<table><tr><td>".repeat(200_000), "damaged"],
  ];
  for (const [name, make, wanted] of cases) {
    test(name, async () => assert.equal(await outcome(bytesOf(make())), wanted));
  }

  test("as many lines as are allowed, whatever stands above them; one more is refused in words", async () => {
    const limits = { ...UPLOADED, rows: 3 };
    const row = "2026-01-01 12:00:00,商户消费,店,/,支出,¥1.00,零钱,支付成功,1,/,/";
    const read = (rows: number) =>
      readBill(bytesOf(wechatText(...Array(rows).fill(row))), { limits });
    assert.equal((await read(3))[0]?.lines.length, 3);
    await assert.rejects(read(4), { code: "too-large", message: /超过 3 行/ });
    assert.equal(UPLOADED.rows, 100_000);
  });

  test("a header without rows is empty, with the format's name", async () => {
    await assert.rejects(readText(wechatText()), (error: BillError) => {
      assert.equal(error.code, "empty");
      assert.match(error.message, /微信支付账单/);
      return true;
    });
  });
});

describe("hostile containers", () => {
  test("a zip bomb", async () => {
    const bomb = await archive({ "a.csv": new Uint8Array(250 * 1024 * 1024) });
    assert.equal(await outcome(bomb), "too-large");
  });

  test("an archive of very many files", async () => {
    const many = Array.from({ length: 1_001 }, (_, at) => [`${at}.csv`, bytesOf("x")] as const);
    assert.equal(await outcome(await archive(Object.fromEntries(many), { level: 0 })), "too-large");
  });

  test("a workbook whose only cell is its last one", async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="2"><c r="XFD2"><v>1</v></c></row></sheetData></worksheet>';
    assert.equal(await outcome(await withSheet(sheet)), "too-large");
  });

  test("a workbook whose strings are not there", async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="s"><v>99</v></c></row></sheetData></worksheet>';
    assert.equal(await outcome(await withSheet(sheet)), "unknown-format");
  });

  test("a workbook of blanks", async () => {
    assert.equal(await outcome(await withSheet(" ".repeat(100 * 1024 * 1024))), "too-large");
  });

  test("every prefix of a workbook", async () => {
    for (const bookType of ["xlsx", "biff8"] as const) {
      const bytes = workbook(
        { 账单: [WECHAT, ["2026-01-01", "a", "b", "c", "支出", 1]] },
        bookType,
      );
      for (let at = 8; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
        await outcome(bytes.slice(0, at));
      }
    }
  });
});

/** A workbook with this text as its first sheet. */
async function withSheet(sheet: string): Promise<Uint8Array> {
  const zip = await import("@zip.js/zip.js");
  const reader = new zip.ZipReader(new zip.Uint8ArrayReader(workbook({ a: [["x"]] })));
  const files: Record<string, Uint8Array> = {};
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files[entry.filename] = await entry.getData(new zip.Uint8ArrayWriter());
  }
  files["xl/worksheets/sheet1.xml"] = bytesOf(sheet);
  return archive(files);
}

describe("any bytes at all", () => {
  test("random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await outcome(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test("random bytes behind every known signature", async () => {
    const signatures = [
      [0x50, 0x4b, 0x03, 0x04],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      [0x1f, 0x8b],
      [0x3c],
      [0xff, 0xfe],
      [...bytesOf("OFXHEADER:100\n<OFX>")],
      [...bytesOf("!Type:Bank\n")],
      [...bytesOf(":20:X\n:61:")],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...signatures),
        fc.uint8Array({ maxLength: 800 }),
        async (signature, rest) => {
          await outcome(Uint8Array.from([...signature, ...rest]));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("samples with bytes changed and pieces cut out", async () => {
    const names = [
      "wechat/own-xlsx-2026-date-serials.xlsx",
      "bank-ccb/debit-2025.xls",
      "alipay/own-app-2026.csv",
      "wechat/csv-2025-malformed-quotes.csv",
      "bank-icbc/credit-2023.csv",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        async (name, changes, part) => {
          const bytes = Uint8Array.from(sample(name));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          await outcome(bytes.slice(0, Math.ceil(bytes.length * part)));
        },
      ),
      { numRuns: 120 },
    );
  });

  test("any text is read into rows that hold every character that is no quote, blank or sign", () => {
    const piece = fc.constantFrom('"', ",", "\n", "\r\n", "\t", "a", "文", '""', " ", ";");
    const kept = (text: string) => [...text].filter((char) => /[a文;]/.test(char)).length;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        const rows = readCsv(text, ",");
        assert.equal(kept(rows.flatMap((row) => row.cells).join("")), kept(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("keys", () => {
  const row = fc.record({
    amount: fc.constantFrom("1.00", "2.00", "0.00"),
    text: fc.constantFrom("面", "退款-面", "余额宝-单次转入"),
    direction: fc.constantFrom("支出", "收入", "不计收支"),
    status: fc.constantFrom("交易成功", "交易关闭", "退款成功"),
    id: fc.constantFrom("1", "2", ""),
    time: fc.constantFrom("2026-06-15 12:00:00", "2026-06-16 12:00:00"),
  });

  test("are stable under reading again, distinct, and the same for any beginning of the file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        async (rows, cut) => {
          const keys = lineKeys((await readText(alipayText(...rows))) as Bill);
          const again = lineKeys((await readText(alipayText(...rows))) as Bill);
          assert.deepEqual(again, keys);
          assert.equal(new Set(keys).size, keys.length);
          const some = rows.slice(0, 1 + (cut % rows.length));
          const first = lineKeys((await readText(alipayText(...some))) as Bill);
          assert.deepEqual(first, keys.slice(0, some.length));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("size", () => {
  test("20,000 rows are all read, as text and as a workbook", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      amount: `${(at % 900) + 1}.05`,
      id: String(10_000_000 + at),
      text: `"午餐, 面 ${at}"`,
    }));
    const text = bytesOf(alipayText(...rows));
    const cells = rows.map((row, at) => [
      46_000 + at / 1000,
      "商户消费",
      "店",
      "面",
      "支出",
      at + 0.5,
      "零钱",
      "支付成功",
      row.id,
      "/",
      "/",
    ]);
    for (const bytes of [text, workbook({ 账单: [WECHAT, ...cells] })]) {
      const [bill] = await endsInTime(() => readBill(bytes));
      assert.equal(bill?.lines.length, 20_000);
    }
  });
});
