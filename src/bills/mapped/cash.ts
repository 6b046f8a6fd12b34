/** Cash drawn from an account and paid into it, in tables of no known format: both sides are one's own. */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { askAccounts } from "../format/format.ts";

const DRAWN =
  /(ATM\S{0,4}[取提支]|取现|取現|取款|现金支取|現金支取|提取现金|提取現金|(柜员机|櫃員機|提款机|提款機|跨行|现金|現金)提款)(?!.{0,6}([费費]|利息))/i;
const PAID_IN = /(现金|現金)存|存现|存現|现存|無卡存|无卡存|ATM\S{0,4}存/i;

/** Makes transfers of lines of money in and out whose words name cash, in place; what a person has sorted stays. */
export function settleCash(lines: readonly BillLine[], textOf: (index: number) => string): void {
  lines.forEach((line, index) => {
    const { own, kind, category } = line;
    if (own === undefined || category !== "" || !(kind === "expense" || kind === "income")) return;
    const out = kind === "expense";
    const text = textOf(index);
    const [drawn, paidIn] = [DRAWN.test(text), PAID_IN.test(text)];
    if (drawn === paidIn) return;
    // Seen from the cash itself, the account at the bank is the one that nobody names.
    const other = drawn === out ? CASH : "";
    const [account, toAccount] = out ? [own.account, other] : [other, own.account];
    const reason = note(drawn ? "cashOut" : "cashIn");
    askAccounts(Object.assign(line, { kind: "transfer", account, toAccount, reason }));
  });
}

/** As people call what they carry. */
const CASH = "现金";
