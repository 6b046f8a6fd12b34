/** What the list is narrowed by, in words; each can be taken off singly. */
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { useBook } from "../base/open-book.ts";
import { useWords, type Words } from "../words/words.ts";

export interface FilterProps {
  filter: RecordFilter;
  setFilter: (filter: RecordFilter) => void;
}

/** The filter with one field set, or taken out when it is empty. */
export function withField(
  filter: RecordFilter,
  name: keyof RecordFilter,
  value: string,
): RecordFilter {
  const { [name]: _, ...rest } = filter;
  if (value === "") return rest;
  return { ...rest, [name]: name === "accountId" ? Number(value) : value };
}

export function ActiveFilters({ filter, setFilter }: FilterProps) {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts } = useQuery(queries.accounts(userId));
  // Until its name has come the chip keeps its place, so that the list below stays where it is.
  const account =
    filter.accountId === undefined
      ? undefined
      : (accounts?.find(({ id }) => id === filter.accountId)?.name ?? words.account);
  const shown = activeFilters(filter, account, words);
  if (shown.length === 0) return null;
  return (
    <div className="filter-chips">
      {shown.map(({ names, label }) => (
        <button
          key={names[0]}
          type="button"
          className="filter-chip"
          aria-label={`${words.clear} ${label}`}
          onClick={() => setFilter(names.reduce((rest, name) => withField(rest, name, ""), filter))}
        >
          {label}
          <IconX size={14} aria-hidden="true" />
        </button>
      ))}
      <button type="button" className="text-button" onClick={() => setFilter({})}>
        {words.clearFilters}
      </button>
    </div>
  );
}

interface ActiveFilter {
  /** What is taken off together. */
  names: (keyof RecordFilter)[];
  label: string;
}

/** What is on, in words; the two ends of a range are one. */
function activeFilters(
  filter: RecordFilter,
  account: string | undefined,
  words: Words,
): ActiveFilter[] {
  const { startDate, endDate, minAmount, maxAmount } = filter;
  const least = minAmount && `¥${minAmount}`;
  const most = maxAmount && `¥${maxAmount}`;
  const found: [ActiveFilter["names"], string | undefined][] = [
    [["accountId"], account],
    [["type"], filter.type && words[filter.type]],
    [["category"], filter.category && categoryText(filter.category)],
    [["importId"], filter.importId === undefined ? undefined : words.ofImport],
    [["startDate", "endDate"], rangeText(startDate, endDate, words.fromDay, words.untilDay, words)],
    [["minAmount", "maxAmount"], rangeText(least, most, words.atLeast, words.atMost, words)],
  ];
  return found.flatMap(([names, label]) => (label ? [{ names, label }] : []));
}

function rangeText(
  low: string | undefined,
  high: string | undefined,
  from: (text: string) => string,
  until: (text: string) => string,
  words: Words,
): string | undefined {
  if (low && high) return low === high ? low : words.periodTitle(low, high);
  if (low) return from(low);
  return high && until(high);
}
