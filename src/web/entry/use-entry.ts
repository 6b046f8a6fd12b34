/** The state of the entry form, and saving it once. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useActions } from "../api/actions.ts";
import { fenOf, type RecordDraft, type RecordType, type TransferDraft } from "../api/book.ts";
import { newKey } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { moneyText } from "../money.ts";
import { changeSettings, getSettings } from "../settings.ts";
import { useBook } from "../shell/book.ts";
import { showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "./categories.tsx";
import { beginForm, type EntryForm, recordDraft, transferDraft } from "./entry-form.ts";
import { closeEntry, type Entry, openEntry } from "./entry-store.ts";

const DOUBLE_TAP_MS = 400;

export function useEntry(entry: Entry) {
  const { today, zone } = useBook();
  const words = useWords();
  const send = useSend(entry);
  const accounts = useOpenAccounts(entry);
  const [kept, setForm] = useState<EntryForm>(() =>
    beginForm(entry, today, zone, getSettings().lastAccountId),
  );
  const [error, setError] = useState(entry.error);
  const saving = useRef(false);
  const savedAt = useRef(0);
  const form = withAccounts(kept, accounts);
  const change = (part: Partial<EntryForm>) => {
    setError(undefined);
    setForm((old) => ({ ...old, ...part }));
  };

  /** What the service may well refuse stays open until it has answered. */
  async function saveOpen(work: () => Promise<void>, saved: () => void): Promise<void> {
    saving.current = true;
    try {
      await work();
      saved();
    } catch (failure) {
      saving.current = false;
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }

  function save(again: boolean): void {
    // A second tap on what has just been saved and cleared is no new wish.
    const tapped = form.text === "" && Date.now() - savedAt.current < DOUBLE_TAP_MS;
    if (saving.current || tapped) return;
    const asked =
      form.type === "transfer"
        ? transferDraft(form, entry, words)
        : recordDraft(form, entry, words);
    if (typeof asked === "string") {
      setError(asked);
      return;
    }
    savedAt.current = Date.now();
    const next = () => {
      // A form that is closing takes no further tap.
      saving.current = !again;
      if (again) setForm({ ...form, text: "", description: "" });
      else closeEntry();
    };
    if ("fromAccountId" in asked) void saveOpen(() => send.transfer(asked), next);
    else {
      changeSettings({ lastAccountId: asked.accountId });
      saveRecord(asked, next);
    }
  }

  function saveRecord(draft: RecordDraft, next: () => void): void {
    if (form.type === "refund") {
      void saveOpen(() => send.record(draft), next);
      return;
    }
    next();
    void send.recordLater(draft);
  }

  return { form, change, error, save, accounts };
}

/** The accounts that the form means where none, or one that cannot be chosen, is kept in it. */
function withAccounts(form: EntryForm, accounts: { id: number }[]): EntryForm {
  const accountId = accounts.some(({ id }) => id === form.accountId)
    ? form.accountId
    : (accounts[0]?.id ?? 0);
  const toAccountId = form.toAccountId || (accounts.find(({ id }) => id !== accountId)?.id ?? 0);
  return { ...form, accountId, toAccountId };
}

/** Accounts that can be chosen: those in use, and the record's or the transfer's own. */
function useOpenAccounts(entry: Entry) {
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.accounts(userId));
  const { record, transfer } = entry;
  const own = [record?.accountId, transfer?.fromAccountId, transfer?.toAccountId];
  return data.filter(({ id, archived }) => !archived || own.includes(id));
}

/** Sends what was asked for, once, and says what came of it. */
function useSend(entry: Entry) {
  const words = useWords();
  const actions = useActions();
  // One wish has one key: the same draft tapped twice is booked once.
  const wish = useRef<{ draft: string; key: string }>(undefined);
  const keyFor = (draft: RecordDraft | TransferDraft): string => {
    const text = JSON.stringify(draft);
    if (wish.current?.draft !== text) wish.current = { draft: text, key: newKey() };
    return wish.current.key;
  };

  async function transfer(draft: TransferDraft): Promise<void> {
    if (entry.transfer !== undefined) {
      await actions.updateTransfer(entry.transfer.id, draft);
      showToast({ text: words.recordChanged, tone: "good" });
      return;
    }
    const made = await actions.createTransfer(draft, keyFor(draft));
    wish.current = undefined;
    showToast({
      text: `${words.transferSaved}  ${moneyText(fenOf(draft.amount))}`,
      tone: "good",
      action: {
        label: words.undo,
        run: () => void actions.removeNewTransfer(made).catch(() => {}),
      },
    });
  }

  async function record(draft: RecordDraft): Promise<void> {
    if (entry.record !== undefined) {
      await actions.update(entry.record, draft);
      showToast({ text: words.recordChanged, tone: "good" });
      return;
    }
    const made = await actions.create(draft, keyFor(draft));
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
  }

  /** The form is closed already; a refusal is said, and leads back to it. */
  async function recordLater(draft: RecordDraft): Promise<void> {
    try {
      await record(draft);
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      const reopen = () => openEntry({ ...entry, draft, error: message });
      showToast({ text: message, tone: "bad", action: { label: words.edit, run: reopen } });
    }
  }

  return { transfer, record, recordLater };
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
