import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { addFen, type Fen, ZERO } from "../../ledger/money.ts";
import * as queries from "../api/queries.ts";
import { share } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import type { ChartsProps } from "./chart-card.tsx";
import { filterOf } from "./range.ts";
import "./ring.css";

/** What each account took in or gave out over the range. */
export function AccountShares({ range, type }: ChartsProps) {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  const totals = useQueries({
    queries: accounts.map(({ id }) =>
      queries.categoryTotals(userId, { type, accountId: id, ...filterOf(range, undefined) }),
    ),
  });
  const rows = accounts
    .map((account, index) => ({
      account,
      amount: addFen(ZERO, ...(totals[index]?.data ?? []).map((row) => row.amount)) as Fen,
    }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
  const most = rows[0]?.amount ?? ZERO;
  return (
    <Card title={words.byAccount} className="statistics-accounts">
      {rows.length === 0 && <p className="muted">{words.noFigures}</p>}
      <ol className="ranking">
        {rows.map(({ account, amount }) => (
          <li key={account.id}>
            <Link to="/accounts/$id" params={{ id: String(account.id) }}>
              <span className="ranking-main">
                <span className="budget-line">
                  <span className="ellipsis">{account.name}</span>
                  <Money amount={amount} />
                </span>
                <span className="ranking-track" aria-hidden="true">
                  <i style={{ width: `${share(amount, most)}%`, background: account.color }} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
