/** From a day to a day: the usual ranges at a tap, any other by its two ends. */
import type { Day } from "../../ledger/calendar.ts";
import { useBook } from "../base/open-book.ts";
import { useSettings } from "../settings.ts";
import { useWords } from "../words/words.ts";
import { DayField } from "./day-field.tsx";
import { QUICK_RANGES, quickRange } from "./quick-ranges.ts";
import "./day-choices.css";

/** Either end may be open. */
export interface DayRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

interface RangeFieldsProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
}

export function RangeFields({ range, onChange }: RangeFieldsProps) {
  const words = useWords();
  const { today } = useBook();
  const { monthStart } = useSettings();
  return (
    <>
      <fieldset className="quick-ranges" aria-label={words.quickRanges}>
        {QUICK_RANGES.map((name) => {
          const { first, last } = quickRange(name, today, monthStart);
          return (
            <button
              key={name}
              type="button"
              className="quick-range"
              aria-pressed={range.startDate === first && range.endDate === last}
              onClick={() => onChange({ startDate: first, endDate: last })}
            >
              {words.quickRangeNames[name]}
            </button>
          );
        })}
      </fieldset>
      {(["startDate", "endDate"] as const).map((name) => (
        <DayField
          key={name}
          label={words[name]}
          value={(range[name] ?? "") as Day | ""}
          clearable
          onChange={(day) => onChange({ ...range, [name]: day === "" ? undefined : day })}
        />
      ))}
    </>
  );
}
