import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import * as queries from "../api/queries.ts";
import { Chart } from "../charts/chart.tsx";
import { baseOption, useChartColors } from "../charts/colors.ts";
import { CategoryIcon, categoryColor } from "../entry/categories.tsx";
import { moneyText, share } from "../money.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { Money } from "../parts/money.tsx";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import { ChartCard, type ChartsProps } from "./chart-card.tsx";
import { filterOf } from "./range.ts";

/** Slices of the ring; what is smaller is one slice. */
const SLICES = 8;

/** Shares of the categories, as a ring and as a ranking; both lead to the records. */
export function Ring({ range, type, accountId }: ChartsProps) {
  const words = useWords();
  const { userId } = useBook();
  const navigate = useNavigate();
  const colors = useChartColors();
  const filter = filterOf(range, accountId);
  const { data, error, refetch } = useQuery({
    ...queries.categoryTotals(userId, { type, ...filter }),
    // What has been refunded whole is nothing to rank.
    select: moved,
  });
  const total = addFen(ZERO, ...(data ?? []).map((row) => row.amount)) as Fen;
  const most = data?.[0]?.amount ?? ZERO;
  const option = useMemo(() => {
    const { tooltip } = baseOption(colors);
    const rows = (data ?? []).filter(({ amount }) => amount > 0);
    const rest = addFen(ZERO, ...rows.slice(SLICES).map((row) => row.amount)) as Fen;
    const slices = rows.slice(0, SLICES).map((row) => ({
      name: row.category,
      value: row.amount / 100,
      itemStyle: { color: categoryColor(row.category, colors.dark) },
    }));
    if (rest > 0)
      slices.push({ name: words.others, value: rest / 100, itemStyle: { color: colors.faint } });
    return {
      tooltip: {
        ...tooltip,
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
  }, [data, colors, words]);
  const rows = () => [
    [words.category, words.amount, words.share],
    ...(data ?? []).map((row) => [row.category, row.amount / 100, `${share(row.amount, total)}%`]),
  ];
  return (
    <ChartCard title={words.byCategory} rows={rows} className="statistics-ring">
      {(picture) => (
        <>
          {error && !data && <ReadError error={error} retry={() => void refetch()} />}
          {!data && !error && <div className="skeleton" style={{ height: 300 }} />}
          {data?.length === 0 && <p className="muted">{words.noFigures}</p>}
          {data && data.length > 0 && (
            <div className="ring">
              <div className="ring-chart">
                <Chart
                  option={option}
                  height={240}
                  label={words.byCategory}
                  picture={picture}
                  onClick={({ name, dataIndex }) => {
                    if (dataIndex < SLICES)
                      void navigate({
                        to: "/records",
                        search: { type, category: name, ...filter },
                      });
                  }}
                />
                <div className="ring-total">
                  <span>{words[type]}</span>
                  <Money amount={total} />
                </div>
              </div>
              <ol className="ranking">
                {data.map((row) => (
                  <li key={row.category}>
                    <Link to="/records" search={{ type, category: row.category, ...filter }}>
                      <CategoryIcon category={row.category} size={34} />
                      <span className="ranking-main">
                        <span className="budget-line">
                          <span className="ellipsis">{row.category}</span>
                          <Money amount={row.amount} />
                        </span>
                        <span className="ranking-track" aria-hidden="true">
                          <i
                            style={{
                              width: `${Math.max(0, share(row.amount, most))}%`,
                              background: categoryColor(row.category, colors.dark),
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
            </div>
          )}
        </>
      )}
    </ChartCard>
  );
}

function moved<Row extends { amount: Fen }>(rows: Row[]): Row[] {
  return rows.filter(({ amount }) => amount !== 0);
}
