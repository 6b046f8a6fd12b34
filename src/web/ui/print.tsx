/** A list on paper, whole: on the screen is only the part of it that is in view. */
import { ActionIcon } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useWords } from "../words/words.ts";
import { showError } from "./toast.tsx";
import "./print.css";

interface PrintProps<Found> {
  /** Reads all of it. */
  read: () => Promise<Found>;
  paper: (found: Found) => ReactNode;
}

/** Prints by the button, or by the keys that the browser has for it. */
export function Print<Found>({ read, paper }: PrintProps<Found>) {
  const words = useWords();
  const { found, print } = usePrint(read);
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        className="desk-only"
        aria-label={words.print}
        title={words.print}
        aria-keyshortcuts="Control+P"
        onClick={print}
      >
        <IconPrinter size={20} stroke={1.7} />
      </ActionIcon>
      {found !== undefined &&
        createPortal(<section className="paper">{paper(found)}</section>, document.body)}
    </>
  );
}

/** Reads the whole list before the browser prints, since that waits for nothing. */
function usePrint<Found>(read: () => Promise<Found>) {
  const [found, setFound] = useState<Found>();
  const print = async () => {
    try {
      const all = await read();
      flushSync(() => setFound(() => all));
      window.print();
      setFound(undefined);
    } catch (error) {
      showError(error);
    }
  };
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return { found, print };
}
