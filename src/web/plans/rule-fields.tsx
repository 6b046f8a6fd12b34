/** How often a plan comes, on which days, from when and until when. */
import { Checkbox, NativeSelect } from "@mantine/core";
import { LAST_OF_MONTH } from "../../ledger/recurrence.ts";
import { DayField } from "../days/day-field.tsx";
import { usePlanWords } from "../words/plans.ts";
import { type DraftFields, ENDINGS, type Ending, type PlanDraft } from "./plan-draft.ts";
import { WholeNumber } from "./whole-number.tsx";

const UNITS = ["day", "week", "month", "year"] as const;
const WEEKENDS = ["keep", "before", "after"] as const;

export function RuleFields({ draft, set }: DraftFields) {
  const words = usePlanWords();
  const { unit } = draft;
  return (
    <>
      <HowOften draft={draft} set={set} />
      {unit === "week" && <DayChips draft={draft} set={set} label={words.weekDays} days={WEEK} />}
      {unit === "month" && (
        <DayChips draft={draft} set={set} label={words.monthDays} days={MONTH} />
      )}
      {(unit === "month" || unit === "year") && (
        <NativeSelect
          label={words.onWeekend}
          value={draft.weekend}
          data={WEEKENDS.map((value) => ({ value, label: words.weekends[value] }))}
          onChange={(event) => set({ weekend: event.currentTarget.value as PlanDraft["weekend"] })}
        />
      )}
      <DayField label={words.startsOn} value={draft.start} onChange={(start) => set({ start })} />
      <Ends draft={draft} set={set} />
    </>
  );
}

/** "每 [2] [个月]": read as it is said, and each field named for who does not see the row. */
function HowOften({ draft: { step, unit }, set }: DraftFields) {
  const words = usePlanWords();
  const names = words.everyUnits(step);
  return (
    <fieldset className="plan-field">
      <legend className="plan-label">{words.repeats}</legend>
      <div className="plan-every">
        <span aria-hidden="true">{words.everyWord}</span>
        <WholeNumber
          aria-label={words.everyCount}
          value={step}
          max={366}
          onChange={(step) => set({ step })}
        />
        <NativeSelect
          aria-label={words.everyUnit}
          value={unit}
          data={UNITS.map((value) => ({ value, label: names[value] }))}
          onChange={(event) =>
            set({ unit: event.currentTarget.value as PlanDraft["unit"], days: [] })
          }
        />
      </div>
    </fieldset>
  );
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const MONTH = [...Array.from({ length: 31 }, (_, index) => index + 1), LAST_OF_MONTH];
/** As many days of a month as a plan may have. */
const MOST_OF_MONTH = 4;

/** The days of a week or a month; none means the day on which it begins. */
function DayChips({ draft, set, label, days }: DraftFields & { label: string; days: number[] }) {
  const words = usePlanWords();
  const { unit } = draft;
  const most = unit === "month" ? MOST_OF_MONTH : days.length;
  const name = (day: number) =>
    unit === "week" ? words.weekdays[day - 1] : day === LAST_OF_MONTH ? words.lastDay : day;
  const toggle = (day: number) => {
    const wanted = draft.days.includes(day)
      ? draft.days.filter((one) => one !== day)
      : [...draft.days, day];
    // The last day of the month comes after its others.
    const place = (one: number) => (one === LAST_OF_MONTH ? 32 : one);
    if (wanted.length <= most) set({ days: wanted.sort((a, b) => place(a) - place(b)) });
  };
  return (
    <fieldset className="plan-field">
      <legend className="plan-label">{label}</legend>
      <div className="plan-days" data-unit={unit}>
        {days.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={draft.days.includes(day)}
            onClick={() => toggle(day)}
          >
            {name(day)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Ends({ draft, set }: DraftFields) {
  const words = usePlanWords();
  const { ending } = draft;
  return (
    <>
      <div className="plan-pair">
        <NativeSelect
          label={words.ends}
          value={ending}
          data={ENDINGS.map((value) => ({ value, label: words.endings[value] }))}
          onChange={(event) => set({ ending: event.currentTarget.value as Ending })}
        />
        {ending === "day" && (
          <DayField label={words.endsOn} value={draft.end} onChange={(end) => set({ end })} />
        )}
        {ending === "times" && (
          <WholeNumber
            label={words.times}
            value={draft.times}
            max={10_000}
            onChange={(times) => set({ times })}
          />
        )}
      </div>
      {ending === "times" && (
        <Checkbox
          checked={draft.timesCount === "booked"}
          label={words.skippedPostpone}
          onChange={(event) => set({ timesCount: event.currentTarget.checked ? "booked" : "all" })}
        />
      )}
    </>
  );
}
