/**
 * The text of an exported book into pages of rows. Runs in the thread of imports/worker.ts, since a
 * large text takes a second to read; the service gets pages as text, each read in a moment.
 */
import { BillError } from "../../bills/file/bill-error.ts";
import { BOOK_VERSION } from "../../contract/exported-book.ts";
import { BOOK_TABLES } from "./tables.ts";

type Row = Record<string, unknown>;

/** Some rows of a table as JSON: an array. */
export interface BookPage {
  rows: number;
  text: string;
}

/** Rows that the service reads and writes between two turns of its event loop. */
const PAGE_ROWS = 500;

/** Gives the pages table by table. Throws BillError "book-invalid" with what is wrong in words. */
export function* bookPages(bytes: Uint8Array): Generator<[table: string, page: BookPage]> {
  const book = readObject(bytes);
  for (const { name } of BOOK_TABLES) {
    const rows = book[name] ?? [];
    if (!Array.isArray(rows)) throw invalid(`${name} 不是列表`);
    const ordered = name === "records" ? refundsLast(rows) : rows;
    for (let at = 0; at < ordered.length; at += PAGE_ROWS) {
      const some = ordered.slice(at, at + PAGE_ROWS);
      yield [name, { rows: some.length, text: JSON.stringify(some) }];
    }
  }
}

function readObject(bytes: Uint8Array): Record<string, unknown> {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalid("不是有效的 JSON");
  }
  const head = value?.fenming as { version?: unknown } | undefined;
  if (typeof head !== "object" || head === null)
    throw invalid("没有 fenming 标记，不是分明导出的账本");
  if (!isKnown(head.version)) {
    throw invalid(`版本是 ${String(head.version)}，本程序认识 1 到 ${BOOK_VERSION}`);
  }
  return value;
}

/** An earlier version knows fewer tables and columns; what it does not know is empty. */
function isKnown(version: unknown): boolean {
  return Number.isInteger(version) && Number(version) >= 1 && Number(version) <= BOOK_VERSION;
}

function invalid(reason: string): BillError {
  return new BillError("book-invalid", reason);
}

/** An expense is there before what gives it back. */
function refundsLast(rows: Row[]): Row[] {
  const isLinked = (row: Row) => row?.refund_of != null;
  return [...rows.filter((row) => !isLinked(row)), ...rows.filter(isLinked)];
}
