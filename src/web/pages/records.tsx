/** 明细: every record, found by search and filters that live in the address. */
import { Button } from "@mantine/core";
import { IconListSearch, IconNotes } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import type { DaySums, RecordFilter } from "../api/models.ts";
import { openEntry } from "../entry/entry-store.ts";
import { BulkBar } from "../records/bulk-bar.tsx";
import { FilterBar } from "../records/filter-bar.tsx";
import { PrintList } from "../records/print-list.tsx";
import { RecordList } from "../records/record-list.tsx";
import { NOTHING } from "../records/selection.ts";
import { useListDays } from "../records/use-records.ts";
import { useSelection } from "../records/use-selection.ts";
import type { SubjectSearch } from "../subjects/subject.ts";
import { Empty } from "../ui/empty.tsx";
import { Money } from "../ui/money.tsx";
import { Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";

const route = getRouteApi("/records");

export function Records() {
  const words = useWords();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { days, pending } = useListDays(filter);
  const { choosing, selection, setSelection, actions, setChoosing } = useSelection();
  const setFilter = (next: RecordFilter) => {
    setSelection(NOTHING);
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
          <>
            <PrintList filter={filter} />
            <Button variant="subtle" className="phone-only" onClick={() => setChoosing(!choosing)}>
              {choosing ? words.cancel : words.select}
            </Button>
          </>
        )
      }
    >
      <FilterBar filter={filter} setFilter={setFilter} />
      {days && !empty && <Sums days={days} filter={filter} />}
      {empty && <NothingListed filtered={filtered} clear={() => setFilter({})} />}
      {pending && <ListSkeleton />}
      <RecordList filter={filter} actions={actions} selection={selection} choosing={choosing} />
      {(choosing || selection.size > 0) && (
        <BulkBar
          filter={filter}
          selection={selection}
          setSelection={setSelection}
          close={() => setChoosing(false)}
        />
      )}
    </Page>
  );
}

/** Says why the list is empty, and the way on. */
function NothingListed({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  const words = useWords();
  if (!filtered) {
    return (
      <Empty
        icon={<IconNotes size={40} stroke={1.5} />}
        title={words.noRecords}
        hint={words.noRecordsHint}
      >
        <Button onClick={() => openEntry()}>{words.newRecord}</Button>
      </Empty>
    );
  }
  return (
    <Empty
      icon={<IconListSearch size={40} stroke={1.5} />}
      title={words.nothingFound}
      hint={words.nothingFoundHint}
    >
      <Button variant="light" onClick={clear}>
        {words.clearFilters}
      </Button>
    </Empty>
  );
}

function Sums({ days, filter }: { days: DaySums[]; filter: RecordFilter }) {
  const words = useWords();
  const sums = useMemo(
    () => ({
      income: addFen(ZERO, ...days.map((day) => day.income)) as Fen,
      expense: addFen(ZERO, ...days.map((day) => day.expense)) as Fen,
      count: days.reduce((sum, day) => sum + day.count + (day.transfers ?? 0), 0),
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
      <SubjectLink filter={filter} income={sums.expense === 0 && sums.income !== 0} />
    </p>
  );
}

/** From what the list is narrowed by to its twelve months. */
function SubjectLink({ filter, income }: { filter: RecordFilter; income: boolean }) {
  const words = useWords();
  const { category, accountId, text, type } = filter;
  const side = type === "income" || income ? { type: "income" as const } : {};
  if (category !== undefined || text !== undefined) {
    const search = category === undefined ? { text } : { category };
    return (
      <Link to="/subject" search={{ ...search, ...side } as SubjectSearch}>
        {words.twelveMonths}
      </Link>
    );
  }
  if (accountId === undefined) return null;
  return (
    <Link to="/accounts/$id" params={{ id: String(accountId) }}>
      {words.twelveMonths}
    </Link>
  );
}

export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="record-row skeleton-row" style={{ height: "4.125rem" }} />
      ))}
    </div>
  );
}
