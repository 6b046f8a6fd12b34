/** The desk's entry: everything from the keyboard, Enter saves. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Day } from "../../ledger/calendar.ts";
import { moneyText } from "../money.ts";
import { useWords } from "../words/words.ts";
import { evaluate, isSum } from "./arithmetic.ts";
import { EditActions } from "./edit-actions.tsx";
import { type EntryForm, refundedBy, typesOf } from "./entry-form.ts";
import { closeEntry, type Entry } from "./entry-store.ts";
import { Choice, TypeSwitch } from "./parts.tsx";
import { NaturalLine } from "./phone-entry.tsx";
import { useEntry } from "./use-entry.ts";

export function DeskEntry({ entry }: { entry: Entry }) {
  const words = useWords();
  const { form, change, error, save, accounts } = useEntry(entry);
  const isNew = entry.record === undefined && entry.transfer === undefined;
  const isFree = isNew && refundedBy(entry) === undefined;
  const value = evaluate(form.text);
  return (
    <form
      className="desk-entry"
      onSubmit={(event) => {
        event.preventDefault();
        save(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.shiftKey && isFree) {
          event.preventDefault();
          save(true);
        }
      }}
    >
      {isFree && <NaturalLine change={change} />}
      <div className="desk-entry-columns" data-brief={refundedBy(entry) !== undefined || undefined}>
        <div className="desk-entry-fields">
          <TypeSwitch
            value={form.type}
            types={typesOf(entry, words)}
            onChange={(type) => change({ type: type as EntryForm["type"], category: "" })}
          />
          <TextInput
            label={words.amount}
            placeholder={words.amountPlaceholder}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            value={form.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
            classNames={{ input: "amount-input" }}
            rightSectionWidth={120}
            rightSection={
              isSum(form.text) && value !== undefined ? (
                <span className="amount-result">= {moneyText(value)}</span>
              ) : null
            }
          />
          {form.type !== "transfer" && (
            <NativeSelect
              label={words.account}
              value={form.accountId}
              onChange={(event) => change({ accountId: Number(event.currentTarget.value) })}
              data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <TextInput
            label={words.date}
            type="date"
            required
            withAsterisk={false}
            value={form.day}
            onChange={(event) => {
              if (event.currentTarget.value !== "")
                change({ day: event.currentTarget.value as Day });
            }}
          />
          <TextInput
            label={words.note}
            placeholder={words.notePlaceholder}
            maxLength={200}
            value={form.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </div>
        <div className="desk-entry-categories">
          <Choice entry={entry} form={form} change={change} accounts={accounts} />
        </div>
      </div>
      {error && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      <div className="form-actions">
        <EditActions entry={entry} />
        <Button variant="default" onClick={closeEntry}>
          {words.cancel}
        </Button>
        {isFree && (
          <Button variant="light" onClick={() => save(true)}>
            {words.saveAndNew}
          </Button>
        )}
        <Button type="submit">{words.save}</Button>
      </div>
    </form>
  );
}
