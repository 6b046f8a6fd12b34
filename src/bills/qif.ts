/**
 * QIF, as Quicken, GnuCash, MoneyManagerEx and many banks write it. Rules: bills.md 9.2. One date
 * order for the whole file; `[Account]` is a transfer; blank splits do not count.
 */
import type { Answers } from "./answers.ts";
import type { DecimalMark } from "./cells.ts";
import type { BillFile } from "./container.ts";
import { type DateReader, dateReader } from "./date-order.ts";
import { type Format, newBill, question } from "./format.ts";
import { compare, type Fraction, markOfColumn, readDecimal, sum, toFen } from "./fraction.ts";
import { type Bill, type BillAccount, BillError, type BillLine, type Question } from "./line.ts";
import { movementLine, splitLink, transferBetween } from "./movement.ts";
import { pairTransfers } from "./pairing.ts";
import { type QifBlock, type QifRecord, type QifSplit, readQifRecords } from "./qif-records.ts";

interface Context {
  account: string;
  day: DateReader;
  dateField: string;
  mark: DecimalMark | undefined;
}

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
  shared: Omit<Context, "account">,
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

function openingLine(record: QifRecord, context: Context, account: BillAccount): BillLine {
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

function recordLines(record: QifRecord, context: Context): BillLine[] {
  const splits = record.splits.filter((split) => !isBlank(split, context));
  const total = amountOf(record, context);
  if (splits.length === 0) {
    return [placedLine(record.fields.L ?? "", total, baseOf(record, context), context)];
  }
  const values = splits.map((split) => readDecimal(split.amount, context.mark));
  const doubt = splitDoubt(values, total);
  return splits.map((split, index) => {
    const base = baseOf(record, context);
    return placedLine(
      split.category,
      values[index],
      {
        ...base,
        description: split.memo || base.description,
        linkIds: [splitLink("qif", base.time, record.line)],
        review: doubt,
      },
      context,
    );
  });
}

function isBlank(split: QifSplit, context: Context): boolean {
  const value = readDecimal(split.amount || "0", context.mark);
  return split.category === "" && value !== undefined && value.top === 0n;
}

function splitDoubt(values: (Fraction | undefined)[], total: Fraction | undefined): Question[] {
  const known = values.filter((value) => value !== undefined);
  if (total && known.length === values.length && compare(sum(known), total) === 0) return [];
  return [question("split-sum", "分项金额之和与总额不一致，请核对")];
}

function amountOf(record: QifRecord, context: Context): Fraction | undefined {
  return readDecimal(record.fields.T ?? record.fields.U ?? "", context.mark);
}

function baseOf(record: QifRecord, context: Context) {
  return {
    time: context.day(record.fields[context.dateField] ?? ""),
    account: context.account,
    counterparty: record.fields.P ?? "",
    description: record.fields.M ?? "",
    status: record.fields.C ?? "",
    sourceLine: record.line,
    raw: rawOf(record),
  };
}

function rawOf(record: QifRecord): Record<string, string> {
  const raw = { ...record.fields };
  record.splits.forEach((split, index) => {
    raw[`S${index + 1}`] = `${split.category}|${split.memo}|${split.amount}`;
  });
  return raw;
}

/** A line in its category, or the transfer that `[Account]` means. A class behind "/" is dropped. */
function placedLine(
  label: string,
  value: Fraction | undefined,
  base: Omit<Parameters<typeof movementLine>[0], "value">,
  context: Context,
): BillLine {
  const other = transferName(label);
  if (other === undefined) {
    const category = label === "--Split--" ? "" : label.split("/")[0]!.trim();
    return movementLine({ ...base, value, category });
  }
  const sides = transferBetween(context.account, other, value);
  if (other !== context.account) return movementLine({ ...base, value, ...sides });
  const review = [question("self-transfer", "转入和转出是同一个账户，可能是余额调整，请核对")];
  return movementLine({ ...base, value, kind: "skip", reason: "转给自己的转账", review });
}

function transferName(label: string): string | undefined {
  return /^\[(.*)\]/.exec(label.trim())?.[1]?.trim();
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
