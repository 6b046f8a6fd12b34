/** What a person can do to the book, each one wish with one outcome. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { instantAt } from "../../ledger/calendar.ts";
import { yuanFromFen } from "../../ledger/money.ts";
import { useBook } from "../base/open-book.ts";
import { changeBook } from "./change.ts";
import { type InputOf, write } from "./client.ts";
import { recordBody, transferBody } from "./edits.ts";
import {
  type BookLine,
  type BookRecord,
  type Budget,
  type BudgetDraft,
  dayOfDate,
  fenOf,
  isRefund,
  isTransfer,
  type RecordDraft,
  type Transfer,
  type TransferDraft,
  wireOfNew,
} from "./models.ts";
import { type Done, newId, type Sent, submit, withdraw } from "./outbox.ts";
import { restoreAct, type Undo } from "./undo.ts";
import type { Call, Wish } from "./wish.ts";

export function useActions() {
  const client = useQueryClient();
  const { userId, zone } = useBook();
  return useMemo(() => {
    const change: Change = (work) => changeBook(client, userId, work);
    const means: Means = {
      userId,
      zone,
      change,
      undo: (act) => () => change(() => restoreAct(act)),
    };
    return {
      change,
      /** Sends what waits for the network where it must; refused, it is as it was before. */
      send: (wish: Wish) => sendPlain(means, wish),
      ...recordActions(means),
      ...manyActions(means),
      ...transferActions(means),
      ...budgetActions(means),
      ...otherActions(means),
    };
  }, [client, userId, zone]);
}

type Change = <T>(work: () => Promise<T>) => Promise<T>;
export type RecordChange = Omit<Bulk, "action">;
type BulkBody = InputOf<"POST /api/records/bulk">["body"];
type Bulk = Omit<BulkBody, "userId" | "ids" | "transferIds" | "actId">;

/** What came of a change: that it waits, or how to take it back where something was there before. */
export interface Changed {
  waits?: Done["waits"];
  undo?: Undo | undefined;
}

/** What every group of actions is made of. */
interface Means {
  userId: number;
  zone: string;
  change: Change;
  undo: (act: number) => Undo;
}

/** Sends what has no form to go back to: refused, it is as it was before. */
async function sendPlain({ userId, undo }: Means, wish: Wish, left?: Left): Promise<Changed> {
  const { key, done } = submit(userId, wish, left ? { left } : {});
  try {
    return changed(await done, undo);
  } catch (error) {
    withdraw(key);
    throw error;
  }
}

type Left = (calls: number) => void;

function changed({ waits, act }: Done, undo: Means["undo"]): Changed {
  return { ...(waits && { waits }), ...(act !== undefined && { undo: undo(act) }) };
}

/** A change that is sent from a form: whether it is kept, and what comes of it. */
export interface FormChange extends Omit<Sent, "done"> {
  done: Promise<Changed>;
}

/** `back` deletes what was made, where something was. */
function ofForm(means: Means, { done, ...sent }: Sent, back?: (id: number) => Wish): FormChange {
  const takeBack = (id: number) => async () => void (await sendPlain(means, back?.(id) as Wish));
  return {
    ...sent,
    done: done.then((came) => ({
      ...changed(came, means.undo),
      ...(back && came.id !== undefined && { undo: takeBack(came.id) }),
    })),
  };
}

function recordActions(means: Means) {
  const { userId, zone } = means;
  /** The record as it will be, to be seen until the service has answered. */
  const expected = (draft: RecordDraft): BookRecord => ({
    ...draft,
    id: newId(),
    day: dayOfDate(draft.date, zone),
    createdAt: instantAt(Date.now()),
    updatedAt: "",
    ...(isRefund(draft) && { refund: true }),
  });
  return {
    /** Books a record once, however often the key is used. */
    create(draft: RecordDraft, key: string, form?: unknown): FormChange {
      const calls: Call[] = [{ route: "POST /api/records", body: { userId, ...wireOfNew(draft) } }];
      const record = expected(draft);
      const sent = submit(userId, { calls, patch: { added: [record] }, form }, { key });
      return ofForm(means, sent, (id) => removalOf({ ...record, id }));
    },

    /** Changes what the draft says otherwise than the record. */
    update(old: BookRecord, draft: RecordDraft, form?: unknown): FormChange | undefined {
      const wish = editOf(old, draft, zone);
      return wish && ofForm(means, submit(userId, { ...wish, form }));
    },

    /** The same, where it is changed in its row. */
    async updateInRow(old: BookRecord, draft: RecordDraft): Promise<Changed> {
      const wish = editOf(old, draft, zone);
      return wish ? await sendPlain(means, wish) : {};
    },
  };
}

function removalOf(record: BookRecord): Wish {
  const calls: Call[] = [{ route: "DELETE /api/records/:id", params: { id: record.id } }];
  return { calls, patch: { removed: [record] } };
}

/** What changes the record to what the draft says; undefined where both say the same. */
function editOf(old: BookRecord, draft: RecordDraft, zone: string): Wish | undefined {
  const body = recordBody(old, draft);
  if (body === undefined) return undefined;
  const day = dayOfDate(draft.date, zone);
  const next = { ...old, ...draft, day, date: old.day === day ? old.date : draft.date };
  return {
    calls: [{ route: "PUT /api/records/:id", params: { id: old.id }, body }],
    patch: { removed: [old], added: [next] },
  };
}

/** As many at once as the service takes. */
const LOT = 1000;

function manyActions(means: Means) {
  const { userId } = means;
  /** All of them are one act of the history. */
  const bulk = (lines: BookLine[], action: Bulk, named: "ids" | "transferIds" = "ids"): Call[] => {
    const ids = lines.map(({ id }) => id);
    return Array.from({ length: Math.ceil(ids.length / LOT) }, (_, lot) => ({
      route: "POST /api/records/bulk",
      body: { userId, [named]: ids.slice(lot * LOT, (lot + 1) * LOT), ...action },
    }));
  };
  /** Tells of how many records of all the service has answered. */
  const counting = (all: number, count?: Left): Left | undefined =>
    count && ((calls) => count(Math.max(0, all - calls * LOT)));
  return {
    /** Deletes lines; transfers with their fees. */
    remove(lines: BookLine[], count?: Left): Promise<Changed> {
      const [first] = lines as [BookLine, ...BookLine[]];
      if (lines.length === 1) {
        return sendPlain(means, isTransfer(first) ? transferRemoval(first) : removalOf(first));
      }
      const action = { action: "delete" } as const;
      const records = lines.filter((line) => !isTransfer(line));
      const calls = [
        ...bulk(records, action),
        ...bulk(lines.filter(isTransfer), action, "transferIds"),
      ];
      const wish = { calls, patch: { removed: lines } };
      return sendPlain(means, wish, counting(lines.length, count));
    },

    /** Changes the given fields of many records. */
    changeMany(records: BookRecord[], fields: RecordChange, count?: Left): Promise<Changed> {
      const { date, amount, ...rest } = fields;
      const day = date as BookRecord["day"] | undefined;
      const added = records.map((record) => ({
        ...record,
        ...(rest as Partial<BookRecord>),
        ...(amount !== undefined && { amount: fenOf(amount) }),
        day: day ?? record.day,
      }));
      const calls = bulk(records, { action: "change", ...fields });
      const patch = { removed: records, added };
      return sendPlain(means, { calls, patch }, counting(records.length, count));
    },
  };
}

function transferActions(means: Means) {
  const { userId, zone } = means;
  const expected = (draft: TransferDraft): Omit<Transfer, "id" | "createdAt" | "updatedAt"> => ({
    ...draft,
    amount: fenOf(draft.amount),
    fee: fenOf(draft.fee ?? 0),
    description: draft.description ?? "",
    day: dayOfDate(draft.date, zone),
  });
  return {
    /** Moves money between two accounts; the same key moves it once. */
    createTransfer(draft: TransferDraft, key: string, form?: unknown): FormChange {
      const { fee, description, ...rest } = draft;
      const body = {
        userId,
        ...rest,
        ...(fee !== null && { fee }),
        ...(description !== null && { description }),
      };
      const now = instantAt(Date.now());
      const transfer = { ...expected(draft), id: newId(), createdAt: now, updatedAt: "" };
      const calls: Call[] = [{ route: "POST /api/transfers", body }];
      const sent = submit(userId, { calls, patch: { added: [transfer] }, form }, { key });
      return ofForm(means, sent, (id) => transferRemoval({ ...transfer, id }));
    },

    /** Changes what the draft says otherwise than the transfer. */
    updateTransfer(old: Transfer, draft: TransferDraft, form?: unknown): FormChange | undefined {
      const body = transferBody(old, draft);
      if (body === undefined) return undefined;
      const next = { ...old, ...expected(draft) };
      const calls: Call[] = [{ route: "PUT /api/transfers/:id", params: { id: old.id }, body }];
      return ofForm(
        means,
        submit(userId, { calls, patch: { removed: [old], added: [next] }, form }),
      );
    },
  };
}

function transferRemoval(transfer: Transfer): Wish {
  const calls: Call[] = [{ route: "DELETE /api/transfers/:id", params: { id: transfer.id } }];
  return { calls, patch: { removed: [transfer] } };
}

function budgetActions(means: Means) {
  const { userId } = means;
  return {
    /** Changes the cap of a budget, or makes one, once however often the key is used. */
    saveBudget(old: Budget | undefined, budget: BudgetDraft, key: string): FormChange {
      const { category, month } = budget;
      const amount = yuanFromFen(budget.amount);
      const call: Call =
        old === undefined
          ? { route: "POST /api/budgets", body: { userId, category, amount, month } }
          : {
              route: "PUT /api/budgets/:id",
              params: { id: old.id },
              body: { amount, updatedAt: old.updatedAt },
            };
      const budgetAdded = { ...(old ?? { id: newId(), updatedAt: "" }), ...budget };
      const patch = { ...(old && { budgetRemoved: old }), budgetAdded };
      return ofForm(means, submit(userId, { calls: [call], patch }, { key }));
    },

    removeBudget(old: Budget): Promise<Changed> {
      const calls: Call[] = [{ route: "DELETE /api/budgets/:id", params: { id: old.id } }];
      return sendPlain(means, { calls, patch: { budgetRemoved: old } });
    },
  };
}

/** What needs the service at once. */
function otherActions({ userId, change, undo }: Means) {
  /** Does what changes the book at once, and returns how to take it back. */
  const undoable = async <T>(work: () => Promise<{ data: T; act: number | undefined }>) => {
    const { data, act } = await change(work);
    return { data, undo: act === undefined ? undefined : undo(act) };
  };
  return {
    undoable,

    /** Deletes an account with all that is booked on it. */
    removeAccount(id: number): Promise<Changed> {
      const query = { cascade: "true" as const };
      return undoable(() => write("DELETE /api/accounts/:id", { params: { id }, query }));
    },

    /** Runs the rules over all records; answers how many changed, whom that left behind, and the way back. */
    async applyRules() {
      const body = { userId, apply: true };
      const { data, undo: back } = await undoable(() => write("POST /api/rules/run", { body }));
      return { count: data.count, plans: data.plans ?? [], undo: back };
    },

    /** Merges an account into another; `between` agrees to delete the transfers of one to the other. */
    async mergeAccounts(from: number, into: number, between: boolean): Promise<Changed> {
      const body = { into, ...(between && { removeTransfers: true }) };
      const { undo: back } = await undoable(() =>
        write("POST /api/accounts/:id/merge", { params: { id: from }, body }),
      );
      return { undo: back };
    },

    /** Gives categories of two names the one; answers how many records changed, and the way back. */
    async renameCategories(
      renames: CategoryRenames["renames"],
      budgets: CategoryRenames["budgets"],
    ): Promise<{ count: number; undo: Undo | undefined }> {
      const body = { userId, renames, ...(budgets !== undefined && { budgets }) };
      const { data, undo: back } = await undoable(() =>
        write("POST /api/categories/rename", { body }),
      );
      return { count: data.records, undo: back };
    },
  };
}

type CategoryRenames = InputOf<"POST /api/categories/rename">["body"];
