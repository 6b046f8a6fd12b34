import { useSettings } from "../settings.ts";
import { useWords } from "../words/words.ts";

/** Says that budgets go by the calendar, to those whose months begin on another day. */
export function BudgetsByCalendar() {
  const words = useWords();
  const { monthStart } = useSettings();
  return monthStart === 1 ? null : <p className="muted">{words.budgetsByCalendar}</p>;
}
