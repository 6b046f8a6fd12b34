/** Bytes in, bills out: the one door of the bill readers. */

import type { HeaderChoice } from "../contract/bill-answers.ts";
import { note, type Text } from "../contract/notes.ts";
import { dayOf } from "../ledger/calendar.ts";
import type { Answers } from "./bill/answers.ts";
import type { Bill } from "./bill/line.ts";
import { BillError } from "./file/bill-error.ts";
import { askDoubtful } from "./file/charset.ts";
import { type BillFile, type OpenOptions, openBill, type RefusedFile } from "./file/container.ts";
import { checkLines, UPLOADED } from "./file/limits.ts";
import { makeStorable } from "./file/storable.ts";
import { isRead } from "./file/table.ts";
import { askBrokenRows } from "./format/broken-rows.ts";
import { withPeriod } from "./format/format.ts";
import { takeRefunds } from "./format/refund-words.ts";
import { FORMATS } from "./formats.ts";
import { readMapped, sayUnread } from "./mapped/mapped.ts";
import type { ColumnMapping, MappedBill } from "./mapped/mapping.ts";
import { mayHoldRecords, previewTables } from "./mapped/proposal.ts";
import { tablesFor, tablesOf } from "./mapped/tables.ts";
import { refuseWrongFile } from "./wallets/wrong.ts";

/** How a file is to be read. */
export interface ReadOptions extends OpenOptions, Answers {
  /** The book's zone (IANA name): instants of tables are shown on its clock. The process's when absent. */
  zone?: string;
  /** The column mappings that the user has confirmed: one of each table, for a file of any format. */
  mapping?: ColumnMapping | readonly ColumnMapping[];
  /** Those of earlier files: a file of no known format with the header of one is read with it. */
  remembered?: readonly ColumnMapping[];
  /** What the user says of the first row of every table. */
  header?: HeaderChoice;
  /** The columns are asked ("unknown-format"), whatever is known or remembered. */
  askColumns?: boolean;
}

/**
 * Reads an uploaded file. An archive or a workbook may hold several bills. Throws BillError:
 * what openBill throws, "unknown-format" (its details hold `tables`, a TablePreview each, for the
 * generic mapper), "wrong-file", "empty", "ask-…", and with a mapping what readMapped throws.
 */
export async function readBill(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<(Bill | MappedBill)[]> {
  const { files, refused } = await openBill(bytes, options);
  const bills: (Bill | MappedBill)[] = [];
  for (const file of files) {
    try {
      const read = readFile(file, options);
      askBrokenRows(file, read);
      if (file.container !== "text") makeStorable(read);
      bills.push(...read);
    } catch (error) {
      if (!(error instanceof BillError)) throw error;
      refused.push({ name: file.name, error });
    }
  }
  const [first] = bills;
  checkLines(
    bills.reduce((sum, { lines }) => sum + lines.length, 0),
    options.limits ?? UPLOADED,
  );
  if (first) {
    for (const { name, error } of refused) {
      first.notices.push(note("archiveFileRefused", { name, reason: error.text }));
    }
    return bills;
  }
  throw mostTelling(refused) ?? new BillError("empty", note("archiveEmpty"));
}

/** Of several refusals: a table that the user can map, else one that says which file to fetch. */
function mostTelling(refused: readonly RefusedFile[]): BillError | undefined {
  const errors = refused.map(({ error }) => error);
  const mappable = ({ details }: BillError) =>
    Array.isArray(details.tables) && details.tables.length > 0;
  return errors.find(mappable) ?? errors.find((one) => one.code !== "unknown-format") ?? errors[0];
}

function readFile(file: BillFile, options: ReadOptions): (Bill | MappedBill)[] {
  askDoubtful(file);
  const { mapping = [], remembered = [] } = options;
  const times = timeOptions(options);
  const given = Array.isArray(mapping) ? mapping : [mapping];
  if (given.length > 0) return filled(readMapped(file, given, times), note("table"));
  if (options.askColumns || options.header) throw unknownFormat(file, options);
  const format = FORMATS.find((one) => one.recognise(file));
  if (format) {
    const bills = filled(format.read(file, { ...times, ...options }), format.title);
    if (format.role === "app") for (const { lines } of bills) takeRefunds(lines);
    return [...bills, ...readOtherSheets(file, options, bills[0] as Bill)];
  }
  refuseWrongFile(file);
  const known = file.sheets
    .flatMap((sheet) => tablesFor(sheet, remembered))
    .some(({ fingerprint }) =>
      remembered.some((one) => one.fingerprint === fingerprint && !one.leftOut),
    );
  if (known) return filled(readMapped(file, remembered, times), note("table"));
  throw unknownFormat(file, options);
}

/** The sheets of a workbook that its format has not read: of another format, or named. */
function readOtherSheets(file: BillFile, options: ReadOptions, first: Bill): Bill[] {
  const other = { ...file, sheets: file.sheets.filter((sheet) => !isRead(sheet)) };
  if (other.sheets.length === file.sheets.length || other.sheets.length === 0) return [];
  if (FORMATS.some((format) => format.recognise(other))) return readFile(other, options);
  const tables = other.sheets.flatMap((sheet) => tablesOf(sheet));
  first.notices.push(...tables.filter(mayHoldRecords).map(sayUnread));
  return [];
}

/** Each bill once and with its period. Nothing at all is an error with a reason, not a success. */
function filled<B extends Bill>(bills: B[], title: Text): B[] {
  const found = withoutCopies(bills.filter((bill) => bill.lines.length > 0));
  if (found.length === 0) {
    throw new BillError("empty", note("noRecords", { title }));
  }
  return found.map((bill) => withPeriod(bill));
}

/** A workbook that Excel has touched may hold the same rows on two sheets: one bill. */
function withoutCopies<B extends Bill>(bills: B[]): B[] {
  if (bills.length < 2) return bills;
  const seen = new Set<string>();
  return bills.filter((bill) => {
    const content = JSON.stringify(
      bill.lines.map((line) => [
        ...[line.kind, line.time, line.amount, line.account, line.externalId],
        ...[line.counterparty, line.description],
      ]),
    );
    const key = `${bill.format} ${bill.owner} ${content}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The clock and the day by which the times of tables are read. */
function timeOptions({ zone = Intl.DateTimeFormat().resolvedOptions().timeZone }: ReadOptions) {
  return { zone, today: dayOf(Date.now(), zone) as string };
}

function unknownFormat(file: BillFile, options: ReadOptions): BillError {
  const tables = previewTables(file, timeOptions(options), options);
  const names = tables.map(({ headers }) => headers.filter((header) => header !== ""));
  const shown = (comma: string, stop: string) =>
    names
      .map((some) => some.join(comma))
      .join(stop)
      .slice(0, 200);
  const columns = { zh: shown("、", "；"), en: shown(", ", "; ") };
  const hint = names.length > 0 ? note("columnsFound", { columns }) : note("noColumnsFound");
  return new BillError("unknown-format", note("unknownFormat", { encoding: file.encoding, hint }), {
    encoding: file.encoding,
    lookedFor: FORMATS.map(({ key }) => key),
    tables,
  });
}
