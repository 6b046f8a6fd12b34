import { Link } from "@tanstack/react-router";
import {
  type Account,
  type BookLine,
  type BookRecord,
  isTransfer,
  type RecordFilter,
} from "../api/models.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { openRecord } from "../entry/open-record.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { useWords } from "../words/words.ts";
import { noteOf, RecordTitle } from "./record-title.tsx";
import { RowSwipe } from "./row-swipe.tsx";
import { keyOf } from "./selection.ts";
import { PhoneTransfer } from "./transfer-row.tsx";

interface RecentProps {
  title?: string;
  lines: BookLine[] | undefined;
  /** What the list of all of them is narrowed by. */
  all?: RecordFilter;
  accounts: Account[] | undefined;
  /** The account whose lines they are; from its side the amounts of transfers are told. */
  accountId?: number;
}

/** The newest records and transfers by day, as in the long list; one is opened by a tap. */
export function RecentRecords(props: RecentProps) {
  const words = useWords();
  const { lines, accounts = [], accountId, title = words.recentRecords } = props;
  const { all = accountId === undefined ? {} : { accountId } } = props;
  const { today } = useBook();
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return (
    <Card
      title={title}
      action={
        <Link to="/records" search={all}>
          {words.seeAll}
        </Link>
      }
    >
      {lines === undefined && <div className="skeleton" style={{ height: "17.5rem" }} />}
      {lines?.length === 0 && (
        <div className="card-empty">
          <p>{words.noRecords}</p>
        </div>
      )}
      {lines?.map((line) => (
        <RowSwipe key={keyOf(line)} line={line}>
          {isTransfer(line) ? (
            <PhoneTransfer
              transfer={line}
              accounts={byId}
              accountId={accountId}
              when={shortDay(line.day, today, words)}
            />
          ) : (
            <RecentRecord record={line} account={byId.get(line.accountId)} />
          )}
        </RowSwipe>
      ))}
    </Card>
  );
}

function RecentRecord({ record, account }: { record: BookRecord; account: Account | undefined }) {
  const words = useWords();
  const { zone, today } = useBook();
  const note = noteOf(record, words);
  const said = [
    shortDay(record.day, today, words),
    note,
    (record.waiting || note === "") && account?.name,
  ];
  return (
    <button
      type="button"
      className="record-row record-main"
      onClick={() => void openRecord(record, zone)}
    >
      <CategoryIcon category={record.category} />
      <span className="record-text">
        <RecordTitle record={record} />
        <span className="record-sub ellipsis">{said.filter(Boolean).join(" · ")}</span>
      </span>
      <Money amount={record.amount} as={record.type} />
    </button>
  );
}
