/**
 * A table and how its columns are read by name: the header is found by its names, never by a line number, and a column by its name, never by its index.
 */
import { wordTable } from "../../ledger/word-table.ts";
import { cleanCell } from "./cells.ts";
import { FRAME_ROWS } from "./limits.ts";
import type { Cell, Row, Sheet } from "./sheet.ts";

/** How far down a header is looked for; preambles have been seen up to 26 lines. */
const HEADER_WITHIN = 80;
/** What ends a table: rules, counts, sums and disclaimers that banks and wallets print below it. */
const FOOTER = /^(-{5,}|={5,}|_{5,}|#|共\d+笔|共计|总计|\S{0,4}合计|总交易单数|以上数据仅供参考)/;

/** A column's name as it is compared: no blanks, half-width brackets, lower case. */
export function columnName(cell: Cell | undefined): string {
  return cleanCell(cell).normalize("NFKC").replace(/\s+/g, "").toLowerCase();
}

/** A, B … Z, AA, AB …: what spreadsheets call the columns that have no name. */
export function columnLetter(index: number): string {
  let letters = "";
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  }
  return letters;
}

const readSheets = new WeakSet<Sheet>();

/** Whether the rows of a sheet's table have been asked for. */
export function isRead(sheet: Sheet): boolean {
  return readSheets.has(sheet);
}

/** The header row and what lies under it. */
export class Table {
  readonly sheet: Sheet;
  /** Index of the header in `sheet.rows`. */
  readonly headerIndex: number;
  /** The names as written, cleaned; "" where the header has none. */
  readonly titles: string[];
  /** The cells of a row by name, still empty; undefined where a column has no name of its own. */
  readonly blank: Readonly<Record<string, string>> | undefined;
  /** Which way the money of the table's plain numbers went, where a title says it. */
  section: "in" | "out" | undefined;
  readonly #indexes = new Map<string, number[]>();
  #end: number | undefined;

  /** `titles` names the columns of a table without a header, whose `headerIndex` is -1. */
  constructor(sheet: Sheet, headerIndex: number, titles?: string[]) {
    this.sheet = sheet;
    this.headerIndex = headerIndex;
    this.titles = titles ?? (sheet.rows[headerIndex]?.cells ?? []).map(cleanCell);
    const areNames = new Set(this.titles).size === this.titles.length && !this.titles.includes("");
    this.blank = areNames
      ? Object.fromEntries(this.titles.map((title): [string, string] => [title, ""]))
      : undefined;
    this.titles.forEach((title, index) => {
      const name = columnName(title);
      if (name === "") return;
      const indexes = this.#indexes.get(name);
      if (indexes) indexes.push(index);
      else this.#indexes.set(name, [index]);
    });
  }

  /** Whether the header has a column of this name. */
  has(name: string): boolean {
    return this.indexesOf(name).length > 0;
  }

  /** The lines above the header, each as one text; of very many, which are other tables, the first and the last. */
  get preamble(): string[] {
    const { headerIndex } = this;
    const skipped = Math.max(0, headerIndex - 2 * FRAME_ROWS);
    const begins = skipped === 0 ? headerIndex : FRAME_ROWS;
    const { rows } = this.sheet;
    return [...rows.slice(0, begins), ...rows.slice(begins + skipped, headerIndex)].map(rowText);
  }

  /** The rows under the header as far as the footer. */
  get body(): TableRow[] {
    readSheets.add(this.sheet);
    return this.sheet.rows
      .slice(this.headerIndex + 1, this.#footerIndex)
      .map((row) => this.row(row));
  }

  /** The footer and what follows it. */
  get rest(): Sheet {
    return { ...this.sheet, rows: this.sheet.rows.slice(this.#footerIndex) };
  }

  /** The footer's lines, each as one text; what comes long after them is other tables. */
  get footer(): string[] {
    return this.#footerSource.map(rowText);
  }

  /** The footer's rows, for sums that stand under their columns. */
  get footerRows(): TableRow[] {
    return this.#footerSource.map((row) => this.row(row));
  }

  get #footerSource(): Row[] {
    return this.sheet.rows.slice(this.#footerIndex, this.#footerIndex + FRAME_ROWS);
  }

  get #footerIndex(): number {
    const { rows } = this.sheet;
    if (this.#end !== undefined) return this.#end;
    let end = this.headerIndex + 1;
    while (end < rows.length && !isFooter(rows[end] as Row)) end += 1;
    this.#end = end;
    return end;
  }

  /** One row, to be read by column names. */
  row(row: Row): TableRow {
    return new TableRow(this, row);
  }

  /** The indexes of a column; more than one where a name repeats. */
  indexesOf(name: string): readonly number[] {
    const known = this.#indexes.get(name);
    if (known) return known;
    const indexes = this.#indexes.get(columnName(name)) ?? [];
    this.#indexes.set(name, indexes);
    return indexes;
  }
}

/** A row that is read by column names; a missing column reads as empty. */
export class TableRow {
  readonly table: Table;
  readonly line: number;
  readonly cells: readonly Cell[];

  constructor(table: Table, row: Row) {
    this.table = table;
    this.line = row.line;
    this.cells = row.cells;
  }

  /** The cell of the first of these columns that holds something; "" when none does. */
  cell(...names: string[]): Cell {
    for (const name of names) {
      for (const index of this.table.indexesOf(name)) {
        const cell = this.cells[index];
        if (cell !== undefined && cleanCell(cell) !== "") return cell;
      }
    }
    return "";
  }

  /** The same as clean text. */
  text(...names: string[]): string {
    for (const name of names) {
      for (const index of this.table.indexesOf(name)) {
        const text = cleanCell(this.cells[index]);
        if (text !== "") return text;
      }
    }
    return "";
  }

  /** Every cell by its column's name, as it stands in the file; a repeated name gets a number. */
  get raw(): Record<string, string> {
    const { titles, blank } = this.table;
    if (blank !== undefined && this.cells.length === titles.length) {
      const raw = wordTable(blank);
      titles.forEach((title, index) => {
        raw[title] = String(this.cells[index]);
      });
      return raw;
    }
    const raw = wordTable<string>({});
    this.cells.forEach((cell, index) => {
      const title = this.table.titles[index] || columnLetter(index);
      const text = String(cell);
      if (text === "" && !this.table.titles[index]) return;
      raw[title in raw ? `${title} ${index + 1}` : title] = text;
    });
    return raw;
  }

  /** All cells in one text, for a word that may stand anywhere. */
  get all(): string {
    return rowText(this);
  }
}

/** A row as one text: its filled cells with a blank between them. */
export function rowText(row: { cells: readonly Cell[] }): string {
  return row.cells
    .map(cleanCell)
    .filter((text) => text !== "")
    .join(" ");
}

const DAY = /^\d{4}([-/.年]\d{1,2}[-/.月]\d{1,2}|\d{4}$)|^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/;

function isDay(cell: Cell): boolean {
  return typeof cell === "string" && DAY.test(cleanCell(cell));
}

/** Only the first column ends a table, and no row with a day does: a shop may be called "合计" or "#1". */
function isFooter(row: Row): boolean {
  return FOOTER.test(cleanCell(row.cells[0])) && !row.cells.some(isDay);
}

const normalisedHeaders = new WeakMap<Row, Set<string>>();

function namesOf(row: Row): Set<string> {
  const known = normalisedHeaders.get(row);
  if (known) return known;
  const names = new Set(row.cells.filter((cell) => typeof cell === "string").map(columnName));
  names.delete("");
  normalisedHeaders.set(row, names);
  return names;
}

/**
 * Finds the first row that holds all these names; "金额|交易金额" asks for one of several.
 * Undefined when no row near the top does.
 */
export function findTable(sheet: Sheet, required: readonly string[]): Table | undefined {
  const wanted = required.map((names) => names.split("|").map(columnName));
  const limit = Math.min(sheet.rows.length, HEADER_WITHIN);
  for (let at = 0; at < limit; at++) {
    const names = namesOf(sheet.rows[at] as Row);
    if (wanted.every((one) => one.some((name) => names.has(name)))) return new Table(sheet, at);
  }
  return undefined;
}
