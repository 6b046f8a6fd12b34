/** Reads a table with a mapping that the user has confirmed. Every row is answered for. */

import { type Note, type NoteCode, note, type Text } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import { roleByRoot } from "../accounting/root-roles.ts";
import type { BillLine } from "../bill/line.ts";
import { BillError } from "../file/bill-error.ts";
import { cleanCell, currencyWord, type Money, readId } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Row } from "../file/sheet.ts";
import type { Table, TableRow } from "../file/table.ts";
import { looksLikeCard, settleCardCredits } from "../format/card-words.ts";
import { newLine, question, skip } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { askOwnTransfers } from "../format/own-transfers.ts";
import { pairTransfers } from "../format/pairing.ts";
import { saysRefund, tellsRefund } from "../format/refund-words.ts";
import { byStatus } from "../format/status.ts";
import { COMMON_STATUS, statusReader } from "../values/status-words.ts";
import type { TimeOptions } from "../values/times.ts";
import {
  askAgainstBalance,
  askAgainstWords,
  askDate,
  askMinusIn,
  askPayer,
  askPending,
  askSigns,
} from "./ask-rows.ts";
import { askBeside, besideOf } from "./beside.ts";
import { settleCash } from "./cash.ts";
import { joinConversions } from "./conversions.ts";
import type { ColumnMapping, MappedBill } from "./mapping.ts";
import { columnSamples } from "./mapping-columns.ts";
import { feeOf, isCardTable, type SignProof, signProof, textOf } from "./proofs.ts";
import {
  byFingerprint,
  complete,
  foundWords,
  hasRecords,
  mayHoldRecords,
  previewTables,
} from "./proposal.ts";
import type { Reading } from "./reading.ts";
import { settleRepayments } from "./repayments.ts";
import { RowReader } from "./row-reader.ts";
import { namesFromTo } from "./sides.ts";
import { type FoundTable, tablesFor } from "./tables.ts";
import { isTotalWord, markBalances, markTotals } from "./totals.ts";
import {
  askArrival,
  askSides,
  hasSignedTransfers,
  isFlagged,
  loneAccounts,
  namesAccounts,
  otherAccount,
  placeBySides,
  transferFlag,
  transferOf,
} from "./transfers.ts";
import { directionOf, type TypeWord, typeWord } from "./type-words.ts";

/** The state of a row in columns that hold a mark instead of a word. */
const MARKS = ["*", "x", "c", "r", "√", "✓", "y", "yes", "true"];
const standingOf = statusReader({
  final: [...COMMON_STATUS.final, ...MARKS],
  dead: COMMON_STATUS.dead,
});

/**
 * Reads every table of the file that a mapping was made for. Every other table is named in a notice: it
 * may sum up the first. Throws BillError "mapping-mismatch" when there is none, "mapping-incomplete" when
 * a question is unanswered.
 */
export function readMapped(
  file: BillFile,
  mappings: readonly ColumnMapping[],
  options: TimeOptions = {},
): MappedBill[] {
  const all = file.sheets.flatMap((sheet) => tablesFor(sheet, mappings));
  const mappingOf = ({ fingerprint }: FoundTable) =>
    mappings.find((one) => one.fingerprint === fingerprint);
  if (all.every((one) => mappingOf(one) === undefined)) {
    const tables = previewTables(file, options);
    throw new BillError("mapping-mismatch", note("mappingMismatch"), { tables });
  }
  const bills: MappedBill[] = [];
  const alike = byFingerprint(all);
  for (const one of all) {
    const told = mappingOf(one);
    if (told === undefined || told.leftOut) continue;
    requireColumns(one, told);
    const { mapping, questions } = complete(one, told, options, alike.get(one.fingerprint));
    if (!isReadable(mapping) || questions.some(({ code }) => code === "year")) {
      const tables = previewTables(file, options, { remembered: mappings });
      throw new BillError("mapping-incomplete", note("mappingIncomplete"), { tables });
    }
    bills.push({ ...readTable(file, one, mapping, options), questions });
  }
  for (const one of all) {
    const mapping = mappingOf(one);
    if (mapping?.leftOut) bills[0]?.notices.push(sayWhere(one, "sheetLeft", "tableLeft"));
    else if (mapping === undefined && mayHoldRecords(one)) {
      bills[0]?.notices.push(sayUnread(one));
    }
  }
  return bills;
}

/** Refuses a mapping that names a column which the table does not have. */
function requireColumns({ table }: FoundTable, { columns }: ColumnMapping): void {
  for (const [role, column] of Object.entries(columns)) {
    if (table.has(column)) continue;
    throw new BillError("mapping-invalid", note("mappingColumn", { column, role }));
  }
}

function isReadable(mapping: ColumnMapping): boolean {
  return hasRecords(mapping) && Boolean(mapping.dateOrder && mapping.decimal);
}

/** Where a table stands that was not read. */
export function sayUnread(found: FoundTable): Note {
  return sayWhere(found, "sheetUnread", "tableUnread");
}

function sayWhere({ table }: FoundTable, ofSheet: NoteCode, ofTable: NoteCode): Note {
  const { rows, name } = table.sheet;
  const line = (rows[Math.max(0, table.headerIndex)] as Row).line;
  const where = { sheet: name, line, rows: rows.length - table.headerIndex - 1 };
  return note(name === "" ? ofTable : ofSheet, where);
}

/** Reads one table under a mapping. */
export function readTable(
  file: BillFile,
  found: FoundTable,
  mapping: ColumnMapping,
  options: TimeOptions = {},
): MappedBill {
  const { table } = found;
  const { name: sheet } = table.sheet;
  const name = file.name === "" ? note("table") : file.name;
  const several = file.sheets.length > 1 && sheet !== "";
  const source = table.sheet.rows.slice(table.headerIndex + 1);
  return {
    format: "generic",
    clock: "local",
    role: "bank",
    ids: "account",
    layout: mapping.fingerprint,
    title: several ? note("sheetOfFile", { file: name, sheet }) : name,
    encoding: file.encoding,
    owner: "",
    stated: [],
    lines: readLines(table, mapping, options),
    notices: [],
    mapping,
    words: foundWords(columnSamples(table, source, mapping.columns.type), table.titles),
    questions: [],
  };
}

function readLines(table: Table, mapping: ColumnMapping, options: TimeOptions): BillLine[] {
  const source = table.sheet.rows.slice(table.headerIndex + 1);
  const rows = source.map((row) => table.row(row));
  const reader = new RowReader(table, mapping, options);
  const reading: Reading = {
    reader,
    proof: needsProof(mapping)
      ? signProof(table, source, mapping, options)
      : answeredProof(table, source, mapping, options),
    fee: mapping.fee ?? feeOf(table, source, mapping, options),
    accounts: namesAccounts(reader, rows),
    own: new Set(rows.map((row) => reader.text(row, "account")).filter((name) => name !== "")),
    signedTransfers: hasSignedTransfers(reader, rows),
    flag: transferFlag(table, rows),
    fromTo: namesFromTo(mapping),
    lone: loneAccounts(reader, rows),
    stated:
      mapping.columns.status !== undefined && rows.some((row) => reader.text(row, "status") !== ""),
    named: mapping.account === "" && rows.some((row) => reader.text(row, "account") !== ""),
    beside: besideOf(table, mapping),
    header: table.headerIndex < 0 ? "" : table.row(table.sheet.rows[table.headerIndex]!).all,
  };
  const lines = rows.map((row) => readRow(row, reading));
  joinConversions(lines, rows, (row) => reader.text(row, "type"));
  markBalances(lines, rows);
  markTotals(lines, rows);
  askAgainstBalance(lines, reading);
  settleCard(table, lines, reading);
  const said = (at: number) => textOf(reader, rows[at] as TableRow);
  settleRepayments(lines, said);
  settleCash(lines, said);
  const seenFrom = new Map<BillLine, string>();
  lines.forEach((line, at) => {
    const account = reader.text(rows[at] as TableRow, "account");
    if (line.kind === "transfer" && line.toAccount && account !== "") seenFrom.set(line, account);
  });
  const joined = joinHalves(pairTransfers(lines, seenFrom));
  askOwnTransfers(joined, (at) => wordsBeside(reader, rows[at] as TableRow));
  // Fees stand at the end: refunds name their purchases by place.
  const fees = joined.flatMap((line, at) => chargeFee(line, rows[at] as TableRow, reading));
  return [...joined, ...fees];
}

/**
 * What a row says beside its line: columns that have no role, and the word of its type, but for a bare 转账
 * in a table that says nothing else of the row: it may go to anybody.
 */
function wordsBeside(reader: RowReader, row: TableRow): string {
  const word = reader.text(row, "type");
  const { counterparty, description } = reader.mapping.columns;
  const isBare = counterparty === undefined && description === undefined;
  const counts = !isBare || typeWord(word)?.direction !== undefined;
  return `${counts ? word : ""} ${reader.textBeside(row)}`;
}

/** Of signs that a person, or an earlier file, has said to be plain: whether this file proves them. */
function answeredProof(
  table: Table,
  source: readonly Row[],
  mapping: ColumnMapping,
  options: TimeOptions,
): SignProof {
  const plain = { model: mapping.model, allPositive: false };
  if (mapping.model !== "signed") return plain;
  const { asks } = signProof(table, source, mapping, options);
  return { ...plain, ...(asks && { asks }) };
}

/** Whether the file must be looked through again: for an answer, for a card, or for its balance. */
function needsProof({ model, flipSign, outNegative, columns }: ColumnMapping): boolean {
  if (columns.balance !== undefined || flipSign === true) return true;
  return model === "in-out" ? outNegative === undefined : flipSign === undefined;
}

function readRow(row: TableRow, reading: Reading): BillLine {
  const { reader, proof } = reading;
  const { mapping } = reader;
  const line = newLine(row);
  line.time = reader.time(row) ?? "";
  line.currency = currencyWord(reader.text(row, "currency"), mapping.currency) || mapping.currency;
  line.account = reader.text(row, "account") || mapping.account;
  line.counterparty = reader.text(row, "counterparty");
  line.description = reader.text(row, "description");
  line.category = reader.text(row, "category");
  line.status = reader.text(row, "status");
  line.externalId = mapping.columns.id ? readId(row.cell(mapping.columns.id)).id : "";
  const word = reader.word(row);
  const money = reader.amount(row, word);
  if ("fen" in money) line.amount = Math.abs(money.fen) as Fen;
  const balance = reader.balance(row);
  if (balance !== undefined) line.balance = balance;
  if (line.time === "") return withoutDate(line, row, reading);
  if (!("fen" in money)) return unread(line, money);
  // A code beside the amount itself says more than a column, which may be another amount's; a sign is shared by many.
  const isCoded = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/.test(reader.text(row, "amount"));
  if (money.currency !== "" && (isCoded || !mapping.columns.currency)) {
    line.currency = money.currency;
  }
  if (money.fen === 0) return withoutAmount(line, row, reading, word);
  decide(line, money, word, row, reading);
  if (line.kind === "skip") return line;
  askSigns(line, mapping, proof);
  askPayer(line);
  askAgainstWords(line, row, reading);
  askMinusIn(line, row, reading);
  askDate(line, row, reader);
  if (reading.named && line.account === "" && line.kind !== "transfer") {
    line.review.push(question("no-account", note("askMethod")));
  }
  if (isNominal(line.account)) {
    line.review.push(question("account-type", note("askNominal", { account: line.account })));
  }
  askBeside(line, row, reading.beside);
  askPending(line, row, reading);
  if (reading.stated) return byStatus(line, standing(line, money.fen < 0));
  return line;
}

/** Whether an account is the category side of a double entry: 支出:餐饮 holds no money. */
function isNominal(account: string): boolean {
  const role = account.includes(":") ? roleByRoot(account) : undefined;
  return role !== undefined && role !== "asset" && role !== "liability";
}

function standing(line: BillLine, out: boolean) {
  // A purchase whose refund succeeded: whether that stands in a row of its own, no word says.
  if (out && tellsRefund(line.status)) return "unknown";
  return standingOf(line.status, out);
}

/** A row that cannot be booked as it stands: what is known of it stays, and the user is asked. */
function unread(line: BillLine, why: Note): BillLine {
  return Object.assign(line, skip(why), { review: [question("unreadable", why)] });
}

/** A row without a date is a total, a remark or the header once more; with an amount it is asked about. */
function withoutDate(line: BillLine, row: TableRow, { header }: Reading): BillLine {
  if (row.cells.some((cell) => isTotalWord(cleanCell(cell)))) {
    return Object.assign(line, skip(note("totalRow")));
  }
  if (row.all === header) return Object.assign(line, skip(note("headerAgain")));
  if (line.amount === 0 && !/\d/.test(row.all)) return Object.assign(line, skip(note("remarkRow")));
  return Object.assign(line, skip(note("dateUnreadable")), {
    review: [question("unreadable", note("askUnreadableDate"))],
  });
}

/**
 * A row without an amount has moved nothing where it writes a zero. Where its cells are empty it is left
 * out with the reason, and asked about where its type, or a balance that no word names, says that it is a record.
 */
function withoutAmount(
  line: BillLine,
  row: TableRow,
  { reader }: Reading,
  word: TypeWord | undefined,
): BillLine {
  const roles = ["amount", "in", "out"] as const;
  const isZero = roles.some((role) => reader.text(row, role) !== "");
  const isElsewhere = reader.amountBeside(row, isZero ? "zero" : "nothing");
  if (isElsewhere) return unread(line, note("amountElsewhere"));
  if (isZero) {
    return Object.assign(line, skip(note("zeroAmount")));
  }
  const isRecord = word !== undefined && word.meaning !== "skip";
  return isRecord ? unread(line, note("noAmount")) : Object.assign(line, skip(note("noAmount")));
}

/** An app may say by the category alone that a row is one side of a transfer: "TRANSFER", "(Transfer)". */
function movedBy({ category }: BillLine, out: boolean): TypeWord | undefined {
  const isMove = typeWord(category.replace(/^[([（]|[)\]）]$/g, ""))?.meaning === "transfer";
  return isMove ? { meaning: "transfer", direction: out ? "out" : "in" } : undefined;
}

function decide(
  line: BillLine,
  money: Money,
  word: TypeWord | undefined,
  row: TableRow,
  reading: Reading,
): void {
  const { reader, accounts } = reading;
  const { model } = reader.mapping;
  const out = money.fen < 0;
  if (word?.meaning === "skip") {
    Object.assign(line, skip(note("wordSkips", { word: reader.text(row, "type") })));
    return;
  }
  const named = otherAccount(line, reader.text(row, "toAccount"), word, out, reading);
  const marked: TypeWord | undefined = isFlagged(row, reading.flag)
    ? { meaning: "transfer", direction: out ? "out" : "in", own: true }
    : undefined;
  const moved = word?.meaning === "transfer" ? word : (named.word ?? marked ?? movedBy(line, out));
  if (moved && transferOf(line, moved, out, model, named, accounts)) {
    askSides(line, reading);
    askArrival(line, row, reader.fee(row), reader.mapping.decimal ?? ".");
    return;
  }
  if (model === "typed" && directionOf(word) === undefined) {
    askWord(line, reader.text(row, "type"));
    return;
  }
  placeBySides(line, named.account, out, reading);
  line.own = { account: line.account, direction: out ? "out" : "in" };
  const text = `${textOf(reader, row)} ${line.status}`;
  const isBack = spendsBack(row, word, reader) || saysRefund(text);
  line.kind = out ? "expense" : isBack ? "refund" : "income";
}

/** Whether money that came in stands under the name of spending: a 支出 below zero takes spending back. */
function spendsBack(row: TableRow, word: TypeWord | undefined, reader: RowReader): boolean {
  const { model } = reader.mapping;
  if (model === "in-out") return (reader.money(row, "out")?.fen ?? 0) !== 0;
  return model === "typed" && directionOf(word) === "out";
}

/** A row whose word says nothing keeps its amount, so that the user can say what it is. */
function askWord(line: BillLine, word: string): void {
  const why: Text = note("unknownWord", { word });
  Object.assign(line, skip(why), { review: [question("unknown-type", why, word)] });
}

/** On a card, money that comes in is a repayment or a refund, never income (decisions W12). */
function settleCard(table: Table, lines: BillLine[], { reader, proof, accounts }: Reading): void {
  if (accounts.size > 1 && !isCardTable(table)) return;
  const { flipSign, model } = reader.mapping;
  const told = model === "signed" && flipSign === true && proof.flipSign === undefined;
  const spending = !proof.allPositive && (told || proof.cardLike === true);
  const texts = lines.flatMap(({ kind, own, counterparty, description, category }) =>
    kind === "skip" || own === undefined
      ? []
      : [{ into: own.direction === "in", text: `${counterparty} ${description} ${category}` }],
  );
  if (!spending && !isCardTable(table) && !looksLikeCard(texts)) return;
  settleCardCredits(lines, { isCredit: ({ kind }) => kind === "income" || kind === "refund" });
}

/** The fee of a row as a line of its own; that of a transfer is put to the transfer, in place. */
function chargeFee(line: BillLine, row: TableRow, { reader, fee }: Reading): BillLine[] {
  if (fee === undefined || fee === "within" || line.kind === "skip") return [];
  const amount = reader.fee(row);
  if (amount === 0) return [];
  if (fee === "ask") {
    line.review.push(question("fee", note("askRowFee")));
    return [];
  }
  if (line.kind === "transfer" && line.account !== "") {
    line.fee = amount;
    return [];
  }
  const account = line.own?.account ?? line.account;
  const { fee: _, toAccount: __, refundOf: ___, ...rest } = line;
  const own = { account, direction: "out" as const };
  const review = [...line.review];
  return [{ ...rest, kind: "fee", amount, account, own, category: "", linkIds: [], review }];
}
