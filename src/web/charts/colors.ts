/** The colours of the page, for charts that are drawn and not styled. */
import { useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import { useScale } from "../base/screen.ts";
import { useSettings } from "../settings.ts";

export function useColorScheme(): "light" | "dark" {
  return useComputedColorScheme("light", { getInitialValueInEffect: false });
}

export interface ChartColors {
  dark: boolean;
  ink: string;
  faint: string;
  line: string;
  card: string;
  income: string;
  expense: string;
  brand: string;
  /** How large letters are. */
  scale: number;
}

const PALETTES = {
  light: {
    ink: "#1c1f26",
    faint: "#666d79",
    line: "#e7e4dd",
    card: "#ffffff",
    green: "#0b7a52",
    red: "#c2362b",
    brand: "#2b4c7e",
  },
  dark: {
    ink: "#eceef2",
    faint: "#a3aab6",
    line: "#30343d",
    card: "#1d2026",
    green: "#4cc38a",
    red: "#ff8b7e",
    brand: "#8fb3ee",
  },
};

export function useChartColors(): ChartColors {
  const scheme = useColorScheme();
  const { incomeColor } = useSettings();
  const scale = useScale();
  return useMemo(() => {
    const { green, red, ...rest } = PALETTES[scheme];
    const [income, expense] = incomeColor === "green" ? [green, red] : [red, green];
    return { ...rest, dark: scheme === "dark", income, expense, scale };
  }, [scheme, incomeColor, scale]);
}

/** What axes and hints look like in every chart. */
export function baseOption(colors: ChartColors) {
  const axis = {
    axisLine: { lineStyle: { color: colors.line } },
    axisTick: { show: false },
    axisLabel: { color: colors.faint, fontSize: 12 * colors.scale },
    splitLine: { lineStyle: { color: colors.line } },
  };
  return {
    axis,
    tooltip: {
      backgroundColor: colors.card,
      borderColor: colors.line,
      textStyle: { color: colors.ink, fontSize: 13 * colors.scale },
      confine: true,
    },
    legend: {
      textStyle: { color: colors.faint, fontSize: 12 * colors.scale },
      icon: "roundRect",
      itemWidth: 12,
      itemHeight: 8,
    },
  };
}
