/** What is chosen in a list, and what can be done with its rows. */
import { useMemo, useState } from "react";
import { isTransfer } from "../api/models.ts";
import { useBook } from "../base/open-book.ts";
import { openEntry } from "../entry/entry-store.ts";
import { useLineActs } from "../entry/line-actions.ts";
import { openRecord } from "../entry/open-record.ts";
import type { RowActions } from "./record-row.tsx";
import { NOTHING, type Selection, toggled, withLines } from "./selection.ts";

export function useSelection() {
  const [choosing, setChoosing] = useState(false);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const { zone } = useBook();
  const acts = useLineActs();
  const actions = useMemo(
    (): RowActions => ({
      ...acts,
      open: (line) =>
        isTransfer(line) ? openEntry({ transfer: line }) : void openRecord(line, zone),
      toggle: (line) => setSelection((old) => toggled(old, line)),
      choose(lines) {
        setChoosing(true);
        setSelection((old) => withLines(old, lines));
      },
    }),
    [acts, zone],
  );
  return {
    choosing,
    selection,
    setSelection,
    actions,
    /** Begins or ends the choosing; nothing is chosen then. */
    setChoosing(next: boolean) {
      setChoosing(next);
      setSelection(NOTHING);
    },
  };
}
