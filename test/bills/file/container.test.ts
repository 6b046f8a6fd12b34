/** Containers and encodings (rules G1, G2, G17, G18). */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openBill } from "../../../src/bills/file/container.ts";
import { decodeText } from "../../../src/bills/file/text.ts";
import { readBill } from "../../../src/bills/index.ts";
import { ENCODINGS } from "../../../src/contract/bill-answers.ts";
import {
  alipayText,
  archive,
  bytesOf,
  readOne,
  refusal,
  WECHAT,
  wechatText,
  workbook,
} from "../build.ts";
import { zh } from "../reading.ts";

const ROW = '2026-03-15 12:01:02,商户消费,示例,"/",支出,¥28.80,零钱,支付成功,42001\t,M1\t,"/"';
const BILL = bytesOf(wechatText(ROW));

/** The GB18030 bytes of 交易, 時, and the four-byte 𠮷. */
const GB18030 = Uint8Array.from([0xbd, 0xbb, 0xd2, 0xd7, 0x95, 0x32, 0x81, 0x30 + 6]);

describe("the container is told by its bytes", () => {
  test("a zip, whatever it is called", async () => {
    const bill = await readOne(await archive({ "a.bin": BILL }), { fileName: "账单.csv" });
    assert.equal(bill.format, "wechat");
  });

  for (const [name, options] of [
    ["ZipCrypto", { password: "123456", zipCrypto: true }],
    ["AES-256", { password: "123456", encryptionStrength: 3 as const }],
  ] as const) {
    test(`a zip locked with ${name}`, async () => {
      const locked = await archive({ "bill.csv": BILL }, options);
      assert.equal((await refusal(locked)).code, "password-needed");
      assert.equal((await refusal(locked, { password: "654321" })).code, "password-wrong");
      assert.equal((await readOne(locked, { password: "123456" })).lines.length, 1);
      assert.equal((await readOne(locked, { password: " 123456\n" })).lines.length, 1);
    });
  }

  test("no wrong password of ZipCrypto passes for damage or for a bill", async () => {
    for (const level of [0, 6]) {
      const options = { password: "123456", zipCrypto: true, level };
      const locked = await archive({ "bill.csv": BILL }, options);
      for (let password = 0; password < 300; password++) {
        const error = await refusal(locked, { password: String(password) });
        assert.equal(error.code, "password-wrong");
      }
    }
  });

  test("gzip", async () => {
    assert.equal((await readOne(gzipSync(BILL))).lines.length, 1);
  });

  test("a zip with two bills gives two, and says what it left out", async () => {
    const bytes = await archive({
      "微信.csv": BILL,
      "支付宝.csv": bytesOf(alipayText({})),
      "说明.pdf": bytesOf("%PDF-1.4"),
      "__MACOSX/._a": bytesOf("junk"),
    });
    const bills = await readBill(bytes);
    assert.deepEqual(bills.map((bill) => bill.format).sort(), ["alipay", "wechat"]);
    assert.match((bills[0]?.notices ?? []).map(zh).join(), /说明\.pdf/);
  });

  test("workbooks of every kind, all called .xls", async () => {
    const rows = [
      ["微信支付账单明细"],
      WECHAT,
      [46096.5, "商户消费", "甲", "/", "支出", 28.8, "零钱", "支付成功", "42", "/", "/"],
    ];
    for (const bookType of ["xlsx", "biff8", "xlsb", "ods"] as const) {
      const bill = await readOne(workbook({ Sheet1: rows }, bookType), { fileName: "a.xls" });
      assert.equal(bill.lines[0]?.amount, 2880);
      assert.equal(bill.lines[0]?.time, "2026-03-15 12:00:00");
    }
  });

  test("a workbook of Excel 95 with GBK text", async () => {
    const old = Buffer.from(
      workbook(
        {
          a: [
            ["ABCDEFGH", "金额"],
            ["2026-01-01", -5],
          ],
        },
        "biff5",
      ),
    );
    Buffer.from([0xbd, 0xbb, 0xd2, 0xd7, 0xc8, 0xd5, 0xc6, 0xda]).copy(
      old,
      old.indexOf("ABCDEFGH"),
    );
    old.writeUInt16LE(936, old.indexOf(Buffer.from([0x42, 0, 2, 0])) + 4);
    const { files } = await openBill(old);
    assert.equal(files[0]?.sheets[0]?.rows[0]?.cells[0], "交易日期");
  });

  test("a table saved as a page and called .xls", async () => {
    const cells = ROW.replaceAll('"', "").split(",");
    const line = (row: string[]) =>
      `<tr>${row.map((cell) => `<td>${cell.trim()}</td>`).join("")}</tr>`;
    const page = `<html><body><table>${line(WECHAT)}${line(cells)}</table></body></html>`;
    assert.equal((await readOne(bytesOf(page))).lines[0]?.amount, 2880);
  });

  const hints: [string, Uint8Array, string, RegExp][] = [
    ["PDF", bytesOf("%PDF-1.7 …"), "wrong-file", /CSV 或 Excel/],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), "wrong-file", /图片/],
    ["SQLite", bytesOf("SQLite format 3\0"), "wrong-file", /XML/],
    ["nothing", new Uint8Array(), "empty", /空/],
  ];
  for (const [name, bytes, code, message] of hints) {
    test(`${name} is refused with the way on`, async () => {
      const error = await refusal(bytes);
      assert.equal(error.code, code);
      assert.match(error.message, message);
    });
  }

  test("nothing beyond the limits is unpacked", async () => {
    const zeros = new Uint8Array(30 * 1024 * 1024);
    assert.equal((await refusal(new Uint8Array(21 * 1024 * 1024))).code, "too-large");
    assert.equal((await refusal(await archive({ "a.csv": zeros }))).code, "too-large");
    assert.equal((await refusal(gzipSync(new Uint8Array(210 * 1024 * 1024)))).code, "too-large");
  });

  test("archives within archives end somewhere", async () => {
    let bytes = await archive({ "bill.csv": BILL });
    assert.equal((await readOne(await archive({ "inner.zip": bytes }))).lines.length, 1);
    for (let depth = 0; depth < 5; depth++) bytes = await archive({ "inner.zip": bytes });
    assert.equal((await refusal(bytes)).code, "damaged");
  });
});

describe("the encoding is found out from the whole file", () => {
  const text = "交易时间,金额\n2026-01-01,1.00\n";
  test("UTF-8 with and without a mark", () => {
    assert.deepEqual(decodeText(bytesOf(text)), { text, encoding: "utf-8" });
    assert.equal(decodeText(bytesOf(`\uFEFF${text}`)).text, text);
  });
  test("UTF-16 with and without a mark", () => {
    const little = Buffer.from(`\uFEFFdate,amount\n${text}`, "utf16le");
    assert.equal(decodeText(little).encoding, "utf-16le");
    assert.equal(decodeText(little.subarray(2)).encoding, "utf-16le");
    assert.equal(decodeText(Buffer.from(little).swap16()).encoding, "utf-16be");
  });
  test("GB18030 with four-byte characters", () => {
    const decoded = decodeText(GB18030);
    assert.equal(decoded.encoding, "gb18030");
    assert.equal(decoded.text.slice(0, 2), "交易");
    assert.equal([...decoded.text].length, 3);
  });
  test("a file that was cut inside a character keeps its encoding", () => {
    const long = "交易时间、金额、交易对方、商品说明、收付款方式、交易状态";
    assert.equal(decodeText(bytesOf(long).slice(0, -1)).encoding, "utf-8");
    const chinese = Buffer.concat(Array.from({ length: 20 }, () => GB18030.slice(0, 4)));
    assert.equal(decodeText(Buffer.concat([chinese, Buffer.from([0xbd])])).encoding, "gb18030");
  });
  test("windows-1252 where the letters are Western", () => {
    const western = Buffer.from("Empfänger;Währung\nBäckerei Müller;EUR", "latin1");
    assert.equal(decodeText(western).encoding, "windows-1252");
    assert.match(decodeText(western).text, /Müller/);
  });
  test("the user's choice wins, and an unknown one is refused", () => {
    assert.equal(decodeText(Buffer.from([0xcf, 0xee]), "windows-1251").text, "По");
    assert.throws(() => decodeText(new Uint8Array(1), "klingon"), { code: "unknown-encoding" });
  });
  test("a character that a 4 KB probe would cut is not cut", async () => {
    const long = `${"a".repeat(4095)}分`;
    assert.equal(decodeText(bytesOf(long)).encoding, "utf-8");
    const { files } = await openBill(bytesOf(long));
    assert.equal(files[0]?.encoding, "utf-8");
  });
});

describe("an encoding that makes no sense is asked", () => {
  const doubtful: [string, string, string][] = [
    [
      "shift_jis",
      "コンビニ弁当",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMiyDUoOTg3KDapXZk5YsLTEyLjAwCjIwMjYtMDMtMDMsi4uXv5BVjZ4sMTAwLjAwCg==",
    ],
    [
      "euc-jp",
      "コンビニ弁当",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMiyls6XzpdOly8rbxfYsLTEyLjAwCjIwMjYtMDMtMDMstevOwb+2uf4sMTAwLjAwCg==",
    ],
    [
      "euc-kr",
      "편의점 도시락",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMizG7cDHwaEgtbW9w7b0LC0xMi4wMAoyMDI2LTAzLTAzLL/5sd4gwNSx3SwxMDAuMDAK",
    ],
    [
      "koi8-r",
      "Магазин продуктов",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMiztwcfB2snOINDSz8TVy9TP1ywtMTIuMDAKMjAyNi0wMy0wMyz6wdLQzMHUwSwxMDAuMDAK",
    ],
    [
      "windows-1251",
      "Магазин продуктов",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMizM4OPg5+jtIO/w7uTz6vLu4iwtMTIuMDAKMjAyNi0wMy0wMyzH4PDv6+Dy4CwxMDAuMDAK",
    ],
    [
      "big5",
      "便利商店",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMiyrS6dRsNOpsSwtMTIuMDAKMjAyNi0wMy0wMyzBfrjqwuCxYiwxMDAuMDAK",
    ],
    [
      "windows-1250",
      "Sklep spożywczy złoty",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMixTa2xlcCBzcG+/eXdjenkgerNvdHksLTEyLjAwCjIwMjYtMDMtMDMsV3lws2F0YSCzuWN6bmEsMTAwLjAwCg==",
    ],
  ];
  for (const [encoding, payee, base64] of doubtful) {
    test(`${encoding} is never previewed as something else, and can be chosen`, async () => {
      const bytes = Buffer.from(base64, "base64");
      const error = await refusal(bytes);
      assert.equal(error.code, "ask-encoding");
      assert.ok((error.details.encodings as string[]).includes(encoding));
      const chosen = await refusal(bytes, { encoding });
      assert.equal(chosen.code, "unknown-format");
      assert.ok(JSON.stringify(chosen.details.tables).includes(payee));
    });
  }
  const clear: [string, string, string][] = [
    ["gb18030", "星巴克咖啡", "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMizQx7DNv8u/p7fILC0xMi4wMAo="],
    [
      "gb18030",
      "麦当劳 上海店",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMizC87WxwM0gyc+6o7XqLC0xMi4wMAo=",
    ],
    [
      "windows-1252",
      "Bäckerei Müller",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMixC5GNrZXJlaSBN/GxsZXIsLTEyLjAwCg==",
    ],
    [
      "windows-1252",
      "Crédit Lyonnais à Paris",
      "RGF0ZSxQYXllZSxBbW91bnQKMjAyNi0wMy0wMixDculkaXQgTHlvbm5haXMg4CBQYXJpcywtMTIuMDAK",
    ],
  ];
  for (const [encoding, payee, base64] of clear) {
    test(`${payee} asks nothing`, async () => {
      const error = await refusal(Buffer.from(base64, "base64"));
      assert.equal(error.code, "unknown-format");
      assert.equal(error.details.encoding, encoding);
      assert.ok(JSON.stringify(error.details.tables).includes(payee));
    });
  }
  for (const little of [true, false]) {
    test(`UTF-32 ${little ? "little" : "big"} endian with and without its mark`, () => {
      const text = "Date,Payee\n2026-03-02,コンビニ弁当\n";
      const bytes = new Uint8Array((text.length + 1) * 4);
      const view = new DataView(bytes.buffer);
      view.setUint32(0, 0xfeff, little);
      [...text].forEach((one, at) => {
        view.setUint32((at + 1) * 4, one.codePointAt(0) as number, little);
      });
      const encoding = little ? "utf-32le" : "utf-32be";
      assert.deepEqual(decodeText(bytes), { text, encoding });
      assert.deepEqual(decodeText(bytes.subarray(4)), { text, encoding });
    });
  }
  test("every encoding of the list can be decoded", () => {
    for (const encoding of ENCODINGS)
      assert.equal(decodeText(bytesOf("a"), encoding).encoding, encoding);
  });
});
