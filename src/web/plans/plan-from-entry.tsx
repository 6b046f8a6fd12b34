/** The plan of what has been booked just now: as 设为定期 on its record would begin it. */
import { fenOf } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { plainAmount } from "../base/money.ts";
import { closePlan, type Repeated } from "../entry/repeat-store.ts";
import { draftAfter, type PlanDraft } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";

export default function PlanFromEntry({ repeated }: { repeated: Repeated }) {
  return <PlanForm draft={draftOf(repeated)} close={closePlan} />;
}

function draftOf({ unit, day, booked }: Repeated): Partial<PlanDraft> {
  const description = booked.description ?? "";
  if ("fromAccountId" in booked) {
    const { fromAccountId: accountId, toAccountId } = booked;
    const amount = plainAmount(fenOf(booked.amount));
    const same = { kind: "transfer" as const, name: description, description, amount };
    return draftAfter(unit, day, { ...same, accountId, toAccountId });
  }
  const { type, category, accountId } = booked;
  const amount = plainAmount(booked.amount);
  const name = description || categoryText(category);
  return draftAfter(unit, day, { kind: type, name, description, amount, category, accountId });
}
