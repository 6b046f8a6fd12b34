/** Work that goes on for a while in this process: how far it is, who watches, and how to stop it. */
import { Refusal } from "../contract/refusal.ts";

/** How far a job is. */
export interface Progress {
  stage: "reading" | "comparing" | "storing" | "committing" | "undoing";
  done: number;
  total: number;
}

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

/** The jobs of this process, by the number of their import; one at a time each. */
export class Jobs {
  #running = new Map<number, Job>();
  #ends = new Set<Promise<unknown>>();

  find(importId: number): Job | undefined {
    return this.#running.get(importId);
  }

  /** Runs the work as the import's job. Refuses when it has one already. */
  async run<T>(importId: number, work: (job: Job) => Promise<T>): Promise<T> {
    if (this.#running.has(importId)) throw new Refusal(409, "importRunning");
    const job = new Job();
    this.#running.set(importId, job);
    const running = work(job);
    this.#ends.add(running);
    try {
      return await running;
    } finally {
      this.#ends.delete(running);
      this.#running.delete(importId);
      job.end();
    }
  }

  /** Stops everything and waits until it has stopped. */
  async close(): Promise<void> {
    for (const job of this.#running.values()) job.stop();
    await Promise.allSettled(this.#ends);
  }
}
