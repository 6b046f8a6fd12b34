/**
 * The postings that hledger (`print -O csv`, `register -O csv`) and Ledger (`csv`) write as a table, one in a
 * row: hledger numbers its transactions, and Ledger writes no header and no number.
 */

import { note } from "../../contract/notes.ts";
import { add, type Fraction, isZero, NOTHING } from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { BillLine } from "../bill/line.ts";
import { cleanCell, currencyWord } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Row } from "../file/sheet.ts";
import { Table, type TableRow } from "../file/table.ts";
import {
  type Format,
  hasTable,
  layoutOf,
  newBill,
  question,
  tablesWith,
} from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { settleOpenings } from "../format/opening.ts";
import { readValue } from "../values/cell-value.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { readTime } from "../values/times.ts";
import { withCategoryNames } from "./category-paths.ts";
import { entryLines } from "./journal.ts";
import type { JournalEntry, Posting } from "./journal-entry.ts";
import { roleByRoot } from "./root-roles.ts";

const HLEDGER = ["txnidx", "date", "description", "account", "amount"];
/** Ledger's columns in the order in which it writes them. */
const LEDGER = [
  "date",
  "code",
  "description",
  "account",
  "commodity",
  "amount",
  "status",
  "comment",
];
/** How many rows show that a table without a header is Ledger's. */
const SHOWN = 20;

/** hledger's and Ledger's CSV. `read` throws BillError "ask-date-order". */
export const hledgerCsv: Format = {
  key: "hledger-csv",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("ledgerTitle"),
  recognise: (file) => hasTable(file, HLEDGER) || isLedgers(file),
  read: (file, answers = {}) => {
    const tables = hasTable(file, HLEDGER) ? tablesWith(file, HLEDGER) : ledgerTables(file);
    return tables.map(({ body }) => ({
      ...newBill(hledgerCsv, file, layoutOf(file), hledgerCsv.title),
      lines: journalLines(body, answers),
    }));
  },
};

function isLedgers({ container, sheets }: BillFile): boolean {
  const rows = container === "text" ? (sheets[0]?.rows.slice(0, SHOWN) ?? []) : [];
  return rows.length > 1 && rows.every(isLedgersPosting);
}

function isLedgersPosting({ cells }: Row): boolean {
  const [date, , , account, , amount] = cells;
  if (cells.length !== LEDGER.length || roleByRoot(cleanCell(account)) === undefined) return false;
  return readTime(date, { order: "dmy" }) !== undefined && readValue(amount ?? "") !== undefined;
}

function ledgerTables({ sheets }: BillFile): Table[] {
  return sheets.map((sheet) => new Table(sheet, -1, LEDGER));
}

function journalLines(rows: readonly TableRow[], { dateOrder, today }: Answers): BillLine[] {
  const day = dateReader(
    rows.map((row) => row.text("date")),
    { told: dateOrder, today },
  );
  const lines = transactionsOf(rows).flatMap((parts) => transactionLines(parts, day));
  return settleOpenings(withCategoryNames(lines));
}

/** The rows of each transaction: of one number, else of one day and payee until they add up to nothing. */
function transactionsOf(rows: readonly TableRow[]): TableRow[][] {
  const all: TableRow[][] = [];
  let [last, rest] = ["", NOTHING as Fraction];
  for (const row of rows) {
    const number = row.text("txnidx");
    const key = number || [row.text("date"), row.text("code"), row.text("description")].join("\n");
    const isNew = key !== last || (number === "" && isZero(rest));
    if (isNew) [last, rest] = [key, NOTHING];
    if (isNew) all.push([]);
    rest = add(rest, readValue(row.cell("amount"))?.value ?? NOTHING);
    all.at(-1)?.push(row);
  }
  return all;
}

function transactionLines(parts: readonly TableRow[], day: DateReader): BillLine[] {
  const base = baseOf(parts[0] as TableRow, day);
  const postings = parts.flatMap((row) => postingOf(row) ?? []);
  if (postings.length < parts.length) return [movementLine({ ...base, value: undefined })];
  const unknown = postings.find(({ account }) => roleByRoot(account) === undefined)?.account;
  const review = [
    ...(unknown === undefined
      ? []
      : [question("account-type", note("askAccountRole", { account: unknown }))]),
    ...(base.status === "!" ? [question("flagged", note("flagged"))] : []),
  ];
  return entryLines({ ...base, format: "hledger-csv", postings, review });
}

function postingOf(row: TableRow): Posting | undefined {
  const account = row.text("account").replace(/^[([](.*)[)\]]$/, "$1");
  const read = readValue(row.cell("amount"));
  if (read === undefined) return undefined;
  const currency = read.currency || currencyWord(row.cell("commodity")) || "CNY";
  return { account, role: roleByRoot(account) ?? "expense", value: read.value, currency };
}

function baseOf(row: TableRow, day: DateReader): Omit<JournalEntry, "postings" | "format"> {
  return {
    time: day(row.text("date"))?.slice(0, 10),
    counterparty: row.text("description"),
    description: row.text("comment"),
    // Numbers are counted anew in each export.
    externalId: "",
    linkIds: [],
    status: row.text("status"),
    sourceLine: row.line,
    raw: row.raw,
  };
}
