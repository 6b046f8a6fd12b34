import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecordType } from "../../contract/fields.ts";
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "../../ledger/categories.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";

/** The categories of a type, or all: most used first, then those that most people need. */
export function useCategories(type: RecordType | undefined): string[] {
  const { userId } = useBook();
  const { data } = useQuery(queries.categories(userId));
  return useMemo(() => {
    const ofType = (data ?? []).filter((row) => type === undefined || row.type === type);
    const used = ofType.map((row) => row.category);
    if (type === undefined) return [...new Set(used)];
    return [...new Set([...used, ...(type === "income" ? INCOME_CATEGORIES : EXPENSE_CATEGORIES)])];
  }, [data, type]);
}
