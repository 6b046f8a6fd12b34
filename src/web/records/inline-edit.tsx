/** Cells that become fields where they stand: Enter keeps, Esc leaves everything as it was. */
import { type ReactNode, useRef, useState } from "react";
import { counted } from "../../ledger/effect.ts";
import { yuanFixed } from "../../ledger/money.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { useActions } from "../api/actions.ts";
import type { BookRecord, RecordDraft } from "../api/models.ts";
import { showChanged } from "../api/undo.ts";
import { amountProblem, amountResult } from "../base/amount.ts";
import { categoryText } from "../base/category-text.ts";
import { isMoneyHidden, moneyText } from "../base/money.ts";
import { CategoryChoices } from "../categories/category-picker.tsx";
import { Money } from "../ui/money.tsx";
import { Popup } from "../ui/popup.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { noteOf, RecordTitle } from "./record-title.tsx";

interface CellProps {
  label: string;
  value: string;
  className: string;
  /** The value in a label, where it may be hidden. */
  said?: string;
  shown: ReactNode;
  inputMode?: "decimal";
  maxLength?: number;
  /** What comes of the text, said beside it. */
  hint?: (text: string) => string | undefined;
  keep: (text: string) => void;
}

function Cell(props: CellProps) {
  const { label, value, said = value, className, shown, inputMode, maxLength, hint, keep } = props;
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
        aria-label={`${words.edit} ${label} ${said}`}
        onClick={() => setText(value)}
      >
        {shown}
      </button>
    );
  }
  return (
    <span className={`cell-edit ${className}`}>
      <input
        aria-label={label}
        value={text}
        inputMode={inputMode}
        maxLength={maxLength}
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
      {hint?.(text) && <span className="amount-result">{hint(text)}</span>}
    </span>
  );
}

function useKeep(record: BookRecord) {
  const words = useWords();
  const { updateInRow } = useActions();
  return (part: Partial<RecordDraft>) => {
    updateInRow(record, { ...record, ...part }).then(
      (changed) => showChanged(words, words.recordChanged, changed),
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
  // A refund belongs where its expense does.
  if (record.refundOf !== undefined) {
    return (
      <span className="desk-row-text">
        <RecordTitle record={record} />
      </span>
    );
  }
  return (
    <Popup
      title={words.category}
      name={`${words.edit} ${words.category} ${categoryText(record.category)}`}
      className="cell desk-row-category"
      shown={<RecordTitle record={record} />}
    >
      {(close) => (
        <CategoryChoices
          label={words.category}
          type={counted(record).type}
          value={record.category}
          none={undefined}
          pick={(category) => {
            close();
            if (category !== record.category) keep({ category });
          }}
        />
      )}
    </Popup>
  );
}

export function InlineAmount({ record }: { record: BookRecord }) {
  const words = useWords();
  const keep = useKeep(record);
  return (
    <Cell
      label={words.amount}
      value={yuanFixed(record.amount)}
      said={isMoneyHidden() ? moneyText(record.amount) : yuanFixed(record.amount)}
      className="desk-row-amount"
      inputMode="decimal"
      hint={amountResult}
      shown={<Money amount={record.amount} as={record.type} />}
      keep={(text) => {
        const read = readTypedAmount(text);
        if (isAmount(read)) keep({ amount: read.amount });
        else showToast({ text: amountProblem(read, words), tone: "bad" });
      }}
    />
  );
}
