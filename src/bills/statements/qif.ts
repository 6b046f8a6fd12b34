/**
 * QIF, as Quicken, GnuCash, MoneyManagerEx and many banks write it. Rules: bills.md 9.2. One date
 * order for the whole file; `[Account]` is a transfer; blank splits do not count.
 */

import { note } from "../../contract/notes.ts";
import { toFen } from "../../ledger/arithmetic.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillAccount, BillLine } from "../bill/line.ts";
import { BillError } from "../file/bill-error.ts";
import type { BillFile } from "../file/container.ts";
import type { CardCredit } from "../format/card-words.ts";
import { type Format, newBill } from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { openingLine } from "../format/opening.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { markOfColumn } from "../values/decimal.ts";
import { amountOf, baseOf, type QifContext, recordLines, transferName } from "./qif-lines.ts";
import { type QifBlock, type QifRecord, readQifRecords } from "./qif-records.ts";
import { settleStatements } from "./statement-kinds.ts";

/** Blocks that list money; the others define categories, classes, prices and the like. */
const MONEY_TYPES = /^(bank|cash|ccard|oth a|oth l|invoice)$/;

/** QIF. `read` throws BillError "ask-date-order", "ask-date-field", "too-large". */
export const qif: Format = {
  key: "qif",
  clock: "local",
  role: "bank",
  ids: "account",
  title: note("qifTitle"),
  recognise: (file) => /^!(Type|Account|Option|Clear)\b/i.test(headOf(file)),
  read: (file, answers = {}) => [readQif(file, answers)],
};

/** The beginning of the text without the comments that some tools put first. */
function headOf(file: BillFile): string {
  const head = file.text.slice(0, 4096).replace(/^\uFEFF/, "");
  return head.replace(/^#.*$/gm, "").trimStart();
}

function readQif(source: BillFile, options: Answers): Bill {
  const file = readQifRecords(source.text, source.limits);
  const blocks = file.blocks.filter((block) => MONEY_TYPES.test(block.type));
  const records = blocks.flatMap((block) => block.records);
  const dateField = options.dateField ?? "D";
  const dates = records
    .map((record) => record.fields[dateField] ?? "")
    .filter((date) => date !== "");
  if (records.length > 0 && dates.length === 0) throw askDateField(records);
  const shared = {
    day: dateReader(dates, { told: options.dateOrder ?? file.dateOrder, today: options.today }),
    today: options.today,
    dateField,
    mark: markOfColumn(records.map((record) => record.fields.T ?? record.fields.U ?? "")),
  };
  const accounts = new Map<string, BillAccount>();
  const lines = blocks.flatMap((block) => readBlock(block, shared, accounts));
  const layout = blocks.length > 1 ? "accounts" : (blocks[0]?.type ?? "other");
  const listed = listedCategories(file.blocks);
  const cards = new Set(blocks.filter(({ type }) => type === "ccard").map(nameOfBlock));
  return {
    ...newBill(qif, source, layout, qif.title),
    lines: [
      ...settleStatements(lines, { cards, typeOf: givenBack(lines), listed }),
      ...investments(file.blocks, shared.day),
    ],
    accounts: [...accounts.values()],
  };
}

/** The categories of the file's own list, each marked with E or I. */
function listedCategories(blocks: readonly QifBlock[]): Map<string, "expense" | "income"> {
  const listed = new Map<string, "expense" | "income">();
  for (const { records } of blocks.filter(({ type }) => type === "cat")) {
    for (const { fields } of records) {
      if (fields.E === undefined && fields.I === undefined) continue;
      listed.set(fields.N ?? "", fields.I === undefined ? "expense" : "income");
    }
  }
  return listed;
}

/** Money into a card in a category that the file spends in is given back. */
function givenBack(lines: readonly BillLine[]): (line: BillLine) => CardCredit | undefined {
  const spending = new Set(lines.map((line) => (line.kind === "expense" ? line.category : "")));
  return ({ category }) => (category !== "" && spending.has(category) ? "refund" : undefined);
}

function askDateField(records: QifRecord[]): BillError {
  const first = records.slice(0, 3).map((record) => record.fields);
  return new BillError("ask-date-field", note("askDateField"), { examples: first });
}

function readBlock(
  block: QifBlock,
  shared: Omit<QifContext, "account">,
  accounts: Map<string, BillAccount>,
): BillLine[] {
  const context = { ...shared, account: nameOfBlock(block) };
  const account = accounts.get(context.account) ?? { name: context.account };
  accounts.set(context.account, account);
  return block.records.flatMap((record) => {
    return isOpening(record)
      ? [readOpening(record, context, account)]
      : recordLines(record, context);
  });
}

function nameOfBlock(block: QifBlock): string {
  return block.account || selfNamed(block);
}

/** A block without a name calls itself by the account of its first, opening record. */
function selfNamed(block: QifBlock): string {
  const opening = block.records.find(isOpening);
  return opening ? (transferName(opening.fields.L ?? "") ?? "") : "";
}

function isOpening(record: QifRecord): boolean {
  const named = /^(opening balance|期初余额|初始余额)$/i.test(record.fields.P ?? "");
  return named && transferName(record.fields.L ?? "") !== undefined;
}

function readOpening(record: QifRecord, context: QifContext, account: BillAccount): BillLine {
  const { value, doubt } = amountOf(record, context);
  const opening = value && toFen(value)?.amount;
  if (opening !== undefined) account.opening = opening;
  const base = baseOf(record, context);
  return openingLine({ ...base, value, review: [...base.review, ...doubt] });
}

function investments(blocks: QifBlock[], day: DateReader): BillLine[] {
  return blocks
    .filter((block) => block.type === "invst")
    .flatMap((block) => block.records)
    .map((record) =>
      movementLine({
        time: day(record.fields.D ?? ""),
        value: undefined,
        kind: "skip",
        reason: note("investment"),
        description: `${record.fields.N ?? ""} ${record.fields.Y ?? ""}`.trim(),
        sourceLine: record.line,
        raw: record.fields,
      }),
    );
}
