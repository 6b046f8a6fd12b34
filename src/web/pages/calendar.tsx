/** 日历: a month at a glance, a day at a tap. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Day, type Month, shiftDay } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { daysOf, type Period, periodOfDay, periodOfMonth, weekdayOf } from "../../ledger/period.ts";
import * as queries from "../api/queries.ts";
import { dayTitle } from "../base/days.ts";
import { moneyText, shortMoney, wholeYuan } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { openEntry } from "../entry/entry-store.ts";
import { openRecord } from "../entry/open-record.ts";
import { DayPlans } from "../plans/day-plans.tsx";
import { type PlannedDay, usePlanned } from "../plans/use-planned.ts";
import { noteOf, RecordTitle } from "../records/record-title.tsx";
import { RowSwipe } from "../records/row-swipe.tsx";
import { PhoneTransfer } from "../records/transfer-row.tsx";
import { useSettings } from "../settings.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card, MonthSwitch, Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import "./calendar.css";

const route = getRouteApi("/calendar");

interface DayFigures {
  day: Day;
  income: Fen;
  expense: Fen;
}

export function Calendar() {
  const words = useWords();
  const { userId, today } = useBook();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { monthStart } = useSettings();
  const thisMonth = periodOfDay(today, monthStart).month;
  const asked = search.day as Day | undefined;
  const month = search.month ?? periodOfDay(asked ?? today, monthStart).month;
  const period = periodOfMonth(month, monthStart);
  const { first, last } = period;
  const chosen = asked ?? (month === thisMonth ? today : first);
  const { data, error, refetch } = useQuery(queries.trend(userId, first, last));
  const planned = usePlanned(first, last);
  const go = (next: { month?: Month; day?: string }) =>
    void navigate({ search: next, replace: true });
  return (
    <Page title={words.calendar} back="/more">
      <MonthSwitch
        month={month}
        days={period}
        thisMonth={thisMonth}
        onChange={(next) => go({ month: next })}
      />
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      <div className="calendar-page">
        <Card>
          <MonthSums days={data ?? []} />
          <MonthGrid
            period={period}
            days={data ?? []}
            planned={planned}
            chosen={chosen}
            choose={(day) => go({ month, day })}
          />
        </Card>
        <DayRecords day={chosen} planned={planned.get(chosen)} />
      </div>
    </Page>
  );
}

function MonthSums({ days }: { days: DayFigures[] }) {
  const words = useWords();
  const income = addFen(ZERO, ...days.map((day) => day.income)) as Fen;
  const expense = addFen(ZERO, ...days.map((day) => day.expense)) as Fen;
  return (
    <p className="list-sums">
      <span>
        {words.income} <Money amount={income} as="income" sign={false} />
      </span>
      <span>
        {words.expense} <Money amount={expense} as="expense" sign={false} />
      </span>
      <span>
        {words.balance} <Money amount={(income - expense) as Fen} />
      </span>
    </p>
  );
}

interface MonthGridProps {
  period: Period;
  days: DayFigures[];
  planned: ReadonlyMap<Day, PlannedDay>;
  chosen: Day;
  choose: (day: Day) => void;
}

function MonthGrid({ period, days, planned, chosen, choose }: MonthGridProps) {
  const words = useWords();
  const { today } = useBook();
  const desk = useDesk();
  const signed = (sign: string, amount: Fen) =>
    `${sign}${desk ? moneyText(amount) : shortMoney(wholeYuan(amount), words)}`;
  const figures = new Map(days.map((day) => [day.day, day]));
  const most = Math.max(1, ...days.map((day) => day.expense));
  const all = Array.from({ length: daysOf(period) }, (_, index) => shiftDay(period.first, index));
  return (
    <div className="month-grid">
      {words.weekdays.map((weekday) => (
        <span key={weekday} className="month-weekday" aria-hidden="true">
          {weekday}
        </span>
      ))}
      {all.map((day, index) => {
        const { income, expense } = figures.get(day) ?? { income: 0, expense: 0 };
        return (
          <button
            key={day}
            type="button"
            className="month-day"
            style={{
              ...(index === 0 && { gridColumnStart: weekdayOf(day) + 1 }),
              ["--heat" as string]: expense === 0 ? 0 : 0.12 + 0.88 * Math.sqrt(expense / most),
            }}
            aria-pressed={day === chosen}
            aria-current={day === today ? "date" : undefined}
            onClick={() => choose(day)}
          >
            <span className="month-date" aria-hidden="true">
              {dateOf(day, period)}
            </span>
            <span className="unseen">{dayTitle(day, today, words)}</span>
            {income !== 0 && (
              <span className="month-in" data-money="">
                {signed("+", income as Fen)}
              </span>
            )}
            {expense !== 0 && (
              <span className="month-out" data-money="">
                {expense > 0 ? signed("−", expense as Fen) : signed("+", -expense as Fen)}
              </span>
            )}
            <PlannedFigures planned={planned.get(day)} signed={signed} />
          </button>
        );
      })}
    </div>
  );
}

interface PlannedFiguresProps {
  planned: PlannedDay | undefined;
  signed: (sign: string, amount: Fen) => string;
}

/** What is planned, in outline: it isn't booked. */
function PlannedFigures({ planned, signed }: PlannedFiguresProps) {
  if (planned === undefined) return null;
  const { income, expense } = planned;
  return (
    <>
      {income !== 0 && (
        <span className="month-planned" data-money="">
          {signed("+", income)}
        </span>
      )}
      {expense !== 0 && (
        <span className="month-planned" data-money="">
          {signed("−", expense)}
        </span>
      )}
    </>
  );
}

/** The day of the month; where the grid runs over two months, each says which it begins. */
function dateOf(day: Day, { first }: Period): string {
  const date = Number(day.slice(8));
  const begins = !first.endsWith("-01") && (day === first || date === 1);
  return begins ? `${Number(day.slice(5, 7))}.${date}` : String(date);
}

function DayRecords({ day, planned }: { day: Day; planned: PlannedDay | undefined }) {
  const words = useWords();
  const { userId, zone, today } = useBook();
  const that = { startDate: day, endDate: day };
  const { data } = useQuery(queries.records(userId, zone, that));
  const { data: transfers = [] } = useQuery(queries.transfers(userId, zone, that));
  const { data: accounts } = useQuery(queries.accounts(userId));
  const accountsById = new Map(accounts?.map((account) => [account.id, account]));
  return (
    <Card
      title={dayTitle(day, today, words)}
      action={
        <Link to="/records" search={{ startDate: day, endDate: day }}>
          {words.seeRecords}
        </Link>
      }
    >
      {data === undefined && <div className="skeleton" style={{ height: "8.75rem" }} />}
      {data?.length === 0 && transfers.length === 0 && !planned && (
        <p className="muted">{words.noRecordsThatDay}</p>
      )}
      {data?.map((record) => (
        <RowSwipe key={record.id} line={record}>
          <button
            type="button"
            className="record-row record-main"
            onClick={() => void openRecord(record, zone)}
          >
            <CategoryIcon category={record.category} />
            <span className="record-text">
              <RecordTitle record={record} />
              <span className="record-sub ellipsis">{noteOf(record, words)}</span>
            </span>
            <Money amount={record.amount} as={record.type} />
          </button>
        </RowSwipe>
      ))}
      {transfers.map((transfer) => (
        <RowSwipe key={`t${transfer.id}`} line={transfer}>
          <PhoneTransfer transfer={transfer} accounts={accountsById} />
        </RowSwipe>
      ))}
      {planned && <DayPlans planned={planned} />}
      <Button variant="light" fullWidth mt="sm" onClick={() => openEntry({ draft: { date: day } })}>
        {words.newRecord}
      </Button>
    </Card>
  );
}
