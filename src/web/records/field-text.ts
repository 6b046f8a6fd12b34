import { useQuery } from "@tanstack/react-query";
import { fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";

const AMOUNTS = ["amount", "fee", "balance", "value"];

/** Returns what says a field of a resource, as it is stored, in words; an account by its name. */
export function useFieldText(): (field: string, value: unknown) => string {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  return (field, value) => {
    if (/accountId$/i.test(field)) {
      return accounts.find(({ id }) => id === value)?.name ?? words.accountGone;
    }
    if (value === null || value === undefined) return words.nothing;
    if (AMOUNTS.includes(field)) return moneyText(fenOf(value as number));
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (field === "type" || field === "kind") return words.types[value as string] ?? String(value);
    return field === "category" ? categoryText(String(value)) : String(value);
  };
}
