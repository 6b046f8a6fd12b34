/** Status words: what is known is final or dead, and anything else is held. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { COMMON_STATUS, statusReader } from "../../../src/bills/values/status-words.ts";

test("a list of status words reads its own words whatever their width, blanks and case", () => {
  const read = statusReader({ final: ["已完成", "Paid out"], dead: ["已关闭(超时)"] });
  assert.deepEqual(
    ["已完成", " 已 完成", "PAID OUT", "已关闭（超时）", "已完成了", ""].map((word) => read(word)),
    ["final", "final", "final", "dead", "unknown", "unknown"],
  );
});

test("a word that is final for money out alone is held where money comes in", () => {
  const read = statusReader({ final: [], paid: ["等待发货"], dead: [] });
  assert.equal(read("等待发货", true), "final");
  assert.equal(read("等待发货"), "unknown");
});

test("no word of the common list is both final and dead, and any other word is held", () => {
  const read = statusReader(COMMON_STATUS);
  const known = [...COMMON_STATUS.final, ...COMMON_STATUS.dead];
  assert.equal(new Set(known).size, known.length);
  const other = fc.string().filter((word) => {
    const plain = word.normalize("NFKC").replace(/\s+/g, "").toLowerCase();
    return !known.includes(plain);
  });
  fc.assert(fc.property(other, (word) => read(word) === "unknown"));
});
