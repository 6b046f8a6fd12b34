/** The first rows of a table as they would be booked; what could not be read stands out in red. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { useBook } from "../base/open-book.ts";
import { Money } from "../ui/money.tsx";
import { type ImportWords, useImportWords } from "../words/imports.ts";
import { groupOf } from "./asks.ts";
import type { ImportLine } from "./detail.ts";
import type { Sample, Sampling } from "./use-sample.ts";
import "./live-rows.css";

interface LiveRowsProps {
  sampling: Sampling;
  fingerprint: string;
}

export function LiveRows({ sampling, fingerprint }: LiveRowsProps) {
  const words = useImportWords();
  const nameOf = useAccountNames(sampling.sample);
  const { sample, error, busy, run } = sampling;
  const rows = sample?.tables.find(({ layout }) => layout === fingerprint)?.rows ?? [];
  const problem = error ?? sample?.problem?.text;
  const unread = rows.filter(isUnread).length;
  return (
    <section className="live" aria-label={words.liveRows} data-busy={busy || undefined}>
      <div className="live-head">
        <h3>{words.liveRows}</h3>
        <span role="status" className={unread > 0 ? "mark mark-bad" : "mark"}>
          {rows.length > 0 && (unread > 0 ? words.liveUnread(unread) : words.liveAll)}
        </span>
        {run && (
          <Button variant="light" onClick={run} loading={busy}>
            {words.tryRows}
          </Button>
        )}
      </div>
      {problem && <p className="live-problem">{problem}</p>}
      {rows.length === 0 && !problem && <p className="muted live-empty">{words.liveEmpty}</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul tabIndex={0} aria-label={words.liveRows}>
          {rows.map((row) => (
            <LiveRow key={row.number} row={row} account={nameOf(row)} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Nothing of it can be booked as it is: neither a day nor an amount, or no kind. */
function isUnread({ questions = [], time, amount }: ImportLine): boolean {
  return (
    questions.some((one) => groupOf(one) === "unread") ||
    (questions.length > 0 && (time === "" || amount === 0))
  );
}

function LiveRow({ row, account }: { row: ImportLine; account: string }) {
  const words = useImportWords();
  const { kind, time, counterparty, description, category, amount, fee } = row;
  const income = kind === "income" || kind === "refund";
  const plain = income || kind === "expense" || kind === "fee";
  const what = [counterparty, description.replace(counterparty, "").trim()].filter(Boolean);
  const questions = (row.questions ?? []).map(({ text }) => text);
  const why = questions.length > 0 ? questions.join("；") : (row.reason ?? "");
  return (
    <li
      className="live-row"
      data-unread={isUnread(row) || undefined}
      data-asked={questions.length > 0 || undefined}
      data-left={row.action === "skip" || undefined}
    >
      <span className="live-time">{time.slice(0, 16).replace("T", " ") || "—"}</span>
      <span className="live-what">{what.join(" · ") || words.rowKinds[kind]}</span>
      <Money
        amount={fenOf(amount)}
        {...(plain && { as: income ? ("income" as const) : ("expense" as const) })}
      />
      <span className="live-sub">
        {sub([words.rowKinds[kind], category && categoryText(category), account], fee, words)}
      </span>
      {why && <span className="live-why">{why}</span>}
    </li>
  );
}

function sub(parts: (string | undefined)[], fee: number | undefined, words: ImportWords): string {
  const cost = fee === undefined ? "" : `${words.columnOf.fee} ${fee}`;
  return [...parts, cost].filter(Boolean).join(" · ");
}

/** The name of a row's account: the book's own, else as the file names it; two for a transfer. */
function useAccountNames(sample: Sample | undefined): (row: ImportLine) => string {
  const words = useImportWords();
  const { userId } = useBook();
  const { data = [] } = useQuery(queries.accounts(userId));
  const named = new Map(
    sample?.accounts.map(({ place, name, accountId }) => [
      place,
      data.find(({ id }) => id === accountId)?.name ?? (name || words.importNoAccount),
    ]),
  );
  return ({ account, toAccount }) => {
    const from = named.get(account) ?? "";
    return toAccount === undefined ? from : `${from} → ${named.get(toAccount) ?? ""}`;
  };
}
