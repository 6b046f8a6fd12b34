/** The list by day: as long as the book, as light as what is on screen. */
import { useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Account, isTransfer, type RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { dayTitle } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk, useScale } from "../base/screen.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";
import { DeskTransfer } from "./desk-transfer.tsx";
import { type Plan, type PlannedDay, placeAt } from "./plan.ts";
import { DeskRow, PhoneRow, type RowActions } from "./record-row.tsx";
import { keyOf, type Selection } from "./selection.ts";
import { PhoneTransfer } from "./transfer-row.tsx";
import { useRecordList, useRunningBalance } from "./use-records.ts";

interface ListProps {
  filter: RecordFilter;
  actions: RowActions;
  selection: Selection;
  choosing: boolean;
}

const HEAD = 44;

export function RecordList({ filter, actions, selection, choosing }: ListProps) {
  const desk = useDesk();
  const scale = useScale();
  const { userId } = useBook();
  const [wanted, setWanted] = useState<Set<string>>(new Set());
  const { plan, error, refetch } = useRecordList(filter, wanted);
  const after = useRunningBalance(filter);
  const { data: accounts } = useQuery(queries.accounts(userId));
  const accountsById = useMemo(
    () => new Map(accounts?.map((account) => [account.id, account])),
    [accounts],
  );
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const rowHeight = (desk ? 52 : 66) * scale;
  const virtual = useWindowVirtualizer({
    count: plan.length,
    estimateSize: (index) => (placeAt(plan, index).row < 0 ? HEAD * scale : rowHeight),
    overscan: 12,
    scrollMargin: margin,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes depend on where headings stand
  useLayoutEffect(() => virtual.measure(), [plan, rowHeight]);
  const items = virtual.getVirtualItems();
  useWanted(plan, items[0]?.index, items.at(-1)?.index, setWanted);
  const onKeyDown = useArrows(plan, list, (index) => virtual.scrollToIndex(index));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div ref={list} className="record-list" onKeyDown={onKeyDown}>
      {error && <ReadError error={error} retry={refetch} />}
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map((item) => (
          <div
            key={item.index}
            className="record-slot"
            data-index={item.index}
            {...edgeOf(plan, item.index)}
            style={{ height: item.size, transform: `translateY(${item.start - margin}px)` }}
          >
            <Slot
              plan={plan}
              index={item.index}
              desk={desk}
              accounts={accountsById}
              accountId={filter.accountId}
              actions={actions}
              selection={selection}
              choosing={choosing}
              after={after}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The first and the last of a day are rounded. */
function edgeOf(plan: Plan, index: number) {
  if (index >= plan.length) return {};
  const { day, row } = placeAt(plan, index);
  return {
    "data-first": row === 0 || undefined,
    "data-last": (row >= 0 && row === day.rows - 1) || undefined,
  };
}

interface SlotProps extends Omit<ListProps, "filter"> {
  plan: Plan;
  index: number;
  desk: boolean;
  accounts: Map<number, Account>;
  accountId: number | undefined;
  after: ReturnType<typeof useRunningBalance>;
}

function Slot(props: SlotProps) {
  const { plan, index, desk, accounts, accountId, actions, selection, choosing, after } = props;
  if (index >= plan.length) return null;
  const { day, row } = placeAt(plan, index);
  if (row < 0) return <DayHead day={day} />;
  const line = day.lines?.[row];
  if (line === undefined) return <div className="record-row skeleton-row" aria-hidden="true" />;
  const balance = after(day)[row];
  const known = balance === undefined ? {} : { after: balance };
  if (isTransfer(line)) {
    const Row = desk ? DeskTransfer : PhoneTransfer;
    return (
      <Row
        transfer={line}
        accounts={accounts}
        accountId={accountId}
        actions={actions}
        selected={selection.has(keyOf(line))}
        choosing={choosing}
        {...known}
      />
    );
  }
  const Row = desk ? DeskRow : PhoneRow;
  return (
    <Row
      record={line}
      account={accounts.get(line.accountId)}
      actions={actions}
      selected={selection.has(keyOf(line))}
      choosing={choosing}
      {...known}
    />
  );
}

function DayHead({ day }: { day: PlannedDay }) {
  const words = useWords();
  const { today } = useBook();
  const { income, expense } = day.sums;
  return (
    <h2 className="day-head">
      <span>{dayTitle(day.sums.day, today, words)}</span>
      <span className="day-sums">
        {income !== 0 && <Money amount={income} as="income" />}
        {expense !== 0 && <Money amount={expense} as="expense" />}
      </span>
    </h2>
  );
}

/** Which chunks are in view, once scrolling has come to rest on them for a moment. */
function useWanted(
  plan: Plan,
  first: number | undefined,
  last: number | undefined,
  setWanted: (wanted: Set<string>) => void,
): void {
  const known = useRef("");
  useEffect(() => {
    if (first === undefined || last === undefined || plan.length === 0) return;
    const timer = setTimeout(() => {
      const wanted = new Set<string>();
      for (let index = first; index <= last; ) {
        const { day } = placeAt(plan, Math.min(index, plan.length - 1));
        wanted.add(day.chunk.startDate);
        index = day.at + day.rows + 1;
      }
      const name = [...wanted].join();
      if (name === known.current) return;
      known.current = name;
      setWanted(wanted);
    }, 40);
    return () => clearTimeout(timer);
  }, [plan, first, last, setWanted]);
}

/** Up and down go from record to record, over the headings. */
function useArrows(
  plan: Plan,
  list: React.RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
) {
  const focusRow = (from: number, by: 1 | -1) => {
    let index = from + by;
    while (index >= 0 && index < plan.length && placeAt(plan, index).row < 0) index += by;
    if (index < 0 || index >= plan.length) return;
    scrollTo(index);
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-index="${index}"] .record-main`)
        ?.focus({ preventScroll: true }),
    );
  };
  return (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const slot = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    event.preventDefault();
    focusRow(Number(slot?.dataset.index ?? -1), event.key === "ArrowDown" ? 1 : -1);
  };
}
