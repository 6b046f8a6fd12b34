/** What was booked and is to come again: the shell opens the form of its plan. */
import type { Day } from "../../ledger/calendar.ts";
import type { RecordDraft, TransferDraft } from "../api/models.ts";
import { makeStore } from "../store.ts";

export const REPEATS = ["day", "week", "month", "year"] as const;
export type Repeat = (typeof REPEATS)[number];

/** What was booked on a day, and how often it comes. */
export interface Repeated {
  unit: Repeat;
  day: Day;
  booked: RecordDraft | TransferDraft;
}

const repeated = makeStore<Repeated | undefined>(undefined);

/** Asks for the plan of what has been booked just now. It is booked already: its plan begins with the next. */
export function askPlan(next: Repeated): void {
  repeated.set(next);
}

export function closePlan(): void {
  repeated.set(undefined);
}

export const useRepeated = repeated.use;
