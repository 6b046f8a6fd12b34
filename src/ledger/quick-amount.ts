/**
 * Reads the amount out of a line as people type or dictate it: 32, ￥1,020, 12.5+30, 3×12, 1.2万,
 * 3块5, 三十五块, 两百五, 五毛. Whole numbers throughout: values are millionths of a yuan until the
 * end, where anything but a whole fen is refused.
 */
import { type Fen, fen, MAX_AMOUNT } from "./money.ts";

/** A piece of the line that may be the amount. */
export interface AmountCandidate {
  start: number;
  end: number;
  /** Millionths of a yuan. */
  value: bigint;
  /** Said to be money: ¥ before it, or 元, 块, 毛 after it. */
  marked: boolean;
  /** Written in Chinese numerals, which also stand in ordinary words (三明治, 九毛九). */
  chinese: boolean;
  /** A "+" before it: money that came in. */
  plus: boolean;
}

const YUAN = 1_000_000n;
const FEN = 10_000n;

const ARABIC = /(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+/y;
const CHINESE =
  /[一二两三四五六七八九十][零〇一二两三四五六七八九十百千万亿]*(?:点[零〇一二三四五六七八九]+)?/y;
const UNITS: Record<string, bigint> = { 万: 10_000n, w: 10_000n, 千: 1000n, k: 1000n, 百: 100n };

/** Words that count things, hours, floors and the like: 2杯, 7点, 3楼. What they follow is no amount. */
const MEASURES =
  "杯个份张瓶斤次人件本包盒袋只条支双天月年周点号日楼岁顿盘碗串顶台部路折寸层米度位期代星级线节课时分秒刻小升克吨套把根块磅%℃";

/** Every piece of the line that reads as an amount, by place. `taken` says which places are not free. */
export function findAmounts(line: string, taken: (place: number) => boolean): AmountCandidate[] {
  const found: AmountCandidate[] = [];
  for (let place = 0; place < line.length; ) {
    const sum = taken(place) ? undefined : readSum(line, place, taken);
    if (sum === undefined) {
      place += 1;
      continue;
    }
    if (sum.candidate) found.push(sum.candidate);
    place = sum.end;
  }
  return found;
}

/** The one amount that the line means; what stands in the way otherwise. */
export function chooseAmount(
  candidates: AmountCandidate[],
): { amount: Fen; chosen: AmountCandidate } | "missing" | "ambiguous" | "invalid" {
  const chosen = theOne(candidates);
  if (typeof chosen === "string") return chosen;
  if (chosen.value % FEN !== 0n) return "invalid";
  const whole = chosen.value / FEN;
  if (whole <= 0n || whole > BigInt(MAX_AMOUNT)) return "invalid";
  return { amount: fen(Number(whole)), chosen };
}

function theOne(candidates: AmountCandidate[]): AmountCandidate | "missing" | "ambiguous" {
  const [first, ...more] = candidates;
  if (first === undefined) return "missing";
  if (more.length === 0) return first;
  const arabic = candidates.filter(({ chinese }) => !chinese);
  const marked = candidates.filter((candidate) => candidate.marked);
  // 5999元 beside "iPhone 15" is the money; 九毛九 beside 88 may be the restaurant.
  if (marked.length === 1 && !marked[0]?.chinese) return marked[0] as AmountCandidate;
  if (marked.length === 0 && arabic.length === 1) return arabic[0] as AmountCandidate;
  return "ambiguous";
}

interface Read {
  end: number;
  /** Undefined when what stands there is a number but no amount. */
  candidate?: AmountCandidate;
}

/** A term, or several joined by + and ×. */
function readSum(line: string, start: number, taken: (place: number) => boolean): Read | undefined {
  const sign = /[+-]\s*(?=[¥\d.])/y;
  sign.lastIndex = start;
  const signed = sign.exec(line);
  const from = signed ? sign.lastIndex : start;
  const first = readTerm(line, from, taken, false);
  if (first === undefined) return undefined;
  let total = 0n;
  let product = first.value;
  let last = first;
  let { marked, counted } = first;
  for (;;) {
    const operator = /\s*([+×*xX])\s*(?=[¥\d.一二两三四五六七八九十])/y;
    operator.lastIndex = last.end;
    const match = operator.exec(line);
    const next = match && readTerm(line, operator.lastIndex, taken, true);
    if (!match || !next) break;
    if (match[1] === "+") {
      total += product;
      product = next.value;
    } else {
      product = (product * next.value) / YUAN;
    }
    marked ||= next.marked;
    counted = next.counted;
    last = next;
  }
  if (counted) return { end: last.end };
  return {
    end: last.end,
    candidate: {
      start,
      end: last.end,
      value: total + product,
      marked,
      chinese: first.chinese,
      plus: signed?.[0].startsWith("+") ?? false,
    },
  };
}

interface Term {
  end: number;
  value: bigint;
  marked: boolean;
  chinese: boolean;
  /** It counts something, or belongs to a word: 2杯, iPhone15, 500ml. */
  counted: boolean;
}

function readTerm(
  line: string,
  start: number,
  taken: (place: number) => boolean,
  afterOperator: boolean,
): Term | undefined {
  const mark = /(?:¥|RMB|CNY)\s*/iy;
  mark.lastIndex = start;
  const isMarked = mark.test(line);
  const from = isMarked ? mark.lastIndex : start;
  const number = readArabic(line, from) ?? readChinese(line, from);
  if (number === undefined || taken(number.end - 1)) return undefined;
  const coins = readCoins(line, number);
  if (number.chinese && !coins.marked && !isMarked && !number.large) return undefined;
  const tail = line.slice(coins.end);
  const joined =
    (!isMarked && !afterOperator && /[A-Za-z$€£]$/.test(line.slice(0, start))) ||
    /^(?![xX]\s*\d)[A-Za-z]/.test(tail);
  const counts = !coins.marked && tail !== "" && MEASURES.includes(tail.charAt(0));
  return {
    end: coins.end,
    value: coins.value,
    marked: isMarked || coins.marked,
    chinese: number.chinese,
    counted: joined || counts,
  };
}

interface PlainNumber {
  end: number;
  value: bigint;
  chinese: boolean;
  /** Holds 十, 百, 千 or 万, so that it is a number and no part of a word. */
  large: boolean;
}

function readArabic(line: string, start: number): PlainNumber | undefined {
  ARABIC.lastIndex = start;
  const match = ARABIC.exec(line);
  if (match === null) return undefined;
  const value = millionths(match[0].replaceAll(",", ""));
  const unit = /\s?([万千百]|[wk](?![A-Za-z]))(\d)?(?![\d.])/iy;
  unit.lastIndex = ARABIC.lastIndex;
  const scaled = value === undefined ? null : unit.exec(line);
  if (value === undefined) return undefined;
  if (scaled === null) return { end: ARABIC.lastIndex, value, chinese: false, large: false };
  const factor = UNITS[(scaled[1] as string).toLowerCase()] as bigint;
  // 1万2 is twelve thousand: the digit after a unit counts tenths of it.
  const tenths = scaled[2] === undefined ? 0n : (BigInt(scaled[2]) * factor * YUAN) / 10n;
  return { end: unit.lastIndex, value: value * factor + tenths, chinese: false, large: true };
}

/** Decimal text in millionths; undefined for more decimals than that. */
function millionths(text: string): bigint | undefined {
  const [whole = "", decimals = ""] = text.split(".");
  if (decimals.length > 6 || whole.length > 18) return undefined;
  return BigInt(`${whole || "0"}${decimals.padEnd(6, "0")}`);
}

const DIGITS: Record<string, bigint> = {
  零: 0n,
  〇: 0n,
  一: 1n,
  二: 2n,
  两: 2n,
  三: 3n,
  四: 4n,
  五: 5n,
  六: 6n,
  七: 7n,
  八: 8n,
  九: 9n,
};
const PLACES: Record<string, bigint> = { 十: 10n, 百: 100n, 千: 1000n };

function readChinese(line: string, start: number): PlainNumber | undefined {
  CHINESE.lastIndex = start;
  const match = CHINESE.exec(line);
  if (match === null) return undefined;
  const [whole = "", decimals] = match[0].split("点");
  const value = chineseWhole(whole);
  if (value === undefined) return undefined;
  const fraction = [...(decimals ?? "")].map((digit) => String(DIGITS[digit])).join("");
  return {
    end: CHINESE.lastIndex,
    value: value * YUAN + BigInt(fraction.slice(0, 6).padEnd(6, "0")),
    chinese: true,
    large: /[十百千万亿]/.test(whole) || decimals !== undefined,
  };
}

/** 三十五 35, 一百零五 105, 两百五 250, 一万二 12000, 三亿 300000000; undefined for 十百 or 一二三. */
function chineseWhole(text: string): bigint | undefined {
  let total = 0n;
  let section = 0n;
  let digit: bigint | undefined;
  let unit = 1n;
  let zero = false;
  for (const character of text) {
    const read = DIGITS[character];
    if (read !== undefined) {
      if (digit !== undefined && digit !== 0n) return undefined;
      zero = read === 0n;
      digit = zero ? undefined : read;
      if (!zero) continue;
      unit = 1n;
      continue;
    }
    const place = PLACES[character];
    if (place !== undefined) {
      section += (digit ?? 1n) * place;
      unit = place;
    } else {
      const large = character === "万" ? 10_000n : 100_000_000n;
      total = (total + section + (digit ?? 0n)) * large;
      section = 0n;
      unit = large;
    }
    digit = undefined;
    zero = false;
  }
  // A last digit right after a unit counts tenths of it: 两百五. After 十 it is the ones: 三十五.
  const last = digit === undefined ? 0n : unit >= 100n ? (digit * unit) / 10n : digit;
  return total + section + last;
}

/** 元, and the coins after it: 3块5, 三块五毛, 5角, 块半. */
function readCoins(
  line: string,
  number: PlainNumber,
): { end: number; value: bigint; marked: boolean } {
  const digit = "([\\d一二两三四五六七八九])";
  const yuan = new RegExp(
    `\\s?(?:元|圆|块钱|块)(?:(半)|${digit}(?:[毛角](?:${digit}分?)?|(?![\\d.]))|(?=$|[^\\d]))(?:钱)?`,
    "y",
  );
  yuan.lastIndex = number.end;
  const match = yuan.exec(line);
  if (match) {
    const tenths = match[1] ? 5n : coin(match[2]);
    return {
      end: yuan.lastIndex,
      value: number.value + tenths * (YUAN / 10n) + coin(match[3]) * (YUAN / 100n),
      marked: true,
    };
  }
  const small = new RegExp(`\\s?(?:[毛角](?:${digit}分?)?|分钱)(?:钱)?`, "y");
  small.lastIndex = number.end;
  const coins = small.exec(line);
  if (coins === null) return { end: number.end, value: number.value, marked: false };
  const part = coins[0].includes("分钱") && !/[毛角]/.test(coins[0]) ? 100n : 10n;
  return {
    end: small.lastIndex,
    value: number.value / part + coin(coins[1]) * (YUAN / 100n),
    marked: true,
  };
}

function coin(digit: string | undefined): bigint {
  if (digit === undefined) return 0n;
  return DIGITS[digit] ?? BigInt(digit);
}
