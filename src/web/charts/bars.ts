/** What bars of money look like in every chart; what a chart has of its own is laid over it. */
import type { EChartsOption } from "echarts/types/dist/shared";
import type { Fen } from "../../ledger/money.ts";
import { moneyText, shortMoney } from "../money.ts";
import type { Words } from "../words/words.ts";
import { baseOption, type ChartColors } from "./colors.ts";

/** One colour of bars: a value for each place of the axis. */
export interface Bars {
  name: string;
  color: string;
  amounts: Fen[];
  maxWidth: number;
}

/** Fen again from the yuan that a chart reckons in. */
const fenOfYuan = (yuan: unknown) => Math.round(Number(yuan) * 100) as Fen;

/** A place of the axis: its whole name, and what there is room for below it. */
export interface Place {
  label: string;
  short?: string;
}

export function barsOption(colors: ChartColors, words: Words, places: Place[], bars: Bars[]) {
  const { axis, tooltip } = baseOption(colors);
  return {
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      ...tooltip,
      trigger: "axis" as const,
      axisPointer: { type: "shadow" as const },
      valueFormatter: (value: unknown) => moneyText(fenOfYuan(value)),
    },
    xAxis: {
      type: "category" as const,
      ...axis,
      splitLine: { show: false },
      axisLabel: {
        color: colors.faint,
        hideOverlap: true,
        formatter: (label: string, index: number) => places[index]?.short ?? label,
        // The first and the last stay inside the picture.
        alignMinLabel: "left" as const,
        alignMaxLabel: "right" as const,
      },
      data: places.map(({ label }) => label),
    },
    yAxis: {
      type: "value" as const,
      ...axis,
      axisLabel: {
        color: colors.faint,
        formatter: (value: number) => shortMoney(fenOfYuan(value), words),
      },
    },
    series: bars.map(({ name, color, amounts, maxWidth }) => ({
      type: "bar" as const,
      name,
      data: amounts.map((amount) => amount / 100),
      barMaxWidth: maxWidth,
      itemStyle: { color, borderRadius: [4, 4, 0, 0] },
    })),
  } satisfies EChartsOption;
}
