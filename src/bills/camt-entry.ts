/**
 * One entry of a CAMT statement as lines: a payment, or a batch whose details are payments of their
 * own, and what the bank kept as charges (bills.md 9.3).
 */
import { readIsoTime } from "./calendar.ts";
import {
  type CamtEntry,
  counterAccount,
  describeDetail,
  detailAmount,
  isReversal,
  signedAmount,
} from "./camt-detail.ts";
import { attribute, child, type Element, findAll, leaves, textAt } from "./element.ts";
import { question } from "./format.ts";
import { add, type Fraction, isNegative, isZero, NOTHING, subtract } from "./fraction.ts";
import type { BillLine, Question } from "./line.ts";
import { type Movement, movementLine, transferBetween } from "./movement.ts";

/** The entry with the direction of a reversal turned round. */
export function flipped(entry: CamtEntry): CamtEntry {
  return isReversal(entry) ? { ...entry, flip: true } : entry;
}

/** What booked entries move together; pending ones do not count. */
export function signedTotal(entries: readonly CamtEntry[]): Fraction {
  let total = NOTHING;
  for (const entry of entries) {
    if (notBooked(entry) === "") total = add(total, signedAmount(entry.element, entry) ?? NOTHING);
  }
  return total;
}

/** The lines of one entry; a batch gives one for each payment. */
export function entryLines(entry: CamtEntry): BillLine[] {
  const total = signedAmount(entry.element, entry);
  const base = baseOf(entry);
  const status = notBooked(entry);
  const details = findAll(entry.element, "TxDtls");
  if (status !== "") {
    return [
      movementLine({
        ...describeDetail(details[0], base, entry),
        value: total,
        kind: "skip",
        reason: status,
      }),
    ];
  }
  const parts = details.map((detail) => detailAmount(detail, entry));
  const known = parts.filter((part) => part !== undefined);
  if (!total || known.length !== details.length || details.length === 0) {
    return [singleLine(details, base, entry, total)];
  }
  const rest = subtract(total, known.reduce(add, NOTHING));
  if (!isZero(rest) && !isNegative(rest)) return [singleLine(details, base, entry, total)];
  const lines = details.map((detail, index) => {
    const part = describeDetail(detail, base, entry, details.length > 1 ? index + 1 : undefined);
    return detailLine(part, known[index]!, detail, entry);
  });
  return isZero(rest) ? lines : [...lines, chargeLine(base, rest)];
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
    description: "银行手续费",
    externalId: base.externalId ? `${base.externalId}#fee` : "",
  });
}

function baseOf(entry: CamtEntry): Movement {
  const { element } = entry;
  const date = child(element, "BookgDt") ?? child(element, "ValDt");
  const reference = textAt(element, "AcctSvcrRef") || textAt(element, "NtryRef");
  const review: Question[] = [];
  if (entry.doubtful && isReversal(entry)) {
    review.push(question("reversal", "这是冲正，余额无法证明它是收入还是支出，请核对方向"));
  }
  return {
    time: readIsoTime(textAt(date, "DtTm") || textAt(date, "Dt")),
    value: undefined,
    account: entry.account,
    currency: attribute(child(element, "Amt"), "Ccy") || entry.currency,
    externalId: reference,
    linkIds: [],
    description: textAt(element, "AddtlNtryInf"),
    status: statusOf(element),
    reason: isReversal(entry) ? "冲正" : "",
    review,
    sourceLine: entry.line,
    raw: rawOf(element),
  };
}

function rawOf(element: Element): Record<string, string> {
  const raw = leaves(element);
  const value = child(element, "ValDt");
  if (value) raw.ValDt = textAt(value, "DtTm") || textAt(value, "Dt");
  return raw;
}

/** Text in version 2, a code inside from version 8 on. */
function statusOf(element: Element): string {
  return textAt(element, "Sts", "Cd") || textAt(element, "Sts");
}

function notBooked(entry: CamtEntry): string {
  const status = statusOf(entry.element);
  if (status === "PDNG") return "尚未入账（PDNG）";
  return status === "INFO" ? "仅供参考的条目（INFO）" : "";
}
