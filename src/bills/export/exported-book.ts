/**
 * A whole book, as the writers of plain-text ledgers take it. Everything is an iterable, so that a
 * book of any size streams through; async ones (a database cursor) are as welcome as arrays.
 */
import type { RecordType } from "../../contract/fields.ts";
import { FEES } from "../../ledger/categories.ts";
import type { Fen } from "../../ledger/money.ts";

/** Arrays, generators and cursors alike. */
export type Many<T> = Iterable<T> | AsyncIterable<T>;

/** One account with its first and last balance, in fen. */
export interface BookAccount {
  /** What records and transfers refer to it by. */
  id: string | number;
  name: string;
  kind: "asset" | "liability";
  /** Balance before the first entry; negative for a debt. */
  opening: Fen;
  /** Balance after the last entry, as the service keeps it: the written assertions prove it. */
  balance: Fen;
}

/** One income, expense or refund. */
export interface BookRecord {
  id: string | number;
  type: RecordType;
  /** Above zero. */
  amount: Fen;
  /** A refund: the expense is negative, the money comes back into the account. */
  refund: boolean;
  category: string;
  account: BookAccount["id"];
  description: string;
  /** "YYYY-MM-DD". */
  day: string;
}

/** One transfer between two of the accounts. */
export interface BookTransfer {
  id: string | number;
  from: BookAccount["id"];
  to: BookAccount["id"];
  /** What arrives; above zero. */
  amount: Fen;
  /** What leaves on top of it; zero or more. */
  fee: Fen;
  description: string;
  day: string;
}

/** A movement of a balance that is neither income nor expense. */
export interface BookAdjustment {
  id: string | number;
  account: BookAccount["id"];
  /** Of either sign; not 0. */
  amount: Fen;
  description: string;
  day: string;
}

/** What the bank stated of the end of a day. */
export interface BookCheckpoint {
  account: BookAccount["id"];
  /** "YYYY-MM-DD". */
  day: string;
  stated: Fen;
  /** Whether the book says the same: only then does the ledger assert it. */
  ok: boolean;
}

/** A whole book. */
export interface Book {
  title: string;
  /** No entry lies before this day; accounts are opened on it. "YYYY-MM-DD". */
  firstDay: string;
  accounts: readonly BookAccount[];
  records: Many<BookRecord>;
  transfers: Many<BookTransfer>;
  adjustments: Many<BookAdjustment>;
  checkpoints: readonly BookCheckpoint[];
  /** Whether there are adjustments: their account is opened only then. */
  hasAdjustments: boolean;
}

/** One amount on one account of the ledger; the postings of an entry add up to zero. */
export interface LedgerPosting {
  account: string;
  amount: Fen;
}

/** An entry as both notations write it. */
export interface LedgerEntry {
  id: string;
  day: string;
  description: string;
  postings: LedgerPosting[];
}

/** Names of ledger accounts for accounts and categories; unique, and legal in the notation. */
export interface LedgerNames {
  account(id: BookAccount["id"]): string;
  category(type: BookRecord["type"], category: string): string;
}

/** Money into the account for income and refunds, out of it for expenses; the category takes the rest. */
export function recordEntry(record: BookRecord, names: LedgerNames): LedgerEntry {
  const into = record.type === "income" || record.refund;
  const amount = (into ? record.amount : -record.amount) as Fen;
  return {
    id: `record-${record.id}`,
    day: record.day,
    description: record.description || record.category,
    postings: [
      { account: names.category(record.type, record.category), amount: -amount as Fen },
      { account: names.account(record.account), amount },
    ],
  };
}

/** The fee leaves the giving account on top of the amount. */
export function transferEntry(transfer: BookTransfer, names: LedgerNames): LedgerEntry {
  const postings = [
    { account: names.account(transfer.to), amount: transfer.amount },
    { account: names.account(transfer.from), amount: -(transfer.amount + transfer.fee) as Fen },
  ];
  if (transfer.fee > 0) {
    postings.push({ account: names.category("expense", FEES), amount: transfer.fee });
  }
  return {
    id: `transfer-${transfer.id}`,
    day: transfer.day,
    description: transfer.description || "转账",
    postings,
  };
}

/** The other side is `equity`: nothing was earned or spent. */
export function adjustmentEntry(
  adjustment: BookAdjustment,
  names: LedgerNames,
  equity: string,
): LedgerEntry {
  return {
    id: `adjustment-${adjustment.id}`,
    day: adjustment.day,
    description: adjustment.description || "调整",
    postings: [
      { account: names.account(adjustment.account), amount: adjustment.amount },
      { account: equity, amount: -adjustment.amount as Fen },
    ],
  };
}

/**
 * All entries, records first; both notations order by date themselves. `adjustments` is the equity account
 * that adjustments are booked against.
 * @throws RangeError for an entry before the first day of the book: a bug of the caller.
 */
export async function* bookEntries(
  book: Book,
  names: LedgerNames,
  adjustments: string,
): AsyncGenerator<LedgerEntry> {
  for await (const record of book.records) yield inTime(recordEntry(record, names), book);
  for await (const transfer of book.transfers) yield inTime(transferEntry(transfer, names), book);
  for await (const one of book.adjustments)
    yield inTime(adjustmentEntry(one, names, adjustments), book);
}

function inTime(entry: LedgerEntry, book: Book): LedgerEntry {
  if (entry.day >= book.firstDay) return entry;
  throw new RangeError(
    `${entry.id} of ${entry.day} lies before the book's first day ${book.firstDay}`,
  );
}
