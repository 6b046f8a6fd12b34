import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import { type MessageKey, messages, say } from "../../src/contract/messages.ts";

const root = resolve(import.meta.dirname, "../..");
const all = Object.entries(messages) as [MessageKey, { zh: string; en: string }][];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe("messages", () => {
  test("every message is said in Chinese and in English, of the same things", () => {
    for (const [key, { zh, en }] of all) {
      assert.match(zh.replace(/\{\w+\}/g, "言"), /\p{Script=Han}/u, key);
      assert.doesNotMatch(en, /\p{Script=Han}/u, key);
      assert.deepEqual(placeholders(zh), placeholders(en), key);
    }
  });

  test("every message is used somewhere", () => {
    const code = ["contract", "server"]
      .flatMap((part) =>
        readdirSync(join(root, "src", part), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".ts") && file !== "messages.ts")
          .map((file) => readFileSync(join(root, "src", part, file), "utf8")),
      )
      .join("\n");
    const unused = all.map(([key]) => key).filter((key) => !code.includes(`"${key}"`));
    assert.deepEqual(unused, []);
  });

  test("R9: the interface's sentences stand as decided", () => {
    const sentences = Object.values(messages).map(({ zh }) => zh) as string[];
    for (const sentence of [
      "用户创建成功",
      "该邮箱已被注册",
      "账户创建成功",
      "账户更新成功",
      "账户删除成功",
      "账户不存在",
      "记录创建成功",
      "记录更新成功",
      "记录删除成功",
      "记录不存在",
      "预算创建成功",
      "预算更新成功",
      "预算删除成功",
      "预算不存在",
      "用户不存在",
      "服务器内部错误",
      "接口不存在",
      "缺少必填字段：{fields}",
    ]) {
      assert.ok(sentences.includes(sentence), sentence);
    }
  });

  test("values fill their places, words in the language that is spoken", () => {
    const label = { zh: "金额", en: "Amount" };
    const values = { label, field: "amount", rule: { zh: "错", en: "is wrong" } };
    assert.equal(say("invalidField", "zh", values), "金额（amount）错");
    assert.equal(say("invalidField", "en", values), "Amount (amount) is wrong");
    assert.equal(say("accountInUse", "en", { count: 3 }).includes("3 records"), true);
  });
});
