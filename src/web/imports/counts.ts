/** The rows of an import by what becomes of them: every row stands in one of the counts. */
import type { ImportDetail } from "./detail.ts";

export interface RowCounts {
  /** Records and transfers that a commit books. */
  booked: number;
  /** Taken for what is in the book. */
  merged: number;
  /** Only brought up to date. */
  updated: number;
  /** In the book already. */
  known: number;
  /** Not booked until the user says so. */
  open: number;
  /** Left out, each with its reason. */
  skipped: number;
}

export function countRows({ fates, booked, questions }: ImportDetail): RowCounts {
  const count = (fits: (row: ImportDetail["fates"][number]) => boolean) =>
    fates.filter(fits).reduce((sum, row) => sum + row.count, 0);
  const left = (fits: (fate: string) => boolean) =>
    count(({ fate, action }) => action === "skip" && fits(fate));
  const open = questions.reduce((sum, one) => sum + one.open, 0);
  const chosen = count(({ action }) => action === "import" || action === "merge");
  return {
    booked,
    merged: chosen - booked,
    updated: count(({ action }) => action === "update"),
    known: left((fate) => fate === "known"),
    open,
    skipped: left((fate) => fate !== "known") - open,
  };
}

/** Fees of transfers: records that a commit books besides the rows. */
export function feesOf({ totals, booked }: Pick<ImportDetail, "totals" | "booked">): number {
  return totals.reduce((sum, { count }) => sum + count, 0) - booked;
}
