/**
 * The signs of OFX beside its types. TRNAMT carries the sign and TRNTYPE is a hint (bills.md 9.1);
 * but some writers leave the sign off, or write a card's spending positive, and then every type
 * speaks against its sign.
 */

/** A movement as written: its sign, and which way its type says that the money went. */
export interface TypedSign {
  sign: 1 | -1 | 0;
  typed: "in" | "out" | undefined;
}

/**
 * How the signs of one statement are to be read: "signed" as written; "turned" each the other way;
 * "typed" by the type, which is asked about where it says nothing; "open" where one row is all that
 * there is to go by.
 */
export type SignReading = "signed" | "turned" | "typed" | "open";

/** Types that say which way money went. */
const OUT = /^(DEBIT|POS|ATM|CASH|CHECK|FEE|SRVCHG|DIRECTDEBIT|REPEATPMT)$/i;
const IN = /^(CREDIT|DEP|DIRECTDEP)$/i;

/** The direction that a TRNTYPE names. */
export function directionOfType(type: string): "in" | "out" | undefined {
  if (OUT.test(type)) return "out";
  return IN.test(type) ? "in" : undefined;
}

/** Decides for all rows of one statement. */
export function readSigns(rows: readonly TypedSign[]): SignReading {
  const told = rows.filter(({ sign, typed }) => sign !== 0 && typed !== undefined);
  const against = told.filter(({ sign, typed }) => (typed === "in") !== sign > 0);
  if (against.length === 0) return "signed";
  const negative = rows.some(({ sign }) => sign < 0);
  if (!negative) return told.length > 1 ? "typed" : "open";
  const both = new Set(against.map(({ typed }) => typed)).size === 2;
  return both && against.length === told.length ? "turned" : "signed";
}
