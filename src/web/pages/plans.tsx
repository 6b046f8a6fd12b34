/** 计划: what moves on its day by itself or waits for a word, nearest first. */
import { Button } from "@mantine/core";
import { IconCalendarRepeat, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { type Day, LAST_DAY, shiftDay } from "../../ledger/calendar.ts";
import { addFen, type FenSum, ZERO } from "../../ledger/money.ts";
import * as bookQueries from "../api/queries.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { ForecastCard } from "../plans/forecast-card.tsx";
import { isToCome, type Occurrence, type Plan } from "../plans/models.ts";
import { PlanRow, whenText } from "../plans/occurrence-row.tsx";
import { PlanDetail } from "../plans/plan-detail.tsx";
import { PlanForm } from "../plans/plan-form.tsx";
import { PlanFromLine } from "../plans/plan-from-line.tsx";
import * as queries from "../plans/queries.ts";
import { ruleText } from "../plans/rule-text.ts";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card, Page } from "../ui/page.tsx";
import { type PlanWords, usePlanWords } from "../words/plans.ts";

const PlanExtras = lazy(() => import("../plans/plan-extras.tsx"));

const route = getRouteApi("/plans");

export function Plans() {
  const navigate = route.useNavigate();
  const line = route.useSearch();
  const isFrom = line.record !== undefined || line.transfer !== undefined;
  return (
    <>
      <PlansPage />
      {isFrom && (
        <PlanFromLine name={line} close={() => void navigate({ search: {}, replace: true })} />
      )}
    </>
  );
}

/** All plans; at the desk with one of them beside the list, the first where none is chosen. */
export function PlansPage({ chosen }: { chosen?: number }) {
  const words = usePlanWords();
  const { userId, today } = useBook();
  const plans = useQuery(queries.plans(userId));
  const occurrences = useQuery(queries.occurrences(userId, today));
  const [adding, setAdding] = useState(false);
  const { data } = plans;
  const error = plans.error ?? occurrences.error;
  // Both at once, so that nothing moves when the second comes.
  const waits = data === undefined || (occurrences.isLoading && data.length > 0);
  const retry = () => void Promise.all([plans.refetch(), occurrences.refetch()]);
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      {words.newPlan}
    </Button>
  );
  return (
    <Page title={words.plans} back="/more" actions={add}>
      {error && !data && <ReadError error={error} retry={retry} />}
      {waits && !error && <div className="skeleton" style={{ height: "20rem" }} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconCalendarRepeat size={40} stroke={1.5} />}
          title={words.noPlans}
          hint={words.noPlansHint}
        >
          {add}
        </Empty>
      )}
      {data && data.length > 0 && !waits && (
        <PlanList plans={data} occurrences={occurrences.data ?? []} chosen={chosen} />
      )}
      {data && (
        <Suspense>
          <PlanExtras />
        </Suspense>
      )}
      {adding && <PlanForm close={() => setAdding(false)} />}
    </Page>
  );
}

interface Listed {
  plan: Plan;
  occurrence?: Occurrence;
}

type GroupName = keyof PlanWords["planGroups"];

const GROUPS: GroupName[] = ["waiting", "soon", "month", "later", "paused", "ended"];
const SOON_DAYS = 7;
const MONTH_DAYS = 30;

/** All that waits, and of every plan what comes next. */
function grouped(plans: Plan[], occurrences: Occurrence[], today: Day): Map<GroupName, Listed[]> {
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const groups = new Map<GroupName, Listed[]>(GROUPS.map((name) => [name, []]));
  const put = (name: GroupName, listed: Listed) => groups.get(name)?.push(listed);
  for (const occurrence of occurrences) {
    const plan = byId.get(occurrence.planId);
    if (plan && occurrence.state === "waiting") put("waiting", { plan, occurrence });
  }
  const near = new Map(occurrences.map((one) => [`${one.planId} ${one.due}`, one]));
  for (const plan of plans) {
    const { state, nextDate, nextDue } = plan;
    if (state !== "active") put(state, { plan });
    else if (nextDate === undefined || nextDue === undefined) put("later", { plan });
    else {
      const occurrence = near.get(`${plan.id} ${nextDue}`);
      const listed = occurrence ? { plan, occurrence } : { plan };
      const group =
        nextDate <= shiftDay(today, SOON_DAYS)
          ? "soon"
          : nextDate <= shiftDay(today, MONTH_DAYS)
            ? "month"
            : "later";
      put(group, listed);
    }
  }
  return groups;
}

interface PlanListProps {
  plans: Plan[];
  occurrences: Occurrence[];
  chosen: number | undefined;
}

function PlanList({ plans, occurrences, chosen }: PlanListProps) {
  const { today } = useBook();
  const desk = useDesk();
  const groups = grouped(plans, occurrences, today);
  const [first] = [...groups.values()].flat();
  const wanted = chosen ?? first?.plan.id;
  const beside = desk ? plans.find(({ id }) => id === wanted) : undefined;
  return (
    <div className="plan-cards">
      <div className={desk ? "plan-desk" : "plan-cards"}>
        <div className="plan-cards">
          <NextDays plans={plans} occurrences={occurrences} />
          <Groups groups={groups} beside={beside} />
        </div>
        {beside && (
          <PlanDetail
            key={beside.id}
            plan={beside}
            occurrences={occurrences.filter(({ planId }) => planId === beside.id)}
          />
        )}
      </div>
      <ForecastCard />
    </div>
  );
}

interface GroupsProps {
  groups: Map<GroupName, Listed[]>;
  beside: Plan | undefined;
}

function Groups({ groups, beside }: GroupsProps) {
  const words = usePlanWords();
  const { today } = useBook();
  return [...groups].map(
    ([name, listed]) =>
      listed.length > 0 && (
        <Card key={name} title={`${words.planGroups[name]}（${listed.length}）`}>
          {listed.map(({ plan, occurrence }) => (
            <PlanRow
              key={`${plan.id} ${occurrence?.due}`}
              plan={plan}
              occurrence={occurrence}
              chosen={plan === beside}
            >
              {saidOf(plan, occurrence, today, words)}
            </PlanRow>
          ))}
        </Card>
      ),
  );
}

function saidOf(plan: Plan, occurrence: Occurrence | undefined, today: Day, words: PlanWords) {
  if (plan.reason) return words.pauseReasons[plan.reason] ?? "";
  const day = occurrence?.day ?? plan.nextDate;
  return day === undefined || plan.state !== "active"
    ? ruleText(plan.rule, today, words)
    : whenText(plan, day, today, words);
}

/** What the next 30 days bring and take, as far as it is known. */
function NextDays({ plans, occurrences }: { plans: Plan[]; occurrences: Occurrence[] }) {
  const words = usePlanWords();
  const { today } = useBook();
  const kinds = new Map(plans.map(({ id, kind }) => [id, kind]));
  const last = shiftDay(today, MONTH_DAYS);
  const near = occurrences.filter((one) => isToCome(one) && one.day <= last);
  const sum = (kind: Plan["kind"]) =>
    near
      .filter(({ planId }) => kinds.get(planId) === kind)
      .reduce((total: FenSum, { amount = ZERO }) => addFen(total, amount), ZERO);
  return (
    <Card title={words.nextDays}>
      <div className="plan-next">
        {(["expense", "income"] as const).map((kind) => (
          <div key={kind}>
            <span>{words.planKinds[kind]}</span>
            <Money amount={sum(kind)} as={kind} large />
          </div>
        ))}
      </div>
      <Lowest />
    </Card>
  );
}

/** The account that is short of money first, or comes nearest to it, and when; known a moment later. */
function Lowest() {
  const words = usePlanWords();
  const { userId, today } = useBook();
  const { data } = useQuery(queries.forecast(userId, today, { pace: "none" }));
  const { data: accounts = [] } = useQuery(bookQueries.accounts(userId));
  const [low] = (data?.accounts ?? [])
    .filter(({ day, below }) => day !== today || below !== undefined)
    .sort((a, b) => {
      if (a.below !== b.below) return (a.below ?? LAST_DAY) < (b.below ?? LAST_DAY) ? -1 : 1;
      return a.balance - b.balance;
    });
  const name = accounts.find(({ id }) => id === low?.accountId)?.name ?? "";
  return (
    <p className={low?.below ? "plan-lowest mark-bad" : "plan-lowest muted"} data-money="">
      {low && words.lowestOn(name, shortDay(low.day, today, words), moneyText(low.balance))}
    </p>
  );
}
