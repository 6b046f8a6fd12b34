/**
 * Realistic bookkeeping of invented people, the same for the same random seed: salaries on pay day,
 * rent on the first, meals and rides every day, shopping now and then, over three years.
 */

import type { RecordType } from "../contract/fields.ts";
import { type Day, dayOf, instantAt, shiftDay, startOfDay } from "../ledger/calendar.ts";
import { effect } from "../ledger/effect.ts";
import { type Fen, fen } from "../ledger/money.ts";

/** A source of numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A record to be stored. `account` counts from 0 within the user's accounts. */
export interface SeedRecord {
  account: number;
  type: RecordType;
  amount: Fen;
  category: string;
  description: string | null;
  instant: string;
  day: Day;
  timed: 0 | 1;
  createdAt: string;
}

export const seedAccounts = [
  { name: "支付宝", type: "payment", color: "#1677FF" },
  { name: "微信零钱", type: "payment", color: "#07C160" },
  { name: "招商银行", type: "bank", color: "#C7000B" },
  { name: "现金", type: "cash", color: "#FA8C16" },
] as const;

export const seedBudgets = [
  { category: "餐饮", amount: 200_000 },
  { category: "交通", amount: 50_000 },
  { category: "购物", amount: 150_000 },
  { category: "娱乐", amount: 60_000 },
] as const;

interface Habit {
  type: RecordType;
  category: string;
  merchants: string[];
  /** The usual amounts, in fen. */
  from: number;
  to: number;
  /** Its share of all records. */
  share: number;
  /** Which accounts it is paid with. */
  accounts: number[];
  /** Amounts end in whole yuan or whole tens rather than in fen. */
  round?: number;
}

const out = (
  category: string,
  share: number,
  [from, to]: [number, number],
  merchants: string[],
  round = 10,
): Habit => ({
  type: "expense",
  category,
  merchants,
  from,
  to,
  share,
  accounts: [0, 1, 2, 3],
  round,
});

const habits: Habit[] = [
  out(
    "餐饮",
    34,
    [600, 6800],
    [
      "兰州牛肉面",
      "沙县小吃",
      "麦当劳",
      "瑞幸咖啡",
      "海底捞",
      "美团外卖",
      "食堂午餐",
      "早餐豆浆油条",
    ],
  ),
  out("交通", 16, [200, 4500], ["地铁", "公交", "滴滴出行", "哈啰单车", "加油", "停车费"], 50),
  out("购物", 12, [990, 59900], ["淘宝", "京东", "拼多多", "优衣库", "名创优品", "宜家"], 1),
  out("日用", 9, [300, 12900], ["永辉超市", "盒马鲜生", "全家便利店", "美宜佳", "菜市场"], 1),
  out("娱乐", 6, [1500, 20000], ["电影票", "爱奇艺会员", "网易云音乐", "剧本杀", "KTV"], 100),
  out("水电", 3, [3000, 38000], ["国家电网", "自来水公司", "燃气缴费"], 1),
  out("通讯", 2, [2900, 19900], ["中国移动话费", "中国电信宽带"], 100),
  out("住房", 2, [180_000, 650_000], ["房租", "物业费"], 10_000),
  out("医疗", 2, [1200, 68000], ["药店", "社区医院挂号", "体检"], 1),
  out("教育", 2, [1900, 39900], ["当当图书", "得到课程", "考试报名费"], 100),
  out("人情", 2, [5000, 100_000], ["红包", "生日礼物", "婚礼份子钱"], 10_000),
  out("旅行", 1, [8000, 320_000], ["12306 火车票", "携程酒店", "景区门票"], 100),
  {
    type: "income",
    category: "工资",
    merchants: ["本月工资"],
    from: 650_000,
    to: 2_800_000,
    share: 4,
    accounts: [2],
    round: 1,
  },
  {
    type: "income",
    category: "奖金",
    merchants: ["季度奖金", "年终奖"],
    from: 200_000,
    to: 3_000_000,
    share: 1,
    accounts: [2],
    round: 10_000,
  },
  {
    type: "income",
    category: "红包",
    merchants: ["微信红包", "群红包"],
    from: 1,
    to: 20_000,
    share: 2,
    accounts: [1],
    round: 1,
  },
  {
    type: "income",
    category: "理财",
    merchants: ["余额宝收益", "基金分红"],
    from: 1,
    to: 50_000,
    share: 2,
    accounts: [0, 2],
    round: 1,
  },
];

/** Every habit as often as its share says. */
const lots = habits.flatMap((habit) => Array<Habit>(habit.share).fill(habit));

const DAYS = 3 * 365;
/** One record in five came from a bill and carries its time of day. */
const TIMED_SHARE = 0.2;

/** The records of one user, oldest first, spread evenly with some noise over three years to `until`. */
export function* seedRecords(
  count: number,
  random: () => number,
  { until, zone }: { until: Day; zone: string },
): Generator<SeedRecord> {
  const first = shiftDay(until, 1 - DAYS);
  for (let index = 0; index < count; index += 1) {
    const position = ((index + random()) / count) * DAYS;
    const day = shiftDay(first, Math.min(DAYS - 1, Math.floor(position)));
    const start = startOfDay(day, zone);
    // A day that the zone skipped holds no records.
    if (start === undefined) continue;
    yield recordOn(day, start, position % 1, random, zone);
  }
}

function recordOn(
  day: Day,
  start: number,
  share: number,
  random: () => number,
  zone: string,
): SeedRecord {
  const habit = pick(lots, random);
  // Waking hours, so that the moment stays within its day however the clocks change.
  const at = start + Math.floor((3 + share * 19) * 3_600_000);
  const timed = random() < TIMED_SHARE;
  return {
    account: pick(habit.accounts, random),
    type: habit.type,
    amount: amountOf(habit, random),
    category: habit.category,
    description: random() < 0.85 ? pick(habit.merchants, random) : null,
    instant: instantAt(timed ? at : start),
    day: timed ? dayOf(at, zone) : day,
    timed: timed ? 1 : 0,
    createdAt: instantAt(at),
  };
}

/** Small amounts are commoner than large ones. */
function amountOf({ from, to, round = 1 }: Habit, random: () => number): Fen {
  const size = from + (to - from) * random() ** 2.5;
  return fen(Math.max(1, Math.round(size / round) * round));
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** What the records do to each of the accounts. */
export function effectsOf(records: SeedRecord[]): Fen[] {
  const effects = seedAccounts.map(() => 0);
  for (const record of records) {
    effects[record.account] = (effects[record.account] as number) + effect(record);
  }
  return effects.map(fen);
}
