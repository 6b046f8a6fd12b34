import { type Fraction, isNegative, isZero, negate } from "../../ledger/arithmetic.ts";
import { attribute, child, children, type Element, leaves, textAt } from "../file/element.ts";
import type { Movement } from "../format/movement.ts";
import { readDecimal } from "../values/decimal.ts";

/** An `Ntry` with what its statement says of it. */
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

/** Adds what a detail says of the payment; `part` numbers the payments of a batch. */
export function describeDetail(
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

/** The other side's account number, "" when it is not named. */
export function counterAccount(detail: Element, value: Fraction): string {
  const role = isNegative(value) ? "CdtrAcct" : "DbtrAcct";
  const account = child(child(child(detail, "RltdPties"), role), "Id");
  return textAt(account, "IBAN") || textAt(account, "Othr", "Id");
}

/** A detail's amount in the account's currency: its own, else the transaction's, else instructed. */
export function detailAmount(detail: Element, entry: CamtEntry): Fraction | undefined {
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
export function signedAmount(element: Element, entry: CamtEntry): Fraction | undefined {
  const value = readDecimal(child(element, "Amt")?.text ?? "", ".");
  return value && withSign(value, textAt(element, "CdtDbtInd"), entry);
}

function withSign(value: Fraction, indicator: string, entry: CamtEntry): Fraction {
  const direction = indicator || textAt(entry.element, "CdtDbtInd");
  const out = (direction === "DBIT") !== (entry.flip === true);
  return !isZero(value) && out ? negate(value) : value;
}

/** Whether the entry takes an earlier one back (RvslInd). */
export function isReversal(entry: CamtEntry): boolean {
  return textAt(entry.element, "RvslInd") === "true";
}
