/**
 * Exactly once, also when the answer to a COMMIT is lost. Every writing transaction puts a row of its
 * own into `commits`. When the answer is lost, the work runs again under the same id: where the first
 * commit took effect, or still may, that row stands in the way, and nothing is booked twice.
 *
 * The table is this engine's own, as `migrations` is: no part of the book, and not copied with it.
 */
import { randomBytes } from "node:crypto";
import type { Connection } from "./connection.ts";
import { isUniqueViolation } from "./failures.ts";

export const COMMITS_TABLE =
  'create table if not exists commits (id text collate "C" not null, user_id bigint not null, primary key (id, user_id))';

/** Far longer than any write is retried, and than clocks of several nodes differ. */
const LIFE_MS = 3_600_000;

/** The transaction of this id is committed already. */
export class TookEffect extends Error {}

/** A transaction to be committed once, in as many attempts as it takes. */
export class Commit<Outcome> {
  readonly #id = idAt(Date.now()) + randomBytes(9).toString("base64url");
  readonly #userId: number;
  /** What the attempt gave whose COMMIT has been sent last. */
  sent: Outcome | undefined;

  constructor(userId: number) {
    this.#userId = userId;
  }

  /** Puts the row in, in the attempt's transaction. Throws TookEffect when an earlier one has. */
  async claim(connection: Connection): Promise<void> {
    try {
      await connection.send("insert into commits (id, user_id) values ($1, $2)", [
        this.#id,
        this.#userId,
      ]);
    } catch (error) {
      throw isUniqueViolation(error) ? new TookEffect() : error;
    }
  }
}

/** Ids begin with their time, so that the old ones are a range of the key. */
function idAt(time: number): string {
  return time.toString(36).padStart(9, "0");
}

/** Deletes the rows that nobody can ask for any more. */
export async function forgetCommits(connection: Connection, now: number): Promise<void> {
  await connection.send("delete from commits where id < $1", [idAt(now - LIFE_MS)]);
}
