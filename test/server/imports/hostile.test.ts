/** Uploads made to hurt: each is refused in words, and the service goes on answering. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import * as XLSX from "@e965/xlsx";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { purchaseRow, upload, wechatBill } from "../../harness/bills.ts";

/** A zip of one entry, written by hand so that it may lie. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const title = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, title, packed]);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02"),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    title,
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** A workbook of the sheets. */
function workbook(sheets: unknown[][][] = [[["交易时间", "收/支"]]]): Buffer {
  const book = XLSX.utils.book_new();
  for (const [index, rows] of sheets.entries()) {
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), `账单${index}`);
  }
  return XLSX.write(book, { type: "buffer", bookType: "xlsx" });
}

/** A sheet a month, each with one bill of one purchase. */
const months = (count: number) =>
  workbook(
    Array.from({ length: count }, (_, index) =>
      wechatBill([purchaseRow(index)])
        .trim()
        .split("\r\n")
        .map((line) => line.split(",")),
    ),
  );

const HEADER = wechatBill([]);

const HOSTILE: [what: string, file: () => Buffer | string, status: number][] = [
  // Zeros pack a thousandfold: 300 MB fit into 300 kB.
  ["a zip bomb", () => zipOf("bill.csv", Buffer.alloc(300 * 1024 * 1024)), 413],
  ["a row of a million columns", () => `${HEADER}${"1,".repeat(1_000_000)}\r\n`, 413],
  ["more rows than a bill has", () => `${HEADER}${"1,2\r\n".repeat(100_001)}`, 413],
  [
    "XML that multiplies itself",
    () =>
      `<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join("")}]><OFX>&j;</OFX>`,
    400,
  ],
  ["a quote that never closes", () => `"${"未完".repeat(200_000)}`, 400],
  [
    "a table that begins anew very many times",
    () => Array.from({ length: 201 }, (_, at) => `日期,金额,备注${at}\n2026-03-15,-1,x\n`).join(""),
    413,
  ],
  ["a workbook of very many sheets", () => months(101), 413],
  ["a workbook cut short", () => workbook().subarray(0, 1500), 400],
  [
    "bytes that mean nothing",
    () => Buffer.from(Uint8Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 256)),
    400,
  ],
  ["200 MB", () => Buffer.alloc(200 * 1024 * 1024, 65), 413],
];

const contents = new Map<string, Buffer | string>();

/** The file is made once for all engines. */
function contentOf(what: string): Buffer | string {
  const [, make] = HOSTILE.find(([name]) => name === what) as (typeof HOSTILE)[0];
  const content = contents.get(what) ?? make();
  contents.set(what, content);
  return content;
}

onEveryEngine("hostile uploads", (open) => {
  test("each is refused in words, leaves nothing, and the service goes on", async () => {
    const app = await open();
    const { userId } = await someone(app);
    for (const [what, , status] of HOSTILE) {
      const content = contentOf(what);
      const answering = upload(app, userId, content as Uint8Array<ArrayBuffer>);
      assert.equal((await app.get(`/api/accounts?userId=${userId}`)).status, 200, what);
      const answer = await answering;
      assert.equal(answer.status, status, `${what}: ${answer.text.slice(0, 300)}`);
      assert.match(answer.message as string, /[\u4e00-\u9fff]/, what);
      assert.equal((await app.get("/health")).status, 200, what);
    }
    assert.deepEqual((await app.get(`/api/imports?userId=${userId}`)).data, []);
    // What is odd but honest is read all the same.
    const odd = wechatBill([purchaseRow(1, { who: "<script>alert(1)</script>", what: "=1+1" })]);
    const read = await upload(app, userId, odd);
    assert.equal(read.data.rows[0].counterparty, "<script>alert(1)</script>");
    const zero = {
      id: "4200\0",
      who: "早\0点",
      status: "支付\0成功",
      method: "零\0钱",
      note: "\0",
    };
    const padded = await upload(app, userId, wechatBill([purchaseRow(2, zero)]));
    const [row] = padded.data.rows;
    assert.deepEqual([row.counterparty, row.status], ["早点", "支付成功"]);
    await app.close();
  });

  test("every sheet of a workbook is read", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId } = await someone(app);
    const read = await upload(app, userId, months(100) as Uint8Array<ArrayBuffer>, {}, "账单.xlsx");
    assert.equal(read.status, 200, read.text);
    assert.equal(read.data.rowCount, 100);
    assert.equal((await app.post(`/api/imports/${read.data.id}/commit`)).status, 200);
    const booked = await app.get(`/api/records?userId=${userId}`);
    const names = booked.data.map(({ description }: { description: string }) => description);
    assert.deepEqual([names.length, new Set(names).size], [100, 100]);
  });

  test("forms that are no upload are refused", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b';
    const cases: [string, RegExp, Record<string, string>?][] = [
      ["--x\r\nnonsense", /表单.*不完整/],
      ["", /缺少必填字段：userId/],
      [file, /表单.*不完整/],
      ["--x\r\n", /表单.*不完整/, { "content-type": "multipart/form-data" }],
      [
        `--x\r\ncontent-disposition: form-data; name="userId"\r\n\r\n${userId}\r\n--x--\r\n`,
        /没有文件/,
      ],
    ];
    for (const [body, message, sent = headers] of cases) {
      const answer = await app.call("POST", "/api/imports", body, sent);
      assert.equal(answer.status, 400, `${body} ${answer.text}`);
      assert.match(answer.text, message, body);
    }
    assert.deepEqual((await app.get(`/api/imports?userId=${userId}`)).data, []);
    // No other endpoint takes a form for a body.
    const form = new FormData();
    form.set("userId", String(userId));
    assert.equal((await app.post("/api/records", form)).status, 400);
    await app.close();
  });
});
