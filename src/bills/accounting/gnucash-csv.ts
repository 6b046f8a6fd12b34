/**
 * GnuCash's exports as CSV: every posting in a row of its own, the first of a transaction with its day
 * and number; or one row a transaction, seen from one account, with the category beside it.
 */
import { note } from "../../contract/notes.ts";
import type { Answers } from "../bill/answers.ts";
import type { BillLine } from "../bill/line.ts";
import { currencyCode } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import {
  type Format,
  hasTable,
  layoutOf,
  newBill,
  question,
  tablesWith,
} from "../format/format.ts";
import { leftOut, type Movement, movementLine, transferBetween } from "../format/movement.ts";
import { openingLine, settleOpenings } from "../format/opening.ts";
import { pairTransfers } from "../format/pairing.ts";
import { readValue } from "../values/cell-value.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { markOfColumn } from "../values/decimal.ts";
import { withCategoryNames } from "./category-paths.ts";
import { entryLines } from "./journal.ts";
import type { JournalEntry, Posting } from "./journal-entry.ts";
import { roleByRoot } from "./root-roles.ts";

const POSTINGS = ["Date", "Transaction ID", "Full Account Name", "Amount Num."];
const REGISTER = ["Date", "Account Name", "Full Category Name", "Amount Num."];
const SUMS = ["Value Num.", "Amount Num."];

/** GnuCash CSV. `read` throws BillError "ask-date-order". */
export const gnucashCsv: Format = {
  key: "gnucash-csv",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("gnucashTitle"),
  recognise: (file) => hasTable(file, POSTINGS) || hasTable(file, REGISTER),
  read: (file, answers = {}) => {
    const isJournal = hasTable(file, POSTINGS);
    return tablesWith(file, isJournal ? POSTINGS : REGISTER).map(({ body }) => ({
      ...newBill(gnucashCsv, file, layoutOf(file), gnucashCsv.title),
      lines: isJournal ? journalLines(body, answers) : registerLines(body, answers),
    }));
  },
};

/** What the rows of a table share. */
interface Shared {
  day: DateReader;
  mark: "." | "," | undefined;
}

function sharedBy(rows: readonly TableRow[], { dateOrder, today }: Answers): Shared {
  const dates = rows.map((row) => row.text("Date")).filter((text) => text !== "");
  return {
    day: dateReader(dates, { told: dateOrder, today }),
    mark: markOfColumn(rows.map((row) => row.text(...SUMS))),
  };
}

function journalLines(rows: readonly TableRow[], answers: Answers): BillLine[] {
  const shared = sharedBy(rows, answers);
  const lines = transactionsOf(rows).flatMap((parts) => transactionLines(parts, shared));
  return settleOpenings(withCategoryNames(lines));
}

/** The rows of each transaction: those behind the first leave its day or repeat its number. */
function transactionsOf(rows: readonly TableRow[]): TableRow[][] {
  const all: TableRow[][] = [];
  let number = "";
  for (const row of rows) {
    const own = row.text("Transaction ID");
    if (all.length === 0 || (own !== "" && own !== number)) all.push([]);
    if (own !== "") number = own;
    all.at(-1)?.push(row);
  }
  return all;
}

function transactionLines(parts: readonly TableRow[], { day, mark }: Shared): BillLine[] {
  const first = parts[0] as TableRow;
  const currency = currencyOf(first);
  const base = baseOf(first, day);
  const postings = parts.flatMap((row): Posting[] => {
    const account = row.text("Full Account Name");
    const value = readValue(row.cell(...SUMS), mark)?.value;
    return value ? [{ account, role: roleByRoot(account) ?? "expense", value, currency }] : [];
  });
  if (postings.length < parts.length) return [movementLine({ ...base, value: undefined })];
  const unknown = postings.find(({ account }) => roleByRoot(account) === undefined)?.account;
  const review =
    unknown === undefined
      ? []
      : [question("account-type", note("askAccountRole", { account: unknown }))];
  const lines = entryLines({ ...base, format: "gnucash-csv", postings, review });
  const isVoid = parts.some((row) => row.text("Void Reason") !== "");
  return isVoid ? lines.map((line) => leftOut(line, note("voided"))) : lines;
}

function baseOf(row: TableRow, day: DateReader): Omit<JournalEntry, "postings" | "format"> {
  return {
    time: day(row.text("Date"))?.slice(0, 10),
    counterparty: row.text("Description"),
    description: row.text("Notes") || row.text("Memo"),
    externalId: row.text("Transaction ID"),
    linkIds: [],
    status: row.text("Reconcile"),
    sourceLine: row.line,
    raw: row.raw,
  };
}

/** "CURRENCY::CNY"; what the export leaves out is the book's own. */
function currencyOf(row: TableRow): string {
  return currencyCode(row.text("Commodity/Currency").replace(/^.*::/, "")) || "CNY";
}

function registerLines(rows: readonly TableRow[], answers: Answers): BillLine[] {
  const shared = sharedBy(rows, answers);
  const seenFrom = new Map<BillLine, string>();
  const lines = rows.map((row) => {
    const line = registerLine(row, shared);
    seenFrom.set(line, shortName(row.text("Account Name")));
    return line;
  });
  return settleOpenings(withCategoryNames(pairTransfers(lines, seenFrom)));
}

/** The other side's root says what the row is; a split is not told apart by this export. */
function registerLine(row: TableRow, { day, mark }: Shared): BillLine {
  const other = row.text("Full Category Name");
  const account = shortName(row.text("Account Name"));
  const value = readValue(row.cell("Amount Num."), mark)?.value;
  const movement: Movement = { ...baseOf(row, day), account, value, currency: currencyOf(row) };
  const role = roleByRoot(other);
  if (role === "equity") return openingLine(movement);
  if (role === "asset" || role === "liability") {
    return movementLine({ ...movement, ...transferBetween(account, shortName(other), value) });
  }
  const line = movementLine({ ...movement, category: role === undefined ? "" : other });
  if (role === "expense" && line.kind === "income") line.kind = "refund";
  if (role === undefined && line.kind !== "skip") {
    line.review.push(question("account-type", note("askAccountRole", { account: other })));
  }
  return line;
}

/** The last name of a path: "Assets:Checking" is "Checking", as the column of the own account has it. */
function shortName(path: string): string {
  return path.slice(path.lastIndexOf(":") + 1);
}
