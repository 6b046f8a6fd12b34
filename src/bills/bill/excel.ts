/** What opening and saving a bill in Excel does to it. */
import { note } from "../../contract/notes.ts";
import { readId } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import type { Bill } from "./line.ts";

/** Adds a notice when ids of these columns have become numbers with an exponent. */
export function noticeMangledIds(
  bill: Bill,
  rows: readonly TableRow[],
  ...columns: string[]
): void {
  const mangled = rows.filter((row) => readId(row.cell(...columns)).mangled).length;
  if (mangled === 0) return;
  bill.notices.push(note("mangledIds", { count: mangled }));
}
