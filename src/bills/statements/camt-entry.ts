/**
 * One entry of a CAMT statement as lines: a payment, or a batch whose details are payments of their
 * own, and what the bank kept as charges (bills.md 9.3).
 */

import { note } from "../../contract/notes.ts";
import {
  add,
  compare,
  type Fraction,
  isZero,
  NOTHING,
  negate,
  subtract,
  sum,
} from "../../ledger/arithmetic.ts";
import type { BillLine, Question } from "../bill/line.ts";
import {
  attribute,
  child,
  children,
  type Element,
  findAll,
  leaves,
  textAt,
} from "../file/element.ts";
import { question } from "../format/format.ts";
import {
  leftOut,
  type Movement,
  movementLine,
  ownSide,
  transferBetween,
} from "../format/movement.ts";
import { statusQuestion } from "../format/status.ts";
import { readIsoTime } from "../values/calendar.ts";
import { readDecimal } from "../values/decimal.ts";
import { statusReader } from "../values/status-words.ts";
import {
  type CamtEntry,
  counterAccount,
  describeDetail,
  detailAmount,
  isReversal,
  signedAmount,
} from "./camt-detail.ts";

/** The entry with the direction of a reversal turned round. */
export function flipped(entry: CamtEntry): CamtEntry {
  return isReversal(entry) ? { ...entry, flip: true } : entry;
}

/** What booked entries move together; pending ones do not count. */
export function signedTotal(entries: readonly CamtEntry[]): Fraction {
  let total = NOTHING;
  for (const entry of entries) {
    if (standingOf(entry) === "final")
      total = add(total, signedAmount(entry.element, entry) ?? NOTHING);
  }
  return total;
}

/** The lines of one entry; a batch gives one for each payment. */
export function entryLines(entry: CamtEntry): BillLine[] {
  const total = signedAmount(entry.element, entry);
  const base = baseOf(entry, total);
  const details = findAll(entry.element, "TxDtls");
  if (standingOf(entry) === "dead") {
    const line = movementLine({ ...describeDetail(details[0], base, entry), value: total });
    return [leftOut(line, note("entryNotBooked", { status: line.status }))];
  }
  const parts = details.map((detail) => detailAmount(detail, entry));
  const known = parts.filter((part) => part !== undefined);
  if (!total || known.length !== details.length || details.length === 0) {
    return [singleLine(details, base, entry, total)];
  }
  const rest = subtract(total, sum(known));
  const charged = !isZero(rest) && compare(rest, chargesOf(entry.element)) === 0;
  if (!isZero(rest) && !charged) return [differingLine(details, base, entry, total)];
  const lines = details.map((detail, index) => {
    const part = describeDetail(detail, base, entry, details.length > 1 ? index + 1 : undefined);
    return detailLine(part, known[index]!, detail, entry);
  });
  return charged ? [...lines, chargeLine(base, rest)] : lines;
}

/** One line of the entry's own amount, when its details do not say how it divides. */
function singleLine(
  details: Element[],
  base: Movement,
  entry: CamtEntry,
  total: Fraction | undefined,
): BillLine {
  const detail = details.length === 1 ? details[0] : undefined;
  const described = describeDetail(detail, base, entry);
  if (!total) return movementLine({ ...described, value: total });
  return detailLine(described, total, detail ?? entry.element, entry);
}

/** What the account was moved by is not what its payments are, and nothing says why. */
function differingLine(
  details: Element[],
  base: Movement,
  entry: CamtEntry,
  total: Fraction,
): BillLine {
  const line = singleLine(details, base, entry, total);
  return {
    ...line,
    review: [...line.review, question("entry-details", note("entryDiffers"))],
  };
}

/** The charges that the entry or its details state, as they move the account. */
function chargesOf(element: Element): Fraction {
  const [own, ...inside] = [child(element, "Chrgs"), ...findAll(element, "TxDtls").map(chargesIn)];
  const blocks = own ? [own] : inside.filter((one) => one !== undefined);
  const records = blocks.flatMap((block) => {
    const listed = children(block, "Rcrd");
    return listed.length > 0 ? listed : [block];
  });
  return sum(records.map(chargeOf));
}

const chargesIn = (detail: Element) => child(detail, "Chrgs");

/** A charge is money out unless it says that it was given back. */
function chargeOf(record: Element): Fraction {
  const text = textAt(record, "Amt") || textAt(record, "TtlChrgsAndTaxAmt");
  const value = readDecimal(text, ".") ?? NOTHING;
  return textAt(record, "CdtDbtInd") === "CRDT" ? value : negate(value);
}

function detailLine(part: Movement, value: Fraction, detail: Element, entry: CamtEntry): BillLine {
  const other = counterAccount(detail, value);
  if (other === entry.account || !entry.own.has(other)) return movementLine({ ...part, value });
  return movementLine({ ...part, value, ...transferBetween(entry.account, other, value) });
}

function chargeLine(base: Movement, rest: Fraction): BillLine {
  return movementLine({
    ...base,
    kind: "fee",
    value: rest,
    reason: note("bankCharge"),
    externalId: base.externalId ? `${base.externalId}#fee` : "",
  });
}

function baseOf(entry: CamtEntry, total: Fraction | undefined): Movement {
  const { element } = entry;
  const date = child(element, "BookgDt") ?? child(element, "ValDt");
  const reference = textAt(element, "AcctSvcrRef") || textAt(element, "NtryRef");
  const review: Question[] = [];
  if (entry.doubtful && isReversal(entry)) {
    review.push(question("reversal", note("reversalOpen")));
  }
  // ISO 20022 has no negative amounts.
  if (textAt(element, "Amt").startsWith("-")) review.push(question("sign", note("askMinus")));
  if (standingOf(entry) === "unknown") review.push(statusQuestion(statusOf(element)));
  return {
    time: readIsoTime(textAt(date, "DtTm") || textAt(date, "Dt")),
    value: undefined,
    account: entry.account,
    own: ownSide(entry.account, total),
    currency: attribute(child(element, "Amt"), "Ccy") || entry.currency,
    externalId: reference,
    linkIds: [],
    description: textAt(element, "AddtlNtryInf"),
    status: statusOf(element),
    reason: isReversal(entry) || isReturned(element) ? note("reversal") : "",
    review,
    sourceLine: entry.line,
    raw: rawOf(element),
  };
}

/** A payment that came back: the reason of its return stands among its details. */
function isReturned(element: Element): boolean {
  return children(element, "NtryDtls").some((details) =>
    children(details, "TxDtls").some((one) => child(one, "RtrInf") !== undefined),
  );
}

function rawOf(element: Element): Record<string, string> {
  const raw = leaves(element);
  const value = child(element, "ValDt");
  if (value) raw.ValDt = textAt(value, "DtTm") || textAt(value, "Dt");
  return raw;
}

/** Text in version 2, a code inside from version 8 on, or the bank's own word. */
function statusOf(element: Element): string {
  return textAt(element, "Sts", "Cd") || textAt(element, "Sts", "Prtry") || textAt(element, "Sts");
}

/** ISO 20022's own words, and those of banks: pending, of the future, for information, refused. */
const STATUS = statusReader({
  final: ["BOOK", "BOOKED"],
  dead: ["PDNG", "FUTR", "INFO", "RJCT", "CANC", "PENDING", "REJECTED", "CANCELLED"],
});

/** Whether the entry has moved money; one without a status has. */
function standingOf({ element }: CamtEntry): ReturnType<typeof STATUS> {
  const status = statusOf(element);
  return status === "" ? "final" : STATUS(status);
}
