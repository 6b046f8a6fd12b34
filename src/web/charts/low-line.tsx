/** A line of balances, day after day, with its lowest point marked: small enough for the first page. */
import "./low-line.css";
import type { Fen } from "../../ledger/money.ts";

interface LowLineProps {
  balances: Fen[];
  /** What it says, for those who do not see it. */
  label: string;
}

export function LowLine({ balances, label }: LowLineProps) {
  const low = Math.min(...balances);
  const high = Math.max(...balances);
  const lowAt = balances.indexOf(low as Fen);
  const last = Math.max(1, balances.length - 1);
  // Of a line that never moves half the height is as good as any.
  const heightOf = (balance: number) =>
    high === low ? 50 : ((balance - low) / (high - low)) * 100;
  const steps = balances.map((balance, at) => {
    const y = 100 - heightOf(balance);
    return at === 0 ? `M0 ${y}` : `H${(at / last) * 100}V${y}`;
  });
  const zero = low < 0 && high > 0 ? 100 - heightOf(0) : undefined;
  return (
    <div className="low-line" role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {zero !== undefined && <path className="low-line-zero" d={`M0 ${zero}H100`} />}
        <path className="low-line-area" d={`${steps.join("")}V100H0Z`} />
        <path className="low-line-path" d={steps.join("")} />
      </svg>
      <i style={{ left: `${(lowAt / last) * 100}%`, bottom: `${heightOf(low)}%` }} />
    </div>
  );
}
