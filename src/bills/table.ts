/**
 * A table as rows of cells, the same for CSV, XLSX and XLS, and how its columns are read by name:
 * the header is found by its names, never by a line number, and a column by its name, never by its place.
 */
import { cleanCell } from "./cells.ts";

/** Text as it stands in the file, or a number that only a workbook can hold. */
export type Cell = string | number;

/** One row; `line` is its 1-based line (text) or row (sheet) in the file. */
export interface Row {
  line: number;
  cells: readonly Cell[];
}

/** One sheet of a workbook, or the whole of a text file. Rows without any content are left out. */
export interface Sheet {
  name: string;
  rows: Row[];
  /** Whether dates count from 1904 (old Macintosh workbooks). */
  date1904: boolean;
}

/** How far down a header is looked for; preambles have been seen up to 26 lines. */
const HEADER_WITHIN = 80;
/** What ends a table: rules, counts, sums and disclaimers that banks and wallets print below it. */
const FOOTER = /^(-{5,}|={5,}|_{5,}|#|共\d+笔|共计|总计|\S{0,4}合计|总交易单数|以上数据仅供参考)/;

/** A column's name as it is compared: no blanks, half-width brackets, lower case. */
export function columnName(cell: Cell | undefined): string {
  return cleanCell(cell).normalize("NFKC").replace(/\s+/g, "").toLowerCase();
}

/** The header row and what lies under it. */
export class Table {
  readonly sheet: Sheet;
  /** Index of the header in `sheet.rows`. */
  readonly headerIndex: number;
  /** The names as written, cleaned; "" where the header has none. */
  readonly titles: string[];
  readonly #places = new Map<string, number[]>();

  constructor(sheet: Sheet, headerIndex: number) {
    this.sheet = sheet;
    this.headerIndex = headerIndex;
    this.titles = (sheet.rows[headerIndex]?.cells ?? []).map(cleanCell);
    this.titles.forEach((title, place) => {
      const name = columnName(title);
      if (name === "") return;
      const places = this.#places.get(name);
      if (places) places.push(place);
      else this.#places.set(name, [place]);
    });
  }

  /** Whether the header has a column of this name. */
  has(name: string): boolean {
    return this.places(name).length > 0;
  }

  /** The lines above the header, each as one text. */
  get preamble(): string[] {
    return this.sheet.rows.slice(0, this.headerIndex).map(rowText);
  }

  /** The rows under the header as far as the footer. */
  get body(): TableRow[] {
    return this.sheet.rows
      .slice(this.headerIndex + 1, this.#footerIndex)
      .map((row) => this.row(row));
  }

  /** The footer's lines, each as one text. */
  get footer(): string[] {
    return this.sheet.rows.slice(this.#footerIndex).map(rowText);
  }

  /** The footer's rows, for sums that stand under their columns. */
  get footerRows(): TableRow[] {
    return this.sheet.rows.slice(this.#footerIndex).map((row) => this.row(row));
  }

  get #footerIndex(): number {
    const { rows } = this.sheet;
    for (let at = this.headerIndex + 1; at < rows.length; at++) {
      if (isFooter(rows[at] as Row)) return at;
    }
    return rows.length;
  }

  /** One row, to be read by column names. */
  row(row: Row): TableRow {
    return new TableRow(this, row);
  }

  /** The places of a column; more than one where a name repeats. */
  places(name: string): readonly number[] {
    const known = this.#places.get(name);
    if (known) return known;
    const places = this.#places.get(columnName(name)) ?? [];
    this.#places.set(name, places);
    return places;
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
      for (const place of this.table.places(name)) {
        const cell = this.cells[place];
        if (cell !== undefined && cleanCell(cell) !== "") return cell;
      }
    }
    return "";
  }

  /** The same as clean text. */
  text(...names: string[]): string {
    return cleanCell(this.cell(...names));
  }

  /** Every cell by its column's name, as it stands in the file; a repeated name gets a number. */
  get raw(): Record<string, string> {
    const raw: Record<string, string> = {};
    this.cells.forEach((cell, place) => {
      const title = this.table.titles[place] || `第${place + 1}列`;
      const text = String(cell);
      if (text === "" && !this.table.titles[place]) return;
      raw[title in raw ? `${title} ${place + 1}` : title] = text;
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

/** Only the first column ends a table: a shop may well be called "合计" or "#1". */
function isFooter(row: Row): boolean {
  return FOOTER.test(cleanCell(row.cells[0]));
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
