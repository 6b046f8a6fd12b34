/** Text as it is read: full-width letters, digits and marks become the plain ones, character for character. */

/** "３２．５￥" → "32.5¥". The length stays the same, so that positions hold in both. */
export function plainText(text: string): string {
  return text.replace(/[\uFF01-\uFF5E\u3000\uFFE5\u2212\u2013\u00A0]/g, (character) => {
    if (character === "\uFFE5") return "¥";
    if (character === "\u3000" || character === "\u00A0") return " ";
    if (character === "\u2212" || character === "\u2013") return "-";
    return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
  });
}

/** Characters that nobody sees, as copied text and keyboards leave them; what joins an emoji stays. */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** The text without what nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** The traditional characters of everyday lines and of bills, and two of Japan's, each before its simplified one. */
const PAIRS =
  "買买賣卖飯饭車车計计塊块錢钱萬万億亿兩两幾几個个圓圆張张雙双隻只條条臺台盤盘顆颗裝装" +
  "雞鸡鴨鸭魚鱼麵面麥麦當当勞劳發发紅红還还給给轉转帳账賬账銀银匯汇領领資资獎奖報报銷销" +
  "稅税費费電电話话網网絡络貸贷償偿賠赔罰罚單单訂订購购寶宝貝贝現现儲储櫃柜補补貼贴餘余" +
  "額额優优滿满減减贈赠贖赎總总實实際际約约點点鐘钟時时間间號号後后週周禮礼節节國国慶庆" +
  "聖圣誕诞歲岁壓压親亲媽妈爺爷兒儿孫孙學学書书課课醫医藥药診诊掛挂衛卫產产險险褲裤襪袜" +
  "髮发場场館馆樓楼廳厅鋪铺貨货運运遞递郵邮訊讯視视頻频遊游戲戏劇剧樂乐燈灯氣气灣湾幣币" +
  "歐欧鎊镑韓韩銖铢盧卢贏赢賺赚賭赌潤润業业務务員员師师闆板辦办歸归貳贰參叁陸陆這这們们" +
  "來来從从對对過过進进開开關关門门題题應应該该記记請请讓让與与為为無无將将會会蘋苹湯汤" +
  "滷卤醬酱豬猪蝦虾鮮鲜凍冻燒烧鍋锅飲饮餅饼餃饺團团聯联線线鐵铁動动機机輪轮騎骑繳缴納纳" +
  "離离島岛陽阳陰阴曆历農农臘腊舊旧腦脑鍵键殼壳債债擔担財财託托廣广東东華华興兴裡里" +
  "豐丰滙汇證证戶户筆笔頓顿臉脸遠远達达鎖锁壞坏換换撥拨掃扫碼码專专絲丝貓猫寵宠" +
  "維维護护療疗齒齿嬰婴嬸婶爾尔嗎吗麼么樣样種种類类價价質质糧粮尋寻聽听" +
  "備备註注說说項项錄录狀状態态別别詳详細细敘叙標标預预範范圍围結结終终統统払付収收";

const SIMPLIFIED = new Map(
  [...PAIRS.matchAll(/(.)(.)/gu)].map(([, traditional, simple]) => [traditional, simple]),
);

const TRADITIONAL = new RegExp(`[${[...SIMPLIFIED.keys()].join("")}]`, "g");

/** "五萬六千塊" → "五万六千块", character for character; names and lines are read in either script. */
export function simplified(text: string): string {
  return text.replace(TRADITIONAL, (character) => SIMPLIFIED.get(character) as string);
}
