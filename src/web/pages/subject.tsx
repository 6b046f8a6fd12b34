/** A category or a payee by itself: twelve months, what is usual, the largest, and a month's records. */
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Month } from "../../ledger/calendar.ts";
import { type Period, periodOfDay, periodOfMonth } from "../../ledger/period.ts";
import type { RecordFilter } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { monthTitle } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { BulkBar } from "../records/bulk-bar.tsx";
import { RecordList } from "../records/record-list.tsx";
import { useSelection } from "../records/use-selection.ts";
import { useSettings } from "../settings.ts";
import { Largest } from "../subjects/largest.tsx";
import { SideSwitch } from "../subjects/side-switch.tsx";
import type { Subject, SubjectSearch } from "../subjects/subject.ts";
import { YearCard } from "../subjects/year-card.tsx";
import { Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";

const route = getRouteApi("/subject");

export function SubjectPage() {
  const words = useWords();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { category, text, type = "expense" } = search;
  const subject = useMemo(
    (): Subject => ({ type, ...(category ? { category } : text ? { text } : {}) }),
    [category, text, type],
  );
  const period = useChosen(search.month);
  const go = (next: SubjectSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  const withSide = (side: string) => {
    const { type: _, ...rest } = search;
    go(side === "income" ? { ...rest, type: "income" } : rest);
  };
  return (
    <Page
      title={category ? categoryText(category) : (text ?? words.records)}
      back="/statistics"
      wide
      actions={<SideSwitch type={type} choose={withSide} />}
    >
      <div className="year-pair">
        <YearCard
          subject={subject}
          month={period.month}
          choose={(month) => go({ ...search, month })}
        />
        <Largest subject={subject} />
      </div>
      <MonthRecords subject={subject} period={period} />
    </Page>
  );
}

function useChosen(month: Month | undefined): Period {
  const { today } = useBook();
  const { monthStart } = useSettings();
  return month ? periodOfMonth(month, monthStart) : periodOfDay(today, monthStart);
}

function MonthRecords({ subject, period }: { subject: Subject; period: Period }) {
  const words = useWords();
  const { choosing, selection, setSelection, actions, setChoosing } = useSelection();
  const filter = useMemo(
    (): RecordFilter => ({ ...subject, startDate: period.first, endDate: period.last }),
    [subject, period.first, period.last],
  );
  return (
    <section>
      <div className="card-head">
        <h2>{monthTitle(period.month, words)}</h2>
        <Link to="/records" search={filter}>
          {words.seeRecords}
        </Link>
      </div>
      <RecordList filter={filter} actions={actions} selection={selection} choosing={choosing} />
      {(choosing || selection.size > 0) && (
        <BulkBar
          filter={filter}
          selection={selection}
          setSelection={setSelection}
          close={() => setChoosing(false)}
        />
      )}
    </section>
  );
}
