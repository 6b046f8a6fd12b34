/**
 * One snapshot with one reader or with several. What they ask travels together, and each is answered
 * as soon as it is done; the transaction ends with the last.
 */
import { DatabaseAway, type Query } from "../db.ts";
import type { Connection } from "./connection.ts";
import { passes, stateOf } from "./failures.ts";
import { View } from "./view.ts";

export interface Reader {
  work: (db: Query) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

const BEGIN = "begin isolation level repeatable read read only";

/** Runs the readers; answers those that are to be run again. `late`: there is no time for that. */
export async function readAll(
  connection: Connection,
  readers: Reader[],
  late: boolean,
): Promise<Reader[]> {
  // Sent in one packet with the first statements.
  const begun = connection.command(BEGIN);
  begun.catch(() => {});
  const again: Reader[] = [];
  const runs = readers.map(async (reader) => {
    const view = new View(connection);
    try {
      const value = await reader.work(view);
      await begun;
      reader.resolve(value);
    } catch (error) {
      if (!mayPass(error, readers.length > 1)) reader.reject(error);
      else if (late || view.paged) reader.reject(new DatabaseAway(error));
      else again.push(reader);
    } finally {
      view.end();
    }
  });
  await Promise.all(runs);
  return again;
}

/** In company the failure of a statement may be a neighbour's. */
function mayPass(error: unknown, inCompany: boolean): boolean {
  const state = stateOf(error);
  if (inCompany && state !== undefined) return true;
  // A write inside a read is a fault of ours, not of a server that was demoted.
  return passes(error) && state !== "25006";
}
