/** The whole list on paper: what is on the screen is only the part that is in view. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type BookLine, isTransfer, newestFirst, type RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { plainDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { Money } from "../ui/money.tsx";
import { Print } from "../ui/print.tsx";
import { useWords } from "../words/words.ts";
import { allLines } from "./all-lines.ts";
import { noteOf } from "./record-title.tsx";

/** Prints all that the filter finds. */
export function PrintList({ filter }: { filter: RecordFilter }) {
  const { userId, zone } = useBook();
  const client = useQueryClient();
  const read = async () => (await allLines(client, userId, zone, filter)).sort(newestFirst);
  return <Print read={read} paper={(lines) => <Paper lines={lines} />} />;
}

function Paper({ lines }: { lines: BookLine[] }) {
  const words = useWords();
  const { userId, userName } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.name ?? "";
  return (
    <>
      <h1>
        {words.records} · {userName}
      </h1>
      <table>
        <thead>
          <tr>
            {[words.date, words.category, words.note, words.account].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className="paper-amount">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${isTransfer(line)} ${line.id}`}>
              <td>{plainDay(line.day, words)}</td>
              <td>{isTransfer(line) ? words.transfer : categoryText(line.category)}</td>
              <td>{isTransfer(line) ? line.description : noteOf(line, words)}</td>
              <td>
                {isTransfer(line)
                  ? `${nameOf(line.fromAccountId)} → ${nameOf(line.toAccountId)}`
                  : nameOf(line.accountId)}
              </td>
              <td className="paper-amount">
                {isTransfer(line) ? (
                  <Money amount={line.amount} />
                ) : (
                  <Money amount={line.amount} as={line.type} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
