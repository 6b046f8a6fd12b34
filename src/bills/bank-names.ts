/**
 * Which bank, card and kind of card a name of an account means, as bills and people write them:
 * "招商银行储蓄卡(1186)", "招行", "CMB 1186", "信用卡（招商）".
 */

/** The short names that people use, by the word that stands before 银行. */
const SHORT: Record<string, RegExp> = {
  工商: /工行|(?<![a-z])icbc(?![a-z])/i,
  建设: /建行|(?<![a-z])ccb(?![a-z])/i,
  农业: /农行|(?<![a-z])abc(?![a-z])/i,
  中国: /(?<!\p{sc=Han})中行|(?<![a-z])boc(?![a-z])/iu,
  交通: /交行|(?<![a-z])bocom(?![a-z])/i,
  招商: /招行|(?<![a-z])cmb(?![a-z])/i,
  邮政储蓄: /邮储|(?<![a-z])psbc(?![a-z])/i,
  中信: /(?<![a-z])citic(?![a-z])/i,
  光大: /(?<![a-z])ceb(?![a-z])/i,
  民生: /(?<![a-z])cmbc(?![a-z])/i,
  兴业: /(?<![a-z])cib(?![a-z])/i,
  浦东发展: /浦发|(?<![a-z])spdb(?![a-z])/i,
  广发: /广发(?!证券|基金)|(?<![a-z])cgb(?![a-z])/i,
  平安: /(?<![a-z])pab(?![a-z])/i,
  汇丰: /汇丰|(?<![a-z])hsbc(?![a-z])/i,
};

/** Banks that are written with 银行 and with a longer name before it. */
const LONG: readonly [RegExp, string][] = [
  [/邮储$|储蓄$/, "邮政储蓄"],
  [/浦东?发展?$/, "浦东发展"],
  [/广东发展$/, "广发"],
];

/** The bank that a name tells, as the word before 银行; undefined where it tells none. */
export function bankOf(name: string): string | undefined {
  const plain = plainName(name);
  const written = knownWithin(plain) ?? /^(\p{sc=Han}{2,10}?)银行/u.exec(plain)?.[1];
  if (written !== undefined) {
    return LONG.find(([pattern]) => pattern.test(written))?.[1] ?? written;
  }
  return Object.keys(SHORT).find((bank) => (SHORT[bank] as RegExp).test(plain));
}

/** A bank of the list that stands within the name: "工资卡 招商银行". */
function knownWithin(plain: string): string | undefined {
  return Object.keys(SHORT).find((bank) => plain.includes(`${bank}银行`));
}

/** Without blanks around Chinese, the wallet before a bank, and 中国 before another bank's name. */
function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/(?<=\p{sc=Han})\s+|\s+(?=\p{sc=Han})/gu, "")
    .replace(/^(云闪付|微信|支付宝|京东)-/, "")
    .replace(/^中国(?!银行)/, "");
}

/** What kind of card a name says; undefined where it does not. */
export function cardKindOf(name: string): "credit" | "debit" | undefined {
  if (/信用卡|贷记卡|credit/i.test(name)) return "credit";
  return /储蓄卡|借记卡|debit/i.test(name) ? "debit" : undefined;
}

/** The last four digits of a card: "招商银行信用卡(7449)" → "7449". */
export function cardTailOf(name: string): string | undefined {
  return /(\d{4})\)?\s*$/.exec(name.normalize("NFKC"))?.[1];
}
