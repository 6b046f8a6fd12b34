import { Link } from "@tanstack/react-router";
import { monthNumber } from "../../ledger/calendar.ts";
import type { MonthSums } from "../../ledger/period.ts";
import { moneyText, shortMoney } from "../base/money.ts";
import { useWords } from "../words/words.ts";
import "./month-bars.css";

const SIDES = ["income", "expense"] as const;

/** In and out of the last months as bars, each with its amount; each month leads to its records. */
export function MonthBars({ months }: { months: MonthSums[] }) {
  const words = useWords();
  const most = Math.max(1, ...months.flatMap(({ income, expense }) => [income, expense]));
  return (
    <>
      <p className="legend" aria-hidden="true">
        {SIDES.map((side) => (
          <span key={side}>
            <i data-kind={side} />
            {words[side]}
          </span>
        ))}
      </p>
      <div className="month-bars">
        {months.map((sums) => {
          const { month, first, last, income, expense } = sums;
          const name = words.monthShort(monthNumber(month));
          const said = `${name} ${words.income} ${moneyText(income)} ${words.expense} ${moneyText(expense)}`;
          return (
            <Link
              key={month}
              to="/records"
              search={{ startDate: first, endDate: last }}
              title={said}
            >
              <span className="month-bars-pair" aria-hidden="true">
                {SIDES.map((side) => (
                  <i
                    key={side}
                    data-kind={side}
                    style={{ height: `${(Math.max(0, sums[side]) / most) * 100}%` }}
                  />
                ))}
              </span>
              <span className="month-bars-name" aria-hidden="true">
                {name}
              </span>
              {SIDES.map((side) => (
                <span
                  key={side}
                  className="month-bars-figure"
                  data-kind={side}
                  data-money=""
                  aria-hidden="true"
                >
                  {sums[side] === 0 ? "—" : shortMoney(sums[side], words)}
                </span>
              ))}
              <span className="unseen">{said}</span>
            </Link>
          );
        })}
      </div>
    </>
  );
}
