/** What a row of a table asks: its sign, its day, its state. */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import type { BillLine } from "../bill/line.ts";
import { cleanCell } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import { question } from "../format/format.ts";
import { statusQuestion } from "../format/status.ts";
import { saysPending } from "../values/status-words.ts";
import { isShortAhead } from "../values/times.ts";
import type { ColumnMapping } from "./mapping.ts";
import { type SignProof, textOf } from "./proofs.ts";
import type { Reading } from "./reading.ts";
import type { RowReader } from "./row-reader.ts";
import { stepsAgainst } from "./signs.ts";
import { directionOf, textDirection } from "./type-words.ts";

/** A sign that neither the file nor the user proves is asked, and so is one that the balance refutes. */
export function askSigns(line: BillLine, mapping: ColumnMapping, proof: SignProof): void {
  const open =
    (proof.asks === "no-sign" && mapping.flipSign === undefined) ||
    (proof.asks === "out-sign" && mapping.outNegative === undefined);
  if (open) line.review.push(question("no-sign", note("askRowSign")));
  else if (isRefuted(mapping, proof)) line.review.push(question("no-sign", note("signRefuted")));
}

/** Words that say the other way than what a person has said of signs that nothing proves. */
export function askAgainstWords(line: BillLine, row: TableRow, { reader, proof }: Reading): void {
  const isSigned = reader.mapping.model === "signed";
  const unproved = proof.asks === "no-sign" && isSigned && line.own !== undefined;
  if (!unproved || line.review.some(({ code }) => code === "no-sign")) return;
  const said = directionOf(reader.word(row)) ?? textDirection(textOf(reader, row));
  if (said === undefined || said === line.own?.direction) return;
  line.review.push(question("no-sign", note("askAgainstWords")));
}

/** Ways to pay with the money of others. */
const OF_OTHERS =
  /^(企业|公司|单位)(支付|付款|结算|账户|代付)|^(亲情卡|亲属卡|亲密卡|亲情付)|^(好友|他人|朋友|找人)代付/;

/** Whether a row that somebody else has paid is one's own spending, no file says. */
export function askPayer(line: BillLine): void {
  if (line.kind !== "expense" || !OF_OTHERS.test(line.account)) return;
  line.review.push(
    question("paid-by-other", note("askPaidByOther", { account: line.account }), line.account),
  );
}

/** A minus in the column of money in, where neither the balance nor the row's words say that it came in. */
export function askMinusIn(line: BillLine, row: TableRow, { reader, proof }: Reading): void {
  if (!reader.minusIn || proof.byBalance || line.own?.direction === "out") return;
  if (line.review.some(({ code }) => code === "no-sign")) return;
  if (textDirection(textOf(reader, row)) === "in") return;
  line.review.push(question("no-sign", note("askRowSign")));
}

/** Asks about rows that the running balance refutes while it proves others: plain numbers go both ways. */
export function askAgainstBalance(lines: readonly BillLine[], { accounts }: Reading): void {
  if (accounts.size > 1) return;
  const moved = lines.filter(({ own }) => own !== undefined);
  const rows = moved.map(({ amount, own, balance, time }) => {
    const fen = (own?.direction === "out" ? -amount : amount) as Fen;
    return { fen, balance, time, said: undefined };
  });
  for (const at of stepsAgainst(rows)) {
    const { review } = moved[at] as BillLine;
    if (review.some(({ code }) => code === "no-sign")) continue;
    review.push(question("no-sign", note("askAgainstBalance")));
  }
}

/** A remembered sign that this file proves to be the other one. */
function isRefuted(mapping: ColumnMapping, proof: SignProof): boolean {
  if (proof.asks !== undefined || proof.model !== mapping.model || !proof.byBalance) return false;
  const { flipSign, outNegative } = proof;
  return (
    (flipSign !== undefined && flipSign !== (mapping.flipSign ?? false)) ||
    (outNegative === true && mapping.outNegative === false)
  );
}

/** A day ahead that was written with two digits may be of another century; one a year ahead is a slip. */
export function askDate(line: BillLine, row: TableRow, reader: RowReader): void {
  const { today } = reader.options;
  const { date = "" } = reader.mapping.columns;
  const day = line.time.slice(0, 10);
  if (today === undefined || day <= today) return;
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  if (isShortAhead(row.cell(date), line.time, today)) {
    line.review.push(question("date-ahead", note("shortYearAhead", { day })));
  } else if (day > nextYear) {
    line.review.push(question("date-ahead", note("farAhead", { day })));
  }
}

/** A table without a column of states may say in any other that a row is not settled yet. */
export function askPending(line: BillLine, row: TableRow, { stated }: Reading): void {
  if (stated) return;
  const word = row.cells.map(cleanCell).find(saysPending);
  if (word !== undefined) line.review.push(statusQuestion(word));
}
