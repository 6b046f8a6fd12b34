/** A plan that begins with a record or a transfer: the same again, a month later. */
import { useQuery } from "@tanstack/react-query";
import { occurrenceAt } from "../../ledger/recurrence.ts";
import { type BookLine, isTransfer } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { plainAmount } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import type { PlanDraft } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";
import { bookedLine, type LineName } from "./queries.ts";

interface PlanFromLineProps {
  name: LineName;
  close: () => void;
}

export function PlanFromLine({ name, close }: PlanFromLineProps) {
  const { userId, zone } = useBook();
  const { data } = useQuery(bookedLine(userId, zone, name));
  return data && <PlanForm draft={draftOf(data)} close={close} />;
}

function draftOf(line: BookLine): Partial<PlanDraft> {
  const { day, description, amount } = line;
  const days = [Number(day.slice(8))];
  // What is booked already is not booked again: it begins with the month after.
  const next = occurrenceAt({ unit: "month", step: 1, days, start: day, weekend: "keep" }, 1);
  const shared = {
    amount: plainAmount(amount),
    description,
    days,
    ...(next && { start: next.due }),
  };
  if (isTransfer(line)) {
    const { fromAccountId: accountId, toAccountId } = line;
    return { ...shared, kind: "transfer", name: description, accountId, toAccountId };
  }
  const { type, category, accountId } = line;
  const name = description || categoryText(category);
  return { ...shared, kind: type, name, category, accountId };
}
