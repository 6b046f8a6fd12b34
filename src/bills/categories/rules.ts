/**
 * The user's own rules about lines and records: the first that fits decides. Pure. A pattern is the
 * user's regular expression and may be slow on purpose or by mistake, so that rules are only run
 * where they can be stopped (a worker).
 */
import { type Note, note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";

export type RuleField = "counterparty" | "description" | "account" | "any";
export type RuleMatch = "contains" | "equals" | "pattern";
/** What a rule can make of a line. */
export type RuleKind = "income" | "expense" | "refund" | "transfer" | "skip";

export interface Rule {
  id: number;
  field: RuleField;
  match: RuleMatch;
  text: string;
  /** Fen; both bounds inclusive. */
  minAmount?: Fen;
  maxAmount?: Fen;
  /** Only lines of this kind. */
  onlyKind?: RuleKind;
  category?: string;
  /** The account to book on, whatever the file says. */
  accountId?: number;
  kind?: RuleKind;
}

/** What a rule looks at. */
export interface RuleSubject {
  kind: string;
  counterparty: string;
  description: string;
  account: string;
  amount: Fen;
}

/** A rule that is ready to be asked. */
export interface CompiledRule {
  rule: Rule;
  fits(subject: RuleSubject): boolean;
}

/** Compiles rules once. An invalid pattern matches nothing: it was refused when it was written. */
export function compileRules(rules: readonly Rule[]): CompiledRule[] {
  return rules.map((rule) => {
    const says = textTest(rule);
    return {
      rule,
      fits: (subject) => inBounds(rule, subject) && textsOf(rule.field, subject).some(says),
    };
  });
}

/** The first rule that fits. */
export function findRule(rules: readonly CompiledRule[], subject: RuleSubject): Rule | undefined {
  return rules.find((one) => one.fits(subject))?.rule;
}

/** A regular expression of the user's, without regard to case; undefined when it is not valid. */
export function readPattern(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "iu");
  } catch {
    return undefined;
  }
}

/** Why a rule's outcome stands where it does, for the preview. */
export function ruleReason(rule: Rule): Note {
  return note("rule", { id: rule.id, text: rule.text });
}

function textTest({ match, text }: Rule): (value: string) => boolean {
  if (match === "pattern") {
    const pattern = readPattern(text);
    return (value) => pattern?.test(value) ?? false;
  }
  const wanted = folded(text);
  if (match === "equals") return (value) => folded(value) === wanted;
  return (value) => folded(value).includes(wanted);
}

function folded(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

function inBounds({ minAmount, maxAmount, onlyKind }: Rule, subject: RuleSubject): boolean {
  if (onlyKind !== undefined && subject.kind !== onlyKind) return false;
  if (minAmount !== undefined && subject.amount < minAmount) return false;
  return maxAmount === undefined || subject.amount <= maxAmount;
}

function textsOf(field: RuleField, subject: RuleSubject): string[] {
  if (field !== "any") return [subject[field]];
  return [subject.counterparty, subject.description, subject.account];
}
