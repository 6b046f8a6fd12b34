/** The whole list on paper: what is on the screen is only the part that is in view. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type Adjustment,
  type BookLine,
  isTransfer,
  newestFirst,
  type RecordFilter,
} from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { plainDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { Money, Moved } from "../ui/money.tsx";
import { Print } from "../ui/print.tsx";
import { useWords, type Words } from "../words/words.ts";
import { allLines } from "./all-lines.ts";
import { noteOf } from "./record-title.tsx";
import { adjustmentFilterOf } from "./use-records.ts";

/** Prints all that the filter finds. */
export function PrintList({ filter }: { filter: RecordFilter }) {
  const { userId, zone } = useBook();
  const client = useQueryClient();
  const read = async () => {
    const lines = (await allLines(client, userId, zone, filter)).sort(newestFirst);
    const only = adjustmentFilterOf(filter);
    const adjusted = only ? await client.fetchQuery(queries.adjusted(userId, only)) : [];
    // As on the screen, they stand above the lines of their day.
    return [...adjusted, ...lines].sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1));
  };
  return <Print read={read} paper={(lines) => <Paper lines={lines} />} />;
}

type Printed = BookLine | Adjustment;

const isAdjustment = (line: Printed): line is Adjustment => "kind" in line;

function Paper({ lines }: { lines: Printed[] }) {
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
            <tr key={`${keyOf(line)} ${line.id}`}>
              <td>{plainDay(line.day, words)}</td>
              <td>{titleOf(line, words)}</td>
              <td>{noteIn(line, words)}</td>
              <td>
                {isAdjustment(line) || !isTransfer(line)
                  ? nameOf(line.accountId)
                  : `${nameOf(line.fromAccountId)} → ${nameOf(line.toAccountId)}`}
              </td>
              <td className="paper-amount">
                <Amount line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function keyOf(line: Printed): string {
  return isAdjustment(line) ? "adjustment" : String(isTransfer(line));
}

function titleOf(line: Printed, words: Words): string {
  if (isAdjustment(line)) return words.types[line.kind] ?? line.kind;
  return isTransfer(line) ? words.transfer : categoryText(line.category);
}

function noteIn(line: Printed, words: Words): string {
  return isAdjustment(line) || isTransfer(line) ? line.description : noteOf(line, words);
}

function Amount({ line }: { line: Printed }) {
  if (isAdjustment(line)) return <Moved amount={line.amount} />;
  return <Money amount={line.amount} {...(!isTransfer(line) && { as: line.type })} />;
}
