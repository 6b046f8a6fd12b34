/** One short message at a time, with at most one way on. Said to screen readers too. */
import { Button, CloseButton } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useWords } from "./words/words.ts";

export interface Toast {
  text: string;
  tone?: "good" | "bad";
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 6000;
let shown: (Toast & { id: number }) | undefined;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function showToast(toast: Toast): void {
  count += 1;
  set({ ...toast, id: count });
  clearTimeout(timer);
  timer = setTimeout(hideToast, toast.tone === "bad" ? SHOWN_MS * 2 : SHOWN_MS);
}

/** An error in its own words. */
export function showError(error: unknown): void {
  showToast({ text: error instanceof Error ? error.message : String(error), tone: "bad" });
}

export function hideToast(): void {
  set(undefined);
}

function set(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function Toasts() {
  const words = useWords();
  const toast = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toast && (
        <div key={toast.id} className="toast" data-tone={toast.tone}>
          <span>{toast.text}</span>
          {toast.action && (
            <Button
              variant="subtle"
              size="sm"
              onClick={() => {
                hideToast();
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <CloseButton aria-label={words.close} onClick={hideToast} />
        </div>
      )}
    </div>
  );
}
