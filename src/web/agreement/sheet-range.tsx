/** The days of a sheet: a month, or any. */
import type { Day } from "../../ledger/calendar.ts";
import { periodOfDay, periodOfMonth } from "../../ledger/period.ts";
import type { Account } from "../api/models.ts";
import { useBook } from "../base/open-book.ts";
import { RangeFields } from "../days/range-fields.tsx";
import { useSettings } from "../settings.ts";
import { MonthSwitch } from "../ui/page.tsx";
import type { SheetRange } from "./queries.ts";
import { SheetFiles } from "./sheet-files.tsx";

interface SheetDaysProps {
  account: Account;
  range: SheetRange;
  set: (range: SheetRange) => void;
}

/** This month, as the person reckons it. */
export function useThisMonth(): Required<SheetRange> {
  const { today } = useBook();
  const { monthStart } = useSettings();
  const { first, last } = periodOfDay(today, monthStart);
  return { startDate: first, endDate: last };
}

export function SheetDays({ account, range, set }: SheetDaysProps) {
  const { today } = useBook();
  const { monthStart } = useSettings();
  const period = periodOfDay((range.startDate ?? range.endDate ?? today) as Day, monthStart);
  const { first, last } = { first: range.startDate, last: range.endDate };
  const isMonth = first === period.first && last === period.last;
  return (
    <div className="sheet-range">
      {isMonth && (
        <MonthSwitch
          month={period.month}
          days={period}
          thisMonth={periodOfDay(today, monthStart).month}
          onChange={(month) => {
            const next = periodOfMonth(month, monthStart);
            set({ startDate: next.first, endDate: next.last });
          }}
        />
      )}
      <div className="sheet-days">
        <RangeFields
          range={range}
          onChange={({ startDate, endDate }) =>
            set({ ...(startDate && { startDate }), ...(endDate && { endDate }) })
          }
        />
      </div>
      <SheetFiles account={account} range={range} />
    </div>
  );
}
