/**
 * Exactly once, also when the answer to a COMMIT is lost. Every writing transaction puts a row of its
 * own into `commits`. When the answer is lost, the work runs again under the same id: where the first
 * commit took effect, or still may, that row stands in the way, and nothing is booked twice.
 *
 * That the row is there says nothing about standbys: a server that restarts while a commit waits for them
 * has it all the same. Who finds the row therefore commits once more, a row of its own, and waits with it.
 *
 * The table is this engine's own, as `migrations` is: no part of the book, and not copied with it.
 */
import { randomBytes } from "node:crypto";
import type { Connection } from "./connection.ts";
import { isUniqueViolation } from "./failures.ts";

export const COMMITS_TABLE =
  'create table if not exists commits (id text collate "C" not null, user_id bigint not null, primary key (id, user_id))';

const INSERT = "insert into commits (id, user_id) values ($1, $2)";

/** Far longer than any write is retried, and than clocks of several nodes differ. */
const LIFE_MS = 3_600_000;

/** The transaction of this id is committed already. */
export class TookEffect extends Error {}

/** A transaction to be committed once, in as many attempts as it takes. */
export class Commit<Outcome> {
  readonly #id = newId();
  readonly #userId: number;
  /** What the attempt gave whose COMMIT has been sent last. */
  sent: Outcome | undefined;

  constructor(userId: number) {
    this.#userId = userId;
  }

  /** Commits a row behind the one that took effect: a standby that has this one has that one, too. */
  async confirm(connection: Connection, timeoutMs: number): Promise<void> {
    await Promise.all([
      connection.command("begin", timeoutMs),
      connection.send(INSERT, [newId(), this.#userId], timeoutMs),
      connection.commit(timeoutMs),
    ]);
  }

  /** Puts the row in, in the attempt's transaction. Throws TookEffect when an earlier one has. */
  async claim(connection: Connection): Promise<void> {
    try {
      await connection.send(INSERT, [this.#id, this.#userId]);
    } catch (error) {
      throw isUniqueViolation(error) ? new TookEffect() : error;
    }
  }
}

function newId(): string {
  return idAt(Date.now()) + randomBytes(9).toString("base64url");
}

/** Ids begin with their time, so that the old ones are a range of the key. */
function idAt(time: number): string {
  return time.toString(36).padStart(9, "0");
}

/**
 * Whether a commit of this database has waited for standbys for longer than they take. It holds its locks
 * meanwhile, also when its client has long gone.
 */
export async function commitsHang(connection: Connection): Promise<boolean> {
  const { rows } = await connection.command(`select 1 as one from pg_stat_activity
    where datname = current_database() and wait_event = 'SyncRep'
      and query_start < clock_timestamp() - interval '1 second' limit 1`);
  return rows.length > 0;
}

/** Deletes the rows that nobody can ask for any more. */
export async function forgetCommits(connection: Connection, now: number): Promise<void> {
  await connection.send("delete from commits where id < $1", [idAt(now - LIFE_MS)]);
}
