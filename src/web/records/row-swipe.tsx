/** A row that a finger draws to the left, to show what can be done with it. One is open at a time. */
import { IconCopyPlus, IconReceiptRefund, IconTrash } from "@tabler/icons-react";
import {
  type CSSProperties,
  type ReactNode,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import type { BookLine } from "../api/models.ts";
import { actsOf, type LineAct, useLineActs } from "../entry/line-actions.ts";
import { makeStore } from "../store.ts";
import { useWords, type Words } from "../words/words.ts";
import { keyOf } from "./selection.ts";
import "./row-swipe.css";

const open = makeStore<string | undefined>(undefined);

/** Width of a button, in letters' widths. */
const BUTTON_REM = 4.5;
/** A finger that has moved less than this has tapped. */
export const TAP_PX = 10;

interface RowSwipeProps {
  line: BookLine;
  /** Whether it can be drawn: not while rows are being chosen. */
  still?: boolean | undefined;
  children: ReactNode;
}

export function RowSwipe({ line, still, children }: RowSwipeProps) {
  const acts = actsOf(line);
  const key = keyOf(line);
  const isOpen = open.use() === key;
  const box = useRef<HTMLDivElement>(null);
  const { drawn, handlers } = useDraw(box, key, isOpen, acts.length);
  const shown = (isOpen || drawn) && !still && acts.length > 0;
  useClosing(box, isOpen);
  const style = { "--acts": `${acts.length * BUTTON_REM}rem` } as CSSProperties;
  return (
    <div
      ref={box}
      className="row-swipe"
      data-open={isOpen || undefined}
      data-drawn={drawn || undefined}
      style={style}
      {...(still || acts.length === 0 ? {} : handlers)}
    >
      {children}
      {shown && <Acts line={line} acts={acts} />}
    </div>
  );
}

function Acts({ line, acts }: { line: BookLine; acts: LineAct[] }) {
  const words = useWords();
  const act = useLineActs();
  return (
    <div className="row-acts">
      {acts.map((name) => {
        const Icon = ICONS[name];
        return (
          <button
            key={name}
            type="button"
            data-act={name}
            onClick={() => {
              open.set(undefined);
              act[name](line);
            }}
          >
            <Icon size={20} stroke={1.7} aria-hidden="true" />
            {actName(name, words)}
          </button>
        );
      })}
    </div>
  );
}

export const ICONS = { again: IconCopyPlus, refund: IconReceiptRefund, remove: IconTrash };

export function actName(act: LineAct, words: Words): string {
  return { again: words.saveAndNew, refund: words.refund, remove: words.remove }[act];
}

/** Follows the finger; lets go, the row stays open or goes back, whichever is nearer. */
function useDraw(
  box: React.RefObject<HTMLDivElement | null>,
  key: string,
  isOpen: boolean,
  count: number,
) {
  const [drawn, setDrawn] = useState(false);
  const from = useRef<{ x: number; y: number; base: number; across?: boolean; at: number }>(
    undefined,
  );
  const moved = useRef(false);
  const widthPx = () =>
    count * BUTTON_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const end = () => {
    const start = from.current;
    from.current = undefined;
    if (!start?.across) return;
    box.current?.style.removeProperty("--drawn");
    setDrawn(false);
    open.set(start.at < -widthPx() / 2 ? key : undefined);
  };
  const handlers = {
    onTouchStart(event: TouchEvent) {
      const touch = event.touches[0];
      moved.current = false;
      if (touch === undefined || event.touches.length > 1) return;
      if ((event.target as Element).closest(".row-acts")) return;
      const base = isOpen ? -widthPx() : 0;
      from.current = { x: touch.clientX, y: touch.clientY, base, at: base };
    },
    onTouchMove(event: TouchEvent) {
      const start = from.current;
      const touch = event.touches[0];
      if (start === undefined || touch === undefined) return;
      const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
      if (start.across === undefined) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) < TAP_PX) return;
        start.across = Math.abs(dx) > Math.abs(dy);
        if (start.across) setDrawn(true);
      }
      if (!start.across) return;
      moved.current = true;
      start.at = Math.min(0, Math.max(-widthPx(), start.base + dx));
      box.current?.style.setProperty("--drawn", `${start.at}px`);
    },
    onTouchEnd: end,
    onTouchCancel: end,
    /** A finger that has drawn the row, or taps on an open one, opens no record. */
    onClickCapture(event: React.MouseEvent) {
      if ((event.target as Element).closest(".row-acts")) return;
      if (!moved.current && !isOpen) return;
      event.stopPropagation();
      event.preventDefault();
      if (!moved.current) open.set(undefined);
      moved.current = false;
    },
  };
  return { drawn, handlers };
}

/** A touch elsewhere, scrolling and Esc close the row. */
function useClosing(box: React.RefObject<HTMLDivElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event.type === "pointerdown" && box.current?.contains(event.target as Node)) return;
      open.set(undefined);
    };
    const kinds = ["pointerdown", "scroll", "keydown"];
    for (const kind of kinds) addEventListener(kind, close);
    return () => {
      for (const kind of kinds) removeEventListener(kind, close);
    };
  }, [box, isOpen]);
}
