/** Columns that a table's contents tell where no known name does. */
import { ZERO } from "../../ledger/money.ts";
import { currencyCode, filledCell, readFen } from "../file/cells.ts";
import type { Cell, Row } from "../file/sheet.ts";
import type { Table } from "../file/table.ts";
import { readTime } from "../values/times.ts";
import type { ColumnMapping } from "./mapping.ts";
import { type ColumnContent, columnSamples, findDecimalMark } from "./mapping-columns.ts";
import { CODES, namesCurrency, plainName } from "./mapping-names.ts";
import { proveByBalance } from "./signs.ts";
import {
  directionOf,
  isTypeWord,
  typeWord,
  type WordMeaning,
  wordsOfColumn,
} from "./type-words.ts";

/** More columns of amounts than this are not paired. */
const MOST_PAIRED = 6;

/** A plan of a loan splits what is paid: the balance proves one part of it alone. */
const PART = /本金|利息|principal|interest/i;

/** Of several columns of amounts without a known name, the balance proves two: it and what moves it. */
export function takeByBalance(
  table: Table,
  rows: readonly Row[],
  columns: ColumnMapping["columns"],
  contents: readonly ColumnContent[],
): void {
  if (columns.amount || columns.in || columns.out) return;
  const taken = new Set(Object.values(columns));
  const free = table.titles.flatMap((title, index) => {
    const { filled, amounts, money } = contents[index] as ColumnContent;
    return money && amounts === filled && !taken.has(title) ? [{ title, index }] : [];
  });
  if (free.length > MOST_PAIRED || free.some(({ title }) => PART.test(title))) return;
  const balances = columns.balance
    ? [{ title: columns.balance, index: table.indexesOf(columns.balance)[0] as number }]
    : free;
  const { mark } = findDecimalMark(free.flatMap(({ title }) => columnSamples(table, rows, title)));
  const date = columns.date === undefined ? undefined : table.indexesOf(columns.date)[0];
  const pairs = free.flatMap((amount) =>
    balances
      .filter((balance) => {
        if (balance.index === amount.index) return false;
        const steps = rows.map(({ cells }) => ({
          fen: readFen(cells[amount.index], mark) ?? ZERO,
          balance: readFen(cells[balance.index], mark),
          time: (date !== undefined && readTime(cells[date], { order: "dmy" })) || "",
          said: undefined,
        }));
        return proveByBalance(steps) !== undefined;
      })
      .map((balance) => [amount.title, balance.title] as const),
  );
  const [pair] = pairs;
  if (pair === undefined || pairs.length > 1) return;
  [columns.amount, columns.balance] = pair;
}

/**
 * Beside a column of money in, or out, the only other one with amounts is its counterpart, whatever it is
 * called, where each row fills one of the two.
 */
export function takeOtherSide(
  table: Table,
  rows: readonly Row[],
  columns: ColumnMapping["columns"],
  contents: readonly ColumnContent[],
): void {
  const known = columns.in ?? columns.out;
  if (columns.amount || known === undefined || (columns.in && columns.out)) return;
  const side = table.indexesOf(known)[0] as number;
  const taken = new Set(Object.values(columns));
  const others = table.titles.flatMap((title, index) => {
    const { filled, amounts, money } = contents[index] as ColumnContent;
    const free = title !== "" && !taken.has(title) && money && filled > 0 && amounts === filled;
    return free ? [index] : [];
  });
  const [other] = others;
  if (other === undefined || others.length > 1) return;
  const isFilled = (row: Row, index: number) => filledCell(row.cells[index]) !== "";
  const dated = rows.filter((row) => isFilled(row, side) || isFilled(row, other));
  if (dated.some((row) => isFilled(row, side) && isFilled(row, other))) return;
  columns[columns.in ? "out" : "in"] = table.titles[other] as string;
}

/** A column of nothing but other accounts of the table names the other side of transfers. */
export function takeOtherAccount(
  table: Table,
  rows: readonly Row[],
  columns: ColumnMapping["columns"],
): void {
  if (columns.account === undefined || columns.toAccount !== undefined) return;
  const own = new Set(columnSamples(table, rows, columns.account).map(filledCell));
  if (own.size < 2) return;
  const at = table.indexesOf(columns.account)[0] as number;
  const taken = new Set(Object.values(columns));
  columns.toAccount = table.titles.find((title, index) => {
    if (title === "" || taken.has(title)) return false;
    const named = rows.filter(({ cells }) => filledCell(cells[index]) !== "");
    return (
      named.length > 0 &&
      named.every(({ cells }) => {
        const other = filledCell(cells[index]);
        return own.has(other) && other !== filledCell(cells[at]);
      })
    );
  });
  if (columns.toAccount === undefined) delete columns.toAccount;
}

/** Where no column is known to say what a record was for, the one with most words does. */
export function takeText(
  table: Table,
  columns: ColumnMapping["columns"],
  contents: readonly ColumnContent[],
): void {
  if (columns.description !== undefined || columns.counterparty !== undefined) return;
  const taken = new Set(Object.values(columns));
  let most = 0;
  for (const [index, title] of table.titles.entries()) {
    const { letters, dates, amounts } = contents[index] as ColumnContent;
    if (title === "" || taken.has(title) || dates + amounts > 0 || letters <= most) continue;
    [columns.description, most] = [title, letters];
  }
}

/** Words of types that are names of categories as well. */
const SORTS =
  /^(工资|利息|结息|退款|退货|返现|消费|缴费|还款|salary|interest|refund|fee|purchase|payment)$/i;

/** Whether every word of a column of types says something; a column of names says nothing. */
function allTold(cells: readonly Cell[]): boolean {
  const words = [...(wordsOfColumn(cells)?.keys() ?? [])];
  return words.every((word) => typeWord(word) !== undefined);
}

/**
 * Beside one column of amounts, the only other column whose words all say in or out, and both of them, tells
 * which way the money went, whatever it is called, and before one of types whose words are not all known.
 */
export function takeType(
  table: Table,
  rows: readonly Row[],
  columns: ColumnMapping["columns"],
): void {
  if (!columns.amount || columns.in || columns.out) return;
  if (columns.type !== undefined && allTold(columnSamples(table, rows, columns.type))) return;
  // A category of nothing but 收入 and 支出 is none.
  const { category: _, ...others } = columns;
  const taken = new Set(Object.values(others));
  const telling = table.titles.filter((title) => {
    if (title === "" || taken.has(title)) return false;
    const ways = wordsOfColumn(columnSamples(table, rows, title));
    const words = [...(ways?.keys() ?? [])];
    if (!words.every(isTypeWord)) return false;
    if (title === columns.category && words.some((word) => SORTS.test(word))) return false;
    const said = new Set(words.map((word) => directionOf(typeWord(word))));
    return said.has("in") && said.has("out");
  });
  if (telling.length !== 1) return;
  columns.type = telling[0] as string;
  if (columns.category === columns.type) delete columns.category;
}

/** The columns of HomeBank's CSV, whose way of payment is a number. */
const HOMEBANK = ["info", "payee", "memo", "amount", "category", "tags"];
const PAYMODES = ["paymode", "payment"];

/** HomeBank's way of payment, where the table is its export. */
function paymodeOf({ titles }: Table): string | undefined {
  const isHomebank = HOMEBANK.every((name) => titles.includes(name));
  return isHomebank ? titles.find((title) => PAYMODES.includes(title)) : undefined;
}

export function takePaymode(table: Table, columns: ColumnMapping["columns"]): void {
  const paymode = columns.type === undefined ? paymodeOf(table) : undefined;
  if (paymode !== undefined) columns.type = paymode;
}

/** The fifth of its ways of payment is a transfer between accounts. */
export function wordsOfProgram(
  table: Table,
  columns: ColumnMapping["columns"],
): Record<string, WordMeaning> {
  const isPaymode = columns.type !== undefined && columns.type === paymodeOf(table);
  return isPaymode ? { "5": "transfer" } : {};
}

/** What was booked to the account, where it stands beside what was paid abroad. */
const POSTED = ["入账", "记账", "结算"];

/** Of 交易金额 and 入账金额, the second is the account's money where a column says its currency. */
export function takePosted(table: Table, columns: ColumnMapping["columns"]): void {
  if (plainName(columns.amount ?? "") !== "交易金额") return;
  const named = (...names: string[]) =>
    table.titles.find((title) => names.includes(plainName(title)));
  for (const word of POSTED) {
    const [amount, currency] = [named(`${word}金额`), named(`${word}币种`, `${word}货币`)];
    if (amount === undefined || currency === undefined) continue;
    if (columns.in === amount) delete columns.in;
    Object.assign(columns, { amount, currency });
    return;
  }
}

/** Currencies of one name, or a known code, and nothing else. */
function isCurrency(cell: Cell): boolean {
  const word = filledCell(cell);
  const code = currencyCode(word);
  return code !== "" && (code !== word.toUpperCase() || (code === word && CODES.has(code)));
}

/** How many letters of a name a currency shares with its amount: 入账金额 and 入账币种. */
const SHARED = 2;

/**
 * Of the columns that hold nothing but currencies, the one whose name begins as that of the amount, else the
 * one with a known name, else the only one.
 */
export function takeCurrency(
  table: Table,
  rows: readonly Row[],
  columns: ColumnMapping["columns"],
): void {
  const { currency, amount, ...others } = columns;
  const taken = new Set([amount, ...Object.values(others)]);
  const found = table.titles.filter((title) => {
    const cells = title === "" || taken.has(title) ? [] : columnSamples(table, rows, title);
    return cells.length * 2 >= rows.length && cells.length > 0 && cells.every(isCurrency);
  });
  const of = amount?.slice(0, SHARED);
  const beside = found.find((title) => of !== undefined && title.startsWith(of));
  const chosen = beside ?? currency ?? (found.length === 1 ? found[0] : undefined);
  if (chosen !== undefined) columns.currency = chosen;
  // 人民币金额 beside 交易币种: the amount is in yuan, and the word speaks of another column.
  const isBeside = beside === undefined && amount !== undefined && namesCurrency(amount);
  if (isBeside) delete columns.currency;
}
