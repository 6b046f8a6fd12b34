/** Choosing many lines of a list in one move. */
import { useMemo, useRef } from "react";
import { aboveOf, type Layout, linesBetween } from "./layout.ts";
import type { RowActions } from "./record-row.tsx";
import { keyOf } from "./selection.ts";

/** The same actions, where a choice with Shift takes all from the last one on. */
export function useRanges(layout: Layout, actions: RowActions): RowActions {
  const newest = useRef(layout);
  newest.current = layout;
  const last = useRef<string>(undefined);
  return useMemo(
    () => ({
      ...actions,
      toggle(line, range) {
        const from = range && last.current ? placeOfLine(newest.current, last.current) : -1;
        const to = placeOfLine(newest.current, keyOf(line));
        last.current = keyOf(line);
        if (from < 0 || to < 0) actions.toggle(line);
        else actions.choose(linesBetween(newest.current, from, to));
      },
    }),
    [actions],
  );
}

/** Where a line stands in the list; −1 where it is not here. */
function placeOfLine(layout: Layout, key: string): number {
  for (const { lines = [], at, sums } of layout.days) {
    const row = lines.findIndex((line) => keyOf(line) === key);
    if (row >= 0) return at + 1 + aboveOf(sums) + row;
  }
  return -1;
}
