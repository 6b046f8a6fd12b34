/** Status words of wallets and shops: final words book, dead ones are left out, any other is held. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { BillLine } from "../../../src/bills/bill/line.ts";
import type { StatusWords } from "../../../src/bills/values/status-words.ts";
import {
  ALIPAY_STATUS,
  JD_STATUS,
  MEITUAN_STATUS,
  WECHAT_STATUS,
} from "../../../src/bills/wallets/wallet-status.ts";
import { codeOf } from "../../../src/contract/notes.ts";
import { ALIPAY, alipayText, readText, WECHAT } from "../build.ts";
import { codes } from "../reading.ts";

const JD =
  "交易时间,商户名称,交易说明,金额,收/付款方式,交易状态,收/支,交易分类,交易订单号,商家订单号,备注";
const MEITUAN =
  "交易创建时间,交易成功时间,交易类型,订单标题,收/支,支付方式,订单金额,实付金额,交易单号,商家单号,备注";
const ALIPAY_WEB =
  "交易号,商家订单号,交易创建时间,付款时间,最近修改时间,交易来源地,类型,交易对方,商品名称,金额（元）,收/支,交易状态,服务费（元）,成功退款（元）,备注,资金状态,";

/** Each layout: its title, its list, and a file with one row of money out or in. */
const LAYOUTS: [string, StatusWords, (status: string, direction: string) => string][] = [
  [
    "支付宝",
    ALIPAY_STATUS,
    (status, way) =>
      `${ALIPAY}\r\n2026-03-02 08:10:00,餐饮,早点铺,/,豆浆,${way},11.00,余额,${status},20260405220001,,,`,
  ],
  [
    "支付宝",
    ALIPAY_STATUS,
    (status, way) =>
      `${ALIPAY_WEB}\r\n20260205220001,T1,2026-02-03 10:00:00,2026-02-03 10:00:00,2026-02-03 10:00:00,其他,即时到账,文具店,墨水,30.00,${way},${status},0.00,0.00,,已支出,`,
  ],
  [
    "微信支付",
    WECHAT_STATUS,
    (status, way) =>
      `${WECHAT.join(",")}\r\n2026-03-02 12:00:00,商户消费,面包房,吐司,${way},¥19.00,零钱,${status},42001,/,/`,
  ],
  [
    "京东",
    JD_STATUS,
    (status, way) =>
      `${JD}\r\n2026-03-04 10:00:00,京东平台商户,纸巾,58.00,工商银行(3445),${status},${way},日用百货,JD1,JD1,`,
  ],
  [
    "美团",
    MEITUAN_STATUS,
    (status, way) =>
      `${MEITUAN}\r\n2026-03-05 12:00:00,2026-03-05 12:00:00,${status},盖饭,${way},工商银行(3445),¥21.17,¥21.17,2603,0001,/`,
  ],
];

async function lineOf(text: string): Promise<BillLine> {
  return (await readText(text)).lines[0] as BillLine;
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

describe("status words of wallets", () => {
  for (const [index, [name, words, file]] of LAYOUTS.entries()) {
    test(`${name} ${index}: final words book`, async () => {
      for (const status of words.final) {
        const line = await lineOf(file(status, "支出"));
        assert.notEqual(line.kind, "skip", status);
        assert.deepEqual(line.review, [], status);
      }
    });

    test(`${name} ${index}: words that are final for money out alone are asked where it comes in`, async () => {
      for (const status of words.paid ?? []) {
        assert.deepEqual(codes(await lineOf(file(status, "支出"))), [], status);
        assert.deepEqual(codes(await lineOf(file(status, "收入"))), ["status"], status);
      }
    });

    test(`${name} ${index}: dead words are left out with the reason, and ask nothing`, async () => {
      for (const status of words.dead) {
        for (const way of ["支出", "收入"]) {
          const line = await lineOf(file(status, way));
          assert.equal(line.kind, "skip", status);
          assert.notEqual(line.reason, "", status);
          assert.deepEqual(line.review, [], status);
        }
      }
    });

    test(`${name} ${index}: any other word is held, with the word as what is asked about`, async () => {
      const known = new Set([...words.final, ...(words.paid ?? []), ...words.dead].map(plain));
      const near = fc
        .constantFrom(...words.final, "处理中", "支付中", "退款中", "")
        .chain((word) => fc.constantFrom(`${word}了`, `未${word}`, `${word}(处理中)`, `${word}5`));
      const other = fc
        .oneof(near, fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }))
        .map((word) => word.replace(/[\r\n\t\0/=`'—–-]/g, "").trim())
        .filter((word) => word !== "" && !known.has(plain(word)) && !/关闭|已退款/.test(word));
      await fc.assert(
        fc.asyncProperty(other, fc.constantFrom("支出", "收入"), async (word, way) => {
          const line = await lineOf(file(quoted(word), way));
          const asked = line.review.find(({ code }) => code === "status");
          assert.equal(asked?.value, line.status, `${word} ${line.kind}`);
          assert.notEqual(line.kind, "skip");
        }),
        { numRuns: 60 },
      );
    });
  }

  test("the table in docs/bills.md is these lists", () => {
    const docs = readFileSync(join(import.meta.dirname, "../../../docs/bills.md"), "utf8");
    for (const [name, { final, paid = [], dead }] of LAYOUTS) {
      const row = [name, final.join("、"), paid.join("、"), dead.join("、")].join(" | ");
      assert.ok(docs.includes(`| ${row} |`), `the row of ${name} is not true any more`);
    }
  });
});

function plain(word: string): string {
  return word.normalize("NFKC").replace(/\s+/g, "").toLowerCase();
}

describe("refunds and what they give back are booked both or neither", () => {
  const bought = { id: "77001", amount: "40.00", time: "2026-06-01 10:00:00", method: "花呗" };
  const back = {
    ...bought,
    id: "77001*REFUND_1",
    time: "2026-06-02 10:00:00",
    direction: "不计收支",
    status: "退款成功",
    text: "退款-商品",
  };

  test("a closed neutral purchase with a refund was paid: both", async () => {
    const closed = { ...bought, direction: "不计收支", status: "交易关闭" };
    const { lines } = await readText(alipayText(closed, back));
    assert.deepEqual(
      lines.map(({ kind, account, amount }) => [kind, account, amount]),
      [
        ["expense", "花呗", 4000],
        ["refund", "花呗", 4000],
      ],
    );
    assert.equal(lines[1]?.refundOf, 0);
  });

  test("the same in two part refunds", async () => {
    const closed = { ...bought, direction: "不计收支", status: "交易关闭" };
    const parts = ["15.00", "25.00"].map((amount, at) => ({
      ...back,
      amount,
      id: `77001*REFUND_${at}`,
    }));
    const { lines } = await readText(alipayText(closed, ...parts));
    assert.deepEqual(
      lines.map(({ kind, refundOf }) => [kind, refundOf]),
      [
        ["expense", undefined],
        ["refund", 0],
        ["refund", 0],
      ],
    );
  });

  test("a purchase that another paid, or that failed, is left out with its refund: neither", async () => {
    for (const other of [{ method: "亲情卡(小明)" }, { status: "支付失败" }]) {
      const { lines } = await readText(
        alipayText({ ...bought, ...other }, { ...back, method: "" }),
      );
      assert.deepEqual(
        lines.map(({ kind }) => kind),
        ["skip", "skip"],
      );
      assert.equal(codeOf(lines[1]?.reason ?? ""), "refundOfSkipped");
    }
  });

  test("a hold with the number of a refund is no purchase: the refund is booked", async () => {
    const hold = { ...bought, direction: "不计收支", status: "冻结成功" };
    const { lines } = await readText(alipayText(hold, back));
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ["skip", "refund"],
    );
  });

  test("a refund waits with a purchase whose status is not known, under one question", async () => {
    const { lines } = await readText(alipayText({ ...bought, status: "风控审核中" }, back));
    assert.deepEqual(
      lines.map(({ kind, review }) => [kind, review.map(({ code, value }) => [code, value])]),
      [
        ["expense", [["status", "风控审核中"]]],
        ["refund", [["status", "风控审核中"]]],
      ],
    );
  });
});
