/** Cells that become fields where they stand: Enter keeps, Esc leaves everything as it was. */
import { type ReactNode, useRef, useState } from "react";
import { yuanFixed } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import { type BookRecord, countedOf, type RecordDraft } from "../api/book.ts";
import { evaluate } from "../entry/arithmetic.ts";
import { useCategories } from "../entry/use-entry.ts";
import { Money } from "../parts/money.tsx";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";
import { noteOf, RecordTitle } from "./record-title.tsx";

interface CellProps {
  label: string;
  value: string;
  className: string;
  shown: ReactNode;
  inputMode?: "decimal";
  maxLength?: number;
  list?: string[];
  keep: (text: string) => void;
}

function Cell({ label, value, className, shown, inputMode, maxLength, list, keep }: CellProps) {
  const words = useWords();
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const end = (kept: boolean) => {
    if (text !== undefined && kept && text !== value) keep(text);
    setText(undefined);
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
  };
  if (text === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className={`cell ${className}`}
        aria-label={`${words.edit} ${label} ${value}`}
        onClick={() => setText(value)}
      >
        {shown}
      </button>
    );
  }
  const listId = list && `list-${label}`;
  return (
    <span className={`cell-edit ${className}`}>
      <input
        aria-label={label}
        value={text}
        inputMode={inputMode}
        maxLength={maxLength}
        list={listId}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          if (event.key === "Enter") end(true);
          if (event.key === "Escape") end(false);
          event.stopPropagation();
        }}
      />
      {list && (
        <datalist id={listId}>
          {list.map((item) => (
            <option key={item} value={item} />
          ))}
        </datalist>
      )}
    </span>
  );
}

function useKeep(record: BookRecord) {
  const words = useWords();
  const { update } = useActions();
  return (part: Partial<RecordDraft>) => {
    const { accountId, type, amount, category, description, date } = record;
    update(record, { accountId, type, amount, category, description, date, ...part }).then(
      () => showToast({ text: words.recordChanged, tone: "good" }),
      showError,
    );
  };
}

export function InlineNote({ record }: { record: BookRecord }) {
  const words = useWords();
  const keep = useKeep(record);
  return (
    <Cell
      label={words.note}
      value={record.description}
      className="desk-row-note"
      maxLength={200}
      shown={<span className="ellipsis">{noteOf(record, words) || "—"}</span>}
      keep={(text) => keep({ description: text.trim() })}
    />
  );
}

export function InlineCategory({ record }: { record: BookRecord }) {
  const words = useWords();
  const keep = useKeep(record);
  const categories = useCategories(countedOf(record).type);
  // A refund belongs where its expense does.
  if (record.refundOf !== undefined) {
    return (
      <span className="desk-row-text">
        <RecordTitle record={record} />
      </span>
    );
  }
  return (
    <Cell
      label={words.category}
      value={record.category}
      className="desk-row-category"
      maxLength={100}
      list={categories}
      shown={<RecordTitle record={record} />}
      keep={(text) => text.trim() !== "" && keep({ category: text.trim() })}
    />
  );
}

export function InlineAmount({ record }: { record: BookRecord }) {
  const words = useWords();
  const keep = useKeep(record);
  return (
    <Cell
      label={words.amount}
      value={yuanFixed(record.amount)}
      className="desk-row-amount"
      inputMode="decimal"
      shown={<Money amount={record.amount} as={record.type} />}
      keep={(text) => {
        const amount = evaluate(text);
        if (amount === undefined) showToast({ text: words.amountWrong, tone: "bad" });
        else keep({ amount });
      }}
    />
  );
}
