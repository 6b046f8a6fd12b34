/** The state of the entry form, and saving it once. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { saidProblems } from "../../contract/quick-problems.ts";
import { type Changed, type FormChange, useActions } from "../api/actions.ts";
import { newKey } from "../api/client.ts";
import { fenOf, type RecordDraft, type TransferDraft } from "../api/models.ts";
import { withdraw } from "../api/outbox.ts";
import * as queries from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { getSettings, rememberAccounts } from "../settings.ts";
import { showToast } from "../ui/toast.tsx";
import { useWords, type Words } from "../words/words.ts";
import { dropDraft, findDraft, isWorthKeeping, keepDraft } from "./drafts.ts";
import { beginForm, recordDraft, transferDraft } from "./entry-form.ts";
import { closeEntry, type Entry, type EntryForm, type KeptForm } from "./entry-store.ts";
import { askPlan, type Repeat } from "./repeat-store.ts";
import { heardForm, useLine } from "./use-line.ts";

const DOUBLE_TAP_MS = 400;

export function useEntry(entry: Entry) {
  const state = useEntryState(entry);
  const save = useSave(entry, state);
  const { form, change, error, accounts, line, read, onLine, restored, discard } = state;
  // What came back, and what is edited, does not come again by this form.
  const { repeat, setRepeat } = state;
  const isNew = entry.record === undefined && entry.transfer === undefined;
  const repeating = isNew && form.type !== "refund" ? { value: repeat, onChange: setRepeat } : null;
  const heard = { line: { line, read, onLine }, restored, discard };
  return { form, change, error, save, accounts, repeating, ...heard };
}

/** What the form and the line say, and what is wrong with it. */
function useEntryState(entry: Entry) {
  const accounts = useOpenAccounts(entry);
  const typed = useTyped(entry);
  const [error, setError] = useState(entry.error);
  const [repeat, setRepeat] = useState<Repeat>();
  const { kept, byHand, line } = typed;
  const base = withAccounts(kept, accounts, byHand);
  const read = useLine(line, base, byHand);
  // Made of the line each time, so that what was heard before is forgotten.
  const form = withAccounts(heardForm(base, byHand, read), accounts, byHand);
  const change = (part: Partial<EntryForm>) => {
    setError(undefined);
    typed.change(part);
  };
  const onLine = (next: string) => {
    setError(undefined);
    typed.setLine(next);
  };
  /** Begins the next one with what is alike. */
  const goOn = () => {
    setRepeat(undefined);
    typed.begin({ ...form, text: "", description: "", time: "" });
  };
  const { restored, discard } = typed;
  const own = { accounts, form, line, read, error, setError, repeat, setRepeat };
  return { ...own, change, onLine, goOn, restored, discard };
}

/** What was typed: it survives the closing of the form, and the page. */
function useTyped(entry: Entry) {
  const { userId, today, zone } = useBook();
  const begun = () => beginForm(entry, today, zone, getSettings().usedAccountIds[0]);
  const [draft] = useState(() => findDraft(userId, entry));
  const given = entry.form ?? draft?.form ?? {};
  const [restored, setRestored] = useState(draft?.at);
  const [kept, setForm] = useState<EntryForm>(() => ({ ...begun(), ...given }));
  const [byHand, setByHand] = useState<ReadonlySet<string>>(() => new Set(Object.keys(given)));
  const [line, setLine] = useState(draft?.line ?? "");
  useEffect(() => {
    const own = Object.entries(kept).filter(([name]) => byHand.has(name));
    const typed = { form: Object.fromEntries(own), line };
    if (isWorthKeeping(entry, typed)) keepDraft(userId, entry, typed);
  }, [userId, entry, kept, byHand, line]);
  const begin = (form: EntryForm) => {
    dropDraft(userId, entry);
    setRestored(undefined);
    setLine("");
    setByHand(new Set());
    setForm(form);
  };
  return {
    kept,
    byHand,
    line,
    setLine,
    begin,
    /** When it was typed, where it was before. */
    restored,
    discard: () => begin(begun()),
    change(part: Partial<EntryForm>) {
      setByHand((old) => new Set([...old, ...Object.keys(part)]));
      setForm((old) => ({ ...old, ...part }));
    },
  };
}

/** Saves once; what may well be refused stays open until the service has answered. */
function useSave(entry: Entry, state: ReturnType<typeof useEntryState>) {
  const words = useWords();
  const { userId, zone } = useBook();
  const send = useSend(entry);
  const said = useSaid(entry);
  const saving = useRef(false);
  const savedAt = useRef(0);
  const { form, read, setError, goOn, repeat } = state;

  /** Leaves the form open until it is known what came of it. */
  async function saveOpen(
    { key, kept, done }: FormChange,
    saved: (came: Changed) => void,
  ): Promise<void> {
    saving.current = true;
    try {
      const came = await done;
      if (!kept && came.waits === "network") throw new Error(words.notKept);
      saved(came);
    } catch (failure) {
      withdraw(key);
      saving.current = false;
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }

  return function save(again: boolean): void {
    // A second tap on what has just been saved and cleared is no new wish.
    const tapped = form.text === "" && Date.now() - savedAt.current < DOUBLE_TAP_MS;
    if (saving.current || tapped) return;
    const asked = Array.isArray(read)
      ? words.lineAsks(saidProblems(read, getSettings().language))
      : form.type === "transfer"
        ? transferDraft(form, entry, zone, words)
        : recordDraft(form, entry, zone, words);
    if (typeof asked === "string") {
      setError(asked);
      return;
    }
    savedAt.current = Date.now();
    const next = () => {
      // A form that is closing takes no further tap.
      saving.current = !again;
      dropDraft(userId, entry);
      if (again) goOn();
      else closeEntry();
      if (repeat && form.type !== "refund") askPlan({ unit: repeat, day: form.day, booked: asked });
    };
    rememberAccounts(
      ...("fromAccountId" in asked ? [asked.fromAccountId, asked.toAccountId] : [asked.accountId]),
    );
    const say = (came: Changed) => said(asked, came);
    const change = send(asked, form);
    if (change === undefined) next();
    else if (form.type === "transfer" || form.type === "refund" || !change.kept) {
      void saveOpen(change, (came) => {
        next();
        say(came);
      });
    } else {
      next();
      // Refused, it is listed where what waits is, and its form opens again from there.
      change.done.then(say, () => showToast({ text: words.refusedRecord, tone: "bad" }));
    }
  };
}

/**
 * The accounts that the form means where none is kept in it. One that was chosen and has been deleted or put
 * away since, on another device perhaps, is not replaced: it is to be chosen again.
 */
function withAccounts(
  form: EntryForm,
  accounts: { id: number }[],
  byHand: ReadonlySet<string>,
): EntryForm {
  const usual = byHand.has("accountId") ? 0 : (accounts[0]?.id ?? 0);
  const accountId = accounts.some(({ id }) => id === form.accountId) ? form.accountId : usual;
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

type Asked = RecordDraft | TransferDraft;

/** Sends what was asked for, once; undefined where nothing was changed. */
function useSend(entry: Entry) {
  const actions = useActions();
  // One wish has one key: what was not kept and is saved again is booked once.
  const wish = useRef<{ draft: string; key: string }>(undefined);
  const keyFor = (draft: Asked): string => {
    const text = JSON.stringify(draft);
    if (wish.current?.draft !== text) wish.current = { draft: text, key: newKey() };
    return wish.current.key;
  };

  function begin(draft: Asked, kept: KeptForm): FormChange | undefined {
    const { record, transfer } = entry;
    if (transfer) return actions.updateTransfer(transfer, draft as TransferDraft, kept);
    if (record) return actions.update(record, draft as RecordDraft, kept);
    return "fromAccountId" in draft
      ? actions.createTransfer(draft, keyFor(draft), kept)
      : actions.create(draft, keyFor(draft), kept);
  }

  return (draft: Asked, form: EntryForm): FormChange | undefined => {
    const change = begin(draft, { entry, form });
    // What is kept will be booked: the same once more is another wish.
    if (change?.kept) wish.current = undefined;
    return change;
  };
}

/** Says what came of a form, and offers to take it back. */
function useSaid(entry: Entry) {
  const words = useWords();
  return (draft: Asked, came: Changed): void => {
    if (entry.record || entry.transfer) showChanged(words, words.recordChanged, came);
    else showChanged(words, savedText(draft, words), came, words.takenBack);
  };
}

function savedText(draft: Asked, words: Words): string {
  if ("fromAccountId" in draft) return `${words.transferSaved}  ${moneyText(fenOf(draft.amount))}`;
  const sign = draft.type === "income" ? "+" : "−";
  return `${words.recordSaved}  ${categoryText(draft.category)} ${sign}${moneyText(draft.amount)}`;
}
