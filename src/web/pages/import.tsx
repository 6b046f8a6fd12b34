/** One import: its preview with every decision, then its result, and the way back. */
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { fenOf } from "../api/book.ts";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import type { Decisions, ImportDetail } from "../imports/detail.ts";
import { ImportRows } from "../imports/import-rows.tsx";
import { Mapping } from "../imports/mapping.tsx";
import { moneyText } from "../money.ts";
import { ReadError } from "../parts/error-boundary.tsx";
import { Money } from "../parts/money.tsx";
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
    <Page title={data?.fileName ?? words.imports} back="/import" wide>
      {error && !data && <ReadError error={error} retry={() => void refetch()} />}
      {!data && !error && <div className="skeleton" style={{ height: 320 }} />}
      {data?.problem && <p className="entry-error">{data.problem.text}</p>}
      {data?.status === "unmapped" && <Mapping detail={data} />}
      {data?.status === "ready" && <Preview detail={data} />}
      {data?.result && <Result detail={data} />}
    </Page>
  );
}

/** Rows that a commit would book. */
function bookedRows(detail: ImportDetail): number {
  return detail.totals
    .filter(({ kind }) => kind !== "skip")
    .reduce((sum, { count }) => sum + count, 0);
}

function Preview({ detail }: { detail: ImportDetail }) {
  const words = useWords();
  const navigate = useNavigate();
  const { change } = useActions();
  const [busy, setBusy] = useState(false);
  const params = { id: detail.id };
  const decide = (body: Decisions) =>
    change(() => api("PUT /api/imports/:id", { params, body })).catch(showError);
  const commit = async () => {
    setBusy(true);
    try {
      await change(() => api("POST /api/imports/:id/commit", { params }));
      showToast({ text: words.importDone, tone: "good" });
      scrollTo(0, 0);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const drop = async () => {
    await navigate({ to: "/import" });
    await change(() => api("DELETE /api/imports/:id", { params })).catch(showError);
  };
  return (
    <>
      <div className="import-page">
        <div className="import-side">
          <Totals detail={detail} />
          <Accounts detail={detail} decide={decide} />
        </div>
        <ImportRows detail={detail} decide={decide} />
      </div>
      <div className="commit-bar">
        <Button variant="subtle" color="red" onClick={drop}>
          {words.dropPreview}
        </Button>
        <Button loading={busy} disabled={bookedRows(detail) === 0} onClick={commit}>
          {words.commitImport(bookedRows(detail))}
        </Button>
      </div>
    </>
  );
}

function Totals({ detail }: { detail: ImportDetail }) {
  const words = useWords();
  const stated = detail.bills.flatMap((bill) => bill.stated);
  return (
    <Card title={words.importTotals}>
      <p className="muted">{detail.bills.map((bill) => bill.title).join("、")}</p>
      {detail.totals.map(({ kind, count, sum }) => (
        <div key={kind} className="plain-line">
          <span>
            {words.rowKinds[kind]} · {words.countOf(count)}
          </span>
          <Money amount={fenOf(sum)} />
        </div>
      ))}
      {stated.length > 0 && <h3>{words.importStated}</h3>}
      {stated.map((total) => (
        <div key={total.label} className="plain-line">
          <span>{total.label}</span>
          <span className={total.difference ? "mark mark-bad" : "mark"}>
            {total.difference
              ? words.importDiffers(moneyText(fenOf(total.difference)))
              : words.importAgrees}
          </span>
        </div>
      ))}
      {detail.bills
        .flatMap((bill) => bill.notices)
        .map((notice) => (
          <p key={notice} className="muted">
            {notice}
          </p>
        ))}
    </Card>
  );
}

interface AccountsProps {
  detail: ImportDetail;
  decide: (body: Decisions) => void;
}

function Accounts({ detail, decide }: AccountsProps) {
  const words = useWords();
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.accounts(userId));
  return (
    <Card title={words.importAccounts}>
      <p className="muted">{words.importAccountsHint}</p>
      <div className="form">
        {detail.accounts.map(({ place, name, provider, accountId, proposal, rows }) => (
          <NativeSelect
            key={place}
            label={`${name || provider} · ${words.countOf(rows)}`}
            value={accountId ?? ""}
            data={[
              ...(accountId === undefined || proposal
                ? [{ value: "", label: words.importNewAccount(proposal?.name ?? name) }]
                : []),
              ...data.map((account) => ({ value: String(account.id), label: account.name })),
            ]}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              if (chosen !== "") decide({ accounts: [{ place, accountId: Number(chosen) }] });
              else if (proposal) decide({ accounts: [{ place, create: proposal }] });
            }}
          />
        ))}
      </div>
    </Card>
  );
}

function Result({ detail }: { detail: ImportDetail }) {
  const words = useWords();
  const { change } = useActions();
  const [busy, setBusy] = useState(false);
  const { result } = detail;
  if (!result) return null;
  const undo = async () => {
    setBusy(true);
    try {
      await change(() => api("DELETE /api/imports/:id", { params: { id: detail.id } }));
      showToast({ text: words.importUndone, tone: "good" });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={detail.status === "undone" ? words.importStatus.undone : words.importDone}>
      <p>{words.importResult(result.records, result.transfers)}</p>
      {result.accounts.map(({ accountId, name, before, after }) => (
        <div key={accountId} className="plain-line">
          <span>{name}</span>
          <span className="money">
            {words.beforeAfter(moneyText(fenOf(before)), moneyText(fenOf(after)))}
          </span>
        </div>
      ))}
      {detail.status === "committed" && (
        <div className="form-actions">
          <Button variant="light" color="red" loading={busy} onClick={undo}>
            {words.undoImport}
          </Button>
        </div>
      )}
    </Card>
  );
}
