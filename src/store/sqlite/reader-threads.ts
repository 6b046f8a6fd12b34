/**
 * Long reads on threads of their own, so that no scan of a large book holds the requests of others. The
 * threads serve every database of the process; they start with the first long read and end when idle.
 */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { DatabaseAway, type Query } from "../db.ts";
import { startThread } from "../own-files.ts";
import type { Sql } from "../sql.ts";
import type { ReaderAnswer, ReaderOrder } from "./reader-thread.ts";

/** One core is left to the service; but a second thread there is always, for those who asked for little. */
const MOST_THREADS = Math.max(2, Math.min(4, availableParallelism() - 1));
const IDLE_MS = 30_000;

type Op<O = ReaderOrder> = O extends ReaderOrder ? Omit<O, "id" | "session"> : never;

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

class ReaderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  /** How many sessions each has who asks. */
  readonly #askers = new Map<string, number>();
  #sessions = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker = startThread("store/sqlite/reader-thread", {
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on("message", (answer: ReaderAnswer) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread of reads ended")));
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
      threads.delete(this);
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

  #settle(answer: ReaderAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("value" in answer) waiting?.resolve(answer.value);
    else waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
  }

  #fail(cause: Error): void {
    threads.delete(this);
    for (const { reject } of this.#waiting.values()) reject(new DatabaseAway(cause));
    this.#waiting.clear();
  }
}

const threads = new Set<ReaderThread>();

let count = 0;
function next(): number {
  count += 1;
  return count;
}

/**
 * The thread with the fewest sessions; a new one as long as there may be more and all are busy. A statement holds its
 * thread to its end, so that nobody has all of them: who asks for much waits for himself.
 */
function threadFor(asker: string): ReaderThread {
  const byLoad = [...threads].sort((a, b) => a.sessions - b.sessions);
  const own = byLoad.filter((thread) => thread.serves(asker));
  if (own[0] !== undefined && own.length >= MOST_THREADS - 1) return own[0];
  const [least] = byLoad;
  if (least !== undefined && (least.sessions === 0 || threads.size >= MOST_THREADS)) return least;
  const thread = new ReaderThread();
  threads.add(thread);
  return thread;
}

/** Reads one snapshot of the database at `path` on a thread, for a user. */
export async function readOnThread<T>(
  path: string,
  work: (db: Query) => Promise<T>,
  userId: number,
): Promise<T> {
  const asker = `${userId} ${path}`;
  const thread = threadFor(asker);
  const session = next();
  thread.enter(asker);
  try {
    await thread.ask(session, { op: "begin", path });
    return await work(new RemoteQuery(thread, session));
  } finally {
    await thread.ask(session, { op: "end" }).catch(() => {});
    thread.leave(asker);
  }
}

/** One session of a thread. It reads only. */
class RemoteQuery implements Query {
  readonly #thread: ReaderThread;
  readonly #session: number;

  constructor(thread: ReaderThread, session: number) {
    this.#thread = thread;
    this.#session = session;
  }

  all<Row>({ shape: { marks: text }, values }: Sql): Promise<Row[]> {
    return this.#thread.ask(this.#session, { op: "all", text, values }) as Promise<Row[]>;
  }

  get<Row>({ shape: { marks: text }, values }: Sql): Promise<Row | undefined> {
    return this.#thread.ask(this.#session, { op: "get", text, values }) as Promise<Row | undefined>;
  }

  async *pages<Row>({ shape: { marks: text }, values }: Sql, size: number): AsyncIterable<Row[]> {
    const cursor = next();
    const ask = (op: Op) => this.#thread.ask(this.#session, op);
    await ask({ op: "open", cursor, text, values, size });
    try {
      for (;;) {
        const page = (await ask({ op: "next", cursor })) as Row[] | undefined;
        if (page === undefined) return;
        yield page;
      }
    } finally {
      await ask({ op: "stop", cursor }).catch(() => {});
    }
  }

  run(): never {
    throw new Error("a read cannot write");
  }

  insert(): never {
    throw new Error("a read cannot write");
  }

  script(): never {
    throw new Error("a read cannot write");
  }
}
