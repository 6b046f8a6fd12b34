/**
 * A broker's transactions beside its cash rows. Dividends, interest and charges are read; what buys,
 * sells and moves securities stays inside the account and is listed with that reason.
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { type Element, findAll, leaves } from "../file/element.ts";
import { movementLine, ownSide } from "../format/movement.ts";
import { type OfxStatement, readOfxTime } from "./ofx-lines.ts";
import { statedAmount } from "./stated-amount.ts";

/** Elements of INVTRANLIST that move money in or out of the account. */
const MONEY = /^(INCOME|INVEXPENSE|MARGININTEREST)$/;

/** The lines of all that INVTRANLIST lists but its cash rows. */
export function investmentLines({ element, ...statement }: OfxStatement): BillLine[] {
  return findAll(element, "INVTRANLIST")
    .flatMap((list) => list.children)
    .filter(({ name, children }) => children.length > 0 && name !== "INVBANKTRAN")
    .map((one) => investmentLine(one, statement));
}

function investmentLine(element: Element, statement: Omit<OfxStatement, "element">): BillLine {
  const raw = leaves(element);
  const { value, doubt } = statedAmount(raw.TOTAL ?? "", statement.mark);
  const money = MONEY.test(element.name);
  return movementLine({
    time: readOfxTime(raw.DTTRADE ?? raw.DTSETTLE ?? ""),
    value,
    account: statement.account,
    ...(money
      ? { own: ownSide(statement.account, value) }
      : { kind: "skip" as const, reason: note("investment") }),
    currency: statement.currency,
    description: [raw.MEMO, element.name, raw.UNIQUEID].filter(Boolean).join(" "),
    externalId: raw.FITID ?? "",
    review: money ? doubt : [],
    sourceLine: statement.lineAt(element.offset),
    raw,
  });
}
