/** One import: its preview with every decision, then its result, and the way back. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { useActions } from "../api/actions.ts";
import { refreshBook } from "../api/change.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { type Group, groupOf, type Question } from "../imports/asks.ts";
import { BankBalances, useStated } from "../imports/bank-balances.tsx";
import { CommitBar } from "../imports/commit-bar.tsx";
import type { Decisions, ImportDetail } from "../imports/detail.ts";
import { ALL_ROWS, ImportRows, type Listed } from "../imports/import-rows.tsx";
import { ImportAccounts } from "../imports/import-side.tsx";
import { ImportStated, ImportTotals } from "../imports/import-totals.tsx";
import { LayoutMemory } from "../imports/layout-memory.tsx";
import { Unmapped } from "../imports/mapping.tsx";
import { ImportProgress } from "../imports/progress.tsx";
import type { Asking } from "../imports/question-card.tsx";
import { Questions } from "../imports/questions.tsx";
import { Result } from "../imports/result.tsx";
import { RowSeen } from "../imports/row-seen.tsx";
import { importTitle, periodOf } from "../imports/title.ts";
import { Unfinished } from "../imports/unfinished.tsx";
import { followCommit, followImport, type Progress } from "../imports/upload.ts";
import { ReadError } from "../ui/error-boundary.tsx";
import { Card, Page } from "../ui/page.tsx";
import { showError } from "../ui/toast.tsx";
import { useImportWords } from "../words/imports.ts";
import "./import.css";

const route = getRouteApi("/import/$id");

export function ImportPage() {
  const words = useImportWords();
  const { userId } = useBook();
  const id = Number(route.useParams().id);
  const { row } = route.useSearch();
  const { data, error, refetch } = useQuery({
    ...queries.importDetail(userId, id),
    refetchInterval: ({ state }) => (state.data?.written === undefined ? false : PART_MS),
  });
  return (
    <Page title={importTitle(data, words)} back="/import" wide>
      {data && data.bills.length > 0 && (
        <p className="muted import-file">
          {[periodOf(data), data.fileName].filter(Boolean).join(" · ")}
        </p>
      )}
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: "20rem" }} />}
      {data?.problem && !data.tables?.length && <p className="entry-error">{data.problem.text}</p>}
      {data?.status === "reading" && <Reading id={id} />}
      {data?.status === "unmapped" && <Unmapped detail={data} />}
      {data?.status === "ready" && <Preview detail={data} />}
      {row !== undefined && data?.status === "committed" && <RowSeen importId={id} row={row} />}
      {data && (data.written === undefined ? <Result detail={data} /> : <GoingOn detail={data} />)}
      {data && ENDED.includes(data.status) && <Forget id={id} />}
    </Page>
  );
}

/** How often it is looked how far the parts of a large import are: another process may write them. */
const PART_MS = 3000;

function GoingOn({ detail }: { detail: ImportDetail }) {
  const { commit, progress } = useCommit(detail.id);
  return <Unfinished detail={detail} progress={progress} goOn={() => void commit()} />;
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
  const words = useImportWords();
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
  const { change } = useActions();
  const { id } = detail;
  const drop = useDrop(id);
  const { commit, progress } = useCommit(id);
  const stated = useStated(detail);
  const { listed, list, rows, asks, showGroup, showRows } = useListed(detail);
  const decide = useCallback(
    (body: Decisions) =>
      change(() => api("PUT /api/imports/:id", { params: { id }, body })).catch(showError),
    [change, id],
  );
  const answer: Asking["answer"] = ({ code, value }, given) =>
    void decide({ questions: [{ code, ...(value !== undefined && { value }), ...given }] });
  return (
    <>
      <CommitBar
        detail={detail}
        progress={progress}
        show={showGroup}
        points={stated.numbers.length}
        commit={() => commit(stated.numbers)}
        cancel={() => cancelImport(id)}
        drop={drop}
      />
      <div inert={progress !== undefined}>
        <div ref={asks} tabIndex={-1} className="import-asks">
          <Questions detail={detail} answer={answer} show={showRows} />
        </div>
        <div className="import-page">
          <div className="import-side">
            <ImportTotals detail={detail} />
            <ImportAccounts detail={detail} decide={decide} />
            <BankBalances detail={detail} stated={stated} />
            <LayoutMemory detail={detail} decide={decide} />
            <ImportStated detail={detail} />
          </div>
          <ImportRows ref={rows} detail={detail} listed={listed} list={list} decide={decide} />
        </div>
      </div>
    </>
  );
}

/** Which rows are listed, and the ways there from what is asked. */
function useListed(detail: ImportDetail) {
  const words = useImportWords();
  const rows = useRef<HTMLDivElement>(null);
  const asks = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Pick<Question, "code" | "value">>();
  const [shown, list] = useState(ALL_ROWS);
  const under = detail.questions.filter(
    ({ code, value }) =>
      code === asked?.code && (asked.value === undefined || value === asked.value),
  );
  const listed: Listed =
    asked === undefined || under.length === 0
      ? shown
      : {
          filter: {
            question: asked.code,
            ...(asked.value !== undefined && { value: asked.value }),
          },
          name: under.length === 1 ? (under[0] as Question).text : (words.fates.similar ?? ""),
          count: under.reduce((sum, one) => sum + one.rows, 0),
        };
  const show = (question: Pick<Question, "code" | "value">) => {
    setAsked(question);
    lead(rows.current);
  };
  return {
    listed,
    rows,
    asks,
    list: (next: Listed) => {
      setAsked(undefined);
      list(next);
    },
    showRows: ({ code, value }: Question) => show({ code, ...(value !== undefined && { value }) }),
    showGroup: (group: Group) => {
      const first = detail.questions.find((one) => one.open > 0 && groupOf(one) === group);
      if (group === "questions" || first === undefined) lead(asks.current);
      else show({ code: first.code });
    },
  };
}

/** Brings what was asked for into view, and the keyboard with it. */
function lead(target: HTMLElement | null): void {
  target?.scrollIntoView({ block: "start" });
  target?.focus({ preventScroll: true });
}

/** Writes the preview, and tells meanwhile how far that is. */
function useCommit(id: number) {
  const { userId } = useBook();
  const { change } = useActions();
  const [progress, setProgress] = useState<Progress>();
  const commit = async (closings: number[] = []) => {
    const answered = new AbortController();
    setProgress({ stage: "committing", done: 0, total: 0 });
    void followCommit(userId, id, { signal: answered.signal, progress: setProgress });
    try {
      await change(() =>
        api("POST /api/imports/:id/commit", {
          params: { id },
          body: closings.length > 0 ? { closings } : {},
        }),
      );
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
