/**
 * Who watches which book, and telling them when its revision moves. All watchers of a process share
 * one look at the revisions: soon after a write of this process, and from time to time for the
 * writes of others (another node, the command line). Nobody watches: nobody looks.
 */
import type { FastifyInstance } from "fastify";
import { Refusal } from "../../contract/refusal.ts";
import type { Db } from "../../store/db.ts";
import { join, sql } from "../../store/sql.ts";
import { type LongContext, mayGoOn, type Stands } from "../handler/long-context.ts";
import { HEARTBEAT_MS } from "../handler/sse.ts";
import { Watcher } from "./subscriber.ts";

/** How late a write of another process is told. */
const LOOK_MS = 2_000;
/** Writes that come together are told together. */
const SOON_MS = 50;
const MAX_WATCHERS = 256;
const MAX_PER_USER = 16;

export class Changes {
  readonly #db: Db;
  readonly #onFault: (error: unknown) => void;
  #watchers = new Map<Watcher, Stands>();
  #timers: NodeJS.Timeout[] = [];
  #soon: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(db: Db, onFault: (error: unknown) => void) {
    this.#db = db;
    this.#onFault = onFault;
  }

  /** Watches the book for so many seconds. Refuses when too many do. */
  watch(userId: number, seconds: number, stands: Stands): Watcher {
    const own = [...this.#watchers.keys()].filter((watcher) => watcher.userId === userId).length;
    if (this.#closed || this.#watchers.size >= MAX_WATCHERS || own >= MAX_PER_USER) {
      throw new Refusal(503, "busy", {}, { "retry-after": "60" });
    }
    const watcher = new Watcher(userId, seconds, () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#rest();
    });
    this.#watchers.set(watcher, stands);
    if (this.#timers.length === 0) {
      this.#timers = [
        setInterval(() => this.#look(), LOOK_MS),
        setInterval(() => this.#beat(), HEARTBEAT_MS),
      ];
    }
    this.#look();
    return watcher;
  }

  /** A book has been written to: those who watch hear of it soon. */
  nudge(): void {
    if (this.#watchers.size === 0) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#look();
    }, SOON_MS);
  }

  /** Ends every stream, and lets nobody in. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const watcher of this.#watchers.keys()) watcher.end();
    await this.#looking;
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#soon);
    this.#timers = [];
    this.#soon = undefined;
  }

  #beat(): void {
    for (const watcher of this.#watchers.keys()) watcher.beat();
  }

  #look(): void {
    // What has come since a look began is found by another after it.
    if (this.#looking !== undefined) this.nudge();
    else {
      this.#looking = this.#tell()
        .catch(this.#onFault)
        .finally(() => {
          this.#looking = undefined;
        });
    }
  }

  async #tell(): Promise<void> {
    const watching = [...this.#watchers];
    const users = [...new Set(watching.map(([{ userId }]) => userId))];
    if (users.length === 0) return;
    const [rows, standing] = await this.#db.read((db) =>
      Promise.all([
        db.all<{ userId: number; revision: number }>(sql`
          select user_id, revision from revisions
          where user_id in (${join(users)})`),
        Promise.all(watching.map(([, stands]) => mayGoOn(stands, db))),
      ]),
    );
    const revisions = new Map(rows.map(({ userId, revision }) => [userId, revision]));
    for (const [index, [watcher]] of watching.entries()) {
      if (standing[index]) watcher.see(revisions.get(watcher.userId));
      else watcher.end();
    }
  }
}

/** Those who watch a book hear of a write as soon as it has been answered, until the service stops. */
export function watchChanges(app: FastifyInstance, db: Db): Changes {
  const changes = new Changes(db, (error) =>
    app.log.error({ err: error }, "the revisions could not be read"),
  );
  app.addHook("onResponse", (request, reply, done) => {
    if (request.method !== "GET" && reply.statusCode < 400) changes.nudge();
    done();
  });
  app.addHook("preClose", () => changes.close());
  return changes;
}

/** What a handler has at hand that lets a client watch. */
export interface WatchContext extends LongContext {
  changes: Changes;
}
