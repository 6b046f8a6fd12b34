/** The whole list on paper: what is on the screen is only the part that is in view. */
import { ActionIcon } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { type BookLine, isTransfer, newestFirst, type RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { plainDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { Money } from "../ui/money.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { allLines } from "./all-lines.ts";
import { noteOf } from "./record-title.tsx";
import "./print-list.css";

/** Prints all that the filter finds, by the button or by the keys that the browser has for it. */
export function PrintList({ filter }: { filter: RecordFilter }) {
  const words = useWords();
  const { lines, print } = usePrint(filter);
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        className="desk-only"
        aria-label={words.print}
        title={words.print}
        aria-keyshortcuts="Control+P"
        onClick={print}
      >
        <IconPrinter size={20} stroke={1.7} />
      </ActionIcon>
      {lines && createPortal(<Paper lines={lines} />, document.body)}
    </>
  );
}

/** Reads the whole list before the browser prints, since that waits for nothing. */
function usePrint(filter: RecordFilter) {
  const { userId, zone } = useBook();
  const client = useQueryClient();
  const [lines, setLines] = useState<BookLine[]>();
  const print = async () => {
    try {
      const found = await allLines(client, userId, zone, filter);
      flushSync(() => setLines(found.sort(newestFirst)));
      window.print();
      setLines(undefined);
    } catch (error) {
      showError(error);
    }
  };
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return { lines, print };
}

function Paper({ lines }: { lines: BookLine[] }) {
  const words = useWords();
  const { userId, userName } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.name ?? "";
  return (
    <section className="paper">
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
    </section>
  );
}
