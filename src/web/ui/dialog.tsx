/** Every dialog and sheet of the app: Esc, a click outside and Back close the topmost one. */
import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useWords } from "../words/words.ts";
import { closeTopmost, useBackCloses } from "./layers.ts";

export function Dialog(props: ModalProps) {
  const words = useWords();
  useBackCloses(props.opened, props.onClose);
  useFocusBack(props.opened);
  return (
    <Modal
      closeButtonProps={{ "aria-label": words.close }}
      returnFocus={false}
      {...props}
      onClose={closeTopmost}
    />
  );
}

/** Comes from below. */
export function Sheet(props: DrawerProps) {
  const words = useWords();
  useBackCloses(props.opened, props.onClose);
  useFocusBack(props.opened);
  return (
    <Drawer
      position="bottom"
      closeButtonProps={{ "aria-label": words.close }}
      returnFocus={false}
      {...props}
      onClose={closeTopmost}
    />
  );
}

/**
 * Gives the focus back to what had it, whether the dialog is closed or taken away. (The library does
 * so only for a dialog that was there before it opened.) Where that is gone, the page has it.
 */
function useFocusBack(opened: boolean): void {
  const before = useRef<Element | null>(null);
  const was = useRef(false);
  // While it is drawn, the focus is still where the wish came from.
  if (opened && !was.current) before.current = document.activeElement;
  was.current = opened;
  useEffect(() => {
    if (!opened) return;
    return () => {
      const back = before.current;
      // What opens in its place, or takes the focus itself, comes first.
      setTimeout(() => {
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body) return;
        const page = document.getElementById("content");
        const target = back instanceof HTMLElement && back.isConnected ? back : page;
        target?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
