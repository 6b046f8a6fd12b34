/** One line of a bill into one row of a preview: kind, day, category, fate, all but suggestions. */
import type { BillLine, Clock, Role, Traits } from "../../bills/bill/line.ts";
import { proposeCategory } from "../../bills/categories/categories.ts";
import {
  type CompiledRules,
  findRule,
  type Rule,
  ruleReason,
} from "../../bills/categories/rules.ts";
import { MAX_DESCRIPTION } from "../../contract/limits.ts";
import { codeOf, note, storedText, type Text } from "../../contract/notes.ts";
import { type Moment, readMoment } from "../../ledger/calendar.ts";
import { UNSORTED } from "../../ledger/categories.ts";
import { type Fen, MAX_AMOUNT, ZERO } from "../../ledger/money.ts";
import type { Answered, DraftOrder, KnownKey } from "./draft-order.ts";
import type { AccountPlaces } from "./file-accounts.ts";
import { type DraftRow, type RowQuestion, readQuestions, storedQuestions } from "./preview-row.ts";

/** Where the line stands. */
interface Standing {
  line: BillLine;
  bill: number;
  number: number;
  /** How many rows the bills before it have. */
  offset: number;
  key: string;
}

interface Around {
  order: DraftOrder;
  rules: CompiledRules;
  places: AccountPlaces;
  format: string;
  traits: Traits;
  known: KnownKey | undefined;
  /** By `answerKey`. */
  answers: ReadonlyMap<string, Answered>;
}

export function draftLine({ line, bill, number, offset, key }: Standing, around: Around): DraftRow {
  const { order, format, traits } = around;
  const rule = findRule(around.rules, line);
  const moment = momentOfLine(line.time, traits.clock, order.zone);
  const kind = kindOf(line, rule);
  const { amount, fee } = amountsOf(line, kind);
  const sides = sidesOf(line, kind, rule, placesOf(line, around));
  const { category, categoryReason } = categoryOf(line, kind, rule, traits.role);
  // Name by name: an object that is spread into a large one makes that slow for all that read it.
  const row: DraftRow = {
    number,
    bill,
    sourceLine: line.sourceLine,
    key,
    kind,
    amount,
    fee,
    currency: line.currency,
    time: line.time,
    date: moment?.instant ?? null,
    day: moment?.day ?? null,
    timed: moment?.timed ? 1 : 0,
    balance: line.balance ?? null,
    account: sides.account,
    toAccount: sides.toAccount,
    accountId: sides.accountId,
    toAccountId: sides.toAccountId,
    ownPlace: around.places.placeOf(format, ownName(line)),
    counterparty: clean(line.counterparty, 200),
    description: describe(line),
    externalId: line.externalId,
    linkId: (kind === "expense" && line.linkIds.find((id) => id.length >= 6)) || null,
    status: line.status,
    category,
    categoryReason,
    reason: storedText(line.reason),
    questions: null,
    raw: null,
    refundRow: kind === "refund" && line.refundOf !== undefined ? offset + line.refundOf + 1 : null,
    refundOf: null,
    suggestion: null,
    recordId: around.known?.alive ? around.known.recordId : null,
    transferId: around.known?.alive ? around.known.transferId : null,
    mergeRow: null,
    planId: null,
    due: null,
    fate: "new",
    action: "import",
    asked: null,
    askedValue: null,
    decided: 0,
  };
  settleFate(row, line, around, rule);
  return row;
}

/** The account that the file tells the line of. */
export function ownName(line: BillLine): string {
  return line.own?.account ?? line.account;
}

/** A line that was left out for its unknown type is what a rule says; other reasons hold. */
function kindOf(line: BillLine, rule: Rule | undefined): DraftRow["kind"] {
  if (line.kind === "opening") return line.kind;
  const open = line.kind !== "skip" || line.review.some(({ code }) => code === "unknown-type");
  return (open && rule?.kind) || line.kind;
}

/** An opening has a sign; a transfer's fee is part of the amount once the row is none. */
function amountsOf(line: BillLine, kind: DraftRow["kind"]): Pick<DraftRow, "amount" | "fee"> {
  const fee = line.fee ?? ZERO;
  if (kind === "transfer") return { amount: line.amount, fee };
  const owed = kind === "opening" && line.own?.direction === "out";
  return { amount: (owed ? -line.amount : line.amount + fee) as Fen, fee: ZERO };
}

type PlaceOf = (name: string, side: "from" | "to") => number;

/** The place of a side. An unnamed side beside a statement's own account, or beside another, is its own. */
function placesOf(line: BillLine, { places, format }: Around): PlaceOf {
  const [from, to] = transferNames(line);
  const own = line.own && (line.own.direction === "out" ? "from" : "to");
  const known = own ?? (from === "" && to === "" ? "from" : undefined);
  return (name, side) =>
    name === "" && known !== undefined && side !== known
      ? places.findOtherSide(format).place
      : places.find(format, name).place;
}

/**
 * Where the money leaves and arrives. A rule that makes a transfer names the other account, and the
 * file's own stays; any other rule's account is the one to book on, or fills the side that is not named.
 */
function sidesOf(
  line: BillLine,
  kind: DraftRow["kind"],
  rule: Rule | undefined,
  placeOf: PlaceOf,
): Pick<DraftRow, "account" | "toAccount" | "accountId" | "toAccountId"> {
  const given = rule?.accountId ?? null;
  if (kind !== "transfer") {
    const arrives = kind === "income" || kind === "refund";
    const name = line.kind === "transfer" && arrives ? (line.toAccount ?? "") : line.account;
    const ownIn = line.kind !== "transfer" && line.own?.direction === "in";
    const side = arrives || ownIn ? "to" : "from";
    return { account: placeOf(name, side), toAccount: null, accountId: given, toAccountId: null };
  }
  const [from, to] = transferNames(line);
  if (given === null) {
    const sides = { account: placeOf(from, "from"), toAccount: placeOf(to, "to") };
    return { ...sides, accountId: null, toAccountId: null };
  }
  // The side of the given account needs no name of its own.
  if (rule?.kind === "transfer" ? otherPays(line, from, to) : to !== "") {
    const toAccount = placeOf(to, "to");
    const account = to === "" ? placeOf(from, "from") : toAccount;
    return { account, toAccount, accountId: given, toAccountId: null };
  }
  const account = placeOf(from, "from");
  const toAccount = from === "" ? placeOf(to, "to") : account;
  return { account, toAccount, accountId: null, toAccountId: given };
}

/** The names of both sides of a line that is booked as a transfer; "" for the one not known. */
function transferNames(line: BillLine): [from: string, to: string] {
  if (line.kind === "transfer") return [line.account, line.toAccount ?? ""];
  const arrives = line.kind === "income" || line.kind === "refund" || line.own?.direction === "in";
  return arrives ? ["", line.account] : [line.account, ""];
}

/** Whether the account that is not the file's own is the one that pays. */
function otherPays(line: BillLine, from: string, to: string): boolean {
  if (line.own) return line.own.direction === "in";
  return from === "" && to !== "";
}

/** What a record's description shows: who and what, whole code points, at most 200. */
function describe({ counterparty, description }: BillLine): string {
  const parts = [counterparty, description].map((part) => clean(part, MAX_DESCRIPTION));
  const [who = "", what = ""] = parts;
  const text = what.includes(who) || who === "" ? what : what === "" ? who : `${who} ${what}`;
  return clean(text, MAX_DESCRIPTION);
}

function clean(text: string, length: number): string {
  const plain = text.trim();
  return plain.length <= length ? plain : [...plain].slice(0, length).join("");
}

function categoryOf(line: BillLine, kind: string, rule: Rule | undefined, role: Role) {
  if (kind === "transfer" || kind === "opening" || kind === "skip") {
    return { category: "", categoryReason: "" };
  }
  if (rule?.category !== undefined) {
    return { category: rule.category, categoryReason: storedText(ruleReason(rule)) };
  }
  const { category, reason } = proposeCategory(line, role);
  return { category: clean(category, 100) || UNSORTED, categoryReason: storedText(reason) };
}

/** A bill's clock is the wall clock of its country (bills.md G9); a day without a clock stays a day. */
export function momentOfLine(time: string, clock: Clock, zone: string): Moment | undefined {
  if (time.length <= 10) return readMoment(time, zone);
  const stamp = time.replace(" ", "T");
  return readMoment(clock === "china" ? `${stamp}+08:00` : stamp, zone);
}

/**
 * Codes that leave day, amount, direction and account proved, so that they hold nothing (decisions
 * W11): previews made before they became notes still ask them.
 */
const NOTES = new Set(["no-purchase", "no-refund", "refund-guessed"]);
/** What a rule of the person's own settles: what a row is, and on which account it stands. */
const OF_KIND = new Set(["unknown-type", "own-transfer", "card-credit", "unnamed-payer"]);
export const OF_ACCOUNT = new Set(["no-account", "no-other-side"]);

function settleFate(row: DraftRow, line: BillLine, around: Around, rule: Rule | undefined): void {
  const transfer = row.kind === "transfer";
  // Which sides of a statement's line are unnamed is known by their places.
  const asksSide = transfer ? line.own === undefined : around.places.isUnnamed(row.account);
  const questions: RowQuestion[] = line.review.filter(
    ({ code, text }) =>
      !isSettledBy(rule, code) &&
      (asksSide || code !== "no-account") &&
      // Which currency the book is kept in is known here alone.
      codeOf(text) !== "otherCurrency",
  );
  const { known, order } = around;
  if (row.kind !== "skip") {
    askForSide(row, around, questions);
    refuseUnbookable(row, order.currency, questions);
  } else if (questions.length > 0 && row.amount > 0 && row.currency !== order.currency) {
    questions.push(askCurrency(row.currency, order.currency));
  }
  if (row.kind === "skip" && line.kind !== "skip" && rule?.kind === "skip") {
    row.reason = storedText(note("ruleSkips", { rule: ruleReason(rule) }));
  }
  if (row.kind === "skip") row.action = "skip";
  if (row.action === "skip") row.fate = questions.length > 0 ? "review" : "skip";
  if (known !== undefined) settleKnown(row, known, questions);
  else answerRemembered(row, questions, around);
  askOpen(row, questions);
  // What an earlier answer leaves open is asked.
  if (questions.some(isOpen)) row.decided = 0;
  if (questions.length > 0 || row.fate === "skip") row.raw = JSON.stringify(line.raw);
}

function isSettledBy(rule: Rule | undefined, code: string): boolean {
  if (rule?.kind !== undefined && OF_KIND.has(code)) return true;
  return rule?.accountId !== undefined && OF_ACCOUNT.has(code);
}

/** Whether a question waits for an answer. */
export function isOpen({ code, answered, settled }: RowQuestion): boolean {
  return answered !== true && settled !== true && !NOTES.has(code);
}

/** A transfer names both its accounts, or asks for each that it does not name. */
function askForSide(row: DraftRow, { places }: Around, questions: RowQuestion[]): void {
  if (row.kind !== "transfer" || questions.some(({ code }) => OF_ACCOUNT.has(code))) return;
  const from = row.accountId === null && places.isUnnamed(row.account);
  const to = row.toAccountId === null && places.isUnnamed(row.toAccount);
  if (from) questions.push({ code: "no-account", text: note("askFromAccount") });
  if (to) {
    questions.push({ code: from ? "no-other-side" : "no-account", text: note("askToAccount") });
  }
}

/** The question which of several accounts a name of the file means; its value is the name. */
export const WHICH_ACCOUNT = "which-account";

/** Rows on a place whose account is in doubt ask which it is. */
export function askWhichAccount(rows: readonly DraftRow[], places: AccountPlaces): void {
  const doubtful = new Map(
    places.listDoubtful().map(({ place, candidates }) => [place.place, { place, candidates }]),
  );
  if (doubtful.size === 0) return;
  for (const row of rows) {
    if (row.kind === "skip" || (row.fate !== "new" && row.fate !== "review")) continue;
    const sides: [number | null, number | null][] = [
      [row.account, row.accountId],
      [row.toAccount, row.toAccountId],
    ];
    const asked = sides.flatMap(([place, given]): RowQuestion[] => {
      const found = place === null || given !== null ? undefined : doubtful.get(place);
      if (found === undefined) return [];
      const { name } = found.place;
      const text =
        found.candidates.length > 0
          ? note("whichAccount", { name, accounts: found.candidates.join("、") })
          : note("archivedAccount", { account: places.nameOf(place) });
      return [{ code: WHICH_ACCOUNT, value: name, text }];
    });
    if (asked.length > 0) askOpen(row, [...readQuestions(row.questions), ...asked]);
  }
}

/** Puts the row under its first open question: until that is answered it is not booked. */
export function askOpen(
  row: Pick<DraftRow, "action" | "fate" | "asked" | "askedValue" | "reason" | "questions">,
  questions: readonly RowQuestion[],
): void {
  row.questions = storedQuestions(questions);
  const first = questions.find(isOpen);
  if (first === undefined) return;
  row.asked = first.code;
  row.askedValue = first.value ?? null;
  if (row.fate === "new") row.fate = "review";
  if (row.reason === "" && row.fate === "review") row.reason = storedText(first.text);
  row.action = "skip";
}

/** What was answered for an earlier file holds for this row, and is shown as that. */
function answerRemembered(
  row: DraftRow,
  questions: RowQuestion[],
  { format, answers }: Around,
): void {
  for (const question of questions) {
    if (question.value === undefined) continue;
    const answer = answers.get(answerKey(format, question.code, question.value));
    if (answer === undefined) continue;
    question.answered = true;
    row.asked = question.code;
    row.askedValue = question.value;
    row.decided = REMEMBERED_ANSWER;
    row.fate = "review";
    applyAnswer(row, answer);
  }
}

/** By which an answer is found: about a value of a provider's files. */
export function answerKey(provider: string, code: string, value: string): string {
  return JSON.stringify([provider, code, value]);
}

/** `decided` of a row whose question was answered for an earlier file. */
export const REMEMBERED_ANSWER = 3;

function applyAnswer(row: DraftRow, answer: Answered): void {
  row.action = answer.action;
  if (answer.action === "skip") return;
  if (answer.category !== undefined) row.category = answer.category;
  if (answer.accountId !== undefined) row.accountId = answer.accountId;
  if (answer.toAccountId !== undefined) row.toAccountId = answer.toAccountId;
  if (answer.kind === undefined || answer.kind === row.kind) return;
  if (answer.kind === "transfer") {
    // Money whose other account alone is known to pay came into the account of the file.
    const paid = answer.accountId !== undefined && answer.toAccountId === undefined;
    const came = row.kind === "income" || row.kind === "refund";
    if (came || (row.kind === "skip" && paid)) row.toAccount = row.account;
  } else {
    row.amount = grossOf(row);
    row.fee = ZERO;
    if (row.kind === "transfer" && (answer.kind === "income" || answer.kind === "refund")) {
      row.account = row.toAccount ?? row.account;
    }
    row.toAccount = null;
    row.toAccountId = null;
    row.category ||= UNSORTED;
  }
  row.kind = answer.kind;
}

/** What no record can hold is left out, with the reason. */
function refuseUnbookable(row: DraftRow, currency: string, questions: RowQuestion[]): void {
  const ask = (code: string, text: Text) => {
    row.action = "skip";
    row.reason = storedText(text);
    if (code !== "") questions.unshift({ code, text });
  };
  const size = row.kind === "opening" ? Math.abs(row.amount) : row.amount;
  if (row.date === null) ask("unreadable", note("dateUnreadable"));
  else if (size <= 0) ask("", note("zeroAmount"));
  else if (size > MAX_AMOUNT) ask("too-large", note("amountOutOfRange"));
  else if (row.currency !== currency) {
    const { code, text } = askCurrency(row.currency, currency);
    ask(code, text);
  } else if (isOneAccount(row)) ask("same-account", note("sameAccountTwice"));
}

function askCurrency(currency: string, book: string): RowQuestion {
  return { code: "currency", text: note("currencyHeld", { currency, book }) };
}

function isOneAccount({ kind, account, toAccount, accountId, toAccountId }: DraftRow): boolean {
  if (kind !== "transfer" || account !== toAccount) return false;
  return accountId === null && toAccountId === null;
}

/** A line that was imported before: nothing new, unless its status has changed or it was deleted. */
export function settleKnown(
  row: Pick<DraftRow, "kind" | "status" | "fate" | "action" | "reason">,
  known: KnownKey,
  questions: RowQuestion[],
): void {
  row.action = "skip";
  if (!known.alive) {
    row.fate = "removed";
    questions.unshift({ code: "removed", text: note("importedThenDeleted") });
    return;
  }
  for (const question of questions) question.settled = true;
  if (known.status === row.status) {
    row.fate = "known";
    row.reason = storedText(note("importedBefore"));
    return;
  }
  row.fate = "changed";
  if (row.kind !== "skip" && bookedAs(row.kind) === bookedAs(known.kind)) {
    row.action = "update";
    row.reason = storedText(note("statusChanged", { from: known.status, to: row.status }));
    return;
  }
  questions.push({
    code: "kind-changed",
    text: note("kindChanged", { status: row.status }),
  });
}

/** A fee is an expense; everything else is itself. */
function bookedAs(kind: string): string {
  return kind === "fee" ? "expense" : kind;
}

/** The amount that leaves or arrives, for comparing. */
export function grossOf(row: Pick<DraftRow, "amount" | "fee">): Fen {
  return (row.amount + row.fee) as Fen;
}
