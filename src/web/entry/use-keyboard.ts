/** A keyboard and the clipboard beside the keypad: a narrow window of a computer has both. */
import { useEffect, useRef } from "react";
import { plainText } from "../../ledger/plain-text.ts";
import { keypadKey } from "../base/keypad.ts";

/** Types digits and signs, and pastes a whole amount, while no field of text has the focus. */
export function useKeyboard(onKey: (key: string) => void, onPaste: (text: string) => void): void {
  const latest = useRef({ onKey, onPaste });
  latest.current = { onKey, onPaste };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keypadKey(event.key);
      if (key === undefined || isTyping(event.target) || hasModifier(event)) return;
      event.preventDefault();
      latest.current.onKey(key);
    };
    const onPasted = (event: ClipboardEvent) => {
      const text = plainText(event.clipboardData?.getData("text") ?? "").trim();
      if (isTyping(event.target) || !/\d/.test(text) || text.length > 40) return;
      event.preventDefault();
      latest.current.onPaste(text);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("paste", onPasted);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("paste", onPasted);
    };
  }, []);
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Radio buttons take no text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]");
  return field !== null && !(field instanceof HTMLInputElement && field.type === "radio");
}
