/**
 * Days of the lunar calendar (农历) from 1950 to 2100. By a table and not by the platform, whose reckoning
 * is a day off in some months, as at the new year of 2027. Pure.
 */
import type { Day } from "./calendar.ts";

const FIRST_YEAR = 1950;
const DAY_MS = 86_400_000;

/**
 * A year each, in base 36: how many days after January 1 it begins, which month is followed by a leap
 * one (4 bits), and which of its months have 30 days (13 bits, the first month lowest).
 */
const YEARS = (
  "3o2eu 2t6zx 221ey 3fn3m 2ks6d 1tave 3a2bu 2dqqd 3qwlz 2ys7q 24yph 3ih91 " +
  "2qd3m 1w7fp 3cvqd 2hxl6 1ks5z 31me3 2atei 3o2ga 2t755 221qq 3ihci 2krol " +
  "1qmob 378ln 2dsq3 3qv1p 2vz3h 24yuh 3lay1 2qefm 1waat 3cvfp 2jsr1 3wity " +
  "31kty 27qut 3o2qd 2t7s9 2236a 3ihzm 2nl7q 1qdzq 34fh3 2dsra 3tobe 2vzdh " +
  "24urt 3l9op 2qd1v 1tfl7 3a0q3 2f597 1ngpm 31ld6 281g5 3qwtg 2w095 1z98z " +
  "3fo2d 2kqi5 1qkdp 34fjp 2dz8q 3tosy 2ytut 252dm 3lave 2qe8l 1w8q6 3a0ra " +
  "2f5bp 1ngs2 34es2 27smd 3o2sl 2t64r 1z6hj 3cvcb 2kqje 1qe3a 378tl 2ec7m " +
  "3tpw2 2ytd1 251sb 3ih57 2njjf 1tisb 3a0tp 2f5gq 1nhw2 34g42 2auxx 3o3z9 " +
  "2t6xh 1z831 3fmwm 2hxh1 1qene 379hl 2gnte 3tqj6 2ytra 24ymu 3ih5j 2njkm " +
  "1tcr9 3a15h 2hxs9 1ksk3 31llf 2808b 3o2ej 2qdsr 1z87u 3fn1m 2krqd 1qmve " +
  "378sq 2dtw5 3tpqt 2vz1p 225kd 3ih85 2qcve 1tdph 3a2ed 2hyyy 1nogl 31ms6 " +
  "2811q 3o2fq 2t705 1z8aa 3fnbm 2ksdh 1te8a 34eq3 2axzr 3qvfv 2vz2z 225li " +
  "3ihd6 2qd76 1w945 3a1xh 2f5aj 1knff 31l7v"
).split(" ");

const DIGITS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];
const MONTHS = "正 二 三 四 五 六 七 八 九 十 冬 腊".split(" ");

/** What a day is called among its neighbours: the first by its month (正月, 闰六月), else 初二 to 三十. */
export function lunarName(day: Day): string | undefined {
  const year = Number(day.slice(0, 4));
  // Its first days lie in the lunar year before.
  return nameIn(year, day) ?? nameIn(year - 1, day);
}

function nameIn(year: number, day: Day): string | undefined {
  const packed = YEARS[year - FIRST_YEAR];
  if (packed === undefined) return undefined;
  const number = Number.parseInt(packed, 36);
  const leap = (number >> 13) & 15;
  const begins = Date.UTC(year, 0, 1 + (number >> 17));
  let left = Math.round((Date.parse(day) - begins) / DAY_MS);
  if (left < 0) return undefined;
  for (let index = 0; index < (leap === 0 ? 12 : 13); index++) {
    const days = (number >> index) & 1 ? 30 : 29;
    if (left < days) return left === 0 ? monthName(index, leap) : dayName(left + 1);
    left -= days;
  }
  return undefined;
}

/** Of the month at a place of its year; a leap month has the name of the one before. */
function monthName(index: number, leap: number): string {
  const isLeap = leap !== 0 && index === leap;
  const number = leap !== 0 && index >= leap ? index - 1 : index;
  return `${isLeap ? "闰" : ""}${MONTHS[number]}月`;
}

function dayName(number: number): string {
  if (number <= 10) return `初${DIGITS[number]}`;
  if (number < 20) return `十${DIGITS[number - 10]}`;
  if (number === 20) return "二十";
  return number < 30 ? `廿${DIGITS[number - 20]}` : "三十";
}
