import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type FoundAccount,
  findAccount,
  findAccountMentions,
  type NamedAccount,
  type Speaker,
  sameAccount,
} from "../../src/ledger/account-names.ts";
import { bankOf, cardDigitsOf, cardKindOf, purposeOf } from "../../src/ledger/account-words.ts";

/** The account's name; "a / b" for several that fit equally; "-" for none. */
function shown(found: FoundAccount<NamedAccount>): string {
  if (found === undefined) return "-";
  return "account" in found
    ? found.account.name
    : found.candidates.map(({ name }) => name).join(" / ");
}

const book = (...names: string[]): NamedAccount[] =>
  names.map((name, index) => ({ id: index + 1, name, type: "bank" }));

const find = (said: string, names: string[], speaker: Speaker = "person") =>
  shown(findAccount(said, book(...names), speaker));

describe("the account that a person means", () => {
  const cases: [said: string, names: string[], meant: string][] = [
    ["招行", ["支付宝", "招商银行"], "招商银行"],
    ["招商", ["支付宝", "招行"], "招行"],
    ["CMB", ["招商银行储蓄卡(1186)"], "招商银行储蓄卡(1186)"],
    ["建行", ["中国建设银行(1234)", "中国银行"], "中国建设银行(1234)"],
    ["中行", ["中国建设银行", "中国银行"], "中国银行"],
    ["工商银行", ["工行"], "工行"],
    ["邮储", ["中国邮政储蓄银行"], "中国邮政储蓄银行"],
    ["浦发银行", ["上海浦东发展银行"], "上海浦东发展银行"],
    ["招行信用卡", ["招商银行", "招商银行信用卡"], "招商银行信用卡"],
    ["招行储蓄卡", ["招商银行", "招商银行信用卡"], "招商银行"],
    ["招行 1186", ["招商银行(1186)", "招商银行(2233)"], "招商银行(1186)"],
    ["尾号1186", ["招商银行(1186)", "招商银行(2233)"], "招商银行(1186)"],
    ["6225 **** 1186", ["招商银行(1186)", "建设银行(2233)"], "招商银行(1186)"],
    ["微信", ["微信零钱", "零钱通"], "微信零钱"],
    ["零钱", ["微信"], "微信"],
    ["零钱通", ["微信零钱", "零钱通"], "零钱通"],
    ["wx", ["微信钱包"], "微信钱包"],
    ["支付宝", ["余额宝", "支付宝余额"], "支付宝余额"],
    ["余额宝", ["支付宝", "余额宝"], "余额宝"],
    ["花呗", ["支付宝", "蚂蚁花呗"], "蚂蚁花呗"],
    ["白条", ["京东", "京东白条"], "京东白条"],
    ["信用卡", ["招商银行", "中信银行信用卡"], "中信银行信用卡"],
    ["工资卡", ["工资卡（招行）", "房贷卡"], "工资卡（招行）"],
    ["ＣＭＢ", ["招行"], "招行"],
    // Never between two.
    [
      "招行",
      ["招商银行储蓄卡(1186)", "招商银行信用卡(7449)"],
      "招商银行储蓄卡(1186) / 招商银行信用卡(7449)",
    ],
    ["信用卡", ["招商银行信用卡", "中信银行信用卡"], "招商银行信用卡 / 中信银行信用卡"],
    ["微信", ["微信零钱", "微信钱包"], "微信零钱 / 微信钱包"],
    ["招商银行", ["招商银行", "招商银行"], "招商银行 / 招商银行"],
    // What the book does not have.
    ["花呗", ["支付宝"], "-"],
    ["建行", ["招商银行"], "-"],
    ["招行", ["招行理财", "招商证券"], "-"],
    ["招行 9999", ["招商银行(1186)"], "-"],
    ["工商银行(1234)", ["招商银行(1234)"], "-"],
    ["", ["招商银行"], "-"],
  ];
  for (const [said, names, meant] of cases) {
    test(`${said || "nothing"} among ${names.join("、") || "none"} is ${meant}`, () => {
      assert.equal(find(said, names), meant);
    });
  }

  test("现金 is the one account of cash, whatever its name", () => {
    const accounts = [
      { id: 1, name: "招商银行", type: "bank" },
      { id: 2, name: "钱包", type: "cash" },
    ];
    assert.equal(shown(findAccount("现金", accounts)), "钱包");
    assert.equal(shown(findAccount("cash", accounts, "bill")), "钱包");
    const two = [...accounts, { id: 3, name: "抽屉", type: "cash" }];
    assert.equal(shown(findAccount("现金", two)), "钱包 / 抽屉");
  });

  test("what bills have called an account are names of it", () => {
    const accounts = [
      { id: 1, name: "工资卡", alsoCalled: ["招商银行储蓄卡(1186)"] },
      { id: 2, name: "房贷卡", alsoCalled: ["工商银行(2233)"] },
    ];
    for (const said of ["招行", "尾号1186", "招商银行(1186)", "6225********1186", "1186"]) {
      assert.equal(shown(findAccount(said, accounts)), "工资卡", said);
    }
  });

  test("what was put away gives way, and is found by its name alone", () => {
    const old = { id: 1, name: "招行", archived: 1 };
    assert.equal(shown(findAccount("招行", [old])), "招行");
    assert.equal(shown(findAccount("招商银行", [old])), "-");
    assert.equal(shown(findAccount("招行", [old, { id: 2, name: "招 行" }])), "招 行");
  });
});

describe("the account that a bill means", () => {
  const cases: [said: string, names: string[], meant: string][] = [
    ["招商银行(1186)", ["招行"], "招行"],
    ["招商银行(1186)", ["招行信用卡"], "-"],
    ["招商银行信用卡(7449)", ["招商银行"], "-"],
    ["招商银行(7449)", ["招商银行信用卡(7449)"], "招商银行信用卡(7449)"],
    ["招商银行(1186)", ["招商银行(1186) USD"], "-"],
    ["汇丰银行 USD", ["汇丰", "汇丰银行 USD"], "汇丰银行 USD"],
    ["支付宝余额", ["支付宝"], "支付宝"],
    // 微信支付 in a shop's bill may be any card behind it.
    ["微信支付", ["微信零钱"], "-"],
    ["信用卡", ["招商银行信用卡"], "-"],
    ["工资", ["工资卡"], "-"],
    ["旅行基金2026", ["招商银行(2026)"], "-"],
    ["138****0000", ["招商银行(0000)"], "-"],
    ["招商银行(1186)", ["招行理财(1186)"], "-"],
    ["6222****1186", ["6225****1186"], "-"],
    ["6225********1186", ["6225880112341186"], "6225880112341186"],
  ];
  for (const [said, names, meant] of cases) {
    test(`${said} among ${names.join("、")} is ${meant}`, () => {
      assert.equal(find(said, names, "bill"), meant);
    });
  }
});

describe("words of a line that name accounts", () => {
  const accounts: NamedAccount[] = [
    { id: 1, name: "微信零钱", type: "payment" },
    { id: 2, name: "招商银行", type: "bank" },
    { id: 3, name: "钱包", type: "cash" },
    { id: 4, name: "中信信用卡8888", type: "bank" },
    { id: 5, name: "工资卡（建行）", type: "bank", alsoCalled: ["中国建设银行储蓄卡(1234)"] },
  ];
  const mentions = (line: string, isTaken?: (place: number) => boolean) =>
    findAccountMentions(line, accounts, isTaken)
      .map(({ said, found }) => `${said}=${shown(found)}`)
      .join(", ");
  const cases: [line: string, found: string][] = [
    ["打车32 微信", "微信=微信零钱"],
    ["微信打车32", "微信=微信零钱"],
    ["打车招行32", "招行=招商银行"],
    ["工资 8000 招商银行", "招商银行=招商银行"],
    ["工资 招行8000", "招行=招商银行"],
    ["午饭28.5 建行", "建行=工资卡（建行）"],
    ["建行1234 买菜 30", "建行1234=工资卡（建行）"],
    ["建行(1234)买菜30", "建行(1234)=工资卡（建行）"],
    ["尾号1234 买菜 30", "尾号1234=工资卡（建行）"],
    ["中信信用卡 加油 300", "中信信用卡=中信信用卡8888"],
    ["中信银行8888 加油 300", "中信银行8888=中信信用卡8888"],
    ["还信用卡 3000", "信用卡=中信信用卡8888"],
    ["taxi 45 cash", "cash=钱包"],
    ["ＣＭＢ 打车 32", "ＣＭＢ=招商银行"],
    ["工资卡买菜30", ""],
    ["买菜30 工资卡", "工资卡=工资卡（建行）"],
    ["从建行转500到微信", "建行=工资卡（建行）, 微信=微信零钱"],
    // Named, and not in the book.
    ["打车20 用花呗", "花呗=-"],
    ["买菜 30 支付宝", "支付宝=-"],
    ["刷饭卡 12", "饭卡=-"],
    ["取钱 500 长沙银行", "长沙银行=-"],
    ["工行 30 早饭", "工行=-"],
    // No names of accounts.
    ["午饭 20 8888", ""],
    ["微信读书 30", ""],
    ["交行李费 20", ""],
    ["去银行 20", ""],
    ["昨天去银行 20", ""],
    ["手机银行 20", ""],
    ["信用卡年费 100", ""],
    ["换零钱 35", ""],
    ["白条鸡 35", ""],
    ["京东买书 50", ""],
    ["美团外卖 30", ""],
    ["施工行程 30", ""],
    ["32", ""],
    ["", ""],
  ];
  for (const [line, found] of cases) {
    test(line || "nothing", () => assert.equal(mentions(line), found));
  }

  test("what is read already is not read again", () => {
    assert.equal(
      mentions("微信 30 招行", (place) => place < 2),
      "招行=招商银行",
    );
  });

  test("places are those of the line as it was written", () => {
    const [mention] = findAccountMentions("打车３２　招行", accounts);
    assert.deepEqual([mention?.start, mention?.end, mention?.said], [5, 7, "招行"]);
  });
});

test("two names of one account", () => {
  const cases: [string, string, string][] = [
    ["招商银行(1186)", "招商银行储蓄卡(1186)", "same"],
    ["6225********1186", "招商银行(1186)", "same"],
    ["6225********1186", "6222********1186", "different"],
    ["招商银行(1186)", "工商银行(1186)", "different"],
    ["招商银行(1186)", "招商银行(2233)", "different"],
    ["招行", "招商银行储蓄卡(1186)", "same"],
    ["中国工商银行信用卡", "工商银行(9876)", "same"],
    ["招商银行信用卡", "招商银行储蓄卡", "different"],
    ["零钱", "微信零钱", "same"],
    ["零钱", "零钱通", "different"],
    ["余额", "余额宝", "different"],
    ["微信零钱", "招商银行", "different"],
    ["招行理财", "招商银行", "different"],
    ["工资卡", "工资卡", "same"],
    ["工资卡", "房贷卡", "different"],
    ["", "招商银行", "unknown"],
  ];
  for (const [one, other, expected] of cases) {
    assert.equal(sameAccount(one, other), expected, `${one} ${other}`);
    assert.equal(sameAccount(other, one), expected, `${other} ${one}`);
  }
});

test("what an account is for, as its name says", () => {
  const said = {
    ...{ "招商银行信用卡(7449)": "credit", 花呗: "credit", 京东白条: "credit", 美团月付: "credit" },
    ...{ 借呗: "loan", 京东金条: "loan", 房贷: "loan", 微信理财通: "asset", 华夏基金: "asset" },
    ...{ "招商银行储蓄卡(1186)": undefined, 余额宝: undefined, 零钱通: undefined, 现金: undefined },
    "招商银行贷记卡(7449)": "credit",
  };
  for (const [name, kind] of Object.entries(said)) assert.equal(purposeOf(name), kind, name);
});

test("banks, cards and their digits in a name", () => {
  const names: [name: string, bank: string | undefined, kind?: string, tail?: string][] = [
    ["招商银行信用卡(7449)", "招商", "credit", "7449"],
    ["招行 1186", "招商", undefined, "1186"],
    ["云闪付-中信银行(6428)", "中信", undefined, "6428"],
    ["中国银行储蓄卡（3147）", "中国", "debit", "3147"],
    ["中国农业银行", "农业"],
    ["我的招商银行卡", "招商"],
    ["HSBC HK", "汇丰"],
    ["示例银行信用卡还款", "示例", "credit"],
    ["招商信用卡8888", "招商", "credit", "8888"],
    ["信用卡（招商）", "招商", "credit"],
    ["招商银行 6225********1186", "招商", undefined, "1186"],
    ["6225…1186", undefined, undefined, "1186"],
    ["招商银行（尾号1186）", "招商", undefined, "1186"],
    ["6225 8801 1234 1186", undefined, undefined, "1186"],
    ["招商银行(1186) USD", "招商", undefined, "1186"],
    ["旅行 2025-2026", undefined],
    ["旅行基金 2026", undefined],
    ["招商证券", undefined],
    ["手机银行", undefined],
    ["银行卡", undefined],
    ["abcde", undefined],
    ["现金", undefined],
  ];
  for (const [name, bank, kind, tail] of names) {
    assert.deepEqual(
      [bankOf(name), cardKindOf(name), cardDigitsOf(name).tail],
      [bank, kind, tail],
      name,
    );
  }
});
