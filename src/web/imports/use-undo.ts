/** The undo of an import, as its page offers it. */
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { showError, showToast } from "../ui/toast.tsx";
import { useImportWords } from "../words/imports.ts";

export function useUndo(id: number) {
  const words = useImportWords();
  const { change } = useActions();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await change(() => api("DELETE /api/imports/:id", { params: { id } }));
      showToast({ text: words.importUndone, tone: "good" });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, undo };
}
