/** Files with more than one table of known formats: every one is read, or named. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBill } from "../../src/bills/index.ts";
import { alipayText, bytesOf, WECHAT, workbook } from "./build.ts";
import { brief, zh } from "./reading.ts";

async function read(bytes: Uint8Array) {
  const bills = await readBill(bytes, { today: "2026-11-29" });
  return {
    lines: bills.map((bill) => [bill.format, ...bill.lines.map(brief)]),
    notices: bills.flatMap((bill) => bill.notices.map(zh)),
  };
}

const NET_BANK = ["交易日期", "交易时间", "收入", "支出", "余额", "交易类型", "交易备注"];
const wechatRow = ["2026-06-02 08:00:00", "商户消费", "店", "货", "支出", "¥3.00", "零钱"];

describe("several tables of known formats", () => {
  test("two bills put together in one text", async () => {
    const rule = "-".repeat(84);
    const text = ["2026-05-31 12:00:00", "2026-06-01 12:00:00"]
      .map((time) => `${rule}\r\n${alipayText({ time, amount: "1.00" })}`)
      .join("\r\n");
    assert.deepEqual((await read(bytesOf(text))).lines, [
      ["alipay", "expense 2026-05-31 12:00:00 1.00 CNY 余额宝"],
      ["alipay", "expense 2026-06-01 12:00:00 1.00 CNY 余额宝"],
    ]);
  });

  test("sheets of two formats, of two layouts of one bank, and one that is named", async () => {
    const book = workbook({
      微信: [WECHAT, [...wechatRow, "支付成功", "4200001", "", "/"]],
      活期: [NET_BANK, ["20260115", "12:01:02", "", "25.00", "975.00", "快捷支付", "店"]],
      随手: [
        ["日期", "金额", "说明"],
        ["2026-01-05", -9, "x"],
      ],
      说明: [["仅供参考", "请核对"]],
    });
    const { lines, notices } = await read(book);
    assert.deepEqual(lines, [
      ["wechat", "expense 2026-06-02 08:00:00 3.00 CNY 零钱"],
      ["cmb", "expense 2026-01-15 12:01:02 25.00 CNY 招商银行储蓄卡"],
    ]);
    assert.deepEqual(notices, ["工作表“随手”（1 行）没有导入：它的列和这张表不同，请另外指定"]);
  });

  test("sheets of two layouts of one bank", async () => {
    const card = ["交易日", "记账日", "交易摘要", "人民币金额", "卡号末四位"];
    const book = workbook({
      活期: [NET_BANK, ["20260115", "12:01:02", "", "25.00", "975.00", "快捷支付", "店"]],
      信用卡: [card, ["2026-01-16", "2026-01-17", "餐馆", "30.00", "1186"]],
    });
    assert.deepEqual((await read(book)).lines, [
      ["cmb", "expense 2026-01-15 12:01:02 25.00 CNY 招商银行储蓄卡"],
      ["cmb", "expense 2026-01-16 30.00 CNY 招商银行信用卡(1186)"],
    ]);
  });
});
