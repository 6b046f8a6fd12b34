/** 同时修改已记的 7 笔: what a changed plan has booked is changed by a word of its own, through the history. */
import { Button } from "@mantine/core";
import { yuanFixed, ZERO } from "../../ledger/money.ts";
import { type RecordChange, useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { type BookRecord, recordOf } from "../api/models.ts";
import { showProgress } from "../api/progress.ts";
import { showChanged } from "../api/undo.ts";
import { Dialog } from "../ui/dialog.tsx";
import { showError } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import type { PlanChange } from "./actions.ts";
import type { Plan } from "./models.ts";

/** Records of a plan, and what they would be changed to. */
export interface Booked {
  records: BookRecord[];
  fields: RecordChange;
}

/**
 * What the plan has booked that is still as the plan was before the change; undefined where there is
 * nothing. What was booked with an amount of its own each time keeps that.
 */
export async function bookedAsBefore(
  userId: number,
  zone: string,
  plan: Plan,
  change: NonNullable<PlanChange>,
): Promise<Booked | undefined> {
  if (plan.bookedCount === 0 || (plan.kind !== "expense" && plan.kind !== "income")) return;
  const fields = fieldsOf(plan, change);
  if (Object.keys(fields).length === 0) return;
  const amount = yuanFixed(plan.amount ?? ZERO);
  const query = {
    userId,
    ...(fields.category !== undefined && { category: plan.category }),
    ...(fields.accountId !== undefined && { accountId: plan.accountId }),
    ...(fields.amount !== undefined && { minAmount: amount, maxAmount: amount }),
  };
  const found = await api("GET /api/records", { query });
  const records = found.filter(({ planId }) => planId === plan.id);
  if (records.length === 0) return;
  return { records: records.map((record) => recordOf(record, zone)), fields };
}

function fieldsOf({ amountMode }: Plan, change: NonNullable<PlanChange>): RecordChange {
  const { amount, category, accountId } = change;
  const isFixed = amountMode === "fixed" && (change.amountMode ?? "fixed") === "fixed";
  return {
    ...(amount != null && isFixed && { amount }),
    ...(category != null && { category }),
    ...(accountId != null && { accountId }),
  };
}

interface AlsoBookedProps {
  booked: Booked;
  close: () => void;
}

export function AlsoBooked({ booked: { records, fields }, close }: AlsoBookedProps) {
  const words = usePlanWords();
  const { changeMany } = useActions();
  const apply = () => {
    close();
    changeMany(records, fields, showProgress(words, records.length)).then(
      (changed) => showChanged(words, words.bookedChanged(records.length), changed),
      showError,
    );
  };
  return (
    <Dialog opened onClose={close} title={words.alsoBookedTitle}>
      <p>{words.alsoBookedHow}</p>
      <div className="plan-tools">
        <Button onClick={apply}>{words.alsoBooked(records.length)}</Button>
        <Button variant="default" data-autofocus onClick={close}>
          {words.leaveBooked}
        </Button>
      </div>
    </Dialog>
  );
}
