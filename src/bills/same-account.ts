/** Whether two names mean one account, as bills and banks name accounts. */

/** By the last four digits where both have them, else by the bank's name within the other. */
export function sameAccount(one: string, other: string): "same" | "different" | "unknown" {
  if (one === "" || other === "") return "unknown";
  const [a, b] = [one, other].map((name) => /(\d{4})\)?\D*$/.exec(name.normalize("NFKC"))?.[1]);
  if (a && b) return a === b ? "same" : "different";
  const [x, y] = [one, other].map(bankName);
  if (x === undefined || y === undefined) return one === other ? "same" : "different";
  return x.includes(y) || y.includes(x) ? "same" : "different";
}

/** "中国工商银行信用卡" and "工商银行(9876)" name one bank. */
function bankName(account: string): string {
  return account
    .normalize("NFKC")
    .replace(/\(.*?\)|（.*?）|^中国(?!银行)|信用卡|储蓄卡|借记卡|还款|云闪付-|微信-|\s/g, "");
}
