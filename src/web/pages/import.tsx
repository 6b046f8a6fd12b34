/** One import: its preview with every decision, then its result, and the way back. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { useActions } from "../api/actions.ts";
import { refreshBook } from "../api/change.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { countRows } from "../imports/counts.ts";
import type { Decisions, ImportDetail } from "../imports/detail.ts";
import { ImportRows } from "../imports/import-rows.tsx";
import { ImportAccounts } from "../imports/import-side.tsx";
import { ImportStated, ImportTotals } from "../imports/import-totals.tsx";
import { Mapping } from "../imports/mapping.tsx";
import { ImportProgress } from "../imports/progress.tsx";
import { Result } from "../imports/result.tsx";
import { importTitle, periodOf } from "../imports/title.ts";
import { followCommit, followImport, type Progress } from "../imports/upload.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { Card, Page } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";

const route = getRouteApi("/import/$id");

export function ImportPage() {
  const words = useWords();
  const { userId } = useBook();
  const id = Number(route.useParams().id);
  const { data, error, refetch } = useQuery(queries.importDetail(userId, id));
  return (
    <Page title={importTitle(data, words)} back="/import" wide>
      {data && data.bills.length > 0 && (
        <p className="muted import-file">
          {[periodOf(data), data.fileName].filter(Boolean).join(" · ")}
        </p>
      )}
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: 320 }} />}
      {data?.problem && <p className="entry-error">{data.problem.text}</p>}
      {data?.status === "reading" && <Reading id={id} />}
      {data?.status === "unmapped" && <Mapping detail={data} />}
      {data?.status === "ready" && <Preview detail={data} />}
      {data?.result && <Result detail={data} />}
      {data && ENDED.includes(data.status) && <Forget id={id} />}
    </Page>
  );
}

/** Imports of which nothing is in the book: they can be taken off the list. */
const ENDED: ImportDetail["status"][] = ["failed", "cancelled", "unmapped", "undone"];

/** A reading that goes on, begun here or elsewhere. */
function Reading({ id }: { id: number }) {
  const { userId } = useBook();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>({ stage: "reading", done: 0, total: 0 });
  useEffect(() => {
    const stop = new AbortController();
    followImport(userId, id, { signal: stop.signal, progress: setProgress })
      .catch(() => {})
      .finally(() => refreshBook(client, userId));
    return () => stop.abort();
  }, [client, userId, id]);
  return (
    <Card>
      <ImportProgress progress={progress} cancel={() => cancelImport(id)} />
    </Card>
  );
}

function cancelImport(id: number): void {
  api("POST /api/imports/:id/cancel", { params: { id } }).catch(showError);
}

function useDrop(id: number) {
  const navigate = useNavigate();
  const { change } = useActions();
  return async () => {
    await navigate({ to: "/import" });
    await change(() => api("DELETE /api/imports/:id", { params: { id } })).catch(showError);
  };
}

function Forget({ id }: { id: number }) {
  const words = useWords();
  const drop = useDrop(id);
  return (
    <div className="form-actions">
      <Button variant="default" onClick={drop}>
        {words.forgetImport}
      </Button>
    </div>
  );
}

function Preview({ detail }: { detail: ImportDetail }) {
  const words = useWords();
  const { change } = useActions();
  const { id } = detail;
  const drop = useDrop(id);
  const { booked, merged, updated } = countRows(detail);
  const { commit, progress } = useCommit(id);
  const decide = useCallback(
    (body: Decisions) =>
      change(() => api("PUT /api/imports/:id", { params: { id }, body })).catch(showError),
    [change, id],
  );
  return (
    <>
      <div className="import-page" inert={progress !== undefined}>
        <div className="import-side">
          <ImportTotals detail={detail} />
          <ImportAccounts detail={detail} decide={decide} />
          <ImportStated detail={detail} />
        </div>
        <ImportRows detail={detail} decide={decide} />
      </div>
      <div className="commit-bar">
        {progress ? (
          <ImportProgress progress={progress} cancel={() => cancelImport(id)} />
        ) : (
          <>
            <Button variant="subtle" color="red" onClick={drop}>
              {words.dropPreview}
            </Button>
            <Button disabled={booked + merged + updated === 0} onClick={commit}>
              {booked > 0 || merged + updated === 0
                ? words.commitImport(booked)
                : words.commitOthers(merged + updated)}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** Writes the preview, and tells meanwhile how far that is. */
function useCommit(id: number) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const [progress, setProgress] = useState<Progress>();
  const commit = async () => {
    const answered = new AbortController();
    setProgress({ stage: "committing", done: 0, total: 0 });
    void followCommit(userId, id, { signal: answered.signal, progress: setProgress });
    try {
      await change(() => api("POST /api/imports/:id/commit", { params: { id } }));
      showToast({ text: words.importDone, tone: "good" });
      scrollTo(0, 0);
    } catch (error) {
      showError(error);
    } finally {
      answered.abort();
      setProgress(undefined);
    }
  };
  return { commit, progress };
}
