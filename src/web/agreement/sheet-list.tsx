/** The lines of a sheet, as many as there are: only those in view are drawn, later ones come on the way. */

import { useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Adjustment } from "../api/models.ts";
import { accounts } from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk, useScale, useTight } from "../base/screen.ts";
import { openEntry } from "../entry/entry-store.ts";
import { openRecord } from "../entry/open-record.ts";
import { AdjustmentForm } from "./adjustment-form.tsx";
import type { SheetLine } from "./models.ts";
import { SheetLineRow } from "./sheet-line.tsx";
import "./sheet.css";

/** How many lines before the end the next ones are asked for. */
const AHEAD = 40;

interface SheetListProps {
  accountId: number;
  lines: SheetLine[];
  hasMore: boolean;
  more: () => void;
  tick: (line: SheetLine) => void;
}

export function SheetList({ accountId, lines, hasMore, more, tick }: SheetListProps) {
  const { userId } = useBook();
  const desk = useDesk();
  const tight = useTight();
  const height = (desk ? 56 : tight ? 100 : 66) * useScale();
  const { data } = useQuery(accounts(userId));
  const byId = useMemo(() => new Map(data?.map((account) => [account.id, account])), [data]);
  const { changed, open, close } = useOpening();
  const newest = useRef(tick);
  newest.current = tick;
  const onTick = useCallback((line: SheetLine) => newest.current(line), []);
  const { list, virtual, margin } = useVirtual(lines.length, height);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wanted = hasMore && last >= lines.length - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once more lines are there
  useEffect(() => {
    if (wanted) more();
  }, [wanted, lines.length]);
  return (
    <div ref={list} className="sheet-list" style={{ height: virtual.getTotalSize() }}>
      {items.map((item) => (
        <div
          key={item.index}
          className="sheet-slot"
          data-index={item.index}
          style={{ height: item.size, transform: `translateY(${item.start - margin}px)` }}
        >
          <SheetLineRow
            line={lines[item.index] as SheetLine}
            accountId={accountId}
            accounts={byId}
            desk={desk}
            tick={onTick}
            open={open}
          />
        </div>
      ))}
      {changed && <AdjustmentForm adjustment={changed} close={close} />}
    </div>
  );
}

function useVirtual(count: number, height: number) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  // What stands above the list may grow: its place is taken again each time.
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: margin,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes follow the letters
  useLayoutEffect(() => virtual.measure(), [height]);
  return { list, virtual, margin };
}

/** A line opens what it is of, to be changed. */
function useOpening() {
  const { zone } = useBook();
  const [changed, setChanged] = useState<Adjustment>();
  const open = useCallback(
    ({ line }: SheetLine) => {
      if (line.noun === "record") void openRecord(line.record, zone);
      else if (line.noun === "transfer") openEntry({ transfer: line.transfer });
      else setChanged(line.adjustment);
    },
    [zone],
  );
  return { changed, open, close: () => setChanged(undefined) };
}
