/**
 * Where the nodes of one PostgreSQL see each other's jobs: a row each while it runs, renewed with how
 * far it is. Whoever asks another node hears the same, and may ask for its end. An embedded database
 * has one process, which knows its own jobs.
 */
import { instantAt } from "../../ledger/calendar.ts";
import type { Db } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";

/** A node that was killed keeps its jobs for this long; clocks may differ by some of it. */
const LIFE_MS = 30_000;

/** How far a job is. */
export interface Progress {
  stage: "reading" | "comparing" | "storing" | "committing" | "undoing";
  done: number;
  total: number;
}

/** One import's job. */
export interface JobName {
  userId: number;
  importId: number;
}

export class JobBoard {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Puts a job up; false when the import has one that runs. */
  async claim({ userId, importId }: JobName): Promise<boolean> {
    const now = Date.now();
    const claimed = await this.#db.write((db) =>
      db.run(sql`
        insert into import_jobs (user_id, import_id, progress, stopping, renewed_at)
        values (${userId}, ${importId}, '', 0, ${instantAt(now)})
        on conflict (user_id, import_id) do update
        set progress = '', stopping = 0, renewed_at = excluded.renewed_at
        where import_jobs.renewed_at < ${instantAt(now - LIFE_MS)}`),
    );
    return claimed > 0;
  }

  /** Says how far the job is; answers whether somebody wants it to stop. */
  async renew({ userId, importId }: JobName, progress: Progress): Promise<boolean> {
    const row = await this.#db.write((db) =>
      db.get<{ stopping: number }>(sql`
        update import_jobs set progress = ${JSON.stringify(progress)},
          renewed_at = ${instantAt(Date.now())}
        where user_id = ${userId} and import_id = ${importId}
        returning stopping`),
    );
    return row?.stopping === 1;
  }

  async remove({ userId, importId }: JobName): Promise<void> {
    await this.#db.write((db) =>
      db.run(sql`delete from import_jobs where user_id = ${userId} and import_id = ${importId}`),
    );
  }

  /** How far a job of any node is; undefined when the import has none. */
  async find({ userId, importId }: JobName): Promise<Progress | undefined> {
    const row = await this.#db.read((db) =>
      db.get<{ progress: string }>(sql`
        select progress from import_jobs
        where user_id = ${userId} and import_id = ${importId}
          and renewed_at >= ${instantAt(Date.now() - LIFE_MS)}`),
    );
    if (row === undefined) return undefined;
    if (row.progress === "") return { stage: "reading", done: 0, total: 0 };
    return JSON.parse(row.progress) as Progress;
  }

  /** Asks for the end of a job of any node; false when there is none. */
  async stop({ userId, importId }: JobName): Promise<boolean> {
    const asked = await this.#db.write((db) =>
      db.run(sql`update import_jobs set stopping = 1
        where user_id = ${userId} and import_id = ${importId}
          and renewed_at >= ${instantAt(Date.now() - LIFE_MS)}`),
    );
    return asked > 0;
  }
}
