import { Button, Modal, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Month, monthBounds, shiftMonth } from "../../ledger/calendar.ts";
import { type Fen, fen, yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import type { Budget } from "../api/book.ts";
import { api, newKey } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { evaluate } from "../entry/arithmetic.ts";
import { CategoryGrid } from "../entry/parts.tsx";
import { moneyText } from "../money.ts";
import { calendarMonth } from "../period.ts";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";

interface BudgetFormProps {
  month: Month;
  existing: Budget[];
  budget?: Budget;
  close: () => void;
}

export function BudgetForm({ month, existing, budget, close }: BudgetFormProps) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const [category, setCategory] = useState(budget?.category ?? "");
  const [text, setText] = useState(budget ? yuanFixed(budget.amount).replace(/\.00$/, "") : "");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  // One budget a category and month: a second is the first one changed (decisions R4).
  const same = budget ?? existing.find((known) => known.category === category);
  const average = useAverage(category, month);

  async function save(event: FormEvent) {
    event.preventDefault();
    const amount = evaluate(text);
    if (category === "") return setError(words.categoryMissing);
    if (amount === undefined) return setError(words.amountWrong);
    const body = { category, amount: yuanFromFen(amount) };
    setBusy(true);
    try {
      await change(() =>
        same
          ? api("PUT /api/budgets/:id", { params: { id: same.id }, body })
          : api("POST /api/budgets", { body: { userId, month, ...body } }, { idempotencyKey: key }),
      );
      showToast({ text: words.budgetSaved, tone: "good" });
      close();
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  }

  async function remove(gone: Budget) {
    close();
    try {
      await change(() => api("DELETE /api/budgets/:id", { params: { id: gone.id } }));
      const body = { userId, month, category: gone.category, amount: yuanFromFen(gone.amount) };
      const undo = () => change(() => api("POST /api/budgets", { body })).catch(showError);
      showToast({
        text: words.budgetRemoved,
        action: { label: words.undo, run: () => void undo() },
      });
    } catch (failure) {
      showError(failure);
    }
  }

  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={budget ? `${words.editBudget} · ${budget.category}` : words.newBudget}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <form className="form" onSubmit={save}>
        {!budget && (
          <div className="budget-categories">
            <CategoryGrid type="expense" value={category} onChange={setCategory} />
          </div>
        )}
        <TextInput
          label={words.monthlyCap}
          inputMode="decimal"
          placeholder="0.00"
          value={text}
          data-autofocus={budget ? true : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {average !== undefined && average > 0 && (
          <button
            type="button"
            className="text-button"
            onClick={() => setText(yuanFixed(roundUp(average)).replace(/\.00$/, ""))}
          >
            {words.suggestion} · {words.suggestionOf(moneyText(average))}
          </button>
        )}
        {!budget && same && <p className="muted">{words.budgetExists}</p>}
        {error && (
          <p className="entry-error" role="alert">
            {error}
          </p>
        )}
        <div className="form-actions">
          {budget && (
            <Button variant="subtle" color="red" onClick={() => remove(budget)}>
              {words.remove}
            </Button>
          )}
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </div>
      </form>
    </Modal>
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
