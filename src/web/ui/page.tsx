import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { type Day, type Month, shiftMonth } from "../../ledger/calendar.ts";
import { monthTitle, plainDay } from "../base/days.ts";
import { useWords } from "../words/words.ts";

interface PageProps {
  title: string;
  /** Where the arrow beside the title leads on the phone. */
  back?: string;
  actions?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}

/** Names the page where the browser names it: in its tab, its history and its list of windows. */
export function useTitle(title: string): void {
  const { appName } = useWords();
  useEffect(() => {
    document.title = title === appName ? appName : `${title} · ${appName}`;
  }, [title, appName]);
}

/** A page: its title, what can be done, and its content. */
export function Page({ title, back, actions, children, wide }: PageProps) {
  const words = useWords();
  useTitle(title);
  return (
    <div className={wide ? "page page-wide" : "page"}>
      <header className="page-head">
        {back && (
          <Link to={back} className="page-back" aria-label={words.back}>
            <IconChevronLeft size={24} />
          </Link>
        )}
        <h1>{title}</h1>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card({
  title,
  action,
  children,
  className = "",
}: {
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={`card ${className}`}>
      {title && (
        <div className="card-head">
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

interface MonthSwitchProps {
  month: Month;
  /** The days that are meant, said where they are not the calendar's. */
  days?: { first?: Day; last?: Day };
  thisMonth: Month;
  onChange: (month: Month) => void;
}

export function MonthSwitch({ month, days, thisMonth, onChange }: MonthSwitchProps) {
  const words = useWords();
  const shifted = days?.first && days.last && !days.first.endsWith("-01");
  return (
    <div className="month-switch">
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={words.previousMonth}
        onClick={() => onChange(shiftMonth(month, -1))}
      >
        <IconChevronLeft size={20} />
      </ActionIcon>
      <span aria-live="polite">
        {monthTitle(month, words)}
        {shifted && (
          <small>
            {words.periodTitle(plainDay(days.first, words), plainDay(days.last, words))}
          </small>
        )}
      </span>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={words.nextMonth}
        onClick={() => onChange(shiftMonth(month, 1))}
      >
        <IconChevronRight size={20} />
      </ActionIcon>
      {month !== thisMonth && (
        <button type="button" className="text-button" onClick={() => onChange(thisMonth)}>
          {words.thisMonth}
        </button>
      )}
    </div>
  );
}
