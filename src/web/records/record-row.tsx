import { Checkbox } from "@mantine/core";
import { memo } from "react";
import type { Fen } from "../../ledger/money.ts";
import type { Account, BookLine, BookRecord } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText } from "../base/money.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";
import { InlineAmount, InlineCategory, InlineNote } from "./inline-edit.tsx";
import { noteOf, RecordTitle } from "./record-title.tsx";
import { RowButtons } from "./row-buttons.tsx";
import { canBeChosen } from "./selection.ts";

export interface RowActions {
  open: (line: BookLine) => void;
  again: (line: BookLine) => void;
  refund: (line: BookLine) => void;
  remove: (line: BookLine) => void;
  /** With `range`, all from the one that was chosen last. */
  toggle: (line: BookLine, range?: boolean) => void;
  /** Chooses them beside what is chosen. */
  choose: (lines: BookLine[]) => void;
}

interface RowProps {
  record: BookRecord;
  account: Account | undefined;
  actions: RowActions;
  selected?: boolean;
  /** Whether rows are being chosen: a tap then chooses. */
  choosing?: boolean;
  /** The account's balance after this record. */
  after?: Fen;
  /** At the desk: says its day, which no heading does. */
  dated?: boolean;
}

/** Whether the click asks for all between. */
export function isRange(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

/** A transfer's fee changes with its transfer alone: it can be opened, and no more. */
function isFee({ transferId }: BookRecord): boolean {
  return transferId !== undefined;
}

/** A record on the phone: one large target. */
export const PhoneRow = memo(function PhoneRow(props: RowProps) {
  const { record, account, actions, selected, choosing, after } = props;
  const words = useWords();
  return (
    <button
      type="button"
      className="record-row record-main"
      data-record={record.id}
      aria-pressed={choosing ? selected : undefined}
      disabled={choosing && !canBeChosen(record)}
      onClick={() => (choosing ? actions.toggle(record) : actions.open(record))}
    >
      {choosing && <span className="tick" data-on={selected || undefined} aria-hidden="true" />}
      <CategoryIcon category={record.category} />
      <span className="record-text">
        <RecordTitle record={record} />
        <span className="record-sub ellipsis">
          {[noteOf(record, words), account?.name].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="record-figures">
        <Money amount={record.amount} as={record.type} />
        {after !== undefined && <span className="record-sub money">{moneyText(after)}</span>}
      </span>
    </button>
  );
});

/** A record at the desk: a line of cells, each changed where it stands. */
export const DeskRow = memo(function DeskRow(props: RowProps) {
  const { record, account, actions, selected, after, dated } = props;
  const words = useWords();
  const name = `${categoryText(record.category)} ${moneyText(record.amount)}`;
  const fee = isFee(record);
  return (
    <div
      className="record-row desk-row"
      data-record={record.id}
      data-selected={selected || undefined}
    >
      {canBeChosen(record) ? (
        <Checkbox
          aria-label={`${words.select} ${name}`}
          checked={selected ?? false}
          onChange={({ nativeEvent }) => actions.toggle(record, isRange(nativeEvent))}
        />
      ) : (
        <span />
      )}
      <CategoryIcon category={record.category} size={34} />
      {dated && <span className="desk-row-text desk-row-day">{record.day}</span>}
      {fee ? (
        <>
          <span className="desk-row-text">
            <RecordTitle record={record} />
          </span>
          <span className="desk-row-text desk-row-note ellipsis">{record.description || "—"}</span>
        </>
      ) : (
        <>
          <InlineCategory record={record} />
          <InlineNote record={record} />
        </>
      )}
      <span className="desk-row-account ellipsis">
        <i style={{ background: account?.color }} aria-hidden="true" />
        {account?.name}
      </span>
      {fee ? (
        <span className="desk-row-text desk-row-amount">
          <Money amount={record.amount} as={record.type} />
        </span>
      ) : (
        <InlineAmount record={record} />
      )}
      {after !== undefined && <span className="desk-row-after money">{moneyText(after)}</span>}
      <RowButtons
        name={name}
        edit={() => actions.open(record)}
        remove={fee ? undefined : () => actions.remove(record)}
      />
    </div>
  );
});
