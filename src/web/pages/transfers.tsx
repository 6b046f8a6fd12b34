/** 转账: money moved between one's own accounts. */
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowRight, IconArrowsExchange, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Transfer } from "../api/book.ts";
import * as queries from "../api/queries.ts";
import { shortDay } from "../days.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { openEntry } from "../entry/entry-store.ts";
import { moneyText } from "../money.ts";
import { Empty } from "../parts/empty.tsx";
import { ReadError } from "../parts/error-boundary.tsx";
import { Money } from "../parts/money.tsx";
import { Card, Page } from "../parts/page.tsx";
import { useRemoveTransfer } from "../records/remove-transfer.ts";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";

export function Transfers() {
  const words = useWords();
  const { userId, zone } = useBook();
  const { data, error, refetch } = useQuery(queries.transfers(userId, zone, { limit: 500 }));
  return (
    <Page
      title={words.transfers}
      back="/more"
      actions={<Button onClick={() => openEntry({ kind: "transfer" })}>{words.newTransfer}</Button>}
    >
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: 240 }} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconArrowsExchange size={40} stroke={1.5} />}
          title={words.noTransfers}
          hint={words.noTransfersHint}
        />
      )}
      {data && data.length > 0 && (
        <Card>
          {data.map((transfer) => (
            <TransferRow key={transfer.id} transfer={transfer} />
          ))}
        </Card>
      )}
    </Page>
  );
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const words = useWords();
  const { userId, today } = useBook();
  const { data: accounts } = useQuery(queries.accounts(userId));
  const nameOf = (id: number) => accounts?.find((account) => account.id === id)?.name;
  const { amount, fee, day, description } = transfer;
  const remove = useRemoveTransfer();
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
        onClick={() => void remove(transfer)}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
