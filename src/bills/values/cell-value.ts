/** Exact amounts from table cells, for formats that write more decimals than fen or a currency sign. */

import { type Fraction, fraction } from "../../ledger/arithmetic.ts";
import { fenFromYuan } from "../../ledger/money.ts";
import { cleanCell, currencyCode, type DecimalMark } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import { readDecimal } from "./decimal.ts";

/** An amount with its sign, exact. */
export interface CellValue {
  value: Fraction;
  /** ISO 4217 of the sign or word beside the number; "" when there is none. */
  currency: string;
}

/** Longest cell that can be an amount. */
const MAX_LENGTH = 60;

/** "$1,234.50", "-8.000000000000", "1.234,56 €", a workbook's number; undefined for anything else. */
export function readValue(cell: Cell, mark?: DecimalMark): CellValue | undefined {
  if (typeof cell === "number") {
    const fen = fenFromYuan(cell);
    return fen === undefined ? undefined : { value: fraction(BigInt(fen), 100n), currency: "" };
  }
  const text = cleanCell(cell).normalize("NFKC");
  if (text.length > MAX_LENGTH) return undefined;
  const words =
    /^([-+(]*)\s*([^\d\s.,()+-]*)\s*([-+(]*[\d.,'\s]*\d[\d.,'\s]*\)?-?)\s*([^\d\s.,()+-]*)(\)?)$/;
  const found = words.exec(text);
  if (!found) return undefined;
  const word = found[2] || found[4] || "";
  const currency = word === "" ? "" : currencyCode(word);
  if (word !== "" && currency === "") return undefined;
  const value = readDecimal(`${found[1]}${found[3]}${found[5]}`, mark);
  return value && { value, currency };
}
