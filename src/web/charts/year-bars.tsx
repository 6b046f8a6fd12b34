/** Twelve months as bars; one of them is chosen, and a line says what is usual. */
import type { Month } from "../../ledger/calendar.ts";
import { monthNumber } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { monthTitle } from "../base/days.ts";
import { moneyText, shortMoney } from "../base/money.ts";
import { useWords } from "../words/words.ts";
import "./year-bars.css";

interface YearBarsProps {
  label: string;
  months: { month: Month; amount: Fen }[];
  median: Fen | undefined;
  chosen: Month;
  choose: (month: Month) => void;
  /** Which colour they have. */
  kind: "income" | "expense";
}

export function YearBars({ label, months, median, chosen, choose, kind }: YearBarsProps) {
  const words = useWords();
  const most = Math.max(1, median ?? 0, ...months.map(({ amount }) => amount));
  const heightOf = (amount: Fen) => `${(Math.max(0, amount) / most) * 100}%`;
  return (
    <fieldset className="year-bars" data-kind={kind} aria-label={label}>
      {median !== undefined && median > 0 && (
        <div className="year-bars-usual" aria-hidden="true">
          <i style={{ bottom: heightOf(median) }} />
        </div>
      )}
      {months.map(({ month, amount }) => (
        <button
          key={month}
          type="button"
          aria-pressed={month === chosen}
          title={`${monthTitle(month, words)} ${moneyText(amount)}`}
          onClick={() => choose(month)}
        >
          <span className="unseen">{`${monthTitle(month, words)} ${moneyText(amount)}`}</span>
          <span className="year-bars-bar" aria-hidden="true">
            <i style={{ height: heightOf(amount) }} />
          </span>
          <span className="year-bars-name" aria-hidden="true">
            {monthNumber(month)}
          </span>
          <span className="year-bars-figure" data-money="" aria-hidden="true">
            {amount === 0 ? "—" : shortMoney(amount, words)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
