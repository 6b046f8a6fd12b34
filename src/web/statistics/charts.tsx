/** The charts of the statistics page, loaded with the chart library. */
import { AccountShares } from "./account-shares.tsx";
import type { ChartsProps } from "./chart-card.tsx";
import { Comparison } from "./comparison.tsx";
import { Ring } from "./ring.tsx";
import { Trend } from "./trend.tsx";

export default function Charts(props: ChartsProps) {
  return (
    <div className="statistics">
      <Ring {...props} />
      <Trend {...props} />
      <Comparison {...props} />
      {props.accountId === undefined && <AccountShares {...props} />}
    </div>
  );
}
