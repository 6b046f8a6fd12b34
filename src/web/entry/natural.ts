/**
 * A line as one would say it: 打车32 微信, 昨天 午饭 28.5, 工资 12000 招行. Finds the amount, the account,
 * the day and the category; what is left is the note. Pure.
 */
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { evaluate } from "./arithmetic.ts";

export interface Heard {
  amount?: Fen;
  category?: string;
  type?: "income" | "expense";
  accountId?: number;
  day?: Day;
  description: string;
}

export interface Known {
  accounts: { id: number; name: string }[];
  categories: { category: string; type: "income" | "expense" }[];
  today: Day;
}

/** Words that stand for a category. The first that is found decides. */
const HINTS: [RegExp, string, "income" | "expense"][] = [
  [/工资|薪水|发薪|salary/i, "工资", "income"],
  [/奖金|年终奖|bonus/i, "奖金", "income"],
  [/收.*红包|红包收入/, "红包", "income"],
  [/利息|理财|分红/, "理财", "income"],
  [/报销/, "报销", "income"],
  [
    /早[餐饭]|午[餐饭]|晚[餐饭]|吃饭|外卖|火锅|聚餐|奶茶|咖啡|餐|饭|面|coffee|lunch|dinner/i,
    "餐饮",
    "expense",
  ],
  [/打车|滴滴|地铁|公交|出租|高铁|火车|加油|停车|骑车|taxi|bus|metro/i, "交通", "expense"],
  [/超市|买菜|水果|日用|纸巾/, "日用", "expense"],
  [/衣服|鞋|淘宝|京东|网购|买/, "购物", "expense"],
  [/电影|游戏|唱歌|KTV|演出|门票/i, "娱乐", "expense"],
  [/房租|物业|水费|电费|燃气|rent/i, "住房", "expense"],
  [/话费|流量|宽带/, "通讯", "expense"],
  [/药|医院|看病|挂号|体检/, "医疗", "expense"],
  [/书|课程|学费|培训/, "教育", "expense"],
  [/礼物|份子|红包/, "人情", "expense"],
];

/** Short names that people use for accounts. */
const ALIASES: [RegExp, RegExp][] = [
  [/微信|wx|wechat/i, /微信|零钱/],
  [/支付宝|zfb|alipay/i, /支付宝|余额宝/],
  [/招行|招商/, /招商|招行/],
  [/工行/, /工商|工行/],
  [/建行/, /建设|建行/],
  [/农行/, /农业|农行/],
  [/现金|cash/i, /现金/],
];

const DAYS: [RegExp, number][] = [
  [/大前天/, -3],
  [/前天/, -2],
  [/昨天|昨晚|yesterday/i, -1],
  [/今天|今早|today/i, 0],
];

const AMOUNT =
  /(?:¥|￥)?\s*(\d{1,12}(?:\.\d{1,2})?(?:\s*[+\-*×/÷]\s*\d{1,12}(?:\.\d{1,2})?)*)\s*(?:元|块钱|块|rmb)?/i;

export function hear(line: string, known: Known): Heard {
  const heard: Heard = { description: "" };
  let rest = ` ${line.normalize("NFKC")} `;
  const take = (pattern: RegExp | string) => {
    rest = rest.replace(pattern, " ");
  };
  for (const [pattern, by] of DAYS) {
    if (!pattern.test(rest)) continue;
    heard.day = shiftDay(known.today, by);
    take(pattern);
    break;
  }
  const account = findAccount(rest, known.accounts);
  if (account !== undefined) {
    heard.accountId = account.id;
    take(account.said);
  }
  const amount = AMOUNT.exec(rest);
  const value = amount?.[1] === undefined ? undefined : evaluate(amount[1]);
  if (amount && value !== undefined) {
    heard.amount = value;
    take(amount[0]);
  }
  const category = findCategory(rest, known.categories);
  if (category !== undefined) {
    heard.category = category.category;
    heard.type = category.type;
  }
  heard.description = rest.replace(/\s+/g, " ").trim();
  if (heard.description === heard.category) heard.description = "";
  return heard;
}

function findAccount(text: string, accounts: Known["accounts"]) {
  for (const account of [...accounts].sort((a, b) => b.name.length - a.name.length)) {
    if (text.includes(account.name)) return { id: account.id, said: account.name };
  }
  for (const [said, named] of ALIASES) {
    const match = said.exec(text);
    const account = match && accounts.find(({ name }) => named.test(name));
    if (match && account) return { id: account.id, said: match[0] };
  }
  return undefined;
}

function findCategory(text: string, categories: Known["categories"]) {
  const named = categories.find(({ category }) => text.includes(category));
  if (named) return named;
  const hint = HINTS.find(([pattern]) => pattern.test(text));
  return hint && { category: hint[1], type: hint[2] };
}
