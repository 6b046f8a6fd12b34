/** Makes small bills of every container for the tests. */
import assert from "node:assert/strict";
import * as XLSX from "@e965/xlsx";
import * as zip from "@zip.js/zip.js";
import type { Bill, BillLine } from "../../src/bills/bill/line.ts";
import { BillError } from "../../src/bills/file/bill-error.ts";
import { type ReadOptions, readBill } from "../../src/bills/index.ts";

/** Text as UTF-8 bytes. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Reads text that holds exactly one bill. */
export async function readText(text: string, options: ReadOptions = {}): Promise<Bill> {
  return readOne(bytesOf(text), options);
}

/** Reads bytes that hold exactly one bill. */
export async function readOne(bytes: Uint8Array, options: ReadOptions = {}): Promise<Bill> {
  const bills = await readBill(bytes, options);
  if (bills.length !== 1) throw new Error(`${bills.length} bills`);
  return bills[0] as Bill;
}

/** The refusal of a file. */
export async function refusal(bytes: Uint8Array, options: ReadOptions = {}): Promise<BillError> {
  try {
    await readBill(bytes, options);
  } catch (error) {
    if (error instanceof BillError) return error;
    throw error;
  }
  throw new Error("the file was read");
}

/** Columns of the app's Alipay bill since 2023. */
export const ALIPAY =
  "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,";

/** Fields of one Alipay row that matter to a test; the rest is ordinary. */
export interface AlipayFields {
  time?: string;
  category?: string;
  party?: string;
  text?: string;
  direction?: string;
  amount?: string;
  method?: string;
  status?: string;
  id?: string;
  merchant?: string;
}

/** An Alipay bill with these rows. */
export function alipayText(...rows: AlipayFields[]): string {
  const lines = rows.map((row, at) =>
    [
      row.time ?? `2026-06-15 12:00:${String(at).padStart(2, "0")}`,
      row.category ?? "餐饮美食",
      row.party ?? "示例商户",
      "/",
      row.text ?? "商品",
      row.direction ?? "支出",
      row.amount ?? "10.00",
      row.method ?? "余额宝",
      row.status ?? "交易成功",
      `${row.id ?? `202606152200101234567890${at}7`}\t`,
      `${row.merchant ?? ""}\t`,
      "",
      "",
    ].join(","),
  );
  return ["导出信息：", "支付宝账户：138****0000", ALIPAY, ...lines].join("\r\n");
}

/** Columns of WeChat's bill. */
export const WECHAT = [
  "交易时间",
  "交易类型",
  "交易对方",
  "商品",
  "收/支",
  "金额(元)",
  "支付方式",
  "当前状态",
  "交易单号",
  "商户单号",
  "备注",
];

/** A WeChat CSV with these rows, given as they stand in the file. */
export function wechatText(...rows: string[]): string {
  return ["微信支付账单明细", "微信昵称：[测试]", WECHAT.join(","), ...rows].join("\r\n");
}

/** One line of an Alipay bill. */
export async function alipayLine(row: AlipayFields): Promise<BillLine> {
  const bill = await readText(alipayText(row));
  return bill.lines[0] as BillLine;
}

/** One line of a WeChat bill. */
export async function wechatLine(row: string): Promise<BillLine> {
  const bill = await readText(wechatText(row));
  return bill.lines[0] as BillLine;
}

/** A workbook with these sheets. */
export function workbook(
  sheets: Record<string, unknown[][]>,
  bookType: "xlsx" | "biff8" | "biff5" | "xlsb" | "ods" = "xlsx",
): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name);
  }
  return new Uint8Array(XLSX.write(book, { type: "buffer", bookType, compression: true }));
}

/** A zip archive; `options` as zip.js takes them (password, zipCrypto). */
export async function archive(
  files: Record<string, Uint8Array>,
  options: zip.ZipWriterAddDataOptions = {},
): Promise<Uint8Array> {
  const writer = new zip.ZipWriter(new zip.Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, bytes] of Object.entries(files)) {
    await writer.add(name, new zip.Uint8ArrayReader(bytes), { useWebWorkers: false, ...options });
  }
  return writer.close();
}

/** Of the processor. What is not linear in the file takes minutes at these sizes, what is takes a second. */
const ENDLESS_MS = 60_000;

/** Fails when the work goes on without end: a guard, not a figure of speed, which bench/ has. */
export async function endsInTime<T>(work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < ENDLESS_MS, "the work does not end");
  return result;
}
