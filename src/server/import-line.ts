/** One line of a bill into one row of a preview: kind, day, category, fate, all but suggestions. */
import { proposeCategory, UNSORTED } from "../bills/categories.ts";
import type { BillLine, Question } from "../bills/line.ts";
import { type CompiledRule, findRule, type Rule, ruleReason } from "../bills/rules.ts";
import { MAX_DESCRIPTION } from "../contract/limits.ts";
import { type Moment, readMoment } from "../ledger/calendar.ts";
import { type Fen, MAX_AMOUNT, ZERO } from "../ledger/money.ts";
import type { AccountPlaces } from "./import-accounts.ts";
import type { DraftOrder, KnownKey } from "./import-draft.ts";
import type { DraftRow } from "./import-row.ts";

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
  rules: CompiledRule[];
  places: AccountPlaces;
  format: string;
  known: KnownKey | undefined;
}

/** These write wall time of their own country; all others write Chinese time (bills.md G9). */
const FOREIGN = new Set([
  "ofx",
  "qif",
  "camt",
  "mt940",
  "ynab",
  "mint",
  "actual",
  "firefly",
  "gnucash",
  "beancount",
  "ledger",
  "ezbookkeeping",
  "generic",
]);

export function draftLine({ line, bill, number, offset, key }: Standing, around: Around): DraftRow {
  const { order, places, format } = around;
  const rule = findRule(around.rules, line);
  const moment = momentOfLine(line.time, format, order.zone);
  const kind = kindOf(line, rule);
  const account = places.find(format, line.account);
  const toAccount = kind === "transfer" ? places.find(format, line.toAccount ?? "") : undefined;
  const row: DraftRow = {
    number,
    bill,
    sourceLine: line.sourceLine,
    key,
    kind,
    amount: line.amount,
    fee: kind === "transfer" ? (line.fee ?? ZERO) : ZERO,
    currency: line.currency,
    time: line.time,
    date: moment?.instant ?? null,
    day: moment?.day ?? null,
    timed: moment?.timed ? 1 : 0,
    account: account.place,
    toAccount: toAccount?.place ?? null,
    accountId: rule?.accountId ?? null,
    counterparty: clean(line.counterparty, 200),
    description: describe(line),
    externalId: line.externalId,
    linkId: (kind === "expense" && line.linkIds.find((id) => id.length >= 6)) || null,
    status: line.status,
    ...categoryOf(line, kind, rule, format),
    reason: line.reason,
    questions: null,
    raw: null,
    refundRow: kind === "refund" && line.refundOf !== undefined ? offset + line.refundOf + 1 : null,
    refundOf: null,
    suggestion: null,
    recordId: around.known?.alive ? around.known.recordId : null,
    transferId: around.known?.alive ? around.known.transferId : null,
    mergeRow: null,
    fate: "new",
    action: "import",
  };
  settleFate(row, line, around, rule);
  return row;
}

function kindOf(line: BillLine, rule: Rule | undefined): DraftRow["kind"] {
  return line.kind === "skip" ? "skip" : (rule?.kind ?? line.kind);
}

/** What a record's description shows: who and what, whole code points, at most 200. */
function describe({ counterparty, description }: BillLine): string {
  const parts = [counterparty, description].map((part) => clean(part, MAX_DESCRIPTION));
  const [who = "", what = ""] = parts;
  const text = what.includes(who) || who === "" ? what : what === "" ? who : `${who} ${what}`;
  return clean(text, MAX_DESCRIPTION);
}

function clean(text: string, length: number): string {
  const plain = text.replaceAll("\0", "").toWellFormed().trim();
  return plain.length <= length ? plain : [...plain].slice(0, length).join("");
}

function categoryOf(line: BillLine, kind: string, rule: Rule | undefined, format: string) {
  if (kind === "transfer" || kind === "skip") return { category: "", categoryReason: "" };
  if (rule?.category !== undefined) {
    return { category: rule.category, categoryReason: ruleReason(rule) };
  }
  const { category, reason } = proposeCategory(line, format);
  return { category: clean(category, 100) || UNSORTED, categoryReason: reason };
}

/** A bill's clock is the wall clock of its country; a day without a clock stays a day. */
export function momentOfLine(time: string, format: string, zone: string): Moment | undefined {
  if (time.length <= 10) return readMoment(time, zone);
  const stamp = time.replace(" ", "T");
  return readMoment(FOREIGN.has(format) ? stamp : `${stamp}+08:00`, zone);
}

function settleFate(row: DraftRow, line: BillLine, around: Around, rule: Rule | undefined): void {
  const questions: Question[] = [...line.review];
  const { known, order } = around;
  if (row.kind !== "skip") refuseUnbookable(row, order.currency, questions);
  if (row.kind === "skip" && line.kind !== "skip" && rule?.kind === "skip") {
    row.reason = `${ruleReason(rule)}：不导入`;
  }
  if (row.action === "skip" || row.kind === "skip") {
    row.action = "skip";
    row.fate = questions.length > 0 ? "review" : "skip";
    if (row.reason === "" && questions.length > 0) row.reason = (questions[0] as Question).text;
  } else if (questions.length > 0) {
    row.fate = "review";
  }
  if (known !== undefined) settleKnown(row, known, questions);
  row.questions = questions.length > 0 ? JSON.stringify(questions) : null;
  if (questions.length > 0 || row.fate === "skip") row.raw = JSON.stringify(line.raw);
}

/** What no record can hold is left out, with the reason. */
function refuseUnbookable(row: DraftRow, currency: string, questions: Question[]): void {
  const ask = (code: string, text: string) => {
    row.action = "skip";
    row.reason = text;
    if (code !== "") questions.push({ code, text });
  };
  if (row.date === null) ask("unreadable", "日期无法识别，请对照原文件补记");
  else if (row.amount <= 0) ask("", "零金额");
  else if (row.amount > MAX_AMOUNT) ask("too-large", "金额超出可以记账的范围");
  else if (row.currency !== currency) {
    ask(
      "currency",
      `这一行是 ${row.currency}，账本按 ${currency} 记账，所以先不记；要按原来的数值记账，请选择导入`,
    );
  } else if (row.kind === "transfer" && row.account === row.toAccount) {
    ask("same-account", "转出与转入是同一个账户，余额不变");
  }
}

/** A line that was imported before: nothing new, unless its status has changed or it was deleted. */
export function settleKnown(
  row: Pick<DraftRow, "kind" | "status" | "fate" | "action" | "reason">,
  known: KnownKey,
  questions: Question[],
): void {
  row.action = "skip";
  if (!known.alive) {
    row.fate = "removed";
    questions.push({ code: "removed", text: "这笔以前导入过，后来被删除了；要再导入吗？" });
    return;
  }
  if (known.status === row.status) {
    row.fate = "known";
    row.reason = "已导入";
    return;
  }
  row.fate = "changed";
  if (row.kind !== "skip" && bookedAs(row.kind) === bookedAs(known.kind)) {
    row.action = "update";
    row.reason = `状态由“${known.status}”变为“${row.status}”`;
    return;
  }
  questions.push({
    code: "kind-changed",
    text: `以前导入的这笔现在的状态是“${row.status}”，请核对是否还要保留`,
  });
}

/** A fee is an expense; everything else is itself. */
function bookedAs(kind: string): string {
  return kind === "fee" ? "expense" : kind;
}

/** The amount that leaves or arrives, for comparing. */
export function grossOf(row: DraftRow): Fen {
  return (row.amount + row.fee) as Fen;
}
