/** A book as a person in a city keeps one: the same every time, made through the API. */
import {
  type Day,
  daysInMonth,
  type Month,
  shiftDay,
  shiftMonth,
} from "../../src/ledger/calendar.ts";

export type Post = (path: string, body: object) => Promise<{ id: number }>;

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const ACCOUNTS = [
  { name: "微信零钱", type: "payment", color: "#07C160", balance: 1280.5 },
  { name: "支付宝", type: "payment", color: "#1677FF", balance: 3620 },
  { name: "招商银行", type: "bank", color: "#C7000B", balance: 18650.37 },
  { name: "工商银行", type: "bank", color: "#D4380D", balance: 42000 },
  { name: "现金", type: "cash", color: "#389E0D", balance: 5200 },
];

/** Category, notes, amounts from and to, how many a month, usual account. */
const SPENDING: [string, string[], number, number, number, number][] = [
  [
    "餐饮",
    ["午餐 牛肉面", "和同事吃火锅", "早餐 豆浆油条", "外卖", "楼下沙县", "周末聚餐"],
    12,
    68,
    26,
    0,
  ],
  ["咖啡", ["拿铁", "瑞幸", "冰美式"], 9.9, 32, 8, 0],
  ["交通", ["地铁", "打车回家", "公交", "共享单车"], 2, 42, 18, 1],
  ["购物", ["京东 键盘", "运动鞋", "淘宝 收纳盒", "耳机"], 39, 420, 3, 1],
  ["日用", ["超市买菜", "纸巾 洗衣液", "水果"], 18, 130, 6, 1],
  ["娱乐", ["电影票", "音乐会员", "剧本杀"], 15, 168, 3, 0],
  ["零食", ["便利店", "奶茶"], 8, 35, 5, 0],
  ["医疗", ["感冒药", "洗牙"], 25, 260, 1, 2],
  ["教育", ["技术书", "英语课"], 49, 299, 1, 1],
  ["人情", ["同事份子钱", "妈妈生日礼物"], 200, 600, 1, 2],
];

const BUDGETS = [
  ["餐饮", 1500],
  ["交通", 420],
  ["购物", 500],
  ["日用", 500],
  ["娱乐", 300],
  ["咖啡", 160],
] as const;

/** Makes accounts, `months` months of records up to today, and this month's budgets. */
export async function makeSampleBook(post: Post, userId: number, today: Day, months = 8) {
  const accountIds: number[] = [];
  for (const account of ACCOUNTS) {
    accountIds.push((await post("/api/accounts", { userId, ...account })).id);
  }
  const random = numbers(20261127);
  const records: { day: Day; body: object }[] = [];
  const add = (
    day: Day,
    account: number,
    type: string,
    category: string,
    amount: number,
    description: string,
  ) =>
    records.push({
      day,
      body: {
        userId,
        accountId: accountIds[account],
        type,
        category,
        amount,
        description,
        date: day,
      },
    });
  for (let back = months - 1; back >= 0; back--) {
    const month = shiftMonth(today.slice(0, 7) as Month, -back);
    const dayAt = (date: number) =>
      shiftDay(`${month}-01` as Day, Math.min(date, daysInMonth(month)) - 1);
    add(dayAt(10), 2, "income", "工资", 15800, "税后工资");
    if (back % 3 === 1)
      add(dayAt(15), 2, "income", "奖金", 3000 + Math.round(random() * 4000), "季度奖");
    add(dayAt(21), 3, "income", "理财", Math.round(random() * 30000) / 100 + 60, "货币基金收益");
    add(dayAt(5), 2, "expense", "住房", 3200, "房租");
    add(dayAt(8), 1, "expense", "水电", Math.round(8000 + random() * 14000) / 100, "电费 水费");
    add(dayAt(12), 1, "expense", "通讯", 59, "手机套餐");
    for (const [category, notes, from, to, count, account] of SPENDING) {
      const times = Math.max(1, Math.round(count * (0.75 + random() * 0.5)));
      for (let time = 0; time < times; time++) {
        const cents = Math.round((from + (to - from) * random() ** 2) * 100);
        const note = notes[Math.floor(random() * notes.length)] as string;
        const from1 = random() < 0.8 ? account : 4;
        add(
          dayAt(1 + Math.floor(random() * daysInMonth(month))),
          from1,
          "expense",
          category,
          cents / 100,
          note,
        );
      }
    }
  }
  records.sort((a, b) => (a.day < b.day ? -1 : 1));
  for (const { day, body } of records) if (day <= today) await post("/api/records", body);
  const [wechat, alipay, bank] = accountIds;
  for (let back = months - 1; back >= 0; back--) {
    const date = `${shiftMonth(today.slice(0, 7) as Month, -back)}-11`;
    for (const [toAccountId, amount] of [
      [wechat, 1200],
      [alipay, 1800],
    ]) {
      await post("/api/transfers", {
        userId,
        fromAccountId: bank,
        toAccountId,
        amount,
        date,
        description: "转入零用",
      });
    }
  }
  for (const [category, amount] of BUDGETS) {
    await post("/api/budgets", { userId, category, amount, month: today.slice(0, 7) });
  }
  return { accountIds };
}
