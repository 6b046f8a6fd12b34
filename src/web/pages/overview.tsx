/** 总览: what there is, how the month goes, what is left of the budgets, and the last records. */
import { ActionIcon, Button } from "@mantine/core";
import {
  IconCircleCheck,
  IconEye,
  IconEyeOff,
  IconFileImport,
  IconPencilPlus,
  IconRestore,
  IconWallet,
} from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { shiftMonth } from "../../ledger/calendar.ts";
import { addFen, type Fen, fen, ZERO } from "../../ledger/money.ts";
import { AccountForm } from "../accounts/account-form.tsx";
import type { Account } from "../api/book.ts";
import * as queries from "../api/queries.ts";
import { RestoreBook } from "../backup/restore.tsx";
import { BudgetBar } from "../budgets/budget-bar.tsx";
import { BudgetsByCalendar } from "../budgets/by-calendar.tsx";
import { MonthBars } from "../charts/month-bars.tsx";
import { openEntry } from "../entry/entry-store.ts";
import { moneyText } from "../money.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { Money } from "../parts/money.tsx";
import { Card, Page } from "../parts/page.tsx";
import { WaitingList } from "../parts/waiting-list.tsx";
import { type MonthSums, type Period, periodOfDay, periodOfMonth } from "../period.ts";
import { RecentRecords } from "../records/recent-records.tsx";
import { useSettings } from "../settings.ts";
import { useBook } from "../shell/book.ts";
import { useDesk } from "../shell/screen.ts";
import { useWords } from "../words/words.ts";

export function Overview() {
  const words = useWords();
  const { userId } = useBook();
  const desk = useDesk();
  const accounts = useQuery(queries.accounts(userId));
  const months = useMonths(6);
  if (accounts.error && !accounts.data) {
    return (
      <Page title={words.overview}>
        <ReadError error={accounts.error} retry={() => void accounts.refetch()} />
      </Page>
    );
  }
  if (accounts.data?.length === 0) return <FirstVisit />;
  return (
    <Page title={words.overview}>
      <div className="overview">
        <BalanceCard months={months} />
        <BudgetsCard />
        <Card
          title={words.sixMonths}
          className="overview-months"
          action={<Link to="/statistics">{words.statistics}</Link>}
        >
          <MonthBars months={months} />
        </Card>
        <div className="overview-recent">
          <WaitingList />
          <RecentRecords count={desk ? 10 : 6} />
        </div>
        <AccountsCard accounts={accounts.data} />
      </div>
    </Page>
  );
}

/** The last months, oldest first, as the person reckons them. */
function useMonths(count: number): MonthSums[] | undefined {
  const { userId, today } = useBook();
  const { monthStart } = useSettings();
  const now = periodOfDay(today, monthStart);
  const periods = Array.from({ length: count }, (_, index) =>
    periodOfMonth(shiftMonth(now.month, index + 1 - count), monthStart),
  );
  const { data } = useQuery(
    queries.trend(userId, (periods[0] as Period).first, (periods.at(-1) as Period).last),
  );
  return data && periods.map((period) => ({ ...period, ...sumsOf(data, period) }));
}

function sumsOf(days: { day: string; income: Fen; expense: Fen }[], { first, last }: Period) {
  const within = days.filter(({ day }) => day >= first && day <= last);
  return {
    income: addFen(ZERO, ...within.map((day) => day.income)) as Fen,
    expense: addFen(ZERO, ...within.map((day) => day.expense)) as Fen,
  };
}

function BalanceCard({ months }: { months: MonthSums[] | undefined }) {
  const words = useWords();
  const { userId } = useBook();
  const [hidden, setHidden] = useState(() => sessionStorage.getItem("fenming.hidden") === "1");
  const { data } = useQuery(queries.summary(userId));
  const [last, now] = months?.slice(-2) ?? [];
  const toggle = () => {
    setHidden(!hidden);
    sessionStorage.setItem("fenming.hidden", hidden ? "0" : "1");
  };
  return (
    <section className="hero" data-hidden={hidden || undefined} aria-busy={!data}>
      <div className="hero-head">
        <h2>{words.totalBalance}</h2>
        <ActionIcon
          variant="transparent"
          size={44}
          c="inherit"
          aria-label={hidden ? words.showMoney : words.hideMoney}
          onClick={toggle}
        >
          {hidden ? <IconEyeOff size={20} stroke={1.7} /> : <IconEye size={20} stroke={1.7} />}
        </ActionIcon>
        <Consistency />
      </div>
      <p className="hero-balance">
        <span aria-hidden="true">¥</span>
        {data ? <Money amount={data.totalBalance} large /> : <span className="skeleton-text" />}
      </p>
      <div className="hero-month">
        {(["income", "expense"] as const).map((type) => (
          <Link
            key={type}
            to="/records"
            search={now ? { type, startDate: now.first, endDate: now.last } : { type }}
          >
            <span>{type === "income" ? words.monthIncome : words.monthExpense}</span>
            {now ? <Money amount={now[type]} large /> : <span className="skeleton-text" />}
            {now && last && hasMoved(last) && <Difference by={fen(now[type] - last[type])} />}
          </Link>
        ))}
      </div>
    </section>
  );
}

/** In a person's first month there is nothing to compare with. */
function hasMoved({ income, expense }: MonthSums): boolean {
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

/** Proves every account's balance; silent until all have answered. */
function Consistency() {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  const proofs = useQueries({
    queries: accounts.map(({ id }) => queries.verification(userId, id)),
  });
  if (accounts.length === 0 || proofs.some((proof) => !proof.data)) return null;
  const wrong = accounts.filter((_, index) => proofs[index]?.data?.ok === false);
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

function BudgetsCard() {
  const words = useWords();
  const { userId } = useBook();
  const { data } = useQuery(queries.summary(userId));
  const usage = [...(data?.budgetUsage ?? [])].sort((a, b) => b.percentage - a.percentage);
  return (
    <Card
      title={words.budgets}
      className="overview-budgets"
      action={<Link to="/budgets">{words.seeAll}</Link>}
    >
      {data === undefined && <div className="skeleton" style={{ height: 160 }} />}
      {data !== undefined && usage.length === 0 && (
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

function AccountsCard({ accounts }: { accounts: Account[] | undefined }) {
  const words = useWords();
  return (
    <Card
      title={words.accounts}
      className="overview-accounts"
      action={<Link to="/accounts">{words.seeAll}</Link>}
    >
      {accounts === undefined && <div className="skeleton" style={{ height: 120 }} />}
      <ul className="account-lines">
        {accounts
          ?.filter(({ archived }) => !archived)
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

/** Nothing is here yet: the way to the first account, the first record, or a bill. */
function FirstVisit() {
  const words = useWords();
  const [adding, setAdding] = useState(false);
  const steps = [
    { icon: IconWallet, title: words.firstAccount, hint: words.firstAccountHint },
    { icon: IconPencilPlus, title: words.firstRecord, hint: words.firstRecordHint },
    { icon: IconFileImport, title: words.orImport, hint: words.orImportHint },
    { icon: IconRestore, title: words.orRestore, hint: words.restoreHint },
  ];
  return (
    <Page title={words.welcome}>
      <ol className="first-steps">
        {steps.map(({ icon: Icon, title, hint }, index) => (
          <li key={title} className="card" data-next={index === 0 || undefined}>
            <Icon size={28} stroke={1.5} aria-hidden="true" />
            <div>
              <h2>{title}</h2>
              <p>{hint}</p>
            </div>
            {index === 0 && <Button onClick={() => setAdding(true)}>{words.newAccount}</Button>}
            {index === 2 && (
              <Button variant="light" renderRoot={(props) => <Link to="/import" {...props} />}>
                {words.imports}
              </Button>
            )}
            {index === 3 && <RestoreBook />}
          </li>
        ))}
      </ol>
      {adding && <AccountForm close={() => setAdding(false)} saved={() => openEntry()} />}
    </Page>
  );
}
