/**
 * What kind of file the bytes are, told by the bytes and never by the name, and the bill files that
 * lie inside: an archive holds several, gzip holds one.
 */

import { gunzipSync } from "node:zlib";
import { note } from "../../contract/notes.ts";
import { BillError } from "./bill-error.ts";
import { readCsv } from "./csv.ts";
import { type Budget, type Limits, tooLarge, UPLOADED } from "./limits.ts";
import type { Sheet } from "./sheet.ts";
import { decodeText } from "./text.ts";

/** Archives within archives, no deeper. */
const MAX_DEPTH = 2;

/** What only a workbook holds: XLSX, XLSB, and the spreadsheets of LibreOffice. */
const WORKBOOK = /^(xl\/workbook\.(xml|bin)|content\.xml)$/;

/** "markup" is XML, SGML or HTML; "text" is everything else that is no workbook. */
export type Container = "text" | "markup" | "xlsx" | "xls";

/** One file that may be a bill. `text` is "" for workbooks; `sheets` is made when first asked for. */
export interface BillFile {
  /** The name inside an archive or as uploaded; only for titles, never for recognition. */
  name: string;
  container: Container;
  /** "utf-8", "gb18030" …, "xlsx", "xls". */
  encoding: string;
  /** The encoding was guessed, and the text does not look right in it. */
  doubtful?: boolean;
  bytes: Uint8Array;
  text: string;
  /** What its tables and texts may be. */
  limits: Limits;
  readonly sheets: Sheet[];
}

/** A file of an archive that cannot be a bill, and why. */
export interface RefusedFile {
  name: string;
  error: BillError;
}

/** What an upload holds. */
export interface OpenedBill {
  files: BillFile[];
  refused: RefusedFile[];
}

/** How the bytes are to be opened. */
export interface OpenOptions {
  /** Of a zip; wallets send it apart from the file. */
  password?: string;
  /** The user's choice of a text encoding, one of ENCODINGS. */
  encoding?: string;
  fileName?: string;
  /** How large it may be; those of an upload when absent. */
  limits?: Limits;
}

/**
 * Opens an upload. Throws BillError: "empty", "too-large", "damaged", "password-needed",
 * "password-wrong", and "wrong-file" for PDF and pictures.
 */
export async function openBill(bytes: Uint8Array, options: OpenOptions = {}): Promise<OpenedBill> {
  const { limits = UPLOADED } = options;
  if (bytes.length > limits.bytes) throw tooLarge(limits);
  const budget = { left: limits.unpacked, limits };
  const opening: Opening = { options, limits, budget, refused: [] };
  const files = await open(bytes, options.fileName ?? "", opening, 0);
  return { files, refused: opening.refused };
}

/** What all the files of one upload share. */
interface Opening {
  options: OpenOptions;
  limits: Limits;
  budget: Budget;
  refused: RefusedFile[];
}

async function open(
  bytes: Uint8Array,
  name: string,
  opening: Opening,
  depth: number,
): Promise<BillFile[]> {
  if (bytes.length === 0) throw new BillError("empty", note("fileEmpty"));
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]) || starts(bytes, [0x50, 0x4b, 0x05, 0x06])) {
    return openZip(bytes, name, opening, depth);
  }
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    const { prepareXls, readXls } = await loadWorkbooks();
    await prepareXls();
    return [workbookFile("xls", bytes, name, opening.limits, () => readXls(bytes, opening.limits))];
  }
  if (starts(bytes, [0x1f, 0x8b])) {
    if (depth >= MAX_DEPTH) throw tooDeep();
    return open(gunzip(bytes, opening), name, opening, depth + 1);
  }
  refuseForeign(bytes);
  return [await textFile(bytes, name, opening)];
}

/** The libraries of workbooks and archives are large, and most bills are text. */
const loadWorkbooks = () => import("./workbook.ts");

async function openZip(
  bytes: Uint8Array,
  name: string,
  opening: Opening,
  depth: number,
): Promise<BillFile[]> {
  const { unzipEntries } = await import("./archive.ts");
  const entries = await unzipEntries(bytes, opening.options.password, opening.budget);
  if (entries.some((entry) => WORKBOOK.test(entry.name))) {
    const { readXlsx } = await loadWorkbooks();
    const { limits } = opening;
    return [workbookFile("xlsx", bytes, name, limits, () => readXlsx(entries, limits))];
  }
  if (depth >= MAX_DEPTH) throw tooDeep();
  const files: BillFile[] = [];
  for (const entry of entries) {
    try {
      files.push(...(await open(entry.bytes, entry.name, opening, depth + 1)));
    } catch (error) {
      if (!(error instanceof BillError) || error.code === "too-large") throw error;
      opening.refused.push({ name: entry.name, error });
    }
  }
  return files;
}

function tooDeep(): BillError {
  return new BillError("damaged", note("archiveTooDeep"));
}

function starts(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function gunzip(bytes: Uint8Array, { budget, limits }: Opening): Uint8Array {
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: Math.max(1, budget.left) });
    budget.left -= unpacked.length;
    return unpacked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limits);
    throw new BillError("damaged", note("gzipDamaged"));
  }
}

/** Files that people upload by mistake and that hold no readable rows. */
function refuseForeign(bytes: Uint8Array): void {
  if (starts(bytes, [0x25, 0x50, 0x44, 0x46])) {
    throw new BillError("wrong-file", note("isPdf"), { kind: "pdf" });
  }
  const picture =
    starts(bytes, [0x89, 0x50, 0x4e, 0x47]) ||
    starts(bytes, [0xff, 0xd8, 0xff]) ||
    starts(bytes, [0x47, 0x49, 0x46, 0x38]);
  if (picture) {
    throw new BillError("wrong-file", note("isPicture"), {
      kind: "picture",
    });
  }
  if (starts(bytes, [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65])) {
    throw new BillError("wrong-file", note("isSqlite"), { kind: "sqlite" });
  }
}

/** What only a page with tables or an XML spreadsheet holds near its beginning. */
const TABLES = /<(table|html|body|Workbook|ss:Workbook)[\s>]/i;

async function textFile(
  bytes: Uint8Array,
  name: string,
  { options, limits }: Opening,
): Promise<BillFile> {
  const { text, encoding, doubtful = false } = decodeText(bytes, options.encoding);
  const markup = /^[\s\uFEFF]*</.test(text.slice(0, 2000));
  const workbooks =
    markup && TABLES.test(text.slice(0, 20_000)) ? await loadWorkbooks() : undefined;
  let sheets: Sheet[] | undefined;
  return {
    name,
    container: markup ? "markup" : "text",
    encoding,
    ...(doubtful && { doubtful }),
    bytes,
    text,
    limits,
    get sheets() {
      sheets ??= markup
        ? (workbooks?.markupSheets(text, limits) ?? [])
        : [{ name: "", rows: readCsv(text, undefined, limits), date1904: false }];
      return sheets;
    },
  };
}

function workbookFile(
  container: "xlsx" | "xls",
  bytes: Uint8Array,
  name: string,
  limits: Limits,
  read: () => Sheet[],
): BillFile {
  let sheets: Sheet[] | undefined;
  return {
    name,
    container,
    encoding: container,
    bytes,
    text: "",
    limits,
    get sheets() {
      sheets ??= read();
      return sheets;
    },
  };
}
