/**
 * SWIFT MT940 statements and MT942 interim reports. Rules: bills.md 9.4. RC (a reversed credit) is
 * money out and RD money in; the entry date is the day, and its year is the one nearest the value
 * date.
 */
import { dayNumber, daysInMonth } from "./calendar.ts";
import type { BillFile } from "./container.ts";
import { type Format, newBill } from "./format.ts";
import { add, compare, type Fraction, NOTHING, negate, readDecimal, toFen } from "./fraction.ts";
import { type Bill, type BillAccount, BillError, type BillLine } from "./line.ts";
import { movementLine } from "./movement.ts";
import { type MtField, readMtFields } from "./mt-fields.ts";
import { readNarrative } from "./mt-narrative.ts";
import { dayText } from "./times.ts";

/** MT940 and MT942. `read` throws BillError "wrong-file" when no statement line can be read. */
export const mt940: Format = {
  key: "mt940",
  title: "MT940 / MT942 银行对账单",
  recognise: (file) => {
    const head = file.text.slice(0, 4096);
    return /^\s*:20:/m.test(head) && /^\s*:(25P?|60[FM]|61|34F):/m.test(head);
  },
  read: (file) => [readMt940(file)],
};

interface Page {
  account: string;
  currency: string;
  /** Balance before the page and what its lines have moved since. */
  opening: Fraction | undefined;
  moved: Fraction;
}

const MOVEMENT = /^(\d{6})(\d{4})?(E?R?[CD])([A-Z])?(\d[\d.]*,\d*|\d+)([A-Z][A-Z0-9]{3})?([^\n]*)/;

function readMt940(file: BillFile): Bill {
  const fields = readMtFields(file.text);
  const accounts = new Map<string, BillAccount>();
  const notices: string[] = [];
  const lines: BillLine[] = [];
  let page = newPage("");
  for (const [index, field] of fields.entries()) {
    if (field.tag === "20") page = newPage("");
    else if (field.tag.startsWith("25")) page.account = field.value.split("\n", 1)[0]!.trim();
    else if (field.tag === "34F") page.currency = field.value.slice(0, 3);
    else if (/^60[FM]$/.test(field.tag)) openPage(page, field, accounts);
    else if (field.tag === "61") lines.push(...statementLine(page, field, fields[index + 1]));
    else if (/^62[FM]$/.test(field.tag)) closePage(page, field, accounts, notices);
  }
  if (fields.length === 0) throw new BillError("wrong-file", "文件里没有 MT940 的字段。");
  return {
    ...newBill(mt940, file, accounts.size === 0 ? "mt942" : "mt940", mt940.title),
    owner: [...new Set(lines.map((line) => line.account))].join("、"),
    lines,
    accounts: [...accounts.values()],
    notices: summary(notices),
  };
}

function newPage(account: string): Page {
  return { account, currency: "", opening: undefined, moved: NOTHING };
}

/** A file of many statements must not fill the screen with the same complaint. */
function summary(notices: string[]): string[] {
  if (notices.length <= 5) return notices;
  return [...notices.slice(0, 5), `还有 ${notices.length - 5} 页的余额也对不上。`];
}

/** `C110522EUR3236,28` */
function readBalance(text: string): { currency: string; value: Fraction } | undefined {
  const found = /^\s*([CD])(\d{6})([A-Z]{3})([\d.]+,?\d*)/.exec(text);
  const value = found && readDecimal(found[4]!, ",");
  if (!found || !value) return undefined;
  return { currency: found[3]!, value: found[1] === "D" ? negate(value) : value };
}

function openPage(page: Page, field: MtField, accounts: Map<string, BillAccount>): void {
  const balance = readBalance(field.value);
  if (!balance) return;
  page.currency = balance.currency;
  page.opening = balance.value;
  page.moved = NOTHING;
  if (accounts.has(page.account)) return;
  const account: BillAccount = { name: page.account, currency: balance.currency };
  const opening = toFen(balance.value)?.amount;
  if (opening !== undefined) account.opening = opening;
  accounts.set(page.account, account);
}

function closePage(
  page: Page,
  field: MtField,
  accounts: Map<string, BillAccount>,
  notices: string[],
): void {
  const balance = readBalance(field.value);
  if (!balance) return;
  const closing = toFen(balance.value)?.amount;
  const account = accounts.get(page.account);
  if (account && closing !== undefined) account.closing = closing;
  if (!page.opening || compare(add(page.opening, page.moved), balance.value) === 0) return;
  notices.push(`第 ${field.line} 行：期初余额加明细不等于期末余额，文件可能不完整，请核对。`);
}

function statementLine(page: Page, field: MtField, next: MtField | undefined): BillLine[] {
  const found = MOVEMENT.exec(field.value);
  const narrative = readNarrative(next?.tag === "86" ? next.value : "");
  const shared = {
    account: page.account,
    currency: page.currency,
    sourceLine: field.line,
    counterparty: narrative.name,
    raw: { "61": field.value, "86": next?.tag === "86" ? next.value : "" },
  };
  if (!found) return [movementLine({ ...shared, time: undefined, value: undefined })];
  const mark = found[3]!;
  const value = signedValue(mark, readDecimal(found[5]!, ","));
  if (value && !mark.startsWith("E")) page.moved = add(page.moved, value);
  const references = readReferences(found[7] ?? "");
  return [
    movementLine({
      ...shared,
      time: bookingDay(found[1]!, found[2]),
      value,
      description: narrative.purpose || references.supplement,
      externalId: references.bank || references.customer,
      linkIds: [references.customer, narrative.endToEndId].filter((id) => id !== ""),
      status: found[6] ?? "",
      ...meaningOf(mark),
    }),
  ];
}

function meaningOf(mark: string) {
  if (mark.startsWith("E")) return { kind: "skip" as const, reason: "预计收付，尚未入账" };
  return { reason: mark.startsWith("R") ? "冲正" : "" };
}

/** C and RD are money in, D and RC money out. */
function signedValue(mark: string, value: Fraction | undefined): Fraction | undefined {
  const out = mark.endsWith("D") !== mark.includes("R");
  return value && out ? negate(value) : value;
}

/** `NONREF//0724710290621954` and a supplement on the next line. */
function readReferences(text: string): { customer: string; bank: string; supplement: string } {
  const [first = "", ...more] = text.split("\n");
  const at = first.indexOf("//");
  const customer = (at < 0 ? first : first.slice(0, at)).trim();
  const bank = at < 0 ? "" : first.slice(at + 2).trim();
  const named = /^(NONREF|KREF\+?|NOTPROVIDED)$/.test(customer) ? "" : customer;
  return { customer: named, bank: bank === "NONREF" ? "" : bank, supplement: more.join(" ") };
}

/**
 * The entry date, else the value date. A value date that its month does not have (30 February, by
 * the banks' 30-day months) is the month's last day.
 */
export function bookingDay(value: string, entry: string | undefined): string | undefined {
  const [short, month, day] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2)));
  if (!month || !day || month > 12) return undefined;
  const year = 2000 + short! - (short! >= 80 ? 100 : 0);
  const valueDay = Math.min(day, daysInMonth(year, month));
  if (entry === undefined) return dayText(year, month, valueDay);
  const [entryMonth, entryDay] = [Number(entry.slice(0, 2)), Number(entry.slice(2))];
  const from = dayNumber(year, month, valueDay);
  const distance = (candidate: number) =>
    Math.abs(dayNumber(candidate, entryMonth, entryDay) - from);
  const nearest = [year - 1, year + 1].reduce(
    (best, candidate) => (distance(candidate) < distance(best) ? candidate : best),
    year,
  );
  const last = daysInMonth(nearest, entryMonth);
  return dayText(nearest, entryMonth, Math.min(entryDay, last || 31));
}
