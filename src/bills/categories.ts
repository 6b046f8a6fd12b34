/**
 * A category for a line that nobody has sorted yet: from the wallets' own categories and from a
 * dictionary of merchants. Pure; every answer says in words where it comes from, because the user
 * sees it beside the row and may know better.
 */
import type { BillLine } from "./line.ts";

/** A proposed category and the reason, in Chinese. */
export interface Proposal {
  category: string;
  reason: string;
}

/** The category of a line that nothing is known about. */
export const UNSORTED = "未分类";

/** Where wallets and banks write categories of their own; all other formats hold the user's. */
const FOREIGN_CATEGORIES = new Set(["alipay", "wechat", "jd", "meituan"]);

/** The wallets' categories in the words of a household. What says nothing is not here. */
const WALLET_CATEGORIES: Record<string, string> = {
  餐饮美食: "餐饮",
  食品酒饮: "餐饮",
  生鲜: "餐饮",
  交通出行: "交通",
  爱车养车: "交通",
  加油: "交通",
  日用百货: "日用",
  家居家装: "居住",
  住房物业: "居住",
  家用电器: "居住",
  充值缴费: "缴费",
  生活服务: "生活服务",
  收发快递: "生活服务",
  公共服务: "生活服务",
  服饰装扮: "服饰",
  服饰内衣: "服饰",
  美容美发: "美容",
  个护美妆: "美容",
  数码电器: "数码",
  手机通讯: "数码",
  电脑办公: "数码",
  文化休闲: "娱乐",
  电影票务: "娱乐",
  图书文娱: "娱乐",
  运动户外: "运动",
  旅游景点: "旅行",
  酒店旅游: "旅行",
  酒店旅行: "旅行",
  医疗健康: "医疗",
  医疗保健: "医疗",
  教育培训: "教育",
  母婴亲子: "育儿",
  母婴: "育儿",
  宠物: "宠物",
  保险: "保险",
  互助保障: "保险",
  公益捐赠: "公益",
  分分捐: "公益",
  赞赏码: "人情",
  微信红包: "人情",
  "微信红包（单发）": "人情",
  "微信红包（群红包）": "人情",
  转账红包: "人情",
  亲友代付: "人情",
  网购: "购物",
};

/** Words in the names of merchants and goods. The longest word at the earliest place decides. */
const MERCHANTS: Record<string, string> = {
  餐饮: "美团外卖 饿了么 肯德基 麦当劳 必胜客 汉堡王 德克士 华莱士 塔斯汀 星巴克 瑞幸 库迪 喜茶 奈雪 蜜雪冰城 古茗 沪上阿姨 茶百道 霸王茶姬 一点点 海底捞 西贝 呷哺 外婆家 太二 老乡鸡 沙县 兰州拉面 黄焖鸡 杨国福 张亮 绝味 周黑鸭 正新鸡排 味千 吉野家 真功夫 永和 庆丰 巴比 食堂 餐厅 餐饮 饭店 酒楼 火锅 烧烤 面馆 小吃 早餐 午餐 晚餐 奶茶 咖啡 蛋糕 面包 甜品 零食 水果 生鲜 盒马 叮咚买菜 朴朴 钱大妈 菜市场 饮品 外卖",
  交通: "滴滴 高德打车 曹操出行 T3出行 首汽约车 花小猪 哈啰 青桔 美团单车 地铁 公交 铁路 12306 高铁 中石化 中石油 中国石化 中国石油 壳牌 加油站 加油 充电桩 特来电 星星充电 停车 ETC 高速 一嗨 神州租车 轮渡 打车 出租车 交通卡 一卡通",
  旅行: "携程 去哪儿 飞猪 同程 马蜂窝 航空 机票 酒店 民宿 如家 汉庭 全季 亚朵 锦江 爱彼迎 Airbnb Booking 景区 门票 旅行社",
  日用: "永辉 沃尔玛 家乐福 大润发 华润万家 物美 世纪联华 山姆 Costco 开市客 麦德龙 奥乐齐 全家 罗森 7-11 711 便利蜂 美宜佳 便利店 超市 屈臣氏 名创优品 宜家 百货 日用",
  购物: "淘宝 天猫 京东 拼多多 唯品会 苏宁 亚马逊 Amazon 当当 闲鱼 得物 抖音 快手 小红书 1688 有赞 微店 商城",
  服饰: "优衣库 ZARA H&M 海澜之家 太平鸟 耐克 Nike 阿迪达斯 Adidas 李宁 安踏 特步 鞋 服装 内衣 女装 男装",
  数码: "Apple 苹果 小米 华为 荣耀 OPPO vivo 联想 大疆 数码 手机 电脑",
  通讯: "中国移动 中国联通 中国电信 话费 流量 宽带",
  居住: "房租 租金 物业 自如 贝壳 链家 水费 电费 燃气 供电 自来水 国家电网 南方电网 暖气 取暖 装修",
  娱乐: "腾讯视频 爱奇艺 优酷 哔哩哔哩 bilibili 芒果TV 网易云 QQ音乐 Spotify Netflix Steam 任天堂 Nintendo 米哈游 游戏 猫眼 淘票票 电影 影院 万达影城 KTV 网吧 剧本 演唱会 大麦",
  运动: "健身 游泳 瑜伽 羽毛球 篮球 足球 迪卡侬 Keep 体育",
  医疗: "医院 诊所 药店 药房 大药房 医保 口腔 体检 挂号 叮当快药 阿里健康 卫生",
  教育: "学费 培训 书店 得到 知乎 网课 教育 学校 幼儿园 考试 图书",
  美容: "美容 美发 理发 美甲 丝芙兰 化妆",
  育儿: "奶粉 尿不湿 孩子王 母婴 玩具 童装",
  宠物: "宠物 猫粮 狗粮",
  生活服务: "顺丰 中通 圆通 申通 韵达 极兔 菜鸟 快递 洗衣 家政 维修 驿站",
  保险: "保险 平安 人寿 太保 众安 相互宝",
  公益: "公益 慈善 基金会 捐款",
  软件: "GitHub OpenAI iCloud 阿里云 腾讯云 域名 Microsoft Google",
};

const INCOMES: [RegExp, string][] = [
  [/工资|薪资|代发|奖金|salary|payroll/i, "工资"],
  [/利息|结息|收益|interest/i, "利息"],
  [/分红|股息|红利|dividend/i, "理财"],
  [/红包/, "红包"],
  [/报销/, "报销"],
  [/退税/, "退税"],
];

const merchantOf = new Map<string, string>(
  Object.entries(MERCHANTS).flatMap(([category, words]) =>
    words.split(" ").map((word): [string, string] => [word.toLowerCase(), category]),
  ),
);
const MERCHANT = new RegExp(
  [...merchantOf.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|"),
  "i",
);

/** Proposes a category for a line of this format. */
export function proposeCategory(line: BillLine, format: string): Proposal {
  if (line.kind === "fee") return { category: "手续费", reason: "账单里的手续费" };
  if (!FOREIGN_CATEGORIES.has(format) && line.category.trim() !== "") {
    return { category: line.category, reason: "文件里的分类" };
  }
  return (
    (line.kind === "income" ? incomeCategory(line) : expenseCategory(line)) ?? {
      category: UNSORTED,
      reason: "没有线索，请选择分类",
    }
  );
}

function expenseCategory(line: BillLine): Proposal | undefined {
  const known = WALLET_CATEGORIES[line.category];
  if (known !== undefined) return { category: known, reason: `账单的分类“${line.category}”` };
  for (const text of [line.counterparty, line.description]) {
    const word = MERCHANT.exec(text)?.[0];
    const category = word === undefined ? undefined : merchantOf.get(word.toLowerCase());
    if (category !== undefined) return { category, reason: `商户词典“${word}”` };
  }
  return undefined;
}

function incomeCategory(line: BillLine): Proposal | undefined {
  const text = `${line.category} ${line.description} ${line.counterparty} ${line.reason}`;
  for (const [pattern, category] of INCOMES) {
    const word = pattern.exec(text)?.[0];
    if (word !== undefined) return { category, reason: `文字里有“${word}”` };
  }
  return undefined;
}
