/** Whether two names mean one account, as bills and banks name accounts. */

/** By the last four digits where both have them, else by the name; a bank's may be the longer one. */
export function sameAccount(one: string, other: string): "same" | "different" | "unknown" {
  if (one === "" || other === "") return "unknown";
  const [a, b] = [one, other].map((name) => /(\d{4})\)?\D*$/.exec(name.normalize("NFKC"))?.[1]);
  if (a && b) return a === b ? "same" : "different";
  const [kind, otherKind] = [cardKind(one), cardKind(other)];
  if (kind && otherKind && kind !== otherKind) return "different";
  const [x, y] = [bankName(one), bankName(other)];
  const banks = x.includes("银行") && y.includes("银行");
  return x === y || (banks && (x.includes(y) || y.includes(x))) ? "same" : "different";
}

function cardKind(account: string): "credit" | "debit" | undefined {
  if (account.includes("信用卡")) return "credit";
  return /储蓄卡|借记卡/.test(account) ? "debit" : undefined;
}

/** "中国工商银行信用卡" and "工商银行(9876)" name one bank. */
function bankName(account: string): string {
  return account
    .normalize("NFKC")
    .replace(/\(.*?\)|（.*?）|^中国(?!银行)|信用卡|储蓄卡|借记卡|还款|云闪付-|微信-|\s/g, "");
}
