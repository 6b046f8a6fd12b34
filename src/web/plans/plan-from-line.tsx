/** A plan that begins with a record or a transfer: the same again, a month later. */
import { useQuery } from "@tanstack/react-query";
import { type BookLine, isTransfer } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { plainAmount } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { draftAfter, type PlanDraft } from "./plan-draft.ts";
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
  const shared = { amount: plainAmount(amount), description };
  if (isTransfer(line)) {
    const { fromAccountId: accountId, toAccountId } = line;
    const same = { ...shared, kind: "transfer" as const, name: description };
    return draftAfter("month", day, { ...same, accountId, toAccountId });
  }
  const { type, category, accountId } = line;
  const name = description || categoryText(category);
  return draftAfter("month", day, { ...shared, kind: type, name, category, accountId });
}
