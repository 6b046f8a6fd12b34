/** The bill that the benchmarks of imports read, and its way into a book. */
import type { Server } from "./server.ts";

/** A WeChat bill of a year, with ids, shops and two cards. Another `serial` has other ids. */
export function billText(rows: number, serial = 0): string {
  const lines = [
    "微信支付账单明细,,,,,,,,",
    "微信昵称：[小明],,,,,,,,",
    "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注",
  ];
  const start = Date.UTC(2025, 0, 1);
  const pause = 1_500_000 * Math.max(1, Math.floor(20_000 / rows));
  const number = 42_000 + serial;
  for (let row = 0; row < rows; row += 1) {
    const time = new Date(start + row * pause).toISOString().slice(0, 19).replace("T", " ");
    const shop = ["瑞幸咖啡", "滴滴出行", "永辉超市", "中国移动", `小店${row % 500}`][row % 5];
    const method = row % 3 === 0 ? "零钱" : "招商银行(1186)";
    lines.push(
      `${time},商户消费,${shop},"商品${row}",支出,¥${(row % 300) + 1}.${10 + (row % 90)},${method},支付成功,${number}${String(row).padStart(20, "0")}\t,M${row}\t,"/"`,
    );
  }
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

export interface Imported {
  id: number;
  previewMs: number;
  commitMs: number;
  /** Processor time of the whole server. */
  previewCpu: number;
  commitCpu: number;
  rowCount: number;
  /** Rows that became records. */
  records: number;
}

/** Uploads a bill and commits its preview. `onStep` is called before each of them. */
export async function importBill(
  server: Server,
  userId: number,
  bytes: Uint8Array<ArrayBuffer>,
  onStep: (step: "preview" | "commit") => unknown = () => {},
): Promise<Imported> {
  const base = `http://127.0.0.1:${server.port}/api/imports`;
  const form = new FormData();
  form.set("userId", String(userId));
  form.set("file", new Blob([bytes]), "bill.csv");
  await onStep("preview");
  const [started, startCpu] = [performance.now(), server.cpuMs()];
  const uploaded = await fetch(base, { method: "POST", body: form });
  const { id, rowCount } = await data<{ id: number; rowCount: number }>(uploaded, "rowCount");
  const previewMs = performance.now() - started;
  const previewCpu = server.cpuMs() - startCpu;
  await onStep("commit");
  const [previewed, previewedCpu] = [performance.now(), server.cpuMs()];
  const answer = await fetch(`${base}/${id}/commit`, { method: "POST" });
  const { result } = await data<{ result: { records: number } }>(answer, "result");
  return {
    ...{ id, rowCount },
    ...{ previewMs, previewCpu },
    commitMs: performance.now() - previewed,
    commitCpu: server.cpuMs() - previewedCpu,
    records: result.records,
  };
}

/** The data of an answer, which fails without what it must have. */
async function data<T extends object>(answer: Response, field: keyof T): Promise<T> {
  const body = (await answer.json()) as { data: T | null };
  if (body.data?.[field] == null) throw new Error(JSON.stringify(body).slice(0, 500));
  return body.data;
}
