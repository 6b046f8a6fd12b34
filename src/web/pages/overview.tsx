/** 总览: what there is, how the month goes, what is left of the budgets, and the last records. */
import { ActionIcon, Button } from "@mantine/core";
import { IconCircleCheck, IconEye, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { addFen, type Fen, fen } from "../../ledger/money.ts";
import {
  type Account,
  type BudgetUsage,
  type Outlook,
  type Overview as OverviewData,
  PERIODS,
  type SpanSums,
  type Upcoming,
} from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { BudgetBar } from "../budgets/budget-bar.tsx";
import { BudgetsByCalendar } from "../budgets/by-calendar.tsx";
import { LowLine } from "../charts/low-line.tsx";
import { MonthBars } from "../charts/month-bars.tsx";
import { hideMoney, usePrivacy } from "../privacy/privacy.ts";
import { RecentRecords } from "../records/recent-records.tsx";
import { useSettings } from "../settings.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card, Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import "./overview.css";

const FirstVisit = lazy(() => import("./first-visit.tsx"));

export function Overview() {
  const words = useWords();
  const { userId, zone } = useBook();
  const desk = useDesk();
  const { monthStart } = useSettings();
  const { data, error, refetch } = useQuery(queries.overview(userId, zone, monthStart));
  if (error && !data) {
    return (
      <Page title={words.overview}>
        <ReadError error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  if (data?.accounts.length === 0) {
    return (
      <Suspense fallback={<Page title={words.welcome}>{null}</Page>}>
        <FirstVisit />
      </Suspense>
    );
  }
  if (data === undefined) {
    // Stands for everything: what comes in its place moves nothing.
    return (
      <Page title={words.overview}>
        <div className="overview" aria-busy="true">
          {["14rem", "12rem", "24rem"].map((height) => (
            <div key={height} className="skeleton" style={{ height }} />
          ))}
        </div>
      </Page>
    );
  }
  return (
    <Page title={words.overview}>
      <div className="overview">
        <BalanceCard overview={data} />
        <PeriodsCard periods={data.periods} />
        <BudgetsCard usage={data.budgetUsage} />
        <UpcomingCard upcoming={data.upcoming} />
        {data.outlook && <OutlookCard outlook={data.outlook} accounts={data.accounts} />}
        <Card
          title={words.sixMonths}
          className="overview-months"
          action={<Link to="/statistics">{words.statistics}</Link>}
        >
          <MonthBars months={data.months} />
        </Card>
        <div className="overview-recent">
          <RecentRecords lines={data.recent.slice(0, desk ? 10 : 6)} accounts={data.accounts} />
        </div>
        <AccountsCard accounts={data.accounts} />
      </div>
    </Page>
  );
}

function BalanceCard({ overview }: { overview: OverviewData }) {
  const words = useWords();
  const { hidden } = usePrivacy();
  const now = overview.months.at(-1);
  const { soFar, lastSoFar } = overview;
  return (
    <section className="hero">
      <div className="hero-head">
        <h2>{words.totalBalance}</h2>
        <ActionIcon
          variant="transparent"
          size={44}
          c="inherit"
          aria-label={hidden ? words.showMoney : words.hideMoney}
          onClick={() => hideMoney(!hidden)}
        >
          {hidden ? <IconEyeOff size={20} stroke={1.7} /> : <IconEye size={20} stroke={1.7} />}
        </ActionIcon>
        <Consistency accounts={overview.accounts} />
      </div>
      <p className="hero-balance">
        <span aria-hidden="true">¥</span>
        <Money amount={overview.totalBalance} large />
      </p>
      <OwnedAndOwed accounts={overview.accounts} />
      <div className="hero-month">
        {(["income", "expense"] as const).map((type) => (
          <Link
            key={type}
            to="/records"
            search={now ? { type, startDate: now.first, endDate: now.last } : { type }}
          >
            <span>{type === "income" ? words.monthIncome : words.monthExpense}</span>
            {now ? <Money amount={now[type]} large /> : <span className="skeleton-text" />}
            {hasMoved(lastSoFar) && <Difference by={fen(soFar[type] - lastSoFar[type])} />}
          </Link>
        ))}
      </div>
    </section>
  );
}

/** What is owned and what is owed; nothing where nobody is owed. */
function OwnedAndOwed({ accounts }: { accounts: Account[] }) {
  const words = useWords();
  const balances = accounts.map(({ balance }) => balance);
  const owed = addFen(...balances.filter((balance) => balance < 0)) as Fen;
  if (owed === 0) return null;
  const owned = addFen(...balances.filter((balance) => balance > 0)) as Fen;
  return (
    <p className="hero-worth" data-money="">
      {words.ownedAndOwed(moneyText(owned), moneyText(fen(-owed)))}
    </p>
  );
}

/** 今天, 本周, 本月, 今年: what came in and went out, each leading to its list. */
function PeriodsCard({ periods }: { periods: OverviewData["periods"] }) {
  const words = useWords();
  return (
    <section className="card periods" aria-label={words.periods}>
      {PERIODS.map((name) => {
        const span = periods[name];
        return (
          <Link key={name} to="/records" search={{ startDate: span.first, endDate: span.last }}>
            <span className="periods-name">{words.periodNames[name]}</span>
            {SIDES.map((side) => (
              <span key={side} className="periods-figure">
                <span>{words[side]}</span>
                <Money amount={span[side]} as={side} sign={false} />
              </span>
            ))}
          </Link>
        );
      })}
    </section>
  );
}

const SIDES = ["expense", "income"] as const;

/** In a person's first month there is nothing to compare with. */
function hasMoved({ income, expense }: SpanSums): boolean {
  return income !== 0 || expense !== 0;
}

function Difference({ by }: { by: Fen }) {
  const words = useWords();
  const text = moneyText(fen(Math.abs(by)));
  const said = by === 0 ? words.sameAsLast : by > 0 ? words.moreBy(text) : words.lessBy(text);
  return (
    <small className="hero-difference" data-money="">
      {words.againstLast(said)}
    </small>
  );
}

/** Whether every account's balance is what is booked on it; silent until that is known. */
function Consistency({ accounts }: { accounts: Account[] }) {
  const words = useWords();
  const { userId } = useBook();
  const { data } = useQuery(queries.wrongAccounts(userId));
  if (accounts.length === 0 || data === undefined) return null;
  const wrong = accounts.filter(({ id }) => data.includes(id));
  if (wrong.length > 0) {
    return (
      <span className="mark mark-bad" role="alert">
        {words.inconsistentHint(wrong.map(({ name }) => name).join("、"))}
      </span>
    );
  }
  return (
    <span className="mark" title={words.consistentHint}>
      <IconCircleCheck size={17} stroke={1.8} aria-hidden="true" />
      {words.consistent}
    </span>
  );
}

function BudgetsCard({ usage: data }: { usage: BudgetUsage[] }) {
  const words = useWords();
  const usage = [...data].sort((a, b) => b.percentage - a.percentage);
  return (
    <Card
      title={words.budgets}
      className="overview-budgets"
      action={<Link to="/budgets">{words.seeAll}</Link>}
    >
      {usage.length === 0 && (
        <div className="card-empty">
          <p>{words.noBudgetsHint}</p>
          <Button component={Link} to="/budgets" variant="light">
            {words.newBudget}
          </Button>
        </div>
      )}
      {usage.length > 0 && <BudgetsByCalendar />}
      {usage.slice(0, 4).map((budget) => (
        <BudgetBar key={budget.id} budget={budget} brief />
      ))}
    </Card>
  );
}

/** 接下来: what plans bring next; nothing where there are none. */
function UpcomingCard({ upcoming }: { upcoming: Upcoming[] }) {
  const words = useWords();
  const { today } = useBook();
  if (upcoming.length === 0) return null;
  return (
    <Card
      title={words.upcoming}
      className="overview-plans"
      action={<Link to="/plans">{words.seeAll}</Link>}
    >
      <ul className="account-lines">
        {upcoming.map(({ planId, due, day, name, kind, amount, waits }) => (
          <li key={`${planId} ${due}`}>
            <Link to="/plans/$id" params={{ id: String(planId) }}>
              <span className="ellipsis">{name}</span>
              <span className="record-sub">
                {shortDay(day, today, words)}
                {waits && ` · ${words.waitsForYou}`}
              </span>
              {amount !== undefined && kind !== "reminder" && (
                <Money amount={amount} {...(kind !== "transfer" && { as: kind })} />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** 余额预测: what the balances come to by what is planned, the lowest day marked and named. */
function OutlookCard({ outlook, accounts }: { outlook: Outlook; accounts: Account[] }) {
  const words = useWords();
  const { today } = useBook();
  const { balances, lowest, below } = outlook;
  const short = accounts.find(({ id }) => id === below?.accountId);
  const named = words.forecastLowest(shortDay(lowest.day, today, words), moneyText(lowest.balance));
  return (
    <Card
      title={words.forecast}
      className="overview-forecast"
      action={<Link to="/plans">{words.seeAll}</Link>}
    >
      <LowLine balances={balances} label={`${words.forecast} ${named}`} />
      <p className={lowest.balance < 0 ? "mark-bad" : "muted"} data-money="">
        {named}
      </p>
      {below && short && (
        <p className="mark-bad">
          {words.forecastBelow(short.name, shortDay(below.day, today, words))}
        </p>
      )}
    </Card>
  );
}

function AccountsCard({ accounts }: { accounts: Account[] }) {
  const words = useWords();
  return (
    <Card
      title={words.accounts}
      className="overview-accounts"
      action={<Link to="/accounts">{words.seeAll}</Link>}
    >
      <ul className="account-lines">
        {accounts
          .filter(({ archived }) => !archived)
          .map(({ id, name, color, balance }) => (
            <li key={id}>
              <Link to="/accounts/$id" params={{ id: String(id) }}>
                <i style={{ background: color }} aria-hidden="true" />
                <span className="ellipsis">{name}</span>
                <Money amount={balance} />
              </Link>
            </li>
          ))}
      </ul>
    </Card>
  );
}
