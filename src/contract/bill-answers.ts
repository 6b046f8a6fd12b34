/** What may be answered to what a bill asks before it is read. */

/**
 * The orders of year, month and day in a column of dates. "yymd" puts a year of two digits first; "ymd"
 * is also that of dates which name their month or write their year in four digits in front.
 */
export const DATE_ORDERS = ["ymd", "dmy", "mdy", "yymd"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What a person says of a table's first row: it holds no names of columns, or it does. */
export const HEADERS = ["none", "first"] as const;
export type HeaderChoice = (typeof HEADERS)[number];

/** The text encodings that the reader knows, those that people's files have first. */
export const ENCODINGS = [
  "gb18030",
  "utf-8",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "windows-1252",
  "windows-1251",
  "koi8-r",
  "utf-16le",
  "utf-16be",
  "utf-32le",
  "utf-32be",
  "iso-2022-jp",
  "windows-1250",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-15",
  "koi8-u",
] as const;
