import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Month, monthBounds, shiftMonth } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { calendarMonth } from "../../ledger/period.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { useActions } from "../api/actions.ts";
import { newKey } from "../api/client.ts";
import type { Budget } from "../api/models.ts";
import { withdraw } from "../api/outbox.ts";
import * as queries from "../api/queries.ts";
import { useRemoval } from "../api/removal.ts";
import { showChanged } from "../api/undo.ts";
import { amountProblem } from "../base/amount.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText, plainAmount } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { CategoryGrid } from "../categories/category-grid.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Form } from "../ui/form.tsx";
import { RemoveButton } from "../ui/remove-button.tsx";
import { useWords } from "../words/words.ts";
import "./budget-form.css";
import { Dialog } from "../ui/dialog.tsx";

interface BudgetFormProps {
  month: Month;
  existing: Budget[];
  budget?: Budget;
  close: () => void;
}

export function BudgetForm({ month, existing, budget, close }: BudgetFormProps) {
  const words = useWords();
  const { saveBudget } = useActions();
  const remove = useRemoval();
  const { category, text, set, typed } = useBudgetFields(month, budget);
  const [key] = useState(newKey);
  // One budget a category and month: a second is the first one changed (decisions R4).
  const same = budget ?? existing.find((known) => known.category === category);
  const average = useAverage(category, month);

  async function save() {
    const read = readTypedAmount(text);
    if (category === "") throw new Error(words.categoryMissing);
    if (!isAmount(read)) throw new Error(amountProblem(read, words));
    const sent = saveBudget(same, { month, category, amount: read.amount }, key);
    try {
      const changed = await sent.done;
      if (!sent.kept && changed.waits === "network") throw new Error(words.notKept);
      showChanged(words, words.budgetSaved, changed);
      close();
    } catch (failure) {
      withdraw(sent.key);
      throw failure;
    }
  }

  function onRemove(gone: Budget) {
    close();
    void remove.budget(gone);
  }

  return (
    <Dialog
      opened
      onClose={close}
      size="lg"
      title={budget ? `${words.editBudget} · ${categoryText(budget.category)}` : words.newBudget}
    >
      <Form
        save={save}
        cancel={close}
        typed={typed}
        actions={budget && <RemoveButton remove={() => onRemove(budget)} />}
      >
        {!budget && (
          <div className="budget-categories">
            <CategoryGrid
              type="expense"
              value={category}
              onChange={(category) => set({ category })}
            />
          </div>
        )}
        <AmountInput
          label={words.monthlyCap}
          value={text}
          data-autofocus={budget ? true : undefined}
          onText={(text) => set({ text })}
        />
        <SuggestedCap average={average} choose={(text) => set({ text })} />
        {!budget && same && <p className="muted">{words.budgetExists}</p>}
      </Form>
    </Dialog>
  );
}

function useBudgetFields(month: Month, budget: Budget | undefined) {
  const { form, set, typed } = useTyped(`budget ${month} ${budget?.id ?? "new"}`, () => ({
    category: budget?.category ?? "",
    text: budget ? plainAmount(budget.amount) : "",
  }));
  return { ...form, set, typed };
}

/** What the category cost of late, to be taken as the cap. */
function SuggestedCap({
  average,
  choose,
}: {
  average: Fen | undefined;
  choose: (text: string) => void;
}) {
  const words = useWords();
  if (average === undefined || average <= 0) return null;
  return (
    <button
      type="button"
      className="text-button"
      onClick={() => choose(plainAmount(roundUp(average)))}
    >
      {words.suggestion} · {words.suggestionOf(moneyText(average))}
    </button>
  );
}

/** What the category cost a month, over the three months before. */
function useAverage(category: string, month: Month): Fen | undefined {
  const { userId } = useBook();
  const { data } = useQuery({
    ...queries.categoryTotals(userId, {
      type: "expense",
      startDate: monthBounds(shiftMonth(month, -3)).first,
      endDate: calendarMonth(shiftMonth(month, -1)).last,
    }),
    enabled: category !== "",
  });
  const total = data?.find((row) => row.category === category)?.amount;
  return data && fen(Math.round((total ?? 0) / 3));
}

/** To the next ten yuan, or hundred where there are thousands. */
function roundUp(amount: Fen): Fen {
  const step = amount >= 100_000 ? 10_000 : 1_000;
  return fen(Math.ceil(amount / step) * step);
}
