/** The rows of a preview, by what is to become of them: as many as the file has, in one list. */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type Ref, useLayoutEffect, useRef, useState } from "react";
import type * as queries from "../api/queries.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import type { Decisions, ImportDetail } from "./detail.ts";
import { ImportRowLine } from "./import-row.tsx";
import { useImportRows } from "./use-rows.ts";
import "./import-rows.css";

/** Which rows are listed, and what that is called where it is no fate. */
export interface Listed {
  filter: queries.RowFilter;
  name?: string;
  count?: number;
}

export const ALL_ROWS: Listed = { filter: {} };

interface ImportRowsProps {
  detail: ImportDetail;
  listed: Listed;
  list: (listed: Listed) => void;
  decide: (body: Decisions) => Promise<unknown>;
  ref: Ref<HTMLDivElement>;
}

export function ImportRows({ detail, listed, list, decide, ref }: ImportRowsProps) {
  const words = useImportWords();
  const counts = new Map<string, number>();
  for (const { fate: of, count } of detail.fates) counts.set(of, (counts.get(of) ?? 0) + count);
  const { filter, name } = listed;
  const { fate } = filter;
  const shown = listed.count ?? (fate === undefined ? detail.rowCount : (counts.get(fate) ?? 0));
  return (
    <div ref={ref} tabIndex={-1} className="import-rows">
      <Card title={words.importRows}>
        <fieldset className="filter-chips" aria-label={words.filters}>
          <FateChip
            name={words.all}
            count={detail.rowCount}
            on={Object.keys(filter).length === 0}
            set={() => list(ALL_ROWS)}
          />
          {[...counts].map(([of, count]) => (
            <FateChip
              key={of}
              name={words.fates[of] ?? of}
              count={count}
              on={fate === of}
              set={() => list({ filter: { fate: of as queries.Fate } })}
            />
          ))}
        </fieldset>
        {name !== undefined && (
          <p className="import-listed">
            <span>{words.onlyRowsOf(name)}</span>
            <button type="button" className="text-button" onClick={() => list(ALL_ROWS)}>
              {words.showAllRows}
            </button>
          </p>
        )}
        <RowList
          key={JSON.stringify(filter)}
          importId={detail.id}
          filter={filter}
          count={shown}
          decide={decide}
        />
      </Card>
    </div>
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
  filter: queries.RowFilter;
  count: number;
}

/** What is in view, and a little around it. */
function RowList({ importId, filter, count, decide }: RowListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  // What stands above the list may grow: its place is taken again each time.
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
  const { rows, error, refetch } = useImportRows(importId, filter, view);
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
