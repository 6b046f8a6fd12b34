/** What a person can do so that the book agrees with the bank; each can be taken back. */
import { useMemo } from "react";
import { type Fen, yuanFromFen } from "../../ledger/money.ts";
import { type Changed, useActions } from "../api/actions.ts";
import { api, type InputOf, write } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";

type NewAdjustment = Omit<InputOf<"POST /api/adjustments">["body"], "userId">;
type AdjustmentChange = InputOf<"PUT /api/adjustments/:id">["body"];

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
