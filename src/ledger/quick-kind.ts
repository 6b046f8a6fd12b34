/**
 * Reads from a line whether money came in, went out, came back or was moved between own accounts.
 * Where its words say none of them for certain (借给, 扣工资, 转给妈妈), the line is asked about.
 */

export type Kind = "income" | "expense" | "refund" | "transfer";

/** Stands in the text for each character of an account that the line names. */
export const ACCOUNT_MARK = "\uE000";

export interface KindRead {
  /** Undefined when nothing is said: the category decides. */
  kind: Kind | undefined;
  /** Words that say nothing besides the kind, and are no part of the note. */
  words: { start: number; end: number }[];
  /** Words that may mean one kind or another; none when it is clear. */
  unclear: string[];
}

const REFUND =
  /退款|退[回还]?给?我(?![妈爸们])|退货款?|退\S{0,3}押金|押金退|退租|退了|退回|退还|返还|退钱|退费|退差价|退定金|退订金|退票款?|已退|退(?=\s?[\d¥])|(?<![a-z])refund(?:ed|s)?(?![a-z])/iu;
const MOVE =
  /转出|转入|转账|转帐|转到|转至|转给|转存|转进|转回|提现|取现|取款|取钱|提款(?!机)|取出(?!租)|存入|存款(?!利息|证明|保险|准备金)|存钱(?!罐)|存到|存进|还款|转(?=\s?[\d¥一二两三四五六七八九十]|了|\s?\uE000)|(?<=\uE000)\s?充值?\s?(?=\uE000)|存(?=\uE000)|(?:(?<![领收换抽])取了?|(?<![内库显缓寄])存了?|(?<![卡费币气电水网员C能])充)(?=\s?[\d¥][\d.,]*\s*(?:[元块千百万]|到|进|\uE000|$|[,，。;；!！]))|取(?=\uE000)|还(?=\uE000)|充值?[到进](?=\uE000)|(?<![a-z])(?:transfer(?:red)?|withdr[ae]w|deposit(?:ed)?)(?![a-z])|(?<![a-z])moved? (?=[\d¥])|从\uE000+\s?到(?=\s?\uE000)|(?:→|->)(?=\s?\uE000)/iu;
/** What stands before an amount that was fetched or put in; before another number it is a thing (取2件). */
const MOVED_AMOUNT = /(?:(?<![领收换抽听争考录索])取了?|(?<![内库显缓寄储])存了?)\s?$/u;
/** 提现手续费 is paid, and moves nothing. */
const FEE_OF_MOVE = /(?:提现|转账|取现|取款机?|提款机?|存款机?|还款)\s?的?(?:手续费|服务费|费)/u;

const INCOME =
  /收入|进账|到账|入账|收到|(?<!群)收款(?!码|方|人|商|单位|时间|账[户号])|收租(?!客)|收房租|收彩礼|收租金|收货款|收尾款|收钱|收账|收益|收了?压岁钱|(?<!\d)1[3-6]薪|十[三四五六]薪|收\S{1,4}红包|抢[到了]{0,2}(?:一?个)?红包|盈利|兑付|收礼(?!物|品|盒)|收份子|收利息|收红包|收稿费|抢红包|领红包|红包已?领取|已领取红包|收了|收(?=\s?[\d¥]|\uE000+\s?[\d¥])|营业[额款]|出粮|赚了?|挣了?|中奖|中了?彩票|中了(?=\s?[\d¥])|赢钱|赢了?(?=\s?[\d¥])|抽中(?=\s?[\d¥])|(?:彩票?|刮刮乐|抽奖|双色球|大乐透|[福体]彩|发票)中了?(?=\s?[\d¥])|捡(?:到|了)*钱?(?=\s?[\d¥])|实发|税后|奖励金|奖励到账|签到奖励|卖了|卖出|(?<![外小专大贩售变热拍买甩])卖(?![部场店家萌点]|[房车]\S{0,3}[费税])|(?<![a-z])(?:income|received|earned|sold|got paid)(?![a-z])/iu;
/** What was received is a thing, or a fee that is taken from one. */
const NO_INCOME =
  /收到(?:了)?(?:快递|包裹|货(?!款)|礼物|外卖|餐|件|短信|账单|罚单)|收(?:了)?(?:水|电|物业|学|停车|过路|押|定|手续|服务)\S?[费金]|赚积分/u;
const EXPENSE =
  /支出|花了|花费|消费|付款(?!方|人|码|时间|账[户号])|付了|支付了|百亿补贴|(?<=[交缴]了?)公积金|(?<![买卖鲜雪种兰茶棉豆])花(?=\s?[\d¥])|(?<![赔兑给拨])付(?=\s?[\d¥])|(?<!转)[发包给送塞派俾畀](?:了|出)?(?:一?个)?红包|(?<!转)[发包给送塞派俾畀](?:了|出)?(?:一?个)?\s?[\d.]+\s?[元块]?的?红包|红包[封袋后]|分红险|红包\s?(?:发出|发给|给|送)|(?<![a-z])(?:spent|(?<!got )paid|bought|expense)(?![a-z])/iu;
/** Marks that leave nothing for the note. */
const PLAIN_MARK =
  /^(?:收入|进账|到账|入账|收到|收了|支出|花了|花费|消费|付款|付了|支付了|income|received|spent|paid|expense)$/i;

const PAY =
  "工资|薪水|薪资|奖金|年终奖|绩效|提成|补贴|津贴|稿费|利息|劳务费|佣金|加班费|养老金|分红|报酬|失业金|补偿金|奖学金|助学金|补助";
const STAFF = "保姆|阿姨|员工|工人|师傅|店员|服务员|伙计|临时工|小工|护工|司机|月嫂|钟点工|家教";
const PERSON =
  "(?:[他她娃][爸妈]|爸爸?|妈妈?|爸妈|父母|爷爷|奶奶|外公|外婆|姥[爷姥]|公公|婆婆|岳[父母]|丈母娘|老[公婆]|丈夫|妻子|媳妇|对象|[男女]朋?友|哥哥?|姐姐?|弟弟?|妹妹?|儿子|女儿|孩子们?|孙[子女]|女婿|儿?媳妇|侄[子女儿]|外甥女?|叔叔?|阿姨|舅舅?|姑姑?|姨妈?|家里|家人|亲戚|朋友|同事|同学|室友|舍友|邻居|老师|领导|老板|公司|单位|客户|甲方|对方|人家|别人|房东|房客|租[客户]|粉丝|观众|群主|平台|商家|店家|[买卖]家)";
/** 给员工发工资, 给我发了2000块奖金: which way is said beside a word that goes either way. */
const WAGES = "工资|薪水|奖金|工钱|红包|压岁钱|零花钱|生活费|稿费|提成";
const PAID_OUT = new RegExp(
  `(?<!${PERSON}\\s?|[小老阿]\\p{sc=Han}{1,2}\\s?)给(?!我)[^\\s\\d我]{1,4}?[发付结开]了?(?:${WAGES})(?!的)`,
  "u",
);
const PAID_IN = new RegExp(`给我[发打转]了?\\s?[\\d.,¥元块钱]*\\s?的?(?:${WAGES})`, "u");
/** What is paid for giving back, what does not come back, and what one gives back oneself. */
const NO_REFUND = new RegExp(
  `(?<=\uE000)返还|(?:保险|年金|满期)返还|退[款货票订改]{1,2}费|退[款货票订改]?.{0,2}(?:手续费|运费|邮费|违约金|运费险)|[没不未]退|退款(?:失败|中|未)|(?:申请|等|待)退款|(?<![a-z])refund (?:fee|failed|pending)|(?<![a-z])no refund|退\\S{0,4}给(?!我)|给(?!我)[^\\s\\d的]{1,4}退[款钱货回还了]|(?:客[户人]|顾客|[买]家)\\S{0,2}\\s?退[款钱货回还了]|退[还回]?了?(?:${PERSON}|[小老阿]\\p{sc=Han}{1,2}(?=\\s?[\\d¥]))`,
  "u",
);
/** Neither earned nor spent, or the one as well as the other. */
const UNCLEAR = new RegExp(
  [
    `(?:扣|罚|付|给|交|垫|欠|补缴|退(?!休)|还|借)\\S{0,4}(?:${PAY})|(?:${PAY})\\S{0,2}\\s?(?:扣|罚|被)|用(?:${PAY}|红包)|(?:${STAFF})\\S{0,2}\\s?(?:${PAY})|(?:${PAY})\\s?(?:${STAFF})|发了?(?:${PAY})给|预[支借]`,
    "借(?![记阅呗书])(?:给|出|了|钱|款|入|来)?|还(?:钱|给|我|的(?=钱|\\s?[\\d¥])|了(?!有)|(?=\\s?[\\d¥]))|归还|(?<![a-z])(?:lent|lend|borrow(?:ed)?|loan|repa(?:y|id))(?![a-z])",
    `(?:转|给|还)(?:了|给)?我\\s?(?=[\\d¥])|转给?我(?![妈爸])|给我(?:[打转汇发塞寄包还])|[转汇]来|(?<![旋运打扭好逆])[转还]了?(?=(?:${PERSON}|[小老阿]\\p{sc=Han}{1,2})\\s?[\\d¥])|(?<![a-z])(?:gave|gives?|paid|pays|sent|owes?) me(?![a-z])|(?<![a-z])got (?=[¥\\d][\\d.]*\\s?(?:[元块]|yuan|rmb|from|back|$))|(?<![a-z])paid (?:[a-z]+ )?back|(?<![a-z])atm(?! fee|\\s?机?的?(?:跨行)?手续费)(?![a-z])|[拿领][了到]?(?=\\s?[\\d¥])|领钱|(?<![a-z])(?:cash ?back|rebate)(?![a-z])|(?<![a-z])(?:gift|present|money|\\d) from (?:my |a )?(?:mom|mum|dad|mother|father|grand|boss|friend|aunt|uncle)|(?<![签代回接验吸征丰没扣])收(?!\\S{0,4}红包|[据费银纳音藏拾件快入到款租房货尾钱账礼份利红稿了益压摊工彩\uE000])[^\\s\\d¥]{1,8}?\\s?(?=[\\d¥])`,
    "退(?:订|单|房|换|卡|会|课|保)|退(?![休烧热伍役税步出化群路党耕])\\p{sc=Han}{1,4}\\s?(?=[\\d¥])|(?<!理)赔(?:我|了)?\\s?(?=[\\d¥])|赔钱|(?<!理)赔了|价保|赔付违约金|返了(?=\\s?[\\d¥])|(?:商家|平台|店家|卖家|公司|单位)\\s?补了?(?=\\s?[\\d¥])|还\\p{sc=Han}{1,2}钱|赎回|(?:股票|证券|期货|账户)\\s?[入出]金|群收款|打新|中签|定期转|[转存]定期|转活期|入股(?!市)|[换购结]汇|定投|申购|(?:买|卖)(?:了|入|出)?(?:基金|股票|理财|国债|债券|大额存单|积存金)",
    "(?:基金|股票|理财|债券)\\s?(?:[买卖]|[加减建补清]仓)|买卖|(?:理财|存款|定期|基金|国债|保单)\\S{0,2}\\s?到期|定期(?:存款?)?(?=\\s?[\\d¥])",
    // Somebody else took it: 停车场收了15.
    `被\\S{0,4}收(?!入)|收了?我(?!的)|(?:${PERSON}|司机|师傅|物业|医院|学校|停车场|银行|中介|保安|[他她]们?)\\s?[又还多]?收了?\\s?(?=[\\d¥])`,
    "没(?:有)?(?:花|买|付)|取消|撤销|作废|垫付|代\\S{0,4}付|代收(?!费)|帮\\S{0,4}代[购买领取拿]|[帮替]\\S{1,4}[付垫]|(?<!险)赔付(?=\\s?[\\d¥])|(?<!工资|奖金)打[到进入](?:我的?)?[卡账\uE000]|(?<![床坐靠鞋脚餐杯地标护软椅发车气尿衬肩膝伽胶棉隔烫锅爬猫狗])垫(?=\\s?[\\d¥]|了|钱)|赊|省[了下]?(?=\\s?[\\d¥])",
    "(?:可|待|未|没|要|能|需|等|申请)以?报销|报销[中单]|出租(?![车屋房])|租出|转租|跑(?:滴滴|外卖|快递)(?!费|\\S{0,2}(?:收入|赚|挣|到账))|跑了?\\d+单|国补|结了?工钱|(?<![房车还交])贷款(?=\\s?[\\d¥]|\\s*$)|放款|贷了(?=\\s?[\\d¥])|公费|公款|被请|先用后付|医保(?:支付|统筹|报(?!销)|付)|(?:学[生员]|家长|业主|住户)\\s?[交付缴]|(?:客[户人]|顾客|买家)\\s?[充续存预下]|(?<=^|[\\s,，日天号])还(?![有是要没不可真能会行书车贷房])\\p{sc=Han}{1,4}\\s?(?=[\\d¥])|\uE000(?:的|[本上]期|[上这本]?个?月|\\d{1,2}月份?|\\s)*账单|(?<!卖)出(?:二手|闲置)|转手(?!续)|^\\s*\uE000+\\s?(?:余额)?充值?\\s?(?=[\\d¥])|(?<=^|[天日晚号]|\\s)充值?\\s?\uE000+\\s?(?=[\\d¥]|$)",
  ].join("|"),
  "iu",
);
/** 给侄子红包 is spent; what somebody gives to somebody is not said. */
const PACKET_GIVEN = new RegExp(
  `(?<!${PERSON}\\s?|[小老阿]\\p{sc=Han}{1,2})给(?!我(?![妈爸爷奶姐哥弟妹儿女老]))\\S{1,4}红包`,
  "u",
);
/** Given as often as received. */
const EITHER_WAY =
  /(?<!(?:给(?!的)|发|交|收|付)\S{0,4})(?:压岁钱|生活费|零花钱|礼金|彩礼|租金|公积金|货款|违约金)|过节费|高温费|油补|福利(?=\s?[\d¥])|(?:摆摊|闲置)(?=\s?[\d¥]|$)|返[款钱]|(?<![交付退租院])押金(?=\s?[\d¥]|\s*$)|以旧换新|换货补|主播打赏|工地\S{0,2}结|退[党会班团]费|二手[车房](?=\s?[\d¥])|(?:股票|基金|理财)\S{0,2}亏|低保(?!户)|抚恤金|拆迁款|彩金|返点|回款|签到得|奖励(?!自己|孩子|儿子|女儿|员工)|赔偿|赔款|分成|激励|接了?个?单|流水(?=\s?[\d¥]|$)|人工(?=\s?[\d¥])|加班(?=\s?[\d¥])|家教(?!老师|机)|[讲授代]课费|课时费|年会\S{0,2}\s?抽奖|抽奖得?(?=\s?[\d¥][\d.,]*\s*[元块]?\s*$)|(?:中介|经纪|平台|交易)\S{0,2}佣金|返佣|房客|租[客户]|(?<!找\S{0,2}|[请叫])代(?:购|买|取|拿|领|充|练|写|跑|抢|缴|订|喝)|刷单|(?<![输买]\S{0,4}\s?)(?:打牌|麻将|掼蛋|斗地主|炸金花)(?=\s?[\d¥]|\s*$)|(?<!\p{sc=Han})回收(?!站|袋)|废品|废纸(?!篓)|废铁|纸壳|纸皮|工钱|日结|打零?工(?=\s?[\d¥]|\s*$)|(?<!给\S{1,4})(?:打款|打钱|汇款)|^[\s\uE000]*到手\s*[\d¥][\d.,]*\s*[元块]?[\s\uE000]*$/u;
const RED_PACKET = /(?<!(?<!转)发|包|收|收到|抢|领|收了)红包(?!封|袋|收入|后)/u;
/** Put in as often as earned. */
const FUNDS = /理财(?:产品)?(?=\s?[\d¥]|\s*$)/u;

/** Somebody gave it, and not to somebody else; or a person is all that the line says. */
const GIVEN_BY = new RegExp(
  [
    `(?<![给替帮为请送向跟和与陪带]\\S{0,3})${PERSON}\\s?(?:[给发打付转交汇塞包出寄]|打赏)[了来的]?(?:红包|钱|款|\uE000+)?\\s?(?=[\\d¥一二两三四五六七八九十]|$)|${PERSON}\\s?给(?:[买交付出订]|\\p{sc=Han}{0,4}的)`,
    `(?<![给替帮为请送向跟和与陪带]\\S{0,3})(?:${PERSON}|(?<!\\p{sc=Han})[小老阿]\\p{sc=Han})\\s?(?:给|发|付|转)了?(?:家用|生活费|零花钱|压岁钱|礼金|彩礼|货款|福利|过节费|奖励|工钱|学费|房租|水费|电费|饭钱|尾款|[定订]金|押金|首付|租金)`,
    "(?<=[^\\s\\d给])\\s?给了?\\s?(?=[\\d¥])",
    `(?<![给替帮为请送向跟和与陪带被]\\S{0,3})(?:${PERSON}|(?<!\\p{sc=Han})[小老阿]\\p{sc=Han})\\s?(?:[给帮替]我\\p{sc=Han}|请(?:我|客|吃|喝|看|唱|玩|的客))`,
    `(?<![给替帮为请送向跟和与陪带被]\\S{0,3})${PERSON}\\s?(?:送(?:的|我)|[付买掏]的)`,
    `(?<![给替帮为请向])(?:[他她]们?|${PERSON}|[小老阿]\\p{sc=Han})\\s?(?:付的|付了?钱|买的?单|结的?账)`,
    `^[\\s\uE000]*${PERSON}[\\s\uE000]*[¥\\d][\\d.,]*\\s*[元块]?钱?[\\s\uE000]*$`,
  ].join("|"),
  "u",
);
/** What one pays for what one owes, though 利息 alone is earned. */
const OWN_INTEREST =
  /(?:[房车]贷|贷款|借款|借呗|花呗|白条|信用卡|月付|分期|逾期|透支)\S{0,2}\s?利息|罚息/u;

/**
 * Reads the kind. `text` has ACCOUNT_MARK where `plain`, the line, names accounts; `hasOwn` says whether a
 * word is a category of the book, `amountAt` where the amount begins.
 */
export function readKind(
  text: string,
  plain: string,
  hasOwn: (word: string) => boolean,
  amountAt = 0,
): KindRead {
  const refund = REFUND.exec(text);
  const move = FEE_OF_MOVE.test(text)
    ? null
    : (MOVE.exec(text) ?? MOVED_AMOUNT.exec(text.slice(0, amountAt)));
  const income = INCOME.exec(text);
  const expense = EXPENSE.exec(text) ?? PACKET_GIVEN.exec(text) ?? OWN_INTEREST.exec(plain);
  const words = [income, expense].flatMap((match) =>
    match && PLAIN_MARK.test(match[0])
      ? [{ start: match.index, end: match.index + match[0].length }]
      : [],
  );
  const unclear = (...said: (RegExpExecArray | null)[]): KindRead => ({
    kind: undefined,
    words,
    unclear: said.flatMap((match) => (match ? [match[0].replaceAll(ACCOUNT_MARK, "").trim()] : [])),
  });
  const is = (kind: Kind | undefined): KindRead => ({ kind, words, unclear: [] });
  const odd = UNCLEAR.exec(text) ?? NO_INCOME.exec(text);
  const noRefund = NO_REFUND.exec(text);
  if (noRefund) return unclear(noRefund);
  if (refund) return move || expense ? unclear(refund, move ?? expense) : is("refund");
  if (move) return is("transfer");
  if (PAID_OUT.test(text)) return is("expense");
  if (PAID_IN.test(text)) return is("income");
  if (odd) return unclear(odd);
  if (income && expense) return unclear(income, expense);
  if (income) return is("income");
  const given = GIVEN_BY.exec(text);
  if (given) return unclear(given);
  if (expense) return is("expense");
  const either =
    EITHER_WAY.exec(text) ??
    (hasOwn("红包") ? null : RED_PACKET.exec(text)) ??
    (hasOwn("理财") ? null : FUNDS.exec(text));
  return either ? unclear(either) : is(undefined);
}

export type Role = "from" | "to" | undefined;

const FROM_BEFORE = /(?:从|由|自|用|(?<![a-z])from)\s*$/i;
const FROM_AFTER =
  /^\s*(?:里|中)?的?(?:余额)?(?:转(?!入|进)|转[入进](?=\s?\uE000)|提现|取现|取款|取钱|提款|取出|取了?(?=\s?[\d¥]|\uE000)|还(?=\uE000)|存(?=[入到进]?\s?\uE000)|充值?[到进]?\uE000|→|->|to(?![a-z]))/i;
const TO_BEFORE = /(?:到|至|给|入|进|往|去|回|还|取|充值?|存|转|→|->|(?<![a-z])(?:to|into))\s*$/i;
const TO_AFTER = /^\s*(?:还款|转[入进](?!\s?\uE000)|入账|到账)/i;

/** Which side of a transfer the account between two places is; undefined where the words do not say. */
export function roleOf(text: string, start: number, end: number): Role | "both" {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  // 给储蓄卡转500: what is given to does not give.
  if (/给(?:自己|我)?的?\s*$/.test(before)) return "to";
  const from = FROM_BEFORE.test(before) || FROM_AFTER.test(after);
  const to = TO_BEFORE.test(before) || TO_AFTER.test(after);
  if (from && to) return "both";
  return from ? "from" : to ? "to" : undefined;
}

/** Whether cash was fetched: the other side is then the account of cash. */
export function isCashFetched(text: string): boolean {
  return /取现|取款|取钱|提款|取出|取了?(?=\s?[\d¥])|(?<![a-z])withdr[ae]w(?![a-z])/i.test(text);
}

/** What of a transfer's line is no note: 从 转 到. */
export function withoutMoveWords(note: string): string {
  const rest = note
    .replace(
      /转出|转入|转账|转帐|转存|提现|取现|取款|取钱|提款|取出|存入|存款|还款|充值|→|->|(?<![a-z])(?:transfer(?:red)?|withdr[ae]w|deposit(?:ed)?|moved?|from|to|into)(?![a-z])/giu,
      " ",
    )
    .replace(/(?<!\p{L})[从由转到至给入进往去回存取还了用出充]+(?!\p{L})/gu, " ");
  return rest.replace(/\s+/g, " ").trim();
}
