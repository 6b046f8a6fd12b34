/**
 * Lines of many people with what a careful bookkeeper would make of them, written down before they were tried.
 *
 * `LINE => RIGHT`: `?` is asked about; `e 23.5 餐饮 现 11-03` an expense, `i` an income, `r` a refund, with its
 * category where that matters, its account (the one used last where none is written) and its day (today where
 * none is written); `t 500 招>现` a transfer. `|` stands between answers that are both right. `B:` before a
 * line is the book whose cards are known by their last digits; `\n` breaks the line.
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Day } from "../../src/ledger/calendar.ts";
import { yuanText } from "../../src/ledger/money.ts";
import { type QuickBook, type QuickReading, readQuick } from "../../src/ledger/quick.ts";

/** A Wednesday. */
const TODAY = "2026-11-18" as Day;

const ACCOUNTS = [
  { id: 1, name: "现金", type: "cash" },
  { id: 2, name: "微信", type: "payment" },
  { id: 3, name: "支付宝", type: "payment" },
  { id: 4, name: "招商银行 储蓄卡", type: "bank" },
  { id: 5, name: "招商银行信用卡", type: "bank" },
  { id: 6, name: "花呗", type: "payment" },
];
const LETTERS = "现微支招信花";
const EXPENSES = "餐饮 交通 购物 娱乐 住房 医疗 通讯 人情 教育 日用 水电".split(" ");
const BOOK: QuickBook = {
  accounts: ACCOUNTS,
  categories: [
    ...EXPENSES.map((name) => ({ name, income: false, expense: true })),
    { name: "工资", income: true, expense: false },
  ],
  lastAccountId: 2,
};
const WITH_DIGITS: QuickBook = {
  ...BOOK,
  accounts: ACCOUNTS.map((account) => ({
    ...account,
    name: { 4: "招商银行储蓄卡(1234)", 5: "招商银行信用卡(5678)" }[account.id] ?? account.name,
  })),
};

function readLine(written: string): QuickReading | undefined {
  const book = written.startsWith("B:") ? WITH_DIGITS : BOOK;
  const reading = readQuick(written.replace(/^B:/, "").replaceAll("\\n", "\n"), book, TODAY);
  return Array.isArray(reading) || reading.rounded ? undefined : reading;
}

const letter = (id: number | undefined) => (id === undefined ? "" : LETTERS.charAt(id - 1));

/** A reading in the words of a right answer; the category only where the answer has one. */
function inWords(reading: QuickReading | undefined, hasCategory: boolean): string {
  if (reading === undefined) return "?";
  const { type, refund, amount, category, accountId, toAccountId, day } = reading;
  const sides = type === "transfer" ? `${letter(accountId)}>${letter(toAccountId)}` : "";
  return [
    refund ? "r" : type.charAt(0),
    yuanText(amount),
    ...(hasCategory && type !== "transfer" ? [category] : []),
    sides || letter(accountId),
    day.startsWith("2026-") ? day.slice(5) : day,
  ].join(" ");
}

/** A right answer with everything that it leaves out. */
function whole(answer: string): { words: string; hasCategory: boolean } {
  if (answer === "?") return { words: "?", hasCategory: false };
  const [kind, amount, ...rest] = answer.split(/\s+/);
  const day = rest.find((word) => /\d\d-\d\d$/.test(word)) ?? "11-18";
  const account = rest.find((word) => word.includes(">") || LETTERS.includes(word)) ?? "微";
  const category = rest.find((word) => word !== day && word !== account);
  const words = [kind, amount, ...(category ? [category] : []), account, day].join(" ");
  return { words, hasCategory: category !== undefined };
}

const folder = new URL("quick-lines/", import.meta.url);

for (const file of await readdir(folder)) {
  test(`what people write is booked right or asked about: ${file}`, async () => {
    const lines = (await readFile(new URL(file, folder), "utf8")).split("\n");
    const wrong = lines.flatMap((line) => {
      if (line === "" || line.startsWith("#")) return [];
      const [, written = "", right = ""] = /^(.*) => (.*)$/.exec(line) ?? [];
      assert.notEqual(right, "", `a line and its answer: ${line}`);
      const reading = readLine(written);
      const fits = right.split("|").some((answer) => {
        const { words, hasCategory } = whole(answer.trim());
        return inWords(reading, hasCategory) === words;
      });
      return fits ? [] : [`${line}, and not ${inWords(reading, true)}`];
    });
    assert.deepEqual(wrong, []);
  });
}
