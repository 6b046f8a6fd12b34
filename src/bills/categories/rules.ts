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

/** Rules that are ready to be asked. */
export interface CompiledRules {
  /** In the order in which they are tried. */
  rules: readonly Rule[];
  /** Which of them speak of a text of each field. */
  spoken: Readonly<Record<RuleField, WordIndex>>;
  patterns: { place: number; fits(subject: RuleSubject): boolean }[];
}

/** Compiles rules once. An invalid pattern matches nothing: it was refused when it was written. */
export function compileRules(rules: readonly Rule[]): CompiledRules {
  const [counterparty, description, account, any] = [0, 0, 0, 0].map(() => new WordIndex());
  const spoken = { counterparty, description, account, any } as CompiledRules["spoken"];
  const patterns: CompiledRules["patterns"] = [];
  for (const [place, { field, match, text }] of rules.entries()) {
    const pattern = match === "pattern" ? readPattern(text) : undefined;
    if (match !== "pattern") spoken[field].add(match, folded(text), place);
    else if (pattern !== undefined) {
      const fits = (subject: RuleSubject) =>
        textsOf(field, subject).some((value) => pattern.test(value));
      patterns.push({ place, fits });
    }
  }
  return { rules, spoken, patterns };
}

/** The first rule that fits. Only patterns are tried one after the other. */
export function findRule(
  { rules, spoken, patterns }: CompiledRules,
  subject: RuleSubject,
): Rule | undefined {
  let first = rules.length;
  const isInBounds = (place: number) => inBounds(rules[place] as Rule, subject);
  for (const field of FIELDS) {
    if (spoken[field].isEmpty && spoken.any.isEmpty) continue;
    const text = folded(subject[field]);
    first = spoken[field].first(text, first, isInBounds);
    first = spoken.any.first(text, first, isInBounds);
  }
  const pattern = patterns.find(
    ({ place, fits }) => place < first && isInBounds(place) && fits(subject),
  );
  return rules[pattern?.place ?? first];
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
  return FIELDS.map((name) => subject[name]);
}

const FIELDS = ["counterparty", "description", "account"] as const;

/** Words that begin alike stand together, until they are so many that they are told apart by one character more. */
interface Branch {
  /** By the next character; undefined as long as they are few. */
  next: Map<string, Branch> | undefined;
  /** Those that end here; all of them as long as they are few. In the order of their rules. */
  words: { word: string; place: number }[];
}

const FEW = 8;

/** The words of rules, found by the text that is looked at, however many there are. */
class WordIndex {
  isEmpty = true;
  readonly #equal = new Map<string, { word: string; place: number }[]>();
  readonly #contained: Branch = { next: undefined, words: [] };

  add(match: "contains" | "equals", word: string, place: number): void {
    this.isEmpty = false;
    const equal = this.#equal.get(word);
    if (match === "contains") put(this.#contained, { word, place }, 0);
    else if (equal) equal.push({ word, place });
    else this.#equal.set(word, [{ word, place }]);
  }

  /** The first rule that speaks of the text and fits; `before`, where none before that one does. */
  first(text: string, before: number, fits: (place: number) => boolean): number {
    let found = before;
    const look = ({ words }: Pick<Branch, "words">, start: number) => {
      for (const { word, place } of words) {
        if (place >= found) return;
        if (text.startsWith(word, start) && fits(place)) found = place;
      }
    };
    look({ words: this.#equal.get(text) ?? [] }, 0);
    for (let start = 0; start <= text.length; start += 1) {
      let branch: Branch | undefined = this.#contained;
      for (let at = start; branch !== undefined; at += 1) {
        look(branch, start);
        branch = branch.next?.get(text.charAt(at));
      }
    }
    return found;
  }
}

function put(branch: Branch, one: Branch["words"][number], depth: number): void {
  const { next, words } = branch;
  if (next === undefined || one.word.length === depth) words.push(one);
  else {
    const key = one.word.charAt(depth);
    const child = next.get(key) ?? { next: undefined, words: [] };
    next.set(key, child);
    put(child, one, depth + 1);
  }
  if (next !== undefined || words.length <= FEW) return;
  if (words.every(({ word }) => word.length === depth)) return;
  branch.next = new Map();
  for (const word of words.splice(0)) put(branch, word, depth);
}
