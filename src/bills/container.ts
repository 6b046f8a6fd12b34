/**
 * What kind of file the bytes are, told by the bytes and never by the name, and the bill files that
 * lie inside: an archive holds several, gzip holds one.
 */
import { gunzipSync } from "node:zlib";
import { readCsv } from "./csv.ts";
import { type Budget, MAX_BYTES, MAX_UNPACKED, tooLarge } from "./limits.ts";
import { BillError } from "./line.ts";
import type { Sheet } from "./table.ts";
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
  bytes: Uint8Array;
  text: string;
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
}

/**
 * Opens an upload. Throws BillError: "empty", "too-large", "damaged", "password-needed",
 * "password-wrong", and "wrong-file" for PDF and pictures.
 */
export async function openBill(bytes: Uint8Array, options: OpenOptions = {}): Promise<OpenedBill> {
  if (bytes.length > MAX_BYTES) throw tooLarge();
  const opening: Opening = { options, budget: { left: MAX_UNPACKED }, refused: [] };
  const files = await open(bytes, options.fileName ?? "", opening, 0);
  return { files, refused: opening.refused };
}

/** What all the files of one upload share. */
interface Opening {
  options: OpenOptions;
  budget: Budget;
  refused: RefusedFile[];
}

async function open(
  bytes: Uint8Array,
  name: string,
  opening: Opening,
  depth: number,
): Promise<BillFile[]> {
  if (bytes.length === 0) throw new BillError("empty", "文件是空的，没有任何内容");
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]) || starts(bytes, [0x50, 0x4b, 0x05, 0x06])) {
    return openZip(bytes, name, opening, depth);
  }
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    const { prepareXls, readXls } = await loadWorkbooks();
    await prepareXls();
    return [workbookFile("xls", bytes, name, readXls)];
  }
  if (starts(bytes, [0x1f, 0x8b])) {
    if (depth >= MAX_DEPTH) throw tooDeep();
    return open(gunzip(bytes, opening.budget), name, opening, depth + 1);
  }
  refuseForeign(bytes);
  return [await textFile(bytes, name, opening.options.encoding)];
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
    return [workbookFile("xlsx", bytes, name, () => readXlsx(entries))];
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
  return new BillError("damaged", "压缩包里又套着压缩包，请先解压，再上传里面的账单文件");
}

function starts(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function gunzip(bytes: Uint8Array, budget: Budget): Uint8Array {
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: Math.max(1, budget.left) });
    budget.left -= unpacked.length;
    return unpacked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new BillError("damaged", "压缩文件已损坏，请重新下载后再导入");
  }
}

/** Files that people upload by mistake and that hold no readable rows. */
function refuseForeign(bytes: Uint8Array): void {
  if (starts(bytes, [0x25, 0x50, 0x44, 0x46])) {
    throw new BillError(
      "wrong-file",
      "这是 PDF 文件，里面的表格无法可靠读取。请改为导出 CSV 或 Excel：支付宝选“用于个人对账”，微信选“用于个人对账”，银行请在网上银行导出交易明细表格。",
      { kind: "pdf" },
    );
  }
  const picture =
    starts(bytes, [0x89, 0x50, 0x4e, 0x47]) ||
    starts(bytes, [0xff, 0xd8, 0xff]) ||
    starts(bytes, [0x47, 0x49, 0x46, 0x38]);
  if (picture) {
    throw new BillError("wrong-file", "这是图片，不是账单文件。请导出 CSV 或 Excel 格式的账单。", {
      kind: "picture",
    });
  }
  if (starts(bytes, [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65])) {
    throw new BillError(
      "wrong-file",
      "这是 SQLite 数据库。如果是 GnuCash 的账本，请在 GnuCash 中另存为 XML 格式再导入。",
      { kind: "sqlite" },
    );
  }
}

/** What only a page with tables or an XML spreadsheet holds near its beginning. */
const TABLES = /<(table|html|body|Workbook|ss:Workbook)[\s>]/i;

async function textFile(bytes: Uint8Array, name: string, forced?: string): Promise<BillFile> {
  const { text, encoding } = decodeText(bytes, forced);
  const markup = /^[\s\uFEFF]*</.test(text.slice(0, 2000));
  const workbooks =
    markup && TABLES.test(text.slice(0, 20_000)) ? await loadWorkbooks() : undefined;
  let sheets: Sheet[] | undefined;
  return {
    name,
    container: markup ? "markup" : "text",
    encoding,
    bytes,
    text,
    get sheets() {
      sheets ??= markup
        ? (workbooks?.markupSheets(text) ?? [])
        : [{ name: "", rows: readCsv(text), date1904: false }];
      return sheets;
    },
  };
}

function workbookFile(
  container: "xlsx" | "xls",
  bytes: Uint8Array,
  name: string,
  read: (bytes: Uint8Array) => Sheet[],
): BillFile {
  let sheets: Sheet[] | undefined;
  return {
    name,
    container,
    encoding: container,
    bytes,
    text: "",
    get sheets() {
      sheets ??= read(bytes);
      return sheets;
    },
  };
}
