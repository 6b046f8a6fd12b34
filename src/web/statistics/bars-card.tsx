/** In and out over time as bars; each stretch of days leads to its records. */
import { useNavigate } from "@tanstack/react-router";
import type { EChartsOption } from "echarts/types/dist/shared";
import { type ReactNode, useMemo } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { type Day, monthOf } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import { type AxisLabel, barsOption } from "../charts/bars.ts";
import { Chart } from "../charts/chart.tsx";
import { useChartColors } from "../charts/colors.ts";
import { Figures } from "../charts/figures.tsx";
import { useWords } from "../words/words.ts";
import { ChartCard } from "./chart-card.tsx";
import { filterOf } from "./range.ts";

/** What stands at one label of the axis. */
export interface Stretch extends AxisLabel {
  first: Day;
  last: Day;
  income: Fen;
  expense: Fen;
}

interface BarsCardProps {
  title: string;
  className: string;
  label: string;
  height: number;
  /** What a stretch is, at the head of the data that is taken away. */
  unit: string;
  /** Absent until they are here. */
  stretches: Stretch[] | undefined;
  /** The sides that are drawn; a single one is also what a bar leads to. */
  types: RecordType[];
  maxWidth: number;
  accountId: number | undefined;
  /** What this chart has beside its bars. */
  own: (colors: ReturnType<typeof useChartColors>) => EChartsOption;
  children?: ReactNode;
}

export function BarsCard(props: BarsCardProps) {
  const { title, className, label, height, unit, stretches, types, maxWidth, own } = props;
  const words = useWords();
  const colors = useChartColors();
  const open = useOpen(props);
  const option = useMemo((): EChartsOption => {
    const shown = stretches ?? [];
    const bars = types.map((type) => ({
      name: words[type],
      color: colors[type],
      amounts: shown.map((stretch) => stretch[type]),
      maxWidth,
    }));
    return { ...barsOption(colors, words, shown, bars), ...own(colors) };
  }, [stretches, types, maxWidth, own, colors, words]);
  const rows = () => [
    [unit, words.income, words.expense],
    ...(stretches ?? []).map(({ label, income, expense }) => [label, income / 100, expense / 100]),
  ];
  return (
    <ChartCard title={title} rows={rows} className={className}>
      {(picture) => (
        <>
          {props.children}
          {stretches && !stretches.some(hasMoved) ? (
            <p className="muted">{words.noFigures}</p>
          ) : stretches ? (
            <>
              <Chart
                option={option}
                height={height}
                label={label}
                picture={picture}
                onClick={open}
              />
              <Figures
                caption={title}
                head={[unit, ...types.map((type) => words[type])]}
                rows={figuresOf(stretches, types)}
              />
            </>
          ) : (
            <div className="skeleton" style={{ height: `${height / 16}rem` }} />
          )}
        </>
      )}
    </ChartCard>
  );
}

/** As many rows as somebody can listen to; beyond them months. */
const ROWS = 92;

function figuresOf(stretches: Stretch[], types: RecordType[]): [string, ...Fen[]][] {
  const moved = stretches.filter(hasMoved);
  const rows = moved.length > ROWS ? byMonth(moved) : moved;
  return rows.map((row) => [row.label, ...types.map((type) => row[type])]);
}

function byMonth(days: Stretch[]): Pick<Stretch, "label" | RecordType>[] {
  const months = new Map<string, { label: string; income: Fen; expense: Fen }>();
  for (const { first, income, expense } of days) {
    const label = monthOf(first);
    const known = months.get(label) ?? { label, income: ZERO, expense: ZERO };
    known.income = addFen(known.income, income) as Fen;
    known.expense = addFen(known.expense, expense) as Fen;
    months.set(label, known);
  }
  return [...months.values()];
}

function hasMoved({ income, expense }: Stretch): boolean {
  return income !== 0 || expense !== 0;
}

/** Leads to the records of the stretch that was chosen. */
function useOpen({ stretches, types, accountId }: BarsCardProps) {
  const navigate = useNavigate();
  const [type, other] = types;
  return ({ dataIndex }: { dataIndex: number }) => {
    const stretch = stretches?.[dataIndex];
    if (stretch === undefined) return;
    const search = filterOf(stretch, accountId);
    const only = type !== undefined && other === undefined ? { type } : {};
    void navigate({ to: "/records", search: { ...search, ...only } });
  };
}
