/** The list by the keyboard: up and down, and what can be done with the row that has the focus. */
import type { KeyboardEvent, RefObject } from "react";
import { wordTable } from "../../ledger/word-table.ts";
import type { BookLine } from "../api/models.ts";
import { actsOf, type LineAct } from "../entry/line-actions.ts";
import { type Layout, lineAt, placeAt } from "./layout.ts";
import type { RowActions } from "./record-row.tsx";
import { canBeChosen } from "./selection.ts";

/** As the keys are called in the menu. */
export const ACT_KEYS: Record<LineAct, string> = { again: "R", refund: "T", remove: "Del" };

const ACTS = wordTable<LineAct>({
  r: "again",
  t: "refund",
  Delete: "remove",
  Backspace: "remove",
});

interface RowKeys {
  layout: Layout;
  list: RefObject<HTMLDivElement | null>;
  actions: RowActions;
  scrollTo: (index: number) => void;
}

/** The place in the list that an event came from; −1 where it came from none. */
export function indexOf(target: EventTarget): number {
  const slot = (target as HTMLElement).closest<HTMLElement>("[data-index]");
  return Number(slot?.dataset.index ?? -1);
}

export function useRowKeys({ layout, list, actions, scrollTo }: RowKeys) {
  /** Up and down go from record to record, over the headings. */
  const move = (from: number, by: 1 | -1): BookLine | undefined => {
    let index = from + by;
    while (index >= 0 && index < layout.length && placeAt(layout, index).row < 0) index += by;
    if (index < 0 || index >= layout.length) return undefined;
    scrollTo(index);
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-index="${index}"] .record-main`)
        ?.focus({ preventScroll: true }),
    );
    return lineAt(layout, index);
  };
  return (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== "checkbox") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = indexOf(event.target);
    const line = lineAt(layout, from);
    const act = ACTS[event.key];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = move(from, event.key === "ArrowDown" ? 1 : -1);
      // With Shift they are chosen on the way.
      if (event.shiftKey) actions.choose([line, next].filter((one) => one !== undefined));
    } else if (line && event.key === "x" && canBeChosen(line)) actions.toggle(line);
    else if (line && act && actsOf(line).includes(act)) actions[act](line);
    else return;
    event.preventDefault();
  };
}
