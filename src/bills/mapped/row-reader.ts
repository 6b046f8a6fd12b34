/** Reads the single cells of a table's rows under a mapping: time, signed amount, balance, fee, words. */
import { type Note, note } from "../../contract/notes.ts";
import { type Fen, MAX_AMOUNT, ZERO } from "../../ledger/money.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { filledCell, type Money, readMoney } from "../file/cells.ts";
import type { Table, TableRow } from "../file/table.ts";
import { joinTime, readTime, type TimeOptions } from "../values/times.ts";
import type { ColumnMapping } from "./mapping.ts";
import { timeOptions } from "./mapping-columns.ts";
import { type ColumnRole, columnUnit, scaleAbove, tellsInWords } from "./mapping-names.ts";
import { namesFromTo, wordOfSides } from "./sides.ts";
import { directionOf, type TypeWord, typeWordIn, type WordMeaning } from "./type-words.ts";

const NOTHING: Money = { fen: ZERO, currency: "", signed: false };

/** Names of columns that hold amounts, of whatever kind. */
const AMOUNT = /金额|金額|振替$|^转账$|\bamount\b|\bbetrag\b|\bmontant\b|\bimporte\b|\bvalor\b/i;

/** Names of columns whose numbers are no money of the row. */
const NO_AMOUNT =
  /[号號序第编編码碼页年月日]|账户|帐户|帳|电话|時間|时间|数量|份额|份數|股数|张数|人数|次数|积分|里程|公里|余额|餘額|结余|净值|单价|汇率|比例|率|\bid\b|\bno\b|number|count|quantity|qty|units|shares|points|rate|price|balance|date|time|year|month|day|page|line|group|journal|zip|phone|latitude|longitude/i;

/** What a zero of income and expense does not speak of; a price before a discount it does. */
const OF_TRANSFERS = /振替|转账|轉帳|transfer/i;

/** Cells by role. One for each table. */
export class RowReader {
  readonly mapping: ColumnMapping;
  readonly options: TimeOptions;
  readonly #titles: readonly string[];
  readonly #scales = new Map<string, number>();
  readonly #words: Record<string, WordMeaning>;
  /** Only what comes in is marked, by "+" or "CR": a number without a mark is spent. */
  readonly #plainIsOut: boolean;
  /** Every number in the column of money in has a minus: a sign of style, or the other way. */
  readonly minusIn: boolean;
  /** Columns of words that no role reads: 摘要 beside 备注. */
  readonly #beside: readonly number[];
  readonly #amountsBeside: readonly number[];
  /** Every column without a role whose name does not say that its numbers are no money. */
  readonly #numbersBeside: readonly number[];
  /** No word says which way money went, but the accounts it left and reached. */
  readonly #bySides: boolean;

  constructor(table: Table, mapping: ColumnMapping, options: TimeOptions) {
    this.mapping = mapping;
    this.#titles = table.titles;
    this.#bySides =
      mapping.model === "typed" && mapping.columns.type === undefined && namesFromTo(mapping);
    this.#words = wordTable(mapping.words ?? {});
    this.options = {
      ...timeOptions(table, options, mapping.period),
      ...(mapping.dateOrder && { order: mapping.dateOrder }),
    };
    const above = scaleAbove(table.headerIndex < 0 ? [] : table.preamble);
    for (const title of Object.values(mapping.columns)) {
      const { scale, currency } = columnUnit(title);
      this.#scales.set(title, scale === 1 && currency === "" ? above : scale);
    }
    const taken = new Set<string>(Object.values(mapping.columns));
    this.#beside = table.titles.flatMap((title, index) =>
      !taken.has(title) && tellsInWords(title) ? [index] : [],
    );
    this.#amountsBeside = table.titles.flatMap((title, index) =>
      !taken.has(title) && AMOUNT.test(title) ? [index] : [],
    );
    this.#numbersBeside = table.titles.flatMap((title, index) =>
      title !== "" && !taken.has(title) && !NO_AMOUNT.test(title) ? [index] : [],
    );
    this.#plainIsOut = mapping.model === "signed" && marksIncomeOnly(this, table);
    this.minusIn = mapping.model === "in-out" && isAllMinus(this, table);
  }

  /** The text of a column; "" for a placeholder and for a role without a column. */
  text(row: TableRow, role: ColumnRole): string {
    const column = this.mapping.columns[role];
    return column === undefined ? "" : filledCell(row.cell(column));
  }

  /** What columns say in words beside those that have a role. */
  textBeside(row: TableRow): string {
    return this.#beside.map((index) => filledCell(row.cells[index])).join(" ");
  }

  /** Whether a column of amounts that no role reads holds one for this row; beside a zero only one of transfers. */
  amountBeside(row: TableRow, beside: "zero" | "nothing"): boolean {
    const columns = beside === "zero" ? this.#amountsBeside : this.#numbersBeside;
    return columns.some((index) => {
      if (beside === "zero" && !OF_TRANSFERS.test(row.table.titles[index] ?? "")) return false;
      const money = readMoney(row.cells[index], this.mapping.decimal ?? ".");
      return money !== undefined && money.fen !== 0;
    });
  }

  /** The time of a row by its date, else by its other date. */
  time(row: TableRow): string | undefined {
    const { date = "", otherDate, clock } = this.mapping.columns;
    const time = clock === undefined ? "" : row.cell(clock);
    const first = joinTime(row.cell(date), time, this.options);
    if (first !== undefined || otherDate === undefined) return first;
    return filledCell(row.cell(date)) === "" ? readTime(row.cell(otherDate), this.options) : first;
  }

  /** The number in the column of a role: zero for an empty cell, undefined for no amount. */
  money(row: TableRow, role: ColumnRole): Money | undefined {
    const column = this.mapping.columns[role];
    if (column === undefined) return NOTHING;
    const cell = row.cell(column);
    if (filledCell(cell) === "") return NOTHING;
    const money = readMoney(cell, this.mapping.decimal ?? ".", this.mapping.currency);
    const scale = this.#scales.get(column) ?? 1;
    return money === undefined || scale === 1 ? money : scaled(money, scale);
  }

  /** The running balance; undefined where the row has none. */
  balance(row: TableRow): Fen | undefined {
    return this.text(row, "balance") === "" ? undefined : this.money(row, "balance")?.fen;
  }

  /** The fee, never negative; zero where there is none. */
  fee(row: TableRow): Fen {
    return Math.abs(this.money(row, "fee")?.fen ?? 0) as Fen;
  }

  /** What the word of the type column means, first by what the user has said. */
  word(row: TableRow): TypeWord | undefined {
    if (this.#bySides) return wordOfSides(this.text(row, "account"), this.text(row, "toAccount"));
    const word = this.text(row, "type");
    const said = this.#words[word];
    const known = typeWordIn(word, this.#titles);
    return said === undefined
      ? known
      : known?.meaning === said
        ? known
        : { meaning: said, ...(said === "transfer" && { own: true }) };
  }

  /** The amount with its sign, money in positive; a note that says why there is none. */
  amount(row: TableRow, word: TypeWord | undefined): Money | Note {
    const { model, flipSign } = this.mapping;
    const money = model === "in-out" ? this.#twoColumns(row) : this.money(row, "amount");
    if (money === undefined || "code" in money) return money ?? note("amountUnreadable");
    if (model === "typed") return withWord(money, word, this.mapping);
    if (this.#plainIsOut && !money.signed) return { ...money, fen: minus(money.fen) };
    return flipSign ? { ...money, fen: minus(money.fen) } : money;
  }

  /** A negative number in one column belongs to the other; both filled says nothing. */
  #twoColumns(row: TableRow): Money | Note | undefined {
    const into = this.money(row, "in");
    const outOf = this.money(row, "out");
    if (!into || !outOf) return undefined;
    if (into.fen !== 0 && outOf.fen !== 0) return note("bothColumns");
    const out = this.mapping.outNegative ? minus(outOf.fen) : outOf.fen;
    const currency = into.currency || outOf.currency;
    const came = this.minusIn ? minus(into.fen) : into.fen;
    return { fen: (came - out || 0) as Fen, currency, signed: true };
  }
}

/** Whether some amounts say that they came in, and none that it went out. */
function marksIncomeOnly(reader: RowReader, table: Table): boolean {
  let isMarked = false;
  for (const row of table.sheet.rows.slice(table.headerIndex + 1)) {
    const money = reader.money(table.row(row), "amount");
    if (!money?.signed) continue;
    if (money.fen < 0) return false;
    isMarked = true;
  }
  return isMarked;
}

/** Whether the column of money in has numbers, and all of them below zero beside others that went out. */
function isAllMinus(reader: RowReader, table: Table): boolean {
  const rows = table.sheet.rows.slice(table.headerIndex + 1).map((row) => table.row(row));
  const numbers = (role: "in" | "out") => rows.map((row) => reader.money(row, role)?.fen ?? 0);
  const into = numbers("in").filter((fen) => fen !== 0);
  return into.length > 0 && into.every((fen) => fen < 0) && numbers("out").every((fen) => fen >= 0);
}

/** The number the other way; zero stays plain zero. */
export function minus(fen: Fen): Fen {
  return (-fen || 0) as Fen;
}

/** A minus under a word of spending takes back, but where a person has said what it is. */
function withWord(
  money: Money,
  word: TypeWord | undefined,
  { wordsOnly, outNegative }: ColumnMapping,
): Money {
  const fen = wordsOnly ? (Math.abs(money.fen) as Fen) : money.fen;
  const turns = directionOf(word) === "out" && (wordsOnly || !outNegative);
  return { ...money, fen: turns ? minus(fen) : fen };
}

function scaled(money: Money, scale: number): Money | undefined {
  const fen = scale < 1 ? money.fen / Math.round(1 / scale) : money.fen * scale;
  const fits = Number.isSafeInteger(fen) && Math.abs(fen) <= MAX_AMOUNT;
  return fits ? { ...money, fen: fen as Fen } : undefined;
}
