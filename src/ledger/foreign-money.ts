/** Currencies other than the yuan, as a line may name them. The books are kept in yuan alone. */

const CODES =
  "USD|US\\$|EUR|GBP|JPY|HKD|HK\\$|TWD|NT\\$|NTD|MOP|KRW|SGD|AUD|CAD|NZD|CHF|THB|MYR|RUB|INR|VND|IDR|PHP|SEK|NOK|DKK|BTC|ETH|USDT";
/** Those that mean nothing else in a line. */
const KNOWN_CODES = "USD|EUR|GBP|JPY|HKD|TWD|KRW|SGD|AUD|THB|USDT";
const WORDS =
  "美元|美金|美刀|欧元|英镑|日元|日圆|日币|港币|港元|港纸|台币|新台币|澳门元|澳门币|葡币|缅币|老挝币|柬币|越南?币|印尼币|菲币|韩元|韩币|新币|新加坡元|坡币|澳元|澳币|加元|加币|纽币|瑞郎|瑞士法郎|法郎|泰铢|铢|马币|林吉特|令吉|雷亚尔|里亚尔|第纳尔|福林|兹罗提|图格里克|卢布|卢比|越南盾|印尼盾|比索|里拉|克朗|迪拉姆|兰特|比特币|以太币|泰达币|外币";
const ENGLISH = "dollars?|bucks?|euros?|pounds?|quid|yen|won|baht|cents?|francs?|rupees?";

/** A currency right before a number. */
export const FOREIGN_BEFORE = new RegExp(
  `(?:[$€£₩฿₽₹₫₱₿]|JP¥|(?<![A-Za-z])(?:${CODES})|${WORDS})\\s*$`,
  "i",
);

/** A currency right behind a number; 刀, 欧, 镑 and 蚊 are one only there. */
export const FOREIGN_AFTER = new RegExp(
  `\\s?(?:[$€£₩฿₽₹₫₱₿円]|(?:${CODES}|${ENGLISH})(?![A-Za-z])|${WORDS}|刀(?!削|具|片|鱼|豆|剪)|欧(?!洲|式|冠|美|莱雅|舒丹|派|尚|普)|镑(?!蛋糕)|蚊(?![子香帐液虫]))`,
  "iy",
);

/** A currency anywhere in a line: its amount is in that one, or in a way that is not said. */
export const FOREIGN_ANYWHERE = new RegExp(
  `[$€£₩฿₽₹₫₱₿]|(?<![A-Za-z])(?:${KNOWN_CODES}|dollars?|euros?)(?![A-Za-z])|${WORDS}`,
  "i",
);
