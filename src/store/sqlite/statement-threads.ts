/**
 * Long reads and long writes on threads of their own, so that neither a scan of a large book nor the commit of
 * many rows holds the requests of others. The threads serve every database of the process; they start with the
 * first long work and end when idle.
 */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { DatabaseAway, type Query } from "../db.ts";
import { startThread } from "../own-files.ts";
import type { Sql } from "../sql.ts";
import type { ThreadAnswer, ThreadOrder } from "./statement-thread.ts";

/** One core is left to the service; but a second thread of reads there is always, for those who asked for little. */
const MOST_READERS = Math.max(2, Math.min(4, availableParallelism() - 1));
const IDLE_MS = 30_000;

type Op<O = ThreadOrder> = O extends ThreadOrder ? Omit<O, "id" | "session"> : never;

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

class StatementThread {
  readonly #worker: Worker;
  /** The threads that it is one of, while it lives. */
  readonly #pool: Set<StatementThread>;
  readonly #waiting = new Map<number, Waiting>();
  /** How many sessions each has who asks. */
  readonly #askers = new Map<string, number>();
  #sessions = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Set<StatementThread>) {
    this.#pool = pool;
    pool.add(this);
    this.#worker = startThread("store/sqlite/statement-thread", {
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on("message", (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread of statements ended")));
    // Kept alive by its sessions alone.
    this.#worker.unref();
  }

  get sessions(): number {
    return this.#sessions;
  }

  serves(asker: string): boolean {
    return this.#askers.has(asker);
  }

  enter(asker: string): void {
    clearTimeout(this.#timer);
    if (this.#sessions === 0) this.#worker.ref();
    this.#sessions += 1;
    this.#askers.set(asker, (this.#askers.get(asker) ?? 0) + 1);
  }

  leave(asker: string): void {
    this.#sessions -= 1;
    const left = (this.#askers.get(asker) ?? 0) - 1;
    if (left > 0) this.#askers.set(asker, left);
    else this.#askers.delete(asker);
    if (this.#sessions > 0) return;
    this.#worker.unref();
    this.#timer = setTimeout(() => {
      this.#pool.delete(this);
      void this.#worker.terminate();
    }, IDLE_MS).unref();
  }

  ask(session: number, op: Op): Promise<unknown> {
    const id = next();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, session, ...op });
    });
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("value" in answer) waiting?.resolve(answer.value);
    else waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
  }

  #fail(cause: Error): void {
    this.#pool.delete(this);
    for (const { reject } of this.#waiting.values()) reject(new DatabaseAway(cause));
    this.#waiting.clear();
  }
}

const readers = new Set<StatementThread>();
/** One at most: a database has one write at a time. */
const writers = new Set<StatementThread>();

let count = 0;
function next(): number {
  count += 1;
  return count;
}

/**
 * The thread with the fewest sessions; a new one as long as there may be more and all are busy. A statement holds its
 * thread to its end, so that nobody has all of them: who asks for much waits for himself.
 */
function readerFor(asker: string): StatementThread {
  const byLoad = [...readers].sort((a, b) => a.sessions - b.sessions);
  const own = byLoad.filter((thread) => thread.serves(asker));
  if (own[0] !== undefined && own.length >= MOST_READERS - 1) return own[0];
  const [least] = byLoad;
  if (least !== undefined && (least.sessions === 0 || readers.size >= MOST_READERS)) return least;
  return new StatementThread(readers);
}

/** Reads one snapshot of the database at `path` on a thread, for a user. */
export function readOnThread<T>(
  path: string,
  work: (db: Query) => Promise<T>,
  userId: number,
): Promise<T> {
  const asker = `${userId} ${path}`;
  return inSession(readerFor(asker), asker, async (ask) => {
    await ask({ op: "begin", path, writes: false });
    return work(new ThreadQuery(ask));
  });
}

/**
 * One transaction that writes to the database at `path`, on the thread of writes. `begin` is given what takes the
 * write lock, which fails while another process has it; `mayCommit` throws where nothing may be acknowledged.
 */
export function writeOnThread<T>(
  path: string,
  work: (db: Query) => Promise<T>,
  {
    begin,
    mayCommit,
  }: { begin: (take: () => Promise<unknown>) => Promise<void>; mayCommit: () => void },
): Promise<T> {
  const [thread = new StatementThread(writers)] = writers;
  return inSession(thread, path, async (ask) => {
    await begin(() => ask({ op: "begin", path, writes: true }));
    const value = await work(new ThreadQuery(ask));
    mayCommit();
    await ask({ op: "commit" });
    return value;
  });
}

/** Closes what the thread of writes keeps of the database, so that its last connection is the service's own. */
export async function closeOnThread(path: string): Promise<void> {
  for (const thread of writers) await inSession(thread, path, (ask) => ask({ op: "close", path }));
}

type AskThread = (op: Op) => Promise<unknown>;

/** A session ends with its work; what it has written and not committed is undone. */
async function inSession<T>(
  thread: StatementThread,
  asker: string,
  work: (ask: AskThread) => Promise<T>,
): Promise<T> {
  const session = next();
  thread.enter(asker);
  try {
    return await work((op) => thread.ask(session, op));
  } finally {
    await thread.ask(session, { op: "end" }).catch(() => {});
    thread.leave(asker);
  }
}

/** The database as a session of a thread has it. */
class ThreadQuery implements Query {
  readonly #ask: AskThread;

  constructor(ask: AskThread) {
    this.#ask = ask;
  }

  all<Row>({ shape: { marks: text }, values }: Sql): Promise<Row[]> {
    return this.#ask({ op: "all", text, values }) as Promise<Row[]>;
  }

  get<Row>({ shape: { marks: text }, values }: Sql): Promise<Row | undefined> {
    return this.#ask({ op: "get", text, values }) as Promise<Row | undefined>;
  }

  run({ shape: { marks: text }, values }: Sql): Promise<number> {
    return this.#ask({ op: "run", text, values }) as Promise<number>;
  }

  async insert(
    table: string,
    columns: readonly string[],
    values: readonly unknown[],
  ): Promise<void> {
    await this.#ask({ op: "insert", table, columns, values });
  }

  async *pages<Row>({ shape: { marks: text }, values }: Sql, size: number): AsyncIterable<Row[]> {
    const cursor = next();
    await this.#ask({ op: "open", cursor, text, values, size });
    try {
      for (;;) {
        const page = (await this.#ask({ op: "next", cursor })) as Row[] | undefined;
        if (page === undefined) return;
        yield page;
      }
    } finally {
      await this.#ask({ op: "stop", cursor }).catch(() => {});
    }
  }

  script(): never {
    throw new Error("scripts are for migrations, which run before the service serves");
  }
}
