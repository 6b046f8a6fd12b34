/** How large a bill may be; beyond it the file is refused before it costs memory or time. */
import { UPLOAD_LIMIT } from "../contract/limits.ts";
import { BillError } from "./line.ts";

/** What arrived may be this large. */
export const MAX_BYTES = UPLOAD_LIMIT;
/** All of it unpacked may be this large. */
export const MAX_UNPACKED = 200 * 1024 * 1024;
/** The parts of one workbook; its reader needs seconds for a hundred megabytes of markup. */
export const MAX_WORKBOOK = 64 * 1024 * 1024;
/** More rows than this is no bill. */
export const MAX_ROWS = 100_000;
/** More columns than this is no bill either. */
export const MAX_COLUMNS = 512;

/** The bytes that all unpacking of one upload shares. */
export interface Budget {
  left: number;
}

/** What an upload beyond the limits is answered with. */
export function tooLarge(): BillError {
  return new BillError(
    "too-large",
    "文件太大（上传不超过 20 MB，解压后不超过 200 MB），请按时间分成几个文件导入",
    { maxBytes: MAX_BYTES, maxUnpacked: MAX_UNPACKED },
  );
}

/** Throws BillError("too-large") when a table has grown beyond what a bill can be. */
export function checkSize(rows: number, columns: number): void {
  if (rows > MAX_ROWS) {
    throw new BillError("too-large", `文件超过 ${MAX_ROWS} 行，请按时间分成几个文件导入`, { rows });
  }
  if (columns > MAX_COLUMNS) {
    throw new BillError("too-large", `一行超过 ${MAX_COLUMNS} 列，这不像一份账单`, { columns });
  }
}
