/**
 * Finds the amount that a line means. A number is the amount only where nothing says that it counts,
 * orders or dates something, or is only a part of what was paid; where two may be meant, none is.
 */
import { isCounted, MEASURE, readTerm, type Term } from "./amount-term.ts";
import { DISCOUNTS, LEFT_OVER, NEVER_PAID, PAID, TOTAL, UNSURE } from "./amount-words.ts";
import { type Fraction, fraction, readExpression, toFen } from "./arithmetic.ts";
import { FOREIGN_AFTER, FOREIGN_ANYWHERE, FOREIGN_BEFORE } from "./foreign-money.ts";
import type { Fen } from "./money.ts";
import type { Line } from "./quick-line.ts";

/** A piece of the line that may be the amount. */
export interface AmountCandidate {
  start: number;
  end: number;
  /** Yuan. */
  value: Fraction;
  /** A "+" or "-" before it. */
  sign: "+" | "-" | undefined;
  /** It is about so much, or no one number. */
  unsure: boolean;
  foreign: boolean;
}

/** The amount of a line, and where it stands. */
export interface AmountFound {
  amount: Fen;
  /** A product or quotient that was rounded to a fen. */
  rounded: boolean;
  sign: "+" | "-" | undefined;
  start: number;
  end: number;
}

/** An account that the line names; `isWhole` where it is said by its whole name. */
export interface Named {
  start: number;
  end: number;
  isWhole: boolean;
}

/** The amount, or what stands in the way of it. */
export type AmountRead =
  | AmountFound
  | { problem: "missing" | "ambiguous" | "invalid" | "currency"; names: string[] };

/** What one buys at 7-11; 7-11 before anything else may be a day. */
const SNACKS = "饭团|便当|关东煮|咖啡|水|饮料|零食|早餐|面包|牛奶|酸奶|雪糕|三明治|盒饭";

/** Digits that are no amount: times of day, telephone numbers, names, models and ordinals. */
const OPAQUE = new RegExp(
  [
    "(?<!\\d)\\d{1,2}:\\d{2}(?::\\d{2})?(?!\\d)|(?<!\\d)\\d{1,2}时\\d{1,2}分(?:\\d{1,2}秒)?",
    "(?<![\\d.])\\d{1,2}点(?:钟|半|[一三]刻|\\d{1,2}分?(?![\\d.块元毛])|\\d{1,2}分(?!钱))",
    "[一二两三四五六七八九十]{1,3}点(?:钟|半|[一三]刻|(?:零[一-九]|[二三四五]?十[一-九]?)分?(?![块元毛]))",
    "(?<!\\d)1[3-9]\\d{9}(?!\\d)",
    `(?<!\\d)(?:7-11|711)(?=便利|店|超市|eleven|买?了?(?:${SNACKS}))|(?<=在|去|到|逛)(?:7-11|711)(?!\\d)|(?<!\\d)7-eleven`,
    "(?<!\\d)(?:12306|10086|10010|1688|361度|85度c|58同城|58到家|1号店|4s店|7喜|7天酒店)(?!\\d)",
    "(?<!\\d)(?:360(?=软件|安全|浏览器|杀毒|摄像|行车|儿童|会员)|5100(?=矿泉|西藏|冰川)|999(?=感冒|皮炎|胃泰|小儿)|4399(?=游戏|会员))",
    "(?<!\\d)1[3-6]薪|十[三四五六]薪",
    // 扣3分 is no money.
    "(?<=扣)\\d{1,2}分(?!钱|之)",
    "(?<![\\d.])[248]k(?=电视|高清|超清|屏|显示器|投影|视频|摄像)",
    "双十[一二]|双1[12](?!\\d)|六一八",
    "(?<![一二三四五六七八九])十(?:分(?!钱)|字|足|全|月稻田)|(?<=收)拾|(?<![一二三四五六七八九双])十一(?=[^块元毛点零\\s]|\\s*\\S*\\d)",
    "第\\d+",
    // 2大1小 are guests, 985大学 is a kind of school, line 2 a line.
    "(?<![\\d.])[1-9]大\\s?[1-9]小(?!时|[\\d¥])|(?<![\\d.])(?:985|211)(?=大学|高校|院校)|(?<=\\b(?:line|route|gate|room) )\\d{1,4}(?= (?:[a-z]+ )*¥?\\d)",
    // The number of something: 单号 SF123, 房号1203, 车次 1461; after a bare 订单 only one that is long and not round.
    "(?<=(?:(?:单|房|桌|座|座位|牌|流水|发票|学|工|户|编|型|货|票|批|合同|会员|运单|订单|手机|证件|案|挂号单|客户|门牌)号|编码|取[件餐票货]码|验证码|提货码|车次|航班|版本)[码为是]?\\s?[:#]?\\s?)[A-Za-z]{0,4}\\d+(?:[-.]\\d+)*(?![\\d.]|\\s?[元块圆毛¥])",
    "(?<=订单)\\d{4,}[1-9](?![\\d.]|\\s?[元块圆¥千万百])",
    `(?<![A-Za-z])(?<=(?:iphone|ipad|galaxy|pixel|mate|nova|pura|redmi|note|reno|小米|红米|荣耀|华为|三星|一加|真我|魅族|iqoo|vivo|oppo)\\s?)\\d{1,3}(?=\\s?(?:pro|max|ultra|plus|mini|air|turbo|lite|se)(?![a-z])|\\s?(?:手机|贴膜|钢化膜|屏幕|的?[壳膜屏]))`,
    "(?<![\\d.])(?:30[1-9]|411|455|181)(?=医院)|(?<![\\d.])\\d{3,4}(?=[房室]\\s?(?:的|交)?(?:房费|水费|电费|水电|物业|燃气|网费))|十三(?=香)",
    "(?<=^\\s*|\\s|买了?)三元(?=(?:牛奶|鲜奶|酸奶|纯牛?奶|极致|奶粉)[^\\d元块毛角]*\\s?\\d+(?:\\.\\d+)?\\s?[元块]?\\s*$)",
    "(?<![\\d.] ?)(?<![\\d.])(?:[2-9]|1[0-2])(?= (?:tickets|cups|bottles|boxes|packs|bags|pieces|nights|copies|pairs|people|persons)\\b)|(?<=\\d (?:[a-z]+ )?for )(?:[2-9]|1[0-2])(?= (?!(?:buck|kuai|yuan|dollar|pound|euro|cent|day|week|month|year|time)s)[a-z]+s\\s*$)",
    "(?<=\\bfor )(?:[2-9]|1[0-2])(?=(?: (?:people|persons|pax))? ¥?\\d)",
    // 3-5天, and the 2 of 2两白酒; 35两人 is no weight.
    `(?<![\\d.])\\d{1,3}\\s?[-~～—到至]\\s?\\d{1,3}(?=${MEASURE})`,
    `(?<![\\d.¥])(?:[1-9]|[1-4]\\d)(?=两(?!\\s?[大小中整]?(?:${MEASURE})|\\d(?!\\d)|[百千万块元]))`,
  ].join("|"),
  "gi",
);

/** 2 coffees 36: how many, before what they cost together. */
const PLURAL =
  /(?<=^\s*(?:bought )?)(?:[2-9]|1[0-2])(?= (?!(?:buck|kuai|yuan|dollar|pound|euro|cent|day|week|month|year|time)s )[a-z]+s ¥?\d[\d.]*\s?(?:yuan|rmb|[元块])?\s*$)/gi;

/** 101公交 5: the number of a bus, before what it cost; and 618囤货, a day of sales. */
const ROUTE =
  /(?<=^\s*|[坐乘搭]了?)\d{1,4}(?=公交车?\s*¥?\d[\d.]*\s?[元块]?\s*$)|(?<=^\s*)618(?=囤货|大促|年中|活动|期间)/g;

/** 1米8床单: how large a thing is. */
const SIZE =
  /(?<![\d.])[1-3]米\d{1,2}(?![\d.元块])(?=的?\s?(?:[大双单床宽高长乘席柜门布]|沙发|书?桌|凉席|窗帘|地毯))/g;

/** What is left afterwards, said at the end as banks write it: 支出50元，余额100元。 */
const BALANCE_BEHIND =
  /(?<=[\s,，;；。])(?:(?:账户|当前|可用|活期|卡内)?余额|(?:可用|剩余|信用)额度)[为是:]?\s?(?:人民币|RMB|CNY)?¥?\s?\d[\d,]*(?:\.\d+)?\s?元?[。.!]?\s*(?:[【[][^】\]]*[】\]]\s*)?$/gi;

/** The one amount that the line means; sizes, and what is left behind an amount, are no part of the reading. */
export function readAmount(line: Line, named: Named[] = []): AmountRead {
  const aside = [...line.free().matchAll(SIZE)];
  for (const match of aside) takeMatch(line, match);
  for (const match of line.free().matchAll(BALANCE_BEHIND)) {
    if (!findAmounts(line).some(({ end }) => end <= match.index)) continue;
    takeMatch(line, match);
    aside.push(match);
  }
  const read = readFree(line, named, aside);
  for (const { index, 0: text } of aside) line.release(index, index + text.length);
  return read;
}

function takeMatch(line: Line, { index, 0: text }: RegExpExecArray): void {
  line.take(index, index + text.length);
}

function readFree(line: Line, named: Named[], aside: RegExpExecArray[]): AmountRead {
  const candidates = findAmounts(line);
  const free = line.free();
  // Inside a whole name, words say nothing; a looser one (招行人均) may have swallowed them.
  const said = named.reduce(
    (text, { start, end, isWhole }) =>
      isWhole ? text : text.slice(0, start) + line.plain.slice(start, end) + text.slice(end),
    free,
  );
  const foreign = candidates.filter((candidate) => candidate.foreign);
  const strange = FOREIGN_ANYWHERE.exec(free)?.[0];
  if (foreign.length > 0 || strange !== undefined) {
    const names = foreign.map(({ start, end }) => foreignText(line.plain, start, end));
    return { problem: "currency", names: names.length > 0 ? names : [strange as string] };
  }
  const total = totalOf(free, candidates);
  if (total) return settle(line, total);
  const [only, ...more] = candidates;
  if (only === undefined) return { problem: "missing", names: [] };
  const words = [
    ...said.matchAll(DISCOUNTS),
    ...said.matchAll(UNSURE),
    ...free.matchAll(NEVER_PAID),
    ...[...line.plain.matchAll(LEFT_OVER)].filter(
      ({ index }) => !aside.some((one) => one.index <= index && index < one.index + one[0].length),
    ),
  ];
  const prices = pricePerPiece(free, only);
  if (more.length > 0 || only.unsure || words.length > 0 || prices.length > 0) {
    const texts = candidates.map(({ start, end }) => line.plain.slice(start, end).trim());
    const names = [...texts, ...words.map(([word]) => word.trim()), ...prices];
    return { problem: "ambiguous", names: [...new Set(names)] };
  }
  return settle(line, only);
}

function settle(line: Line, { start, end, value, sign }: AmountCandidate): AmountRead {
  const text = line.plain.slice(start, end);
  const result = toFen(value);
  const isProduct = /[×*xX÷]/.test(text);
  if (!result || result.amount <= 0 || (!result.exact && !isProduct)) {
    return { problem: "invalid", names: [text.trim()] };
  }
  return { amount: result.amount, rounded: !result.exact, sign, start, end };
}

function foreignText(plain: string, start: number, end: number): string {
  FOREIGN_AFTER.lastIndex = end;
  const before = FOREIGN_BEFORE.exec(plain.slice(0, start))?.[0] ?? "";
  return `${before}${plain.slice(start, end)}${FOREIGN_AFTER.exec(plain)?.[0] ?? ""}`.trim();
}

/**
 * The amount that is said to be the whole: 一共37, 实付30. What was saved or left is none (共优惠5元),
 * and a discount said after a sum may still come off it (共200打八折).
 */
function totalOf(free: string, candidates: AmountCandidate[]): AmountCandidate | undefined {
  const isAfter = (pattern: RegExp, { start }: AmountCandidate) =>
    pattern.test(free.slice(0, start));
  // 实收100 找零12: what was handed over.
  const isChanged = /找零|找回|找了?\s?[\d¥]/.test(free);
  const paid = candidates.filter(
    (candidate) =>
      isAfter(PAID, candidate) &&
      !(isChanged && /实收\s?:?\s?¥?$/.test(free.slice(0, candidate.start))),
  );
  const shares = /(?<![a-z])AA(?![a-z])|人均|每人|各付|平摊|均摊|分摊|第\d+笔/i.test(free);
  const whole = shares
    ? []
    : candidates.filter(
        (candidate) => isAfter(TOTAL, candidate) && !anywhere(DISCOUNTS, free.slice(candidate.end)),
      );
  const [total, ...more] = paid.length > 0 ? paid : whole;
  return more.length > 0 || total?.unsure || anywhere(UNSURE, free) ? undefined : total;
}

function anywhere(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}

const PER_PIECE = new RegExp(`^\\s?(?:(?:[一1]|/\\s?)(?:两|${MEASURE})|/\\s?[A-Za-z])`);
/** 10元3斤 买了6斤: a price, where another count of the same follows. */
const PRICE_OF_SEVERAL = new RegExp(
  `^\\s?([\\d两二三四五六七八九十]+)(${MEASURE}).*?([\\d两二三四五六七八九十]+)\\2`,
);
const PIECE_BEFORE = new RegExp(`(?<![\\d十百])[一1](?:两|${MEASURE})$`);
/** What is sold by weight is said with its price: 苹果一斤5块. One bowl is one bowl: 拉面一碗12. */
const BY_WEIGHT = /[两斤克吨升米尺寸度]$|公[里分]$/;
const ONE_PIECE = new RegExp(`(?<![\\d十])[一1](?:两|${MEASURE})(?!半|[一二三四五六七八九1-9]两)`);
/** 一人80: so much each, as 每人 says. */
const EACH_PERSON = /(?<![\d十])[一1](?:个?人|位)\s?$/;
const SEVERAL = new RegExp(`(?:[2-9]|\\d\\d|[两二三四五六七八九十])(?:两|${MEASURE})`);

/** 15一杯, 一斤5块, 15/杯: what one piece costs, and not what was paid. */
function pricePerPiece(free: string, { start, end }: AmountCandidate): string[] {
  const behind = PER_PIECE.exec(free.slice(end));
  const piece = PIECE_BEFORE.exec(free.slice(0, start));
  const person = EACH_PERSON.exec(free.slice(0, start));
  const isPrice = piece !== null && (BY_WEIGHT.test(piece[0]) || SEVERAL.test(free));
  const before = person ?? (isPrice ? piece : null);
  const one = SEVERAL.test(free) ? ONE_PIECE.exec(free) : null;
  const several = PRICE_OF_SEVERAL.exec(free.slice(end));
  return [behind, before, one, several].flatMap((match) => (match ? [match[0].trim()] : []));
}

/** Every piece of the line that reads as an amount, by position. */
export function findAmounts(line: Line): AmountCandidate[] {
  const free = line.free();
  const opaque = [
    ...line.plain.matchAll(OPAQUE),
    ...free.matchAll(PLURAL),
    ...free.matchAll(ROUTE),
  ];
  const isOpaque = (position: number) =>
    opaque.some(({ index, 0: text }) => position >= index && position < index + text.length);
  const found: AmountCandidate[] = [];
  for (let position = 0; position < line.plain.length; ) {
    const sum =
      line.isTaken(position) || isOpaque(position)
        ? undefined
        : readSum(line, position, (at) => line.isTaken(at) || isOpaque(at));
    if (sum === undefined) {
      position += 1;
      continue;
    }
    if (sum.candidate) found.push(sum.candidate);
    position = sum.end;
  }
  return found;
}

interface Read {
  end: number;
  /** Undefined when what stands there is a number but no amount. */
  candidate?: AmountCandidate;
}

const OPERATOR = /\s*([+×*xX÷])\s*(?=[¥\d.一二两三四五六七八九十])/y;

/** A term, or several joined by +, × and ÷. */
function readSum(
  line: Line,
  start: number,
  taken: (position: number) => boolean,
): Read | undefined {
  const sign = /([+-])\s*(?=[¥\d.一二两三四五六七八九十])/y;
  sign.lastIndex = start;
  const signed = sign.exec(line.plain);
  const from = signed ? sign.lastIndex : start;
  const terms: Term[] = [];
  let plus = false;
  const result = readExpression(
    line.plain,
    {
      number(text, at) {
        const term = readTerm(text, at);
        if (term === undefined || taken(at) || taken(term.end - 1)) return undefined;
        terms.push(term);
        return term;
      },
      sign(text, at) {
        OPERATOR.lastIndex = at;
        const match = OPERATOR.exec(text);
        if (match === null) return undefined;
        plus ||= match[1] === "+";
        const operator = match[1] === "+" || match[1] === "÷" ? match[1] : "×";
        return { sign: operator, end: OPERATOR.lastIndex };
      },
    },
    from,
  );
  const [first] = terms;
  if (first?.start !== from) return undefined;
  if (result === undefined) return noOneNumber(start, (terms.at(-1) as Term).end);
  const end = equalTo(line.plain, result.end, result.value) ?? result.end;
  const counted = terms.filter((term, index) =>
    index === 0 ? isNoMoney(line.plain, term) : !term.marked && isCounted(line.plain, term.end),
  );
  if (counted.length === terms.length) return { end };
  return {
    end,
    candidate: {
      start,
      end,
      value: result.value,
      sign: signed?.[1] as "+" | "-" | undefined,
      unsure:
        terms.some((term) => term.wrong) ||
        (plus && counted.length > 0) ||
        terms.some((term) => isCode(line.plain, term)) ||
        isUnsure(line.plain, start, end, first),
      foreign: isForeign(line.plain, start, end),
    },
  };
}

/** A division by zero, or more numbers than anybody adds in a line. */
function noOneNumber(start: number, end: number): Read {
  const value = fraction(0n);
  return { end, candidate: { start, end, value, sign: undefined, unsure: true, foreign: false } };
}

/** "12.5+30=42.5": where what stands behind "=" ends, when it is the same. */
function equalTo(plain: string, at: number, value: Fraction): number | undefined {
  const equals = /\s*=\s*/y;
  equals.lastIndex = at;
  if (!equals.test(plain)) return undefined;
  const term = readTerm(plain, equals.lastIndex);
  const isSame = term && term.value.top * value.bottom === value.top * term.value.bottom;
  return isSame ? term.end : undefined;
}

/** 20251128, 99999999999: digits without a mark that name a day or a number of something, as far as they say. */
function isCode(plain: string, { start, end, marked }: Term): boolean {
  const text = plain.slice(start, end);
  const isDay = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text);
  return !marked && (isDay || /^\d{9,12}$/.test(text));
}

/** A number that counts something, or belongs to a word or code: 2杯, iPhone15, G123, 三明治. */
function isNoMoney(plain: string, term: Term): boolean {
  if (term.marked) return false;
  if (term.chinese && !term.large) return true;
  const before = plain.slice(0, term.start);
  if (FOREIGN_BEFORE.test(before)) return false;
  FOREIGN_AFTER.lastIndex = term.end;
  if (FOREIGN_AFTER.test(plain)) return false;
  return (
    isCounted(plain, term.end) ||
    /(?:[A-Za-z]|[A-Za-z]-|第|×\s?)$/.test(before.replace(/(?<![A-Za-z])[xX]\s*$/, "×")) ||
    /^(?!(?:[xX]\s*\d))[A-Za-z]/.test(plain.slice(term.end))
  );
}

function isForeign(plain: string, start: number, end: number): boolean {
  FOREIGN_AFTER.lastIndex = end;
  return FOREIGN_BEFORE.test(plain.slice(0, start)) || FOREIGN_AFTER.test(plain);
}

/** 30多, 20来块, 几十, 大约50, 三十半: not so much to the fen. */
function isUnsure(plain: string, start: number, end: number, first: Term): boolean {
  if (
    /^\s?(?:好?多|好?几|挂零|来(?=[块元个\s]|钱|$)|余(?!额)|左右|上下|出头|不到|不止|以[上下内]|半|吧|\+(?!\s?[\d¥])|[?~～]|-?ish)/.test(
      plain.slice(end),
    )
  )
    return true;
  if (
    first.chinese &&
    first.decimal &&
    !first.marked &&
    /^十?[一二]?点零/.test(plain.slice(first.start))
  )
    return true;
  const before = plain.slice(0, start);
  // 块八毛: nobody knows how many yuan.
  if (/(?<![\d一二两三四五六七八九十百千万几])块$/.test(before)) return true;
  if (first.chinese && /(?:[几数上成百千万]|(?<![正刚恰])好)$/.test(before)) return true;
  return /(?:[近约~～≈<>]|不到|不足|至少|最多|超过|接近)\s?$/.test(before);
}
