import type { QueryClient } from "@tanstack/react-query";
import type { BookLine, RecordFilter } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { transferFilterOf } from "./use-records.ts";

/** All that a filter finds, records before transfers. */
export async function allLines(
  client: QueryClient,
  userId: number,
  zone: string,
  filter: RecordFilter,
): Promise<BookLine[]> {
  const asked = transferFilterOf(filter);
  const found = await Promise.all([
    client.fetchQuery(queries.records(userId, zone, filter)),
    asked ? client.fetchQuery(queries.transfers(userId, zone, asked)) : [],
  ]);
  return found.flat();
}
