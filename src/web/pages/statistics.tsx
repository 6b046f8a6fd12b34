/** 统计: where the money went; every figure leads to its records. */
import { NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { daysBetween, periodOfDay, periodOfMonth, periodOfYear } from "../../ledger/period.ts";
import { AccountPicker } from "../accounts/account-picker.tsx";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { RangeFields } from "../days/range-fields.tsx";
import { useSettings } from "../settings.ts";
import { filterOf, type Range, type StatisticsSearch } from "../statistics/range.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { MonthSwitch, Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import "./statistics.css";

const Charts = lazy(() => import("../statistics/charts.tsx"));
const route = getRouteApi("/statistics");

export function Statistics() {
  const words = useWords();
  const search = route.useSearch();
  const range = useRange(search);
  const type = search.type ?? "expense";
  return (
    <Page title={words.statistics} wide>
      <RangeBar search={search} range={range} />
      <Totals range={range} accountId={search.accountId} />
      <Suspense fallback={<ChartsSkeleton />}>
        <Charts range={range} type={type} accountId={search.accountId} />
      </Suspense>
    </Page>
  );
}

function ChartsSkeleton() {
  return (
    <div className="statistics" aria-hidden="true">
      <div className="skeleton" style={{ height: "23.75rem" }} />
      <div className="skeleton" style={{ height: "23.75rem" }} />
      <div className="skeleton" style={{ height: "20rem" }} />
    </div>
  );
}

function useRange({ range, month, year, startDate, endDate }: StatisticsSearch): Range {
  const { today } = useBook();
  const { monthStart } = useSettings();
  if (range === "all") return {};
  if (range === "days") {
    const [first, last] = [startDate, endDate] as (Day | undefined)[];
    return { ...(first && { first }), ...(last && { last }) };
  }
  if (range === "year") {
    const chosen = year ?? Number(periodOfDay(today, monthStart).month.slice(0, 4));
    return { ...periodOfYear(chosen, monthStart), year: chosen };
  }
  return month ? periodOfMonth(month, monthStart) : periodOfDay(today, monthStart);
}

function RangeBar({ search, range }: { search: StatisticsSearch; range: Range }) {
  const words = useWords();
  const { today } = useBook();
  const { monthStart } = useSettings();
  const navigate = route.useNavigate();
  const go = (change: StatisticsSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });
  const without = (name: keyof StatisticsSearch) => {
    const { [name]: _, ...rest } = search;
    void navigate({ search: rest, replace: true, resetScroll: false });
  };
  return (
    <div className="range-bar">
      <SegmentedControl
        aria-label={words.date}
        value={search.range ?? "month"}
        data={[
          { value: "month", label: words.rangeMonth },
          { value: "year", label: words.rangeYear },
          { value: "all", label: words.rangeAll },
          { value: "days", label: words.rangeDays },
        ]}
        onChange={(value) =>
          value === "month" ? without("range") : go({ range: value as "year" | "all" | "days" })
        }
      />
      {range.month && (
        <MonthSwitch
          month={range.month}
          days={range}
          thisMonth={periodOfDay(today, monthStart).month}
          onChange={(month) => go({ month })}
        />
      )}
      {range.year !== undefined && (
        <NativeSelect
          aria-label={words.year}
          value={range.year}
          data={Array.from({ length: 12 }, (_, back) => String(Number(today.slice(0, 4)) - back))}
          onChange={(event) => go({ year: Number(event.currentTarget.value) })}
        />
      )}
      {search.range === "days" && (
        <FreeRange
          search={search}
          go={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      )}
      <AccountPicker
        look="bare"
        label={words.account}
        value={search.accountId ?? 0}
        none={words.allAccounts}
        clearable
        onChange={(id) => (id === 0 ? without("accountId") : go({ accountId: id }))}
      />
      <SegmentedControl
        aria-label={words.type}
        value={search.type ?? "expense"}
        data={[
          { value: "expense", label: words.expense },
          { value: "income", label: words.income },
        ]}
        onChange={(value) => (value === "income" ? go({ type: "income" }) : without("type"))}
      />
    </div>
  );
}

interface FreeRangeProps {
  search: StatisticsSearch;
  go: (search: StatisticsSearch) => void;
}

/** Any days: the usual ranges, or two ends. */
function FreeRange({ search, go }: FreeRangeProps) {
  const { startDate: _, endDate: __, ...rest } = search;
  return (
    <div className="range-days">
      <RangeFields
        range={search}
        onChange={({ startDate, endDate }) =>
          go({ ...rest, ...(startDate && { startDate }), ...(endDate && { endDate }) })
        }
      />
    </div>
  );
}

function Totals({ range, accountId }: { range: Range; accountId: number | undefined }) {
  const words = useWords();
  const { userId, today } = useBook();
  const { data, error, refetch } = useQuery(queries.recordDays(userId, filterOf(range, accountId)));
  if (error && !data) return <ReadError error={error} retry={() => void refetch()} />;
  const income = addFen(ZERO, ...(data ?? []).map((day) => day.income)) as Fen;
  const expense = addFen(ZERO, ...(data ?? []).map((day) => day.expense)) as Fen;
  const first = range.first ?? data?.at(-1)?.day ?? today;
  const last = range.last && range.last < today ? range.last : today;
  const days = Math.max(1, daysBetween(first, last) + 1);
  return (
    <dl className="figures" aria-busy={!data}>
      <div>
        <dt>{words.expense}</dt>
        <dd>
          <Money amount={expense} as="expense" sign={false} large />
        </dd>
      </div>
      <div>
        <dt>{words.income}</dt>
        <dd>
          <Money amount={income} as="income" sign={false} large />
        </dd>
      </div>
      <div>
        <dt>{words.balance}</dt>
        <dd>
          <Money amount={(income - expense) as Fen} large />
        </dd>
      </div>
      <div>
        <dt>
          {words.perDay}
          {words.expense}
        </dt>
        <dd>
          <Money amount={Math.round(expense / days) as Fen} large />
        </dd>
      </div>
    </dl>
  );
}
