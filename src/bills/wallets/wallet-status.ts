/** The status words of each wallet and shop (decisions W10); docs/bills.md shows them as a table. */
import { type StatusWords, statusReader } from "../values/status-words.ts";

/** Alipay, all layouts. 交易关闭 and 已关闭 are in no list: what they mean is told by the row. */
export const ALIPAY_STATUS: StatusWords = {
  final: [
    ...["交易成功", "支付成功", "付款成功", "代付成功", "亲情卡付款成功", "收款成功", "转账成功"],
    ...["充值成功", "提现成功", "提取成功", "缴费中", "缴费成功", "退款成功", "还款成功"],
    ...["放款成功", "退税成功", "赎回成功"],
  ],
  paid: ["等待确认收货", "等待对方发货", "等待对方确认收货", "等待卖家发货"],
  dead: [
    ...["等待付款", "等待买家付款", "等待对方付款", "待付款", "付款失败", "支付失败", "交易失败"],
    ...["转账失败", "还款失败", "充值失败", "提现失败", "提取失败", "缴费失败", "已取消"],
    ...["交易取消", "已撤销", "交易撤销", "冻结成功", "解冻成功", "信用服务使用成功"],
    "芝麻免押下单成功",
  ],
};

/** WeChat Pay. "已退款(￥39.93)" is read as 已退款. */
export const WECHAT_STATUS: StatusWords = {
  final: [
    ...["支付成功", "已转账", "对方已收钱", "朋友已收钱", "已存入零钱", "已存入经营账户"],
    ...["已转入零钱通", "已收钱", "已到账", "充值完成", "充值成功", "提现已到账", "已全额退款"],
    ...["已退款", "对方已退还"],
  ],
  dead: [
    ...["已关闭", "交易关闭", "支付失败", "交易失败", "充值失败", "提现失败"],
    ...["提现失败，已退回零钱", "未支付", "待支付", "已取消", "已撤销"],
  ],
};

/** JD. */
export const JD_STATUS: StatusWords = {
  final: [
    ...["交易成功", "支付成功", "付款成功", "退款成功", "还款成功", "充值成功", "提现成功"],
    ...["交易完成", "已完成"],
  ],
  dead: [
    ...["等待付款", "待付款", "付款失败", "支付失败", "交易失败", "交易关闭", "已关闭", "已取消"],
    ...["交易取消", "已撤销", "冻结成功", "解冻成功", "冻结", "解冻", "还款失败", "充值失败"],
    "提现失败",
  ],
};

/** Meituan, whose 交易类型 is the only word on what became of a row. */
export const MEITUAN_STATUS: StatusWords = {
  final: ["支付", "退款", "还款", "充值", "提现"],
  dead: [
    "支付失败",
    "交易失败",
    "退款失败",
    "还款失败",
    "充值失败",
    "提现失败",
    "交易关闭",
    "已取消",
  ],
};

/** The readers of the lists, made once. */
export const alipayStatus = statusReader(ALIPAY_STATUS);
export const wechatStatus = statusReader(WECHAT_STATUS);
export const jdStatus = statusReader(JD_STATUS);
export const meituanStatus = statusReader(MEITUAN_STATUS);
