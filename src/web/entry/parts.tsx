/** What the phone's and the desk's entry have in common. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { clockTime } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { CategoryIcon } from "../ui/categories.tsx";
import { useWords } from "../words/words.ts";
import { categoryType, refundedBy } from "./entry-form.ts";
import type { Entry, EntryForm } from "./entry-store.ts";
import { useCategories } from "./use-categories.ts";
import "./parts.css";

interface ChoiceProps {
  entry: Entry;
  form: EntryForm;
  change: (part: Partial<EntryForm>) => void;
  accounts: { id: number; name: string }[];
}

/** Says that what stands here was typed before, and lets it go. */
export function Restored({ at, discard }: { at: number | undefined; discard: () => void }) {
  const words = useWords();
  const { zone } = useBook();
  if (at === undefined) return null;
  return (
    <p className="entry-restored" role="status">
      {words.draftRestored(clockTime(at, zone))}
      <button type="button" className="text-button" onClick={discard}>
        {words.startOver}
      </button>
    </p>
  );
}

/** What an entry is about: its category, or where a transfer goes. */
export function Choice({ entry, form, change, accounts }: ChoiceProps) {
  if (form.type === "transfer") {
    return <TransferFields form={form} change={change} accounts={accounts} />;
  }
  if (refundedBy(entry) !== undefined) return <RefundCategory entry={entry} form={form} />;
  return (
    <CategoryGrid
      type={categoryType(form.type)}
      value={form.category}
      onChange={(category) => change({ category })}
    />
  );
}

/** A refund belongs to the category of its expense: nothing is to be chosen. */
function RefundCategory({ entry, form }: { entry: Entry; form: EntryForm }) {
  const words = useWords();
  return (
    <div className="refund-category">
      <CategoryIcon category={form.category} size={44} />
      <span className="record-text">
        <strong className="ellipsis">{words.refundOf(form.category)}</strong>
        <span className="record-sub">
          {entry.refundable === undefined
            ? words.refundHint
            : words.refundUpTo(moneyText(entry.refundable))}
        </span>
      </span>
    </div>
  );
}

interface CategoryGridProps {
  type: RecordType;
  value: string;
  onChange: (category: string) => void;
}

/** Categories to choose from, most used first; a name of one's own at the end. */
export function CategoryGrid({ type, value, onChange }: CategoryGridProps) {
  const words = useWords();
  const [naming, setNaming] = useState(false);
  const known = useSteady(useCategories(type), type);
  const categories = value === "" || known.includes(value) ? known : [value, ...known];
  if (naming) {
    return (
      <NewCategory
        done={(name) => {
          if (name !== "") onChange(name);
          setNaming(false);
        }}
      />
    );
  }
  return (
    <div className="category-grid" role="radiogroup" aria-label={words.category}>
      {categories.map((category) => (
        <label key={category} className="category-choice">
          <input
            type="radio"
            name="category"
            checked={category === value}
            onChange={() => onChange(category)}
          />
          <CategoryIcon category={category} size={44} />
          <span className="ellipsis">{category}</span>
        </label>
      ))}
      <button
        type="button"
        className="category-choice"
        aria-label={words.otherCategory}
        onClick={() => setNaming(true)}
      >
        <span
          className="category-icon category-add"
          style={{ width: "2.75rem", height: "2.75rem" }}
        >
          <IconPlus size={22} aria-hidden="true" />
        </span>
        <span className="ellipsis" aria-hidden="true">
          {words.ownCategory}
        </span>
      </button>
    </div>
  );
}

/** Names in the order that they were first shown in: nothing moves away under a finger. */
function useSteady(names: string[], of: string): string[] {
  const shown = useRef({ of, names });
  if (shown.current.of !== of) shown.current = { of, names };
  const missing = names.filter((name) => !shown.current.names.includes(name));
  if (missing.length > 0) shown.current.names = [...shown.current.names, ...missing];
  return shown.current.names;
}

function NewCategory({ done }: { done: (name: string) => void }) {
  const words = useWords();
  const [name, setName] = useState("");
  return (
    <form
      className="category-new"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        done(name.trim());
      }}
    >
      <TextInput
        label={words.newCategory}
        value={name}
        maxLength={100}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{words.confirm}</Button>
      <Button variant="default" onClick={() => done("")}>
        {words.cancel}
      </Button>
    </form>
  );
}

interface TypeSwitchProps {
  value: string;
  types: { value: string; label: string }[];
  onChange: (type: string) => void;
}

/** 支出 收入 转账: one of a few, as tabs that are radio buttons. */
export function TypeSwitch({ value, types, onChange }: TypeSwitchProps) {
  const words = useWords();
  if (types.length === 1) return null;
  return (
    <div className="type-switch" role="radiogroup" aria-label={words.type}>
      {types.map((type) => (
        <label key={type.value} data-type={type.value}>
          <input
            type="radio"
            name="type"
            value={type.value}
            checked={type.value === value}
            onChange={() => onChange(type.value)}
          />
          <span>{type.label}</span>
        </label>
      ))}
    </div>
  );
}

interface TransferFieldsProps {
  form: EntryForm;
  change: (part: Partial<EntryForm>) => void;
  accounts: { id: number; name: string }[];
}

/** From where, to where, and what it cost. */
function TransferFields({ form, change, accounts }: TransferFieldsProps) {
  const words = useWords();
  const data = accounts.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className="form transfer-fields">
      <NativeSelect
        label={words.fromAccount}
        value={form.accountId}
        data={data}
        onChange={(event) => change({ accountId: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={words.toAccount}
        value={form.toAccountId}
        data={data}
        onChange={(event) => change({ toAccountId: Number(event.currentTarget.value) })}
      />
      <AmountInput
        label={words.fee}
        range="zero"
        value={form.fee}
        onText={(fee) => change({ fee })}
      />
    </div>
  );
}
