/** Applies a status word to a line (decisions W10). */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import type { Standing } from "../values/status-words.ts";
import { leftOut } from "./movement.ts";

/**
 * The line as its status leaves it: unchanged where the word is final, left out where it is dead, and
 * with the question "status" where the word is not known. The kind stays what it is if the money moved.
 */
export function byStatus(line: BillLine, standing: Standing): BillLine {
  const isOut = line.kind === "skip" && line.review.length === 0;
  if (standing === "final" || isOut) return line;
  if (standing === "dead") return leftOut(line, note("deadStatus", { status: line.status }));
  if (line.kind === "skip") return line;
  line.review.push(statusQuestion(line.status));
  return line;
}

/** Whether the money of rows with this status moved; "" for rows without a status. */
export function statusQuestion(status: string) {
  const text = status === "" ? note("noStatus") : note("unknownStatus", { status });
  return { code: "status", value: status, text };
}
