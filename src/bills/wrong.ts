/** Files that are often uploaded in place of the bill, and which file to fetch instead. */
import type { BillFile } from "./container.ts";
import { tablesWith } from "./format.ts";
import { BillError } from "./line.ts";

const ALIPAY_STEPS =
  "请在支付宝 App 里依次打开：我的 → 账单 → 右上角“…” → 开具交易流水证明 → 用于个人对账，再导入邮箱收到的压缩包。";

/** A kind of wrong file, the header that gives it away, and what to say. */
const WRONG: { kind: string; header: string[]; message: string }[] = [
  {
    kind: "alipay-notebook",
    header: ["记录时间", "收支类型", "金额"],
    message: `这是支付宝“记账本”的导出，不是账单：它不含订单号，无法去重和核对退款。${ALIPAY_STEPS}`,
  },
  {
    kind: "alipay-merchant",
    header: ["账务流水号", "业务流水号", "收入金额（+元）"],
    message: `这是支付宝商家的“账务明细”，不是个人账单。${ALIPAY_STEPS}`,
  },
  {
    kind: "wechat-merchant",
    header: ["公众账号ID", "商户号", "微信订单号"],
    message:
      "这是微信支付商户平台的交易账单，不是个人账单。请在微信里依次打开：我 → 服务 → 钱包 → 账单 → 常见问题 → 下载账单 → 用于个人对账，再导入邮箱收到的压缩包。",
  },
];

/** Throws BillError("wrong-file") when the file is one of these. */
export function refuseWrongFile(file: BillFile): void {
  for (const { kind, header, message } of WRONG) {
    if (tablesWith(file, header).length > 0) throw new BillError("wrong-file", message, { kind });
  }
}
