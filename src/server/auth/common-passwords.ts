/**
 * Whether a password is one of those that are tried first. Lists, keyboard walks, runs, repetitions and
 * dates are known by zxcvbn; words that many passwords in Chinese are made of, and the user's own names, are
 * added, in either direction and with letters changed for figures. The lists take memory: this module is
 * loaded where somebody chooses a password.
 */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Pinyin and figures that sound like words, as they stand in published lists of passwords. */
const CHINESE = `
woaini iloveyou aini woaiwojia woaiwoziji woaizhongguo wozhiaini woshishui wozuishuai wodemima mima nihao
nihaoma zhongguo beijing shanghai laopo laogong baobei qinaide shengri kuaile xiaoming tiantian
520 1314 520520 5201314 1314520 521 521521 7758521 147258369 woaini520 woaini1314 aini1314
fenming jizhang weixin wechat zhifubao alipay taobao jingdong baidu tencent qq caihong
`;

/** Guesses that cost nobody an hour, even by hand: 10^6. */
const WEAK = 1;
/** What comes behind makes no password weaker, and looking at it takes time. */
const LOOKED_AT = 64;

const chinese = CHINESE.split(/\s+/).filter((word) => word !== "");
const checker = new ZxcvbnFactory({
  dictionary: { ...dictionary, chinese },
  graphs: adjacencyGraphs,
});

/** `names` are what strangers know of the user: the name and the email. */
export function isCommonPassword(password: string, names: string[]): boolean {
  const known = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const own = known.filter((word) => word.length > 2).map((word) => word.toLowerCase());
  const plain = password.normalize("NFKC").slice(0, LOOKED_AT);
  return checker.check(plain, own).score <= WEAK;
}
