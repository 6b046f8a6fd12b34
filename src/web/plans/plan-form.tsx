/** Saying a plan: what moves, how much, how often, and what happens when it is due. */
import { Checkbox, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { countBefore } from "../../ledger/recurrence.ts";
import { AccountPicker } from "../accounts/account-picker.tsx";
import { newKey } from "../api/client.ts";
import { showChanged } from "../api/undo.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { CategoryPicker } from "../categories/category-picker.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { showError } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import { usePlanActions } from "./actions.ts";
import { AlsoBooked, type Booked, bookedAsBefore } from "./also-booked.tsx";
import type { Plan } from "./models.ts";
import {
  bodyOfChange,
  bodyOfNew,
  canBeAuto,
  type DraftFields,
  draftOf,
  movesMoney,
  newDraft,
  type PlanDraft,
  ruleOf,
} from "./plan-draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { ruleAhead } from "./rule-text.ts";
import "./plan-form.css";
import "./plans.css";

interface PlanFormProps {
  /** The plan that is changed; a new one otherwise. */
  plan?: Plan;
  /** Of a change: the first occurrence that it holds for; all that are open otherwise. */
  from?: Day;
  /** Where a new one begins. */
  draft?: Partial<PlanDraft>;
  close: () => void;
}

export function PlanForm({ plan, from, draft: begin, close }: PlanFormProps) {
  const words = usePlanWords();
  const { userId, today, zone } = useBook();
  const subject = `plan ${plan?.id ?? "new"} ${from ?? ""} ${begin ? JSON.stringify(begin) : ""}`;
  const kept = useTyped(subject, () => (plan ? draftOf(plan) : newDraft(today, begin)));
  const { form: draft, set, typed } = kept;
  const [backfill, setBackfill] = useState(false);
  const [booked, setBooked] = useState<Booked>();
  const [key] = useState(newKey);
  const { createPlan, changePlan } = usePlanActions();
  const past = plan ? 0 : countBefore(ruleOf(draft), today);
  async function save() {
    const change = plan && bodyOfChange(plan, draft, words, from);
    const changed = change
      ? changePlan(plan.id, change)
      : createPlan(bodyOfNew(draft, words, backfill && past > 0), key);
    showChanged(words, words.planSaved, await changed, words.planBack);
    // The plan is saved, whatever comes of the offer.
    const offer = change && !from && bookedAsBefore(userId, zone, plan, change);
    const left = offer && (await offer.catch(showError));
    if (left) setBooked(left);
    else close();
  }
  if (booked) return <AlsoBooked booked={booked} close={close} />;
  const title = plan ? (from ? words.editFollowing : words.editPlan) : words.newPlan;
  return (
    <Dialog opened onClose={close} title={title} size="lg">
      <Form save={save} cancel={close} typed={typed}>
        <What draft={draft} set={set} fixed={plan !== undefined} />
        <RuleFields draft={draft} set={set} />
        <Due draft={draft} set={set} />
        <p className="plan-said" aria-live="polite">
          {ruleAhead(ruleOf(draft), today, today, words)}
        </p>
        {past > 0 && (
          <Checkbox
            checked={backfill}
            label={words.backfill(past)}
            description={words.backfillHint}
            onChange={(event) => setBackfill(event.currentTarget.checked)}
          />
        )}
      </Form>
    </Dialog>
  );
}

const KINDS = ["expense", "income", "transfer", "reminder"] as const;
const AMOUNT_MODES = ["fixed", "estimate", "ask"] as const;

function What({ draft, set, fixed }: DraftFields & { fixed: boolean }) {
  const words = usePlanWords();
  return (
    <>
      <TextInput
        label={words.planName}
        value={draft.name}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {!fixed && (
        <SegmentedControl
          fullWidth
          aria-label={words.planKind}
          value={draft.kind}
          data={KINDS.map((value) => ({ value, label: words.planKinds[value] }))}
          onChange={(kind) => set({ kind: kind as PlanDraft["kind"], category: "" })}
        />
      )}
      {movesMoney(draft) && <Money draft={draft} set={set} />}
    </>
  );
}

function Money({ draft, set }: DraftFields) {
  const words = usePlanWords();
  const { kind } = draft;
  return (
    <>
      <div className="plan-pair">
        <NativeSelect
          label={words.amountMode}
          value={draft.amountMode}
          data={AMOUNT_MODES.map((value) => ({ value, label: words.amountModes[value] }))}
          onChange={(event) =>
            set({ amountMode: event.currentTarget.value as PlanDraft["amountMode"] })
          }
        />
        {draft.amountMode !== "ask" && (
          <AmountInput
            label={words.amount}
            value={draft.amount}
            onText={(amount) => set({ amount })}
          />
        )}
      </div>
      <AccountPicker
        label={kind === "transfer" ? words.fromAccount : words.account}
        value={draft.accountId}
        onChange={(accountId) => set({ accountId })}
        none={words.pleaseChoose}
      />
      {kind === "transfer" && (
        <AccountPicker
          label={words.toAccount}
          value={draft.toAccountId}
          onChange={(toAccountId) => set({ toAccountId })}
          none={words.pleaseChoose}
        />
      )}
      {(kind === "expense" || kind === "income") && (
        <CategoryPicker
          label={words.category}
          type={kind}
          value={draft.category}
          none={words.pleaseChoose}
          onChange={(category) => set({ category })}
        />
      )}
      <TextInput
        label={words.note}
        value={draft.description}
        maxLength={200}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </>
  );
}

function Due({ draft, set }: DraftFields) {
  const words = usePlanWords();
  if (!movesMoney(draft)) return null;
  const modes = canBeAuto(draft) ? (["auto", "confirm"] as const) : (["confirm"] as const);
  return (
    <div className="plan-field">
      <span className="plan-label">{words.whenDue}</span>
      <SegmentedControl
        fullWidth
        aria-label={words.whenDue}
        value={canBeAuto(draft) ? draft.mode : "confirm"}
        data={modes.map((value) => ({ value, label: words.modes[value] }))}
        onChange={(mode) => set({ mode: mode as PlanDraft["mode"] })}
      />
    </div>
  );
}
