/** Keys of lines (rule G12) and the duplicates of other systems. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lineKeys } from "../../../src/bills/matching/identity.ts";
import { type AlipayFields, alipayText, readText, wechatText } from "../build.ts";

async function keys(...rows: AlipayFields[]): Promise<string[]> {
  return lineKeys(await readText(alipayText(...rows)));
}

describe("a line is known again", () => {
  const meal = { id: "1", time: "2026-06-01 12:00:00", amount: "20.00" };

  test("F1 in the same file", async () => {
    assert.deepEqual(await keys(meal), await keys(meal));
  });

  test("F2 in an overlapping file, wherever it stands", async () => {
    const other = { id: "2", time: "2026-06-02 12:00:00" };
    const [first] = await keys(meal);
    assert.equal((await keys(other, meal))[1], first);
  });

  test("when its status has changed", async () => {
    const [before] = await keys({ ...meal, status: "等待确认收货" });
    const [after] = await keys({ ...meal, status: "交易成功" });
    assert.equal(after, before);
    const [unpaid] = await keys({ ...meal, status: "等待付款" });
    assert.equal(unpaid, before);
  });

  test("when the owner has taken another nickname", async () => {
    const row = '2026-01-01 10:00:00,商户消费,店,"/",支出,¥1.00,零钱,支付成功,1,/,"/"';
    const text = wechatText(row);
    const renamed = text.replace("[测试]", "[新名字]");
    assert.deepEqual(lineKeys(await readText(renamed)), lineKeys(await readText(text)));
  });
});

describe("different lines have different keys", () => {
  test("F3 equal payments of different numbers or days", async () => {
    const coffee = { text: "咖啡", amount: "15.00", time: "2026-06-01 08:00:00" };
    const rows = [
      { ...coffee, id: "1" },
      { ...coffee, id: "2" },
      { ...coffee, id: "1", time: "2026-06-02 08:00:00" },
    ];
    assert.equal(new Set(await keys(...rows)).size, 3);
  });

  test("a purchase and its refund of the same number, time and amount", async () => {
    const purchase = { id: "1", time: "2026-06-01 08:00:00" };
    const refund = { ...purchase, direction: "不计收支", status: "退款成功" };
    assert.equal(new Set(await keys(purchase, refund)).size, 2);
  });

  test("C44 the same row twice is two rows, and deterministic", async () => {
    const row = { id: "1", time: "2026-06-01 08:00:00" };
    const twice = await keys(row, row);
    assert.equal(new Set(twice).size, 2);
    assert.deepEqual(await keys(row, row), twice);
  });

  test("ids that Excel has mangled are not used", async () => {
    const row = { id: "2.02606E+27", time: "2026/6/1 8:00" };
    const [one, other] = await keys({ ...row, amount: "1" }, { ...row, amount: "2" });
    assert.notEqual(one, other);
    assert.deepEqual(await keys({ ...row, id: "", amount: "1" }), [one]);
  });

  test("two accounts of one bank", async () => {
    const header = "交易日期,记账日期,摘要,交易场所,记账金额(收入),记账金额(支出),记账币种,余额";
    const file = (card: string) =>
      `卡号: ${card}\n${header}\n2026-01-01,2026-01-01,消费,店,,5.00,人民币,`;
    const one = lineKeys(await readText(file("6222****1111")));
    const other = lineKeys(await readText(file("6222****2222")));
    assert.notDeepEqual(one, other);
  });
});
