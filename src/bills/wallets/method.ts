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

const DISCOUNT = /红包|优惠|立减|券|抵扣|集分宝|积分|满减|京豆|淘金币|津贴|补贴/;
const ACCOUNT =
  /银行|信用卡|储蓄卡|借记卡|余额|余利宝|花呗|借呗|信用购|零钱|白条|金条|小金库|月付|分付|云闪付|小荷包|数字人民币|亲情卡|亲属卡|亲密卡|购物金|礼品卡|E卡|储值|微信支付|支付宝|\(\d{4}\)/i;

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
  const parts = partsOf(text.normalize("NFKC"))
    .map((part) => part.trim().replace(/^账户余额$/, "余额"))
    .filter((part) => part !== "");
  const real = parts.filter((part) => !DISCOUNT.test(part));
  const [account = ""] = real;
  return { account, others: real.slice(1).filter((part) => ACCOUNT.test(part)) };
}

/** The ways that one cell joins; other signs than "&" may be part of a name. */
function partsOf(text: string): string[] {
  return text.split("&").flatMap((one) => {
    const parts = one.split(/[+、;,/|]/);
    return parts.every((part) => ACCOUNT.test(part) || DISCOUNT.test(part)) ? parts : [one];
  });
}
