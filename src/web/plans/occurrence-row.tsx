/** A row of what is due: what, when, how much, and what can be done with it. */
import { Button } from "@mantine/core";
import { IconArrowsExchange, IconBell, IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Day } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money } from "../ui/money.tsx";
import { Popup } from "../ui/popup.tsx";
import { type PlanWords, usePlanWords } from "../words/plans.ts";
import type { Occurrence, Plan } from "./models.ts";
import { actsOf, type OccurrenceAct, useOccurrenceActs } from "./occurrence-acts.tsx";
import "./plans.css";

interface PlanRowProps {
  plan: Plan;
  /** The occurrence that the row stands for; none where the plan is paused or over. */
  occurrence?: Occurrence | undefined;
  /** Said under the name: the day, or what became of it. */
  children: string;
  /** Whether the name leads to the plan. */
  linked?: boolean;
  /** Whether the plan stands beside the list. */
  chosen?: boolean;
}

export function PlanRow(props: PlanRowProps) {
  const { plan, occurrence, children, linked = true, chosen } = props;
  const words = usePlanWords();
  const amount = occurrence?.amount ?? plan.amount;
  const isActive = plan.state === "active";
  const text = (
    <span className="record-text">
      <span className="ellipsis">{plan.name}</span>
      <span className="record-sub">
        {occurrence?.unsent && <span className="tag">{words.notSynced}</span>} {children}
      </span>
    </span>
  );
  return (
    <div className="plan-row" data-chosen={chosen || undefined}>
      <PlanIcon plan={plan} />
      {linked ? (
        <Link
          to="/plans/$id"
          params={{ id: String(plan.id) }}
          className="plan-link"
          aria-current={chosen || undefined}
        >
          {text}
        </Link>
      ) : (
        text
      )}
      <span className="plan-amount">
        <PlanAmount plan={plan} amount={amount} words={words} />
      </span>
      {occurrence && (
        <OccurrenceButtons plan={plan} occurrence={occurrence} pausable={linked && isActive} />
      )}
    </div>
  );
}

export function PlanIcon({ plan }: { plan: Plan }) {
  const { kind, category } = plan;
  if (kind === "expense" || kind === "income") return <CategoryIcon category={category} />;
  const Icon = kind === "reminder" ? IconBell : IconArrowsExchange;
  return (
    <span className="plan-icon">
      <Icon size={22} stroke={1.6} aria-hidden="true" />
    </span>
  );
}

interface PlanAmountProps {
  plan: Plan;
  amount: Fen | undefined;
  words: PlanWords;
}

export function PlanAmount({ plan, amount, words }: PlanAmountProps) {
  const { kind, amountMode } = plan;
  if (kind === "reminder") return null;
  if (amount === undefined) return <span className="muted">{words.amountLater}</span>;
  return (
    <>
      {amountMode === "estimate" && <small className="muted">{words.estimated} </small>}
      <Money amount={amount} {...(kind !== "transfer" && { as: kind })} />
    </>
  );
}

/** "12月1日 · 自动记" */
export function whenText(plan: Plan, day: Day, today: Day, words: PlanWords): string {
  // What waits already is not said to.
  if (day <= today && plan.mode === "confirm") return shortDay(day, today, words);
  const said = plan.kind === "reminder" ? words.planKinds.reminder : words.modes[plan.mode];
  return `${shortDay(day, today, words)} · ${said}`;
}

interface OccurrenceButtonsProps {
  plan: Plan;
  occurrence: Occurrence;
  /** Whether the plan can be paused here; on its own page that stands beside. */
  pausable: boolean;
}

function OccurrenceButtons({ plan, occurrence, pausable }: OccurrenceButtonsProps) {
  const words = usePlanWords();
  const { today } = useBook();
  const { act, dialog } = useOccurrenceActs(plan, occurrence);
  const own = actsOf(plan, occurrence);
  const acts: OccurrenceAct[] = pausable && own.length > 0 ? [...own, "pause"] : own;
  const waits = occurrence.state === "waiting";
  const [first] = acts;
  const name = words.occurrenceMenu(`${plan.name} ${shortDay(occurrence.day, today, words)}`);
  return (
    <span className="plan-buttons">
      {waits && first && (
        <Button size="sm" variant="light" onClick={() => act(first)}>
          {actName(first, plan, occurrence, words)}
        </Button>
      )}
      {acts.length > 0 && (
        <Popup
          title={plan.name}
          name={name}
          className="plan-more"
          shown={<IconDots size={20} aria-hidden="true" />}
        >
          {(close) => (
            <div className="plan-acts">
              {acts.map((one) => (
                <Button
                  key={one}
                  variant="subtle"
                  justify="flex-start"
                  onClick={() => {
                    close();
                    act(one);
                  }}
                >
                  {actName(one, plan, occurrence, words)}
                </Button>
              ))}
            </div>
          )}
        </Popup>
      )}
      {dialog}
    </span>
  );
}

export function actName(
  act: OccurrenceAct,
  plan: Plan,
  { state }: Occurrence,
  words: PlanWords,
): string {
  switch (act) {
    case "book":
      if (plan.kind === "reminder") return words.doneIt;
      if (state === "deleted") return words.bookAgain;
      return state === "waiting" ? words.confirmIt : words.bookNow;
    case "skip":
      return words.skipIt;
    case "unskip":
      return words.unskip;
    case "edit":
      return words.editOccurrence;
    case "following":
      return words.editFollowing;
    case "open":
      return words.openBooked;
    case "pause":
      return words.pausePlan;
  }
}
