/** 转账: money moved between one's own accounts. */
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowRight, IconArrowsExchange, IconTrash } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { combine } from "../api/lists.ts";
import { newestFirst, type Transfer } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useRemoval } from "../api/removal.ts";
import { shortDay } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { openEntry } from "../entry/entry-store.ts";
import { RowSwipe } from "../records/row-swipe.tsx";
import { CategoryIcon } from "../ui/categories.tsx";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Money } from "../ui/money.tsx";
import { Card, Page } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";

/** As many as are shown at first, and more at every wish; whole days. */
const PAGE = 100;

export function Transfers() {
  const words = useWords();
  const { days, shown, hasMore, showMore, error, refetch } = usePages();
  return (
    <Page
      title={words.transfers}
      back="/more"
      actions={<Button onClick={() => openEntry({ kind: "transfer" })}>{words.newTransfer}</Button>}
    >
      {error && !shown && <ReadError error={error} retry={refetch} />}
      {!shown && !error && <div className="skeleton" style={{ height: "15rem" }} />}
      {days?.length === 0 && (
        <Empty
          icon={<IconArrowsExchange size={40} stroke={1.5} />}
          title={words.noTransfers}
          hint={words.noTransfersHint}
        />
      )}
      {shown && shown.length > 0 && (
        <Card>
          {shown.map((transfer) => (
            <RowSwipe key={transfer.id} line={transfer}>
              <TransferRow transfer={transfer} />
            </RowSwipe>
          ))}
          {hasMore && (
            <Button variant="light" fullWidth mt="sm" onClick={showMore}>
              {words.showEarlier}
            </Button>
          )}
        </Card>
      )}
    </Page>
  );
}

/** The transfers of the newest days, and of earlier ones page by page. */
function usePages() {
  const { userId, zone } = useBook();
  const [count, setCount] = useState(1);
  const counted = useQuery(queries.transferDays(userId, {}));
  const pages = useMemo(() => pagesOf(counted.data ?? []), [counted.data]);
  const lists = useQueries({
    queries: pages.slice(0, count).map((page) => queries.transfers(userId, zone, page)),
    combine,
  });
  const known = lists.data.flatMap((list) => list ?? []);
  const isRead = counted.data?.length === 0 || lists.data[0] !== undefined;
  return {
    days: counted.data,
    shown: isRead ? known.sort(newestFirst) : undefined,
    hasMore: count < pages.length,
    showMore: () => setCount(count + 1),
    error: counted.error ?? lists.error,
    refetch: () => {
      void counted.refetch();
      lists.refetch();
    },
  };
}

/** Days, newest first, taken together until they make a page. */
function pagesOf(days: { day: Day; count: number }[]): { startDate: Day; endDate: Day }[] {
  const pages: { startDate: Day; endDate: Day }[] = [];
  let room = 0;
  for (const { day, count } of days) {
    const page = pages.at(-1);
    if (page !== undefined && room > 0) page.startDate = day;
    else {
      pages.push({ startDate: day, endDate: day });
      room = PAGE;
    }
    room -= count;
  }
  return pages;
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const words = useWords();
  const { userId, today } = useBook();
  const { data: accounts } = useQuery(queries.accounts(userId));
  const nameOf = (id: number) => accounts?.find((account) => account.id === id)?.name;
  const { amount, fee, day, description } = transfer;
  const remove = useRemoval();
  return (
    <div className="budget-item">
      <button
        type="button"
        className="record-row record-main"
        onClick={() => openEntry({ transfer })}
      >
        <CategoryIcon category="转账" />
        <span className="record-text">
          <span className="ellipsis">
            {nameOf(transfer.fromAccountId)} <IconArrowRight size={14} aria-hidden="true" />{" "}
            {nameOf(transfer.toAccountId)}
          </span>
          <span className="record-sub ellipsis">
            {[shortDay(day, today, words), fee > 0 && `${words.fee} ${moneyText(fee)}`, description]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        <Money amount={amount} />
      </button>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        className="desk-only"
        aria-label={`${words.remove} ${moneyText(amount)}`}
        onClick={() => void remove.lines([transfer])}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
