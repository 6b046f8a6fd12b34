/** Work that goes on for a while: how far it is, who watches, and how to stop it. */
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "../../contract/refusal.ts";
import type { Db } from "../../store/db.ts";
import type { LongContext } from "../handler/long-context.ts";
import { HEARTBEAT_MS } from "../handler/sse.ts";
import { JobBoard, type JobName, type Progress } from "./shared-jobs.ts";

export class Job {
  progress: Progress = { stage: "reading", done: 0, total: 0 };
  readonly #stopping = new AbortController();
  #watchers: (() => void)[] = [];
  ended = false;

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  report(stage: Progress["stage"], done: number, total: number): void {
    this.progress = { stage, done, total };
    this.#wake();
  }

  /** Asks the work to stop; it does so at its next step. */
  stop(): void {
    this.#stopping.abort(new Refusal(409, "importCancelled"));
  }

  /** Between steps: refuses to go on once the job was stopped. */
  checkStopped(): void {
    if (this.#stopping.signal.aborted) throw new Refusal(409, "importCancelled");
  }

  end(): void {
    this.ended = true;
    this.#wake();
  }

  /** Resolves at the next report, or at the end. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#watchers.splice(0)) resolve();
  }
}

/** How often nodes tell each other how far a job is, and hear that it is to stop. */
const TOLD_MS = 500;

/** The jobs of this process, by their import, one at a time each; and a look at those of other nodes. */
export class Jobs {
  readonly #board: JobBoard | undefined;
  #running = new Map<string, Job>();
  /** Those that may yet turn out to be another node's: stopped as well, but not watched. */
  #claiming = new Map<string, Job>();
  #ends = new Set<Promise<unknown>>();
  #closed = false;

  /** `db`: the database that other nodes may share. */
  constructor(db?: Db) {
    this.#board = db?.engine === "postgres" ? new JobBoard(db) : undefined;
  }

  /** Runs the work as the import's job. Refuses when it has one already, on whichever node. */
  async run<T>(name: JobName, work: (job: Job) => Promise<T>): Promise<T> {
    if (this.#running.has(keyOf(name))) throw new Refusal(409, "importRunning");
    const board = this.#board;
    const running =
      board === undefined ? this.#runHere(name, new Job(), work) : this.#runTold(board, name, work);
    this.#ends.add(running);
    try {
      return await running;
    } finally {
      this.#ends.delete(running);
    }
  }

  async #runHere<T>(name: JobName, job: Job, work: (job: Job) => Promise<T>): Promise<T> {
    this.#running.set(keyOf(name), job);
    if (this.#closed) job.stop();
    try {
      return await work(job);
    } finally {
      this.#running.delete(keyOf(name));
      job.end();
    }
  }

  /** The same where other nodes are told. It begins once it is claimed. */
  async #runTold<T>(board: JobBoard, name: JobName, work: (job: Job) => Promise<T>): Promise<T> {
    const job = new Job();
    await this.#claim(board, name, job);
    let telling = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await this.#runHere(name, job, () => {
        const tell = async () => {
          if (await board.renew(name, job.progress)) job.stop();
        };
        // A database that is away is told the next time; the work itself meets it, too.
        timer = setInterval(() => {
          telling = telling.then(tell).catch(() => {});
        }, TOLD_MS);
        return work(job);
      });
    } finally {
      clearInterval(timer);
      await telling;
      await board.remove(name).catch(() => {});
    }
  }

  async #claim(board: JobBoard, name: JobName, job: Job): Promise<void> {
    this.#claiming.set(keyOf(name), job);
    try {
      if (!(await board.claim(name))) throw new Refusal(409, "importRunning");
    } finally {
      this.#claiming.delete(keyOf(name));
    }
  }

  /** How far the import's job is, again and again until it has ended. Null: it goes on as before. */
  async *watch(name: JobName): AsyncGenerator<Progress | null> {
    const job = this.#running.get(keyOf(name));
    while (job !== undefined && !job.ended) {
      yield job.progress;
      if (await nextOrBeat(job)) yield null;
    }
    if (job !== undefined || this.#board === undefined) return;
    for (;;) {
      const progress = await this.#board.find(name);
      if (progress === undefined) return;
      yield progress;
      await wait(TOLD_MS);
    }
  }

  /** Asks for the end of the import's job, on whichever node; false when it has none. */
  async stop(name: JobName): Promise<boolean> {
    const job = this.#running.get(keyOf(name)) ?? this.#claiming.get(keyOf(name));
    if (job === undefined) return (await this.#board?.stop(name)) ?? false;
    job.stop();
    return true;
  }

  /** Stops everything and waits until it has stopped. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#running.values()) job.stop();
    await Promise.allSettled(this.#ends);
  }
}

/** What a handler has at hand that works for a while. */
export interface JobContext extends LongContext {
  jobs: Jobs;
}

function keyOf({ userId, importId }: JobName): string {
  return `${userId} ${importId}`;
}

async function nextOrBeat(job: Job): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const beat = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), HEARTBEAT_MS);
  });
  try {
    return await Promise.race([job.next().then(() => false), beat]);
  } finally {
    clearTimeout(timer);
  }
}
