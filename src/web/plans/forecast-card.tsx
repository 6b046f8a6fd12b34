/** 余额预测: the balances of the days to come, and the days that are short of money. */
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { ZERO } from "../../ledger/money.ts";
import { AccountPicker } from "../accounts/account-picker.tsx";
import * as bookQueries from "../api/queries.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useChartColors } from "../charts/colors.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card } from "../ui/page.tsx";
import { usePlanWords } from "../words/plans.ts";
import type { Forecast } from "./models.ts";
import { type ForecastAsked, forecast } from "./queries.ts";

const BalanceCurve = lazy(() => import("../charts/balance-curve.tsx"));

const PACES = ["none", "recent"] as const;

export function ForecastCard() {
  const words = usePlanWords();
  const { userId, today } = useBook();
  const { brand } = useChartColors();
  const [accountId, setAccount] = useState(0);
  const [pace, setPace] = useState<ForecastAsked["pace"]>("none");
  const asked = { pace, ...(accountId !== 0 && { accountId }) };
  const { data, error, refetch } = useQuery(forecast(userId, today, asked));
  const line = useMemo(() => data && { opening: ZERO, days: data.days }, [data]);
  const skeleton = <div className="skeleton" style={{ height: "12.5rem" }} />;
  return (
    <Card title={words.forecast} className="plan-forecast">
      <div className="plan-pair">
        <AccountPicker
          label={words.account}
          look="bare"
          value={accountId}
          onChange={setAccount}
          none={words.allAccounts}
          clearable
        />
        <SegmentedControl
          aria-label={words.forecast}
          value={pace}
          data={PACES.map((value) => ({ value, label: words.paces[value] }))}
          onChange={(value) => setPace(value as ForecastAsked["pace"])}
        />
      </div>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      <Suspense fallback={skeleton}>
        {line ? (
          <BalanceCurve color={brand} balances={line} label={words.forecast} height={200} />
        ) : (
          !error && skeleton
        )}
      </Suspense>
      {data && <Lows forecast={data} />}
    </Card>
  );
}

/** Of the accounts that plans move: the lowest day, and the first below zero. */
function Lows({ forecast: { accounts, days } }: { forecast: Forecast }) {
  const words = usePlanWords();
  const { userId, today } = useBook();
  const { data: known = [] } = useQuery(bookQueries.accounts(userId));
  const [first] = days;
  const shown = accounts.filter(({ day, below }) => day !== first?.day || below !== undefined);
  return (
    <ul className="plan-lows">
      {shown.map(({ accountId, day, balance, below }) => {
        const name = known.find(({ id }) => id === accountId)?.name ?? "";
        const low = words.lowestOn(name, shortDay(day, today, words), moneyText(balance));
        return (
          <li key={accountId} className={below ? "mark-bad" : "muted"} data-money="">
            {low}
            {below && ` · ${words.belowOn(shortDay(below, today, words))}`}
          </li>
        );
      })}
    </ul>
  );
}
