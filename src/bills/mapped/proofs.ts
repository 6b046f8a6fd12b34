/** What a table proves about its amounts: model, signs and fees (decisions W2). */
import type { Fen } from "../../ledger/money.ts";
import type { Row } from "../file/sheet.ts";
import type { Table, TableRow } from "../file/table.ts";
import { saysRepayment } from "../format/card-words.ts";
import { tellsRefund } from "../format/refund-words.ts";
import type { TimeOptions } from "../values/times.ts";
import type { AmountModel, ColumnMapping, FeeModel } from "./mapping.ts";
import { columnUnit } from "./mapping-names.ts";
import { RowReader } from "./row-reader.ts";
import {
  proveByBalance,
  proveByWords,
  type SignRow,
  signOfColumn,
  signOfOutColumn,
} from "./signs.ts";
import { directionOf, textDirection } from "./type-words.ts";

/** What is known of the signs of a table. */
export interface SignProof {
  model: AmountModel;
  flipSign?: boolean;
  outNegative?: boolean;
  asks?: "no-sign" | "out-sign";
  /** The words of a type column and the signs beside them say two things; most that was spent has a minus, or has none. */
  against?: "minus" | "plus";
  allPositive: boolean;
  /** The running balance proves it. */
  byBalance?: boolean;
  /** Positive amounts are spending, and no balance says it: so writes a card. */
  cardLike?: boolean;
}

/** Words in the header or above it that make the table a card's. */
const CARD =
  /信用卡|卡号末四位|卡号后四位|卡末四位|credit card|cardmember|card member|\bcard no\b|kreditkarte/i;

/** Whether the table says itself that it is the statement of a card. */
export function isCardTable(table: Table): boolean {
  return CARD.test(table.titles.join(" ")) || table.preamble.some((line) => CARD.test(line));
}

/** Proves the signs of a table under a mapping, whatever signs the mapping itself has. */
export function signProof(
  table: Table,
  rows: readonly Row[],
  mapping: ColumnMapping,
  options: TimeOptions,
): SignProof {
  const { flipSign: _, outNegative: __, ...plain } = mapping;
  const tableRows = rows.map((row) => table.row(row));
  const read = (changes: Partial<ColumnMapping>) =>
    signRows(new RowReader(table, { ...plain, ...changes }, options), tableRows);
  if (mapping.model === "in-out") return inOutProof(table, tableRows, plain, options, read);
  const signed = read({ model: "signed" });
  const allPositive = !signed.some(({ fen }) => fen < 0);
  if (mapping.model === "typed") {
    const model = typedModel(signed);
    if (model === "typed") return { model, allPositive };
    return model === "ask"
      ? { model: "signed", asks: "no-sign", against: signOfSpent(signed), allPositive }
      : {
          model: "signed",
          flipSign: model === "opposite",
          allPositive,
          cardLike: model === "opposite" && !proveByBalance(signed),
        };
  }
  // The title of a section says it of numbers without a minus, but for what a balance says of them.
  if (table.section !== undefined && allPositive && proveByBalance(signed) === undefined) {
    return { model: "signed", flipSign: table.section === "out", allPositive };
  }
  const sign = signOfColumn(signed, isCardTable(table));
  if (sign === "ask") return { model: "signed", asks: "no-sign", allPositive };
  const flipSign = sign === "plus-out";
  const byBalance = !isCardTable(table) && proveByBalance(signed) !== undefined;
  return { model: "signed", flipSign, allPositive, byBalance, cardLike: flipSign && !byBalance };
}

function inOutProof(
  table: Table,
  rows: readonly TableRow[],
  mapping: ColumnMapping,
  options: TimeOptions,
  read: (changes: Partial<ColumnMapping>) => SignRow[],
): SignProof {
  const reader = new RowReader(table, mapping, options);
  const outs = rows.flatMap((row) => reader.money(row, "out")?.fen || []);
  const [reversal, minusOut] = [read({}), read({ outNegative: true })];
  const sign = signOfOutColumn(reversal, minusOut, outs);
  if (sign === "ask") return { model: "in-out", asks: "out-sign", allPositive: false };
  const outNegative = sign === "minus-out";
  const balance = proveByBalance(outNegative ? minusOut : reversal);
  // In the books of a firm a debit is money in; a card's balance may be a debt.
  const { in: into, out } = mapping.columns;
  const bookkeeping = [into, out].every(
    (name) => name === undefined || /借|贷|debit|credit|soll|haben/i.test(name),
  );
  if (balance === "opposite" && bookkeeping && !isCardTable(table)) {
    return { model: "in-out", outNegative, asks: "no-sign", allPositive: false };
  }
  const byBalance = balance === "as-read";
  return { model: "in-out", outNegative, flipSign: false, allPositive: false, byBalance };
}

/** Whether the words of a type column or the signs beside them say which way the money went. */
function typedModel(rows: readonly SignRow[]): "typed" | "signed" | "opposite" | "ask" {
  const told = rows.filter(({ said, fen }) => said !== undefined && fen !== 0);
  const negative = told.filter(({ fen }) => fen < 0).length;
  const { agree } = proveByWords(rows);
  const untoldNegative = rows.some(({ fen, said }) => fen < 0 && said === undefined);
  if (negative === 0 && !untoldNegative) return "typed";
  if (negative === 0 && agree < told.length) return "ask";
  if (agree === told.length) return "signed";
  if (agree === 0) return "opposite";
  // Positive but for a few that take something back.
  if (negative * 4 <= told.length) return "typed";
  return agree * 5 >= told.length * 4 ? "signed" : "ask";
}

function signOfSpent(rows: readonly SignRow[]): "minus" | "plus" {
  const spent = rows.filter(({ said, fen }) => said === "out" && fen !== 0);
  return spent.filter(({ fen }) => fen < 0).length * 2 > spent.length ? "minus" : "plus";
}

function signRows(reader: RowReader, rows: readonly TableRow[]): SignRow[] {
  const typed = reader.mapping.columns.type !== undefined;
  return rows.flatMap((row) => {
    const time = reader.time(row);
    const word = typed ? reader.word(row) : undefined;
    const money = reader.amount(row, word);
    const undated = time === undefined && reader.mapping.dateOrder !== undefined;
    if (undated || "code" in money) return [];
    const text = textOf(reader, row);
    const said = directionOf(word) ?? textDirection(text);
    const [repaid, refund] = [saysRepayment(text), tellsRefund(text)];
    return [
      { fen: money.fen, balance: reader.balance(row), time: time ?? "", said, repaid, refund },
    ];
  });
}

/** What a row says in words. */
export function textOf(reader: RowReader, row: TableRow): string {
  const { columns } = reader.mapping;
  let text = "";
  for (const role of ["type", "counterparty", "description", "category"] as const) {
    if (columns[role] !== undefined) text += ` ${reader.text(row, role)}`;
  }
  return `${text} ${reader.textBeside(row)}`;
}

/** Names of amounts that say how the fee stands to them. */
const WITHOUT_FEE = /after fees|excluding fee|excl\.? fee|不含手续费|不含费|gross/i;
const WITH_FEE =
  /^(net|net amount|净额|实际到账|到账金额)$|including fee|incl\.? fee|含手续费|总额/i;

/** Whether a fee comes on top of the amount or is a part of it; undefined where there is no fee. */
export function feeOf(
  table: Table,
  rows: readonly Row[],
  mapping: ColumnMapping,
  options: TimeOptions,
): FeeModel | "ask" | undefined {
  if (mapping.columns.fee === undefined) return undefined;
  const reader = new RowReader(table, mapping, options);
  const tableRows = rows.map((row) => table.row(row));
  if (!tableRows.some((row) => reader.fee(row) !== 0)) return undefined;
  const name = mapping.columns.amount ?? "";
  if (WITHOUT_FEE.test(name)) return "apart";
  if (WITH_FEE.test(columnUnit(name).name)) return "within";
  if (mapping.columns.account && mapping.columns.toAccount) return "apart";
  const within = tableRows.flatMap((row) => {
    const fee = reader.fee(row);
    const [one] = signRows(reader, [row]);
    return one ? [{ ...one, fee, counts: fee !== 0 }] : [];
  });
  const apart = within.map((one) => ({ ...one, fen: (one.fen - one.fee) as Fen }));
  const [a, b] = [proveByBalance(apart), proveByBalance(within)];
  if ((a === "as-read") === (b === "as-read")) return "ask";
  return a === "as-read" ? "apart" : "within";
}
