/**
 * QIF, as Quicken, GnuCash, MoneyManagerEx and many banks write it. Rules: bills.md 9.2. One date
 * order for the whole file; `[Account]` is a transfer; blank splits do not count.
 */
import type { Answers } from "./answers.ts";
import type { BillFile } from "./container.ts";
import { type DateReader, dateReader } from "./date-order.ts";
import { type Format, newBill } from "./format.ts";
import { markOfColumn, toFen } from "./fraction.ts";
import { type Bill, type BillAccount, BillError, type BillLine } from "./line.ts";
import { movementLine } from "./movement.ts";
import { pairTransfers } from "./pairing.ts";
import { amountOf, baseOf, type QifContext, recordLines, transferName } from "./qif-lines.ts";
import { type QifBlock, type QifRecord, readQifRecords } from "./qif-records.ts";

/** Blocks that list money; the others define categories, classes, prices and the like. */
const MONEY_TYPES = /^(bank|cash|ccard|oth a|oth l|invoice)$/;

/** QIF. `read` throws BillError "ask-date-order", "ask-date-field", "too-large". */
export const qif: Format = {
  key: "qif",
  title: "QIF 文件",
  recognise: (file) => /^!(Type|Account|Option|Clear)\b/i.test(headOf(file)),
  read: (file, answers = {}) => [readQif(file, answers)],
};

/** The beginning of the text without the comments that some tools put first. */
function headOf(file: BillFile): string {
  const head = file.text.slice(0, 4096).replace(/^\uFEFF/, "");
  return head.replace(/^#.*$/gm, "").trimStart();
}

function readQif(source: BillFile, options: Answers): Bill {
  const file = readQifRecords(source.text);
  const blocks = file.blocks.filter((block) => MONEY_TYPES.test(block.type));
  const records = blocks.flatMap((block) => block.records);
  const dateField = options.dateField ?? "D";
  const dates = records
    .map((record) => record.fields[dateField] ?? "")
    .filter((date) => date !== "");
  if (records.length > 0 && dates.length === 0) throw askDateField(records);
  const shared = {
    day: dateReader(dates, options.dateOrder ?? file.dateOrder),
    dateField,
    mark: markOfColumn(records.map((record) => record.fields.T ?? record.fields.U ?? "")),
  };
  const seenFrom = new Map<BillLine, string>();
  const accounts = new Map<string, BillAccount>();
  const lines = blocks.flatMap((block) => readBlock(block, shared, accounts, seenFrom));
  lines.push(...investments(file.blocks, shared.day));
  const layout = blocks.length > 1 ? "accounts" : (blocks[0]?.type ?? "other");
  return {
    ...newBill(qif, source, layout, qif.title),
    lines: pairTransfers(lines, seenFrom),
    accounts: [...accounts.values()],
  };
}

function askDateField(records: QifRecord[]): BillError {
  const first = records.slice(0, 3).map((record) => record.fields);
  return new BillError(
    "ask-date-field",
    "这个 QIF 文件的记录没有日期（D 行），请选择哪一项是日期。",
    { examples: first },
  );
}

function readBlock(
  block: QifBlock,
  shared: Omit<QifContext, "account">,
  accounts: Map<string, BillAccount>,
  seenFrom: Map<BillLine, string>,
): BillLine[] {
  const context = { ...shared, account: block.account || selfNamed(block) };
  const account = accounts.get(context.account) ?? { name: context.account };
  accounts.set(context.account, account);
  return block.records.flatMap((record) => {
    if (isOpening(record)) return [openingLine(record, context, account)];
    const lines = recordLines(record, context);
    for (const line of lines) seenFrom.set(line, context.account);
    return lines;
  });
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

function openingLine(record: QifRecord, context: QifContext, account: BillAccount): BillLine {
  const value = amountOf(record, context);
  const opening = value && toFen(value)?.amount;
  if (opening !== undefined) account.opening = opening;
  return movementLine({
    ...baseOf(record, context),
    value,
    kind: "skip",
    reason: "期初余额，可作为账户的初始余额",
  });
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
        reason: "投资交易，不导入",
        description: `${record.fields.N ?? ""} ${record.fields.Y ?? ""}`.trim(),
        sourceLine: record.line,
        raw: record.fields,
      }),
    );
}
