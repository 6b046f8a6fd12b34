/** The columns of an unknown table as the form knows them: what is proposed, and what is chosen. */
import { wordTable } from "../../ledger/word-table.ts";

/** Of one table; the service's ColumnMapping. */
export interface Mapping {
  fingerprint: string;
  leftOut?: true;
  header?: string;
  columns: Record<string, string>;
  model: string;
  flipSign?: boolean;
  outNegative?: boolean;
  wordsOnly?: true;
  dateOrder?: string;
  period?: { from: string; to: string };
  decimal?: string;
  fee?: string;
  words?: Record<string, string>;
  account: string;
  currency: string;
}

export type MappingPatch = Partial<Mapping>;

/** A question about the whole table, with what each answer adds to the mapping. */
export interface MappingQuestion {
  code: string;
  value?: string;
  text: string;
  answers: { text: string; mapping: MappingPatch }[];
}

/** What the service proposes for a table. */
export interface TableProposal {
  sheet: string;
  encoding: string;
  headerLine: number;
  headers: string[];
  rows: string[][];
  rowCount: number;
  fingerprint: string;
  remembered?: true;
  mapping: Mapping;
  words: { word: string; count: number; meaning?: string }[];
  questions: MappingQuestion[];
}

/** Roles of columns, those that most tables have first. */
export const ROLES = [
  "date",
  "amount",
  "in",
  "out",
  "type",
  "counterparty",
  "description",
  "category",
  "account",
  "toAccount",
  "fee",
  "balance",
  "status",
  "currency",
  "id",
  "clock",
  "otherDate",
] as const;
export const MODELS = ["signed", "in-out", "typed"] as const;

/** The roles that a way of writing amounts has. */
export function rolesFor({ model }: Mapping): readonly string[] {
  const without = model === "in-out" ? ["amount", "type"] : ["in", "out"];
  return ROLES.filter((role) => !without.includes(role));
}

/** What the choice of a column may prove anew, by the column's role. */
const PROVED_BY = wordTable<(keyof Mapping)[]>({
  date: ["dateOrder", "period"],
  otherDate: ["dateOrder"],
  fee: ["fee"],
  type: ["flipSign"],
  balance: ["flipSign", "outNegative"],
  amount: ["flipSign", "decimal"],
  in: ["outNegative", "decimal"],
  out: ["outNegative", "decimal"],
});

/** The mapping with a patch laid over it; columns and words key by key. */
export function withPatch(mapping: Mapping, patch: MappingPatch): Mapping {
  const kept = { ...mapping };
  const chosen = Object.keys(patch.columns ?? {});
  for (const key of chosen.flatMap((role) => PROVED_BY[role] ?? [])) delete kept[key];
  return {
    ...kept,
    ...(chosen.includes("type") && mapping.model === "signed" && { model: "typed" }),
    ...patch,
    columns: withoutEmpty({ ...mapping.columns, ...patch.columns }),
    words: withoutEmpty({ ...mapping.words, ...patch.words }),
  };
}

function withoutEmpty(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value));
}

/** The place of the answer that the mapping has; -1 while the question is open. */
export function answerOf({ answers }: MappingQuestion, mapping: Mapping): number {
  return answers.findIndex(({ mapping: patch }) => holds(patch, mapping));
}

function holds(patch: object, whole: object): boolean {
  return Object.entries(patch).every(([key, value]) => {
    const there = (whole as Record<string, unknown>)[key];
    const deeper = typeof value === "object" && typeof there === "object" && there !== null;
    return deeper ? holds(value as object, there) : there === value;
  });
}

/** What is sent: only the roles that the way of writing amounts has, or that the table is left out. */
export function mappingToSend(mapping: Mapping): object {
  const { fingerprint, leftOut, header, columns } = mapping;
  if (leftOut) return { fingerprint, leftOut, header, columns: {} };
  const roles = rolesFor(mapping);
  const own = Object.entries(columns).filter(([role]) => roles.includes(role));
  return { ...mapping, columns: Object.fromEntries(own) };
}
