/**
 * What the name of an account says: which bank, which kind of card, which digits, which wallet.
 * Bills, banks and people write one account in many ways: "招商银行储蓄卡(1186)", "招行", "CMB 1186",
 * "6225****1186", "零钱", "微信钱包".
 */

import type { AccountKind } from "../contract/fields.ts";
import { simplified } from "./plain-text.ts";
import { wordTable } from "./word-table.ts";

export type CardKind = "credit" | "debit";

/** A name, taken apart. */
export interface AccountWords {
  /** The name as it is compared: no blanks, no brackets, small letters. */
  plain: string;
  /** The wallet, fund or credit line: "微信零钱", "余额宝", "花呗", "现金". */
  wallet?: string;
  /** Says the wallet as a whole (微信, 支付宝), which a bill also writes for a card behind it. */
  channel: boolean;
  /** The word before 银行: "招商". */
  bank?: string;
  kind?: CardKind;
  /** The last four digits of the card or account. */
  tail?: string;
  /** The digits that are written besides them: the whole number, or those before a mask. */
  head?: string;
  /** ISO 4217; "CNY" where the name says none. */
  currency: string;
  /** Wealth, loans and the like, which a bank keeps beside its cards. */
  besides: boolean;
}

/** The short names that people use, by the word that stands before 银行. */
const SHORT = wordTable<string>({
  工商: "工行|(?<![a-z])icbc(?![a-z])",
  建设: "建行|(?<![a-z])ccb(?![a-z])",
  农业: "农行|(?<![a-z])abc(?![a-z])",
  中国: "(?<!\\p{sc=Han})中行|(?<![a-z])boc(?![a-z])",
  交通: "交行|(?<![a-z])(?:bocom|bcm)(?![a-z])",
  招商: "招行|^招商$|(?<![a-z])cmb(?![a-z])",
  邮政储蓄: "邮储|(?<![a-z])psbc(?![a-z])",
  中信: "(?<![a-z])citic(?![a-z])",
  光大: "(?<![a-z])ceb(?![a-z])",
  民生: "(?<![a-z])cmbc(?![a-z])",
  兴业: "(?<![a-z])cib(?![a-z])",
  浦东发展: "浦发|(?<![a-z])spdb(?![a-z])",
  广发: "广发(?!证券|基金)|(?<![a-z])cgb(?![a-z])",
  平安: "(?<![a-z])pab(?![a-z])",
  汇丰: "汇丰|(?<![a-z])hsbc(?![a-z])",
});

/** Banks that are known by 银行 alone; those of towns are read from the name itself. */
const BANKS =
  "华夏 浙商 渤海 恒丰 北京 上海 江苏 宁波 南京 杭州 徽商 微众 网商 渣打 花旗 东亚 恒生".split(" ");

/** Banks that are written with 银行 and with a longer name before it. */
const LONG: readonly [RegExp, string][] = [
  [/邮储$|储蓄$/, "邮政储蓄"],
  [/浦东?发展?$/, "浦东发展"],
  [/广东发展$/, "广发"],
];

const SHORT_PATTERNS = Object.entries(SHORT).map(([bank, source]): [string, RegExp] => [
  bank,
  new RegExp(source, "iu"),
]);

/** Those that are named without 银行 as well; 中国信用卡 would say none. */
const CARD_BANKS = [...Object.keys(SHORT), "浦发", "邮储"]
  .filter((bank) => bank !== "中国")
  .join("|");

/** What 银行 follows without being a bank. */
const NO_BANK = /^(手机|网上|电子|网络|个人|企业|私人|直销)$/;

/** Where a bank's short name is the beginning of another word: 交行李费, 农行动, 建行贷款. */
const OTHER_WORD = "(?![李程人政为走驶情动贷])";

/** A bank as a line names it, in any of its spellings; a town's bank only at the beginning of a word. */
export const BANK_IN_LINE = [
  `(?:中国|上海)?(?:${[...Object.keys(SHORT), "浦发", "邮储", "广东发展", ...BANKS].join("|")})银行`,
  "(?<!\\p{sc=Han})(?:(?![去到在从给向往找跟和天的])\\p{sc=Han}){2,4}银行(?!卡)",
  `(?:${CARD_BANKS})(?=信用卡|贷记卡|储蓄卡|借记卡)`,
  `(?:${Object.values(SHORT).join("|")}|招商(?!证券|基金|局|引资))${OTHER_WORD}`,
].join("|");

/** The bank that a name tells, as the word before 银行; undefined where it tells none. */
export function bankOf(name: string): string | undefined {
  const plain = withoutChannel(name);
  const written = knownWithin(plain) ?? /^(\p{sc=Han}{2,10}?)银行/u.exec(plain)?.[1];
  if (written !== undefined && !NO_BANK.test(written)) {
    return LONG.find(([pattern]) => pattern.test(written))?.[1] ?? written;
  }
  return SHORT_PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** A bank of the list that stands within the name: "工资卡 招商银行", "招商信用卡", "信用卡(招商)". */
function knownWithin(plain: string): string | undefined {
  const known = [...Object.keys(SHORT), ...BANKS];
  return (
    known.find((bank) => plain.includes(`${bank}银行`)) ??
    CARD_OF_BANK.exec(plain)?.slice(1).find(Boolean)
  );
}

/** A bank without the word 银行: before a kind of card, or in brackets. */
const CARD_OF_BANK = new RegExp(
  `(${CARD_BANKS})(?:信用卡|贷记卡|储蓄卡|借记卡)|[(（](${CARD_BANKS})[)）]`,
);

/** Without blanks around Chinese, the wallet before a bank, and 中国 before another bank's name. */
function withoutChannel(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/(?<=\p{sc=Han})\s+|\s+(?=\p{sc=Han})/gu, "")
    .replace(/^(云闪付|微信|支付宝|京东)-/, "")
    .replace(/^中国(?!银行)/, "");
}

/** What kind of card a name says; undefined where it does not. */
export function cardKindOf(name: string): CardKind | undefined {
  if (/信用卡|贷记卡|credit/i.test(name)) return "credit";
  return /储蓄卡|借记卡|debit/i.test(name) ? "debit" : undefined;
}

/** What an account is for, as its name says; undefined for a plain one. */
export function purposeOf(name: string): AccountKind | undefined {
  if (cardKindOf(name) === "credit" || /花呗|白条|月付/.test(name)) return "credit";
  if (/借呗|金条|[房车消费]贷|贷款/.test(name)) return "loan";
  return /理财通|基金/.test(name) ? "asset" : undefined;
}

/** A telephone number is an owner's, not a card's. */
const PHONE = /(?<!\d)1[3-9]\d[\d*]{4}\d{4}(?!\d)/g;

/** Numbers with a mask (6225****1186), whole ones, and four digits that the name says to be a tail. */
const NUMBERS: readonly RegExp[] = [
  /(\d{3,})?[\s-]*[*xX•·.]{2,}[\s-]*(\d{4})(?!\d)/,
  /()(?:尾号|尾数|末四位)[为是:]?\s*(\d{4})(?!\d)/,
  /(?<!\d)(\d{6,}|(?:\d{4}[\s-]){2,4})(\d{4})\)?\s*$/,
  /()\((\d{4})\)/,
];

/** The digits of a card: "招商银行信用卡(7449)" ends in 7449, "6225****1186" in 1186 and begins with 6225. */
export function cardDigitsOf(name: string): { tail?: string; head?: string } {
  const plain = name.normalize("NFKC").replace(PHONE, "");
  for (const pattern of NUMBERS) {
    const [, head = "", tail] = pattern.exec(plain) ?? [];
    if (tail === undefined) continue;
    const digits = head.replace(/\D/g, "");
    return digits === "" ? { tail } : { tail, head: digits };
  }
  // Four digits at the end may also be a year (旅行基金 2026): a card or a bank must be named.
  const bare = /(?<!\d)(\d{4})\s*$/.exec(plain)?.[1];
  const isCard = /^\s*\d{4}\s*$/.test(plain) || /卡|card/i.test(plain) || bankOf(name);
  return bare !== undefined && isCard && !BESIDES.test(plain) ? { tail: bare } : {};
}

/** What a bank also keeps for people, and what is no card. */
const BESIDES = /理财|基金|定期|存款|贷(?!记卡)|证券|股票|公积金|社保|黄金|还款计划/;

/**
 * Wallets, funds and credit lines by their usual name, with the others in use. Behind "|" stand the
 * names of the whole wallet, which a bill also writes where a card of that wallet has paid.
 */
const WALLETS = wordTable<string>({
  微信零钱:
    "零钱 微信零钱 微信余额 零钱账户|微信 微信钱包 微信支付 微信账户 wechat wechatpay wx vx",
  零钱通: "零钱通 微信零钱通",
  理财通: "理财通 微信理财通",
  经营账户: "经营账户 微信经营账户",
  支付宝余额: "支付宝余额 支付宝账户余额|支付宝 支付宝钱包 支付宝账户 alipay zfb",
  余额宝: "余额宝 支付宝余额宝",
  花呗: "花呗 支付宝花呗 蚂蚁花呗",
  借呗: "借呗 支付宝借呗 蚂蚁借呗",
  京东余额: "京东余额 京东钱包 京东钱包余额|京东",
  白条: "白条 京东白条",
  京东小金库: "小金库 京东小金库",
  美团余额: "美团余额 美团钱包|美团",
  美团月付: "美团月付",
  抖音月付: "抖音月付",
  QQ钱包: "qq钱包 qq余额",
  数字人民币: "数字人民币 数币 数字钱包",
  现金: "现金 cash",
});

const walletOf = new Map<string, { wallet: string; channel: boolean }>(
  Object.entries(WALLETS).flatMap(([wallet, names]) =>
    names
      .split("|")
      .flatMap((part, index) =>
        part.split(" ").map((name) => [name, { wallet, channel: index === 1 }] as const),
      ),
  ),
);

/**
 * The wallets' names that a line may say, the longest first. Shops (京东, 美团) are named for what was
 * bought, and 微信读书 or 白条鸡 are no accounts.
 */
export const WALLETS_IN_LINE = [...walletOf.keys()]
  .filter((name) => !/^(京东|美团)$/.test(name))
  .sort((a, b) => b.length - a.length)
  .map((name) => {
    if (/^[a-z]+$/.test(name)) return `(?<![a-z])${name}(?![a-z])`;
    return name === "零钱" ? "(?<![换找])零钱(?!包)" : name;
  })
  .join("|")
  .concat("|信用卡|储蓄卡|借记卡|银行卡|云闪付");

/** A name is read to here: a cell of a file may be of any length. */
const MAX_READ = 200;

/** Reads a name. */
export function readAccountName(written: string): AccountWords {
  const plain = plainName(written);
  const name = simplified(written.slice(0, MAX_READ));
  const wallet = walletOf.get(plain);
  const bank = bankOf(name);
  const kind = cardKindOf(name);
  return {
    plain,
    ...(wallet && { wallet: wallet.wallet }),
    channel: wallet?.channel ?? false,
    ...(bank !== undefined && { bank }),
    ...(kind !== undefined && { kind }),
    ...cardDigitsOf(name),
    currency: /(?<![A-Z])(USD|HKD|EUR|JPY|GBP|AUD|CAD|SGD)(?![A-Z])/.exec(name)?.[1] ?? "CNY",
    besides: BESIDES.test(name),
  };
}

/** A name as it is compared. */
export function plainName(name: string): string {
  return simplified(name.normalize("NFKC"))
    .replace(/[\s()]/g, "")
    .toLowerCase();
}
