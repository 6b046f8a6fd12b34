/** Damaged workbooks are refused in words, and nothing of it is written to the console. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as XLSX from "@e965/xlsx";
import { BillError } from "../../src/bills/file/bill-error.ts";
import { readBill } from "../../src/bills/index.ts";
import { WECHAT, workbook } from "./build.ts";

/** What is written to the console meanwhile. */
async function heard(work: () => unknown): Promise<unknown[]> {
  const lines: unknown[] = [];
  const { error, warn, log } = console;
  const note = (...words: unknown[]) => lines.push(words.join(" "));
  Object.assign(console, { error: note, warn: note, log: note });
  try {
    await work();
  } finally {
    Object.assign(console, { error, warn, log });
  }
  return lines;
}

function readByTheLibrary(bytes: Uint8Array): void {
  try {
    XLSX.read(bytes, { type: "array" });
  } catch {
    // It may well refuse the file; here it is only listened to.
  }
}

test("a damaged workbook leaves no noise, and what is ours is still heard afterwards", async () => {
  const whole = workbook({ 账单: [WECHAT, ["2026-01-01", "a", "b", "c", "支出", 1]] }, "biff8");
  let noisy = 0;
  for (let at = 512; at < whole.length; at += 37) {
    const damaged = Uint8Array.from(whole);
    damaged.fill(0x5d, at, at + 4);
    noisy += (await heard(() => readByTheLibrary(damaged))).length;
    const said = await heard(async () => {
      await readBill(damaged).catch((error: unknown) => {
        if (!(error instanceof BillError)) throw error;
      });
      console.error("ours");
    });
    assert.deepEqual(said, ["ours"]);
  }
  assert.ok(noisy > 0, "no damage made the library speak: the test proves nothing");
});
