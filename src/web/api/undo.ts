/** Taking a change back: the history restores what was there before it, under the same ids. */
import { showError, showToast } from "../ui/toast.tsx";
import type { Words } from "../words/words.ts";
import { api } from "./client.ts";

/** Takes a change back. */
export type Undo = () => Promise<void>;

/** Restores what an act of the history changed and deleted, all or nothing. */
export async function restoreAct(id: number): Promise<void> {
  await api("POST /api/history/acts/:id/restore", { params: { id } });
}

/**
 * Says what was done, and offers to take it back where something was changed. What waits for the
 * network says so; what another device changed too is shown by itself.
 */
export function showChanged(
  words: Words,
  text: string,
  { waits, undo }: { waits?: "network" | "person" | undefined; undo?: Undo | undefined },
  takenBack: string = words.recordRestored,
): void {
  if (waits === "person") return;
  if (waits === "network") {
    showToast({ text: words.keptForLater });
    return;
  }
  const run = () => {
    showToast({ text: words.takingBack, busy: true });
    undo?.().then(() => showToast({ text: takenBack, tone: "good" }), showError);
  };
  const action = undo && { label: words.undo, run };
  showToast({ text, tone: "good", ...(action && { action }) });
}
