import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as queries from "../api/queries.ts";
import { shortDay } from "../days.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { openRecord } from "../entry/open-record.ts";
import { Money } from "../parts/money.tsx";
import { Card } from "../parts/page.tsx";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import { noteOf, RecordTitle } from "./record-title.tsx";

/** The newest records by day, as in the long list; one is opened by a tap. */
export function RecentRecords({ accountId, count = 6 }: { accountId?: number; count?: number }) {
  const words = useWords();
  const { userId, zone, today } = useBook();
  const filter = accountId === undefined ? {} : { accountId };
  const { data } = useQuery(
    queries.records(userId, zone, { ...filter, order: "date", limit: count }),
  );
  const accounts = useQuery(queries.accounts(userId));
  const nameOf = (id: number) => accounts.data?.find((account) => account.id === id)?.name;
  return (
    <Card
      title={words.recentRecords}
      action={
        <Link to="/records" search={filter}>
          {words.seeAll}
        </Link>
      }
    >
      {data === undefined && <div className="skeleton" style={{ height: 280 }} />}
      {data?.length === 0 && (
        <div className="card-empty">
          <p>{words.noRecords}</p>
        </div>
      )}
      {data?.map((record) => (
        <button
          key={record.id}
          type="button"
          className="record-row record-main"
          onClick={() => void openRecord(record, zone)}
        >
          <CategoryIcon category={record.category} />
          <span className="record-text">
            <RecordTitle record={record} />
            <span className="record-sub ellipsis">
              {[
                shortDay(record.day, today, words),
                noteOf(record, words) || nameOf(record.accountId),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Money amount={record.amount} as={record.type} />
        </button>
      ))}
    </Card>
  );
}
