/** What a page over twelve months is about: a category, an account, or a payee as the notes name it. */
import type { RecordType } from "../../contract/fields.ts";
import type { Month } from "../../ledger/calendar.ts";
import type { RecordFilter } from "../api/models.ts";

/** One of the three, and which side of it. */
export interface Subject extends Pick<RecordFilter, "category" | "accountId" | "text"> {
  type: RecordType;
}

/** The search of the page's address. */
export interface SubjectSearch extends Omit<Subject, "type" | "accountId"> {
  type?: "income";
  month?: Month;
}
