/** What the thread that reads a bill is given, what it may ask the service, and what it gives back. */
import type { Bill, Traits } from "../../bills/bill/line.ts";
import type { Rule } from "../../bills/categories/rules.ts";
import type { ColumnMapping, MappedBill } from "../../bills/mapped/mapping.ts";
import type { DateOrder, HeaderChoice } from "../../contract/bill-answers.ts";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import type { Fulfillable } from "../plans/fulfillable.ts";
import type { AccountPlace } from "./file-accounts.ts";
import type { BookAccount, RememberedName } from "./match-account.ts";
import type { DraftRow, RowKind, StoredValue } from "./preview-row.ts";

/** What is to be read, and what the user has settled before. */
export interface DraftOrder {
  userId: number;
  importId: number;
  bytes: Uint8Array;
  fileName: string;
  /** The file is no upload, but was given to the command. */
  ownFile?: true;
  password?: string;
  encoding?: string;
  /** Answers to "ask-date-order" and "ask-date-field". */
  dateOrder?: DateOrder;
  dateField?: string;
  /** The day of the reading: a year of two digits means no later one unasked. */
  today: Day;
  /** How the person has said that the file's tables are to be read. */
  mapping?: ColumnMapping[];
  header?: HeaderChoice;
  askColumns?: boolean;
  /** The currency of the book; rows of another are not booked unasked. */
  currency: string;
  /** The account of the rows that name none. */
  accountId?: number;
  zone: string;
  rules: Rule[];
  /** How tables of earlier files were read. */
  mappings: ColumnMapping[];
  names: RememberedName[];
  accounts: BookAccount[];
  /** Keys of suggestions that the user has refused. */
  refused: string[];
  /** What was answered to questions about values, for the files of a provider. */
  answers: RememberedAnswer[];
  /** Whether lines are in the book under keys of which the time was a part (identity.ts). */
  formerKeys: boolean;
}

/** The lists of an order that may be long: the thread is given the first of each, and asks for the others. */
export const ORDER_LISTS = [
  "rules",
  "mappings",
  "names",
  "accounts",
  "refused",
  "answers",
] as const satisfies (keyof DraftOrder)[];
export type OrderList = (typeof ORDER_LISTS)[number];

/** An answer to a question about a value that holds for all later rows with it. */
export interface RememberedAnswer {
  provider: string;
  code: string;
  value: string;
  answer: Answered;
}

/** What an answer makes of a row. */
export interface Answered {
  action: "import" | "skip";
  kind?: RowKind;
  category?: string;
  accountId?: number;
  toAccountId?: number;
}

/** What was written before under a row's key. */
export interface KnownKey {
  key: string;
  kind: string;
  recordId: number | null;
  transferId: number | null;
  status: string;
  /** The accounts on which it was booked; null where that is not known. */
  accountId: number | null;
  toAccountId: number | null;
  /** The balance that its line told; null where it told none. */
  balance: Fen | null;
  /** Whether the record or transfer is still there. */
  alive: boolean;
}

/** An earlier expense that a refund may give back. */
export interface EarlierExpense {
  externalId: string;
  recordId: number;
  category: string;
  /** What has not been refunded of it. */
  left: Fen;
}

/** Which imported expenses the refunds of one provider may give back. */
export interface WantedPurchases {
  provider: string;
  from: string;
  to: string;
  amounts: number[];
  linkIds: string[];
}

/** An earlier expense as its bill told it. */
export interface EarlierPurchase extends Omit<EarlierExpense, "externalId"> {
  amount: Fen;
  day: string;
  /** Who and what, as imported. */
  text: string;
  status: string;
  linkId: string | null;
}

/** A record or transfer of the book that a row may be the same as. */
export interface Candidate {
  recordId: number | null;
  transferId: number | null;
  /** Null when it was entered by hand. */
  provider: string | null;
  importId: number | null;
  direction: "in" | "out" | "move";
  account: string;
  toAccount: string;
  /** Wall time, or a day. */
  time: string;
  fen: Fen;
  /** Of a transfer; on top of `fen`. */
  fee: Fen;
  /** Category and description. */
  text: string;
  description: string;
  externalId: string | null;
  /** The balance that its line told; null where it told none, or none was asked for. */
  balance: Fen | null;
}

/** Ids of records and of transfers. */
export interface BookedIds {
  records: number[];
  transfers: number[];
}

/** Which records and transfers may be what a row is. */
export interface WantedCandidates {
  /** First and last day. */
  from: Day;
  to: Day;
  /** Their amounts, or their numbers, where these are few enough to be asked for. */
  some?: { amounts: number[]; numbers: string[] };
  /** Whether the balances that their lines told are wanted. */
  balances: boolean;
}

/** Where the next page of candidates begins: behind this one. Records are part 0, transfers part 1. */
export interface CandidateCursor {
  part: number;
  day: Day;
  id: number;
}

/** A page of candidates; `next` is absent behind the last one. */
export interface CandidatePage {
  found: Candidate[];
  next?: CandidateCursor;
}

/** What the draft asks the service. Lists come in pages. */
export interface Ask {
  known(keys: string[]): Promise<KnownKey[]>;
  expenses(externalIds: string[]): Promise<EarlierExpense[]>;
  purchases(wanted: WantedPurchases): Promise<EarlierPurchase[]>;
  candidates(wanted: WantedCandidates, after: CandidateCursor): Promise<CandidatePage>;
  /** The occurrences of plans between two days that a row may be. */
  fulfillable(from: Day, to: Day): Promise<Fulfillable[]>;
  /** The keys under which these records and transfers were booked. */
  keysOf(booked: BookedIds): Promise<KnownKey[]>;
  /** Keeps `count` rows of `total`, as `storedValues` lists them. */
  store(values: StoredValue[], count: number, total: number): Promise<void>;
  /** Keeps accounts that the file names. */
  places(places: AccountPlace[]): Promise<void>;
  /** Says that the user's own patterns begin or have ended: they are given less time than a file. */
  matching(runs: boolean): void;
}

/** One bill without its lines, with its totals beside the file's own. */
export interface FoundBill extends Omit<Bill, "lines" | "stated" | "closings" | keyof Traits> {
  rows: number;
  /** How a table was read. */
  mapping?: ColumnMapping;
  /** The mapping is that of an earlier file. */
  remembered?: true;
  /** It is not to be kept for later files. */
  forgotten?: true;
  stated: {
    label: string;
    count?: number;
    sum?: Fen;
    foundCount: number;
    foundSum: Fen;
  }[];
}

/** What a bill says that the account of a place held when a day ended. */
export interface PlacedClosing {
  place: number;
  day: string;
  balance: Fen;
}

/** What the draft gives besides the rows. */
export interface Drafted {
  bills: FoundBill[];
  rows: number;
  /** Of each bill: the words of its type column, and what is open; none where it is no such table. */
  asks: Pick<MappedBill, "words" | "questions">[];
  closings: PlacedClosing[];
}

/** The first rows of each bill as they would be drafted, over a book that knows nothing of them. */
export interface Sampled extends Omit<Drafted, "rows"> {
  accounts: Pick<AccountPlace, "place" | "name" | "accountId">[];
  rows: DraftRow[];
}
