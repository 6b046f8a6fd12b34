/** Reads the day out of a line: 昨天, 前天, 周三, 3月5日, 12号, 2026-03-05, today. Pure: today is given. */
import { asDay, type Day, monthOf, shiftDay, shiftMonth } from "./calendar.ts";

export interface DayFound {
  start: number;
  end: number;
  /** Undefined when the line names a day that does not exist. */
  day: Day | undefined;
}

const BACK: Record<string, number> = {
  大前天: 3,
  前天: 2,
  前日: 2,
  昨天: 1,
  昨日: 1,
  昨晚: 1,
  昨夜: 1,
  yesterday: 1,
  今天: 0,
  今日: 0,
  今早: 0,
  今晚: 0,
  今晨: 0,
  today: 0,
};

const NUMBER = "(\\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])";
const PATTERNS: {
  pattern: RegExp;
  read: (match: RegExpExecArray, today: Day) => Day | undefined;
}[] = [
  {
    pattern: /(?<!\d)(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})(?:[日号]|(?!\d))/g,
    read: (match) => dayFrom(match[1] as string, Number(match[2]), Number(match[3])),
  },
  {
    pattern: new RegExp(`(?<!\\d)${NUMBER}月${NUMBER}[日号]?`, "g"),
    read: (match, today) => lastOfYear(numberOf(match[1]), numberOf(match[2]), today),
  },
  {
    pattern: /(?<!\d)(\d{1,2})[日号](?!线|楼|店|院|馆)/g,
    read: (match, today) => lastOfMonth(Number(match[1]), today),
  },
  {
    pattern: new RegExp(
      Object.keys(BACK)
        .join("|")
        .replace(/[a-z]+/g, "\\b$&\\b"),
      "gi",
    ),
    read: (match, today) => shiftDay(today, -(BACK[match[0].toLowerCase()] as number)),
  },
  {
    pattern: /(上)?(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: (match, today) => weekdayOf(match[2] as string, match[1] !== undefined, today),
  },
];

/** Every day that the line names. Places that an earlier pattern took are not read again. */
export function findDays(line: string, today: Day): DayFound[] {
  const found: DayFound[] = [];
  for (const { pattern, read } of PATTERNS) {
    for (const match of line.matchAll(pattern)) {
      const { index: start } = match;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      found.push({ start, end, day: read(match as RegExpExecArray, today) });
    }
  }
  return found;
}

function dayFrom(year: string, month: number, date: number): Day | undefined {
  const pad = (value: number) => String(value).padStart(2, "0");
  return asDay(`${year}-${pad(month)}-${pad(date)}`);
}

/** 3月5日 is the last one that has come: this year's, or the year's before. */
function lastOfYear(month: number, date: number, today: Day): Day | undefined {
  const year = Number(today.slice(0, 4));
  for (const candidate of [year, year - 1, year - 2, year - 3, year - 4]) {
    const day = dayFrom(String(candidate), month, date);
    if (day !== undefined && day <= today) return day;
  }
  return undefined;
}

/** 12号 is the last one that has come: this month's, or an earlier month's that has it. */
function lastOfMonth(date: number, today: Day): Day | undefined {
  for (const back of [0, 1, 2]) {
    const month = shiftMonth(monthOf(today), -back);
    const day = dayFrom(month.slice(0, 4), Number(month.slice(5)), date);
    if (day !== undefined && day <= today) return day;
  }
  return undefined;
}

/** 周三 is the last one that has come, today included; 上周三 lies in the week before (from Monday). */
function weekdayOf(name: string, weekBefore: boolean, today: Day): Day {
  const wanted = "一二三四五六日".indexOf(name === "天" ? "日" : name);
  const current = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  if (weekBefore) return shiftDay(today, wanted - current - 7);
  return shiftDay(today, -((current - wanted + 7) % 7));
}

function numberOf(text: string | undefined): number {
  if (text === undefined || /^\d+$/.test(text)) return Number(text);
  const digit = (character: string) => "零一二三四五六七八九".indexOf(character);
  if (!text.includes("十")) return digit(text);
  const [tens = "", ones = ""] = text.split("十");
  return (tens === "" ? 1 : digit(tens)) * 10 + (ones === "" ? 0 : digit(ones));
}
