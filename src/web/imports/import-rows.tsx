/** The rows of a preview, by what is to become of them: as many as the file has, in one list. */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type * as queries from "../api/queries.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { Card } from "../parts/page.tsx";
import { useWords } from "../words/words.ts";
import type { Decisions, ImportDetail } from "./detail.ts";
import { ImportRowLine } from "./import-row.tsx";
import { useImportRows } from "./use-rows.ts";

interface ImportRowsProps {
  detail: ImportDetail;
  decide: (body: Decisions) => Promise<unknown>;
}

export function ImportRows({ detail, decide }: ImportRowsProps) {
  const words = useWords();
  const [fate, setFate] = useState<queries.Fate>();
  const counts = new Map<string, number>();
  for (const { fate: of, count } of detail.fates) counts.set(of, (counts.get(of) ?? 0) + count);
  const shown = fate === undefined ? detail.rowCount : (counts.get(fate) ?? 0);
  return (
    <Card title={words.importRows} className="import-rows">
      <fieldset className="filter-chips" aria-label={words.filters}>
        <FateChip
          name={words.all}
          count={detail.rowCount}
          on={fate === undefined}
          set={() => setFate(undefined)}
        />
        {[...counts].map(([of, count]) => (
          <FateChip
            key={of}
            name={words.fates[of] ?? of}
            count={count}
            on={fate === of}
            set={() => setFate(of as queries.Fate)}
          />
        ))}
      </fieldset>
      <RowList key={fate} importId={detail.id} fate={fate} count={shown} decide={decide} />
    </Card>
  );
}

interface FateChipProps {
  name: string;
  count: number;
  on: boolean;
  set: () => void;
}

function FateChip({ name, count, on, set }: FateChipProps) {
  return (
    <button type="button" className="filter-chip" aria-pressed={on} onClick={set}>
      {name} {count.toLocaleString("en-US")}
    </button>
  );
}

interface RowListProps extends Pick<ImportRowsProps, "decide"> {
  importId: number;
  fate: queries.Fate | undefined;
  count: number;
}

/** What is in view, and a little around it. */
function RowList({ importId, fate, count, decide }: RowListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  // What stands above the list may grow: its place is taken anew each time.
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => 72,
    overscan: 8,
    scrollMargin: margin,
  });
  const items = virtual.getVirtualItems();
  const view = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 };
  const { rows, error, refetch } = useImportRows(importId, fate, view);
  return (
    <div ref={list} className="import-list" style={{ height: virtual.getTotalSize() }}>
      {error && <ReadError error={error} retry={refetch} />}
      {items.map((item) => {
        const row = rows.get(item.index);
        return (
          <div
            key={item.index}
            ref={virtual.measureElement}
            data-index={item.index}
            className="import-slot"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {row ? (
              <ImportRowLine row={row} decide={decide} importId={importId} />
            ) : (
              <div className="import-row skeleton-row" aria-hidden="true" />
            )}
          </div>
        );
      })}
    </div>
  );
}
