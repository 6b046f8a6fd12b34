/** Saying what the bank states of the end of a day; the day of a point stays. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import type { Changed } from "../api/actions.ts";
import { newKey } from "../api/client.ts";
import { showChanged } from "../api/undo.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { DayField } from "../days/day-field.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { RemoveButton } from "../ui/remove-button.tsx";
import { showError } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { usePointing } from "./actions.ts";
import { readBalance } from "./calibrate.tsx";
import type { Point } from "./models.ts";

interface PointFormProps {
  accountId: number;
  /** The point that is changed; a new one otherwise. */
  point?: Point;
  close: () => void;
}

export function PointForm({ accountId, point, close }: PointFormProps) {
  const words = useAgreementWords();
  const { today } = useBook();
  // The bank's word of a day is known once the day is over.
  const { form, set, typed } = useTyped(`point ${accountId} ${point?.id ?? "new"}`, () => ({
    day: point?.day ?? shiftDay(today, -1),
    text: point ? yuanFixed(point.balance) : "",
    note: point?.note ?? "",
  }));
  const { day, text, note } = form;
  const [key] = useState(newKey);
  const { addPoint, changePoint, removePoint } = usePointing();
  const finish = (said: string, changed: Changed) => {
    close();
    showChanged(words, said, changed, words.mendedBack);
  };
  async function save() {
    const balance = yuanFromFen(readBalance(text, words));
    const said = note.trim();
    const changed = point
      ? changePoint(point.id, { balance, note: said || null })
      : addPoint(accountId, { date: day, balance, ...(said && { note: said }) }, key);
    finish(words.pointSaved, await changed);
  }
  const remove = ({ id }: Point) =>
    void removePoint(id).then((changed) => finish(words.pointRemoved, changed), showError);
  return (
    <Dialog opened onClose={close} title={point ? words.editPoint : words.addPoint}>
      <Form
        save={save}
        cancel={close}
        typed={typed}
        actions={point && <RemoveButton remove={() => remove(point)} />}
      >
        {point ? (
          <p className="muted">{words.pointOf(shortDay(point.day, today, words))}</p>
        ) : (
          <DayField label={words.pointDay} value={day} onChange={(day: Day) => set({ day })} />
        )}
        <AmountInput
          label={words.pointBalance}
          range="balance"
          value={text}
          data-autofocus
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
