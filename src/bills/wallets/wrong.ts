/** Files that are often uploaded in place of the bill, and which file to fetch instead. */

import { type NoteCode, note } from "../../contract/notes.ts";
import { BillError } from "../file/bill-error.ts";
import type { BillFile } from "../file/container.ts";
import { hasTable } from "../format/format.ts";

/** A kind of wrong file, the header that gives it away, and what to say. */
const WRONG: { kind: string; header: string[]; message: NoteCode }[] = [
  {
    kind: "alipay-notebook",
    header: ["记录时间", "收支类型", "金额"],
    message: "wrongAlipayNotebook",
  },
  {
    kind: "alipay-merchant",
    header: ["账务流水号", "业务流水号", "收入金额（+元）"],
    message: "wrongAlipayMerchant",
  },
  {
    kind: "wechat-merchant",
    header: ["公众账号ID", "商户号", "微信订单号"],
    message: "wrongWechatMerchant",
  },
];

/** Throws BillError("wrong-file") when the file is one of these. */
export function refuseWrongFile(file: BillFile): void {
  for (const { kind, header, message } of WRONG) {
    if (hasTable(file, header)) throw new BillError("wrong-file", note(message), { kind });
  }
}
