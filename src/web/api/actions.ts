/** What a person can do to the book, each one wish with one outcome. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { instantAt } from "../../ledger/calendar.ts";
import { useBook } from "../shell/book.ts";
import {
  type BookRecord,
  dateAgain,
  dayOfDate,
  isRefund,
  type RecordDraft,
  type TransferDraft,
  wireOf,
  wireOfNew,
} from "./book.ts";
import { changeBook, type Patch } from "./change.ts";
import { api, type InputOf, newKey, OfflineError } from "./client.ts";
import { keepForLater } from "./outbox.ts";

/** What came of a create: the new record's id, or that it waits for the network. */
export type Outcome = number | "waiting";

export function useActions() {
  const client = useQueryClient();
  const { userId, zone } = useBook();
  return useMemo(() => {
    const change = <T>(work: () => Promise<T>, patch?: Patch) =>
      changeBook(client, userId, work, patch);
    return { change, ...recordActions(userId, zone, change) };
  }, [client, userId, zone]);
}

type Change = <T>(work: () => Promise<T>, patch?: Patch) => Promise<T>;
export type RecordChange = Omit<
  InputOf<"POST /api/records/bulk">["body"],
  "userId" | "ids" | "action"
>;

function recordActions(userId: number, zone: string, change: Change) {
  /** The record as it will be, to be seen until the service has answered. */
  const expected = (draft: RecordDraft): BookRecord => ({
    ...draft,
    id: -Date.now(),
    day: dayOfDate(draft.date, zone),
    createdAt: instantAt(Date.now()),
    ...(isRefund(draft) && { refund: true }),
  });
  const post = (wire: ReturnType<typeof wireOfNew>, key: string) =>
    api("POST /api/records", { body: { userId, ...wire } }, { idempotencyKey: key });
  return {
    /** Books a record once, however often the key is used. Without a network it waits. */
    async create(draft: RecordDraft, key: string): Promise<Outcome> {
      try {
        const made = await change(() => post(wireOfNew(draft), key), { added: [expected(draft)] });
        return made.id;
      } catch (error) {
        if (!(error instanceof OfflineError)) throw error;
        keepForLater({ key, userId, draft });
        return "waiting";
      }
    },

    /** Moves money between two accounts; the same key moves it once. Answers the transfer's id. */
    async createTransfer(draft: TransferDraft, key: string): Promise<number> {
      const body = {
        userId,
        fromAccountId: draft.fromAccountId,
        toAccountId: draft.toAccountId,
        amount: draft.amount,
        date: draft.date,
        ...(draft.fee !== null && { fee: draft.fee }),
        ...(draft.description !== null && { description: draft.description }),
      };
      const made = await change(() =>
        api("POST /api/transfers", { body }, { idempotencyKey: key }),
      );
      return made.id;
    },

    async updateTransfer(id: number, draft: TransferDraft): Promise<void> {
      await change(() => api("PUT /api/transfers/:id", { params: { id }, body: draft }));
    },

    /** Takes a new transfer back, with its fee. */
    async removeNewTransfer(id: number): Promise<void> {
      await change(() => api("DELETE /api/transfers/:id", { params: { id } }));
    },

    /** Takes a new record back. */
    async removeNew(id: number): Promise<void> {
      await change(() => api("DELETE /api/records/:id", { params: { id } }));
    },

    async update(old: BookRecord, draft: RecordDraft): Promise<void> {
      const wire = wireOf(draft);
      const body = { ...wire, description: draft.description === "" ? null : draft.description };
      const day = dayOfDate(draft.date, zone);
      await change(() => api("PUT /api/records/:id", { params: { id: old.id }, body }), {
        removed: [old],
        added: [{ ...old, ...draft, day, date: old.day === day ? old.date : draft.date }],
      });
    },

    /** Deletes; answers how to take it back. */
    async remove(records: BookRecord[]): Promise<() => Promise<void>> {
      const ids = records.map((record) => record.id);
      await change(
        () =>
          ids.length === 1
            ? api("DELETE /api/records/:id", { params: { id: ids[0] as number } })
            : inLots(ids, (lot) =>
                api("POST /api/records/bulk", { body: { userId, ids: lot, action: "delete" } }),
              ),
        { removed: records },
      );
      const keys = records.map(newKey);
      return () =>
        change(
          async () => {
            const anew = new Map<number, number>();
            for (const [index, record] of inOrderOfMaking(records).entries()) {
              const draft = {
                ...record,
                date: dateAgain(record, zone),
                ...refundAgain(record, anew),
              };
              anew.set(record.id, (await post(wireOf(draft), keys[index] as string)).id);
            }
          },
          { added: records },
        );
    },

    /** Changes the given fields of many records. */
    async changeMany(records: BookRecord[], fields: RecordChange): Promise<void> {
      const { date, ...rest } = fields;
      const day = date as BookRecord["day"] | undefined;
      const added = records.map((record) => ({
        ...record,
        ...(rest as Partial<BookRecord>),
        day: day ?? record.day,
      }));
      const ids = records.map((record) => record.id);
      await change(
        () =>
          inLots(ids, (lot) =>
            api("POST /api/records/bulk", {
              body: { userId, ids: lot, action: "change", ...fields },
            }),
          ),
        { removed: records, added },
      );
    },
  };
}

/** Oldest first, so that the order of creation is as it was; refunds after what they give back. */
function inOrderOfMaking(records: BookRecord[]): BookRecord[] {
  return [...records].reverse().sort((a, b) => Number(a.refund ?? 0) - Number(b.refund ?? 0));
}

/** An expense that came back has a number anew. */
function refundAgain({ refundOf }: BookRecord, anew: Map<number, number>) {
  return refundOf === undefined ? {} : { refundOf: anew.get(refundOf) ?? refundOf };
}

/** As many at once as the service takes. */
async function inLots(ids: number[], send: (lot: number[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += 1000) await send(ids.slice(start, start + 1000));
}
