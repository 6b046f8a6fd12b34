import type { Words } from "../messages.ts";

export const matchingNotes = {
  sameBankWallet: {
    zh: "银行流水和钱包账单里像是同一笔付款：金额相同，时间相近",
    en: "Perhaps one payment in the bank's statement and in the wallet's bill: same amount, near in time",
  },
  sameWalletShop: {
    zh: "购物平台和支付钱包里像是同一笔付款：金额相同，时间相近",
    en: "Perhaps one payment in the shop's bill and in the wallet's: same amount, near in time",
  },
  sameTwoSides: {
    zh: "像是同一笔转账，从两个账户各看到一次",
    en: "Perhaps one transfer, seen from both of its accounts",
  },
} as const satisfies Record<string, Words>;
