/** The way from a file whose rows are booked already to the import that booked them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { useImportWords } from "../words/imports.ts";
import type { ImportDetail, ImportLine } from "./detail.ts";
import "./earlier.css";

export function EarlierImport({ detail }: { detail: ImportDetail }) {
  const words = useImportWords();
  const { userId } = useBook();
  const row = detail.rows.find(({ fate, recordId, transferId }) =>
    fate === "known" ? recordId !== undefined || transferId !== undefined : false,
  );
  const origin = useQuery({
    queryKey: ["book", userId, "origin", row?.recordId, row?.transferId],
    queryFn: async () => (await importOf(row as ImportLine)) ?? null,
    enabled: row !== undefined,
  });
  const { data: imports } = useQuery(queries.imports(userId));
  const found = imports?.find(({ id }) => id === origin.data);
  if (found === undefined) return null;
  return (
    <Link to="/import/$id" params={{ id: String(found.id) }} className="import-earlier">
      {words.earlierImport}（{found.fileName}）
    </Link>
  );
}

async function importOf({ recordId, transferId }: ImportLine): Promise<number | undefined> {
  const found =
    recordId !== undefined
      ? await api("GET /api/records/:id", { params: { id: recordId } })
      : await api("GET /api/transfers/:id", { params: { id: transferId as number } });
  return found.importId;
}
