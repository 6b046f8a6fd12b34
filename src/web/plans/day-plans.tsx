/** What plans bring on one day, below what is booked on it. */
import { useBook } from "../base/open-book.ts";
import { usePlanWords } from "../words/plans.ts";
import { PlanRow, whenText } from "./occurrence-row.tsx";
import type { PlannedDay } from "./use-planned.ts";

export function DayPlans({ planned }: { planned: PlannedDay }) {
  const words = usePlanWords();
  const { today } = useBook();
  return (
    <section aria-label={words.plans}>
      <h3 className="plan-label">{words.plans}</h3>
      {planned.due.map(({ plan, occurrence }) => (
        <PlanRow key={`${plan.id} ${occurrence.due}`} plan={plan} occurrence={occurrence}>
          {whenText(plan, occurrence.day, today, words)}
        </PlanRow>
      ))}
    </section>
  );
}
