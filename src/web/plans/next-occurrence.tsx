/** What comes next of a plan, with all that can be done with it; at the desk by a key each. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { wordTable } from "../../ledger/word-table.ts";
import { shortDay } from "../base/days.ts";
import { keyPressed } from "../base/keys.ts";
import { useBook } from "../base/open-book.ts";
import { useDesk } from "../base/screen.ts";
import { Card } from "../ui/page.tsx";
import { usePlanWords } from "../words/plans.ts";
import type { Occurrence, Plan } from "./models.ts";
import { actsOf, type OccurrenceAct, useOccurrenceActs } from "./occurrence-acts.tsx";
import { actName, PlanAmount } from "./occurrence-row.tsx";
import "./plans.css";

const KEYS = wordTable<OccurrenceAct>({ c: "book", s: "skip", e: "edit" });

interface NextOccurrenceProps {
  plan: Plan;
  occurrence: Occurrence;
}

export function NextOccurrence({ plan, occurrence }: NextOccurrenceProps) {
  const words = usePlanWords();
  const { today } = useBook();
  const desk = useDesk();
  const { act, dialog } = useOccurrenceActs(plan, occurrence);
  const acts = actsOf(plan, occurrence);
  useKeys(desk, act);
  const keyOf = (wanted: OccurrenceAct) => Object.keys(KEYS).find((key) => KEYS[key] === wanted);
  return (
    <Card title={words.nextOne}>
      <p className="plan-next-one">
        <strong>{shortDay(occurrence.day, today, words)}</strong>
        {occurrence.state === "waiting" && <em className="tag">{words.planGroups.waiting}</em>}
        {occurrence.unsent && <em className="tag">{words.notSynced}</em>}
        <span>
          <PlanAmount plan={plan} amount={occurrence.amount ?? plan.amount} words={words} />
        </span>
      </p>
      <div className="plan-tools">
        {acts.map((one, at) => {
          const key = desk ? keyOf(one) : undefined;
          return (
            <Button
              key={one}
              variant={at === 0 ? "filled" : "default"}
              aria-keyshortcuts={key}
              onClick={() => act(one)}
            >
              {actName(one, plan, occurrence, words)}
              {key && (
                <span className="plan-key" aria-hidden="true">
                  {key.toUpperCase()}
                </span>
              )}
            </Button>
          );
        })}
      </div>
      {dialog}
    </Card>
  );
}

function useKeys(desk: boolean, act: (wanted: OccurrenceAct) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!desk) return;
    const onKey = (event: KeyboardEvent) => {
      const wanted = KEYS[keyPressed(event) ?? ""];
      if (wanted === undefined) return;
      event.preventDefault();
      latest.current(wanted);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [desk]);
}
