/** One occurrence otherwise than its plan: its amount, day, account; or booked with what it was. */
import { TextInput } from "@mantine/core";
import type { Day } from "../../ledger/calendar.ts";
import { yuanFromFen } from "../../ledger/money.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { AccountPicker } from "../accounts/account-picker.tsx";
import { showChanged } from "../api/undo.ts";
import { amountProblem } from "../base/amount.ts";
import { plainAmount } from "../base/money.ts";
import { useTyped } from "../base/typed.ts";
import { DayField } from "../days/day-field.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { type PlanWords, usePlanWords } from "../words/plans.ts";
import { usePlanActions } from "./actions.ts";
import type { Occurrence, Plan } from "./models.ts";

interface OccurrenceFormProps {
  plan: Plan;
  occurrence: Occurrence;
  /** Whether saving books it. */
  books: boolean;
  close: () => void;
}

export function OccurrenceForm({ plan, occurrence, books, close }: OccurrenceFormProps) {
  const words = usePlanWords();
  const { book, changeOccurrence } = usePlanActions();
  const known = occurrence.amount ?? plan.amount;
  const subject = `occurrence ${plan.id} ${occurrence.due} ${books ? "book" : "edit"}`;
  const { form, set, typed } = useTyped(subject, () => ({
    text: known === undefined ? "" : plainAmount(known),
    day: occurrence.day,
    accountId: occurrence.accountId || plan.accountId,
    description: occurrence.description || plan.description,
  }));
  const { text, day, accountId, description } = form;
  const movesMoney = plan.kind !== "reminder";
  async function save() {
    const said = description.trim();
    const fields = {
      ...(movesMoney && { amount: amountOf(text, words) }),
      ...(movesMoney && accountId !== plan.accountId && { accountId }),
      ...(said !== plan.description && said !== "" && { description: said }),
      ...((books || day !== occurrence.day) && { date: day }),
    };
    const due = { plan, occurrence };
    if (books) showChanged(words, words.occurrenceBooked, await book(due, fields));
    else {
      const changed = await changeOccurrence(due, fields);
      showChanged(words, words.occurrenceSaved, changed, words.planBack);
    }
    close();
  }
  return (
    <Dialog opened onClose={close} title={books ? words.bookTitle : words.editOccurrence}>
      <Form save={save} cancel={close} typed={typed} label={books ? words.confirmIt : words.save}>
        {movesMoney && (
          <AmountInput
            label={words.amount}
            value={text}
            data-autofocus
            onText={(text) => set({ text })}
          />
        )}
        <DayField label={words.date} value={day} onChange={(day: Day) => set({ day })} />
        {movesMoney && (
          <>
            <AccountPicker
              label={words.account}
              value={accountId}
              onChange={(accountId) => set({ accountId })}
            />
            <TextInput
              label={words.note}
              value={description}
              maxLength={200}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function amountOf(text: string, words: PlanWords): number {
  const read = readTypedAmount(text);
  if (!isAmount(read)) throw new Error(amountProblem(read, words));
  return yuanFromFen(read.amount);
}
