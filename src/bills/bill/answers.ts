/** What only the user can say about a file, asked for by a BillError whose code begins "ask-". */
import type { DateOrder } from "../../contract/bill-answers.ts";

/** The answers that a second reading of the same file is given. */
export interface Answers {
  /** To "ask-date-order": which part of a numeric date is the day. */
  dateOrder?: DateOrder;
  /** To "ask-date-field" (QIF): the code letter of the line that holds the date. */
  dateField?: string;
  /** A text encoding chosen in the preview; wins over what the file states. */
  encoding?: string;
  /** The day of the reading, "YYYY-MM-DD": a year of two digits means no later one unasked. */
  today?: string;
}
