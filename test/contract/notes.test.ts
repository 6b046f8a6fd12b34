import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import type { Words } from "../../src/contract/messages.ts";
import {
  inWords,
  note,
  notesByRoom,
  readText,
  storedText,
  wordsOf,
} from "../../src/contract/notes.ts";

const root = resolve(import.meta.dirname, "../..");
const all = Object.values(notesByRoom).flatMap((room) => Object.entries(room)) as [string, Words][];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe("notes of the importer", () => {
  test("each is said in Chinese and in English, of the same things", () => {
    assert.ok(all.length > 20);
    for (const [code, { zh, en }] of all) {
      assert.match(zh.replace(/\{\w+\}/g, "言"), /\p{Script=Han}/u, code);
      assert.doesNotMatch(en, /\p{Script=Han}/u, code);
      assert.deepEqual(placeholders(zh), placeholders(en), code);
    }
  });

  test("a code is one sentence only", () => {
    const codes = all.map(([code]) => code);
    assert.deepEqual(
      codes.filter((code, at) => codes.indexOf(code) !== at),
      [],
    );
  });

  test("each is said somewhere", () => {
    const code = ["bills", "server", "cli"]
      .flatMap((part) =>
        readdirSync(join(root, "src", part), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".ts"))
          .map((file) => readFileSync(join(root, "src", part, file), "utf8")),
      )
      .join("\n");
    assert.deepEqual(
      all.map(([one]) => one).filter((one) => !code.includes(`"${one}"`)),
      [],
    );
  });

  test("a note fills its names, also with another note, in the language that is spoken", () => {
    const text = note("addByHand", { reason: note("badDate") });
    assert.equal(inWords(text, "zh"), "日期缺失或无法识别，请手工补记");
    assert.match(inWords(text, "en"), /^The date is missing .*; please add it by hand$/);
    assert.deepEqual(wordsOf("我写的"), { zh: "我写的", en: "我写的" });
  });

  test("what is stored is read back; older plain text stays as it is", () => {
    const text = note("otherCurrency", { currency: "USD" });
    assert.deepEqual(readText(storedText(text)), text);
    assert.equal(readText(storedText("零金额")), "零金额");
  });
});
