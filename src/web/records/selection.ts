/** The chosen lines of a list. */
import { type BookLine, isTransfer } from "../api/models.ts";

export type Selection = ReadonlyMap<string, BookLine>;

export const NOTHING: Selection = new Map();

/** Records and transfers are numbered apart. */
export function keyOf(line: BookLine): string {
  return `${isTransfer(line) ? "transfer" : "record"} ${line.id}`;
}

export function selectionOf(lines: BookLine[]): Selection {
  return new Map(lines.map((line) => [keyOf(line), line]));
}

/** The selection with the line, or without it where it was chosen. */
export function toggled(selection: Selection, line: BookLine): Selection {
  const next = new Map(selection);
  if (!next.delete(keyOf(line))) next.set(keyOf(line), line);
  return next;
}

/** The selection with all of the lines that can be chosen. */
export function withLines(selection: Selection, lines: BookLine[]): Selection {
  return new Map([...selection, ...selectionOf(lines.filter(canBeChosen))]);
}

/** Whether it can be one of many; what the service has not numbered yet, and a fee, is changed alone. */
export function canBeChosen(line: BookLine): boolean {
  return line.id > 0 && (isTransfer(line) || line.transferId === undefined);
}
