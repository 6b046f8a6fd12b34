/**
 * Status words of bills (decisions W10): the known final words book, the known dead words are left out
 * with the reason, and any other word holds its rows until the user says whether the money moved.
 */

/** The known words of one status column. */
export interface StatusWords {
  /** The money has moved. */
  final: readonly string[];
  /** The same, but only of money that goes out: the seller has not received it yet. */
  paid?: readonly string[];
  /** No money has moved, and none will. */
  dead: readonly string[];
}

/** What a status word says of its row. */
export type Standing = "final" | "dead" | "unknown";

/** Says what a status word means; `out` for a row of money that goes out. */
export type StatusReader = (status: string, out?: boolean) => Standing;

/** Returns the reader of one list. Width, blanks and the case of letters make no difference. */
export function statusReader({ final, paid = [], dead }: StatusWords): StatusReader {
  const [finals, outs, deads] = [final, paid, dead].map((words) => new Set(words.map(plain)));
  return (status, out = false) => {
    const word = plain(status);
    if (finals!.has(word) || (out && outs!.has(word))) return "final";
    return deads!.has(word) ? "dead" : "unknown";
  };
}

function plain(word: string): string {
  return word.normalize("NFKC").replace(/\s+/g, "").toLowerCase();
}

/** The words of status columns in tables of no known format, Chinese and English. */
export const COMMON_STATUS: StatusWords = {
  final: [
    ...["交易成功", "支付成功", "付款成功", "转账成功", "还款成功", "退款成功", "充值成功"],
    ...["提现成功", "收款成功", "缴费成功", "交易完成", "已完成", "完成", "成功", "已入账"],
    ...["已支付", "已付款", "已到账", "已记账", "正常", "gebucht", "umsatz gebucht", "verbucht"],
    ...["completed", "complete", "success", "successful", "succeeded", "settled", "posted"],
    ...["cleared", "booked", "paid", "approved", "processed", "executed", "reconciled", "done"],
  ],
  dead: [
    ...["交易关闭", "已关闭", "交易失败", "支付失败", "付款失败", "转账失败", "还款失败", "失败"],
    ...["充值失败", "提现失败", "已取消", "交易取消", "取消", "已撤销", "交易撤销", "撤销"],
    ...["等待付款", "待付款", "未付款", "未支付", "待支付", "已拒绝", "拒绝"],
    ...["failed", "failure", "cancelled", "canceled", "declined", "rejected", "reverted", "void"],
    ...["voided", "expired", "denied", "error", "unpaid"],
  ],
};

const PENDING =
  /^(umsatz vorgemerkt|vorgemerkt|offen|pending|authori[sz]ed|authori[sz]ation|processing|未入账|待入账|未记账|处理中|预授权|en attente|en cours|pendiente|pendente|in attesa|in behandeling|承認待ち|未確定|승인대기)$/i;

/** Whether a cell says, and nothing else, that its row's money has not moved yet. */
export function saysPending(cell: string): boolean {
  return PENDING.test(cell);
}
