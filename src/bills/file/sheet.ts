/** A table as rows of cells, the same for CSV, XLSX and XLS. */

/** Text as it stands in the file, or a number that only a workbook can hold. */
export type Cell = string | number;

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
