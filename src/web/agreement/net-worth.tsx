/** 净资产: what is owned less what is owed, and how that came about. */
import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { shiftDay } from "../../ledger/calendar.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useChartColors } from "../charts/colors.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import * as queries from "./queries.ts";
import "./net-worth.css";

const BalanceCurve = lazy(() => import("../charts/balance-curve.tsx"));

const SPANS = ["year", "all"] as const;
type Span = (typeof SPANS)[number];

/** The headline is the last point of its line. */
export function NetWorth() {
  const words = useAgreementWords();
  const { userId, today } = useBook();
  const { brand } = useChartColors();
  const [span, setSpan] = useState<Span>("year");
  const since = span === "year" ? shiftDay(today, -365) : undefined;
  const { data, error, refetch } = useQuery({
    ...queries.netWorth(userId, since),
    placeholderData: keepPreviousData,
  });
  const line = useMemo(
    () =>
      data && {
        opening: data.before.net,
        days: data.days.map(({ day, net }) => ({ day, balance: net })),
      },
    [data],
  );
  const now = data?.days.at(-1) ?? data?.before;
  const skeleton = <div className="skeleton" style={{ height: "11.25rem" }} />;
  return (
    <Card
      title={words.netWorth}
      className="net-worth"
      action={
        <SegmentedControl
          aria-label={words.netWorthLine}
          value={span}
          data={SPANS.map((value) => ({ value, label: words.netWorthSpans[value] }))}
          onChange={(chosen) => setSpan(chosen as Span)}
        />
      }
    >
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {now && (
        <>
          <p className="net-worth-figure">
            <Money amount={now.net} large />
          </p>
          <p className="muted">
            {words.netWorthParts(moneyText(now.assets), moneyText(now.liabilities))}
          </p>
        </>
      )}
      <Suspense fallback={skeleton}>
        {line ? (
          <BalanceCurve color={brand} balances={line} label={words.netWorthLine} height={180} />
        ) : (
          !error && skeleton
        )}
      </Suspense>
    </Card>
  );
}
