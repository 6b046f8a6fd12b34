/** What apps list as income though its category, or its words where it has none, say that it is given back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, readText } from "../reading.ts";

test("qianji's income in a category of refunds is a refund", async () => {
  const text = [
    "ID,时间,分类,二级分类,类型,金额,币种,账户1,账户2,备注",
    "1,2026-03-13 10:01:02,退款,,收入,25.00,CNY,微信,,美团退款",
    "2,2026-03-14 10:01:02,工资,,收入,8000.00,CNY,招行,,退款补发",
    "3,2026-03-15 10:01:02,退税退款,,收入,30.00,CNY,招行,,",
  ].join("\n");
  assert.deepEqual((await readText(text)).lines.map(brief), [
    "refund 2026-03-13 10:01:02 25.00 CNY 微信",
    "income 2026-03-14 10:01:02 8000.00 CNY 招行",
    "income 2026-03-15 10:01:02 30.00 CNY 招行",
  ]);
});
