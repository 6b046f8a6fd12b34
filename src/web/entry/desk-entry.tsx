/** The desk's entry: everything from the keyboard, Enter saves. */
import { Button, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { AccountPicker } from "../accounts/account-picker.tsx";
import type { Account } from "../api/models.ts";
import { DayField } from "../days/day-field.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Restored } from "../ui/restored.tsx";
import { useWords } from "../words/words.ts";
import { EditActions } from "./edit-actions.tsx";
import { refundedBy, typesOf } from "./entry-form.ts";
import { closeEntry, type Entry, type EntryForm } from "./entry-store.ts";
import { NaturalLine } from "./natural-line.tsx";
import { Choice, TypeSwitch } from "./parts.tsx";
import { RepeatButton } from "./repeat-button.tsx";
import { useEntry } from "./use-entry.ts";
import "./desk-entry.css";

export function DeskEntry({ entry }: { entry: Entry }) {
  const words = useWords();
  const { form, change, error, save, accounts, repeating, ...heard } = useEntry(entry);
  const { line, restored, discard } = heard;
  const isNew = entry.record === undefined && entry.transfer === undefined;
  const isFree = isNew && refundedBy(entry) === undefined;
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
      <Restored at={restored} discard={discard} />
      {isFree && <NaturalLine {...line} accounts={accounts} />}
      <div className="desk-entry-columns" data-brief={refundedBy(entry) !== undefined || undefined}>
        <Fields {...{ entry, form, change, accounts, repeating }} />
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
        <Button
          variant="default"
          onClick={() => {
            discard();
            closeEntry();
          }}
        >
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

interface FieldsProps {
  entry: Entry;
  form: EntryForm;
  change: (part: Partial<EntryForm>) => void;
  accounts: Account[];
  repeating: ComponentProps<typeof RepeatButton> | null;
}

function Fields({ entry, form, change, accounts, repeating }: FieldsProps) {
  const words = useWords();
  return (
    <div className="desk-entry-fields">
      <TypeSwitch
        value={form.type}
        types={typesOf(entry, words)}
        onChange={(type) => change({ type: type as EntryForm["type"], category: "" })}
      />
      <AmountInput
        label={words.amount}
        placeholder={words.amountPlaceholder}
        data-autofocus
        value={form.text}
        onText={(text) => change({ text })}
        classNames={{ input: "amount-input" }}
      />
      {form.type !== "transfer" && (
        <AccountPicker
          label={words.account}
          value={form.accountId}
          accounts={accounts}
          onChange={(accountId) => change({ accountId })}
        />
      )}
      <div className="desk-entry-day">
        <DayField
          label={words.date}
          value={form.day}
          onChange={(day) => day !== "" && change({ day })}
          time={form.time}
          onTime={(time) => change({ time })}
        />
        {repeating && <RepeatButton {...repeating} />}
      </div>
      <TextInput
        label={words.note}
        placeholder={words.notePlaceholder}
        maxLength={200}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </div>
  );
}
