/** What a preview asks: in three groups, and with the answers that each question may be given. */
import { wordTable } from "../../ledger/word-table.ts";
import type { ImportWords } from "../words/imports.ts";
import type { Decisions, ImportDetail } from "./detail.ts";

export type Question = ImportDetail["questions"][number];
export type Answer = Omit<
  NonNullable<NonNullable<Decisions>["questions"]>[number],
  "code" | "value"
>;

/** Rows of which the file itself could not be read. */
const UNREAD = ["unreadable", "too-large", "bad-amount"];
const SIMILAR = "similar";
/** Whether rows may be an occurrence of a plan: then nothing is doubled, something is fulfilled. */
const isOfPlan = (value: string | undefined): boolean => value?.startsWith("planned:") === true;
/** Rows that name no account, or one that several of the book fit. */
export const OF_ACCOUNT = ["no-account", "no-other-side", "which-account"];

export type Group = "questions" | "similar" | "unread";

export function groupOf({ code, value }: Pick<Question, "code" | "value">): Group {
  if (code === SIMILAR && !isOfPlan(value)) return SIMILAR;
  return UNREAD.includes(code) ? "unread" : "questions";
}

/** What waits for an answer: rows that may be doubled or are unread, and questions of other kinds. */
export function countOpen(questions: readonly Question[]): Record<Group, number> {
  const counts = { questions: 0, similar: 0, unread: 0 };
  for (const one of questions) {
    const group = groupOf(one);
    if (one.open > 0) counts[group] += group === "questions" ? 1 : one.open;
  }
  return counts;
}

/** One way to answer: at once, or with an account to choose. */
export interface Choice {
  label: string;
  answer: Answer;
  /** The field of the answer that a chosen account fills. */
  account?: "accountId" | "toAccountId";
}

type Labels = ImportWords["answers"];
const book = (label: string): Choice => ({ label, answer: { action: "import" } });
const leave = (label: string): Choice => ({ label, answer: { action: "skip" } });
const as = (label: string, kind: "income" | "expense" | "refund"): Choice => ({
  label,
  answer: { kind },
});

/** How suggestions of a kind are answered: taken, or booked as well. */
function similarChoices(value: string | undefined, { answers }: ImportWords): Choice[] {
  const merge = (label: string): Choice => ({ label, answer: { action: "merge" } });
  if (value === "two-sides") return [merge(answers.joinAll), book(answers.noneSame)];
  if (value === "refund") return [merge(answers.refundAll), book(answers.unrelated)];
  if (isOfPlan(value)) return [merge(answers.isPlanned), book(answers.notPlanned)];
  return [merge(answers.mergeAll), book(answers.noneSame)];
}

/** A row of which the file does not say what it is. */
function kindChoices({ answers, answerAccounts }: ImportWords): Choice[] {
  return [
    as(answers.expense, "expense"),
    as(answers.income, "income"),
    as(answers.refund, "refund"),
    { label: answerAccounts.to, answer: { kind: "transfer" }, account: "toAccountId" },
    { label: answerAccounts.from, answer: { kind: "transfer" }, account: "accountId" },
    leave(answers.leave),
  ];
}

/** Money to or from a name that may be an account of one's own. */
function ownTransferChoices({ ofKind: kind }: Question, words: ImportWords): Choice[] {
  const { answers, answerAccounts } = words;
  const from = { answer: { kind: "transfer" as const }, account: "accountId" as const };
  const to = { answer: { kind: "transfer" as const }, account: "toAccountId" as const };
  const out = [as(answers.toOther, "expense"), leave(answers.leave)];
  if (kind === "transfer") {
    return [book(answers.ownAccount), { label: answerAccounts.to, ...to }, ...out];
  }
  if (kind === "income" || kind === "refund") {
    const into = [as(answers.fromOther, "income"), leave(answers.leave)];
    return [{ label: answerAccounts.from, ...from }, ...into];
  }
  return [{ label: answerAccounts.to, ...to }, ...out];
}

/** Money that came in from nobody who is named. */
function moneyInChoices({ code }: Question, { answers, answerAccounts }: ImportWords): Choice[] {
  const label = code === "card-credit" ? answerAccounts.repaid : answerAccounts.from;
  return [
    { label, answer: { kind: "transfer" }, account: "accountId" },
    as(answers.refund, "refund"),
    as(answers.income, "income"),
    leave(answers.leave),
  ];
}

const onAccount = ({ answers, answerAccounts }: ImportWords): Choice[] => [
  { label: answerAccounts.account, answer: {}, account: "accountId" },
  leave(answers.leave),
];

/** Two answers: what books the rows, and what leaves them out. */
const PAIRS = wordTable<[keyof Labels, keyof Labels]>({
  status: ["paid", "unpaid"],
  removed: ["again", "notAgain"],
  undone: ["again", "notAgain"],
  "merge-gone": ["again", "notAgain"],
  currency: ["sameValue", "leave"],
  total: ["isRecord", "isTotal"],
  fee: ["withoutFee", "leave"],
  "opening-exists": ["adjust", "noAdjust"],
  "balance-change": ["adjust", "noAdjust"],
});

/** The answers of a question, the usual one first. */
export function choicesOf(question: Question, words: ImportWords): Choice[] {
  const { code, value, ofKind: kind, bookable, rows } = question;
  const { answers } = words;
  if (code === SIMILAR) return similarChoices(value, words);
  if (code === "kind-changed") return [leave(answers.keep)];
  const opening = kind === "opening";
  if (bookable < rows && !opening) return [leave(answers.addByHand)];
  if (OF_ACCOUNT.includes(code)) return onAccount(words);
  if (code === "two-accounts") return [book(answers.firstAccount), ...onAccount(words)];
  if (code === "own-transfer") return ownTransferChoices(question, words);
  if (code === "unnamed-payer" || code === "card-credit") return moneyInChoices(question, words);
  if (code === "same-account") {
    const to: Choice = { label: words.answerAccounts.to, answer: {}, account: "toAccountId" };
    return [to, leave(answers.leave)];
  }
  if (code === "no-sign" || code === "sign") {
    const all = [as(answers.allExpense, "expense"), as(answers.allIncome, "income")];
    return [book(answers.asSigned), ...all, leave(answers.leave)];
  }
  if (code === "unknown-type" || kind === "skip") return kindChoices(words);
  const [yes, no] = PAIRS[code] ?? ["book", "leave"];
  return code === "total"
    ? [leave(answers[no]), book(answers[yes])]
    : [book(answers[yes]), leave(answers[no])];
}

/** Whether this is the answer that the rows have. */
export function isChosen(choice: Choice, { answer }: Pick<Question, "answer">): boolean {
  if (answer === undefined) return false;
  const { action = choice.answer.kind === undefined ? undefined : "import", kind } = choice.answer;
  const taken = answer.linked ? "merge" : answer.action;
  if (taken === "skip" || action === "skip") return taken === action;
  if (kind !== undefined && kind !== answer.kind) return false;
  if (choice.account !== undefined) return answer[choice.account] !== undefined;
  return taken === action && (kind !== undefined || !hasAccount(answer));
}

/** A plain "book them" is another answer than one that names an account. */
function hasAccount({ accountId, toAccountId }: NonNullable<Question["answer"]>): boolean {
  return accountId !== undefined || toAccountId !== undefined;
}
