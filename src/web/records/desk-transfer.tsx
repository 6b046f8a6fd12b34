/** A transfer at the desk: a line of cells, like a record. */
import { Checkbox } from "@mantine/core";
import { memo } from "react";
import { moneyText } from "../base/money.ts";
import { openEntry } from "../entry/entry-store.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { useWords } from "../words/words.ts";
import { isRange } from "./record-row.tsx";
import { RowButtons } from "./row-buttons.tsx";
import { canBeChosen } from "./selection.ts";
import { Amount, type TransferRowProps, Way } from "./transfer-row.tsx";

export const DeskTransfer = memo(function DeskTransfer(props: TransferRowProps) {
  const { transfer, accounts, after, actions, selected, dated } = props;
  const words = useWords();
  const name = `${words.transfer} ${moneyText(transfer.amount)}`;
  return (
    <div className="record-row desk-row" data-selected={selected || undefined}>
      {actions && canBeChosen(transfer) ? (
        <Checkbox
          aria-label={`${words.select} ${name}`}
          checked={selected ?? false}
          onChange={({ nativeEvent }) => actions.toggle(transfer, isRange(nativeEvent))}
        />
      ) : (
        <span />
      )}
      <CategoryIcon category="转账" size={34} />
      {dated && <span className="desk-row-text desk-row-day">{transfer.day}</span>}
      <span className="desk-row-text">{words.transfer}</span>
      <span className="desk-row-text desk-row-way">
        <Way transfer={transfer} accounts={accounts} />
        <span className="desk-row-note ellipsis">{transfer.description}</span>
      </span>
      <span />
      <span className="desk-row-text desk-row-amount">
        <Amount {...props} />
      </span>
      {after !== undefined && <span className="desk-row-after money">{moneyText(after)}</span>}
      <RowButtons
        name={name}
        edit={() => openEntry({ transfer })}
        remove={actions && (() => actions.remove(transfer))}
      />
    </div>
  );
});
