import { useMemo } from "react";
import { type Day, monthOf } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { moneyText, shortMoney } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import { Chart } from "./chart.tsx";
import { baseOption, useChartColors } from "./colors.ts";
import { Figures } from "./figures.tsx";
import "./balance-curve.css";

interface BalanceCurveProps {
  color: string;
  balances: { opening: Fen; days: { day: Day; balance: Fen }[] };
  /** What it is called, where it is not the balance of an account. */
  label?: string;
  height?: number;
}

/** The balance at the end of each day that moved it, and as it is today. */
export default function BalanceCurve(props: BalanceCurveProps) {
  const { color, balances, height = 260 } = props;
  const words = useWords();
  const label = props.label ?? words.balanceCurve;
  const { today } = useBook();
  const colors = useChartColors();
  const option = useMemo(() => {
    const { axis, tooltip } = baseOption(colors);
    const points = balances.days.map(({ day, balance }): [string, number] => [day, balance / 100]);
    const last = points.at(-1);
    if (last && last[0] < today) points.push([today, last[1]]);
    return {
      grid: { left: 8, right: 16, top: 16, bottom: 4, containLabel: true },
      tooltip: {
        ...tooltip,
        trigger: "axis" as const,
        valueFormatter: (value: unknown) => moneyText(Math.round(Number(value) * 100) as Fen),
      },
      xAxis: {
        type: "time" as const,
        ...axis,
        splitLine: { show: false },
        axisLabel: { ...axis.axisLabel, hideOverlap: true },
      },
      yAxis: {
        type: "value" as const,
        ...axis,
        scale: true,
        axisLabel: {
          ...axis.axisLabel,
          formatter: (value: number) => shortMoney(Math.round(value * 100) as Fen, words),
        },
      },
      series: [
        {
          type: "line" as const,
          name: words.balance,
          step: "end" as const,
          showSymbol: points.length < 2,
          data: points,
          lineStyle: { color, width: 2 },
          itemStyle: { color },
          areaStyle: { color, opacity: 0.1 },
        },
      ],
    };
  }, [balances, color, colors, today, words]);
  if (balances.days.length === 0) {
    // As high as the curve that was waited for: what stands below stays.
    return (
      <p className="muted no-curve" style={{ height }}>
        {words.noFigures}
      </p>
    );
  }
  return (
    <>
      <Chart option={option} height={height} label={label} />
      <Figures
        caption={label}
        head={[words.month, words.balance]}
        rows={endsOfMonths(balances.days)}
      />
    </>
  );
}

/** The balance at the end of each month that moved it. */
function endsOfMonths(days: { day: Day; balance: Fen }[]): [string, Fen][] {
  return [...new Map(days.map(({ day, balance }) => [monthOf(day) as string, balance]))];
}
