/** An account's sheet as it comes, and ticking its lines off. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { type Fen, fen } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import { api } from "../api/client.ts";
import { useBook } from "../base/open-book.ts";
import { showError } from "../ui/toast.tsx";
import type { SheetLine, SheetSums } from "./models.ts";
import * as queries from "./queries.ts";

export function useSheet(accountId: number, range: queries.SheetRange) {
  const { userId, zone } = useBook();
  const asked = queries.sheet(userId, zone, accountId, range);
  const found = useInfiniteQuery(asked);
  const read = useMemo(() => found.data?.pages.flatMap((page) => page.lines), [found.data]);
  const { pending, tick } = useTicks(accountId, asked.queryKey);
  const lines = useMemo(() => read && withTicks(read, pending), [read, pending]);
  const sums = found.data?.pages[0]?.sums;
  return {
    ...found,
    lines,
    sums: sums && read && withMoved(sums, tickedMore(read, pending)),
    tick,
  };
}

/** What was ticked and is not known to be kept yet, by the line's key. */
type Pending = ReadonlyMap<string, boolean>;
const NONE: Pending = new Map();

/** A tick is seen at once, and until the last one is kept and read again. No money moves. */
function useTicks(accountId: number, queryKey: readonly unknown[]) {
  const client = useQueryClient();
  const { change } = useActions();
  const [pending, setPending] = useState(NONE);
  const waiting = useRef(0);
  const tick = async (line: SheetLine) => {
    const ticked = !line.ticked;
    const body = { ...idOf(line), ticked };
    waiting.current += 1;
    setPending((known) => new Map(known).set(line.key, ticked));
    await change(() =>
      api("PUT /api/accounts/:id/ticks", { params: { id: accountId }, body }),
    ).catch(showError);
    await client.invalidateQueries({ queryKey });
    waiting.current -= 1;
    if (waiting.current === 0) setPending(NONE);
  };
  return { pending, tick: (line: SheetLine) => void tick(line) };
}

function idOf({ line }: SheetLine) {
  if (line.noun === "record") return { records: [line.record.id] };
  if (line.noun === "transfer") return { transfers: [line.transfer.id] };
  return { adjustments: [line.adjustment.id] };
}

function withTicks(lines: SheetLine[], pending: Pending): SheetLine[] {
  if (pending.size === 0) return lines;
  return lines.map((line) => {
    const ticked = pending.get(line.key) ?? line.ticked;
    return ticked === line.ticked ? line : { ...line, ticked };
  });
}

/** By how much more is ticked than was read. */
function tickedMore(lines: SheetLine[], pending: Pending): Fen {
  let by = 0;
  if (pending.size === 0) return fen(by);
  for (const { key, ticked, effect } of lines) {
    if ((pending.get(key) ?? ticked) !== ticked) by += ticked ? -effect : effect;
  }
  return fen(by);
}

function withMoved(sums: SheetSums, by: Fen): SheetSums {
  return { ...sums, ticked: fen(sums.ticked + by), unticked: fen(sums.unticked - by) };
}
