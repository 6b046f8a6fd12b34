/**
 * Proposes the mapping of a table from the names of its columns and the whole columns' contents. What
 * they do not prove is asked, each question with the answers that settle it.
 */

import type { DateOrder, HeaderChoice } from "../../contract/bill-answers.ts";
import { type NoteCode, note, type Text } from "../../contract/notes.ts";
import { cleanCell } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Cell, Row } from "../file/sheet.ts";
import type { Table } from "../file/table.ts";
import { openPeriods } from "../values/open-year.ts";
import {
  currencyOfEra,
  monthAndDay,
  type StatedPeriod,
  type TimeOptions,
} from "../values/times.ts";
import type {
  AmountModel,
  ColumnMapping,
  FoundWord,
  MappingAnswer,
  MappingQuestion,
  TablePreview,
} from "./mapping.ts";
import {
  type ColumnContent,
  columnContents,
  columnSamples,
  findDateOrder,
  findDecimalMark,
  timeOptions,
} from "./mapping-columns.ts";
import { type ColumnRole, columnUnit, currencyAbove, rolesOf } from "./mapping-names.ts";
import { feeOf, type SignProof, signProof } from "./proofs.ts";
import { sidesTell } from "./sides.ts";
import { type FoundTable, tablesFor, tablesOf } from "./tables.ts";
import {
  takeByBalance,
  takeCurrency,
  takeOtherAccount,
  takeOtherSide,
  takePaymode,
  takePosted,
  takeText,
  takeType,
  wordsOfProgram,
} from "./take-columns.ts";
import {
  isDirectionWord,
  tellsDirection,
  typeWordIn,
  type WordMeaning,
  wordsOfColumn,
} from "./type-words.ts";

const PREVIEW_ROWS = 20;

const ORDERS = {
  ymd: "orderYearFirst",
  dmy: "orderDayFirst",
  mdy: "orderMonthFirst",
  yymd: "orderShortYearFirst",
} as const satisfies Record<DateOrder, NoteCode>;

const MEANINGS = {
  in: "meansIncome",
  out: "meansExpense",
  transfer: "meansTransfer",
  skip: "meansSkip",
} as const satisfies Record<WordMeaning, NoteCode>;

/** What a person has said of tables before. */
export interface Told {
  /** What the first row is. */
  header?: HeaderChoice;
  /** How earlier files were read. */
  remembered?: readonly ColumnMapping[];
}

/**
 * Every table of a file with a proposed mapping, or with that of an earlier file; empty when nothing
 * looks like a table.
 */
export function previewTables(
  file: BillFile,
  options: TimeOptions = {},
  { header, remembered = [] }: Told = {},
): TablePreview[] {
  const tables = file.sheets.flatMap((sheet) =>
    header === undefined ? tablesFor(sheet, remembered) : tablesOf(sheet, header),
  );
  const alike = byFingerprint(tables);
  const found = tables.map((one) => {
    const told = remembered.find(({ fingerprint }) => fingerprint === one.fingerprint);
    const preview = previewTable(one, options, told, alike.get(one.fingerprint));
    if (header === "first" && !one.headerless) preview.mapping.header = header;
    return { ...preview, encoding: file.encoding, ...(told && { remembered: true as const }) };
  });
  // A list of names beside the tables of records holds no record.
  const records = found.filter(({ mapping }) => hasRecords(mapping));
  return records.length > 0 ? records : found;
}

/** Whether a mapping names what every record needs: a day and an amount. */
export function hasRecords({ columns }: ColumnMapping): boolean {
  const amount = columns.amount ?? columns.in ?? columns.out;
  return columns.date !== undefined && amount !== undefined;
}

/** Whether any column of a table is one that records need; a list of names has none. */
export function mayHoldRecords({ table }: FoundTable): boolean {
  const rows = table.sheet.rows.slice(table.headerIndex + 1);
  const {
    date,
    amount,
    in: into,
    out,
  } = rolesOf(table.titles, columnContents(rows, table.titles.length, timeOptions(table, {})));
  return [date, amount, into, out].some((column) => column !== undefined);
}

/** One table with a proposed mapping, or with what is `told` of it and what it proves of the rest. */
export function previewTable(
  found: FoundTable,
  options: TimeOptions = {},
  told?: ColumnMapping,
  alike: readonly FoundTable[] = [found],
): Omit<TablePreview, "encoding"> {
  const { table } = found;
  const rows = table.sheet.rows.slice(table.headerIndex + 1);
  const { mapping, words, questions } = propose(found, rows, options, told, alike);
  return {
    sheet: table.sheet.name,
    headerLine: (table.sheet.rows[Math.max(0, table.headerIndex)] as Row).line,
    headers: table.titles,
    fingerprint: found.fingerprint,
    rows: rows.slice(0, PREVIEW_ROWS).map((row) => row.cells.map(String)),
    rowCount: rows.length,
    mapping,
    words,
    questions,
  };
}

/** The tables of a file that one mapping reads: a sheet a month has one header. */
export function byFingerprint(tables: readonly FoundTable[]): Map<string, FoundTable[]> {
  const groups = new Map<string, FoundTable[]>();
  for (const one of tables) {
    const group = groups.get(one.fingerprint);
    if (group) group.push(one);
    else groups.set(one.fingerprint, [one]);
  }
  return groups;
}

/** The mapping that is told with what its table proves of the rest, and what is still to be asked. */
export function complete(
  found: FoundTable,
  told: ColumnMapping,
  options: TimeOptions,
  alike: readonly FoundTable[] = [found],
): Pick<TablePreview, "mapping" | "questions"> {
  if (isWhole(told) && !isMostlyYearless(found, told, options)) {
    return { mapping: told, questions: [] };
  }
  const { table } = found;
  return propose(found, table.sheet.rows.slice(table.headerIndex + 1), options, told, alike);
}

/** Whether half of the days have no year, and neither the table nor a person has said it. */
function isMostlyYearless(
  { table }: FoundTable,
  { period, columns }: Pick<ColumnMapping, "period" | "columns">,
  options: TimeOptions,
): boolean {
  if (period !== undefined || timeOptions(table, options).period !== undefined) return false;
  const cells = columnSamples(table, table.sheet.rows.slice(table.headerIndex + 1), columns.date);
  return cells.filter((cell) => monthAndDay(cleanCell(cell))).length * 2 > cells.length;
}

function isWhole({ columns, model, dateOrder, decimal, fee, ...signs }: ColumnMapping): boolean {
  if (dateOrder === undefined || decimal === undefined) return false;
  if (columns.fee !== undefined && fee === undefined) return false;
  if (model === "typed") return true;
  return (model === "in-out" ? signs.outNegative : signs.flipSign) !== undefined;
}

function propose(
  found: FoundTable,
  rows: readonly Row[],
  options: TimeOptions,
  told?: ColumnMapping,
  alike: readonly FoundTable[] = [found],
) {
  const { table } = found;
  const times = timeOptions(table, options, told?.period);
  const contents = columnContents(rows, table.titles.length, times);
  const columns = told ? told.columns : rolesOf(table.titles, contents);
  if (told === undefined) {
    takeByBalance(table, rows, columns, contents);
    takeOtherSide(table, rows, columns, contents);
    takeOtherAccount(table, rows, columns);
    takeText(table, columns, contents);
    takeType(table, rows, columns);
    takePaymode(table, columns);
    takePosted(table, columns);
    takeCurrency(table, rows, columns);
  }
  const cells = (role: ColumnRole) => columnSamples(table, rows, columns[role]);
  const amounts = [...cells("amount"), ...cells("in"), ...cells("out"), ...cells("balance")];
  const questions: MappingQuestion[] = [];
  const dates = findDateOrder([...cells("date"), ...cells("otherDate")], times);
  const dateOrder = told?.dateOrder ?? dates.order;
  const asksYear =
    !dateOrder ||
    isMostlyYearless(found, { columns, ...(told?.period && { period: told.period }) }, options);
  const periods = asksYear ? periodsIn(alike, columns.date, options.today) : [];
  if (periods.length > 0) questions.push(askYear(periods, cells("date")));
  else if (!columns.date || (!dateOrder && dates.open.length === 0)) {
    questions.push(askColumn("no-date", "date", table, contents));
  } else if (!dateOrder) questions.push(askDateOrder(dates.open, dates.examples));
  const marks = findDecimalMark(amounts, table.titles);
  const decimal = told?.decimal ?? (marks.proved ? marks.mark : undefined);
  if (decimal === undefined) questions.push(askDecimalMark(marks.examples));
  const mapping: ColumnMapping = {
    fingerprint: found.fingerprint,
    ...(found.headerless && { header: "none" }),
    model: sidesTell(table, rows, columns) ? "typed" : modelOf(columns, cells),
    account: "",
    currency: statedCurrency(table, columns) || currencyOfDates(cells("date")) || "CNY",
    ...told,
    columns,
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
  };
  if (!columns.amount && !columns.in && !columns.out) {
    questions.push(askColumn("no-amount", "amount", table, contents));
  } else settleSigns(table, rows, mapping, told, questions, options);
  const words = foundWords(cells("type"), table.titles);
  const meanings = words.flatMap(({ word, meaning }) => (meaning ? [[word, meaning]] : []));
  const meant = {
    ...Object.fromEntries(meanings),
    ...wordsOfProgram(table, columns),
    ...told?.words,
  };
  if (Object.keys(meant).length > 0) mapping.words = meant;
  const unknown = mapping.model === "typed" ? words.filter(({ word }) => !meant[word]) : [];
  for (const { word } of unknown) questions.push(askWord(word));
  return { mapping, words, questions };
}

const periodsOf = new WeakMap<readonly FoundTable[], Map<string, StatedPeriod[]>>();

/** The stretches of days that all these tables together may be of; looked for once. */
function periodsIn(tables: readonly FoundTable[], column = "", today = ""): StatedPeriod[] {
  const known = periodsOf.get(tables) ?? new Map<string, StatedPeriod[]>();
  periodsOf.set(tables, known);
  const found = known.get(column);
  if (found) return found;
  const days = tables.flatMap(({ table }) =>
    columnSamples(table, table.sheet.rows.slice(table.headerIndex + 1), column),
  );
  const periods = openPeriods(days, today);
  known.set(column, periods);
  return periods;
}

function modelOf(
  columns: ColumnMapping["columns"],
  cells: (role: ColumnRole) => Cell[],
): AmountModel {
  if (columns.in && columns.out) return "in-out";
  if (!columns.amount && (columns.in || columns.out)) return "in-out";
  return tellsDirection(cells("type")) ? "typed" : "signed";
}

function statedCurrency(table: Table, columns: ColumnMapping["columns"]): string {
  return currencyOf(table, columns) || currencyAbove(table.headerIndex < 0 ? [] : table.preamble);
}

/** Who counts years of the Republic keeps no yuan, unless the table says so. */
function currencyOfDates(cells: readonly Cell[]): string {
  const codes = new Set(cells.map(currencyOfEra));
  return codes.size === 1 ? ([...codes][0] as string) : "";
}

/** The currency that the name of an amount's column states. */
function currencyOf(table: Table, columns: ColumnMapping["columns"]): string {
  const titles = [columns.amount, columns.in, columns.out].filter((title) => title !== undefined);
  const named = titles.map((title) => columnUnit(title).currency || codeAlone(title));
  return named.find((code) => code !== "") ?? "";

  /** A column that is called by its currency: "INR". */
  function codeAlone(title: string): string {
    return /^[A-Z]{3}$/.test(title) && table.titles.includes(title) ? title : "";
  }
}

/** Decides the model and the signs that are not told, in place, and asks for what is not proved. */
function settleSigns(
  table: Table,
  rows: readonly Row[],
  mapping: ColumnMapping,
  told: ColumnMapping | undefined,
  questions: MappingQuestion[],
  options: TimeOptions,
): void {
  const proof = signProof(table, rows, mapping, options);
  if (told === undefined) mapping.model = proof.model;
  if (told === undefined && isTypedInPart(table, rows, mapping, proof)) {
    mapping.model = "typed";
    settleFee(table, rows, mapping, questions, options);
    return;
  }
  if (proof.model === mapping.model) {
    if (proof.flipSign !== undefined) mapping.flipSign ??= proof.flipSign;
    if (proof.outNegative !== undefined) mapping.outNegative ??= proof.outNegative;
  }
  if (proof.asks === "no-sign" && mapping.flipSign === undefined) {
    questions.push(proof.against ? askWordSign(proof.against) : askSign(proof.allPositive));
  }
  if (proof.asks === "out-sign" && mapping.outNegative === undefined) questions.push(askOutSign());
  settleFee(table, rows, mapping, questions, options);
}

/**
 * Whether amounts without any minus stand beside words of which some say which way the money went: the others
 * are then asked about, and take no sign from these.
 */
function isTypedInPart(
  table: Table,
  rows: readonly Row[],
  { model, columns }: ColumnMapping,
  { allPositive }: SignProof,
): boolean {
  if (model !== "signed" || !allPositive || columns.type === undefined) return false;
  const words = wordsOfColumn(columnSamples(table, rows, columns.type));
  return words !== undefined && [...words.keys()].some(isDirectionWord);
}

function settleFee(
  table: Table,
  rows: readonly Row[],
  mapping: ColumnMapping,
  questions: MappingQuestion[],
  options: TimeOptions,
): void {
  const fee = mapping.fee ?? feeOf(table, rows, mapping, options);
  if (fee === "ask") questions.push(askFee());
  else if (fee !== undefined) mapping.fee = fee;
}

/** The words of a type column, and what they are taken for. */
export function foundWords(cells: readonly Cell[], titles: readonly string[]): FoundWord[] {
  return [...(wordsOfColumn(cells) ?? [])].map(([word, count]) => {
    const meaning = typeWordIn(word, titles)?.meaning;
    return { word, count, ...(meaning && { meaning }) };
  });
}

function ask(code: string, text: Text, answers: MappingAnswer[]): MappingQuestion {
  return { code, text, answers };
}

function askColumn(
  code: "no-date" | "no-amount",
  role: "date" | "amount",
  table: Table,
  contents: readonly ColumnContent[],
): MappingQuestion {
  const of = role === "date" ? "dates" : "amounts";
  const named = table.titles.map((title, index) => ({ title, likely: contents[index]?.[of] ?? 0 }));
  const free = named.filter(({ title }) => title !== "");
  const likely = free.filter(({ likely }) => likely > 0);
  const shown = likely.length > 0 ? likely : free;
  return ask(
    code,
    note(role === "date" ? "askDateColumn" : "askAmountColumn"),
    shown.map(({ title }) => ({ text: title, mapping: { columns: { [role]: title } } })),
  );
}

function askDateOrder(open: readonly DateOrder[], examples: readonly string[]): MappingQuestion {
  const shown = examples.map((example) => `“${example}”`).join(" ");
  return ask(
    "date-order",
    note("askColumnDates", { examples: shown }),
    open.map((dateOrder) => ({ text: note(ORDERS[dateOrder]), mapping: { dateOrder } })),
  );
}

/** Each answer is the stretch of days that the file then has. */
function askYear(periods: readonly StatedPeriod[], days: readonly Cell[]): MappingQuestion {
  const yearless = days.map(cleanCell).filter((text) => monthAndDay(text) !== undefined);
  const examples = [...new Set(yearless)].slice(0, 3);
  const shown = examples.map((example) => `“${example}”`).join(" ");
  return ask(
    "year",
    note("askYear", { examples: shown }),
    periods.map((period) => ({
      text: period.from === period.to ? period.from : `${period.from} — ${period.to}`,
      mapping: { period },
    })),
  );
}

function askDecimalMark(examples: readonly string[]): MappingQuestion {
  const example = examples[0] ?? "";
  return ask("decimal-mark", note("askDecimalMark", { example }), [
    { text: note("decimalPoint"), mapping: { decimal: "." } },
    { text: note("decimalComma"), mapping: { decimal: "," } },
  ]);
}

function askSign(allPositive: boolean): MappingQuestion {
  return ask("no-sign", note(allPositive ? "askSignOfPositive" : "askSign"), [
    { text: note("plusIsIn"), mapping: { flipSign: false } },
    { text: note("plusIsOut"), mapping: { flipSign: true } },
  ]);
}

/** Words of a type column that the signs beside them gainsay in some rows. */
function askWordSign(against: "minus" | "plus"): MappingQuestion {
  const typed = { model: "typed" as const, flipSign: false };
  return ask("word-sign", note("askWordSign"), [
    against === "plus"
      ? { text: note("minusTakesBack"), mapping: { ...typed } }
      : { text: note("plusTakesBack"), mapping: { ...typed, outNegative: true } },
    { text: note("wordsAlone"), mapping: { ...typed, wordsOnly: true } },
  ]);
}

function askOutSign(): MappingQuestion {
  return ask("out-sign", note("askOutSign"), [
    { text: note("minusIsSpent"), mapping: { outNegative: true } },
    { text: note("minusIsBack"), mapping: { outNegative: false } },
  ]);
}

function askFee(): MappingQuestion {
  return ask("fee", note("askFee"), [
    { text: note("feeApart"), mapping: { fee: "apart" } },
    { text: note("feeWithin"), mapping: { fee: "within" } },
  ]);
}

/** Clients lay `columns` and `words` of the answers over the mapping key by key. */
function askWord(word: string): MappingQuestion {
  const meanings = ["in", "out", "transfer", "skip"] as const;
  const answers = meanings.map((meaning) => ({
    text: note(MEANINGS[meaning]),
    mapping: { words: { [word]: meaning } },
  }));
  return { ...ask("type-word", note("askWord", { word }), answers), value: word };
}
