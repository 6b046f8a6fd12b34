/** QuickBooks' IIF: blocks of TRNS, SPL and ENDTRNS rows, whose columns the rows with "!" name. */
import { note } from "../../contract/notes.ts";
import { isNegative } from "../../ledger/arithmetic.ts";
import { wordTable } from "../../ledger/word-table.ts";
import type { Answers } from "../bill/answers.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import { textLines } from "../file/text.ts";
import { type Format, newBill, question } from "../format/format.ts";
import { movementLine } from "../format/movement.ts";
import { settleOpenings } from "../format/opening.ts";
import { type DateReader, dateReader } from "../values/date-order.ts";
import { readDecimal } from "../values/decimal.ts";
import { withCategoryNames } from "./category-paths.ts";
import { entryLines } from "./journal.ts";
import type { JournalEntry, Posting, Role } from "./journal-entry.ts";

/** QuickBooks IIF. `read` throws BillError "ask-date-order". */
export const iif: Format = {
  key: "iif",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("iifTitle"),
  recognise: (file) => file.container === "text" && /^!TRNS\t/m.test(file.text.slice(0, 65536)),
  read: (file, answers = {}) => [readIif(file, answers)],
};

/** One row by its columns' names. */
interface IifRow {
  cells: Record<string, string>;
  line: number;
}

interface IifFile {
  /** Blocks of a TRNS row and its SPL rows. */
  entries: IifRow[][];
  types: Map<string, string>;
}

const ROLES: [RegExp, Role][] = [
  [/^(BANK|AR|OCASSET|FIXASSET|OASSET)$/i, "asset"],
  [/^(CCARD|AP|OCLIAB|LTLIAB)$/i, "liability"],
  [/^(INC|EXINC)$/i, "income"],
  [/^(EXP|COGS|EXEXP)$/i, "expense"],
  [/^EQUITY$/i, "equity"],
];

/** Types of which both accounts hold money. */
const TRANSFERS = /^TRANSFER$/i;
/** Types whose other accounts are categories when the file does not list them. */
const SPENDING = /^(CHECK|CREDIT CARD|CCARD|CASH REFUND|DEPOSIT|CASH SALE|CASH)$/i;

function readIif(file: BillFile, { dateOrder }: Answers): Bill {
  const { entries, types } = readRows(file);
  const dates = entries.flatMap(([first]) => (first ? [first.cells.DATE ?? ""] : []));
  const day = dateReader(dates, { told: dateOrder });
  const lines = entries.flatMap((rows) => linesOf(rows, types, day));
  return {
    ...newBill(iif, file, "iif", iif.title),
    lines: settleOpenings(withCategoryNames(lines)),
  };
}

function readRows({ text, limits }: BillFile): IifFile {
  const columns = new Map<string, string[]>();
  const file: IifFile = { entries: [], types: new Map() };
  for (const [at, line] of textLines(text, limits).entries()) {
    const cells = line.split("\t").map(unquoted);
    const [word = "", ...rest] = cells;
    if (word.startsWith("!")) {
      columns.set(
        word.slice(1),
        rest.map((name) => name.toUpperCase()),
      );
      continue;
    }
    const names = columns.get(word) ?? [];
    const row = {
      cells: wordTable(Object.fromEntries(names.map((name, i) => [name, rest[i] ?? ""]))),
      line: at + 1,
    };
    if (word === "ACCNT") file.types.set(row.cells.NAME ?? "", row.cells.ACCNTTYPE ?? "");
    else if (word === "TRNS") file.entries.push([row]);
    else if (word === "SPL") file.entries.at(-1)?.push(row);
  }
  return file;
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return /^"[\s\S]*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function linesOf(rows: IifRow[], types: Map<string, string>, day: DateReader): BillLine[] {
  const first = rows[0] as IifRow;
  const type = first.cells.TRNSTYPE ?? "";
  const values = rows.map(({ cells }) =>
    readDecimal((cells.AMOUNT ?? "").replaceAll(",", ""), "."),
  );
  const base: Omit<JournalEntry, "postings"> = {
    format: "iif",
    time: day(first.cells.DATE ?? ""),
    counterparty: first.cells.NAME ?? "",
    description: first.cells.MEMO ?? "",
    externalId: "",
    linkIds: [],
    status: type,
    sourceLine: first.line,
    raw: first.cells,
  };
  if (values.some((value) => value === undefined)) {
    return [
      movementLine({ time: base.time, value: undefined, sourceLine: first.line, raw: first.cells }),
    ];
  }
  const unknown: string[] = [];
  const postings = rows.map(({ cells }, at): Posting => {
    const account = cells.ACCNT ?? "";
    const value = values[at]!;
    const listed = types.get(account) ?? "";
    const role = ROLES.find(([pattern]) => pattern.test(listed))?.[1];
    if (role === undefined && at > 0 && !TRANSFERS.test(type) && !SPENDING.test(type)) {
      unknown.push(account);
    }
    return { account, role: role ?? guess(type, at, isNegative(value)), value, currency: "CNY" };
  });
  const [account] = unknown;
  const review =
    account === undefined ? [] : [question("account-type", note("askAccountRole", { account }))];
  return entryLines({ ...base, postings, review });
}

/** The first row holds money; the others are categories, but of a transfer. */
function guess(type: string, at: number, negative: boolean): Role {
  if (at === 0 || TRANSFERS.test(type)) return "asset";
  return negative ? "income" : "expense";
}
