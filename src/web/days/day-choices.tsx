/** 今天, 昨天, 前天, or a day of a month that is shaded by what was spent; with lunar days and 节气. */
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import {
  type Day,
  dayIn,
  daysInMonth,
  type Month,
  monthOf,
  shiftDay,
  shiftMonth,
} from "../../ledger/calendar.ts";
import { lunarName } from "../../ledger/lunar-day.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import { calendarMonth, weekdayOf } from "../../ledger/period.ts";
import { solarTerm } from "../../ledger/solar-terms.ts";
import { wordTable } from "../../ledger/word-table.ts";
import * as queries from "../api/queries.ts";
import { dayTitle, monthTitle, nearName } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useSettings } from "../settings.ts";
import { useWords } from "../words/words.ts";
import "./day-choices.css";

interface DayChoicesProps {
  value: Day | "";
  pick: (day: Day) => void;
  time?: string;
  onTime?: (time: string) => void;
}

export default function DayChoices({ value, pick, time, onTime }: DayChoicesProps) {
  const words = useWords();
  const { today } = useBook();
  const [month, setMonth] = useState(monthOf(value || today));
  return (
    <div className="day-choices">
      <div className="day-near">
        {[0, -1, -2].map((by) => {
          const day = shiftDay(today, by);
          return (
            <button key={by} type="button" aria-pressed={day === value} onClick={() => pick(day)}>
              {nearName(day, today, words)}
            </button>
          );
        })}
      </div>
      <MonthHead month={month} setMonth={setMonth} />
      <MonthDays month={month} setMonth={setMonth} value={value} pick={pick} />
      {onTime && (
        <label className="day-time">
          {words.timeOfDay}
          <input
            type="time"
            value={time}
            data-mantine-stop-propagation="true"
            onChange={(event) => onTime(event.currentTarget.value)}
          />
        </label>
      )}
    </div>
  );
}

interface MonthProps {
  month: Month;
  setMonth: (month: Month) => void;
}

function MonthHead({ month, setMonth }: MonthProps) {
  const words = useWords();
  const step = (by: 1 | -1, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="subtle"
      size={44}
      aria-label={label}
      onClick={() => setMonth(shiftMonth(month, by))}
    >
      <Icon size={20} />
    </ActionIcon>
  );
  return (
    <div className="day-month">
      {step(-1, words.previousMonth, IconChevronLeft)}
      <strong aria-live="polite">{monthTitle(month, words)}</strong>
      {step(1, words.nextMonth, IconChevronRight)}
    </div>
  );
}

function MonthDays({ month, setMonth, value, pick }: MonthProps & DayChoicesProps) {
  const words = useWords();
  const { today } = useBook();
  const grid = useRef<HTMLDivElement>(null);
  const spent = useSpent(month);
  const most = Math.max(1, ...spent.values());
  const days = useMemo(() => daysOfMonth(month), [month]);
  const [moved, setMoved] = useState<Day>();
  const marked = [moved, value, today].find((day) => day && monthOf(day as Day) === month);
  const active = (marked ?? days[0]) as Day;
  // The month may be another one by now: the day is found once it is drawn.
  useEffect(() => {
    if (moved) grid.current?.querySelector<HTMLElement>(`[data-day="${moved}"]`)?.focus();
  }, [moved]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(active, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setMonth(monthOf(next));
    setMoved(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid of days
    <div
      ref={grid}
      className="day-grid"
      role="group"
      aria-label={monthTitle(month, words)}
      onKeyDown={onKeyDown}
    >
      {words.weekdays.map((weekday) => (
        <span key={weekday} className="day-weekday" aria-hidden="true">
          {weekday}
        </span>
      ))}
      {days.map((day) => (
        <DayButton
          key={day}
          day={day}
          heat={Math.sqrt(Math.max(0, spent.get(day) ?? 0) / most)}
          spent={spent.get(day) ?? ZERO}
          chosen={day === value}
          active={day === active}
          pick={pick}
        />
      ))}
    </div>
  );
}

interface DayButtonProps {
  day: Day;
  spent: Fen;
  /** How much of the month's most was spent, 0 to 1. */
  heat: number;
  chosen: boolean;
  active: boolean;
  pick: (day: Day) => void;
}

function DayButton({ day, spent, heat, chosen, active, pick }: DayButtonProps) {
  const words = useWords();
  const { today } = useBook();
  const { language } = useSettings();
  const term = language === "zh" ? solarTerm(day) : undefined;
  const lunar = language === "zh" ? lunarName(day) : undefined;
  const cost = spent > 0 ? `${words.expense} ${moneyText(spent)}` : "";
  const said = [dayTitle(day, today, words), lunar, term, cost].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      className="day-button"
      data-day={day}
      aria-pressed={chosen}
      aria-current={day === today ? "date" : undefined}
      tabIndex={active ? 0 : -1}
      data-autofocus={active || undefined}
      data-mantine-stop-propagation="true"
      title={said}
      style={{
        ...(day.endsWith("-01") && { gridColumnStart: weekdayOf(day) + 1 }),
        ["--heat" as string]: heat,
      }}
      onClick={() => pick(day)}
    >
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      <small aria-hidden="true" data-term={term !== undefined || undefined}>
        {term ?? lunar}
      </small>
      <span className="unseen">{said}</span>
    </button>
  );
}

/** What was spent on each day of a month. */
function useSpent(month: Month): Map<Day, Fen> {
  const { userId } = useBook();
  const { first, last } = calendarMonth(month);
  const { data } = useQuery(queries.trend(userId, first, last));
  return useMemo(() => new Map(data?.map(({ day, expense }) => [day, expense])), [data]);
}

function daysOfMonth(month: Month): Day[] {
  const { first } = calendarMonth(month);
  return Array.from({ length: daysInMonth(month) }, (_, index) => shiftDay(first, index));
}

const STEPS = wordTable<number>({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 });

/** The day that a key leads to; pages are months, to the same date where there is one. */
function movedBy(day: Day, key: string): Day | undefined {
  const step = STEPS[key];
  if (step !== undefined) return shiftDay(day, step);
  if (key !== "PageUp" && key !== "PageDown") return undefined;
  const month = shiftMonth(monthOf(day), key === "PageUp" ? -1 : 1);
  return dayIn(month, Number(day.slice(8)));
}
