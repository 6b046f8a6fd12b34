import { Link } from "@tanstack/react-router";
import { daysInMonth, monthOf } from "../../ledger/calendar.ts";
import { type Fen, fen, ZERO } from "../../ledger/money.ts";
import { calendarMonth, daysBetween } from "../../ledger/period.ts";
import type { BudgetUsage } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText, share } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import type { PlannedSpending } from "../plans/use-planned.ts";
import { RecordTitle } from "../records/record-title.tsx";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";
import "./budget-bar.css";

interface BudgetBarProps {
  budget: BudgetUsage;
  /** Without the outlook, for the overview. */
  brief?: boolean;
  /** What plans have spent of it, and will. */
  planned?: PlannedSpending | undefined;
}

/** A budget as it stands: what is used, what is left a day, where it is heading. Leads to its records. */
export function BudgetBar({ budget, brief, planned }: BudgetBarProps) {
  const words = useWords();
  const { today } = useBook();
  const { category, amount, spent, month, percentage } = budget;
  const { first, last } = calendarMonth(month);
  const over = spent > amount;
  const state = over ? "over" : percentage >= 80 ? "near" : "good";
  const left = fen(amount - spent);
  const now = monthOf(today);
  const restDays =
    month === now ? daysBetween(today, last) + 1 : month > now ? daysInMonth(month) : 0;
  return (
    <Link
      to="/records"
      search={{ type: "expense", category, startDate: first, endDate: last }}
      className="budget-bar"
      data-state={state}
    >
      <CategoryIcon category={category} size={brief ? 36 : 42} />
      <div className="budget-main">
        <div className="budget-line">
          <RecordTitle record={budget} />
          <span className="budget-left">
            {over ? words.overBy(moneyText(fen(-left))) : words.leftOf(moneyText(left))}
          </span>
        </div>
        <div
          className="bar-track"
          role="progressbar"
          aria-label={categoryText(category)}
          aria-valuenow={Math.min(100, Math.round(percentage))}
          aria-valuetext={`${percentage}%`}
        >
          <div style={{ width: `${Math.min(100, percentage)}%` }} />
          {planned && <PlannedPart budget={budget} left={planned.left} />}
          {month === now && (
            <i
              style={{ left: `${(Number(today.slice(8)) / daysInMonth(month)) * 100}%` }}
              aria-hidden="true"
            />
          )}
        </div>
        <div className="budget-line budget-sub">
          <span>
            <Money amount={spent} /> / <Money amount={amount} />
          </span>
          {!over && restDays > 0 && (
            <span>{words.leftPerDay(moneyText(fen(Math.floor(left / restDays))))}</span>
          )}
        </div>
        {!brief && <Outlook budget={budget} planned={planned} />}
      </div>
    </Link>
  );
}

/** The part of the bar that plans will take. */
function PlannedPart({ budget: { percentage, amount }, left }: { budget: BudgetUsage; left: Fen }) {
  const used = Math.min(100, percentage);
  const width = Math.min(100 - used, share(left, amount));
  return width <= 0 ? null : (
    <div className="bar-planned" style={{ left: `${used}%`, width: `${width}%` }} />
  );
}

interface OutlookProps {
  budget: BudgetUsage;
  planned: PlannedSpending | undefined;
}

/**
 * Where the spending so far leads by the end of the month: what plans have spent comes once, and what they
 * will is known; the rest goes on as it went.
 */
function Outlook({ budget: { month, spent, amount }, planned }: OutlookProps) {
  const words = useWords();
  const { today } = useBook();
  const date = Number(today.slice(8));
  const { booked, left } = planned ?? { booked: ZERO, left: ZERO };
  if (month !== monthOf(today) || spent + left === 0 || date < 3) return null;
  const usual = Math.max(0, spent - booked);
  const rest = Math.round((usual * (daysInMonth(month) - date)) / date);
  const end = fen(spent + rest + left);
  return (
    <div className="budget-sub">
      {end > amount
        ? words.projectedOver(moneyText(fen(end - amount)))
        : words.projected(moneyText(end))}
    </div>
  );
}
