/**
 * Reads the day out of a line: 昨天, 上周三, 3天前, 上个月28号, 25年3月5日, 3/5, last friday. Pure: today is
 * given. What is a day and not one day (去年, 上周, 前几天) is found as well, to be asked about.
 */
import { MEASURE } from "./amount-term.ts";
import { asDay, type Day, type Month, monthOf, shiftDay, shiftMonth } from "./calendar.ts";
import { digitValue, readChineseNumber } from "./chinese-number.ts";
import { plainText, simplified, withoutUnseen } from "./plain-text.ts";
import { wordTable } from "./word-table.ts";

export interface DayFound {
  start: number;
  end: number;
  /** Undefined when the line names no one day, or a day that does not exist. */
  day: Day | undefined;
  /** A stretch of days, or one that may be in either of two months. */
  vague: boolean;
  /** It says what it was for (上个月的工资, 中秋) or that it is long ago; a day that the line names besides settles it. */
  loose?: boolean;
  /** Says only the day of the week, which a date beside it may say as well: 0 for Monday. */
  weekday?: number;
}

/** Days from today. */
const NEAR = wordTable<number>({
  "day before yesterday": -2,
  yesterday: -1,
  "last night": -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
});
const NEAR_CHINESE = wordTable<number>({
  大大前: -4,
  大前: -3,
  前: -2,
  昨: -1,
  琴: -1,
  寻: -1,
  今: 0,
  明: 1,
  听: 1,
  后: 2,
  大后: 3,
  大大后: 4,
});

const WEEKDAYS = "sunday|monday|tuesday|wednesday|thursday|friday|saturday";
const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const NUMBER = "(\\d{1,2}|[一二三]?十[一二三四五六七八九]?|二十[一-九]|[一二三四五六七八九])";
/** 5号线, 95号汽油, 3日游: what is no day of a month. */
const NO_DATE =
  "(?!线|楼|店|院|馆|桌|房(?!租|贷|费|产)|厅|门(?!票)|公寓|电池|螺|钉|砂纸|刀片|铅笔|针|汽油|柴油|油(?!费)|机(?!票)|窗|站|航站|仓|码头|出口|口|车(?!票|费|险)|柜|位|选手|包(?!子)|员|链接|套餐|染|色|球|字|码|文件|公馆|游|三餐|内|票|券|元|圆|币|本|料|式|用|常)";

type Reading = Day | "vague" | undefined;

interface Pattern {
  pattern: RegExp;
  read: (match: RegExpExecArray, today: Day) => Reading;
}

const PATTERNS: Pattern[] = [
  {
    // 八月十五 is the moon's, unless 日 makes it the sun's.
    pattern: /(?<![\d年十])八月十五(?![日号])/g,
    read: () => "vague",
  },
  {
    pattern:
      /(?<!\d)(\d{4})(?:-|\/|\.|\s?年\s?)(\d{1,2})(?:-|\/|\.|\s?月\s?)(\d{1,2})(?:\s?[日号]|(?![\d元块]))/g,
    read: ([, year, month, date]) => dayFrom(Number(year), Number(month), Number(date)),
  },
  {
    // 民国114年 is 2025; the years of Reiwa, and of nobody that is named, are asked about.
    pattern: new RegExp(
      `(?:(民国)|令和|平成|昭和|(?<!\\d)(?=\\d年|\\d{3}年))\\s?(\\d{1,3}|元)年\\s?${NUMBER}月\\s?${NUMBER}[日号]?`,
      "g",
    ),
    read: ([, republic, year, month, date]) =>
      republic === undefined || year === "元"
        ? "vague"
        : dayFrom(1911 + Number(year), numberOf(month), numberOf(date)),
  },
  {
    pattern: new RegExp(
      `(?<!\\d)(?:(\\d{2})年|([二两][零〇一二三四五六七八九]{3})年|(大前年|前年|去年|今年|本年|明年|后年)的?)${NUMBER}月(?:份的?)?${NUMBER}[日号]?`,
      "g",
    ),
    read: ([, short, chinese, word, month, date], today) =>
      dayFrom(yearOf(short, chinese, word, today), numberOf(month), numberOf(date)),
  },
  {
    pattern: new RegExp(
      `(?<!\\d)(上上个?|上个?|这个?|本|当|下个?|下下个?)月的?${NUMBER}(?:[日号]${NO_DATE}|(?=[^\\d元块日号.]|$))`,
      "g",
    ),
    read: ([, which, date], today) => {
      const by = (which as string).startsWith("上")
        ? -1
        : (which as string).startsWith("下")
          ? 1
          : 0;
      const month = shiftMonth(monthOf(today), by * (/上上|下下/.test(which as string) ? 2 : 1));
      return dayOfMonth(month, numberOf(date));
    },
  },
  {
    pattern: new RegExp(
      `(?<![\\d年])${NUMBER}\\s?月\\s?${NUMBER}(?:\\s?[日号]|(?![\\d块元点]))`,
      "g",
    ),
    read: ([, month, date], today) => lastOfYear(numberOf(month), numberOf(date), today),
  },
  {
    // 周六日 is two days, and no sixth.
    pattern: /(?:周|星期|礼拜)(?:六[日天]|一二|二三|三四(?!川)|四五|五六)/g,
    read: () => "vague",
  },
  {
    // 1-3号 is more than one day.
    pattern: new RegExp(`(?<![\\d.])${NUMBER}\\s?[-~～—到至]\\s?${NUMBER}[日号]${NO_DATE}`, "g"),
    read: () => "vague",
  },
  {
    pattern: new RegExp(`(?<![\\d.])${NUMBER}[日号]${NO_DATE}`, "g"),
    read: ([, date], today) => lastOfMonth(numberOf(date), today),
  },
  {
    // 20261105打车 30, unless it is the number of something; alone it may be anything.
    pattern:
      /(?<![\dA-Za-z.,:¥#-]|(?:号|单|订单|码|编|尾|no|id)\s?)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\dA-Za-z.,:#-]|\s?(?:[元块圆¥万千百亿号]|RMB))(?:(?=\D*\d)|(?<=\d\D.*\d{8}))/gi,
    read: ([, year, month, date]) => dayFrom(Number(year), Number(month), Number(date)),
  },
  {
    // 11.11买衣服 200: a day of sales is named by its numbers; 11.11 alone is an amount.
    pattern:
      /(?<=^\s*)(11\.11|12\.12|6\.18)(?=\s?(?:在|从)?(?:[网抢]?购|[抢网]?买|囤|下单|抢|淘宝|天猫|京东|拼多多|大促|活动)\D*\d[\d.]*\s?[元块]?\D*$)/g,
    read: ([text], today) => {
      const [month, date] = (text as string).split(".");
      return lastOfYear(Number(month), Number(date), today);
    },
  },
  {
    pattern: new RegExp(
      `(?<![\\d.A-Za-z/-])(\\d{1,2})([/-])(\\d{1,2})(?![\\d./-]|\\s?[元块%万折]|(?:${MEASURE}))`,
      "g",
    ),
    read: ([text, month, , date], today) =>
      text === "7-11" ? undefined : lastOfYear(Number(month), Number(date), today),
  },
  {
    // 昨晚2点 is after midnight, which is today; 昨晚凌晨 says both.
    pattern:
      /(?:昨|前)天?(?:晚上?|夜里?|半夜|深夜)的?\s?(?:凌晨|(?:[0-4]|12|24|零|十二|[一两二三四])(?:点|:\d\d))/g,
    read: () => "vague",
  },
  {
    pattern:
      /(大大前|大大后|大前|大后|(?<![之以])[前后]|[昨今明]|[琴寻听](?=日))(?:天(?!性)|日(?![用本常料式子记语文剧系]|方舟|头条|重现|香))|(大前|[昨今明前]|后(?=个?儿))(?:个?儿(?![童子女科])个?|(?<=昨)个(?![人月])|晚(?!会|报)|夜(?!宵(?!夜))|(?<=昨)(?=夜宵)|早|晨)|当天/g,
    read: ([, word, other], today) =>
      shiftDay(today, NEAR_CHINESE[word ?? other ?? "今"] as number),
  },
  {
    pattern: new RegExp(`\\b(?:the )?(?:${Object.keys(NEAR).join("|")})\\b`, "gi"),
    read: ([text], today) =>
      shiftDay(today, NEAR[text.toLowerCase().replace("the ", "")] as number),
  },
  {
    pattern: /(?<![\d.])(\d{1,3}|[一二两三四五六七八九十]{1,3})天(以前|之前|前|以后|之后|后)/g,
    read: ([, count, side], today) => {
      const days = numberOf(count);
      if (Number.isNaN(days)) return "vague";
      return shiftDay(today, days * (/前/.test(side as string) ? -1 : 1));
    },
  },
  {
    pattern: /(?<![\d.])(\d{1,3}) days? ago\b/gi,
    read: ([, count], today) => shiftDay(today, -Number(count)),
  },
  {
    // 周三十五块 is Wednesday and fifteen, or a week and thirty-five; 上周三明治 no Wednesday.
    pattern:
      /(?:上上个?|上个?|这个?|本|下下个?|下个?)?(?:周|星期|礼拜)(?:[一二三四五六](?=[一二两三四五六七八九十百千万点])|三(?=明治|文鱼)|五(?=金店|花肉|谷|香)|四(?=川))/g,
    read: () => "vague",
  },
  {
    pattern: /(上上个?|上个?|这个?|本|下下个?|下个?)?(?:周|星期|礼拜)([一二三四五六日天])(?!福)/g,
    read: ([, week, name], today) =>
      weekdayOf("一二三四五六日".indexOf((name as string).replace("天", "日")), week, today),
  },
  {
    pattern: new RegExp(
      `\\b(?:(?:(last|on|this|next) )?(${WEEKDAYS}|mon|tues?|wed|thur?s?|fri)|(last|on|this|next) (sat|sun))\\b`,
      "gi",
    ),
    read: ([, first, full, second, short], today) => {
      const [which, name] = [first ?? second ?? "", full ?? short];
      if (/this|next/i.test(which)) return "vague";
      const index = WEEKDAYS.split("|").findIndex((day) =>
        day.startsWith((name as string).slice(0, 3).toLowerCase()),
      );
      const wanted = (index + 6) % 7;
      const day = weekdayOf(wanted, undefined, today);
      return /last/i.test(which) && day === today ? shiftDay(day, -7) : day;
    },
  },
  {
    // Of "20 march 5" nobody knows which number is the day.
    pattern: new RegExp(`\\b\\d{1,2} (?:${MONTHS}) \\d{1,2}(?![\\w.,]|,? 20\\d\\d)`, "gi"),
    read: () => "vague",
  },
  {
    pattern: new RegExp(
      `\\b(?:on )?(?:(${MONTHS})\\.? (\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2})(?:st|nd|rd|th)? (${MONTHS}))(?:,? (20\\d\\d))?(?![\\w.])`,
      "gi",
    ),
    read: ([, first, date, before, second, year], today) => {
      const month = monthNumber((first ?? second) as string);
      const number = Number(date ?? before);
      return year === undefined
        ? lastOfYear(month, number, today)
        : dayFrom(Number(year), month, number);
    },
  },
];

/** More than one day, or nobody knows which: asked about, unless today lies in it. */
const VAGUE = new RegExp(
  [
    "大前年|前年|去年|明年|后年|上半年|下半年|年初|年底|年末|\\d{4}年(?![日挂台年]历|手[账帐]|[新旧]?款)|(?<!\\d)\\d\\d年(?=\\D*月)",
    "(?:上上|上|下下|下)个?(?:周|星期|礼拜)(?!边)|周末|(?:上|下)个?(?:季度?|月)(?!饼|嫂|球)|月初|月中|月底|月末|[上中下]旬",
    "前(?:几|两|些|一阵|阵子|段)[天日个]?|(?:[几两]|好几|过[几两])天(?:以|之)?[前后]|(?:几|半个?|[一二两三四五六七八九十\\d]+个?)(?:周|星期|礼拜|月|年)(?:以|之)?[前后](?!期)|那[天晚]|过[几两]天|改天|次日|隔天",
    "月[头尾](?!条)|前一?个?(?:星期|礼拜|周)(?!边)|前一[天晚日夜]|头一?天|某[天日]|有一天|俩(?:天|周|星期|礼拜|月)(?:以|之)?前",
    "正月|腊月|农历|廿[一二三四五六七八九]?|大年|除夕|(?<!最|当|年|月|起)初[一二三四五六七八九十](?![中级年班课学作上下])",
    "\\b(?:last|next|this) (?:week(?:end)?|month|year)\\b|\\bweekend\\b|\\b(?:an?|few|couple of|several|one|two|three|four|five|six|seven|ten|\\d+) (?:days?|weeks?|months?|years?) (?:ago|later)\\b|\\b(?:the )?other day\\b",
  ].join("|"),
  "gi",
);

/** What a month or a year may have been paid for: 上个月的工资, 10月电费. */
const LABELS =
  /^份?的?(?:工资|薪水|薪资|奖金|房租|租金|房贷|车贷|月供|物业|水费|电费|水电|燃?气费|话费|网费|宽带|账单|信用卡|花呗|白条|学费|生活费|伙食费|停车费|社保|公积金|保险|会员)/;

/** Not today, and not one day: 上次, 补记, 十一 before what was done. */
const EARLIER =
  /十一(?=第[一二三四五六七]天|那天|期间|假期?|打车|吃饭|聚餐|买|加油)|上次|上回|补记|补录|漏记|忘了?记/g;

/** Festivals; each as month and day where it has one that is the same in every year. */
const FESTIVALS = wordTable<string>({
  元旦: "01-01",
  情人节: "02-14",
  妇女节: "03-08",
  五一: "05-01",
  劳动节: "05-01",
  六一: "06-01",
  儿童节: "06-01",
  教师节: "09-10",
  国庆: "10-01",
  平安夜: "12-24",
  圣诞: "12-25",
  春节: "",
  元宵节: "",
  清明: "",
  端午: "",
  七夕: "",
  中秋: "",
  重阳: "",
  感恩节: "",
  母亲节: "",
  父亲节: "",
  女神节: "03-08",
  万圣节: "10-31",
  腊八: "",
  冬至: "",
  夏至: "",
  立春: "",
  立夏: "",
  立秋: "",
  立冬: "",
  黄金周: "",
  过年: "",
  年前: "",
  年后: "",
  节前: "",
  节后: "",
  假期: "",
  寒假: "",
  暑假: "",
  小长假: "",
});
/** A festival before what is bought or booked ahead for it is no day: 中秋月饼, 国庆机票; nor is 五一路. */
const FESTIVAL = new RegExp(
  `(?<![一二三四五六七八九十百千万周期拜第月])(${Object.keys(FESTIVALS).join("|")})节?(?!节?(?:[期假]间?)?的?(?:礼|红包|月饼|粽|饺子|[粥蒜豆]|羊肉|贺卡|蛋糕|汤圆|青团|衣|裙|装|树|帽|灯|联|糖|巧克力|花|玫瑰|套餐|特惠|活动|大?促|福利|过节费|奖|补贴|路|街|村|店|公园|广场|桥|上河|[机车船门]?票|火车|高铁|酒店|民宿|旅|出游|回家|班|作业|工|营|钱|费|预订|定|演|晚会|音乐|[\\d一二三四五六七八九十元块毛点折家]))`,
  "g",
);

/** A month without its day: 3月房租. Today's own month is no contradiction. */
const MONTH_ALONE = new RegExp(`(?<![\\d年个])${NUMBER}月(?!饼|嫂|子|票|卡|租|供|亮|薪)份?`, "g");

/** The same in English; may and march are other words as well. */
const ENGLISH_MONTH_ALONE =
  /\b(jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi;

/** Every day that the line names. Characters that an earlier pattern took are not read again. */
export function findDays(line: string, today: Day): DayFound[] {
  const found: DayFound[] = [];
  const add = (index: number, text: string, reading: Reading, isLoose = false) => {
    const [start, end] = [index, index + text.length];
    if (found.some((other) => start < other.end && other.start < end)) return;
    const vague = reading === "vague";
    const day = vague ? undefined : reading;
    const loose = isLoose || (vague && LABELS.test(line.slice(end)));
    const weekday = day !== undefined && BARE_WEEKDAY.test(text) ? weekdayNumber(day) : undefined;
    found.push({ start, end, day, vague, loose, weekday });
  };
  for (const { pattern, read } of PATTERNS) {
    for (const match of line.matchAll(pattern)) {
      // 10-40 and 7-11 are no days: their numbers may be amounts.
      const day = read(match as RegExpExecArray, today);
      if (day === undefined && /^\d+[/-]\d+$/.test(match[0])) continue;
      // 92号 is a kind of petrol before it is a day that no month has.
      if (day === undefined && /^\d+[日号]$/.test(match[0]) && Number.parseInt(match[0], 10) > 31)
        continue;
      add(match.index, match[0], day);
    }
  }
  for (const match of line.matchAll(VAGUE)) add(match.index, match[0], "vague");
  for (const match of line.matchAll(EARLIER)) add(match.index, match[0], "vague", true);
  for (const match of line.matchAll(FESTIVAL)) {
    const isToday = FESTIVALS[match[1] as string] === today.slice(5);
    if (!isToday) add(match.index, match[0], "vague", true);
  }
  for (const match of line.matchAll(MONTH_ALONE)) {
    if (numberOf(match[1]) !== Number(today.slice(5, 7))) add(match.index, match[0], "vague");
  }
  for (const { index, 0: text } of line.matchAll(ENGLISH_MONTH_ALONE)) {
    if (monthNumber(text) !== Number(today.slice(5, 7))) add(index, text, "vague");
  }
  return found.sort((a, b) => a.start - b.start);
}

const BARE_WEEKDAY = new RegExp(
  `^(?:周|星期|礼拜)|^(?:on )?(?:${WEEKDAYS}|mon|tue|wed|thu|fri)`,
  "i",
);

/**
 * The days of a line, as one settles another: 11月5日 周四 is one day, 今天收到上个月的工资 is today, and
 * 昨天国庆 was yesterday.
 */
export function settledDays(found: DayFound[]): DayFound[] {
  const dates = found.filter(({ vague, weekday }) => !vague && weekday === undefined);
  const [date] = dates;
  const isSaid = found.some(({ vague }) => !vague);
  return found
    .filter(({ loose }) => !loose || !isSaid)
    .map((one) => {
      const fits = date?.day !== undefined && one.weekday === weekdayNumber(date.day);
      return fits ? { ...one, day: date.day } : one;
    });
}

/**
 * A date that is given beside the line, as phones write it: "2026年3月15日 12:30", "2026/3/15 下午3:05",
 * "Mar 15, 2026 at 3:05 PM", 昨天. Gives "YYYY-MM-DD" or "YYYY-MM-DDTHH:MM:SS"; what is written so
 * already stays as it is. Undefined for what is no one day.
 */
export function readGivenDate(text: string, today: Day): string | undefined {
  const plain = simplified(plainText(withoutUnseen(text))).trim();
  if (/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(plain)) return plain;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (compact) return dayFrom(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  // A day of the week beside a date says nothing more.
  const bare = /\d/.test(plain) ? plain.replace(WEEKDAY, " ").trim() : plain;
  const [found, ...more] = findDays(bare, today);
  if (found?.day === undefined || more.length > 0) return undefined;
  const rest = `${bare.slice(0, found.start)} ${bare.slice(found.end)}`;
  const zone = /(?:GMT|UTC)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?/.exec(rest);
  const clock = readClock(
    rest
      .replace(zone?.[0] ?? "", " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
  if (clock === undefined) return undefined;
  const [, sign = "+", hours = "0", minutes = "00"] = zone ?? [];
  const offset = zone && clock !== "" ? `${sign}${hours.padStart(2, "0")}:${minutes}` : "";
  return `${found.day}${clock}${offset}`;
}

const WEEKDAY = new RegExp(
  `(?:周|星期|礼拜)[一二三四五六日天]|\\b(?:${WEEKDAYS}|sun|mon|tue|wed|thu|fri|sat)\\b,?`,
  "gi",
);

/** "12:30", "下午 3:05", "at 3:05:10 PM" as "THH:MM:SS"; "" for no time; undefined for anything else. */
function readClock(text: string): string | undefined {
  if (text === "") return "";
  const match =
    /^(?:,|at|T|\s)*(上午|下午|晚上|中午|凌晨|早上)?\s?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s?([ap]m)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [, part = "", hours, minutes, seconds = "00", half = ""] = match;
  const isLate =
    /下午|晚上/.test(part) || /pm/i.test(half) || (part === "中午" && Number(hours) < 3);
  const isEarly = /上午|凌晨|早上/.test(part) || /am/i.test(half);
  const hour = (Number(hours) % (isLate || isEarly ? 12 : 24)) + (isLate ? 12 : 0);
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return `T${String(hour).padStart(2, "0")}:${minutes}:${seconds}`;
}

/** The month that an English word begins to name. */
function monthNumber(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  return "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(short) / 3 + 1;
}

function dayFrom(year: number, month: number, date: number): Day | undefined {
  const pad = (value: number) => String(value).padStart(2, "0");
  return asDay(`${year}-${pad(month)}-${pad(date)}`);
}

function dayOfMonth(month: Month, date: number): Day | undefined {
  return dayFrom(Number(month.slice(0, 4)), Number(month.slice(5)), date);
}

function yearOf(
  short: string | undefined,
  chinese: string | undefined,
  word: string | undefined,
  today: Day,
): number {
  if (short !== undefined) return 2000 + Number(short);
  if (chinese !== undefined) {
    return Number([...chinese].map(digitValue).join(""));
  }
  const by =
    { 大前年: -3, 前年: -2, 去年: -1, 今年: 0, 本年: 0, 明年: 1, 后年: 2 }[word as string] ?? 0;
  return Number(today.slice(0, 4)) + by;
}

/** How near a day of this year still ahead may be, so that it may be meant as well as last year's. */
const NEAR_AHEAD = 45;

/** 3月5日 is the last one that has come: this year's, or the year's before. */
function lastOfYear(month: number, date: number, today: Day): Reading {
  const year = Number(today.slice(0, 4));
  const ahead = dayFrom(year, month, date) ?? dayFrom(year + 1, month, date);
  const soon = month < Number(today.slice(5, 7)) ? dayFrom(year + 1, month, date) : ahead;
  const isNear = soon !== undefined && soon > today && soon <= shiftDay(today, NEAR_AHEAD);
  for (const candidate of [year, year - 1, year - 2, year - 3, year - 4]) {
    const day = dayFrom(candidate, month, date);
    if (day === undefined || day > today) continue;
    // Of 12月1日 said in November nobody knows which year it is.
    return isNear && day < shiftDay(today, -200) ? "vague" : day;
  }
  return undefined;
}

/** 12号 is the last one that has come: this month's, or an earlier month's that has it. */
function lastOfMonth(date: number, today: Day): Day | undefined {
  for (const back of [0, 1, 2]) {
    const day = dayOfMonth(shiftMonth(monthOf(today), -back), date);
    if (day !== undefined && day <= today) return day;
  }
  return undefined;
}

/**
 * A day of the week, 0 for Monday. 周三 is the last one that has come, today included; 上周三 lies in the
 * week before (from Monday), 下周三 in the one after, 这周三 in this one.
 */
function weekdayOf(wanted: number, week: string | undefined, today: Day): Day {
  const current = weekdayNumber(today);
  if (week === undefined) return shiftDay(today, -((current - wanted + 7) % 7));
  const weeks = week.startsWith("上") ? -1 : week.startsWith("下") ? 1 : 0;
  const by = weeks * (/上上|下下/.test(week) ? 2 : 1);
  return shiftDay(today, wanted - current + 7 * by);
}

/** 0 for Monday. */
function weekdayNumber(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** "12" or "十二"; NaN for what is no one number: 三五. */
function numberOf(text: string | undefined): number {
  if (text === undefined || /^\d+$/.test(text)) return Number(text);
  const read = readChineseNumber(text, 0);
  return read?.end === text.length && read.value !== undefined
    ? Number(read.value.top)
    : Number.NaN;
}
