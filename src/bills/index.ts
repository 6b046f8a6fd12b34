/** Bytes in, bills out: the one door of the bill readers. */
import { abc } from "./abc.ts";
import { alipay } from "./alipay.ts";
import { boc } from "./boc.ts";
import { bocom } from "./bocom.ts";
import { ccb } from "./ccb.ts";
import { cgb } from "./cgb.ts";
import { citic } from "./citic.ts";
import { cmb } from "./cmb.ts";
import { type BillFile, type OpenOptions, openBill } from "./container.ts";
import { type Format, withPeriod } from "./format.ts";
import { hsbc } from "./hsbc.ts";
import { icbc } from "./icbc.ts";
import { jd } from "./jd.ts";
import { type Bill, BillError } from "./line.ts";
import { readMapped } from "./mapped.ts";
import { type ColumnMapping, previewTables } from "./mapping.ts";
import { meituan } from "./meituan.ts";
import { securities } from "./securities.ts";
import { spdb } from "./spdb.ts";
import { wechat } from "./wechat.ts";
import { refuseWrongFile } from "./wrong.ts";

/** The known formats in the order in which they are tried. One line a format. */
export const FORMATS: readonly Format[] = [
  alipay,
  wechat,
  jd,
  meituan,
  icbc,
  cmb,
  ccb,
  abc,
  boc,
  bocom,
  citic,
  cgb,
  spdb,
  hsbc,
  securities,
];

/** How a file is to be read. */
export interface ReadOptions extends OpenOptions {
  /** For a file of no known format: the column mapping that the user has confirmed. */
  mapping?: ColumnMapping;
}

/**
 * Reads an uploaded file. An archive or a workbook may hold several bills. Throws BillError:
 * what openBill throws, "unknown-format" (its details hold `tables`, a TablePreview each, for the
 * generic mapper), "wrong-file", "empty", and with a mapping what readMapped throws.
 */
export async function readBill(bytes: Uint8Array, options: ReadOptions = {}): Promise<Bill[]> {
  const files = await openBill(bytes, options);
  const bills: Bill[] = [];
  let refused: BillError | undefined;
  for (const file of files) {
    try {
      bills.push(...readFile(file, options.mapping));
    } catch (error) {
      if (!(error instanceof BillError)) throw error;
      if (!refused || refused.code === "unknown-format") refused = error;
    }
  }
  if (bills.length > 0) return bills;
  throw refused ?? new BillError("empty", "文件里没有账单");
}

function readFile(file: BillFile, mapping: ColumnMapping | undefined): Bill[] {
  if (mapping) return readMapped(file, mapping);
  const format = FORMATS.find((one) => one.recognise(file));
  if (!format) {
    refuseWrongFile(file);
    throw unknownFormat(file);
  }
  const bills = withoutCopies(format.read(file)).map(withPeriod);
  if (bills.every((bill) => bill.lines.length === 0)) {
    throw new BillError("empty", `认出这是${format.title}，但里面一笔记录都没有`, {
      format: format.key,
    });
  }
  return bills.filter((bill) => bill.lines.length > 0);
}

/** A workbook that Excel has touched may hold the same rows on two sheets: one bill. */
function withoutCopies(bills: Bill[]): Bill[] {
  if (bills.length < 2) return bills;
  const seen = new Set<string>();
  return bills.filter((bill) => {
    const content = JSON.stringify(
      bill.lines.map((line) => [line.kind, line.time, line.amount, line.account, line.externalId]),
    );
    const key = `${bill.format} ${bill.owner} ${content}`;
    if (bill.lines.length > 0 && seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function unknownFormat(file: BillFile): BillError {
  const tables = previewTables(file);
  const found = tables.map((table) => table.headers.filter((header) => header !== "").join("、"));
  const hint =
    found.length > 0
      ? `找到的列名是：${found.join("；").slice(0, 200)}。可以手动指定每一列的含义来导入。`
      : "里面没有找到带列名的表格，请确认导出的是账单明细。";
  return new BillError(
    "unknown-format",
    `认不出这是哪一种账单（按 ${file.encoding} 读取）。${hint}`,
    {
      encoding: file.encoding,
      lookedFor: FORMATS.map((format) => format.title),
      tables,
    },
  );
}
