/** What opening and saving a bill in Excel does to it. */
import { readId } from "./cells.ts";
import type { Bill } from "./line.ts";
import type { TableRow } from "./table.ts";

/** Adds a notice when ids of these columns have become numbers with an exponent. */
export function noticeMangledIds(
  bill: Bill,
  rows: readonly TableRow[],
  ...columns: string[]
): void {
  const mangled = rows.filter((row) => readId(row.cell(...columns)).mangled).length;
  if (mangled === 0) return;
  bill.notices.push(
    `文件被 Excel 另存过，${mangled} 个订单号已损坏；去重改用时间、金额和商户，最好导入没有打开过的原文件`,
  );
}
