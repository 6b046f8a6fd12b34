/**
 * SWIFT MT940 statements and MT942 interim reports. Rules: bills.md 9.4. RC (a reversed credit) is
 * money out and RD money in; the entry date is the day, and its year is the one nearest the value
 * date. The balances of a page prove amounts that are not written as they should be.
 */
import { note, type Text } from "../../contract/notes.ts";
import { add, compare, type Fraction, negate, sum, toFen } from "../../ledger/arithmetic.ts";
import type { Bill, BillAccount, BillLine, Closing } from "../bill/line.ts";
import { BillError } from "../file/bill-error.ts";
import type { BillFile } from "../file/container.ts";
import { type Format, newBill } from "../format/format.ts";
import { leftOut, movementLine } from "../format/movement.ts";
import { readDecimal } from "../values/decimal.ts";
import { dayText } from "../values/times.ts";
import { type MtField, readMtFields } from "./mt-fields.ts";
import { comesIn, type MtMovement, readMovement } from "./mt-movement.ts";
import { readNarrative } from "./mt-narrative.ts";
import { isCardName, settleStatements } from "./statement-kinds.ts";

/** MT940 and MT942. `read` throws BillError "wrong-file" when no statement line can be read. */
export const mt940: Format = {
  key: "mt940",
  clock: "local",
  role: "bank",
  ids: "account",
  title: note("mt940Title"),
  recognise: (file) => {
    const head = file.text.slice(0, 4096);
    return /^\s*:20:/m.test(head) && /^\s*:(25P?|60[FM]|61|34F):/m.test(head);
  },
  read: (file) => [readMt940(file)],
};

/** A movement's fields and what they were read as. */
interface MtRow {
  field: MtField;
  /** Field 86. */
  text: string;
  movement: MtMovement | undefined;
}

/** What stands between an opening and a closing balance. */
interface Page {
  account: string;
  currency: string;
  opening: Fraction | undefined;
  closing: Fraction | undefined;
  /** The line of the closing balance. */
  closedAt: number;
  /** The day whose end it is; "" where it stands between two pages. */
  closedOn: string;
  rows: MtRow[];
}

function readMt940(file: BillFile): Bill {
  const fields = readMtFields(file.text, file.limits);
  if (fields.length === 0) throw new BillError("wrong-file", note("noMtFields"));
  const pages = readPages(fields);
  const notices = pages.flatMap(proveAmounts);
  const lines = pages.flatMap((page) => page.rows.map((row) => statementLine(page, row)));
  const accounts = accountsOf(pages);
  const names = new Set(lines.map((line) => line.account));
  return {
    ...newBill(mt940, file, accounts.length === 0 ? "mt942" : "mt940", mt940.title),
    owner: [...names].join("、"),
    lines: settleStatements(lines, { cards: new Set([...names].filter(isCardName)) }),
    accounts,
    closings: closingsOf(pages),
    notices: summary(notices),
  };
}

function readPages(fields: readonly MtField[]): Page[] {
  const pages: Page[] = [];
  let page = newPage("", "");
  const begin = (account: string, currency: string) => {
    page = newPage(account, currency);
    pages.push(page);
  };
  begin("", "");
  fields.forEach((field, index) => {
    const balance = /^6[02][FM]$/.test(field.tag) ? readBalance(field.value) : undefined;
    if (field.tag === "20") begin("", "");
    else if (field.tag.startsWith("25")) page.account = field.value.split("\n", 1)[0]!.trim();
    else if (field.tag === "34F") page.currency = field.value.slice(0, 3);
    else if (field.tag === "61") page.rows.push(rowOf(field, fields[index + 1]));
    else if (balance && field.tag.startsWith("60")) {
      if (page.opening || page.rows.length > 0) begin(page.account, balance.currency);
      Object.assign(page, { currency: balance.currency, opening: balance.value });
    } else if (balance) {
      const closedOn = field.tag === "62F" ? balance.day : "";
      Object.assign(page, { closing: balance.value, closedAt: field.line, closedOn });
    }
  });
  return pages;
}

function newPage(account: string, currency: string): Page {
  const [opening, closing] = [undefined, undefined];
  return { account, currency, opening, closing, closedAt: 0, closedOn: "", rows: [] };
}

function rowOf(field: MtField, next: MtField | undefined): MtRow {
  const text = next?.tag === "86" ? next.value : "";
  return { field, text, movement: readMovement(field.value) };
}

interface StatedBalance {
  currency: string;
  /** "" when there is no such day. */
  day: string;
  value: Fraction;
}

/** `C110522EUR3236,28` */
function readBalance(text: string): StatedBalance | undefined {
  const found = /^\s*([CD])(\d{6})([A-Z]{3})([\d.]+,?\d*)/.exec(text);
  const value = found && readDecimal(found[4]!, ",");
  if (!found || !value) return undefined;
  const [year, month, date] = [0, 2, 4].map((at) => Number(found[2]!.slice(at, at + 2)));
  const day = dayText(2000 + year!, month!, date!) ?? "";
  return { currency: found[3]!, day, value: found[1] === "D" ? negate(value) : value };
}

/**
 * Takes the doubt off amounts that the page's balances prove, as they are or as the other thing that
 * they may mean. Gives a notice where the page does not add up.
 */
function proveAmounts({ opening, closing, closedAt, rows }: Page): Text[] {
  if (opening === undefined || closing === undefined) return [];
  const booked = rows.flatMap(({ movement }) =>
    movement?.value && !movement.mark.startsWith("E") ? [movement] : [],
  );
  const endsWith = (amountOf: (one: MtMovement) => Fraction) =>
    compare(add(opening, sum(booked.map(amountOf))), closing) === 0;
  const asWritten = endsWith(({ value }) => value as Fraction);
  const otherwise = !asWritten && endsWith(({ value, other }) => other ?? (value as Fraction));
  if (!asWritten && !otherwise) return [note("pageDoesNotAddUp", { line: closedAt })];
  for (const movement of booked) {
    if (otherwise && movement.other) movement.value = movement.other;
    movement.doubt = [];
  }
  return [];
}

/** A file of many statements must not fill the screen with the same complaint. */
function summary(notices: Text[]): Text[] {
  if (notices.length <= 5) return notices;
  return [...notices.slice(0, 5), note("morePages", { count: notices.length - 5 })];
}

/** The first opening and the last closing balance of each account. */
function accountsOf(pages: readonly Page[]): BillAccount[] {
  const accounts = new Map<string, BillAccount>();
  for (const { account: name, currency, opening, closing } of pages) {
    if (opening === undefined) continue;
    const known = accounts.get(name);
    const account = known ?? { name, currency };
    const [first, last] = [opening, closing].map((one) => one && toFen(one)?.amount);
    if (!known && first !== undefined) account.opening = first;
    if (last !== undefined) account.closing = last;
    accounts.set(name, account);
  }
  return [...accounts.values()];
}

/** The last closing balance of each account; a day of which the bank has closed the books is over. */
function closingsOf(pages: readonly Page[]): Closing[] {
  const last = new Map<string, Closing>();
  for (const { account, currency, closing, closedOn: day } of pages) {
    const balance = closing && toFen(closing);
    const key = `${currency}\n${account}`;
    if (day === "" || !balance?.exact || day < (last.get(key)?.day ?? "")) continue;
    last.set(key, { account, currency, day, balance: balance.amount });
  }
  return [...last.values()];
}

function statementLine(page: Page, { field, text, movement }: MtRow): BillLine {
  const narrative = readNarrative(text);
  const shared = {
    account: page.account,
    currency: page.currency,
    sourceLine: field.line,
    counterparty: narrative.name,
    description: narrative.purpose,
    raw: { "61": field.value, "86": text },
  };
  if (!movement) return movementLine({ ...shared, time: undefined, value: undefined });
  const line = movementLine({
    ...shared,
    time: movement.day,
    value: movement.value,
    own: { account: page.account, direction: comesIn(movement) ? "in" : "out" },
    description: narrative.purpose || movement.supplement,
    externalId: movement.bank || movement.customer,
    linkIds: [movement.customer, narrative.endToEndId].filter((id) => id !== ""),
    status: movement.type,
    reason: movement.mark.startsWith("R") ? note("reversal") : "",
    review: movement.doubt,
  });
  return movement.mark.startsWith("E") ? leftOut(line, note("expectedOnly")) : line;
}
