/** The state of the entry form, and saving it once. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { yuanFixed } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import { dayOfDate, type RecordDraft, type RecordType } from "../api/book.ts";
import { newKey } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { moneyText } from "../money.ts";
import { changeSettings, getSettings } from "../settings.ts";
import { useBook } from "../shell/book.ts";
import { showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";
import { evaluate } from "./arithmetic.ts";
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "./categories.tsx";
import { closeEntry, type Entry, openEntry } from "./entry-store.ts";

export interface EntryForm {
  type: RecordType;
  /** The amount as typed: a number or a sum. */
  text: string;
  category: string;
  accountId: number;
  day: Day;
  description: string;
}

const DOUBLE_TAP_MS = 400;

export function useEntry(entry: Entry) {
  const book = useBook();
  const words = useWords();
  const actions = useActions();
  const accounts = useOpenAccounts(entry);
  const [form, setForm] = useState<EntryForm>(() => initialForm(entry, book.today, book.zone));
  const [error, setError] = useState(entry.error);
  // One wish has one key: the same draft tapped twice is booked once.
  const wish = useRef<{ draft: string; key: string }>(undefined);
  const saving = useRef(false);
  const savedAt = useRef(0);
  const accountId = accounts.some(({ id }) => id === form.accountId)
    ? form.accountId
    : (accounts[0]?.id ?? 0);
  const change = (part: Partial<EntryForm>) => {
    setError(undefined);
    setForm((old) => ({ ...old, ...part }));
  };

  function draftOf(): RecordDraft | string {
    const amount = evaluate(form.text);
    if (accountId === 0) return words.accountMissing;
    if (amount === undefined) return words.amountWrong;
    if (form.category.trim() === "") return words.categoryMissing;
    const { type, category, description, day } = form;
    const kept = entry.record;
    const date = kept !== undefined && kept.day === day ? kept.date : day;
    return { accountId, type, amount, category, description: description.trim(), date };
  }

  function save(again: boolean): void {
    // A second tap on what has just been saved and cleared is no new wish.
    if (saving.current || (form.text === "" && Date.now() - savedAt.current < DOUBLE_TAP_MS))
      return;
    const draft = draftOf();
    if (typeof draft === "string") {
      setError(draft);
      return;
    }
    saving.current = !again;
    savedAt.current = Date.now();
    changeSettings({ lastAccountId: draft.accountId, lastType: draft.type });
    if (again) setForm({ ...form, text: "", description: "" });
    else closeEntry();
    void send(draft);
  }

  async function send(draft: RecordDraft): Promise<void> {
    try {
      if (entry.record !== undefined) {
        await actions.update(entry.record, draft);
        showToast({ text: words.recordChanged, tone: "good" });
        return;
      }
      const text = JSON.stringify(draft);
      if (wish.current?.draft !== text) wish.current = { draft: text, key: newKey() };
      const made = await actions.create(draft, wish.current.key);
      wish.current = undefined;
      if (made === "waiting") {
        showToast({ text: words.keptForLater });
        return;
      }
      const sum = `${draft.category} ${draft.type === "income" ? "+" : "−"}${moneyText(draft.amount)}`;
      showToast({
        text: `${words.recordSaved}  ${sum}`,
        tone: "good",
        action: { label: words.undo, run: () => void actions.removeNew(made).catch(() => {}) },
      });
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      const reopen = () => openEntry({ ...entry, draft, error: message });
      showToast({ text: message, tone: "bad", action: { label: words.edit, run: reopen } });
    }
  }

  return { form: { ...form, accountId }, change, error, save, accounts };
}

/** Accounts that can be chosen: those in use, and the record's own. */
function useOpenAccounts(entry: Entry) {
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.accounts(userId));
  return data.filter(({ id, archived }) => !archived || id === entry.record?.accountId);
}

function initialForm({ draft = {}, record }: Entry, today: Day, zone: string): EntryForm {
  const { lastAccountId, lastType } = getSettings();
  const from = { ...record, ...draft };
  return {
    type: from.type ?? (lastType === "income" ? "income" : "expense"),
    text: from.amount === undefined ? "" : yuanFixed(from.amount).replace(/\.00$/, ""),
    category: from.category ?? "",
    accountId: from.accountId ?? lastAccountId,
    day: draft.date === undefined ? (record?.day ?? today) : dayOfDate(draft.date, zone),
    description: from.description ?? "",
  };
}

/** The categories of a type: most used first, then those that most people need. */
export function useCategories(type: RecordType): string[] {
  const { userId } = useBook();
  const { data } = useQuery(queries.categories(userId));
  return useMemo(() => {
    const used = (data ?? []).filter((row) => row.type === type).map((row) => row.category);
    return [...new Set([...used, ...(type === "income" ? INCOME_CATEGORIES : EXPENSE_CATEGORIES)])];
  }, [data, type]);
}
