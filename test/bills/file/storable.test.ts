/** No text of a bill holds what a database cannot: NUL, or half of a surrogate pair. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBill } from "../../../src/bills/index.ts";
import { indexRows, sample } from "../samples.ts";

/** Zeros at the end of every third line, as exports of fixed width pad them. */
function padded(bytes: Uint8Array): Uint8Array {
  const parts: number[] = [];
  let line = 0;
  for (const byte of bytes) {
    if (byte === 0x0a && ++line % 3 === 0) parts.push(0, 0);
    parts.push(byte);
  }
  return Uint8Array.from(parts);
}

const read = (bytes: Uint8Array) =>
  readBill(bytes, { zone: "Asia/Shanghai" }).then(
    (bills) => bills.map(({ lines, accounts }) => ({ lines, accounts })),
    (error: Error & { code?: string }) => error.code,
  );

test("zeros that pad the lines of a bill change nothing of it", async () => {
  const texts = indexRows().filter(({ file = "" }) => !/\.(xlsx?|zip|gz)$/i.test(file));
  assert.ok(texts.length > 20, String(texts.length));
  for (const { file = "" } of texts) {
    const bytes = sample(file);
    if (bytes.includes(0)) continue;
    assert.deepEqual(await read(padded(bytes)), await read(bytes), file);
  }
});

test("a reference to a character that no text holds is left out", async () => {
  const line = (
    note: string,
  ) => `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id></Acct>
    <Ntry><Amt Ccy="CNY">32.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-03-05</Dt></BookgDt>
    <NtryRef>123</NtryRef><AddtlNtryInf>${note}</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const [plain] = await readBill(Buffer.from(line("coffee")));
  for (const reference of ["&#0;", "&#x0;", "&#xD800;"]) {
    const [bill] = await readBill(Buffer.from(line(`cof${reference}fee`)));
    const text = JSON.stringify(bill?.lines);
    assert.doesNotMatch(text, /\\u0000|\\ud800/i, reference);
    assert.equal(bill?.lines[0]?.amount, plain?.lines[0]?.amount);
  }
});
