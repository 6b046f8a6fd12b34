/** The generic table: any CSV or workbook whose columns the user assigns once. */

import type { DateOrder, HeaderChoice } from "../../contract/bill-answers.ts";
import type { Text } from "../../contract/notes.ts";
import type { Bill, Question } from "../bill/line.ts";
import type { DecimalMark } from "../file/cells.ts";
import type { StatedPeriod } from "../values/times.ts";
import type { Roles } from "./mapping-names.ts";
import type { WordMeaning } from "./type-words.ts";

/** How the amount columns are to be understood. */
export type AmountModel =
  /** One column with a sign. */
  | "signed"
  /** A column for money in and one for money out. */
  | "in-out"
  /** A positive column, and a column that says which way the money goes. */
  | "typed";

/** What a fee column is: money beside the amount, or a part of it. */
export type FeeModel = "apart" | "within";

/** An answer to every question about a table; saved by the fingerprint and used again. */
export interface ColumnMapping {
  /** Of the header; a file with the same header is read with the same mapping. */
  fingerprint: string;
  /** The table is left out, and named. */
  leftOut?: true;
  /** "none" for a table without a row of names: its columns are called A, B, C. */
  header?: HeaderChoice;
  /** The column's name for each role that the table has. */
  columns: Roles;
  model: AmountModel;
  /** Whether a positive number means money out (credit cards); undefined while nobody knows. */
  flipSign?: boolean;
  /** Whether a minus in the column of money out is the sign of spending, and no reversal. */
  outNegative?: boolean;
  /** Under "typed": the words alone say which way money went, whatever signs the amounts have. */
  wordsOnly?: true;
  /** Undefined while it must be asked: "03/04/2026" alone says nothing. */
  dateOrder?: DateOrder;
  /** The days that the rows are of, where those are written without a year; of this file alone. */
  period?: StatedPeriod;
  /** Undefined while it must be asked. */
  decimal?: DecimalMark;
  /** Undefined while it must be asked, and where no fee is. */
  fee?: FeeModel;
  /** What words of the type column mean, where the user has said it or the proposal knows it. */
  words?: Record<string, WordMeaning>;
  /** The account of every row that names none. */
  account: string;
  /** ISO 4217, for every row that names none. */
  currency: string;
}

/** An answer to a question about a table: what it adds to the mapping. */
export interface MappingAnswer {
  text: Text;
  mapping: Partial<Omit<ColumnMapping, "fingerprint">>;
}

/** A question about a whole table; one of its answers settles it. */
export interface MappingQuestion extends Question {
  answers: MappingAnswer[];
}

/** A word of the type column, how often it stands there, and what it is taken for. */
export interface FoundWord {
  word: string;
  count: number;
  meaning?: WordMeaning;
}

/** A bill that a table was read into, with how it was read. */
export interface MappedBill extends Bill {
  mapping: ColumnMapping;
  /** The words of its type column. */
  words: FoundWord[];
  /** What its mapping leaves open; rows that depend on it ask. */
  questions: MappingQuestion[];
}

/** One table of an unknown file, as the mapper's dialog needs it. */
export interface TablePreview {
  sheet: string;
  /** Of the file: "gb18030", "xlsx". */
  encoding: string;
  /** 1-based line of the header in the file; of the first row where there is none. */
  headerLine: number;
  headers: string[];
  fingerprint: string;
  /** The first rows under the header, as text. */
  rows: string[][];
  rowCount: number;
  mapping: ColumnMapping;
  /** The mapping is that of an earlier file. */
  remembered?: true;
  /** The words of the type column, where it decides about money. */
  words: FoundWord[];
  /**
   * What the user must still decide: "date-order", "no-date", "year", "no-amount", "no-sign", "word-sign", "out-sign",
   * "decimal-mark", "fee", "type-word".
   */
  questions: MappingQuestion[];
}
