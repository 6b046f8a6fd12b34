/** 明细: every record, found by search and filters that live in the address. */
import { Button } from "@mantine/core";
import { IconListSearch, IconNotes } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import type { BookRecord } from "../api/book.ts";
import type { DaySums, RecordFilter } from "../api/queries.ts";
import { openEntry } from "../entry/entry-store.ts";
import { openRecord } from "../entry/open-record.ts";
import { Empty } from "../parts/empty.tsx";
import { Money } from "../parts/money.tsx";
import { Page } from "../parts/page.tsx";
import { WaitingList } from "../parts/waiting-list.tsx";
import { BulkBar } from "../records/bulk-bar.tsx";
import { FilterBar } from "../records/filter-bar.tsx";
import { RecordList } from "../records/record-list.tsx";
import type { RowActions } from "../records/record-row.tsx";
import { removeWithUndo } from "../records/remove-with-undo.ts";
import { useListDays } from "../records/use-records.ts";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";

const route = getRouteApi("/records");

export function Records() {
  const words = useWords();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { days, pending } = useListDays(filter);
  const [choosing, setChoosing] = useState(false);
  const [selection, setSelection] = useState<Map<number, BookRecord>>(new Map());
  const actions = useRowActions(setSelection);
  const setFilter = (next: RecordFilter) => {
    setSelection(new Map());
    void navigate({ search: next, replace: true });
  };
  const filtered = Object.keys(filter).length > 0;
  const empty = days?.length === 0;
  return (
    <Page
      title={words.records}
      wide
      actions={
        !empty && (
          <Button
            variant="subtle"
            className="phone-only"
            onClick={() => {
              setChoosing(!choosing);
              setSelection(new Map());
            }}
          >
            {choosing ? words.cancel : words.select}
          </Button>
        )
      }
    >
      <FilterBar filter={filter} setFilter={setFilter} />
      <WaitingList />
      {days && !empty && <Sums days={days} />}
      {empty && !filtered && (
        <Empty
          icon={<IconNotes size={40} stroke={1.5} />}
          title={words.noRecords}
          hint={words.noRecordsHint}
        >
          <Button onClick={() => openEntry()}>{words.newRecord}</Button>
        </Empty>
      )}
      {empty && filtered && (
        <Empty
          icon={<IconListSearch size={40} stroke={1.5} />}
          title={words.nothingFound}
          hint={words.nothingFoundHint}
        >
          <Button variant="light" onClick={() => setFilter({})}>
            {words.clearFilters}
          </Button>
        </Empty>
      )}
      {pending && <ListSkeleton />}
      <RecordList filter={filter} actions={actions} selection={selection} choosing={choosing} />
      {(choosing || selection.size > 0) && (
        <BulkBar
          filter={filter}
          selection={selection}
          setSelection={setSelection}
          close={() => {
            setChoosing(false);
            setSelection(new Map());
          }}
        />
      )}
    </Page>
  );
}

function Sums({ days }: { days: DaySums[] }) {
  const words = useWords();
  const sums = useMemo(
    () => ({
      income: addFen(ZERO, ...days.map((day) => day.income)) as Fen,
      expense: addFen(ZERO, ...days.map((day) => day.expense)) as Fen,
      count: days.reduce((sum, day) => sum + day.count, 0),
    }),
    [days],
  );
  return (
    <p className="list-sums" aria-live="polite">
      <span>{words.countOf(sums.count)}</span>
      <span>
        {words.income} <Money amount={sums.income} as="income" sign={false} />
      </span>
      <span>
        {words.expense} <Money amount={sums.expense} as="expense" sign={false} />
      </span>
    </p>
  );
}

export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="record-row skeleton-row" style={{ height: 66 }} />
      ))}
    </div>
  );
}

type SetSelection = (change: (old: Map<number, BookRecord>) => Map<number, BookRecord>) => void;

function useRowActions(setSelection: SetSelection): RowActions {
  const words = useWords();
  const { zone } = useBook();
  const { remove } = useActions();
  return useMemo(
    () => ({
      open: (record) => void openRecord(record, zone),
      toggle: (record) =>
        setSelection((old) => {
          const next = new Map(old);
          if (!next.delete(record.id)) next.set(record.id, record);
          return next;
        }),
      remove: (record) => void removeWithUndo([record], remove, words),
    }),
    [remove, setSelection, words, zone],
  );
}
