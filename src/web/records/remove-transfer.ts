import { yuanFromFen } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import { dateAgain, type Transfer } from "../api/book.ts";
import { api } from "../api/client.ts";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";

/** Deletes a transfer with its fee, and offers to take it back. */
export function useRemoveTransfer(): (transfer: Transfer) => Promise<void> {
  const words = useWords();
  const { userId, zone } = useBook();
  const { change } = useActions();
  return async (transfer) => {
    const { id, fromAccountId, toAccountId, amount, fee, description } = transfer;
    const body = {
      userId,
      fromAccountId,
      toAccountId,
      amount: yuanFromFen(amount),
      ...(fee > 0 && { fee: yuanFromFen(fee) }),
      ...(description !== "" && { description }),
      date: dateAgain(transfer, zone),
    };
    const undo = () => change(() => api("POST /api/transfers", { body })).catch(showError);
    try {
      await change(() => api("DELETE /api/transfers/:id", { params: { id } }));
      const action = { label: words.undo, run: () => void undo() };
      showToast({ text: words.transferRemoved, action });
    } catch (error) {
      showError(error);
    }
  };
}
