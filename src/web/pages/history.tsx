/** 历史: what was changed and deleted, and bringing it back. */
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Day, dayOf } from "../../ledger/calendar.ts";
import { useActions } from "../api/actions.ts";
import { fenOf } from "../api/book.ts";
import { api, type OutputOf } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { shortDay } from "../days.ts";
import { moneyText } from "../money.ts";
import { Empty } from "../parts/empty.tsx";
import { ReadError } from "../parts/error-boundary.tsx";
import { Card, Page } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";

type HistoryEntry = OutputOf<"GET /api/history">[number];

/** What a kept version may hold, of whichever noun. */
interface Version {
  name?: string;
  category?: string;
  description?: string;
  amount?: number;
  balance?: number;
}

export function History() {
  const words = useWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(queries.history(userId));
  return (
    <Page title={words.history} back="/settings">
      <p className="muted">{words.historyHint}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: 240 }} />}
      {data?.length === 0 && (
        <Empty icon={<IconHistory size={40} stroke={1.5} />} title={words.noHistory} />
      )}
      {data && data.length > 0 && (
        <Card>
          {data.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} />
          ))}
        </Card>
      )}
    </Page>
  );
}

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const words = useWords();
  const { zone, today } = useBook();
  const { change } = useActions();
  const version = entry.version as Version;
  const amount = version.amount ?? version.balance;
  const restore = () =>
    change(() => api("POST /api/history/:id/restore", { params: { id: entry.id } })).then(
      () => showToast({ text: words.recordRestored, tone: "good" }),
      showError,
    );
  const day = dayOf(Date.parse(entry.at), zone) as Day;
  return (
    <div className="budget-item record-row">
      <span className="record-text">
        <span className="ellipsis">
          {version.name ?? version.category} {amount !== undefined && moneyText(fenOf(amount))}
        </span>
        <span className="record-sub ellipsis">
          {[
            `${words.nouns[entry.noun]} · ${words.changes[entry.change]}`,
            shortDay(day, today, words),
            version.description,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {entry.restorable && (
        <Button variant="light" size="sm" onClick={restore}>
          {words.restore}
        </Button>
      )}
    </div>
  );
}
