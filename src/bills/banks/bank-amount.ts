/** How bank statements write amounts: in two columns, with a sign, or positive beside a word. */
import type { Fen } from "../../ledger/money.ts";
import { filledCell, readMoney } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";

/** Money into the account is positive. */
export interface Signed {
  fen: Fen;
  /** "" when the amount's cell names none. */
  currency: string;
  /** The words beside it do not say which way it went. */
  open?: true;
}

/** How a layout writes amounts. */
export type AmountColumns =
  | { in: string; out: string }
  | { signed: string }
  /** Credit cards: purchases positive, payments and refunds negative. */
  | { spent: string }
  | { read: (row: TableRow) => Signed | undefined };

/** The signed amount of a row; undefined when it cannot be read. */
export function readAmount(row: TableRow, columns: AmountColumns): Signed | undefined {
  if ("read" in columns) return columns.read(row);
  if ("in" in columns) return inAndOut(row, columns.in, columns.out);
  const money = readMoney(row.cell("signed" in columns ? columns.signed : columns.spent));
  if (!money) return undefined;
  return "signed" in columns ? money : { ...money, fen: (-money.fen || 0) as Fen };
}

/** Two columns, one of them empty or zero; a negative number belongs to the other side. Both filled say nothing. */
function inAndOut(row: TableRow, into: string, outOf: string): Signed | undefined {
  const texts = [filledCell(row.cell(into)), filledCell(row.cell(outOf))];
  const [plus, minus] = texts.map((text) => (text === "" ? undefined : readMoney(text)));
  if (!plus && !minus) return undefined;
  if (texts.some((text, at) => text !== "" && !(at === 0 ? plus : minus))) return undefined;
  if (plus && minus && plus.fen !== 0 && minus.fen !== 0) return undefined;
  const fen = ((plus?.fen ?? 0) - (minus?.fen ?? 0)) as Fen;
  return { fen, currency: plus?.currency || minus?.currency || "" };
}
