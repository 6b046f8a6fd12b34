/** Records that are not on the service yet: seen, and mended where they were refused. */
import { ActionIcon, Button } from "@mantine/core";
import { IconCloudOff, IconTrash } from "@tabler/icons-react";
import { isRefund } from "../api/book.ts";
import { dropWaiting, useWaiting, type Waiting } from "../api/outbox.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { openEntry } from "../entry/entry-store.ts";
import { RecordTitle } from "../records/record-title.tsx";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import { Money } from "./money.tsx";

export function WaitingList() {
  const words = useWords();
  const { userId } = useBook();
  const waiting = useWaiting(userId);
  if (waiting.length === 0) return null;
  return (
    <section className="card waiting" aria-label={words.notSynced}>
      <div className="card-head">
        <h2>
          <IconCloudOff size={18} stroke={1.7} aria-hidden="true" /> {words.notSynced}{" "}
          {waiting.length}
        </h2>
        <span className="muted">{words.notSyncedLong}</span>
      </div>
      {waiting.map((item) => (
        <WaitingRow key={item.key} item={item} />
      ))}
    </section>
  );
}

function WaitingRow({ item }: { item: Waiting }) {
  const words = useWords();
  const { draft, refused } = item;
  const mend = () => {
    dropWaiting(item.key);
    openEntry({ draft, ...(refused !== undefined && { error: refused }) });
  };
  return (
    <div className="record-row">
      <CategoryIcon category={draft.category} />
      <span className="record-text">
        <RecordTitle record={{ category: draft.category, refund: isRefund(draft) }} />
        <span className="record-sub">
          {refused ? `${words.refusedRecord}：${refused}` : draft.description || words.notSynced}
        </span>
      </span>
      <Money amount={draft.amount} as={draft.type} />
      {refused && (
        <Button variant="light" size="sm" onClick={mend}>
          {words.edit}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={`${words.remove} ${draft.category}`}
        onClick={() => dropWaiting(item.key)}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
