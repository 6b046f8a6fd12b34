import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "../../ledger/categories.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";

/** The categories of a type: most used first, then those that most people need. */
export function useCategories(type: RecordType): string[] {
  const { userId } = useBook();
  const { data } = useQuery(queries.categories(userId));
  return useMemo(() => {
    const used = (data ?? []).filter((row) => row.type === type).map((row) => row.category);
    return [...new Set([...used, ...(type === "income" ? INCOME_CATEGORIES : EXPENSE_CATEGORIES)])];
  }, [data, type]);
}
