/** 预算: a cap a category and month, and how it holds. */
import { ActionIcon, Button } from "@mantine/core";
import { IconCopy, IconPencil, IconPlus, IconTargetArrow } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Month, monthBefore, monthOf } from "../../ledger/calendar.ts";
import { addFen, type Fen, yuanFromFen, ZERO } from "../../ledger/money.ts";
import { calendarMonth } from "../../ledger/period.ts";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import type { Budget, BudgetUsage } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { share } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { BudgetBar } from "../budgets/budget-bar.tsx";
import { BudgetForm } from "../budgets/budget-form.tsx";
import { BudgetsByCalendar } from "../budgets/by-calendar.tsx";
import { usePlannedSpending } from "../plans/use-planned.ts";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card, MonthSwitch, Page } from "../ui/page.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import "./budgets.css";

const route = getRouteApi("/budgets");

export function Budgets() {
  const words = useWords();
  const { today } = useBook();
  const navigate = route.useNavigate();
  const month = route.useSearch().month ?? monthOf(today);
  const { usage, error, refetch } = useUsage(month);
  const [editing, setEditing] = useState<Budget | "new">();
  return (
    <Page
      title={words.budgets}
      back="/more"
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing("new")}>
          {words.newBudget}
        </Button>
      }
    >
      <MonthSwitch
        month={month}
        thisMonth={monthOf(today)}
        onChange={(next) => void navigate({ search: { month: next }, replace: true })}
      />
      <BudgetsByCalendar />
      {error && !usage && <ReadError error={error} retry={refetch} />}
      {!usage && !error && <div className="skeleton" style={{ height: "20rem" }} />}
      {usage && <BudgetList usage={usage} month={month} edit={setEditing} />}
      {editing && (
        <BudgetForm
          month={month}
          existing={usage ?? []}
          {...(editing !== "new" && { budget: editing })}
          close={() => setEditing(undefined)}
        />
      )}
    </Page>
  );
}

/** The month's budgets with what was spent against each, those nearest their end first. */
function useUsage(month: Month) {
  const { userId } = useBook();
  const { first, last } = calendarMonth(month);
  const budgets = useQuery(queries.budgets(userId, month));
  const totals = useQuery(
    queries.categoryTotals(userId, { type: "expense", startDate: first, endDate: last }),
  );
  const spentOn = new Map(totals.data?.map((row) => [row.category, row.amount]));
  const usage =
    budgets.data &&
    totals.data &&
    budgets.data
      .map((budget): BudgetUsage => {
        const spent = spentOn.get(budget.category) ?? ZERO;
        return { ...budget, spent, percentage: share(spent, budget.amount) };
      })
      .sort((a, b) => b.percentage - a.percentage || a.id - b.id);
  return {
    usage,
    error: budgets.error ?? totals.error,
    refetch: () => void Promise.all([budgets.refetch(), totals.refetch()]),
  };
}

interface BudgetListProps {
  usage: BudgetUsage[];
  month: Month;
  edit: (budget: Budget | "new") => void;
}

function BudgetList({ usage, month, edit }: BudgetListProps) {
  const words = useWords();
  const { first, last } = calendarMonth(month);
  const planned = usePlannedSpending(first, last);
  if (usage.length === 0) {
    return (
      <Empty
        icon={<IconTargetArrow size={40} stroke={1.5} />}
        title={words.noBudgets}
        hint={words.noBudgetsHint}
      >
        <Button onClick={() => edit("new")}>{words.newBudget}</Button>
        <CopyLastMonth month={month} />
      </Empty>
    );
  }
  return (
    <>
      <BudgetTotal usage={usage} />
      <Card className="budget-list">
        {usage.map((budget) => (
          <div key={budget.id} className="budget-item">
            <BudgetBar budget={budget} planned={planned.get(budget.category)} />
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={`${words.edit} ${categoryText(budget.category)}`}
              onClick={() => edit(budget)}
            >
              <IconPencil size={18} stroke={1.7} />
            </ActionIcon>
          </div>
        ))}
      </Card>
    </>
  );
}

function BudgetTotal({ usage }: { usage: BudgetUsage[] }) {
  const words = useWords();
  const total = addFen(ZERO, ...usage.map(({ amount }) => amount)) as Fen;
  const spent = addFen(ZERO, ...usage.map((budget) => budget.spent)) as Fen;
  return (
    <dl className="figures">
      <div>
        <dt>{words.budgetTotal}</dt>
        <dd>
          <Money amount={total} large />
        </dd>
      </div>
      <div>
        <dt>{words.spent}</dt>
        <dd>
          <Money amount={spent} large />
        </dd>
      </div>
      <div>
        <dt>{words.left}</dt>
        <dd data-bad={spent > total || undefined}>
          <Money amount={(total - spent) as Fen} large />
        </dd>
      </div>
    </dl>
  );
}

function CopyLastMonth({ month }: { month: Month }) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const { data } = useQuery(queries.budgets(userId, monthBefore(month)));
  const [busy, setBusy] = useState(false);
  if (!data || data.length === 0) return null;
  const copy = async () => {
    setBusy(true);
    try {
      await change(async () => {
        for (const { category, amount } of [...data].reverse()) {
          const body = { userId, category, amount: yuanFromFen(amount), month };
          await api("POST /api/budgets", { body });
        }
      });
      showToast({ text: words.copiedBudgets(data.length), tone: "good" });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="light" leftSection={<IconCopy size={18} />} loading={busy} onClick={copy}>
      {words.copyLastMonth}
    </Button>
  );
}
