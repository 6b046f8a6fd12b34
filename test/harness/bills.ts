/** Bills for tests of imports, written as their providers write them. */
import assert from "node:assert/strict";
import type { Answer, TestApp } from "./app.ts";

/** One row of a WeChat bill. */
export interface WechatRow {
  time: string;
  type?: string;
  who: string;
  what?: string;
  /** "收入", "支出" or "/". */
  direction?: string;
  yuan: string;
  method?: string;
  status?: string;
  id: string;
  merchantId?: string;
  note?: string;
}

/** A WeChat bill as CSV. */
export function wechatBill(rows: WechatRow[]): string {
  const head = [
    "微信支付账单明细,,,,,,,,",
    "微信昵称：[小明],,,,,,,,",
    "起始时间：[2026-01-01 00:00:00] 终止时间：[2026-12-31 23:59:59],,,,,,,,",
    "----------------------微信支付账单明细列表--------------------,,,,,,,,",
    "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注",
  ];
  const lines = rows.map((row) =>
    [
      row.time,
      row.type ?? "商户消费",
      row.who,
      `"${row.what ?? "/"}"`,
      row.direction ?? "支出",
      `¥${row.yuan}`,
      row.method ?? "零钱",
      row.status ?? "支付成功",
      `${row.id}\t`,
      `${row.merchantId ?? "/"}\t`,
      `"${row.note ?? "/"}"`,
    ].join(","),
  );
  return `\uFEFF${[...head, ...lines].join("\r\n")}\r\n`;
}

/** A plain WeChat purchase number `index`. */
export function purchaseRow(index: number, change: Partial<WechatRow> = {}): WechatRow {
  const day = String((index % 28) + 1).padStart(2, "0");
  const minute = String(index % 60).padStart(2, "0");
  return {
    time: `2026-03-${day} 12:${minute}:07`,
    who: `商户${index}`,
    what: `商品${index}`,
    yuan: `${1 + (index % 90)}.5${index % 10}`,
    id: `42000012342026030${String(index).padStart(11, "0")}`,
    ...change,
  };
}

/** A withdrawal number `index` from the wallet to a bank's card: a transfer of 100.00 and its fee of 0.10. */
export function withdrawalRow(index: number, change: Partial<WechatRow> = {}): WechatRow {
  return purchaseRow(index, {
    who: "招商银行",
    type: "零钱提现",
    direction: "/",
    yuan: "100.10",
    method: "招商银行(1186)",
    status: "提现已到账",
    note: "服务费¥0.10",
    ...change,
  });
}

/** A payment of 500.00 into an account of the user's own, as the bank that it left tells it. */
export const PAYMENT_AT_BANK = [
  "# 招商银行交易记录",
  '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
  '"\t20260305","\t12:30:05","","\t500.00","\t1000.00","\t转账","\t转账汇款"',
].join("\r\n");

/** The same as the wallet tells it where it arrived. */
export const PAYMENT_IN_WALLET = wechatBill([
  purchaseRow(3, {
    time: "2026-03-05 12:30:00",
    who: "招商银行",
    type: "转账",
    what: "转账",
    direction: "收入",
    yuan: "500.00",
    status: "已存入零钱",
  }),
]);

/** Uploads a bill and answers whatever comes. */
export function upload(
  app: TestApp,
  userId: number,
  file: string | Uint8Array | undefined,
  fields: Record<string, string | number> = {},
  name = "bill.csv",
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  form.set("userId", String(userId));
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  if (file !== undefined) form.set("file", new Blob([file as Uint8Array<ArrayBuffer>]), name);
  return app.post("/api/imports", form, headers);
}

/** Uploads a bill that can be read. */
export async function preview(
  app: TestApp,
  userId: number,
  file: string | Uint8Array,
  fields: Record<string, string | number> = {},
) {
  const answer = await upload(app, userId, file, fields);
  assert.equal(answer.status, 200, answer.text.slice(0, 500));
  return answer.data;
}

/** Commits a preview. */
export async function commit(app: TestApp, importId: number) {
  const answer = await app.post(`/api/imports/${importId}/commit`);
  assert.equal(answer.status, 200, answer.text.slice(0, 500));
  return answer.data;
}

/** Every row of a preview. */
export async function rowsOf(app: TestApp, importId: number) {
  return (await app.get(`/api/imports/${importId}/rows`)).data;
}

/** How many rows of a preview have a fate. */
export function countOf(shown: { fates: { fate: string; count: number }[] }, fate: string): number {
  return shown.fates.filter((one) => one.fate === fate).reduce((sum, { count }) => sum + count, 0);
}
