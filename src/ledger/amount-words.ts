/** Words that say what a number beside them is: a part, a price, a guess, or the whole. */

/** Something comes off, is added, is shared or costs so much a piece: what was paid is not said. */
export const DISCOUNTS =
  /[\d一二三四五六七八九]折|打折|折扣|折价|优惠(?!价)|立减|满减|(?<!十)减(?=\s?[\d¥])|(?<![加装充灌坐打])满(?=\s?\d)|抵扣|抵用|抵了?(?=\s?[\d¥])|减免|免单|返现|现金返还|返利|免息|(?<!往)返(?=\s?[\d¥])|代金券|消费券|找零|找回|找了?(?=\s?[\d¥一二两三四五六七八九十])|每(?!日优鲜|日坚果|日黑巧)|人均|单价|均价|各(?=[自付出人一两\d¥])|一人一半|平分|平摊|均摊|分摊|(?<![a-z])AA(?![a-z])|半价|买[一二两三四五1-9]送|送(?=\s?[\d¥])|赠(?=\s?[\d¥])|原价|定价|标价|抹零|[多少][收付给找]了?(?=\s?[\d¥])|分期(?!乐)|@|(?<![a-z])(?:each|per|apiece|off|discount|coupons?|half|split|shared?|change(?=\s?\d))(?![a-z])/giu;

/** The number may be about so much. */
export const UNSURE =
  /大概|大约|差不多|估计|左右|上下(?![铺层])|出头|不到|不止|将近|打底|小(?=[一两二三四五六七八九几]?[百千万])|[好十百千]几(?=[块元百千万])|几[十百千万块元毛]|十几|若干|可能(?!性)|好像|似乎|貌似|也许|应该是|记不清|忘了多少|(?<![a-z])(?:about|around|approx|roughly|maybe|almost|nearly)(?![a-z])/giu;

/** The number is not what was paid, whatever is said besides. */
export const NEVER_PAID =
  /余额(?!宝)|剩余|还剩|剩下|剩(?=\s?[\d¥])|预算|预计|打算|想[买要换](?![的过])|准备[买换去交订还给]|记得(?=[买交缴付还订])|正在(?:支付|付款|交易|进行)|(?:支付|付款|交易|扣[款费]|缴费|转账|消费|充值)(?:失败|异常)|预授权|验证码|待[付支还缴]|(?<![需主不])要[交缴付还](?!的)|没(?:有)?(?:花|买|付)|差(?=\s?[\d¥一二两三四五六七八九十])|(?:我)?欠|应发|税前|免费(?!站)|白嫖|(?<!new )(?<![a-z])balance(?=\s?\d)/giu;

/** 微信余额 35: what is left in an account that the line names. */
export const LEFT_OVER = /余额\s?(?:为|是|还有|还剩|剩|有|:)?\s?(?=[\d¥])/gu;

/** What stands before an amount that was paid in the end. */
export const PAID =
  /(?:实[付收发]|税后|实际(?:上)?(?:支付|付款?|花费?)?|到手价?|[折券减惠包贴抵]后价?|(?:优惠|打|折|扣|减|抵)完折?|最[后终](?:付|花)?|净付)(?:了|款|是|为|只|共|花了?|:|\s|¥)*$/u;

/** What stands before an amount that is the whole. */
export const TOTAL =
  /(?<!余额|剩余|还剩|剩下|优惠|立减|抵扣|预算|[公欠省送返减找])(?:一共|总共|合计|共计|总计|全部|(?<!一|总|合|公)共|(?<![a-z])total)(?:[花用付要是为]了?|花费|消费|支付|付款|加起来|:|\s|¥)*$/iu;
