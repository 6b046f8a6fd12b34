/**
 * The categories of a household, each with one name, and the words that lead to it: for picking in
 * the app, for the one-line entry and for imports, so that a budget finds what any of them booked.
 */
import type { RecordType } from "../contract/fields.ts";

/** A category and everything that means it. Words are separated by blanks, so none holds one. */
interface CategoryEntry {
  name: string;
  /** Other names of the same category, as people and other programs call it. */
  names: string;
  /** Words of a line that speak of it, in Chinese and English; also read in the text of a bill. */
  words: string;
  /** Shops, brands and goods that only a bill names without doubt: 苹果 is also a fruit. */
  shops?: string;
  /** Categories of wallets. */
  wallets?: string;
  /** Whether the app offers it before it was ever used. */
  offered: boolean;
}

const EXPENSES: readonly CategoryEntry[] = [
  {
    name: "餐饮",
    names: "吃饭 饮食 美食 伙食 餐饮美食 食品 food dining",
    words:
      "breakfast lunch dinner supper coffee tea snack snacks meal restaurant takeout takeaway groceries bar 早饭 早餐 午饭 午餐 晚饭 晚餐 夜宵 宵夜 外卖 咖啡 奶茶 饮料 零食 水果 生鲜 买菜 菜市场 火锅 烧烤 面条 米粉 盖饭 包子 食堂 餐厅 饭店 聚餐 下午茶 蛋糕 面包 甜品 美团外卖 饿了么 瑞幸 星巴克 麦当劳 肯德基 必胜客 汉堡王 海底捞",
    shops:
      "德克士 华莱士 塔斯汀 库迪 喜茶 奈雪 蜜雪冰城 古茗 沪上阿姨 茶百道 霸王茶姬 一点点 西贝 呷哺 外婆家 太二 老乡鸡 沙县 兰州拉面 黄焖鸡 杨国福 张亮 绝味 周黑鸭 正新鸡排 味千 吉野家 真功夫 永和 庆丰 巴比 酒楼 面馆 小吃 盒马 叮咚买菜 朴朴 钱大妈 饮品 餐饮 食品",
    wallets: "餐饮美食 食品酒饮 生鲜",
    offered: true,
  },
  {
    name: "交通",
    names: "出行 通勤 交通出行 transport",
    words:
      "taxi cab uber didi bus metro subway train parking gas petrol toll 打车 汽油 柴油 计程车 捷运 地铁 公交 公交车 滴滴 出租车 的士 高铁 火车票 火车 动车 铁路 加油 加油站 停车 停车费 过路费 高速费 单车 骑车 共享单车 车票 充电桩 轮渡",
    shops:
      "高德打车 曹操出行 T3出行 首汽约车 花小猪 哈啰 青桔 美团单车 12306 中石化 中石油 中国石化 中国石油 壳牌 特来电 星星充电 ETC 高速 一嗨 神州租车 交通卡 一卡通",
    wallets: "交通出行 爱车养车 加油",
    offered: true,
  },
  {
    name: "购物",
    names: "网购 shopping",
    words: "taobao 淘宝 天猫 京东 拼多多 商城",
    shops: "唯品会 苏宁 亚马逊 Amazon 当当 闲鱼 得物 抖音 快手 小红书 1688 有赞 微店",
    wallets: "网购",
    offered: true,
  },
  {
    name: "日用",
    names: "日用品 生活用品 日用百货",
    words: "supermarket 超市 便利店 百货 纸巾 洗衣液",
    shops:
      "永辉 沃尔玛 家乐福 大润发 华润万家 物美 世纪联华 山姆 Costco 开市客 麦德龙 奥乐齐 全家 罗森 7-11 711 便利蜂 美宜佳 屈臣氏 名创优品 宜家 日用",
    wallets: "日用百货",
    offered: true,
  },
  {
    name: "娱乐",
    names: "休闲娱乐 休闲 文化休闲 entertainment",
    words:
      "movie movies cinema game games concert 电影 电影票 影院 唱歌 游戏 演唱会 剧本杀 视频会员 KTV 网吧",
    shops:
      "腾讯视频 爱奇艺 优酷 哔哩哔哩 bilibili 芒果TV 网易云 QQ音乐 Spotify Netflix Steam 任天堂 Nintendo 米哈游 猫眼 淘票票 万达影城 剧本 大麦",
    wallets: "文化休闲 电影票务 图书文娱",
    offered: true,
  },
  {
    name: "住房",
    names: "居住 房租 住房物业 家居 housing",
    words: "rent 租金 物业 物业费 房贷 装修",
    shops: "自如 贝壳 链家 房租",
    wallets: "家居家装 住房物业 家用电器",
    offered: true,
  },
  {
    name: "水电",
    names: "水电费 水电燃气 水电煤 缴费 生活缴费 充值缴费 utilities",
    words: "水费 电费 燃气 燃气费 煤气费 暖气 暖气费 取暖",
    shops: "供电 自来水 国家电网 国网 南方电网",
    wallets: "充值缴费",
    offered: true,
  },
  {
    name: "通讯",
    names: "话费 通信 通讯费",
    words: "phone internet mobile 流量 宽带 网费 手机费",
    shops: "中国移动 中国联通 中国电信 话费",
    offered: true,
  },
  {
    name: "医疗",
    names: "医疗健康 医疗保健 健康 medical",
    words:
      "doctor hospital medicine pharmacy dentist 看病 买药 药店 药房 医院 诊所 挂号 挂号费 体检 牙医 药费 感冒药 降压药 消炎药 止痛药 眼药水 疫苗 洗牙 补牙 拔牙",
    shops: "大药房 医保 口腔 叮当快药 阿里健康 卫生",
    wallets: "医疗健康 医疗保健",
    offered: true,
  },
  {
    name: "教育",
    names: "学习 教育培训 education",
    words:
      "tuition book books course 学费 书本费 培训 兴趣班 网课 买书 书店 图书 补课 文具 考试 幼儿园",
    shops: "得到 知乎 学校 教育",
    wallets: "教育培训",
    offered: true,
  },
  {
    name: "服饰",
    names: "衣服 服装 服饰装扮 穿着 clothing",
    words: "clothes shoes 鞋子 裤子 女装 男装 内衣",
    shops: "优衣库 ZARA H&M 海澜之家 太平鸟 耐克 Nike 阿迪达斯 Adidas 李宁 安踏 特步 鞋 服装",
    wallets: "服饰装扮 服饰内衣",
    offered: true,
  },
  {
    name: "数码",
    names: "数码电器 电子产品 软件",
    words: "手机壳 耳机 充电器 电脑 域名",
    shops:
      "Apple 苹果 小米 华为 荣耀 OPPO vivo 联想 大疆 手机 GitHub OpenAI iCloud 阿里云 腾讯云 Microsoft Google 数码",
    wallets: "数码电器 手机通讯 电脑办公",
    offered: true,
  },
  {
    name: "运动",
    names: "健身 运动健身 运动户外 sports",
    words: "gym 游泳 瑜伽 羽毛球 篮球 足球",
    shops: "迪卡侬 Keep 体育 健身",
    wallets: "运动户外",
    offered: true,
  },
  {
    name: "旅行",
    names: "旅游 度假 酒店旅游 travel",
    words: "hotel flight 住宿 酒店 民宿 机票 门票 景区 旅行社",
    shops: "携程 去哪儿 飞猪 同程 马蜂窝 航空 如家 汉庭 全季 亚朵 锦江 爱彼迎 Airbnb Booking",
    wallets: "旅游景点 酒店旅游 酒店旅行",
    offered: true,
  },
  {
    name: "人情",
    names: "人情往来 礼物 社交 送礼 gifts",
    words: "gift 随礼 随份子 份子钱 发红包 包红包 请客",
    wallets: "赞赏码 微信红包 微信红包（单发） 微信红包（群红包） 转账红包 亲友代付",
    offered: true,
  },
  {
    name: "育儿",
    names: "孩子 母婴 亲子 母婴亲子",
    words: "奶粉 尿不湿 玩具 童装",
    shops: "孩子王 母婴",
    wallets: "母婴亲子 母婴",
    offered: true,
  },
  {
    name: "宠物",
    names: "宠物用品 pets",
    words: "猫粮 狗粮 猫砂",
    shops: "宠物",
    wallets: "宠物",
    offered: true,
  },
  {
    name: "美容",
    names: "美容美发 丽人",
    words: "haircut 理发 美发 美甲 化妆品 护肤品",
    shops: "丝芙兰 化妆 美容",
    wallets: "美容美发 个护美妆",
    offered: true,
  },
  {
    name: "生活服务",
    names: "服务",
    words: "快递 洗衣 家政 维修",
    shops: "顺丰 中通 圆通 申通 韵达 极兔 菜鸟 驿站",
    wallets: "生活服务 收发快递 公共服务",
    offered: true,
  },
  {
    name: "保险",
    names: "保险费 insurance",
    words: "保费 车险",
    shops: "平安 人寿 太保 众安 相互宝 保险",
    wallets: "保险 互助保障",
    offered: false,
  },
  {
    name: "公益",
    names: "捐赠 公益捐赠 donation",
    words: "捐款",
    shops: "慈善 基金会 公益",
    wallets: "公益捐赠 分分捐",
    offered: false,
  },
];

const INCOMES: readonly CategoryEntry[] = [
  {
    name: "奖金",
    names: "年终奖 绩效 bonus",
    words: "绩效奖 季度奖 月度奖 年度奖 半年奖 全勤奖 项目奖 十三薪 13薪 提成",
    offered: true,
  },
  {
    name: "工资",
    names: "薪水 薪资 工资收入 salary wages",
    words: "payroll 代发 发工资 发薪 加班费",
    offered: true,
  },
  {
    name: "理财",
    names: "利息 投资收益 理财收益 利息收入 interest",
    words: "dividend 结息 收益 分红 股息 红利",
    offered: true,
  },
  { name: "红包", names: "红包收入", words: "收红包 收到红包", offered: true },
  { name: "报销", names: "报销款", words: "报销费", offered: true },
  {
    name: "兼职",
    names: "副业 劳务费",
    words: "freelance 稿费 稿酬 佣金 版税 外快 私活",
    offered: true,
  },
  { name: "租金收入", names: "房租收入", words: "收房租 收租金 收租", offered: false },
  { name: "养老金", names: "退休金", words: "退休工资", offered: false },
  { name: "补贴", names: "津贴", words: "补助 餐补 饭补 车补 房补 话补 差补", offered: false },
  { name: "奖学金", names: "助学金", words: "", offered: false },
  { name: "公积金", names: "公积金提取", words: "", offered: false },
  { name: "退税", names: "税款退还", words: "", offered: false },
  { name: "理赔", names: "赔付 补偿金 失业金", words: "", offered: false },
];

/** The category of what nothing is known about. */
export const UNSORTED = "未分类";
/** The category of a fee. */
export const FEES = "手续费";
/** What fits nowhere else. */
const OTHER = "其他";

const split = (words: string | undefined) => (words ?? "").split(" ").filter(Boolean);

const offered = (entries: readonly CategoryEntry[]) => [
  ...entries.filter((one) => one.offered).map(({ name }) => name),
  OTHER,
];

/** The categories that the app offers for expenses and incomes, in this order. */
export const EXPENSE_CATEGORIES: readonly string[] = offered(EXPENSES);
export const INCOME_CATEGORIES: readonly string[] = [...new Set(["工资", ...offered(INCOMES)])];

/**
 * What a line may say for an expense and for an income: each word with the category that it leads to
 * and, behind it, that category's other names, of which a book may have one.
 */
export const EXPENSE_WORDS: ReadonlyMap<string, readonly string[]> = lineWords(EXPENSES);
export const INCOME_WORDS: ReadonlyMap<string, readonly string[]> = lineWords(INCOMES);

function lineWords(entries: readonly CategoryEntry[]): Map<string, readonly string[]> {
  return new Map(
    entries.flatMap(({ name, names, words }) => {
      const all = [name, ...split(names)];
      return [...all, ...split(words)].map((word) => [word, all] as const);
    }),
  );
}

const usualNames = {
  expense: namesOf(EXPENSES),
  income: namesOf(INCOMES),
};

function namesOf(entries: readonly CategoryEntry[]): Map<string, string> {
  return new Map(
    entries.flatMap(({ name, names }) => split(names).map((other) => [other, name] as const)),
  );
}

/** The usual name of a category that goes by another: 居住 is 住房; undefined where it has none. */
export function usualName(type: RecordType, category: string): string | undefined {
  return usualNames[type].get(category.trim().toLowerCase());
}

const walletCategories = new Map(
  EXPENSES.flatMap(({ name, wallets }) => split(wallets).map((wallet) => [wallet, name] as const)),
);

/** The category of an expense that a wallet has sorted; undefined where its word says nothing. */
export function categoryOfWallet(walletCategory: string): string | undefined {
  return walletCategories.get(walletCategory);
}

/** A category, and the word of the text that says it. */
export interface SpokenCategory {
  category: string;
  word: string;
}

/** One pattern of the words: the earliest position decides, and there the longest word. */
function finder(words: readonly [category: string, words: string[]][]) {
  const categoryOf = new Map(
    words.flatMap(([name, list]) => list.map((word) => [word.toLowerCase(), name] as const)),
  );
  const sources = [...categoryOf.keys()].sort((a, b) => b.length - a.length).map(literal);
  const pattern = new RegExp(sources.join("|"), "i");
  return (text: string): SpokenCategory | undefined => {
    const word = pattern.exec(text)?.[0];
    const category = word === undefined ? undefined : categoryOf.get(word.toLowerCase());
    return word === undefined || category === undefined ? undefined : { category, word };
  };
}

/** English words stand alone: tea is not in steam. */
function literal(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return /^[a-z]+$/i.test(word) ? `(?<![a-z])${escaped}(?![a-z])` : escaped;
}

/** The names of expenses are no words of a bill: 交通 stands in 交通银行, 服务 in every company. */
const findExpense = finder(
  EXPENSES.map(({ name, words, shops }) => [name, [...split(words), ...split(shops)]]),
);
const findIncome = finder(
  INCOMES.map(({ name, names, words }) => [name, [name, ...split(names), ...split(words)]]),
);

/** The category that the text of a bill speaks of: the name of a shop, what was bought, who paid. */
export function categoryOfText(type: RecordType, text: string): SpokenCategory | undefined {
  return type === "expense" ? findExpense(text) : findIncome(text);
}
