/** Categories that go by two names, and the offer to give them one. Nothing is shown where there are none. */
import { Button, SegmentedControl } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import * as queries from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { useBook } from "../base/open-book.ts";
import { Card } from "../ui/page.tsx";
import { Row } from "../ui/row.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

export function CategoryNamesCard() {
  const words = useWords();
  const { userId } = useBook();
  const actions = useActions();
  const { data: renames = [] } = useQuery(queries.renames(userId));
  const [budgets, setBudgets] = useState<"add" | "keep">();
  const months = [...new Set(renames.flatMap((one) => one.months))].sort();
  const merge = useMutation({
    mutationFn: () =>
      actions.renameCategories(
        renames.map(({ type, from, to }) => ({ type, from, to })),
        budgets,
      ),
    onSuccess: ({ count, ...changed }) =>
      showChanged(words, words.categoryNames.merged(count), changed),
    onError: showError,
  });
  if (renames.length === 0) return null;
  return (
    <Card title={words.categoryNames.title}>
      <p className="muted">{words.categoryNames.hint}</p>
      {renames.map(({ type, from, to, ...counts }) => (
        <Row key={`${type} ${from}`} label={`${from} → ${to}`}>
          <span>{words.categoryNames.counts(counts.records, counts.budgets, counts.rules)}</span>
        </Row>
      ))}
      {months.length > 0 && (
        <Row label={words.categoryNames.months(months)}>
          <SegmentedControl
            aria-label={words.categoryNames.budgets}
            value={budgets ?? ""}
            data={[
              { value: "add", label: words.categoryNames.add },
              { value: "keep", label: words.categoryNames.keep },
            ]}
            onChange={(choice) => setBudgets(choice as "add" | "keep")}
          />
        </Row>
      )}
      <Button
        loading={merge.isPending}
        disabled={months.length > 0 && budgets === undefined}
        onClick={() => merge.mutate()}
      >
        {words.categoryNames.merge}
      </Button>
    </Card>
  );
}
