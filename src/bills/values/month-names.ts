/** Months, halves of the day and numbers that dates write in words, made digits. */
import { wordTable } from "../../ledger/word-table.ts";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;
const WEEKDAY =
  /\(?(?:\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|(?:星期|周|週)[一二三四五六日天])\)?[,.]?/gi;

/** Returns the text without the names of weekdays. */
export function withoutWeekday(text: string): string {
  return /[a-z星周週]/i.test(text) ? text.replace(WEEKDAY, " ").trim() : text;
}

/** A day whose month is named in English: "1 NOV 2021", "Nov 1st, 2021", "2021-Nov-01" as y-m-d. */
export function readNamedMonth(text: string): [string, string, string] | undefined {
  const found = MONTH.exec(text);
  if (!found) return undefined;
  const month = String(MONTHS.indexOf(found[1]!.slice(0, 3).toLowerCase()) + 1);
  const ahead = text.slice(0, found.index).trim();
  const behind = text.slice(found.index + found[0].length).trim();
  const numbers = `${ahead} ${behind}`.match(/\d+/g) ?? [];
  const rest = `${ahead} ${behind}`.replace(/\d+(st|nd|rd|th)?|[\s,./-]+|\bof\b/gi, "");
  if (numbers.length !== 2 || rest !== "") return undefined;
  const [first, second] = numbers as [string, string];
  if (first.length === 4) return second.length <= 2 ? [first, month, second] : undefined;
  if (first.length > 2 || (second.length !== 4 && second.length !== 2)) return undefined;
  return [second, month, first];
}

const DIGITS = "〇一二三四五六七八九";

/** Chinese numbers before 年, 月, 日, 号 as digits: "二〇二六年十一月三日" → "2026年11月3日". */
export function withDigits(text: string): string {
  if (!/[年月日号號]/.test(text)) return text;
  const figures = text.replace(/[零〇一二三四五六七八九十廿卅]+(?=[年月日号號])/g, numberOf);
  return figures.replace(/[号號](?=\s|$)/, "日");
}

function numberOf(word: string): string {
  const text = word.replaceAll("零", "〇").replace("廿", "二十").replace("卅", "三十");
  if (!text.includes("十")) return [...text].map((one) => DIGITS.indexOf(one)).join("");
  const [tens = "", ones = ""] = text.split("十");
  const ten = tens === "" ? 1 : DIGITS.indexOf(tens);
  return String(ten * 10 + (ones === "" ? 0 : DIGITS.indexOf(ones)));
}

/** Which half of the day a word means; noon is 12 and midnight is 0. */
const HALVES = wordTable<"am" | "pm" | "noon">({
  am: "am",
  上午: "am",
  凌晨: "am",
  早上: "am",
  清晨: "am",
  pm: "pm",
  下午: "pm",
  晚上: "pm",
  傍晚: "pm",
  中午: "noon",
});

const HALF = /(\b[ap]\.?m\.?(?=\s|\d|$)|上午|凌晨|早上|清晨|下午|晚上|傍晚|中午)/i;
const HALF_BEHIND = /(?<=\d)\s*([ap]\.?m\.?)$/i;

/** The text without its word for the half of the day, and that word's meaning. */
export function takeHalf(text: string): { text: string; half?: "am" | "pm" | "noon" } {
  const found = HALF_BEHIND.exec(text) ?? HALF.exec(text);
  if (!found) return { text };
  const half = HALVES[found[1]!.toLowerCase().replaceAll(".", "")] as "am" | "pm" | "noon";
  return {
    text: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`,
    half,
  };
}

/** The hour of 24 that an hour of 12 means; undefined where the two contradict each other. */
export function hourOf(hour: number, half: "am" | "pm" | "noon" | undefined): number | undefined {
  if (half === undefined) return hour;
  if (half === "am") return hour <= 12 ? hour % 12 : undefined;
  if (half === "pm") return hour === 0 ? undefined : hour < 12 ? hour + 12 : hour;
  return hour >= 10 && hour <= 14 ? hour : hour >= 1 && hour <= 2 ? hour + 12 : undefined;
}
