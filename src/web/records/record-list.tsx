/** The list by day: as long as the book, as light as what is on screen. */
import { useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Month, monthOf } from "../../ledger/calendar.ts";
import { type Account, isTransfer, type RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { dayTitle } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk, useScale, useTight } from "../base/screen.ts";
import { useSettings } from "../settings.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";
import { AdjustmentRow } from "./adjustment-row.tsx";
import { AdjustmentsApart } from "./adjustments-apart.tsx";
import { DeskHead } from "./desk-head.tsx";
import { DeskTransfer } from "./desk-transfer.tsx";
import { type DayLayout, type Layout, lineAt, placeAt } from "./layout.ts";
import { MonthRail } from "./month-rail.tsx";
import { useRanges } from "./ranges.ts";
import { DeskRow, PhoneRow, type RowActions } from "./record-row.tsx";
import { useRowKeys } from "./row-keys.ts";
import { RowSwipe } from "./row-swipe.tsx";
import { keyOf, type Selection } from "./selection.ts";
import { type Sort, useSortedPlan } from "./sorting.ts";
import { PhoneTransfer } from "./transfer-row.tsx";
import { useRecordList, useRunningBalance } from "./use-records.ts";
import { useRowMenu } from "./use-row-menu.tsx";

interface ListProps {
  filter: RecordFilter;
  actions: RowActions;
  selection: Selection;
  choosing: boolean;
}

const HEAD = 44;
const ROW = { tight: 100, phone: 66, desk: 52, dense: 38 };
const FILTERS = 64;

export function RecordList({ filter, actions, selection, choosing }: ListProps) {
  const desk = useDesk();
  const [wanted, setWanted] = useState<Set<string>>(new Set());
  const { layout: byDay, error, refetch } = useRecordList(filter, wanted);
  const after = useRunningBalance(filter);
  const { dense } = useSettings();
  const [sort, setSort] = useState<Sort>();
  const accountsById = useAccountsById();
  const sorted = useSortedPlan(filter, desk ? sort : undefined, accountsById);
  const layout = sorted ?? byDay;
  const list = useRef<HTMLDivElement>(null);
  const { virtual, margin } = useWindowed(layout, list, sorted !== undefined);
  const items = virtual.getVirtualItems();
  useWanted(layout, items[0]?.index, items.at(-1)?.index, setWanted);
  const rows = useRanges(layout, actions);
  const { handlers, menu } = useRowMenu(layout, rows);
  const scrollTo = (index: number) => virtual.scrollToIndex(index);
  const scrollToTop = (index: number) => virtual.scrollToIndex(index, { align: "start" });
  const onKeyDown = useRowKeys({ layout, list, actions: rows, scrollTo });
  const shown = (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and menu are those of the buttons inside
    <div
      className="record-list"
      data-dense={(desk && dense) || undefined}
      data-sorted={sorted !== undefined || undefined}
      data-after={filter.accountId !== undefined || undefined}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {error && <ReadError error={error} retry={refetch} />}
      {desk && layout.length > 0 && (
        <DeskHead sort={sorted && sort} setSort={setSort} count={byDay.length} />
      )}
      {sorted && <AdjustmentsApart filter={filter} />}
      <div ref={list} style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {items.map((item) => (
          <div
            key={item.index}
            className="record-slot"
            data-index={item.index}
            {...edgeOf(layout, item.index)}
            style={{ height: item.size, transform: `translateY(${item.start - margin}px)` }}
          >
            <Slot
              layout={layout}
              index={item.index}
              desk={desk}
              accounts={accountsById}
              accountId={filter.accountId}
              actions={rows}
              selection={selection}
              choosing={choosing}
              after={after}
              dated={sorted !== undefined}
            />
          </div>
        ))}
      </div>
      {menu}
    </div>
  );
  if (!desk) return shown;
  return (
    <WithRail layout={sorted ? undefined : layout} top={virtual.range?.startIndex} go={scrollToTop}>
      {shown}
    </WithRail>
  );
}

interface WithRailProps {
  /** Undefined where the list is sorted by a column: then it has no months. */
  layout: Layout | undefined;
  /** What of the list is at the top of the window. */
  top: number | undefined;
  go: (index: number) => void;
  children: ReactNode;
}

/** The list at the desk, and its months beside it. */
function WithRail({ layout, top, go, children }: WithRailProps) {
  return (
    <div className="list-with-rail">
      {children}
      {layout && <MonthRail layout={layout} now={monthAt(layout, top)} go={go} />}
    </div>
  );
}

function monthAt(layout: Layout, index: number | undefined): Month | undefined {
  if (index === undefined || index >= layout.length) return undefined;
  return monthOf(placeAt(layout, index).day.sums.day);
}

function useAccountsById(): Map<number, Account> {
  const { userId } = useBook();
  const { data } = useQuery(queries.accounts(userId));
  return useMemo(() => new Map(data?.map((account) => [account.id, account])), [data]);
}

/** What of the list is in the window. */
function useWindowed(layout: Layout, list: RefObject<HTMLDivElement | null>, sorted: boolean) {
  const desk = useDesk();
  const scale = useScale();
  const tight = useTight();
  const { dense } = useSettings();
  const [margin, setMargin] = useState(0);
  // What stands above it comes and goes with its lines: headings of columns, and their outline.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves then
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), [list, layout]);
  const rowHeight = ROW[desk ? (dense ? "dense" : "desk") : tight ? "tight" : "phone"] * scale;
  const headHeight = sorted ? 0 : HEAD * scale;
  const virtual = useWindowVirtualizer({
    count: layout.length,
    estimateSize: (index) => (placeAt(layout, index).row < 0 ? headHeight : rowHeight),
    overscan: 12,
    scrollMargin: margin,
    // As high as the filters, which stay at the top.
    scrollPaddingStart: FILTERS * scale,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes depend on where headings stand
  useLayoutEffect(() => virtual.measure(), [layout, rowHeight, headHeight]);
  return { virtual, margin };
}

/** The first and the last of a day are rounded. */
function edgeOf(layout: Layout, index: number) {
  if (index >= layout.length) return {};
  const { day, row } = placeAt(layout, index);
  return {
    "data-first": row === 0 || undefined,
    "data-last": (row >= 0 && row === day.rows - 1) || undefined,
  };
}

interface SlotProps extends Omit<ListProps, "filter"> {
  layout: Layout;
  index: number;
  desk: boolean;
  accounts: Map<number, Account>;
  accountId: number | undefined;
  after: ReturnType<typeof useRunningBalance>;
  /** The list is in the order of a column, under no days. */
  dated: boolean;
}

function Slot(props: SlotProps) {
  const { layout, index, desk, accounts, accountId, actions, selection, choosing, after, dated } =
    props;
  if (index >= layout.length) return null;
  const { day, row: at } = placeAt(layout, index);
  if (at < 0) return dated ? null : <DayHead day={day} />;
  const balance = after(day)[at];
  const adjustment = day.sums.adjusted?.[at];
  if (adjustment) {
    const account = accounts.get(adjustment.accountId);
    return <AdjustmentRow {...{ adjustment, account, desk }} after={balance} />;
  }
  const line = lineAt(layout, index);
  if (line === undefined) return <div className="record-row skeleton-row" aria-hidden="true" />;
  const known = balance === undefined ? {} : { after: balance };
  const shared = { actions, selected: selection.has(keyOf(line)), choosing, dated, ...known };
  const [RecordRow, TransferRow] = desk ? [DeskRow, DeskTransfer] : [PhoneRow, PhoneTransfer];
  const row = isTransfer(line) ? (
    <TransferRow transfer={line} accounts={accounts} accountId={accountId} {...shared} />
  ) : (
    <RecordRow record={line} account={accounts.get(line.accountId)} {...shared} />
  );
  if (desk) return row;
  return (
    <RowSwipe key={keyOf(line)} line={line} still={choosing}>
      {row}
    </RowSwipe>
  );
}

function DayHead({ day }: { day: DayLayout }) {
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
  layout: Layout,
  first: number | undefined,
  last: number | undefined,
  setWanted: (wanted: Set<string>) => void,
): void {
  const known = useRef("");
  useEffect(() => {
    if (first === undefined || last === undefined || layout.length === 0) return;
    const timer = setTimeout(() => {
      const wanted = new Set<string>();
      for (let index = first; index <= last; ) {
        const { day } = placeAt(layout, Math.min(index, layout.length - 1));
        wanted.add(day.chunk.startDate);
        index = day.at + day.rows + 1;
      }
      const name = [...wanted].join();
      if (name === known.current) return;
      known.current = name;
      setWanted(wanted);
    }, 40);
    return () => clearTimeout(timer);
  }, [layout, first, last, setWanted]);
}
