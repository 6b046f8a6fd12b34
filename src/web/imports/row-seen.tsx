/** A row of an import that is in the book already, where somebody was led to it. */
import { useQuery } from "@tanstack/react-query";
import { fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { Money } from "../ui/money.tsx";
import { Card } from "../ui/page.tsx";
import { useImportWords } from "../words/imports.ts";
import { RowText } from "./import-row.tsx";

interface RowSeenProps {
  importId: number;
  /** Its number. */
  row: number;
}

export function RowSeen({ importId, row }: RowSeenProps) {
  const words = useImportWords();
  const { userId } = useBook();
  // A page begins behind the row before it.
  const { data } = useQuery(queries.importRows(userId, importId, {}, row - 1));
  const found = data?.find(({ number }) => number === row);
  if (found === undefined) return null;
  return (
    <Card title={words.rowSeen(row)}>
      <div className="record-row">
        <RowText row={found} />
        <Money amount={fenOf(found.amount)} />
      </div>
    </Card>
  );
}
