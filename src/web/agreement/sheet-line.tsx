/** A line of the sheet: ticked off beside it, opened by a tap. */
import { Checkbox } from "@mantine/core";
import { memo } from "react";
import type { Account } from "../api/models.ts";
import { categoryText } from "../base/category-text.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { noteOf } from "../records/record-title.tsx";
import { Money, Moved } from "../ui/money.tsx";
import { type AgreementWords, useAgreementWords } from "../words/agreement.ts";
import type { SheetLine } from "./models.ts";

interface SheetLineProps {
  line: SheetLine;
  accountId: number;
  accounts: Map<number, Account>;
  desk: boolean;
  tick: (line: SheetLine) => void;
  open: (line: SheetLine) => void;
}

export const SheetLineRow = memo(function SheetLineRow(props: SheetLineProps) {
  const { line, accountId, accounts, desk, tick, open } = props;
  const words = useAgreementWords();
  const { today } = useBook();
  const { title, note } = tellLine(line, accountId, accounts, words);
  const day = shortDay(line.day, today, words);
  const name = `${day} ${title} ${moneyText(line.effect)}`;
  return (
    <div className="sheet-line" data-adjustment={line.line.noun === "adjustment" || undefined}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control */}
      <label className="sheet-tick">
        <Checkbox
          aria-label={words.tickLine(name)}
          checked={line.ticked}
          onChange={() => tick(line)}
        />
      </label>
      <button type="button" className="record-row record-main" onClick={() => open(line)}>
        {desk && <span className="sheet-day">{day}</span>}
        <span className="record-text">
          <span className="ellipsis">{title}</span>
          <span className="record-sub ellipsis">
            {[!desk && day, note].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="record-figures">
          <Effect line={line} />
          <span className="record-sub money">{moneyText(line.balance)}</span>
        </span>
      </button>
    </div>
  );
});

/** In the colours of in and out where it is that. */
export function Effect({ line: { line, effect } }: { line: SheetLine }) {
  if (line.noun !== "record") return <Moved amount={effect} />;
  return <Money amount={line.record.amount} as={line.record.type} />;
}

/** What a line is called, and what is said about it. */
export function tellLine(
  { line }: SheetLine,
  accountId: number,
  accounts: Map<number, Account>,
  words: AgreementWords,
): { title: string; note: string } {
  if (line.noun === "adjustment") {
    const { kind, description } = line.adjustment;
    return { title: words.types[kind] ?? kind, note: description };
  }
  if (line.noun === "record") {
    return { title: categoryText(line.record.category), note: noteOf(line.record, words) };
  }
  const { fromAccountId, toAccountId, description } = line.transfer;
  const other = accounts.get(fromAccountId === accountId ? toAccountId : fromAccountId);
  const arrow = fromAccountId === accountId ? "→" : "←";
  return { title: `${words.transfer} ${arrow} ${other?.name ?? ""}`, note: description };
}
