/** 历史: what was changed and deleted, one line an act, and taking it back. */
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { api, type OutputOf } from "../api/client.ts";
import { fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { restoreAct } from "../api/undo.ts";
import { categoryText } from "../base/category-text.ts";
import { momentText } from "../base/days.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useFieldText } from "../records/field-text.ts";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card, Page } from "../ui/page.tsx";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

type Act = OutputOf<"GET /api/history/acts">[number];
type HistoryEntry = OutputOf<"GET /api/history">[number];
type Changed = NonNullable<Act["changed"]>;

/** What a kept version may hold, of whichever noun. */
interface Version {
  name?: string;
  category?: string;
  description?: string;
  amount?: number;
  balance?: number;
  /** Of ticks: the lines of the sheet. */
  records?: number[];
  transfers?: number[];
  adjustments?: number[];
}

function linesIn({ records = [], transfers = [], adjustments = [] }: Version): number {
  return records.length + transfers.length + adjustments.length;
}

export function History() {
  const words = useWords();
  const { userId } = useBook();
  const { data, error, refetch } = useQuery(queries.historyActs(userId));
  return (
    <Page title={words.history} back="/settings">
      <p className="muted">{words.historyHint}</p>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "15rem" }} />}
      {data?.length === 0 && (
        <Empty icon={<IconHistory size={40} stroke={1.5} />} title={words.noHistory} />
      )}
      {data && data.length > 0 && (
        <Card>
          {data.map((act) => (
            <ActRow key={act.id} act={act} />
          ))}
        </Card>
      )}
    </Page>
  );
}

function ActRow({ act }: { act: Act }) {
  const takeBack = useRestore(() => restoreAct(act.id));
  const [kind] = act.kinds;
  return act.count === 1 && kind !== undefined ? (
    <SingleRow {...act} {...kind} restore={takeBack} />
  ) : (
    <ManyRow act={act} takeBack={takeBack} />
  );
}

function ManyRow({ act, takeBack }: { act: Act; takeBack: () => void }) {
  const words = useWords();
  const [opened, setOpened] = useState(false);
  const title = useActTitle(act);
  const moment = useMoment(act.at);
  return (
    <>
      <div className="budget-item record-row">
        <span className="record-text">
          <span className="ellipsis">{title}</span>
          <span className="record-sub ellipsis">{moment}</span>
        </span>
        <Button variant="subtle" size="sm" onClick={() => setOpened(!opened)}>
          {opened ? words.hideParts : words.showParts(act.count)}
        </Button>
        {act.restorable && (
          <Button variant="light" size="sm" onClick={takeBack}>
            {words.undo}
          </Button>
        )}
      </div>
      {opened && <Parts act={act} />}
    </>
  );
}

/** The entries of an act, each of which can be restored alone. */
function Parts({ act }: { act: Act }) {
  const words = useWords();
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.historyEntries(userId, act.id));
  return (
    <div className="history-parts">
      {data.map((entry) => (
        <PartRow key={entry.id} entry={entry} />
      ))}
      {data.length > 0 && data.length < act.count && (
        <p className="muted">{words.partsShown(data.length)}</p>
      )}
    </div>
  );
}

function PartRow({ entry }: { entry: HistoryEntry }) {
  const restore = useRestore(() =>
    api("POST /api/history/:id/restore", { params: { id: entry.id } }),
  );
  return <SingleRow {...entry} restore={restore} />;
}

type SingleRowProps = Pick<
  HistoryEntry,
  "noun" | "change" | "version" | "changed" | "at" | "restorable"
> & { restore: () => void };

function SingleRow({ noun, change, version, changed, at, restorable, restore }: SingleRowProps) {
  const words = useWords();
  const { name, category, description, amount, balance } = version as Version;
  const figure = amount ?? balance;
  const lines = linesIn(version as Version);
  const details = useChanges(changed);
  const moment = useMoment(at);
  const told = [`${words.nouns[noun]} · ${words.changes[change]}`, ...details, moment, description];
  return (
    <div className="budget-item record-row">
      <span className="record-text">
        <span className="ellipsis">
          {name ?? (category && categoryText(category))}
          {lines > 0 && words.tickedLines(lines)} {figure !== undefined && moneyText(fenOf(figure))}
        </span>
        <span className="record-sub ellipsis">{told.filter(Boolean).join(" · ")}</span>
      </span>
      {restorable && (
        <Button variant="light" size="sm" onClick={restore}>
          {words.restore}
        </Button>
      )}
    </div>
  );
}

function useRestore(work: () => Promise<unknown>): () => void {
  const words = useWords();
  const { change } = useActions();
  return () =>
    void change(work).then(
      () => showToast({ text: words.recordRestored, tone: "good" }),
      showError,
    );
}

/** "今天 14:05" */
function useMoment(at: string): string {
  const words = useWords();
  const { zone, today } = useBook();
  return momentText(Date.parse(at), zone, today, words);
}

/** "改了 25 条的分类：零食 → 餐饮" */
function useActTitle({ kinds, changed, version }: Act): string {
  const words = useWords();
  const [only] = useChanges(changed);
  const fields = Object.keys(changed?.to ?? {});
  if (kinds.length === 1 && only !== undefined && fields.length === 1) {
    return words.actChangedOne((kinds[0] as Act["kinds"][number]).count, only);
  }
  const ofAccounts = kinds.filter(({ noun }) => noun === "account").map(({ change }) => change);
  if (ofAccounts.includes("delete") && ofAccounts.includes("update")) {
    return words.merging.act((version as Version).name ?? "");
  }
  const count = (change: string) =>
    kinds.reduce((sum, kind) => sum + (kind.change === change ? kind.count : 0), 0);
  const nouns = kinds.map(({ noun }) => noun);
  const noun = nouns.every((one) => one === nouns[0]) ? (words.nouns[nouns[0] ?? ""] ?? "") : "";
  const [deleted, updated] = [count("delete"), count("update")];
  return [
    deleted > 0 && words.actDeleted(deleted, noun),
    updated > 0 && words.actChanged(updated, noun),
  ]
    .filter(Boolean)
    .join(words.and);
}

/** "分类：零食 → 餐饮", a text for each field that was changed. */
function useChanges(changed: Changed | undefined): string[] {
  const words = useWords();
  const said = useFieldText();
  const from = changed?.from as Record<string, unknown> | undefined;
  return Object.entries(changed?.to ?? {}).map(([field, value]) =>
    words.fromTo(
      words.fields[field] ?? field,
      from && said(field, from[field]),
      said(field, value),
    ),
  );
}
