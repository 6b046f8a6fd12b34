/** What a person can do so that the book agrees with the bank; each can be taken back. */
import { useMemo } from "react";
import { type Fen, yuanFromFen } from "../../ledger/money.ts";
import { type Changed, useActions } from "../api/actions.ts";
import { api, type InputOf, write } from "../api/client.ts";
import { recordBody, transferBody, transferFields } from "../api/edits.ts";
import { recordOf, type TransferDraft, transferOf } from "../api/models.ts";
import { useBook } from "../base/open-book.ts";

import type { Suspect } from "./models.ts";

type NewAdjustment = Omit<InputOf<"POST /api/adjustments">["body"], "userId">;
type AdjustmentChange = InputOf<"PUT /api/adjustments/:id">["body"];

type NewPoint = InputOf<"POST /api/accounts/:id/checkpoints">["body"];
type PointChange = InputOf<"PUT /api/checkpoints/:id">["body"];

export function useAdjusting() {
  const { userId } = useBook();
  const { change, undoable } = useActions();
  return useMemo(
    () => ({
      /** Books an adjustment, once however often the key is used. */
      async adjust(draft: NewAdjustment, key: string): Promise<Changed> {
        const body = { userId, ...draft };
        const { id } = await change(() =>
          api("POST /api/adjustments", { body }, { idempotencyKey: key }),
        );
        const remove = () => api("DELETE /api/adjustments/:id", { params: { id } });
        return { undo: async () => void (await change(remove)) };
      },

      changeAdjustment(id: number, body: AdjustmentChange): Promise<Changed> {
        return undoable(() => write("PUT /api/adjustments/:id", { params: { id }, body }));
      },

      removeAdjustment(id: number): Promise<Changed> {
        return undoable(() => write("DELETE /api/adjustments/:id", { params: { id } }));
      },

      /** Moves the opening balance, so that the account holds this now. */
      setBalance(id: number, balance: Fen): Promise<Changed> {
        const body = { balance: yuanFromFen(balance) };
        return undoable(() => write("PUT /api/accounts/:id", { params: { id }, body }));
      },
    }),
    [userId, change, undoable],
  );
}

export function usePointing() {
  const { change, undoable } = useActions();
  return useMemo(() => {
    const remove = (id: number) => write("DELETE /api/checkpoints/:id", { params: { id } });
    return {
      /** Keeps what the bank states; the same key keeps it once. */
      async addPoint(accountId: number, body: NewPoint, key: string): Promise<Changed> {
        const input = { params: { id: accountId }, body };
        const { id } = await change(() =>
          api("POST /api/accounts/:id/checkpoints", input, { idempotencyKey: key }),
        );
        return { undo: async () => void (await change(() => remove(id))) };
      },

      changePoint(id: number, body: PointChange): Promise<Changed> {
        return undoable(() => write("PUT /api/checkpoints/:id", { params: { id }, body }));
      },

      removePoint(id: number): Promise<Changed> {
        return undoable(() => remove(id));
      },
    };
  }, [change, undoable]);
}

/** What mends a difference at once. */
export function useMending() {
  const { zone } = useBook();
  const { change, undoable } = useActions();
  return useMemo(
    () => ({
      /** Puts back what an entry of the history keeps. */
      async restore(suspect: Suspect): Promise<Changed> {
        const { historyId = 0, reason } = suspect;
        const before = reason === "deleted" ? undefined : await rememberLine(suspect, zone);
        const { data: restored, undo } = await undoable(() =>
          write("POST /api/history/:id/restore", { params: { id: historyId } }),
        );
        if (undo !== undefined) return { undo };
        const back = reason === "deleted" ? removalOf(restored) : await before?.();
        return { undo: back && (async () => void (await change(back))) };
      },

      removeLine({ recordId, transferId, adjustmentId }: Suspect): Promise<Changed> {
        const id = (recordId ?? transferId ?? adjustmentId) as number;
        const params = { id };
        return undoable<unknown>(() => {
          if (recordId !== undefined) return write("DELETE /api/records/:id", { params });
          if (transferId !== undefined) return write("DELETE /api/transfers/:id", { params });
          return write("DELETE /api/adjustments/:id", { params });
        });
      },
    }),
    [zone, change, undoable],
  );
}

type WayBack = () => Promise<unknown>;

/** What had been deleted and was put back goes again. */
function removalOf({ noun, id }: { noun: string; id: number }): WayBack | undefined {
  const params = { id };
  if (noun === "record") return () => api("DELETE /api/records/:id", { params });
  if (noun === "transfer") return () => api("DELETE /api/transfers/:id", { params });
  if (noun === "adjustment") return () => api("DELETE /api/adjustments/:id", { params });
  return undefined;
}

/**
 * Reads a line as it is; answers what reads it again once it is restored, and then makes it so again. Of
 * records and transfers the history does not keep what a restore changed. What somebody has changed since then is refused.
 */
async function rememberLine(
  { recordId, transferId }: Suspect,
  zone: string,
): Promise<(() => Promise<WayBack | undefined>) | undefined> {
  if (recordId !== undefined) {
    const params = { id: recordId };
    const read = async () => recordOf(await api("GET /api/records/:id", { params }), zone);
    const before = await read();
    return async () => {
      const body = recordBody(await read(), before);
      return body && (() => api("PUT /api/records/:id", { params, body }));
    };
  }
  if (transferId === undefined) return undefined;
  const params = { id: transferId };
  const read = async () => transferOf(await api("GET /api/transfers/:id", { params }), zone);
  const before = transferFields(await read()) as unknown as TransferDraft;
  return async () => {
    const body = transferBody(await read(), before);
    return body && (() => api("PUT /api/transfers/:id", { params, body }));
  };
}
