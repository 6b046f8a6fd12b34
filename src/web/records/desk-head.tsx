/** The headings over the list at the desk: each puts it in its order; and how dense the rows are. */
import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconBaselineDensitySmall } from "@tabler/icons-react";
import { changeSettings, useSettings } from "../settings.ts";
import { showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { COLUMNS, MOST_SORTED, nextSort, type Sort } from "./sorting.ts";

interface DeskHeadProps {
  sort: Sort | undefined;
  setSort: (sort: Sort | undefined) => void;
  /** How many lines there are. */
  count: number;
}

export function DeskHead({ sort, setSort, count }: DeskHeadProps) {
  const words = useWords();
  const { dense } = useSettings();
  const names = { category: words.category, note: words.note, account: words.account };
  const choose = (by: Sort["by"]) => {
    const next = nextSort(sort, by);
    if (next !== undefined && count > MOST_SORTED) {
      showToast({ text: words.tooManyToSort(MOST_SORTED) });
      return;
    }
    setSort(next);
  };
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  return (
    <div className="desk-head">
      <span />
      <span />
      {sort && <span className="desk-row-text">{words.date}</span>}
      {COLUMNS.map((by) => {
        const name = by === "amount" ? words.amount : names[by];
        return (
          <button
            key={by}
            type="button"
            className={by === "amount" ? "desk-row-amount" : undefined}
            aria-pressed={sort?.by === by}
            title={words.sortBy(name)}
            onClick={() => choose(by)}
          >
            {name}
            {sort?.by === by && <Arrow size={14} stroke={2} aria-hidden="true" />}
          </button>
        );
      })}
      <ActionIcon
        className="desk-head-dense"
        variant={dense ? "light" : "subtle"}
        color="gray"
        size={36}
        aria-pressed={dense}
        aria-label={words.denseRows}
        title={words.denseRows}
        onClick={() => changeSettings({ dense: !dense })}
      >
        <IconBaselineDensitySmall size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
