/** A chart of the library's own core, with only the parts that we draw. Loaded late. */
import { BarChart, LineChart, PieChart } from "echarts/charts";
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from "echarts/components";
import { type ECharts, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { EChartsOption } from "echarts/types/dist/shared";
import { useEffect, useRef } from "react";
import { theme } from "../ui/theme.tsx";
import { useColorScheme } from "./colors.ts";

use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
]);

export interface ChartClick {
  name: string;
  dataIndex: number;
  seriesName: string;
}

/** How wide it is on paper, where two stand beside each other. */
const PRINTED = 500;

interface ChartProps {
  option: EChartsOption;
  height: number;
  /** What the chart shows, for those who do not see it. */
  label: string;
  onClick?: (click: ChartClick) => void;
  /** Receives the picture of the chart, once it can be asked for. */
  picture?: React.RefObject<(() => string) | undefined>;
}

export function Chart({ option, height, label, onClick, picture }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const click = useRef(onClick);
  click.current = onClick;
  const scheme = useColorScheme();
  useEffect(() => {
    const made = init(element.current, null, { renderer: "svg" });
    chart.current = made;
    made.on("click", (event) => click.current?.(event as unknown as ChartClick));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element.current as HTMLDivElement);
    const onPrint = () => made.resize({ width: PRINTED, animation: { duration: 0 } });
    const afterPrint = () => made.resize();
    addEventListener("beforeprint", onPrint);
    addEventListener("afterprint", afterPrint);
    if (picture) picture.current = () => made.getDataURL({ type: "svg" });
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", onPrint);
      removeEventListener("afterprint", afterPrint);
      made.dispose();
    };
  }, [picture]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again with the scheme
  useEffect(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    chart.current?.setOption(
      {
        textStyle: { fontFamily: theme.fontFamily ?? "sans-serif" },
        animation: !calm,
        animationDuration: 350,
        ...option,
      },
      true,
    );
  }, [option, scheme]);
  return (
    <div
      ref={element}
      role="img"
      aria-label={label}
      style={{ height: `${height / 16}rem`, width: "100%" }}
    />
  );
}
