/** What a bill format is, and the small pieces that every format builds its bills from. */
import { note, type Text } from "../../contract/notes.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillLine, LineKind, Question, Traits } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import { findTable, type Table, type TableRow } from "../file/table.ts";

/** One kind of bill. Adding one is a module of its own and one line in index.ts. */
export interface Format extends Traits {
  key: string;
  /** For people: "支付宝账单". */
  title: Text;
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

/** Leaves a line out of the books, with the reason. */
export function skip(reason: Text): Decision {
  return { kind: "skip", reason };
}

/** Money between two accounts. */
export function transfer(account: string, toAccount: string, reason: Text = ""): Decision {
  return { kind: "transfer", account, toAccount, reason };
}

/** A row without a readable amount or time: left out, and the user is asked to look at it. */
export function unreadableLine(line: BillLine, amount: Fen | undefined): BillLine {
  const reason = note(amount === undefined ? "badAmount" : "badDate");
  line.reason = reason;
  line.review = [question("unreadable", note("addByHand", { reason }))];
  return line;
}

/** A question with its stable key, and the value that one answer settles, where there is one. */
export function question(code: string, text: Text, value?: string): Question {
  return { code, text, ...(value !== undefined && { value }) };
}

/** Asks about the row within which a file ends. */
export function cutOff(): Question {
  return question("cut", note("askCut"));
}

/** The layout of a table that comes as text or as a workbook. */
export function layoutOf({ container }: BillFile): string {
  return container === "text" ? "csv" : container;
}

/** Asks for the account that a transfer needs and the file does not name; it is never guessed. */
export function askAccounts(line: BillLine): BillLine {
  if (line.kind !== "transfer" || line.review.some(({ code }) => code === "no-account"))
    return line;
  if (line.account === "") line.review.push(question("no-account", note("askFromAccount")));
  else if (!line.toAccount) line.review.push(question("no-account", note("askToAccount")));
  return line;
}

/** A bill without lines. */
export function newBill(format: Format, file: BillFile, layout: string, title: Text): Bill {
  return {
    format: format.key,
    clock: format.clock,
    role: format.role,
    ids: format.ids,
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
export function withPeriod<B extends Bill>(bill: B): B {
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

/** Whether a sheet of the file has a header with all these names. */
export function hasTable(file: BillFile, names: readonly string[]): boolean {
  return file.sheets.some((sheet) => findTable(sheet, names) !== undefined);
}

/**
 * The tables of a file whose header holds all these names: a workbook may have several, and so has a
 * text that was put together from several.
 */
export function tablesWith(file: BillFile, names: readonly string[]): Table[] {
  return file.sheets.flatMap((sheet) => {
    const tables: Table[] = [];
    let table = findTable(sheet, names);
    for (; table !== undefined; table = findTable(table.rest, names)) tables.push(table);
    return tables;
  });
}
