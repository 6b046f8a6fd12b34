import type { useActions } from "../api/actions.ts";
import type { BookRecord } from "../api/book.ts";
import { showError, showToast } from "../toast.tsx";
import type { Words } from "../words/words.ts";

type Remove = ReturnType<typeof useActions>["remove"];

/** Deletes, and offers to take it back. */
export async function removeWithUndo(
  records: BookRecord[],
  remove: Remove,
  words: Words,
): Promise<void> {
  try {
    const undo = await remove(records);
    showToast({
      text: words.recordsRemoved(records.length),
      action: {
        label: words.undo,
        run: () => undo().then(() => showToast({ text: words.recordRestored }), showError),
      },
    });
  } catch (error) {
    showError(error);
  }
}
