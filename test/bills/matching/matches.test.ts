/** Suggestions that two lines are one (section 10 of the study). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { roleOf } from "../../../src/bills/formats.ts";
import type { MatchItem } from "../../../src/bills/matching/match-item.ts";
import { matchKey, suggestMatches } from "../../../src/bills/matching/matches.ts";
import { fen } from "../../../src/ledger/money.ts";
import { inTurns } from "../../../src/server/handler/in-turns.ts";

function item(ref: string, fields: Partial<MatchItem> = {}): MatchItem {
  const provider = fields.provider ?? "icbc";
  return {
    ref,
    source: ref,
    provider,
    role: roleOf(provider),
    direction: "out",
    account: "",
    time: "2026-03-15 12:00:00",
    fen: fen(2816),
    text: "",
    ...fields,
  };
}

const WALLET = { provider: "wechat", account: "招商银行(1186)", text: "面馆" };
const BANK = {
  provider: "cmb",
  account: "招商银行储蓄卡(1186)",
  text: "财付通-面馆",
  time: "2026-03-16",
};

const suggested = (items: MatchItem[], refused?: Set<string>) =>
  inTurns(suggestMatches(items, refused));

async function pairs(items: MatchItem[], refused?: Set<string>): Promise<string[]> {
  return (await suggested(items, refused)).map((one) => `${one.kind} ${one.keep}<${one.attach}`);
}

describe("bank and wallet", () => {
  test("F8 one payment seen twice is suggested", async () => {
    assert.deepEqual(await pairs([item("w", WALLET), item("b", BANK)]), ["bank-wallet w<b"]);
  });
  const apart: [string, Partial<MatchItem>, Partial<MatchItem>][] = [
    ["another amount", {}, { fen: fen(2817) }],
    ["another card", { account: "招商银行(9999)" }, {}],
    ["another bank", { account: "工商银行" }, { account: "招商银行储蓄卡" }],
    ["the bank's other card", { account: "招商银行信用卡" }, { account: "招商银行储蓄卡" }],
    ["four days later", {}, { time: "2026-03-19" }],
    ["no word of a wallet", {}, { text: "超市" }],
    ["the same file", { source: "x" }, { source: "x" }],
  ];
  for (const [name, wallet, bank] of apart) {
    test(`${name} is no match`, async () => {
      assert.deepEqual(
        await pairs([item("w", { ...WALLET, ...wallet }), item("b", { ...BANK, ...bank })]),
        [],
      );
    });
  }
  test("N equal rows make at most N pairs", async () => {
    const items = [1, 2, 3].map((at) => item(`w${at}`, { ...WALLET, source: "w" }));
    const banks = [1, 2].map((at) => item(`b${at}`, { ...BANK, source: "b" }));
    assert.equal((await suggested([...items, ...banks])).length, 2);
  });
  test("the nearer and the same card come first", async () => {
    const items = [
      item("w", WALLET),
      item("far", { ...BANK, time: "2026-03-18" }),
      item("near", BANK),
      item("vague", { ...BANK, account: "", time: "2026-03-15" }),
    ];
    assert.deepEqual((await pairs(items))[0], "bank-wallet w<near");
  });
  test("a refusal is remembered whichever comes first", async () => {
    assert.deepEqual(
      await pairs([item("w", WALLET), item("b", BANK)], new Set([matchKey("b", "w")])),
      [],
    );
  });
  test("the order of the items does not matter", async () => {
    const items = [item("w", WALLET), item("b", BANK), item("c", BANK)];
    assert.deepEqual(await pairs(items), await pairs([...items].reverse()));
  });
});

describe("shop and wallet", () => {
  test("the shop's text and the wallet's account are right", async () => {
    const shop = item("jd", { provider: "jd", account: "微信-招商银行信用卡", text: "橘子" });
    const wallet = item("wx", { ...WALLET, text: "京东商城平台商户", time: "2026-03-15 12:00:03" });
    const [match] = await suggested([wallet, shop]);
    assert.deepEqual([match?.kind, match?.keep, match?.accountFrom], ["wallet-wallet", "jd", "wx"]);
  });
  test("an hour later is another payment", async () => {
    const shop = item("mt", { provider: "meituan", account: "微信支付", text: "奶茶" });
    const wallet = item("wx", { ...WALLET, text: "美团", time: "2026-03-15 13:00:03" });
    assert.deepEqual(await pairs([shop, wallet]), []);
  });
});

describe("transfers seen from both sides", () => {
  test("招行 → 余额宝 in both files", async () => {
    const wallet = item("ali", {
      provider: "alipay",
      direction: "move",
      account: "招商银行储蓄卡(1186)",
      toAccount: "余额宝",
    });
    const bank = item("cmb", { ...BANK, text: "支付宝-余额宝", direction: "out" });
    assert.deepEqual(await pairs([wallet, bank]), ["two-sides ali<cmb"]);
  });
  test("a card repayment from the wallet and on the card", async () => {
    const wallet = item("wx", {
      provider: "wechat",
      direction: "move",
      account: "零钱",
      toAccount: "建设银行信用卡",
    });
    const card = item("ccb", {
      provider: "ccb",
      direction: "move",
      account: "",
      toAccount: "建设银行信用卡(1234)",
    });
    assert.deepEqual(await pairs([wallet, card]), ["two-sides wx<ccb"]);
  });
  test("out of one bank and into another", async () => {
    const out = item("a", { account: "工商银行储蓄卡(1111)", text: "跨行汇款" });
    const into = item("b", { account: "农业银行储蓄卡(2222)", direction: "in", text: "转存" });
    assert.equal((await suggested([out, into]))[0]?.kind, "two-sides");
  });
  test("a purchase and a stranger's payment of the same amount are two things", async () => {
    const meal = item("w", { ...WALLET, account: "零钱" });
    const into = item("b", {
      ...BANK,
      direction: "in",
      account: "农业银行储蓄卡(2222)",
      text: "货款",
    });
    assert.deepEqual(await pairs([meal, into]), []);
  });
  test("a purchase with a card and the repayment of that card are two things", async () => {
    const meal = item("w", { ...WALLET, account: "招商银行信用卡(1186)" });
    const repayment = item("b", {
      direction: "move",
      toAccount: "招商银行信用卡(1186)",
      text: "银联还款",
    });
    assert.deepEqual(await pairs([meal, repayment]), []);
  });
  test("余额 is not 余额宝", async () => {
    const one = item("a", { direction: "move", account: "余额", toAccount: "工商银行" });
    const other = item("b", { direction: "move", account: "余额宝", toAccount: "工商银行" });
    assert.deepEqual(await pairs([one, other]), []);
  });
  test("in and out of one account is none", async () => {
    const out = item("a", { account: "工商银行储蓄卡(1111)" });
    const into = item("b", { account: "工商银行储蓄卡(1111)", direction: "in" });
    assert.deepEqual(await pairs([out, into]), []);
  });
  test("two lines of one wallet from two files are two movements, whatever they share", async () => {
    const withdrawal = {
      ...WALLET,
      direction: "move" as const,
      account: "零钱",
      toAccount: "招商银行(1186)",
    };
    const meal = { ...WALLET, account: "零钱" };
    assert.deepEqual(await pairs([item("a", withdrawal), item("b", withdrawal)]), []);
    assert.deepEqual(await pairs([item("a", withdrawal), item("b", meal)]), []);
    const bank = item("c", { ...BANK, direction: "in", text: "财付通 提现" });
    assert.deepEqual(await pairs([item("a", withdrawal), bank]), ["two-sides a<c"]);
  });
});
