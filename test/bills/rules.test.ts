/** The user's rules: the first that fits decides, however many there are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  compileRules,
  findRule,
  type Rule,
  type RuleSubject,
  readPattern,
} from "../../src/bills/categories/rules.ts";
import { fen } from "../../src/ledger/money.ts";

/** What a rule says, taken word for word. */
function fits(rule: Rule, subject: RuleSubject): boolean {
  const { field, match, text, minAmount, maxAmount, onlyKind } = rule;
  if (onlyKind !== undefined && subject.kind !== onlyKind) return false;
  if (minAmount !== undefined && subject.amount < minAmount) return false;
  if (maxAmount !== undefined && subject.amount > maxAmount) return false;
  const { counterparty, description, account } = subject;
  const values = field === "any" ? [counterparty, description, account] : [subject[field]];
  const plain = (value: string) => value.normalize("NFKC").trim().toLowerCase();
  if (match === "pattern") return values.some((value) => readPattern(text)?.test(value));
  return values.map(plain).some((value) => {
    return match === "equals" ? value === plain(text) : value.includes(plain(text));
  });
}

/** Few characters, so that words begin alike, hold each other and are the same. */
const word = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom("a", "A", "ａ", "b", "咖", "啡", " ", "😀", "é"), {
      minLength,
      maxLength,
    })
    .map((parts) => parts.join(""));
const amount = fc.integer({ min: 1, max: 5 }).map(fen);
const kind = fc.constantFrom("income", "expense", "refund");

const rule = fc.record(
  {
    field: fc.constantFrom("counterparty", "description", "account", "any"),
    match: fc.constantFrom("contains", "contains", "equals", "pattern"),
    text: word(1, 5),
    minAmount: amount,
    maxAmount: amount,
    onlyKind: kind,
  },
  { requiredKeys: ["field", "match", "text"] },
);
const subject = fc.record({
  ...{ kind, amount },
  ...{ counterparty: word(0, 8), description: word(0, 8), account: word(0, 3) },
});

test("the rule that is found is the first that fits", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 60 }), fc.array(subject), (several, subjects) => {
      const rules = several.map((one, id) => ({ id, ...one })) as Rule[];
      const compiled = compileRules(rules);
      for (const one of subjects) {
        const expected = rules.find((other) => fits(other, one as RuleSubject));
        assert.deepEqual(findRule(compiled, one as RuleSubject), expected);
      }
    }),
    { numRuns: 500 },
  );
});
