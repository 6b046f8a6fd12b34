import assert from "node:assert/strict";
import { test } from "node:test";
import { proposeCategory } from "../../src/bills/categories/categories.ts";
import type { Day } from "../../src/ledger/calendar.ts";
import {
  categoryOfText,
  categoryOfWallet,
  EXPENSE_CATEGORIES,
  EXPENSE_WORDS,
  INCOME_CATEGORIES,
  INCOME_WORDS,
  usualName,
} from "../../src/ledger/categories.ts";
import { readQuick } from "../../src/ledger/quick.ts";
import { readText } from "../bills/build.ts";

/** What a line of everyday words is booked under. */
function saidInLine(words: string): string {
  const book = {
    accounts: [{ id: 1, name: "现金", type: "cash" }],
    categories: [],
    lastAccountId: 1,
  };
  const read = readQuick(`${words} 20元`, book, "2026-03-15" as Day);
  return Array.isArray(read) ? "asked" : read.category;
}

/** What an Alipay bill with these goods, in a category that says nothing, is booked under. */
async function saidInBill(goods: string): Promise<string> {
  const bill = await readText(
    [
      "导出信息：",
      "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,",
      `2026-03-05 12:00:00,其他,小店,/,${goods},支出,20.00,余额,交易成功,1,2,,`,
    ].join("\r\n"),
  );
  const [line] = bill.lines;
  return line === undefined ? "unread" : proposeCategory(line, bill.role).category;
}

test("a word leads to one category, whether it is picked, said in a line or read in a bill", async () => {
  const words: [word: string, category: string][] = [
    ["午饭", "餐饮"],
    ["买菜", "餐饮"],
    ["打车", "交通"],
    ["加油", "交通"],
    ["淘宝", "购物"],
    ["超市", "日用"],
    ["电影票", "娱乐"],
    ["房租", "住房"],
    ["物业费", "住房"],
    ["电费", "水电"],
    ["话费", "通讯"],
    ["挂号", "医疗"],
    ["学费", "教育"],
    ["鞋子", "服饰"],
    ["健身", "运动"],
    ["酒店", "旅行"],
    ["机票", "旅行"],
    ["母婴", "育儿"],
    ["猫粮", "宠物"],
    ["理发", "美容"],
    ["快递", "生活服务"],
  ];
  for (const [word, category] of words) {
    assert.ok(EXPENSE_CATEGORIES.includes(category), `${category} is offered`);
    assert.equal(saidInLine(word), category, `${word} in a line`);
    assert.equal(await saidInBill(word), category, `${word} in a bill`);
  }
});

test("a wallet's categories are those that are picked", () => {
  for (const [wallet, category] of [
    ["餐饮美食", "餐饮"],
    ["住房物业", "住房"],
    ["家居家装", "住房"],
    ["充值缴费", "水电"],
    ["母婴亲子", "育儿"],
    ["运动户外", "运动"],
    ["酒店旅游", "旅行"],
    ["日用百货", "日用"],
  ] as const) {
    assert.equal(categoryOfWallet(wallet), category);
    assert.ok(EXPENSE_CATEGORIES.includes(category));
  }
  assert.equal(categoryOfWallet("其他"), undefined);
});

test("what was topped up says more than the wallet's 充值缴费", async () => {
  const category = async (goods: string) => {
    const bill = await readText(
      [
        "导出信息：",
        "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,",
        `2026-03-05 12:00:00,充值缴费,某公司,/,${goods},支出,20.00,余额,交易成功,1,2,,`,
      ].join("\r\n"),
    );
    return proposeCategory(bill.lines[0] as (typeof bill.lines)[number], bill.role).category;
  };
  assert.equal(await category("话费充值"), "通讯");
  assert.equal(await category("加油卡"), "交通");
  assert.equal(await category("户号1234缴费"), "水电");
});

test("two words of one category are one, and a book's own name of it goes first", () => {
  assert.equal(saidInLine("滴滴出行"), "交通");
  assert.equal(saidInLine("地铁出行"), "交通");
  assert.equal(saidInLine("饮食外卖"), "餐饮");
  assert.equal(saidInLine("学习买书"), "教育");
  const book = {
    accounts: [{ id: 1, name: "现金", type: "cash" }],
    categories: [{ name: "伙食", income: false, expense: true }],
    lastAccountId: 1,
  };
  const read = readQuick("午饭 20", book, "2026-03-15" as Day);
  assert.ok(!Array.isArray(read) && read.category === "伙食");
});

test("money that came in", () => {
  for (const [text, category] of [
    ["代发工资", "工资"],
    ["年终奖", "奖金"],
    ["结息", "理财"],
    ["收益发放", "理财"],
    ["微信红包", "红包"],
    ["报销款", "报销"],
    ["稿费", "兼职"],
  ] as const) {
    assert.equal(categoryOfText("income", text)?.category, category, text);
  }
  assert.equal(categoryOfText("income", "转账"), undefined);
});

test("names that bills hold for another reason lead to nothing", () => {
  for (const text of ["交通银行", "某某服务有限公司", "购物广场", "steamed"]) {
    assert.equal(categoryOfText("expense", text), undefined, text);
  }
});

test("another name of a category has one usual name", () => {
  for (const [other, name] of [
    ["居住", "住房"],
    ["缴费", "水电"],
    ["孩子", "育儿"],
    ["健身", "运动"],
    ["学习", "教育"],
    ["Housing", "住房"],
  ] as const) {
    assert.equal(usualName("expense", other), name);
  }
  assert.equal(usualName("income", "利息"), "理财");
  assert.equal(usualName("expense", "住房"), undefined);
  assert.equal(usualName("expense", "旅行基金"), undefined);
  assert.equal(usualName("income", "居住"), undefined);
});

test("no word and no name stands in two categories", () => {
  for (const [words, offered] of [
    [EXPENSE_WORDS, EXPENSE_CATEGORIES],
    [INCOME_WORDS, INCOME_CATEGORIES],
  ] as const) {
    for (const [word, [category]] of words) {
      const own = words.get(category as string)?.[0];
      assert.equal(own, category, `${word} leads to ${category}, which is itself ${own}`);
    }
    assert.equal(new Set(offered).size, offered.length);
  }
});
