/** What bars of money look like in every chart; what a chart has of its own is laid over it. */
import type { EChartsOption } from "echarts/types/dist/shared";
import type { Fen } from "../../ledger/money.ts";
import { moneyText, shortMoney } from "../base/money.ts";
import type { Words } from "../words/words.ts";
import { baseOption, type ChartColors } from "./colors.ts";

/** One colour of bars: a value for each label of the axis. */
export interface Bars {
  name: string;
  color: string;
  amounts: Fen[];
  maxWidth: number;
}

/** Fen again from the yuan that a chart reckons in. */
const fenOfYuan = (yuan: unknown) => Math.round(Number(yuan) * 100) as Fen;

/** A label of the axis: its whole name, and what there is room for below it. */
export interface AxisLabel {
  label: string;
  short?: string;
}

export function barsOption(colors: ChartColors, words: Words, labels: AxisLabel[], bars: Bars[]) {
  const { axis, tooltip } = baseOption(colors);
  // By its name: the number that the library gives counts from where the picture begins.
  const shortOf = new Map(labels.map(({ label, short }) => [label, short ?? label]));
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
        ...axis.axisLabel,
        hideOverlap: true,
        formatter: (label: string) => shortOf.get(label) ?? label,
        // The first and the last are named, and stay inside the picture.
        showMinLabel: true,
        showMaxLabel: true,
        alignMinLabel: "left" as const,
        alignMaxLabel: "right" as const,
      },
      data: labels.map(({ label }) => label),
    },
    yAxis: {
      type: "value" as const,
      ...axis,
      axisLabel: {
        ...axis.axisLabel,
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
