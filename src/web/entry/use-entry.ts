/** The state of the entry form, and saving it once. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { type Fen, yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import { dayOfDate, type RecordDraft, type RecordType } from "../api/book.ts";
import { newKey } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { moneyText } from "../money.ts";
import { changeSettings, getSettings } from "../settings.ts";
import { useBook } from "../shell/book.ts";
import { showToast } from "../toast.tsx";
import { useWords, type Words } from "../words/words.ts";
import { evaluate } from "./arithmetic.ts";
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "./categories.tsx";
import { closeEntry, type Entry, openEntry } from "./entry-store.ts";

export interface EntryForm {
  type: RecordType | "transfer";
  /** The amount as typed: a number or a sum. */
  text: string;
  category: string;
  accountId: number;
  day: Day;
  description: string;
  /** Of a transfer: where it goes, and what it costs. */
  toAccountId: number;
  fee: string;
}

/** What a transfer is made from. */
interface TransferDraft {
  fromAccountId: number;
  toAccountId: number;
  amount: number;
  fee: number | null;
  description: string | null;
  date: string;
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
  const toAccountId = form.toAccountId || (accounts.find(({ id }) => id !== accountId)?.id ?? 0);
  const change = (part: Partial<EntryForm>) => {
    setError(undefined);
    setForm((old) => ({ ...old, ...part }));
  };

  function draftOf(): RecordDraft | string {
    const amount = evaluate(form.text);
    if (accountId === 0) return words.accountMissing;
    if (amount === undefined) return words.amountWrong;
    if (form.category.trim() === "") return words.categoryMissing;
    const { category, description, day } = form;
    const type = form.type as RecordType;
    const refundOf = entry.draft?.refundOf;
    const kept = entry.record;
    const date = kept !== undefined && kept.day === day ? kept.date : day;
    const draft = { accountId, type, amount, category, description: description.trim(), date };
    return refundOf === undefined ? draft : { ...draft, refundOf };
  }

  function transferOf(): TransferDraft | string {
    const amount = evaluate(form.text);
    const fee = form.fee.trim() === "" ? null : evaluate(form.fee);
    if (amount === undefined || fee === undefined) return words.amountWrong;
    if (toAccountId === 0 || toAccountId === accountId) return words.sameAccount;
    const description = form.description.trim();
    return {
      fromAccountId: accountId,
      toAccountId,
      amount: yuanFromFen(amount),
      fee: fee === null ? null : yuanFromFen(fee),
      description: description === "" ? null : description,
      date: entry.transfer?.day === form.day ? entry.transfer.date : form.day,
    };
  }

  function saveTransfer(): void {
    const draft = transferOf();
    if (typeof draft === "string") {
      setError(draft);
      return;
    }
    saving.current = true;
    const text = JSON.stringify(draft);
    if (wish.current?.draft !== text) wish.current = { draft: text, key: newKey() };
    actions.saveTransfer(entry.transfer?.id, draft, wish.current.key).then(
      () => {
        closeEntry();
        showToast({ text: words.transferSaved, tone: "good" });
      },
      (failure: Error) => {
        saving.current = false;
        setError(failure.message);
      },
    );
  }

  function save(again: boolean): void {
    // A second tap on what has just been saved and cleared is no new wish.
    if (saving.current || (form.text === "" && Date.now() - savedAt.current < DOUBLE_TAP_MS))
      return;
    if (form.type === "transfer") {
      saveTransfer();
      return;
    }
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

  return { form: { ...form, accountId, toAccountId }, change, error, save, accounts };
}

/** Accounts that can be chosen: those in use, and the record's or the transfer's own. */
function useOpenAccounts(entry: Entry) {
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.accounts(userId));
  const { record, transfer } = entry;
  const own = [record?.accountId, transfer?.fromAccountId, transfer?.toAccountId];
  return data.filter(({ id, archived }) => !archived || own.includes(id));
}

function initialForm(entry: Entry, today: Day, zone: string): EntryForm {
  const { draft = {}, record, transfer } = entry;
  const { lastAccountId, lastType } = getSettings();
  const none = { toAccountId: 0, fee: "" };
  if (transfer) {
    return {
      type: "transfer",
      text: plainAmount(transfer.amount),
      fee: transfer.fee === 0 ? "" : plainAmount(transfer.fee),
      category: "",
      accountId: transfer.fromAccountId,
      toAccountId: transfer.toAccountId,
      day: transfer.day,
      description: transfer.description,
    };
  }
  const from = { ...record, ...draft };
  return {
    ...none,
    type: entry.kind ?? from.type ?? (lastType === "income" ? "income" : "expense"),
    text: from.amount === undefined ? "" : plainAmount(from.amount),
    category: from.category ?? "",
    accountId: from.accountId ?? lastAccountId,
    day: draft.date === undefined ? (record?.day ?? today) : dayOfDate(draft.date, zone),
    description: from.description ?? "",
  };
}

function plainAmount(amount: Fen): string {
  return yuanFixed(amount).replace(/\.00$/, "");
}

/** What the type switch offers: an edited record stays a record, a refund stays a refund. */
export function typesOf(entry: Entry, words: Words): { value: EntryForm["type"]; label: string }[] {
  if (entry.transfer) return [{ value: "transfer", label: words.transfer }];
  if (entry.draft?.refundOf !== undefined) {
    return [{ value: "income", label: words.refundOf(entry.draft.category ?? "") }];
  }
  const types: { value: EntryForm["type"]; label: string }[] = [
    { value: "expense", label: words.expense },
    { value: "income", label: words.income },
  ];
  if (!entry.record) types.push({ value: "transfer", label: words.transfer });
  return types;
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
