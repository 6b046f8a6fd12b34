/** A table as rows of cells, the same for CSV, XLSX and XLS. */

/** Text as it stands in the file, or a number that only a workbook can hold. */
export type Cell = string | number;

/** No bill says more in a cell, and every pattern that is tried on one costs by its length. */
const LONGEST_CELL = 2_000;

/** A cell's text as far as a bill needs it. */
export function shortened(text: string): string {
  return text.length > LONGEST_CELL ? text.slice(0, LONGEST_CELL).toWellFormed() : text;
}

/** One row; `line` is its 1-based line (text) or row (sheet) in the file. */
export interface Row {
  line: number;
  cells: readonly Cell[];
}

/** One sheet of a workbook, or the whole of a text file. Rows without any content are left out. */
export interface Sheet {
  name: string;
  rows: Row[];
  /** Whether dates count from 1904 (old Macintosh workbooks). */
  date1904: boolean;
}
