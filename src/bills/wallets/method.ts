/** The way something was paid, as wallets word it, to the one account that it names. */
import { filledCell } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";

/** A payment method, taken apart. */
export interface Method {
  /** "招商银行信用卡(1186)", "余额", "花呗"; "" when the cell is empty. */
  account: string;
  /** Real accounts beside the first one; the file does not say how much came from each. */
  others: readonly string[];
}

const DISCOUNT = /红包|优惠|立减|券|抵扣|集分宝|积分|满减/;
const ACCOUNT = /银行|信用卡|储蓄卡|借记卡|余额|花呗|借呗|零钱|白条|月付|云闪付|小荷包|\(\d{4}\)/;

/**
 * Reads "花呗&碰一下立减", "招商银行储蓄卡（1186）", "账户余额". Amounts are net of discounts, so a
 * discount's part is dropped; a part that is no known account counts as a discount too, because
 * new names for discounts appear every year.
 */
export function readMethod(cell: Cell | undefined): Method {
  const text = filledCell(cell);
  const known = methods.get(text);
  if (known) return known;
  const method = methodOf(text);
  if (methods.size >= MAX_KEPT) methods.clear();
  methods.set(text, method);
  return method;
}

/** A file names a handful of methods, over and over. */
const methods = new Map<string, Method>();
const MAX_KEPT = 1000;

function methodOf(text: string): Method {
  const parts = text
    .normalize("NFKC")
    .split("&")
    .map((part) => part.trim().replace(/^账户余额$/, "余额"))
    .filter((part) => part !== "");
  const real = parts.filter((part) => !DISCOUNT.test(part));
  const [account = ""] = real;
  return { account, others: real.slice(1).filter((part) => ACCOUNT.test(part)) };
}
