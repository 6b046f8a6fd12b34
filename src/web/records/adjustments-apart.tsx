/** Said over a list in the order of a column: adjustments, which have no category and are by day alone. */
import { useQuery } from "@tanstack/react-query";
import type { RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import { adjustmentFilterOf } from "./use-records.ts";

export function AdjustmentsApart({ filter }: { filter: RecordFilter }) {
  const words = useWords();
  const { userId } = useBook();
  const only = adjustmentFilterOf(filter);
  const { data = [] } = useQuery({
    ...queries.adjusted(userId, only ?? {}),
    enabled: only !== undefined,
  });
  if (only === undefined || data.length === 0) return null;
  return <p className="muted adjustments-apart">{words.adjustmentsApart(data.length)}</p>;
}
