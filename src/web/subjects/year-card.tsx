/** Twelve months of one thing: bars, what is usual, and how the chosen month compares. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Month } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { periodOfDay } from "../../ledger/period.ts";
import * as queries from "../api/queries.ts";
import { monthTitle } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { YearBars } from "../charts/year-bars.tsx";
import { useSettings } from "../settings.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { useWords, type Words } from "../words/words.ts";
import { lastMonths, type MonthOf, sumMonths, type Usual, usualOf } from "./months.ts";
import type { Subject } from "./subject.ts";
import "./year-card.css";

interface YearCardProps {
  subject: Subject;
  /** The month that is chosen; this one otherwise. */
  month: Month | undefined;
  choose: (month: Month) => void;
  action?: ReactNode;
}

export function YearCard({ subject, month, choose, action }: YearCardProps) {
  const words = useWords();
  const { chosen, months, usual, error, refetch } = useYear(subject, month);
  const now = months?.find((one) => one.month === chosen);
  return (
    <Card title={words.twelveMonths} action={action} className="year-card">
      {error && !months && <ReadError error={error} retry={refetch} />}
      {!months && !error && <div className="skeleton" style={{ height: "17rem" }} />}
      {months && now && usual && (
        <>
          <MonthLine now={now} usual={usual} type={subject.type} />
          <YearBars
            label={words.twelveMonths}
            months={months}
            median={usual.median}
            chosen={chosen}
            choose={choose}
            kind={subject.type}
          />
          <UsualLine usual={usual} />
        </>
      )}
    </Card>
  );
}

/** The months of a subject, and what is usual among them. */
function useYear(subject: Subject, month: Month | undefined) {
  const { userId, today } = useBook();
  const { monthStart } = useSettings();
  const periods = useMemo(() => lastMonths(today, monthStart), [today, monthStart]);
  const bounds = { startDate: periods[0]?.first ?? today, endDate: periods.at(-1)?.last ?? today };
  const { data, error, refetch } = useQuery(queries.recordDays(userId, { ...subject, ...bounds }));
  const asked = month ?? periodOfDay(today, monthStart).month;
  const chosen = periods.some((one) => one.month === asked)
    ? asked
    : (periods.at(-1)?.month as Month);
  const { type } = subject;
  const found = useMemo(() => {
    if (data === undefined) return {};
    const months = sumMonths(periods, data, type, today);
    return { months, usual: usualOf(months, chosen, data, type, today) };
  }, [data, periods, type, today, chosen]);
  return { chosen, ...found, error, refetch: () => void refetch() };
}

/** The chosen month, and "比平时多 120.00". */
function MonthLine({ now, usual, type }: { now: MonthOf; usual: Usual; type: Subject["type"] }) {
  const words = useWords();
  return (
    <p className="year-now" aria-live="polite">
      <span>{monthTitle(now.month, words)}</span>
      <Money amount={now.amount} as={type} sign={false} large />
      <span className="muted">
        {[words.countOf(now.count), comparedText(usual.difference, now.whole, words)]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </p>
  );
}

function comparedText(difference: Fen | undefined, whole: boolean, words: Words): string {
  if (difference === undefined) return "";
  const text =
    difference === 0
      ? words.asUsual
      : difference > 0
        ? words.moreThanUsual(moneyText(difference))
        : words.lessThanUsual(moneyText(fen(-difference)));
  return whole ? text : words.untilToday(text);
}

function UsualLine({ usual: { mean, median, count } }: { usual: Usual }) {
  const words = useWords();
  if (mean === undefined || median === undefined)
    return <p className="muted">{words.noWholeMonth}</p>;
  return (
    <div className="year-usual">
      <dl>
        <div>
          <dt>{words.monthMean}</dt>
          <dd>
            <Money amount={mean} />
          </dd>
        </div>
        <div>
          <dt>{words.monthMedian}</dt>
          <dd>
            <Money amount={median} />
          </dd>
        </div>
      </dl>
      <p className="record-sub">{words.ofWholeMonths(count)}</p>
    </div>
  );
}
