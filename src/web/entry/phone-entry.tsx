/** The phone's entry: amount by thumb, category by one tap, everything else remembered. */
import { CloseButton } from "@mantine/core";
import { IconBackspace, IconMessage2 } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { AccountPicker } from "../accounts/account-picker.tsx";
import type { Account } from "../api/models.ts";
import { amountResult } from "../base/amount.ts";
import { press } from "../base/keypad.ts";
import { DayField } from "../days/day-field.tsx";
import { Restored } from "../ui/restored.tsx";
import { useWords } from "../words/words.ts";
import { EditActions } from "./edit-actions.tsx";
import { refundedBy, titleOf, typesOf } from "./entry-form.ts";
import { closeEntry, type Entry, type EntryForm } from "./entry-store.ts";
import { NaturalLine } from "./natural-line.tsx";
import { Choice, TypeSwitch } from "./parts.tsx";
import { RepeatButton } from "./repeat-button.tsx";
import { useEntry } from "./use-entry.ts";
import { useKeyboard } from "./use-keyboard.ts";
import "./phone-entry.css";

export function PhoneEntry({ entry }: { entry: Entry }) {
  const { form, change, error, save, accounts, repeating, ...heard } = useEntry(entry);
  const { line, restored, discard } = heard;
  const [speaking, setSpeaking] = useState(line.line !== "");
  const [touched, setTouched] = useState(false);
  const isNew = entry.record === undefined && entry.transfer === undefined;
  const isFree = isNew && refundedBy(entry) === undefined;
  const key = (name: string) => {
    navigator.vibrate?.(8);
    // An amount that stands there already is replaced by the first digit, as on a calculator.
    const text = !touched && /[\d.]/.test(name) ? "" : form.text;
    setTouched(true);
    change({ text: press(text, name) });
  };
  useKeyboard(key, (text) => {
    setTouched(true);
    change({ text });
  });
  return (
    <div className="phone-entry">
      <Head
        entry={entry}
        form={form}
        change={change}
        speaking={isFree ? speaking : undefined}
        setSpeaking={setSpeaking}
      />
      <EditActions entry={entry} />
      <Restored at={restored} discard={discard} />
      {speaking && <NaturalLine {...line} accounts={accounts} />}
      <AmountLine form={form} given={!touched && form.text !== ""} />
      {error && (
        <p className="entry-error" role="alert">
          {error}
        </p>
      )}
      <div className="phone-entry-categories">
        <Choice entry={entry} form={form} change={change} accounts={accounts} />
      </div>
      <Chips form={form} change={change} accounts={accounts} repeating={repeating} />
      <Keypad press={key} save={save} canRepeat={isFree} />
    </div>
  );
}

interface HeadProps {
  entry: Entry;
  form: EntryForm;
  change: (part: Partial<EntryForm>) => void;
  /** Whether the line is open; undefined where there is none. */
  speaking: boolean | undefined;
  setSpeaking: (speaking: boolean) => void;
}

function Head({ entry, form, change, speaking, setSpeaking }: HeadProps) {
  const words = useWords();
  const types = typesOf(entry, words);
  return (
    <div className="phone-entry-head">
      <CloseButton size={44} aria-label={words.close} onClick={closeEntry} />
      <TypeSwitch
        value={form.type}
        types={types}
        onChange={(type) => change({ type: type as EntryForm["type"], category: "" })}
      />
      {types.length === 1 && <span className="phone-entry-title">{titleOf(entry, words)}</span>}
      {speaking !== undefined ? (
        <button
          type="button"
          className="icon-button"
          aria-label={words.naturalLabel}
          aria-pressed={speaking}
          onClick={() => setSpeaking(!speaking)}
        >
          <IconMessage2 size={22} stroke={1.7} />
        </button>
      ) : (
        <span className="icon-button" aria-hidden="true" />
      )}
    </div>
  );
}

/** `given` while the amount is the one that the form began with. */
function AmountLine({ form, given }: { form: EntryForm; given: boolean }) {
  const words = useWords();
  const result = amountResult(form.text);
  return (
    <div className="amount-line" data-type={form.type}>
      <span className="amount-sign" aria-hidden="true">
        ¥
      </span>
      <output
        aria-label={words.amount}
        className="amount-text"
        data-empty={form.text === "" || undefined}
        data-given={given || undefined}
      >
        {form.text === "" ? "0.00" : form.text}
      </output>
      {result && <span className="amount-result">{result}</span>}
    </div>
  );
}

interface ChipsProps {
  form: EntryForm;
  change: (part: Partial<EntryForm>) => void;
  accounts: Account[];
  repeating: ComponentProps<typeof RepeatButton> | null;
}

/** Account, day and note in a line. */
function Chips({ form, change, accounts, repeating }: ChipsProps) {
  const words = useWords();
  return (
    <div className="phone-entry-chips">
      {form.type !== "transfer" && (
        <AccountPicker
          look="chip"
          className="chip-account"
          label={words.account}
          value={form.accountId}
          accounts={accounts}
          onChange={(accountId) => change({ accountId })}
        />
      )}
      <DayField
        look="chip"
        label={words.date}
        value={form.day}
        onChange={(day) => day !== "" && change({ day })}
        time={form.time}
        onTime={(time) => change({ time })}
      />
      {repeating && <RepeatButton {...repeating} />}
      <input
        className="chip chip-note"
        placeholder={words.note}
        aria-label={words.note}
        maxLength={200}
        value={form.description}
        onChange={(event) => change({ description: event.target.value })}
      />
    </div>
  );
}

const KEYS = ["7", "8", "9", "⌫", "4", "5", "6", "+", "1", "2", "3", "-", ".", "0"];

interface KeypadProps {
  press: (key: string) => void;
  save: (again: boolean) => void;
  /** Whether another one may follow at once. */
  canRepeat: boolean;
}

function Keypad({ press: onPress, save, canRepeat }: KeypadProps) {
  const words = useWords();
  return (
    <div className="keypad">
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className="key"
          data-kind={/\d|\./.test(key) ? "digit" : "sign"}
          aria-label={key === "⌫" ? words.backspace : key}
          onClick={() => onPress(key)}
        >
          {key === "⌫" ? <IconBackspace size={24} stroke={1.6} /> : key === "-" ? "−" : key}
        </button>
      ))}
      {canRepeat ? (
        <button type="button" className="key key-again" onClick={() => save(true)}>
          {words.saveAndNew}
        </button>
      ) : (
        <button type="button" className="key" data-kind="sign" onClick={() => onPress("×")}>
          ×
        </button>
      )}
      <button type="button" className="key key-done" onClick={() => save(false)}>
        {words.done}
      </button>
    </div>
  );
}
