/** 发现 5 笔像是定期的: records that could be plans, for a person to say. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import { usePlanActions } from "./actions.ts";
import type { Suggestion } from "./models.ts";
import { draftOfSuggestion } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";
import { suggestions } from "./queries.ts";
import { ruleText } from "./rule-text.ts";
import "./suggestions-card.css";

export function SuggestionsCard() {
  const words = usePlanWords();
  const { userId } = useBook();
  const { data = [] } = useQuery(suggestions(userId));
  const [adding, setAdding] = useState<Suggestion>();
  if (data.length === 0 && adding === undefined) return null;
  return (
    <Card title={words.suggestionsFound(data.length)}>
      {data.map((one) => (
        <SuggestionRow key={one.key} suggestion={one} add={() => setAdding(one)} />
      ))}
      {adding && <PlanForm draft={draftOfSuggestion(adding)} close={() => setAdding(undefined)} />}
    </Card>
  );
}

interface SuggestionRowProps {
  suggestion: Suggestion;
  add: () => void;
}

function SuggestionRow({ suggestion, add }: SuggestionRowProps) {
  const words = usePlanWords();
  const { today } = useBook();
  const { refuseSuggestion } = usePlanActions();
  const { key, name, kind, category, amount, amountMode, rule, count, last } = suggestion;
  const refuse = () =>
    void refuseSuggestion(key)
      .then(() => showToast({ text: words.notRegularSaid }))
      .catch(showError);
  const said = words.suggestionSaid(count, shortDay(last, today, words));
  return (
    <div className="suggestion-row">
      <CategoryIcon category={category} />
      <span className="record-text">
        <span className="ellipsis">{name}</span>
        <span className="record-sub">{`${ruleText(rule, today, words)} · ${said}`}</span>
      </span>
      <span className="plan-amount">
        {amountMode === "estimate" && <small className="muted">{words.estimated} </small>}
        <Money amount={amount} as={kind} />
      </span>
      <span className="suggestion-acts">
        <Button
          size="sm"
          variant="light"
          aria-label={words.ofSuggestion(words.addAsPlan, name)}
          onClick={add}
        >
          {words.addAsPlan}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          aria-label={words.ofSuggestion(words.notRegular, name)}
          onClick={refuse}
        >
          {words.notRegular}
        </Button>
      </span>
    </div>
  );
}
