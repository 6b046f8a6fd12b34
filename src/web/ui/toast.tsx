/** One short message at a time, with at most one way on. Said to screen readers too. */
import { Button, CloseButton, Loader } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { makeStore } from "../store.ts";
import { useWords } from "../words/words.ts";

export interface Toast {
  text: string;
  tone?: "good" | "bad";
  /** Something still goes on: shown until the next one. */
  busy?: boolean;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 6000;
const shown = makeStore<(Toast & { id: number }) | undefined>(undefined);
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showToast(toast: Toast): void {
  count += 1;
  shown.set({ ...toast, id: count });
  clearTimeout(timer);
  if (!toast.busy) timer = setTimeout(hideToast, toast.tone === "bad" ? SHOWN_MS * 2 : SHOWN_MS);
}

/** An error in its own words. */
export function showError(error: unknown): void {
  showToast({ text: error instanceof Error ? error.message : String(error), tone: "bad" });
}

export function hideToast(): void {
  shown.set(undefined);
}

export function Toasts() {
  const words = useWords();
  const toast = shown.use();
  const box = useRef<HTMLDivElement>(null);
  // As much room is left for it elsewhere, so that it covers nothing that can be pressed.
  useLayoutEffect(() => {
    const height = toast && box.current ? box.current.offsetHeight + 12 : 0;
    document.documentElement.style.setProperty("--toast", `${height}px`);
  }, [toast]);
  return (
    <div ref={box} className="toasts" role="status" aria-live="polite">
      {toast && (
        <div key={toast.id} className="toast" data-tone={toast.tone}>
          {toast.busy && <Loader size={18} color="currentColor" aria-hidden="true" />}
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
