/** Beside a preview: what it adds up to, and which account is which. */
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fenOf } from "../api/book.ts";
import * as queries from "../api/queries.ts";
import { moneyText } from "../money.ts";
import { Money } from "../parts/money.tsx";
import { Card } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { useDesk } from "../shell/screen.ts";
import { useWords } from "../words/words.ts";
import type { Decisions, ImportDetail } from "./detail.ts";

export function ImportTotals({ detail }: { detail: ImportDetail }) {
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

/** More accounts than this are folded on the phone, so that the rows are near. */
const FEW = 3;

interface AccountsProps {
  detail: ImportDetail;
  decide: (body: Decisions) => Promise<unknown>;
}

export function ImportAccounts({ detail, decide }: AccountsProps) {
  const words = useWords();
  const { userId } = useBook();
  const desk = useDesk();
  const { data = [] } = useQuery(queries.accounts(userId));
  return (
    <Card>
      <details className="fold" open={desk || detail.accounts.length <= FEW}>
        <summary>
          <h2>{words.importAccounts}</h2>
          <span className="muted">{detail.accounts.length}</span>
        </summary>
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
                if (chosen !== "")
                  void decide({ accounts: [{ place, accountId: Number(chosen) }] });
                else if (proposal) void decide({ accounts: [{ place, create: proposal }] });
              }}
            />
          ))}
        </div>
      </details>
    </Card>
  );
}
