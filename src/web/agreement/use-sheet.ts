/** An account's sheet as it comes, and ticking its lines off. */
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { fen } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import { showError } from "../ui/toast.tsx";
import type { SheetLine, SheetPage } from "./models.ts";
import * as queries from "./queries.ts";

export function useSheet(accountId: number, range: queries.SheetRange) {
  const { userId, zone } = useBook();
  const asked = queries.sheet(userId, zone, accountId, range);
  const found = useInfiniteQuery(asked);
  const lines = useMemo(() => found.data?.pages.flatMap((page) => page.lines), [found.data]);
  const tick = useTick(accountId, asked.queryKey);
  return { ...found, sums: found.data?.pages[0]?.sums, lines, tick };
}

/** Shown at once; no money moves. */
function useTick(accountId: number, queryKey: readonly unknown[]) {
  const client = useQueryClient();
  const { change } = useActions();
  return (line: SheetLine) => {
    const ticked = !line.ticked;
    const body = { ...idOf(line), ticked };
    client.setQueryData<InfiniteData<SheetPage>>(
      queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => withTick(page, line, ticked)) },
    );
    void change(() =>
      api("PUT /api/accounts/:id/ticks", { params: { id: accountId }, body }),
    ).catch(showError);
  };
}

function idOf({ line }: SheetLine) {
  if (line.noun === "record") return { records: [line.record.id] };
  if (line.noun === "transfer") return { transfers: [line.transfer.id] };
  return { adjustments: [line.adjustment.id] };
}

/** The sums are of the whole range, whichever page the line stands on. */
function withTick(page: SheetPage, { key, effect }: SheetLine, ticked: boolean): SheetPage {
  const by = ticked ? effect : -effect;
  const sums = {
    ...page.sums,
    ticked: fen(page.sums.ticked + by),
    unticked: fen(page.sums.unticked - by),
  };
  return {
    ...page,
    sums,
    lines: page.lines.map((line) => (line.key === key ? { ...line, ticked } : line)),
  };
}
