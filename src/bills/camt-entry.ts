/**
 * One entry of a CAMT statement as lines: a payment, or a batch whose details are payments of their
 * own, and what the bank kept as charges (bills.md 9.3).
 */
import { readIsoTime } from "./calendar.ts";
import { question } from "./format.ts";
import {
  add,
  compare,
  type Fraction,
  isNegative,
  isZero,
  NOTHING,
  negate,
  readDecimal,
  subtract,
} from "./fraction.ts";
import type { BillLine, Question } from "./line.ts";
import { attribute, child, children, type Element, findAll, leaves, textAt } from "./markup.ts";
import { type Movement, movementLine, transferBetween } from "./movement.ts";

export interface CamtEntry {
  element: Element;
  account: string;
  /** Of the account; the entry is booked in it. */
  currency: string;
  /** All accounts of the file: a payment between them is a transfer. */
  own: ReadonlySet<string>;
  /** The balances could not prove the direction of reversals. */
  doubtful: boolean;
  /** A reversal whose direction the balances have proven to be the other one. */
  flip?: boolean;
  line: number;
}

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

/** Adds what a detail says of the payment; `part` numbers the payments of a batch. */
function describeDetail(
  detail: Element | undefined,
  base: Movement,
  entry: CamtEntry,
  part?: number,
): Movement {
  if (!detail) return base;
  const references = child(detail, "Refs");
  const links = ["EndToEndId", "TxId", "InstrId", "MsgId"]
    .map((name) => textAt(references, name))
    .filter((id) => id !== "" && id !== "NOTPROVIDED");
  const own = textAt(references, "AcctSvcrRef");
  const numbered = part && base.externalId ? `${base.externalId}#${part}` : base.externalId;
  const signed = signedAmount(detail, entry) ?? signedAmount(entry.element, entry);
  return {
    ...base,
    externalId: (part || !base.externalId ? own : "") || numbered || links[0] || "",
    linkIds: links,
    counterparty: counterName(detail, signed),
    description: remittance(detail) || textAt(detail, "AddtlTxInf") || base.description || "",
    raw: { ...base.raw, ...leaves(detail), ...foreignAmount(detail, entry) },
  };
}

function remittance(detail: Element): string {
  const information = child(detail, "RmtInf");
  const free = children(information, "Ustrd").map((one) => one.text.trim());
  if (free.length > 0) return free.join("");
  return textAt(information, "Strd", "CdtrRefInf", "Ref");
}

/** What was paid in another currency, beside the booked amount. */
function foreignAmount(detail: Element, entry: CamtEntry): Record<string, string> {
  const instructed = child(child(child(detail, "AmtDtls"), "InstdAmt"), "Amt");
  const currency = attribute(instructed, "Ccy");
  if (!instructed || currency === "" || currency === entry.currency) return {};
  return { ForeignAmount: `${instructed.text} ${currency}` };
}

/** Money out has a creditor, money in a debtor. */
function counterName(detail: Element, value: Fraction | undefined): string {
  const parties = child(detail, "RltdPties");
  const role = value && isNegative(value) ? "Cdtr" : "Dbtr";
  const party = child(parties, role);
  const name = textAt(party, "Nm") || textAt(party, "Pty", "Nm");
  const ultimate = child(parties, role === "Cdtr" ? "UltmtCdtr" : "UltmtDbtr");
  return name || textAt(ultimate, "Nm") || textAt(ultimate, "Pty", "Nm");
}

function counterAccount(detail: Element, value: Fraction): string {
  const role = isNegative(value) ? "CdtrAcct" : "DbtrAcct";
  const account = child(child(child(detail, "RltdPties"), role), "Id");
  return textAt(account, "IBAN") || textAt(account, "Othr", "Id");
}

/** A detail's amount in the account's currency: its own, else the transaction's, else instructed. */
function detailAmount(detail: Element, entry: CamtEntry): Fraction | undefined {
  const details = child(detail, "AmtDtls");
  const candidates = [
    child(detail, "Amt"),
    child(child(details, "TxAmt"), "Amt"),
    child(child(details, "InstdAmt"), "Amt"),
    child(child(details, "CntrValAmt"), "Amt"),
  ];
  const booked = attribute(child(entry.element, "Amt"), "Ccy") || entry.currency;
  const chosen = candidates.find((one) => one && (attribute(one, "Ccy") || booked) === booked);
  const value = readDecimal(chosen?.text ?? "", ".");
  return value && withSign(value, textAt(detail, "CdtDbtInd"), entry);
}

/** The signed booked amount of an entry, or of a detail that has an amount of its own. */
function signedAmount(element: Element, entry: CamtEntry): Fraction | undefined {
  const value = readDecimal(child(element, "Amt")?.text ?? "", ".");
  return value && withSign(value, textAt(element, "CdtDbtInd"), entry);
}

function withSign(value: Fraction, indicator: string, entry: CamtEntry): Fraction {
  const direction = indicator || textAt(entry.element, "CdtDbtInd");
  const out = (direction === "DBIT") !== (entry.flip === true);
  return compare(value, NOTHING) !== 0 && out ? negate(value) : value;
}

function isReversal(entry: CamtEntry): boolean {
  return textAt(entry.element, "RvslInd") === "true";
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
