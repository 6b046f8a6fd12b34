/** Changing an adjustment, and deleting it. */

import { TextInput } from "@mantine/core";
import type { Day } from "../../ledger/calendar.ts";
import { yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import type { Changed } from "../api/actions.ts";
import type { Adjustment } from "../api/models.ts";
import { showChanged } from "../api/undo.ts";
import { useTyped } from "../base/typed.ts";
import { DayField } from "../days/day-field.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { RemoveButton } from "../ui/remove-button.tsx";
import { showError } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { useAdjusting } from "./actions.ts";
import { readBalance } from "./calibrate.tsx";

interface AdjustmentFormProps {
  adjustment: Adjustment;
  close: () => void;
}

/** Where a balance was wanted, that is what is changed; else the amount. */
export function AdjustmentForm({ adjustment, close }: AdjustmentFormProps) {
  const words = useAgreementWords();
  const { kind, value, amount, description } = adjustment;
  const { form, set, typed } = useTyped(`adjustment ${adjustment.id}`, () => ({
    day: adjustment.day,
    text: yuanFixed(value ?? amount),
    note: description,
  }));
  const { day, text, note } = form;
  const { changeAdjustment, removeAdjustment } = useAdjusting();
  const wanted = kind === "valuation" ? words.valueAtEnd : words.balanceAtEnd;
  const finish = (said: string, changed: Changed) => {
    close();
    showChanged(words, said, changed, words.mendedBack);
  };
  async function save() {
    const figured = readBalance(text, words);
    if (value === undefined && figured === 0) throw new Error(words.adjustmentZero);
    const moved = day !== adjustment.day || figured !== (value ?? amount);
    const figure = { [value === undefined ? "amount" : "value"]: yuanFromFen(figured) };
    const body = { date: day, ...(moved && figure), description: note.trim() || null };
    finish(words.adjustmentSaved, await changeAdjustment(adjustment.id, body));
  }
  const remove = () =>
    void removeAdjustment(adjustment.id).then(
      (changed) => finish(words.adjustmentRemoved, changed),
      showError,
    );
  return (
    <Dialog opened onClose={close} title={words.editAdjustment}>
      <Form save={save} cancel={close} typed={typed} actions={<RemoveButton remove={remove} />}>
        <DayField label={words.date} value={day} onChange={(day: Day) => set({ day })} />
        <AmountInput
          label={value === undefined ? words.adjustmentAmount : wanted}
          range="balance"
          value={text}
          onText={(text) => set({ text })}
        />
        <TextInput
          label={words.note}
          value={note}
          maxLength={500}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      </Form>
    </Dialog>
  );
}
