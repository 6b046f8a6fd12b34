import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { RecordType } from "../../contract/fields.ts";
import type { Month } from "../../ledger/calendar.ts";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText, share } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { Chart, type ChartClick } from "../charts/chart.tsx";
import { baseOption, type ChartColors, useChartColors } from "../charts/colors.ts";
import { CategoryIcon, categoryColor } from "../ui/categories.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";
import { ChartCard, type ChartsProps, type Picture } from "./chart-card.tsx";
import { filterOf } from "./range.ts";
import "./ring.css";

/** Slices of the ring; what is smaller is one slice. */
const SLICES = 8;

/** Shares of the categories, as a ring and as a ranking: the ring leads to records, the ranking to the category. */
export function Ring({ range, type, accountId }: ChartsProps) {
  const words = useWords();
  const { userId } = useBook();
  const filter = filterOf(range, accountId);
  const { data, error, refetch } = useQuery({
    ...queries.categoryTotals(userId, { type, ...filter }),
    // What has been refunded whole is nothing to rank.
    select: moved,
  });
  const shares: Shares = {
    type,
    month: range.month,
    filter,
    rows: data ?? [],
    total: sumOf(data ?? []),
  };
  const rows = () => [
    [words.category, words.amount, words.share],
    ...shares.rows.map(({ category, amount }) => [
      categoryText(category),
      amount / 100,
      `${share(amount, shares.total)}%`,
    ]),
  ];
  return (
    <ChartCard title={words.byCategory} rows={rows} className="statistics-ring">
      {(picture) => (
        <>
          {error && !data && <ReadError error={error} retry={() => void refetch()} />}
          {!data && !error && <div className="skeleton" style={{ height: "18.75rem" }} />}
          {data?.length === 0 && <p className="muted">{words.noFigures}</p>}
          {data && data.length > 0 && (
            <div className="ring">
              <RingChart shares={shares} picture={picture} />
              <Ranking shares={shares} />
            </div>
          )}
        </>
      )}
    </ChartCard>
  );
}

interface CategoryTotal {
  category: string;
  amount: Fen;
  count: number;
}

/** What the ring and the ranking show. */
interface Shares {
  month: Month | undefined;
  type: ChartsProps["type"];
  filter: ReturnType<typeof filterOf>;
  rows: CategoryTotal[];
  total: Fen;
}

function RingChart({ shares, picture }: { shares: Shares; picture: Picture }) {
  const { type, filter, rows, total } = shares;
  const words = useWords();
  const navigate = useNavigate();
  const colors = useChartColors();
  const option = useMemo(() => ringOption(rows, colors, words.others), [rows, colors, words]);
  const openSlice = (slice: ChartClick) => {
    const category = spentOn(rows)[slice.dataIndex]?.category;
    if (slice.dataIndex >= SLICES || category === undefined) return;
    void navigate({ to: "/records", search: { type, category, ...filter } });
  };
  return (
    <div className="ring-chart">
      <Chart
        option={option}
        height={240}
        label={words.byCategory}
        picture={picture}
        onClick={openSlice}
      />
      <div className="ring-total">
        <span>{words[type]}</span>
        <Money amount={total} />
      </div>
    </div>
  );
}

/** What a ring can show: what came back can be more than what was spent. */
function spentOn(totals: CategoryTotal[]): CategoryTotal[] {
  return totals.filter(({ amount }) => amount > 0);
}

function ringOption(totals: CategoryTotal[], colors: ChartColors, others: string) {
  const rows = spentOn(totals);
  const rest = sumOf(rows.slice(SLICES));
  const slices = rows.slice(0, SLICES).map((row) => ({
    name: categoryText(row.category),
    value: row.amount / 100,
    itemStyle: { color: categoryColor(row.category, colors.dark) },
  }));
  if (rest > 0)
    slices.push({ name: others, value: rest / 100, itemStyle: { color: colors.faint } });
  return {
    tooltip: {
      ...baseOption(colors).tooltip,
      trigger: "item" as const,
      valueFormatter: (value: unknown) => moneyText(Math.round(Number(value) * 100) as Fen),
    },
    series: [
      {
        type: "pie" as const,
        radius: ["62%", "88%"],
        padAngle: 1.5,
        itemStyle: { borderRadius: 5 },
        label: { show: false },
        emphasis: { scaleSize: 4 },
        data: slices,
      },
    ],
  };
}

function Ranking({ shares: { type, month, rows, total } }: { shares: Shares }) {
  const words = useWords();
  const { dark } = useChartColors();
  const most = rows[0]?.amount ?? ZERO;
  return (
    <ol className="ranking">
      {rows.map((row) => (
        <li key={row.category}>
          <Link to="/subject" search={subjectOf(row.category, type, month)}>
            <CategoryIcon category={row.category} size={34} />
            <span className="ranking-main">
              <span className="budget-line">
                <span className="ellipsis">{categoryText(row.category)}</span>
                <Money amount={row.amount} />
              </span>
              <span className="ranking-track" aria-hidden="true">
                <i
                  style={{
                    width: `${Math.max(0, share(row.amount, most))}%`,
                    background: categoryColor(row.category, dark),
                  }}
                />
              </span>
              <span className="record-sub">
                {total > 0 && `${share(row.amount, total)}% · `}
                {words.countOf(row.count)}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The address of the category's own page. */
function subjectOf(category: string, type: RecordType, month: Month | undefined) {
  return {
    category,
    ...(type === "income" && { type: "income" as const }),
    ...(month !== undefined && { month }),
  };
}

function sumOf(rows: { amount: Fen }[]): Fen {
  return addFen(ZERO, ...rows.map((row) => row.amount)) as Fen;
}

function moved<Row extends { amount: Fen }>(rows: Row[]): Row[] {
  return rows.filter(({ amount }) => amount !== 0);
}
