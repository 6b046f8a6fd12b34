/** From a record to what it belongs to: its category, its account, its payee over twelve months. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { counted } from "../../ledger/effect.ts";
import type { BookRecord } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { categoryText } from "../base/category-text.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import { closeEntry } from "./entry-store.ts";
import "./subject-links.css";

export function SubjectLinks({ record }: { record: BookRecord }) {
  const words = useWords();
  const { userId } = useBook();
  const { data: accounts } = useQuery(queries.accounts(userId));
  const account = accounts?.find(({ id }) => id === record.accountId);
  const { type } = counted(record);
  const side = type === "income" ? { type } : {};
  const note = record.description.slice(0, 100);
  return (
    <p className="subject-links">
      <span className="record-sub">{words.seeTwelveMonths}</span>
      <Link to="/subject" search={{ category: record.category, ...side }} onClick={closeEntry}>
        {categoryText(record.category)}
      </Link>
      {account && (
        <Link to="/accounts/$id" params={{ id: String(account.id) }} onClick={closeEntry}>
          {account.name}
        </Link>
      )}
      {note !== "" && (
        <Link to="/subject" search={{ text: note, ...side }} onClick={closeEntry}>
          {note}
        </Link>
      )}
    </p>
  );
}
