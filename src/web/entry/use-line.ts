/** The one-line entry in the app: read at each key by the reader that the service uses. */
import { useQuery } from "@tanstack/react-query";
import type { QuickProblem } from "../../contract/quick-problems.ts";
import { type QuickGiven, type QuickReading, readQuick } from "../../ledger/quick.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import * as queries from "../api/queries.ts";
import { plainAmount } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import type { EntryForm } from "./entry-store.ts";

export type LineRead = QuickReading | QuickProblem[] | undefined;

/** Reads the line beside what was set by hand; undefined while it is blank. */
export function useLine(line: string, kept: EntryForm, byHand: ReadonlySet<string>): LineRead {
  const { userId, today } = useBook();
  const { data: accounts } = useQuery(queries.accounts(userId));
  const { data: categories } = useQuery(queries.categories(userId));
  if (line.trim() === "") return undefined;
  const known = { accounts: accounts ?? [], categories: (categories ?? []).map(usedCategory) };
  const book = { ...known, lastAccountId: kept.accountId };
  return readQuick(line, book, today, givenByHand(kept, byHand));
}

function usedCategory({ category, type }: { category: string; type: string }) {
  return { name: category, income: type === "income", expense: type === "expense" };
}

/** What the person has set goes before the line. */
function givenByHand(kept: EntryForm, byHand: ReadonlySet<string>): QuickGiven {
  const amount = byHand.has("text") ? readTypedAmount(kept.text) : "empty";
  const { type, category, accountId, day } = kept;
  return {
    ...(isAmount(amount) && { amount: amount.amount }),
    ...(byHand.has("type") && (type === "income" || type === "expense") && { type }),
    ...(byHand.has("category") && category !== "" && { category }),
    ...(byHand.has("accountId") && { accountId }),
    ...(byHand.has("day") && { day }),
  };
}

/** The form as the line fills it; what was set by hand stays. */
export function heardForm(kept: EntryForm, byHand: ReadonlySet<string>, read: LineRead): EntryForm {
  if (read === undefined || Array.isArray(read)) return kept;
  const heard: Partial<EntryForm> = {
    type: read.refund ? "refund" : read.type,
    text: plainAmount(read.amount),
    category: read.category,
    accountId: read.accountId,
    ...(read.toAccountId !== undefined && { toAccountId: read.toAccountId }),
    day: read.day,
    description: read.note,
  };
  // What was set by hand and emptied again is free.
  const isFree = (field: keyof EntryForm) => !byHand.has(field) || kept[field] === "";
  const free = Object.entries(heard).filter(([field]) => isFree(field as keyof EntryForm));
  return { ...kept, ...Object.fromEntries(free) };
}
