/**
 * One amount as people write, dictate or paste it: 32, ￥1,020, 1.2万, 1万2千, 3块5, 十块零五分,
 * 三十五块, 两百五, 五毛, 45 yuan. The one reading of amounts for every field and for the line.
 */
import { add, type Fraction, fraction, multiply } from "./arithmetic.ts";
import { CHINESE_DIGIT, digitValue, readChineseNumber } from "./chinese-number.ts";
import { wordTable } from "./word-table.ts";

export interface Term {
  start: number;
  end: number;
  /** Yuan. */
  value: Fraction;
  /** Said to be money: ¥ before it, or 元, 块, 毛 behind it. */
  marked: boolean;
  /** Written in Chinese numerals, which also stand in ordinary words. */
  chinese: boolean;
  /** Holds 十, 百, 千 or 万. */
  large: boolean;
  /** Chinese numerals with 点, which may also be a time of day. */
  decimal: boolean;
  /** Digits and marks that make no one number: 12,50 and 1.2.3, 二三十. */
  wrong: boolean;
}

/** Words that count things: 2杯, 3楼, 15路. What they follow is no amount. */
export const MEASURE =
  "个月|个小时|小时|分钟|公里|公斤|千克|毫升|毫安时?|平米|平方|单元|次卡|单(?=\\s?[\\d¥]|\\s|外卖|快递|$)|片(?!儿川|皮)|栋|抽(?=\\s|\\d|[的装]|$)|" +
  "[杯个份张瓶斤件盒袋只支双岁顿盘碗串页朵棵株趟辆顶台部折寸层米位期级课秒刻克升吨套根磅楼集卷℃%颗粒束枚枝匹头听罐桶箱副幅篇册款场排口晚夜顶排]|" +
  "㎡|平(?=[\\s\\d]|$)|码(?!头)|捆|筐|篓|屉|笼(?!包)|摞|沓|扎(?![啤染])|捧(?!花)|" +
  "人(?!情|民|参|工|寿|均|乐)|本(?!子|田|来|地|月|周|市|人)|包(?!子|裹|间|车|月|年|邮|厢)|条(?!码)|" +
  "天(?!猫|然|津|妇)|日(?!用|料|式|元|圆|币|常|历|本)|周(?!黑鸭|大福|边|六福)|月(?!饼|嫂|子|票|卡|租|供|亮)|" +
  "年(?!货|会|夜|糕|费|卡|终)|点(?!餐|外卖|心|菜|单|评|歌|读|卡|了|的)|号|路(?!费|边|由|虎|上)|度(?![假数])|步(?![行道枪步])|站(?![台前内里外口点])|" +
  "代(?!驾|金|付|购|理|缴|买)|星(?!巴克)|线(?!上|下)|节(?!日)|时(?!装|令)|次(?!卡)|把(?!手)";
const COUNTED = new RegExp(`(?:${MEASURE})`, "y");

/** Things that are counted in 块, as money is: 两块蛋糕. */
const PIECES =
  "蛋糕|豆腐|肉|手表|巧克力|糖|饼|披萨|布|橡皮|肥皂|香皂|电池|玻璃|砖|木|石|屏|硬盘|毛巾|面包|牛排|排骨|西瓜|月饼|糕|姜|显卡|表";

/** Whether a word that counts things stands at the position. */
export function isCounted(text: string, at: number): boolean {
  COUNTED.lastIndex = at;
  return COUNTED.test(text);
}

const MARK = /(?:¥|RMB|CNY|人民币)\s*/iy;
const ARABIC = /(?:[1-9]\d{0,2}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?\.?(?!\d)|\.\d+/y;
/** 3点5块, as dictation writes 3.5; without 块 it is a time of day. */
const POINT = /\d{1,9}点\d{1,2}(?=\s?[元块])/y;
/** Longer digits than this are no amount and would only cost time. */
const MAX_DIGITS = 30;

/** Reads the amount that begins at a position; undefined when no number does. */
export function readTerm(text: string, start: number): Term | undefined {
  MARK.lastIndex = start;
  const marked = MARK.test(text);
  const from = marked ? MARK.lastIndex : start;
  const number = readArabic(text, from) ?? readChinese(text, from);
  if (number === undefined) return undefined;
  const { chinese, large, decimal } = number;
  if (number.wrong) {
    const end = number.end + (coinsAt(text, number.end)?.length ?? 0);
    const value = number.value;
    return {
      start,
      end,
      value,
      marked: marked || end > number.end,
      chinese,
      large,
      decimal,
      wrong: true,
    };
  }
  const coins = readCoins(text, number);
  return { start, chinese, large, decimal, ...coins, marked: marked || coins.marked };
}

interface PlainNumber {
  end: number;
  value: Fraction;
  chinese: boolean;
  large: boolean;
  decimal: boolean;
  wrong: boolean;
}

function readArabic(text: string, at: number): PlainNumber | undefined {
  const digits = /[\d.,]*\d/y;
  digits.lastIndex = at;
  const run = digits.exec(text)?.[0];
  if (run === undefined || run.startsWith(",")) return undefined;
  ARABIC.lastIndex = at;
  const match = ARABIC.exec(text);
  const kind = { chinese: false, large: false, decimal: false };
  POINT.lastIndex = at;
  const said = POINT.exec(text);
  if (said) {
    const value = decimalValue(said[0].replace("点", "."));
    return { ...kind, end: POINT.lastIndex, value, wrong: false };
  }
  const length = match?.[0].replace(/\.$/, "").length ?? 0;
  if (match === null || length < run.length || run.length > MAX_DIGITS) {
    return { ...kind, end: at + run.length, value: fraction(0n), wrong: true };
  }
  const first = { ...kind, end: at + length, value: decimalValue(run), wrong: false };
  return withUnits(text, first);
}

function decimalValue(text: string): Fraction {
  const [whole = "", decimals = ""] = text.replaceAll(",", "").split(".");
  return fraction(BigInt(`${whole}${decimals}` || "0"), 10n ** BigInt(decimals.length));
}

const UNITS = wordTable<bigint>({
  百: 100n,
  千: 1000n,
  k: 1000n,
  万: 10_000n,
  w: 10_000n,
  十万: 100_000n,
  百万: 1_000_000n,
  千万: 10_000_000n,
  亿: 100_000_000n,
});
/** 35百货 and 3万达广场 are no hundreds and no ten thousands. */
const UNIT =
  /(十万|百万|千万|亿|万(?!达|科|宁|象|圣|家|州|事|能|向|豪|隆)|千(?!层|岛|张|禧|里|克|瓦)|百(?!度|货|事|果|丽|香|合|叶|胜|世|姓|分)|[wk](?![A-Za-z]))/iy;

/** 1.2万, 1万2 and 1万2千, 2千零5, 1万500. */
function withUnits(text: string, number: PlainNumber): PlainNumber {
  let { end, value } = number;
  let unit = unitAt(text, end);
  if (unit === undefined) return number;
  value = multiply(value, fraction(unit.factor));
  end = unit.end;
  for (;;) {
    const next = /(零?)(\d{1,4})(?![\d.,:/])/y;
    next.lastIndex = end;
    const match = next.exec(text);
    if (match === null) {
      const part = chineseRest(text, end, unit.factor);
      return {
        ...number,
        end: part?.end ?? end,
        value: add(value, part?.value ?? fraction(0n)),
        large: true,
      };
    }
    if (isCounted(text, next.lastIndex)) break;
    const [, zero = "", digits = ""] = match;
    const size = unitAt(text, next.lastIndex);
    const isTenth: boolean = size === undefined && zero === "" && digits.length === 1;
    const factor: bigint = size?.factor ?? (isTenth ? unit.factor / 10n : 1n);
    const part: bigint = BigInt(digits) * factor;
    if (part >= unit.factor) break;
    value = add(value, fraction(part));
    end = size?.end ?? next.lastIndex;
    if (size === undefined) break;
    unit = size;
  }
  return { ...number, end, value, large: true };
}

/** 3百五 and 1万两千: what goes on in Chinese numerals; nothing where they count or begin a word. */
function chineseRest(
  text: string,
  at: number,
  factor: bigint,
): { end: number; value: Fraction } | undefined {
  const zero = /[零〇]/.test(text.charAt(at));
  const rest = readChineseNumber(text, zero ? at + 1 : at);
  if (rest?.value === undefined || rest.decimal || isCounted(text, rest.end)) return undefined;
  if (DIGIT_OF_WORD.test(text.slice(at))) return undefined;
  const isTenth = !rest.large && !zero;
  const value = isTenth ? multiply(rest.value, fraction(factor / 10n)) : rest.value;
  return value.top < factor * value.bottom ? { end: rest.end, value } : undefined;
}

function unitAt(text: string, at: number): { factor: bigint; end: number } | undefined {
  UNIT.lastIndex = at;
  const match = UNIT.exec(text);
  const factor = match && UNITS[match[0].toLowerCase()];
  return factor ? { factor, end: UNIT.lastIndex } : undefined;
}

function readChinese(text: string, at: number): PlainNumber | undefined {
  const number = readChineseNumber(text, at);
  if (number === undefined) return undefined;
  const { end, value, large, decimal } = number;
  return {
    end,
    value: value ?? fraction(0n),
    large,
    decimal,
    chinese: true,
    wrong: value === undefined,
  };
}

const DIGIT = `[\\d${CHINESE_DIGIT}]`;
/** 元 or 块, which no other word begins with: 元旦, 块状. */
const YUAN = `\\s?(?:元(?!旦|宵|气|素|老)|圆(?!形|圈)|块钱|块(?!状|头|(?:${PIECES})))整?(?:人民币)?`;
const YUAN_AT = new RegExp(
  `${YUAN}|\\s?(?:RMB|CNY|yuan|kuai)(?![a-z])|\\s?人民币|\\s?¥(?!\\s?\\d)`,
  "iy",
);
const SMALL = new RegExp(
  `\\s?(?:毛(?![巾衣笔毯肚豆血家尖线利坯孩裤绒细])|角(?![落色度膜]))(?:(${DIGIT})分?(?!${DIGIT}))?钱?|\\s?分钱`,
  "y",
);
const TENTHS = new RegExp(`零?(${DIGIT})[毛角](?:零?(${DIGIT})(分?))?[钱整]?`, "y");
const HUNDREDTHS = new RegExp(`零?(${DIGIT})分(?!钟|店|之|期)钱?`, "y");
const BARE = new RegExp(`(?:(\\d\\d)|(${DIGIT}))(?![\\d.,:/十百千万亿])`, "y");

/** What is money behind a number: 元, 块, 毛; undefined when nothing is. */
function coinsAt(text: string, at: number): string | undefined {
  for (const pattern of [YUAN_AT, SMALL]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return match[0];
  }
  return undefined;
}

interface Coins {
  end: number;
  value: Fraction;
  marked: boolean;
  wrong: boolean;
}

/** 元, and the coins behind it: 3块5, 三块五毛, 十块零五分, 5角, 块半. */
function readCoins(text: string, number: PlainNumber): Coins {
  YUAN_AT.lastIndex = number.end;
  const yuan = YUAN_AT.exec(text);
  if (yuan) return readChange(text, YUAN_AT.lastIndex, number);
  SMALL.lastIndex = number.end;
  const small = SMALL.exec(text);
  if (small === null) return { end: number.end, value: number.value, marked: false, wrong: false };
  const part = fraction(1n, small[0].includes("分钱") && !/[毛角]/.test(small[0]) ? 100n : 10n);
  const value = add(multiply(number.value, part), cents(small[1], 1n));
  return { end: SMALL.lastIndex, value, marked: true, wrong: false };
}

/** What follows 元 or 块 at a position: 5, 50, 5毛2, 零五分, 半. */
function readChange(text: string, at: number, number: PlainNumber): Coins {
  const ends = (end: number, part: Fraction): Coins => {
    return { end, value: add(number.value, part), marked: true, wrong: false };
  };
  if (text.startsWith("半", at)) return ends(at + 1, cents("5", 10n));
  TENTHS.lastIndex = at;
  const tenths = TENTHS.exec(text);
  if (tenths) {
    const [whole, ten, one = "", mark] = tenths as unknown as [string, string, string?, string?];
    // 5毛2杯: what counts things is no coin.
    if (one !== "" && mark === "" && isCounted(text, TENTHS.lastIndex)) {
      return ends(at + whole.length - one.length, cents(ten, 10n));
    }
    return ends(TENTHS.lastIndex, add(cents(ten, 10n), cents(one, 1n)));
  }
  HUNDREDTHS.lastIndex = at;
  const hundredths = HUNDREDTHS.exec(text);
  if (hundredths) return ends(HUNDREDTHS.lastIndex, cents(hundredths[1], 1n));
  return readBareChange(text, at, number, ends);
}

/** Words that begin with a digit: 35块三明治. */
const DIGIT_OF_WORD =
  /^(?:三明|三文|三鲜|四川|五金|五花|八宝|七喜|九毛|一次|一点|一品|六神|二手|二锅)/;

/** 3块5 and 3块50; not 35块2杯, 35块三明治 or 10块零5, whose digit may mean either. */
function readBareChange(
  text: string,
  at: number,
  number: PlainNumber,
  ends: (end: number, part: Fraction) => Coins,
): Coins {
  if (new RegExp(`零${DIGIT}`, "y").test(text.slice(at, at + 2))) {
    return { ...ends(at + 2, cents("", 1n)), wrong: true };
  }
  BARE.lastIndex = at;
  const bare = BARE.exec(text);
  if (bare === null || isCounted(text, BARE.lastIndex)) return ends(at, cents("", 1n));
  const [, two, one = ""] = bare;
  const isMixed = !number.chinese && /\D/.test(one);
  const isWord = number.chinese || isMixed ? DIGIT_OF_WORD : /^$/;
  const goesOn = isMixed && /^\p{sc=Han}/u.test(text.slice(BARE.lastIndex));
  if (goesOn || isWord.test(text.slice(at))) return ends(at, cents("", 1n));
  return ends(BARE.lastIndex, two === undefined ? cents(one, 10n) : cents(two, 1n));
}

/** Digits that count fen (1) or ten fen (10), as yuan. */
function cents(digits: string | undefined, each: bigint): Fraction {
  if (!digits) return fraction(0n);
  return fraction((digits.length > 1 ? BigInt(digits) : (digitValue(digits) ?? 0n)) * each, 100n);
}
