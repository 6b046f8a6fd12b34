/** What the readers of bank statements say. */
import type { Words } from "../messages.ts";

export const bankNotes = {
  bankTitle: { zh: "{bank}对账单", en: "Statement of {bank}" },
  bankDebitTitle: { zh: "{bank}储蓄卡明细", en: "Debit card statement of {bank}" },
  bankCreditTitle: { zh: "{bank}信用卡账单", en: "Credit card statement of {bank}" },
  securitiesTitle: { zh: "证券资金流水", en: "Cash list of a securities account" },
  securitiesOnlyCash: {
    zh: "只读取银证转账、红利和利息；证券的买卖和市值变化请用余额调整记录",
    en: "Only transfers with the bank, dividends and interest are read; enter changes of value as corrections of the balance",
  },
  brokerTransfer: { zh: "银证转账", en: "Transfer between bank and broker" },
  interestTax: { zh: "利息税", en: "Tax on interest" },
  walletOut: { zh: "钱包提现", en: "Taken out of a wallet" },
  walletIn: { zh: "转入钱包", en: "Put into a wallet" },
  cashIn: { zh: "存现金", en: "Cash paid in" },
  cashOut: { zh: "取现金", en: "Cash taken out" },
  redeemed: { zh: "赎回", en: "Redeemed" },
  invested: { zh: "申购", en: "Invested" },
  ownTransferIn: {
    zh: "这笔转入是别人付来的，还是从自己的其他账户转来的？",
    en: "Was this money paid by somebody else, or moved from another account of yours?",
  },
  ownTransferOut: {
    zh: "这笔转出是付给别人的，还是转到自己的其他账户？",
    en: "Was this money paid to somebody else, or moved to another account of yours?",
  },
  maybeOwnTransfer: {
    zh: "写着转账：如果对方是您自己的账户，请改成转账",
    en: "It says transfer: if the other account is yours, make it one",
  },
  signsTurned: {
    zh: "按余额的变化看，这个文件的收支方向写反了，已按余额更正，请核对",
    en: "By its balances this file writes money in and out the other way round; it was corrected. Please check",
  },
  balancesProveNothing: {
    zh: "余额的变化和每笔金额对不上，无法用余额验证收支方向，请抽查几笔",
    en: "The balances do not move by the amounts, so that they prove no direction; please check some rows",
  },
} as const satisfies Record<string, Words>;
