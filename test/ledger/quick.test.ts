/** The one reader of the one-line entry: what it books is what a listener would book, else it asks. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import type { QuickProblem } from "../../src/contract/quick-problems.ts";
import type { Day } from "../../src/ledger/calendar.ts";
import { type Fen, yuanText } from "../../src/ledger/money.ts";
import { type QuickBook, type QuickGiven, readQuick } from "../../src/ledger/quick.ts";

const TODAY = "2026-03-15" as Day;

const BOOK: QuickBook = {
  accounts: [
    { id: 1, name: "微信零钱", type: "payment" },
    { id: 2, name: "招商银行", type: "bank" },
    { id: 3, name: "钱包", type: "cash" },
    { id: 4, name: "招商信用卡8888", type: "bank" },
  ],
  categories: [
    { name: "餐饮", income: false, expense: true },
    { name: "出行", income: false, expense: true },
    { name: "红包", income: true, expense: false },
    { name: "工资", income: true, expense: false },
    { name: "Coffee", income: false, expense: true },
  ],
  lastAccountId: 3,
};

function read(text: string, book = BOOK) {
  const result = readQuick(text, book, TODAY);
  if (Array.isArray(result)) {
    return result.map(({ field, problem }) => `${field} ${problem}`).join(", ");
  }
  const { amount, category, accountId, day, note, type } = result;
  return [type, amount, category, accountId, day, note].join("|");
}

const amounts: [string, number][] = [
  ["32", 3200],
  ["32.5", 3250],
  [".5", 50],
  ["12.5+30", 4250],
  ["12.5 + 30+7.5", 5000],
  ["3×12.5", 3750],
  ["2*10+5", 2500],
  ["5+2x10", 2500],
  ["1.2万", 1_200_000],
  ["1万2", 1_200_000],
  ["1.2w", 1_200_000],
  ["3k", 300_000],
  ["3千5", 350_000],
  ["￥1,020", 102_000],
  ["¥1,020.50", 102_050],
  ["1,234,567元", 123_456_700],
  ["RMB 88", 8800],
  ["３２．５", 3250],
  ["１２＋３０", 4200],
  ["35块", 3500],
  ["35块钱", 3500],
  ["3块5", 350],
  ["3块5毛", 350],
  ["3块5毛2", 352],
  ["3块半", 350],
  ["5毛", 50],
  ["5角", 50],
  ["8分钱", 8],
  ["三十五块", 3500],
  ["三十五", 3500],
  ["十块", 1000],
  ["十二块八毛", 1280],
  ["五块八毛五", 585],
  ["三块五", 350],
  ["五毛", 50],
  ["两百五", 25_000],
  ["一百零五", 10_500],
  ["一百五十", 15_000],
  ["一千二", 120_000],
  ["一万二", 1_200_000],
  ["两万三千四百五十六元", 2_345_600],
  ["三十五点五", 3550],
  ["999,999,999,999.99", 99_999_999_999_999],
];

test("amounts as people write them", () => {
  for (const [text, fen] of amounts) {
    assert.equal(read(`餐饮 ${text}`), `expense|${fen}|餐饮|3|2026-03-15|`, text);
  }
});

const lines: [string, string][] = [
  ["打车32 微信", "expense|3200|出行|1|2026-03-15|打车"],
  ["微信打车32", "expense|3200|出行|1|2026-03-15|打车"],
  ["午饭三十五块", "expense|3500|餐饮|3|2026-03-15|午饭"],
  ["昨天 午饭 35 招商银行", "expense|3500|餐饮|2|2026-03-14|午饭"],
  ["前天餐饮20", "expense|2000|餐饮|3|2026-03-13|"],
  ["大前天餐饮20", "expense|2000|餐饮|3|2026-03-12|"],
  ["3月5日 餐饮 20", "expense|2000|餐饮|3|2026-03-05|"],
  ["三月五号餐饮20", "expense|2000|餐饮|3|2026-03-05|"],
  ["12月31日 餐饮 20", "expense|2000|餐饮|3|2025-12-31|"],
  ["2月29日 餐饮 20", "expense|2000|餐饮|3|2024-02-29|"],
  ["20号餐饮20", "expense|2000|餐饮|3|2026-02-20|"],
  ["31号餐饮20", "expense|2000|餐饮|3|2026-01-31|"],
  ["2026-03-01 餐饮 20", "expense|2000|餐饮|3|2026-03-01|"],
  ["2026年3月1日餐饮20", "expense|2000|餐饮|3|2026-03-01|"],
  ["today 餐饮 20", "expense|2000|餐饮|3|2026-03-15|"],
  ["yesterday coffee 20", "expense|2000|Coffee|3|2026-03-14|"],
  ["周三餐饮20", "expense|2000|餐饮|3|2026-03-11|"],
  ["周日餐饮20", "expense|2000|餐饮|3|2026-03-15|"],
  ["上周三餐饮20", "expense|2000|餐饮|3|2026-03-04|"],
  ["工资 1.2万 招商银行", "income|1200000|工资|2|2026-03-15|"],
  ["收入 66.66 红包 微信零钱", "income|6666|红包|1|2026-03-15|"],
  ["餐饮 +12", "income|1200|餐饮|3|2026-03-15|"],
  ["支出红包 20", "expense|2000|红包|3|2026-03-15|"],
  ["奖金 500", "income|50000|奖金|3|2026-03-15|"],
  ["餐饮 20 和小李，在楼下", "expense|2000|餐饮|3|2026-03-15|和小李，在楼下"],
  ["餐饮 买2杯咖啡 30", "expense|3000|餐饮|3|2026-03-15|买2杯咖啡"],
  ["餐饮 三明治 15", "expense|1500|餐饮|3|2026-03-15|三明治"],
  ["地铁2号线 5", "expense|500|出行|3|2026-03-15|地铁2号线"],
  ["餐饮 iPhone15 5999元", "expense|599900|餐饮|3|2026-03-15|iPhone15"],
  ["餐饮 牛奶500ml 12", "expense|1200|餐饮|3|2026-03-15|牛奶500ml"],
  ["餐饮 20 招商信用卡8888", "expense|2000|餐饮|4|2026-03-15|"],
  ["餐饮 20 8888", "amount ambiguous"],
  ["现金 餐饮 20", "expense|2000|餐饮|3|2026-03-15|"],
  ["餐饮 20 信用卡", "expense|2000|餐饮|4|2026-03-15|"],
];

test("whole lines", () => {
  for (const [text, expected] of lines) assert.equal(read(text), expected, text);
});

const unclear: [string, string][] = [
  ["", "amount missing"],
  ["打车", "amount missing"],
  ["买2杯咖啡", "amount missing"],
  ["餐饮 20 30", "amount ambiguous"],
  ["餐饮 7-11 18", "amount ambiguous"],
  ["餐饮 九毛九 88", "amount ambiguous"],
  ["餐饮 0", "amount invalid"],
  ["餐饮 0.001", "amount invalid"],
  ["餐饮 1.005", "amount invalid"],
  ["餐饮 1000000000000", "amount invalid"],
  ["餐饮 $20", "amount currency"],
  ["餐饮 红包 20", "category ambiguous"],
  ["餐饮 20 支付宝", "account unknown"],
  ["餐饮 20 招商", "account ambiguous"],
  ["微信零钱 招商银行 餐饮 20", "account ambiguous"],
  ["昨天 今天 餐饮 20", "date ambiguous"],
  ["2026-02-30 餐饮 20", "date invalid"],
  ["13月5日 餐饮 20", "date invalid"],
  ["收入 支出 餐饮 20", "type ambiguous"],
];

test("what is missing or unclear is said, and not guessed", () => {
  for (const [text, expected] of unclear) assert.equal(read(text), expected, text);
});

test("the account: the last one used, the only one, or it is missing", () => {
  const none = { ...BOOK, lastAccountId: undefined };
  assert.equal(read("餐饮 20", none), "account missing");
  assert.equal(
    read("餐饮 20", { ...none, accounts: [{ id: 9, name: "卡", type: "bank" }] }),
    "expense|2000|餐饮|9|2026-03-15|",
  );
  assert.equal(read("餐饮 20", { ...none, accounts: [] }), "account missing");
});

test("a book without categories knows everyday words", () => {
  const empty = { ...BOOK, categories: [] };
  assert.equal(read("打车32 微信", empty), "expense|3200|交通|1|2026-03-15|打车");
  assert.equal(read("交通 32", empty), "expense|3200|交通|3|2026-03-15|");
});

/** The book of the fault cases; today is Saturday 2026-11-28. */
const FAULT_BOOK: QuickBook = {
  accounts: [
    { id: 1, name: "支付宝", type: "payment" },
    { id: 2, name: "微信", type: "payment" },
    { id: 3, name: "招商银行", type: "bank" },
    { id: 4, name: "现金", type: "cash" },
  ],
  categories: [
    ..."餐饮 交通 购物 娱乐 住房 医疗 通讯 人情 教育"
      .split(" ")
      .map((name) => ({ name, income: false, expense: true })),
    { name: "工资", income: true, expense: false },
  ],
  lastAccountId: 1,
};
const SATURDAY = "2026-11-28" as Day;

/** "expense 32 交通 支付宝 2026-11-28 «note» assumed", or "ask: amount ambiguous". */
function heard(text: string, given: QuickGiven = {}, book = FAULT_BOOK): string {
  const result = readQuick(text, book, SATURDAY, given);
  if (Array.isArray(result)) {
    return `ask: ${result.map(({ field, problem }) => `${field} ${problem}`).join(", ")}`;
  }
  const { type, refund, amount, category, accountId, toAccountId, day, note } = result;
  const name = (id: number) => book.accounts.find((account) => account.id === id)?.name;
  const account = toAccountId ? `${name(accountId)}→${name(toAccountId)}` : name(accountId);
  const parts = [refund ? "refund" : type, yuanText(amount), category, account, day, `«${note}»`];
  return parts.filter((part) => part !== "").join(" ");
}

/** How the lines of quick-cases are read: as `right` says there. */
const FAULT_LINES: Record<string, string> = {
  "滴滴出行 23.6": "expense 23.6 交通 支付宝 2026-11-28 «滴滴出行»",
  "地铁出行 5": "expense 5 交通 支付宝 2026-11-28 «地铁出行»",
  "学习买书 50": "expense 50 教育 支付宝 2026-11-28 «学习买书»",
  "超市买菜86.4元": "expense 86.4 餐饮 支付宝 2026-11-28 «超市买菜»",
  "请客吃饭 300": "expense 300 人情 支付宝 2026-11-28 «请客吃饭»",
  理发45块现金: "expense 45 美容 现金 2026-11-28 «理发»",
  "收到红包88.88": "income 88.88 红包 支付宝 2026-11-28 «»",
  "10:05打车32": "expense 32 交通 支付宝 2026-11-28 «10:05打车»",
  "7-11便利店 23.5": "expense 23.5 日用 支付宝 2026-11-28 «7-11便利店»",
  "lunch 35.5": "expense 35.5 餐饮 支付宝 2026-11-28 «lunch»",
  "coffee 28 yesterday": "expense 28 餐饮 支付宝 2026-11-27 «coffee»",
  "午饭35，优惠了5元": "ask: amount ambiguous",
  "打车32 小费5块": "ask: amount ambiguous",
  "外卖28 红包抵扣3元": "ask: amount ambiguous, type ambiguous",
  "打车32 高速费10元": "ask: amount ambiguous",
  "打车 32 余额 968元": "ask: amount ambiguous",
  充话费50送10元: "ask: amount ambiguous",
  "苹果3斤每斤5块 水果": "ask: amount ambiguous",
  原价200打八折买衣服: "ask: amount ambiguous",
  打车十块零五分: "expense 10.05 交通 支付宝 2026-11-28 «打车»",
  外卖二三十块: "ask: amount ambiguous",
  打车32美元: "ask: amount currency",
  "打车32 USD": "ask: amount currency",
  打车5欧元: "ask: amount currency",
  上个月28号物业费600: "expense 600 住房 支付宝 2026-10-28 «物业费»",
  "上月5号 打车20": "expense 20 交通 支付宝 2026-10-05 «打车»",
  "3天前打车20": "expense 20 交通 支付宝 2026-11-25 «打车»",
  三五天前打车20: "ask: date ambiguous",
  两三天前打车20: "ask: date ambiguous",
  十二天前打车20: "expense 20 交通 支付宝 2026-11-16 «打车»",
  三天前打车20: "expense 20 交通 支付宝 2026-11-25 «打车»",
  明天打车20: "expense 20 交通 支付宝 2026-11-29 «打车»",
  下周一打车20: "expense 20 交通 支付宝 2026-11-30 «打车»",
  下个月1号房租3500: "expense 3500 住房 支付宝 2026-12-01 «房租»",
  上上周五打车20: "expense 20 交通 支付宝 2026-11-13 «打车»",
  "25年3月5日打车20": "expense 20 交通 支付宝 2025-03-05 «打车»",
  去年打车20: "ask: date ambiguous",
  上周打车20: "ask: date ambiguous",
  "last friday 打车20": "expense 20 交通 支付宝 2026-11-27 «打车»",
  "淘宝退款25.9": "refund 25.9 购物 支付宝 2026-11-28 «淘宝退款»",
  "京东退了 50 购物": "refund 50 购物 支付宝 2026-11-28 «京东退了»",
  扣工资200: "ask: type ambiguous",
  "收房租 3000": "income 3000 租金收入 支付宝 2026-11-28 «收房租»",
};

test("every line of the fault cases is read right, or asked about", async () => {
  const folder = new URL("quick-cases/", import.meta.url);
  for (const file of await readdir(folder)) {
    if (file === "quick-given-fields.json") continue;
    const { cases } = JSON.parse(await readFile(new URL(file, folder), "utf8"));
    for (const [line] of cases as [string][]) {
      assert.ok(FAULT_LINES[line], `${line} has its right reading here`);
      assert.equal(heard(line), FAULT_LINES[line], line);
    }
  }
});

const asked: [kind: string, lines: string[]][] = [
  [
    "account unknown",
    [
      "打车32 花呗",
      "打车32 建行",
      "打车32 尾号1234",
      "打车32 用饭卡",
      "饭卡 12",
      "还信用卡2000",
      "微信充值到零钱通 500",
      "招行还花呗 300",
      "信用卡还款 300",
      "uber 25 visa",
      "uber 25 credit card",
      "uber 25 hsbc",
      "uber 25 paypal",
    ],
  ],
  ["account ambiguous", ["打车32 支付宝 微信", "支付宝 招行 100"]],
  [
    "account missing",
    ["存500到招行", "充500到微信", "支付宝转出500", "微信转账给小王 88", "取现500 招商银行"],
  ],
  [
    "type ambiguous",
    [
      "转账500",
      "转给妈妈500",
      "给妈妈转500",
      "微信红包 66",
      "红包 66",
      "借给小王500",
      "小王还我300",
      "退货运费12",
      "收到快递 12",
      "收停车费 20",
      "收到转账 500",
      "工资 -200",
      "取消订单 30",
      "家教工资 3000",
      "保姆工资5000",
      "公积金 2000",
      "理财收益 20",
      "小王转我100",
      "找同事拿了200",
      "收小王200",
      "小王给我200",
      "妈妈给我1000",
      "酒店退订 300",
      "机票退票费 50",
      "退换货运费 10",
      "取钱 500",
      "存钱500",
      "取500",
      "定期存款 10000",
      "买基金 1000",
      "基金赎回 1000",
      "收入 -5",
      "lent tom 100",
      "transfer 500",
      "transfer 500 to mom",
      "生活费1000",
      "退款手续费 5",
      "还给小王 200",
      // Somebody else gave it, or nobody knows who whom.
      "妈妈给 500",
      "老板给500",
      "小李给了30",
      "老公发红包 50",
      "客户打款 500",
      "客户付款 500",
      "公司付 500",
      "粉丝打赏 5",
      "爸妈 1000",
      "打款 500",
      // Spent or given back by others.
      "打车60 报销",
      "打车 60 可报销",
      "未报销 打车 60",
      "出差 酒店 300 公司报销",
      "帮同事垫 60",
      "交通 补贴 200",
      "出差补贴 打车 60",
      "奖金 请客 300",
      "用奖金买手机 3000",
      "工资 扣 社保 200",
      "阿姨 工资 3000",
      "工资 阿姨 3000",
      "租客交租 2000",
      "出租 2000",
      "跑滴滴 200",
      "家教费 200",
      "讲课费 200",
      "加班 200",
      "奖励 20",
      "赔偿 200",
      "压岁钱 500",
      "到手 8000",
      "省了 20",
      "国补 500",
      "赊账 200",
      // Money that stays one's own.
      "理财到期 5000",
      "定期 2000",
      "基金 买入 200",
      "退保 5000",
      "微信 充值 50",
    ],
  ],
  [
    "amount ambiguous",
    [
      "20251128",
      "20251128 打车",
      "99999999999 打车",
      "奶茶15一杯",
      "奶茶 15/杯",
      "一斤苹果5块 买了3斤",
      "打车30多",
      "打车三十多块",
      "打车大概30",
      "打车十几块",
      "打车几十块",
      "打车20来块",
      "打车约30",
      "打车30左右",
      "打车30-40",
      "打车三四十",
      "百八十块衣服",
      "打车两三块",
      "打车35,20",
      "午饭35，200打车",
      "打车12,50",
      "iPhone 16 5999",
      "十点零五打车20",
      "打车十点零五",
      "AA聚餐一共200",
      "AA聚餐50",
      "共200打八折",
      "付50找18 买菜",
      "余额968",
      "预算餐饮2000",
      "dinner about 100",
      "dinner 200 split",
      "打折衣服 80",
      "半价汉堡 15",
      "送10个苹果 50",
      "满100减20 买书 80",
      "7-11 18",
      "打车 5.5.5",
      "午饭 100/4",
      "12.5+30=40 餐饮",
      "打车32 打车45",
      "打车32，午饭25",
      "3斤苹果 一斤 5块",
      "每月房租 3500",
      "打车32 其中高速费10",
      "打车32 含高速10",
      "4K电视3000",
      "小米14 3999",
      "小米14手机3999元",
      "iPhone 15 壳 39",
      "第2杯半价 15",
      "买一送一 30",
      "88折 衣服 100",
      "打车 32/人",
      "聚餐 人均80",
      "每人80 聚餐",
      "4个人AA 每人50",
      "四人AA一共200我付50",
      "工资12000 扣税 800",
      "11.28 打车20",
      "苹果5元/斤 3斤",
      "股票100股 2000",
      "抽奖 2注 4",
      "八百电影票 40",
      "三百六十行 书 20",
      "十元店 30",
      "十块店 30",
      "99元店 30",
      "两元店 10",
      "打车 32?",
      "打车32、午饭25",
      "32 32 打车",
      "dinner with 2 friends 120",
      "2 coffees 36",
      "coffee 18 each",
    ],
  ],
  ["amount missing", ["两块蛋糕", "上百块", "打车", "100Q币", "现金", "餐饮", "。"]],
  [
    "date ambiguous",
    [
      "3月房租3500",
      "上个月房租3500",
      "12月1日酒店 800",
      "rent 3500 last month",
      "昨天 前天 打车 20",
      "2026年11月 打车20",
      "10月 打车20",
      "初五 打车20",
      "廿三 年货 100",
      "上周末 打车 20",
      "uber 25 last week",
      "uber 25 next monday",
      "月初五 20",
    ],
  ],
  [
    "amount currency",
    [
      "coffee $5",
      "coffee 5 usd",
      "美元打车32",
      "日元 1000 拉面",
      "港币50茶餐厅",
      "HK$50 茶",
      "$32 taxi",
      "32€ lunch",
      "lunch £8",
      "lunch 8 pounds",
    ],
  ],
  ["amount invalid", ["打车 0", "打车 1.005"]],
  ["date ambiguous, amount ambiguous", ["昨天打车32 今天打车20"]],
  [
    "amount ambiguous, type ambiguous",
    ["没买成 30", "外卖 35 红包抵了3", "红包抵扣后28外卖", "请客200 小王转我100"],
  ],
  ["type ambiguous, account unknown", ["余额宝收益 1.2"]],
  ["date ambiguous, amount missing", ["uber 25 nov 20"]],
];

test("what is not proved is asked about, and nothing is booked", () => {
  for (const [problem, list] of asked) {
    for (const line of list) assert.equal(heard(line), `ask: ${problem}`, line);
  }
});

const booked: [string, string][] = [
  ["打车32 招行", "expense 32 交通 招商银行 2026-11-28 «打车»"],
  ["打车32 零钱", "expense 32 交通 微信 2026-11-28 «打车»"],
  ["公交卡充值50", "expense 50 交通 支付宝 2026-11-28 «公交卡充值»"],
  ["微信提现500到招行", "transfer 500 微信→招商银行 2026-11-28 «»"],
  ["从微信转500到招商银行", "transfer 500 微信→招商银行 2026-11-28 «»"],
  ["招行转支付宝 200", "transfer 200 招商银行→支付宝 2026-11-28 «»"],
  ["从招行取1000", "transfer 1000 招商银行→现金 2026-11-28 «»"],
  ["招行取现1000", "transfer 1000 招商银行→现金 2026-11-28 «»"],
  ["现金存招行500", "transfer 500 现金→招商银行 2026-11-28 «»"],
  ["提现手续费0.5", "expense 0.5 未分类 支付宝 2026-11-28 «提现手续费»"],
  ["给妈妈发红包 66", "expense 66 人情 支付宝 2026-11-28 «给妈妈发红包»"],
  ["给了红包 66", "expense 66 红包 支付宝 2026-11-28 «给了»"],
  ["红包给孩子 66", "expense 66 育儿 支付宝 2026-11-28 «红包给孩子»"],
  ["给妈妈打钱 500", "expense 500 未分类 支付宝 2026-11-28 «给妈妈打钱»"],
  ["妈妈买菜 50", "expense 50 餐饮 支付宝 2026-11-28 «妈妈买菜»"],
  ["请老板吃饭 300", "expense 300 餐饮 支付宝 2026-11-28 «请老板吃饭»"],
  ["公司发奖金 5000", "income 5000 奖金 支付宝 2026-11-28 «公司发»"],
  ["收到客户打款 500", "income 500 未分类 支付宝 2026-11-28 «客户打款»"],
  ["房贷利息 20", "expense 20 住房 支付宝 2026-11-28 «房贷利息»"],
  ["打麻将赢了200", "income 200 未分类 支付宝 2026-11-28 «打麻将赢了»"],
  ["打麻将输了200", "expense 200 未分类 支付宝 2026-11-28 «打麻将输了»"],
  ["餐补 300", "income 300 补贴 支付宝 2026-11-28 «餐补»"],
  ["话费补贴 200", "income 200 补贴 支付宝 2026-11-28 «话费»"],
  ["保险 理赔 200", "income 200 理赔 支付宝 2026-11-28 «保险»"],
  ["红包袋 5", "expense 5 红包 支付宝 2026-11-28 «袋»"],
  ["加班打车 50", "expense 50 交通 支付宝 2026-11-28 «加班打车»"],
  ["发红包 66", "expense 66 人情 支付宝 2026-11-28 «发红包»"],
  ["收红包 66", "income 66 红包 支付宝 2026-11-28 «收红包»"],
  ["还房贷5000", "expense 5000 住房 支付宝 2026-11-28 «还房贷»"],
  ["工资 12000", "income 12000 工资 支付宝 2026-11-28 «»"],
  ["工资12000 招行", "income 12000 工资 招商银行 2026-11-28 «»"],
  ["发工资12000", "income 12000 工资 支付宝 2026-11-28 «发»"],
  ["奖金5000", "income 5000 奖金 支付宝 2026-11-28 «»"],
  ["报销打车32", "income 32 报销 支付宝 2026-11-28 «打车»"],
  ["退押金200", "refund 200 未分类 支付宝 2026-11-28 «退押金»"],
  ["退休金3000", "income 3000 养老金 支付宝 2026-11-28 «退休金»"],
  ["退烧药 30", "expense 30 未分类 支付宝 2026-11-28 «退烧药»"],
  ["卖旧手机 800", "income 800 未分类 支付宝 2026-11-28 «卖旧手机»"],
  ["外卖 35", "expense 35 餐饮 支付宝 2026-11-28 «外卖»"],
  ["小卖部 5", "expense 5 未分类 支付宝 2026-11-28 «小卖部»"],
  ["收快递 5", "expense 5 生活服务 支付宝 2026-11-28 «收快递»"],
  ["年终奖3万", "income 30000 奖金 支付宝 2026-11-28 «年终奖»"],
  ["35块2杯奶茶", "expense 35 餐饮 支付宝 2026-11-28 «2杯奶茶»"],
  ["2杯奶茶 30", "expense 30 餐饮 支付宝 2026-11-28 «2杯奶茶»"],
  ["一杯奶茶 15", "expense 15 餐饮 支付宝 2026-11-28 «一杯奶茶»"],
  ["打车35块2", "expense 35.2 交通 支付宝 2026-11-28 «打车»"],
  ["打车3块5", "expense 3.5 交通 支付宝 2026-11-28 «打车»"],
  ["早餐三块五", "expense 3.5 餐饮 支付宝 2026-11-28 «早餐»"],
  ["早餐35块三明治", "expense 35 餐饮 支付宝 2026-11-28 «早餐 三明治»"],
  ["三明治 15", "expense 15 未分类 支付宝 2026-11-28 «三明治»"],
  ["两块蛋糕 30", "expense 30 餐饮 支付宝 2026-11-28 «两块蛋糕»"],
  ["约饭 100", "expense 100 未分类 支付宝 2026-11-28 «约饭»"],
  ["最近打车 30", "expense 30 交通 支付宝 2026-11-28 «最近打车»"],
  ["打车1,020", "expense 1020 交通 支付宝 2026-11-28 «打车»"],
  ["工资1.2万", "income 12000 工资 支付宝 2026-11-28 «»"],
  ["工资1万2千", "income 12000 工资 支付宝 2026-11-28 «»"],
  ["房租3千5", "expense 3500 住房 支付宝 2026-11-28 «房租»"],
  ["iPhone16 5999", "expense 5999 未分类 支付宝 2026-11-28 «iPhone16»"],
  ["G123高铁票 553", "expense 553 交通 支付宝 2026-11-28 «G123高铁票»"],
  ["高铁G123 553元", "expense 553 交通 支付宝 2026-11-28 «高铁G123»"],
  ["3楼食堂 12", "expense 12 餐饮 支付宝 2026-11-28 «3楼食堂»"],
  ["12:30 午饭 25", "expense 25 餐饮 支付宝 2026-11-28 «12:30 午饭»"],
  ["下午3点打车20", "expense 20 交通 支付宝 2026-11-28 «下午3点打车»"],
  ["8点半打车15", "expense 15 交通 支付宝 2026-11-28 «8点半打车»"],
  ["十点打车20", "expense 20 交通 支付宝 2026-11-28 «十点打车»"],
  ["3点20分打车20", "expense 20 交通 支付宝 2026-11-28 «3点20分打车»"],
  ["地铁2号线 5", "expense 5 交通 支付宝 2026-11-28 «地铁2号线»"],
  ["5号电池 30", "expense 30 未分类 支付宝 2026-11-28 «5号电池»"],
  ["95号汽油 300", "expense 300 未分类 支付宝 2026-11-28 «95号汽油»"],
  ["加油95号 300", "expense 300 交通 支付宝 2026-11-28 «加油95号»"],
  ["第3次打车 20", "expense 20 交通 支付宝 2026-11-28 «第3次打车»"],
  ["双十一衣服 300", "expense 300 服饰 支付宝 2026-11-28 «双十一衣服»"],
  ["十一旅行3000", "expense 3000 旅行 支付宝 2026-11-28 «十一»"],
  ["打车十一", "expense 11 交通 支付宝 2026-11-28 «打车»"],
  ["13812345678话费50", "expense 50 通讯 支付宝 2026-11-28 «13812345678话费»"],
  ["10086充话费50", "expense 50 通讯 支付宝 2026-11-28 «10086充话费»"],
  ["一共37 打车32小费5", "expense 37 交通 支付宝 2026-11-28 «一共 打车32小费5»"],
  ["打车32小费5 一共37", "expense 37 交通 支付宝 2026-11-28 «打车32小费5 一共»"],
  ["打车32+5小费", "expense 37 交通 支付宝 2026-11-28 «打车 小费»"],
  ["两个人一共60", "expense 60 未分类 支付宝 2026-11-28 «两个人一共»"],
  ["聚餐实付50 人均", "expense 50 餐饮 支付宝 2026-11-28 «聚餐实付 人均»"],
  ["原价200打八折实付160", "expense 160 未分类 支付宝 2026-11-28 «原价200打八折实付»"],
  ["打八折一共160", "expense 160 未分类 支付宝 2026-11-28 «打八折一共»"],
  ["优惠后35 午饭", "expense 35 餐饮 支付宝 2026-11-28 «优惠后 午饭»"],
  ["午饭 券后 28", "expense 28 餐饮 支付宝 2026-11-28 «午饭 券后»"],
  ["充话费50送10 实付50", "expense 50 通讯 支付宝 2026-11-28 «充话费50送10 实付»"],
  ["共享单车1.5", "expense 1.5 交通 支付宝 2026-11-28 «共享单车»"],
  ["公共交通 5", "expense 5 交通 支付宝 2026-11-28 «公共»"],
  ["总共 三十五块 打车", "expense 35 交通 支付宝 2026-11-28 «总共 打车»"],
  ["打车-32", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["餐饮 +12", "income 12 餐饮 支付宝 2026-11-28 «»"],
  ["-32", "expense 32 未分类 支付宝 2026-11-28 «»"],
  ["32", "expense 32 未分类 支付宝 2026-11-28 «»"],
  ["今天打车20", "expense 20 交通 支付宝 2026-11-28 «打车»"],
  ["昨晚打车20", "expense 20 交通 支付宝 2026-11-27 «打车»"],
  ["周三打车20", "expense 20 交通 支付宝 2026-11-25 «打车»"],
  ["11月房租3500", "expense 3500 住房 支付宝 2026-11-28 «11月房租»"],
  ["3/5打车20", "expense 20 交通 支付宝 2026-03-05 «打车»"],
  ["11-28打车20", "expense 20 交通 支付宝 2026-11-28 «打车»"],
  ["打车20 3/5", "expense 20 交通 支付宝 2026-03-05 «打车»"],
  ["去年12月3日打车20", "expense 20 交通 支付宝 2025-12-03 «打车»"],
  ["3月5日 电影票 80", "expense 80 娱乐 支付宝 2026-03-05 «电影票»"],
  ["10月1日酒店 800", "expense 800 旅行 支付宝 2026-10-01 «酒店»"],
  ["taxi 45 cash", "expense 45 交通 现金 2026-11-28 «taxi»"],
  ["taxi 45", "expense 45 交通 支付宝 2026-11-28 «taxi»"],
  ["uber 23 yesterday", "expense 23 交通 支付宝 2026-11-27 «uber»"],
  ["lunch 20 monday", "expense 20 餐饮 支付宝 2026-11-23 «lunch»"],
  ["groceries 120.5 alipay", "expense 120.5 餐饮 支付宝 2026-11-28 «groceries»"],
  ["salary 12000", "income 12000 工资 支付宝 2026-11-28 «salary»"],
  ["refund 25 taobao", "refund 25 购物 支付宝 2026-11-28 «refund taobao»"],
  ["transfer 500 from alipay to cash", "transfer 500 支付宝→现金 2026-11-28 «»"],
  ["two beers 30", "expense 30 未分类 支付宝 2026-11-28 «two beers»"],
  ["paid 30 for lunch", "expense 30 餐饮 支付宝 2026-11-28 «for lunch»"],
  ["bus 2 wechat", "expense 2 交通 微信 2026-11-28 «bus»"],
  ["business lunch 200", "expense 200 餐饮 支付宝 2026-11-28 «business lunch»"],
  ["iphone case 39", "expense 39 未分类 支付宝 2026-11-28 «iphone case»"],
  ["每日优鲜 56", "expense 56 未分类 支付宝 2026-11-28 «每日优鲜»"],
  ["拼多多 35", "expense 35 购物 支付宝 2026-11-28 «拼多多»"],
  ["折叠伞 35", "expense 35 未分类 支付宝 2026-11-28 «折叠伞»"],
  ["花花 20", "expense 20 未分类 支付宝 2026-11-28 «花花»"],
  ["买花 99", "expense 99 未分类 支付宝 2026-11-28 «买花»"],
  ["给猫买罐头 88", "expense 88 未分类 支付宝 2026-11-28 «给猫买罐头»"],
  ["看病花了120", "expense 120 医疗 支付宝 2026-11-28 «看病»"],
  ["停车费 10元", "expense 10 交通 支付宝 2026-11-28 «停车费»"],
  ["油费300", "expense 300 未分类 支付宝 2026-11-28 «油费»"],
  ["话费100", "expense 100 通讯 支付宝 2026-11-28 «话费»"],
  ["送妈妈礼物 300", "expense 300 人情 支付宝 2026-11-28 «送妈妈礼物»"],
  ["送快递 12", "expense 12 生活服务 支付宝 2026-11-28 «送快递»"],
  ["送花 99", "expense 99 未分类 支付宝 2026-11-28 «送花»"],
  ["减肥药 80", "expense 80 未分类 支付宝 2026-11-28 «减肥药»"],
  ["12306 火车票 553", "expense 553 交通 支付宝 2026-11-28 «12306 火车票»"],
  ["麦当劳 35.5元", "expense 35.5 餐饮 支付宝 2026-11-28 «麦当劳»"],
  ["喜茶 两杯 共 38", "expense 38 未分类 支付宝 2026-11-28 «喜茶 两杯 共»"],
  ["1.5", "expense 1.5 未分类 支付宝 2026-11-28 «»"],
  ["打车３２．５", "expense 32.5 交通 支付宝 2026-11-28 «打车»"],
  ["100÷3 午饭", "expense 33.33 餐饮 支付宝 2026-11-28 «午饭»"],
  ["3×12.5 餐饮", "expense 37.5 餐饮 支付宝 2026-11-28 «»"],
  ["可乐3元x2", "expense 6 未分类 支付宝 2026-11-28 «可乐»"],
  ["可乐x2 6元", "expense 6 未分类 支付宝 2026-11-28 «可乐x2»"],
  ["2*10+5 餐饮", "expense 25 餐饮 支付宝 2026-11-28 «»"],
  ["12.5+30=42.5 餐饮", "expense 42.5 餐饮 支付宝 2026-11-28 «»"],
  ["五毛 糖", "expense 0.5 未分类 支付宝 2026-11-28 «糖»"],
  ["8分钱 糖", "expense 0.08 未分类 支付宝 2026-11-28 «糖»"],
  ["糖 5角", "expense 0.5 未分类 支付宝 2026-11-28 «糖»"],
  ["早饭10 午饭20 一共30", "expense 30 餐饮 支付宝 2026-11-28 «早饭10 午饭20 一共»"],
  ["32 欧莱雅 面霜", "expense 32 未分类 支付宝 2026-11-28 «欧莱雅 面霜»"],
  ["65 刀削面", "expense 65 未分类 支付宝 2026-11-28 «刀削面»"],
  ["刀削面 15", "expense 15 未分类 支付宝 2026-11-28 «刀削面»"],
  ["日本料理 300", "expense 300 未分类 支付宝 2026-11-28 «日本料理»"],
  ["Q币 100", "expense 100 未分类 支付宝 2026-11-28 «Q币»"],
  ["积分兑换 20", "expense 20 未分类 支付宝 2026-11-28 «积分兑换»"],
  ["1斤苹果 5", "expense 5 未分类 支付宝 2026-11-28 «1斤苹果»"],
  ["苹果3斤 15", "expense 15 未分类 支付宝 2026-11-28 «苹果3斤»"],
  ["打车32 不含小费", "expense 32 交通 支付宝 2026-11-28 «打车 不含小费»"],
  ["房租 3500 押一付三", "expense 3500 住房 支付宝 2026-11-28 «房租 押一付三»"],
  ["房租押金3000", "expense 3000 住房 支付宝 2026-11-28 «房租押金»"],
  ["退租押金 3000", "refund 3000 未分类 支付宝 2026-11-28 «退租押金»"],
  ["扣税 200", "expense 200 未分类 支付宝 2026-11-28 «扣税»"],
  ["罚款 200", "expense 200 未分类 支付宝 2026-11-28 «罚款»"],
  ["股票 分红 500", "income 500 理财 支付宝 2026-11-28 «股票 分红»"],
  ["利息 5", "income 5 理财 支付宝 2026-11-28 «利息»"],
  ["中奖 100", "income 100 未分类 支付宝 2026-11-28 «中奖»"],
  ["打车32 + 10高速", "expense 42 交通 支付宝 2026-11-28 «打车 高速»"],
  ["打车32元整", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["昨天买了2件衣服花了300", "expense 300 服饰 支付宝 2026-11-27 «买了2件衣服»"],
  ["昨天中午吃饭35.5微信", "expense 35.5 餐饮 微信 2026-11-27 «中午吃饭»"],
  ["中午12点吃饭35", "expense 35 餐饮 支付宝 2026-11-28 «中午12点吃饭»"],
  ["晚饭 和小王 120 微信付的", "expense 120 餐饮 微信 2026-11-28 «晚饭 和小王 付的»"],
  ["滴滴 15.8 花了", "expense 15.8 交通 支付宝 2026-11-28 «滴滴»"],
  ["花了15.8打滴滴", "expense 15.8 交通 支付宝 2026-11-28 «打滴滴»"],
  ["支付宝付了25买水果", "expense 25 餐饮 支付宝 2026-11-28 «买水果»"],
  ["给小费10", "expense 10 未分类 支付宝 2026-11-28 «给小费»"],
  ["加油 300 98号", "expense 300 交通 支付宝 2026-11-28 «加油 98号»"],
  ["5G套餐 59", "expense 59 未分类 支付宝 2026-11-28 «5G套餐»"],
  ["3M口罩 25", "expense 25 未分类 支付宝 2026-11-28 «3M口罩»"],
  ["B2停车 10", "expense 10 交通 支付宝 2026-11-28 «B2停车»"],
  ["A4纸 20", "expense 20 未分类 支付宝 2026-11-28 «A4纸»"],
  ["Switch2 2500", "expense 2500 未分类 支付宝 2026-11-28 «Switch2»"],
  ["红米K70 2000", "expense 2000 未分类 支付宝 2026-11-28 «红米K70»"],
  ["奔驰C200 洗车 50", "expense 50 未分类 支付宝 2026-11-28 «奔驰C200 洗车»"],
  ["1号店 88", "expense 88 未分类 支付宝 2026-11-28 «1号店»"],
  ["2号楼物业费 300", "expense 300 住房 支付宝 2026-11-28 «2号楼物业费»"],
  ["18路公交 2", "expense 2 交通 支付宝 2026-11-28 «18路公交»"],
  ["地铁10号线 4", "expense 4 交通 支付宝 2026-11-28 «地铁10号线»"],
  ["T2航站楼 停车 40", "expense 40 交通 支付宝 2026-11-28 «T2航站楼 停车»"],
  ["2人餐 88", "expense 88 未分类 支付宝 2026-11-28 «2人餐»"],
  ["满减后 35 外卖", "expense 35 餐饮 支付宝 2026-11-28 «满减后 外卖»"],
  ["到手价 35 外卖", "expense 35 餐饮 支付宝 2026-11-28 «到手价 外卖»"],
  ["外卖 到手 28", "expense 28 餐饮 支付宝 2026-11-28 «外卖 到手»"],
  ["给小王200", "expense 200 未分类 支付宝 2026-11-28 «给小王»"],
  ["工资到账12000招行", "income 12000 工资 招商银行 2026-11-28 «»"],
  ["工资 税后 9800", "income 9800 工资 支付宝 2026-11-28 «税后»"],
  ["公司报销 350", "income 350 报销 支付宝 2026-11-28 «公司»"],
  ["退货退款 99 淘宝", "refund 99 购物 支付宝 2026-11-28 «退货退款 淘宝»"],
  ["京东退货 99", "refund 99 购物 支付宝 2026-11-28 «京东退货»"],
  ["退了99块 京东", "refund 99 购物 支付宝 2026-11-28 «退了 京东»"],
  ["机票退票 500", "refund 500 旅行 支付宝 2026-11-28 «机票退票»"],
  ["游戏充值 30", "expense 30 娱乐 支付宝 2026-11-28 «游戏充值»"],
  ["充值30 话费", "expense 30 通讯 支付宝 2026-11-28 «充值 话费»"],
  ["零钱转招行 100", "transfer 100 微信→招商银行 2026-11-28 «»"],
  ["招行转出100到微信", "transfer 100 招商银行→微信 2026-11-28 «»"],
  ["招行转100到支付宝", "transfer 100 招商银行→支付宝 2026-11-28 «»"],
  ["从支付宝到招行 100", "transfer 100 支付宝→招商银行 2026-11-28 «»"],
  ["支付宝→招行 100", "transfer 100 支付宝→招商银行 2026-11-28 «»"],
  ["微信转账100给招行", "transfer 100 微信→招商银行 2026-11-28 «»"],
  ["还招行 300 支付宝", "transfer 300 支付宝→招商银行 2026-11-28 «»"],
  ["支付宝还招行 300", "transfer 300 支付宝→招商银行 2026-11-28 «»"],
  ["现金存到招行 500", "transfer 500 现金→招商银行 2026-11-28 «»"],
  ["存钱罐 30", "expense 30 未分类 支付宝 2026-11-28 «存钱罐»"],
  ["转转 手机 800", "expense 800 未分类 支付宝 2026-11-28 «转转 手机»"],
  ["转机餐费 60", "expense 60 未分类 支付宝 2026-11-28 «转机餐费»"],
  ["旋转木马 30", "expense 30 未分类 支付宝 2026-11-28 «旋转木马»"],
  ["昨天（周五）打车20", "expense 20 交通 支付宝 2026-11-27 «打车»"],
  ["周五 昨天 打车20", "expense 20 交通 支付宝 2026-11-27 «打车»"],
  ["打车20 昨天", "expense 20 交通 支付宝 2026-11-27 «打车»"],
  ["大后天 打车20", "expense 20 交通 支付宝 2026-12-01 «打车»"],
  ["前晚 打车20", "expense 20 交通 支付宝 2026-11-26 «打车»"],
  ["12.5打车", "expense 12.5 交通 支付宝 2026-11-28 «打车»"],
  ["2026.11.20 打车20", "expense 20 交通 支付宝 2026-11-20 «打车»"],
  ["三月五号 打车20", "expense 20 交通 支付宝 2026-03-05 «打车»"],
  ["生日蛋糕 200", "expense 200 餐饮 支付宝 2026-11-28 «生日蛋糕»"],
  ["生日 3月5日 蛋糕 200", "expense 200 餐饮 支付宝 2026-03-05 «生日 蛋糕»"],
  ["下午茶 30", "expense 30 餐饮 支付宝 2026-11-28 «下午茶»"],
  ["半年会员 100", "expense 100 未分类 支付宝 2026-11-28 «半年会员»"],
  ["一年会员 198", "expense 198 未分类 支付宝 2026-11-28 «一年会员»"],
  ["两个月房租 6000", "expense 6000 住房 支付宝 2026-11-28 «两个月房租»"],
  ["三个月健身卡 900", "expense 900 运动 支付宝 2026-11-28 «三个月健身卡»"],
  ["季度奖 5000", "expense 5000 未分类 支付宝 2026-11-28 «季度奖»"],
  ["季度会员 45", "expense 45 未分类 支付宝 2026-11-28 «季度会员»"],
  ["月卡 25", "expense 25 未分类 支付宝 2026-11-28 «月卡»"],
  ["周卡 10", "expense 10 未分类 支付宝 2026-11-28 «周卡»"],
  ["年货 500", "expense 500 未分类 支付宝 2026-11-28 «年货»"],
  ["周边 88", "expense 88 未分类 支付宝 2026-11-28 «周边»"],
  ["日用品 35", "expense 35 日用 支付宝 2026-11-28 «日用品»"],
  ["本周 买菜 200", "expense 200 餐饮 支付宝 2026-11-28 «本周 买菜»"],
  ["这个月 房租 3500", "expense 3500 住房 支付宝 2026-11-28 «这个月 房租»"],
  ["今年 保险 3000", "expense 3000 保险 支付宝 2026-11-28 «今年»"],
  ["上周六 打车20", "expense 20 交通 支付宝 2026-11-21 «打车»"],
  ["本周六 打车20", "expense 20 交通 支付宝 2026-11-28 «打车»"],
  ["下周六 打车20", "expense 20 交通 支付宝 2026-12-05 «打车»"],
  ["这周五 打车20", "expense 20 交通 支付宝 2026-11-27 «打车»"],
  ["20分钟停车 5", "expense 5 交通 支付宝 2026-11-28 «20分钟停车»"],
  ["停车2小时 10", "expense 10 交通 支付宝 2026-11-28 «停车2小时»"],
  ["骑车30分钟1.5", "expense 1.5 交通 支付宝 2026-11-28 «骑车30分钟»"],
  ["1.5小时停车 10", "expense 10 交通 支付宝 2026-11-28 «1.5小时停车»"],
  ["跑步5公里 水 3", "expense 3 未分类 支付宝 2026-11-28 «跑步5公里 水»"],
  ["牛奶2L 15", "expense 15 未分类 支付宝 2026-11-28 «牛奶2L»"],
  ["牛奶 1L 12", "expense 12 未分类 支付宝 2026-11-28 «牛奶 1L»"],
  ["鸡蛋30个 25", "expense 25 未分类 支付宝 2026-11-28 «鸡蛋30个»"],
  ["鸡蛋 10元30个", "expense 10 未分类 支付宝 2026-11-28 «鸡蛋 30个»"],
  ["苹果 5元3斤", "expense 5 未分类 支付宝 2026-11-28 «苹果 3斤»"],
  ["电费 200度 120", "expense 120 水电 支付宝 2026-11-28 «电费 200度»"],
  ["电费120 200度", "expense 120 水电 支付宝 2026-11-28 «电费 200度»"],
  ["水费3吨 15", "expense 15 水电 支付宝 2026-11-28 «水费3吨»"],
  ["体温38度 药 30", "expense 30 未分类 支付宝 2026-11-28 «体温38度 药»"],
  ["彩票 10", "expense 10 未分类 支付宝 2026-11-28 «彩票»"],
  ["罚单 200", "expense 200 未分类 支付宝 2026-11-28 «罚单»"],
  ["打车 -5", "expense 5 交通 支付宝 2026-11-28 «打车»"],
  ["支出 100 工资", "expense 100 工资 支付宝 2026-11-28 «»"],
  ["收入100 餐饮", "income 100 餐饮 支付宝 2026-11-28 «»"],
  ["收到 餐饮 100", "income 100 餐饮 支付宝 2026-11-28 «»"],
  ["100", "expense 100 未分类 支付宝 2026-11-28 «»"],
  ["100 现金", "expense 100 未分类 现金 2026-11-28 «»"],
  ["100元", "expense 100 未分类 支付宝 2026-11-28 «»"],
  ["壹佰元", "expense 100 未分类 支付宝 2026-11-28 «»"],
  ["二百五", "expense 250 未分类 支付宝 2026-11-28 «»"],
  ["二百五十块", "expense 250 未分类 支付宝 2026-11-28 «»"],
  ["两千", "expense 2000 未分类 支付宝 2026-11-28 «»"],
  ["一千零一夜 书 50", "expense 50 未分类 支付宝 2026-11-28 «一千零一夜 书»"],
  ["百年孤独 45", "expense 45 未分类 支付宝 2026-11-28 «百年孤独»"],
  ["三体 60", "expense 60 未分类 支付宝 2026-11-28 «三体»"],
  ["三国演义 50", "expense 50 未分类 支付宝 2026-11-28 «三国演义»"],
  ["万达影城 80", "expense 80 未分类 支付宝 2026-11-28 «万达影城»"],
  ["3万达影票", "expense 3 未分类 支付宝 2026-11-28 «万达影票»"],
  ["35百货", "expense 35 日用 支付宝 2026-11-28 «百货»"],
  ["千岛湖门票 120", "expense 120 旅行 支付宝 2026-11-28 «千岛湖门票»"],
  ["百果园 56", "expense 56 未分类 支付宝 2026-11-28 «百果园»"],
  ["九阳豆浆机 300", "expense 300 未分类 支付宝 2026-11-28 «九阳豆浆机»"],
  ["七匹狼 200", "expense 200 未分类 支付宝 2026-11-28 «七匹狼»"],
  ["一点点奶茶 15", "expense 15 餐饮 支付宝 2026-11-28 «一点点奶茶»"],
  ["五谷渔粉 25", "expense 25 未分类 支付宝 2026-11-28 «五谷渔粉»"],
  ["六神花露水 20", "expense 20 未分类 支付宝 2026-11-28 «六神花露水»"],
  ["谢谢 32 打车", "expense 32 交通 支付宝 2026-11-28 «谢谢 打车»"],
  ["打车 32。", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["打车 32！", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["打车：32元", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["[打车] 32", "expense 32 交通 支付宝 2026-11-28 «[打车]»"],
  ["打车(32)", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["打车（32）", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["打车 ¥32", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["打车 32 ¥", "expense 32 交通 支付宝 2026-11-28 «打车 ¥»"],
  ["打车 RMB 32", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["打车32rmb", "expense 32 交通 支付宝 2026-11-28 «打车»"],
  ["taxi 32 yuan", "expense 32 交通 支付宝 2026-11-28 «taxi»"],
  ["taxi 32 rmb", "expense 32 交通 支付宝 2026-11-28 «taxi»"],
  ["taxi 32 cny", "expense 32 交通 支付宝 2026-11-28 «taxi»"],
  ["lunch 35 alipay yesterday", "expense 35 餐饮 支付宝 2026-11-27 «lunch»"],
  ["dinner for two 120", "expense 120 餐饮 支付宝 2026-11-28 «dinner for two»"],
  ["got paid 12000", "income 12000 未分类 支付宝 2026-11-28 «got paid»"],
  ["bonus 500", "income 500 奖金 支付宝 2026-11-28 «bonus»"],
  ["interest 5", "income 5 理财 支付宝 2026-11-28 «interest»"],
  ["paid rent 3500", "expense 3500 住房 支付宝 2026-11-28 «rent»"],
  ["refund 30 groceries", "refund 30 餐饮 支付宝 2026-11-28 «refund groceries»"],
  ["coffee x2 36", "expense 36 餐饮 支付宝 2026-11-28 «coffee x2»"],
  ["2 x 18 coffee", "expense 36 餐饮 支付宝 2026-11-28 «coffee»"],
  ["coffee 18 x 2", "expense 36 餐饮 支付宝 2026-11-28 «coffee»"],
  ["movie tickets 80 last night", "expense 80 娱乐 支付宝 2026-11-27 «movie tickets»"],
  ["gas 300 3 days ago", "expense 300 交通 支付宝 2026-11-25 «gas»"],
  ["uber 25 tomorrow", "expense 25 交通 支付宝 2026-11-29 «uber»"],
  ["uber 25 on friday", "expense 25 交通 支付宝 2026-11-27 «uber»"],
  ["uber 25 11/20", "expense 25 交通 支付宝 2026-11-20 «uber»"],
  ["uber 25 wx", "expense 25 交通 微信 2026-11-28 «uber»"],
  ["train G7 553", "expense 553 交通 支付宝 2026-11-28 «train G7»"],
  ["iPhone 5999", "expense 5999 未分类 支付宝 2026-11-28 «iPhone»"],
  ["apple 12", "expense 12 未分类 支付宝 2026-11-28 «apple»"],
  ["apple watch 3000", "expense 3000 未分类 支付宝 2026-11-28 «apple watch»"],
  ["new balance 500", "expense 500 未分类 支付宝 2026-11-28 «new balance»"],
  ["business class 3000", "expense 3000 未分类 支付宝 2026-11-28 «business class»"],
  ["sold bike 300", "income 300 未分类 支付宝 2026-11-28 «sold bike»"],
  ["withdraw 500 from 招商银行", "transfer 500 招商银行→现金 2026-11-28 «»"],
  ["transfer from alipay 500 to wechat", "transfer 500 支付宝→微信 2026-11-28 «»"],
  ["给妈妈生活费1000", "expense 1000 未分类 支付宝 2026-11-28 «给妈妈生活费»"],
  ["收礼金 500", "income 500 未分类 支付宝 2026-11-28 «收礼金»"],
  ["给我妈1000", "expense 1000 未分类 支付宝 2026-11-28 «给我妈»"],
  ["收房租 3000", "income 3000 租金收入 支付宝 2026-11-28 «收房租»"],
];

test("lines are booked as a listener would book them", () => {
  for (const [line, expected] of booked) assert.equal(heard(line), expected, line);
});

const given: [line: string, given: QuickGiven, expected: string][] = [
  ["32", { category: "旅行" }, "expense 32 旅行 支付宝 2026-11-28 «»"],
  ["打车32 支付宝 微信", { accountId: 4 }, "expense 32 交通 现金 2026-11-28 «打车 支付宝 微信»"],
  ["打车20 用花呗", { accountId: 1 }, "expense 20 交通 支付宝 2026-11-28 «打车 用花呗»"],
  ["打车20 支付宝", { accountId: 1 }, "expense 20 交通 支付宝 2026-11-28 «打车»"],
  [
    "午饭35，优惠了5元",
    { amount: 3000 as Fen },
    "expense 30 餐饮 支付宝 2026-11-28 «午饭35，优惠了5元»",
  ],
  ["打车32美元", { amount: 23_000 as Fen }, "expense 230 交通 支付宝 2026-11-28 «打车32美元»"],
  ["去年打车20", { day: "2025-05-01" as Day }, "expense 20 交通 支付宝 2025-05-01 «去年打车»"],
  ["扣工资200", { type: "expense" }, "expense 200 工资 支付宝 2026-11-28 «扣»"],
  ["借给小王500", { type: "expense" }, "expense 500 未分类 支付宝 2026-11-28 «借给小王»"],
  ["转给妈妈500", { type: "expense" }, "expense 500 未分类 支付宝 2026-11-28 «转给妈妈»"],
  ["餐饮 交通 20", { category: "交通" }, "expense 20 交通 支付宝 2026-11-28 «»"],
  ["打车32 支付宝 微信", { amount: 100 as Fen }, "ask: account ambiguous"],
];

test("what is given goes before the line and settles what it leaves unclear", () => {
  for (const [line, fields, expected] of given) {
    assert.equal(heard(line, fields), expected, line);
  }
});

test("an account that was put away is never chosen", () => {
  const archived = FAULT_BOOK.accounts.map((account) => ({
    ...account,
    archived: account.id === 1,
  }));
  const away = { ...FAULT_BOOK, accounts: archived };
  assert.equal(heard("打车32 支付宝", {}, away), "ask: account archived");
  assert.equal(heard("打车32", {}, away), "ask: account missing");
  const one = { ...away, accounts: archived.slice(0, 2) };
  assert.equal(heard("打车32", {}, one), "expense 32 交通 微信 2026-11-28 «打车»");
});

test("what the line does not say is listed as assumed", () => {
  const assumed = (text: string) => {
    const result = readQuick(text, FAULT_BOOK, SATURDAY);
    return Array.isArray(result) ? result : result.assumed;
  };
  assert.deepEqual(assumed("理发45块现金"), ["date", "category"]);
  assert.deepEqual(assumed("超市买菜86.4元 今天 现金"), ["category"]);
  assert.deepEqual(assumed("滴滴出行 23.6 今天 现金"), []);
  assert.deepEqual(assumed("微信提现500到招行"), ["date"]);
});

test("a product that is no whole fen says that it was rounded", () => {
  const result = readQuick("午饭 100÷3", FAULT_BOOK, SATURDAY);
  assert.ok(!Array.isArray(result));
  assert.deepEqual([result.amount, result.rounded], [3333, true]);
  assert.equal(heard("午饭 33.333"), "ask: amount invalid");
});

/** A piece of a line with what its builder means by it. */
interface Token {
  text: string;
  means?: Partial<Record<"amount" | "account" | "day" | "category", string>>;
  /** It makes the line one that must be asked about. */
  asks?: boolean;
}

const say = (texts: string, means?: (text: string) => Token["means"], asks = false): Token[] =>
  texts.split(" ").map((text) => ({ text, means: means?.(text), asks }));

const AMOUNTS: Token[] = Object.entries({
  "32": "32",
  "12.5": "12.5",
  "￥88": "88",
  "35块": "35",
  "35元": "35",
  "1,020": "1020",
  "1.2万": "12000",
  "3块5": "3.5",
  三十五块: "35",
  十块零五分: "10.05",
  两百五: "250",
  五毛: "0.5",
  "12.5+30": "42.5",
  "3×12.5": "37.5",
}).map(([text, amount]) => ({ text, means: { amount } }));

const DAYS: Token[] = Object.entries({
  昨天: "2026-11-27",
  前天: "2026-11-26",
  上周三: "2026-11-18",
  "3天前": "2026-11-25",
  上个月28号: "2026-10-28",
  "25年3月5日": "2025-03-05",
  "11月5日": "2026-11-05",
  "2026-03-01": "2026-03-01",
  yesterday: "2026-11-27",
}).map(([text, day]) => ({ text, means: { day } }));

const ACCOUNTS = say("支付宝 微信 招行 现金", (text) => ({
  account: text === "招行" ? "招商银行" : text,
}));
const CATEGORIES = [
  ...say("餐饮 午饭 咖啡", () => ({ category: "餐饮" })),
  ...say("打车 地铁 交通", () => ({ category: "交通" })),
];
const NOISE = say("和小李 iPhone16 G123 3楼 12:30 下午3点 2杯 5号线 楼下 三明治 第2次");
const ASKS = say(
  "大概 打八折 优惠 原价 人均 AA 还剩 美元 去年 上周 前几天 借给小王 花呗 建行 30多 20左右 几十块 二三十块 $5 8欧",
  undefined,
  true,
);

const oneOf = (tokens: Token[]) => fc.constantFrom(...tokens);
const maybe = (tokens: Token[]) => fc.option(oneOf(tokens), { nil: undefined, freq: 2 });

/** Tokens in any order; glued where neither side is a digit or a letter. */
const built = fc
  .tuple(oneOf(AMOUNTS), maybe(DAYS), maybe(ACCOUNTS), maybe(CATEGORIES), maybe(NOISE), maybe(ASKS))
  .chain((tokens) => {
    const used = tokens.filter((token) => token !== undefined);
    const orders = fc.shuffledSubarray(used, { minLength: used.length });
    return fc.tuple(orders, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }));
  })
  .map(([tokens, glued]) => {
    const line = tokens.reduce((text, token, index) => {
      const edge = `${text.at(-1) ?? ""}${token.text.charAt(0)}`;
      const mayGlue = !/[\w￥]$|[一二两三五十百千万毛块元]\S$/.test(edge) && !/^\w/.test(edge);
      return text + (text === "" || (glued[index] && mayGlue) ? "" : " ") + token.text;
    }, "");
    return { line, tokens };
  });

test("any line of the grammar's tokens is booked as its builder meant, or asked about", () => {
  let bookings = 0;
  fc.assert(
    fc.property(built, ({ line, tokens }) => {
      const result = readQuick(line, FAULT_BOOK, SATURDAY);
      if (Array.isArray(result)) return;
      bookings += 1;
      assert.ok(!tokens.some(({ asks }) => asks), `${line} should be asked about`);
      const means = Object.assign({}, ...tokens.map((token) => token.means));
      const account = FAULT_BOOK.accounts.find(({ id }) => id === result.accountId)?.name;
      assert.deepEqual(
        [yuanText(result.amount), result.day, account, result.category, result.type],
        [
          means.amount,
          means.day ?? SATURDAY,
          means.account ?? "支付宝",
          means.category ?? "未分类",
          "expense",
        ],
        line,
      );
    }),
    { numRuns: 5000 },
  );
  assert.ok(bookings > 1000, `most clear lines are booked: ${bookings}`);
});

test("whatever is typed, the reading is whole or says what is missing", () => {
  const word = fc.constantFrom(
    ..."打车 餐饮 微信 昨天 3月5日 32 12.5+30 1.2万 三十五块 两百五 ￥ + - × 万 块 十 点 零 工资 收入 2杯 上周日 ,".split(
      " ",
    ),
  );
  const line = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 3 })), { maxLength: 12 })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(line, (text) => {
      const result = readQuick(text, BOOK, TODAY);
      if (Array.isArray(result)) {
        assert.ok(result.length > 0);
        assert.ok((result as QuickProblem[]).every(({ field }) => field.length > 0));
        return;
      }
      assert.ok(Number.isSafeInteger(result.amount) && result.amount > 0);
      assert.ok(BOOK.accounts.some(({ id }) => id === result.accountId));
      assert.ok(result.category.trim() !== "");
      assert.match(result.day, /^\d{4}-\d\d-\d\d$/);
      assert.ok(result.note.length <= text.length);
    }),
    { numRuns: 3000 },
  );
});
