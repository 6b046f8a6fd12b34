import { Link } from "@tanstack/react-router";
import { monthNumber } from "../../ledger/calendar.ts";
import { moneyText, shortMoney } from "../money.ts";
import type { MonthSums } from "../period.ts";
import { useWords } from "../words/words.ts";

/** In and out of the last months as bars; each month leads to its records. */
export function MonthBars({ months }: { months: MonthSums[] | undefined }) {
  const words = useWords();
  if (months === undefined) return <div className="skeleton" style={{ height: 190 }} />;
  const most = Math.max(1, ...months.flatMap(({ income, expense }) => [income, expense]));
  return (
    <div className="month-bars">
      {months.map(({ month, first, last, income, expense }) => {
        const name = words.monthShort(monthNumber(month));
        const said = `${name} ${words.income} ${moneyText(income)} ${words.expense} ${moneyText(expense)}`;
        return (
          <Link key={month} to="/records" search={{ startDate: first, endDate: last }} title={said}>
            <span className="month-bars-figure" data-money="" aria-hidden="true">
              {shortMoney(expense, words)}
            </span>
            <span className="month-bars-pair" aria-hidden="true">
              <i data-kind="income" style={{ height: `${(income / most) * 100}%` }} />
              <i data-kind="expense" style={{ height: `${(expense / most) * 100}%` }} />
            </span>
            <span aria-hidden="true">{name}</span>
            <span className="unseen">{said}</span>
          </Link>
        );
      })}
    </div>
  );
}
