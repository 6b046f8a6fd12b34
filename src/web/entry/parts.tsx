/** What the phone's and the desk's entry have in common. */
import { ActionIcon } from "@mantine/core";
import { IconArrowsUpDown } from "@tabler/icons-react";
import { AccountPicker } from "../accounts/account-picker.tsx";
import type { Account } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText } from "../base/money.ts";
import { CategoryGrid } from "../categories/category-grid.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { CategoryIcon } from "../ui/categories.tsx";
import { useWords } from "../words/words.ts";
import { categoryType, refundedBy } from "./entry-form.ts";
import type { Entry, EntryForm } from "./entry-store.ts";
import "./parts.css";

interface ChoiceProps {
  entry: Entry;
  form: EntryForm;
  change: (part: Partial<EntryForm>) => void;
  accounts: Account[];
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
        <strong className="ellipsis">{words.refundOf(categoryText(form.category))}</strong>
        <span className="record-sub">
          {entry.refundable === undefined
            ? words.refundHint
            : words.refundUpTo(moneyText(entry.refundable))}
        </span>
      </span>
    </div>
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
  accounts: Account[];
}

/** From where, to where, and what it cost. */
function TransferFields({ form, change, accounts }: TransferFieldsProps) {
  const words = useWords();
  const swap = () => change({ accountId: form.toAccountId, toAccountId: form.accountId });
  const sides = { accounts, look: "field" as const };
  return (
    <div className="form transfer-fields">
      <div className="transfer-sides">
        <AccountPicker
          {...sides}
          label={words.fromAccount}
          value={form.accountId}
          other={{ id: form.toAccountId, swap }}
          onChange={(accountId) => change({ accountId })}
        />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={words.swapAccounts}
          title={words.swapAccounts}
          onClick={swap}
        >
          <IconArrowsUpDown size={20} stroke={1.7} />
        </ActionIcon>
        <AccountPicker
          {...sides}
          label={words.toAccount}
          value={form.toAccountId}
          other={{ id: form.accountId, swap }}
          onChange={(toAccountId) => change({ toAccountId })}
        />
      </div>
      <AmountInput
        label={words.fee}
        range="zero"
        value={form.fee}
        onText={(fee) => change({ fee })}
      />
    </div>
  );
}
