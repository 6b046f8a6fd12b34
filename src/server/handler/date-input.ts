/** Reading the dates of requests, with the refusal in words. */
import type { TSchema } from "typebox";
import { DateInput, EndDate, StartDate } from "../../contract/fields.ts";
import { Refusal } from "../../contract/refusal.ts";
import { asDay, type Day, type Moment, readMoment } from "../../ledger/calendar.ts";
import { invalidField } from "./input.ts";

/** The date of a record. */
export function momentOf(date: string, zone: string): Moment {
  const moment = readMoment(date, zone);
  if (moment !== undefined) return moment;
  if (asDay(date) !== undefined) {
    const { label } = DateInput as unknown as { label: { zh: string; en: string } };
    throw new Refusal(400, "dateDoesNotExist", { label, field: "date", zone });
  }
  throw invalidField("date", DateInput);
}

/** A day of a body; a value with a `T` means its day. */
export function dayGiven(field: string, text: string, schema: TSchema, zone: string): Day {
  const day = asDay(text) ?? readMoment(text, zone)?.day;
  if (day === undefined) throw invalidField(field, schema);
  return day;
}

/** The bounds of a list or a trend: days, both inclusive; a value with a `T` means its day. */
export function daysBetween(
  query: { startDate?: string; endDate?: string },
  zone: string,
): { first: Day | undefined; last: Day | undefined } {
  return {
    first: boundOf("startDate", query.startDate, StartDate, zone),
    last: boundOf("endDate", query.endDate, EndDate, zone),
  };
}

/** A day that the zone skipped still bounds a range; it only holds nothing. */
function boundOf(
  field: string,
  text: string | undefined,
  schema: typeof StartDate,
  zone: string,
): Day | undefined {
  return text === undefined ? undefined : dayGiven(field, text, schema, zone);
}
