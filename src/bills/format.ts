/** What a bill format is, and the small pieces that every format builds its bills from. */
import { ZERO } from "../ledger/money.ts";
import type { Answers } from "./answers.ts";
import type { BillFile } from "./container.ts";
import type { Bill, BillLine, LineKind, Question } from "./line.ts";
import { findTable, type Table, type TableRow } from "./table.ts";

/** One kind of bill. Adding one is a module of its own and one line in index.ts. */
export interface Format {
  key: string;
  /** In Chinese: "支付宝账单". */
  title: string;
  /** By the content alone. Must be cheap, and must not throw but for a damaged workbook. */
  recognise(file: BillFile): boolean;
  /** Reads what `recognise` has accepted. Throws BillError only; "ask-…" when it needs an answer. */
  read(file: BillFile, answers?: Answers): Bill[];
}

/** A line with nothing said but where it stands; formats fill in what they know. */
export function newLine(row: TableRow | { line: number; raw: Record<string, string> }): BillLine {
  return {
    kind: "skip",
    time: "",
    amount: ZERO,
    currency: "CNY",
    account: "",
    counterparty: "",
    description: "",
    category: "",
    externalId: "",
    linkIds: [],
    status: "",
    review: [],
    reason: "",
    sourceLine: row.line,
    raw: row.raw,
  };
}

/** What a format decides about a line. */
export type Decision = Partial<Omit<BillLine, "sourceLine" | "raw">> & { kind: LineKind };

/** Leaves a line out of the books, with the reason in Chinese. */
export function skip(reason: string): Decision {
  return { kind: "skip", reason };
}

/** A question with its stable key. */
export function question(code: string, text: string): Question {
  return { code, text };
}

/** Asks for the account that a transfer needs and the file does not name; it is never guessed. */
export function askAccounts(line: BillLine): BillLine {
  if (line.kind !== "transfer" || line.review.some(({ code }) => code === "no-account"))
    return line;
  if (line.account === "") line.review.push(question("no-account", "这笔钱从哪个账户转出？"));
  else if (!line.toAccount) line.review.push(question("no-account", "这笔钱转到哪个账户？"));
  return line;
}

/** A bill without lines. */
export function newBill(format: Format, file: BillFile, layout: string, title: string): Bill {
  return {
    format: format.key,
    layout,
    title,
    encoding: file.encoding,
    owner: "",
    stated: [],
    lines: [],
    notices: [],
  };
}

/** Fills the period from the lines where the file has not stated it. */
export function withPeriod(bill: Bill): Bill {
  if (bill.period) return bill;
  let from = "";
  let to = "";
  for (const line of bill.lines) {
    const day = line.time.slice(0, 10);
    if (day === "") continue;
    if (from === "" || day < from) from = day;
    if (day > to) to = day;
  }
  if (from === "") return bill;
  return { ...bill, period: { from, to } };
}

/** The tables of a file whose header holds all these names; a workbook may have several. */
export function tablesWith(file: BillFile, names: readonly string[]): Table[] {
  return file.sheets
    .map((sheet) => findTable(sheet, names))
    .filter((table): table is Table => table !== undefined);
}
