/** Words of everyday life and the category that they speak of; the user's own categories come first. */

/** Category names in order of preference: the first that the user has, else the first. */
export const CATEGORY_WORDS: { categories: string[]; words: string[] }[] = [
  {
    categories: ["餐饮", "吃饭", "饮食", "美食", "伙食"],
    words:
      "早饭 早餐 午饭 午餐 晚饭 晚餐 夜宵 宵夜 外卖 吃饭 咖啡 奶茶 饮料 零食 水果 买菜 火锅 烧烤 面条 米粉 盖饭 包子 食堂 聚餐 下午茶 美团外卖 饿了么 瑞幸 星巴克 麦当劳 肯德基".split(
        " ",
      ),
  },
  {
    categories: ["交通", "出行", "通勤", "交通出行"],
    words:
      "打车 地铁 公交 公交车 滴滴 出租车 的士 高铁 火车票 火车 动车 机票 加油 停车 停车费 过路费 高速费 单车 骑车 共享单车 车票 充电桩".split(
        " ",
      ),
  },
  {
    categories: ["购物", "日用", "日用品", "生活用品"],
    words:
      "超市 淘宝 京东 拼多多 衣服 鞋子 裤子 网购 便利店 日用品 纸巾 洗衣液 化妆品 护肤品".split(
        " ",
      ),
  },
  {
    categories: ["娱乐", "休闲娱乐", "休闲"],
    words: "电影 电影票 唱歌 游戏 门票 演唱会 剧本杀 视频会员 健身".split(" "),
  },
  {
    categories: ["住房", "居住", "房租", "住宿"],
    words: "房租 物业 物业费 水费 电费 燃气费 煤气费 水电费 房贷 酒店 暖气费".split(" "),
  },
  { categories: ["通讯", "话费", "通信"], words: "话费 流量 宽带 网费 手机费".split(" ") },
  {
    categories: ["医疗", "医疗健康", "健康", "看病"],
    words: "看病 买药 药店 医院 挂号 挂号费 体检 牙医 药费".split(" "),
  },
  { categories: ["教育", "学习"], words: "学费 书本费 培训 网课 买书 补课 文具".split(" ") },
  {
    categories: ["人情", "人情往来", "礼物", "社交"],
    words: "随礼 份子钱 发红包 请客 送礼".split(" "),
  },
];

/** Words that say that money came in; each is a category of its own where the user has no other. */
export const INCOME_WORDS =
  "工资 薪水 薪资 奖金 年终奖 绩效 兼职 稿费 报销 利息 分红 退款 退税 收红包 公积金提取 租金收入".split(
    " ",
  );
/** Words that say so and are no category. */
export const INCOME_MARKS = "收入 进账 到账 收到 入账".split(" ");
export const EXPENSE_MARKS = "支出 花了 花费 消费 付款 支付了".split(" ");

/** Kinds of account that a line may name without the user having one. */
export const ACCOUNT_WORDS =
  "微信 支付宝 现金 花呗 白条 信用卡 银行卡 零钱通 零钱 余额宝 云闪付".split(" ");
