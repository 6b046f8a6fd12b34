/** One plan: what comes next, its rule, and all that came of it. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Changed } from "../api/actions.ts";
import * as bookQueries from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { categoryText } from "../base/category-text.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Card } from "../ui/page.tsx";
import { RemoveButton } from "../ui/remove-button.tsx";
import { showError } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import { MISSED, type Missed, usePlanActions } from "./actions.ts";
import { isToCome, type Occurrence, type Plan } from "./models.ts";
import { NextOccurrence } from "./next-occurrence.tsx";
import { PlanRow } from "./occurrence-row.tsx";
import { PlanForm } from "./plan-form.tsx";
import { ruleAhead } from "./rule-text.ts";

/** As many occurrences, and bars, as are shown at first: a daily plan has hundreds. */
const SHOWN = 24;

interface PlanDetailProps {
  plan: Plan;
  occurrences: Occurrence[];
}

export function PlanDetail({ plan, occurrences }: PlanDetailProps) {
  const words = usePlanWords();
  const { today } = useBook();
  const desk = useDesk();
  const [all, setAll] = useState(false);
  const newest = occurrences.toReversed();
  // What waits comes first: it is the older one.
  const next = occurrences.find(isToCome);
  return (
    <section className="plan-cards" aria-label={plan.name}>
      {desk && <h2 className="plan-name">{plan.name}</h2>}
      {next && <NextOccurrence key={next.due} plan={plan} occurrence={next} />}
      <Terms plan={plan} />
      <Amounts plan={plan} occurrences={occurrences} />
      {occurrences.length > 0 && (
        <Card title={words.occurrences}>
          {(all ? newest : newest.slice(0, SHOWN)).map((one) => (
            <PlanRow key={one.due} plan={plan} occurrence={one} linked={false}>
              {`${shortDay(one.day, today, words)} · ${words.occurrenceStates[one.state]}`}
            </PlanRow>
          ))}
          {!all && newest.length > SHOWN && (
            <Button variant="light" fullWidth mt="sm" onClick={() => setAll(true)}>
              {words.showEarlier}
            </Button>
          )}
        </Card>
      )}
    </section>
  );
}

function Terms({ plan }: { plan: Plan }) {
  const words = usePlanWords();
  const { userId, today } = useBook();
  const { data: accounts = [] } = useQuery(bookQueries.accounts(userId));
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.name;
  const facts = [
    words.planKinds[plan.kind],
    [nameOf(plan.accountId), nameOf(plan.toAccountId)].filter(Boolean).join(" → "),
    plan.category && categoryText(plan.category),
    plan.description,
    plan.kind !== "reminder" && words.modes[plan.mode],
    words.bookedTimes(plan.bookedCount),
    plan.missed > 0 && words.missedTimes(plan.missed),
  ];
  return (
    <Card>
      {plan.reason && (
        <p className="mark mark-bad" role="alert">
          {words.pauseReasons[plan.reason]}
        </p>
      )}
      <p className="plan-said">
        {plan.state === "active"
          ? ruleAhead(plan.rule, plan.nextDue ?? today, today, words)
          : words.planGroups[plan.state]}
      </p>
      <p className="plan-facts">
        {facts.filter(Boolean).map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </p>
      <Tools plan={plan} />
    </Card>
  );
}

function Tools({ plan }: { plan: Plan }) {
  const words = usePlanWords();
  const navigate = useNavigate();
  const { changePlan, removePlan, pause, resume } = usePlanActions();
  const [opened, setOpened] = useState<"edit" | "resume">();
  const close = () => setOpened(undefined);
  const tell = useTelling();
  const end = () => {
    const endDate = lastDayBefore(plan);
    const body = { endDate, times: null, updatedAt: plan.updatedAt };
    void tell(words.planEnded, changePlan(plan.id, body));
  };
  const goOn = () => {
    if (plan.missed > 0) setOpened("resume");
    else void tell(words.planResumed, resume(plan.id, "skip"));
  };
  const remove = () =>
    void tell(words.planRemoved, removePlan(plan.id), () => void navigate({ to: "/plans" }));
  return (
    <div className="plan-tools">
      <Button variant="light" onClick={() => setOpened("edit")}>
        {words.edit}
      </Button>
      {plan.state === "active" && (
        <>
          <Button variant="default" onClick={() => void tell(words.planPaused, pause(plan.id))}>
            {words.pausePlan}
          </Button>
          <Button variant="default" onClick={end}>
            {words.endPlan}
          </Button>
        </>
      )}
      {plan.state === "paused" && (
        <Button variant="default" onClick={goOn}>
          {words.resumePlan}
        </Button>
      )}
      <RemoveButton remove={remove} />
      {opened === "edit" && <PlanForm plan={plan} close={close} />}
      {opened === "resume" && <Resume plan={plan} close={close} />}
    </div>
  );
}

/** Says what became of a change, and how it is taken back; what was refused leads nowhere. */
function useTelling() {
  const words = usePlanWords();
  return (said: string, work: Promise<Changed>, then?: () => void): Promise<void> =>
    work
      .then((changed) => {
        showChanged(words, said, changed, words.planBack);
        then?.();
      })
      .catch(showError);
}

/** A plan that ends now has nothing due from its next occurrence on. */
function lastDayBefore({ nextDue, rule }: Plan): Day {
  return nextDue !== undefined && nextDue > rule.start ? shiftDay(nextDue, -1) : rule.start;
}

/** What becomes of what passed by while it was paused. */
function Resume({ plan, close }: { plan: Plan; close: () => void }) {
  const words = usePlanWords();
  const tell = useTelling();
  const { resume } = usePlanActions();
  const choose = (missed: Missed) => {
    close();
    void tell(words.planResumed, resume(plan.id, missed));
  };
  return (
    <Dialog opened onClose={close} title={words.resumeTitle}>
      <p>{words.resumeHow(plan.missed)}</p>
      <div className="plan-tools">
        {MISSED.map((missed, index) => (
          <Button
            key={missed}
            variant={index === 0 ? "filled" : "default"}
            data-autofocus={index === 0 ? true : undefined}
            onClick={() => choose(missed)}
          >
            {words.missedChoices[missed](plan.missed)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

/** As many bars as say something. */
const LEAST_BARS = 3;

/** What it came to of late, where that differs. */
function Amounts({ plan, occurrences }: { plan: Plan; occurrences: Occurrence[] }) {
  const words = usePlanWords();
  const amounts = occurrences
    .flatMap(({ state, amount = plan.amount }) =>
      state === "booked" && amount !== undefined ? [amount] : [],
    )
    .slice(-SHOWN);
  const most = Math.max(...amounts, 0);
  if (amounts.length < LEAST_BARS || amounts.every((amount) => amount === most)) return null;
  return (
    <Card title={words.lastAmounts}>
      <div className="plan-bars" aria-hidden="true" data-money="">
        {amounts.map((amount, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no name of their own
          <i key={index} style={{ height: `${(amount / most) * 100}%` }} />
        ))}
      </div>
    </Card>
  );
}
