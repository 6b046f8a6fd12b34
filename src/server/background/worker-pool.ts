/** Starts the thread of imports/worker.ts, answers its questions, and stops it in time. */
import type { Worker } from "node:worker_threads";
import { BillError } from "../../bills/file/bill-error.ts";
import { note, type Text } from "../../contract/notes.ts";
import { startThread } from "../../store/own-files.ts";
import { Semaphore } from "../../store/semaphore.ts";

/** A file that takes longer than this is on purpose. */
const LIMIT_MS = 120_000;
/** The user's own patterns may take this long on one bill; more is a pattern that never ends. */
const MATCHING_MS = 10_000;
/** Threads at once, and of one user. Each takes a core and much memory; more orders wait their turn. */
const running = new Semaphore(3, 2);
/**
 * Bytes of files that are read at once: a file takes some twenty times its size while it is read, so that one of
 * the largest is read alone.
 */
const MOST_BYTES = 20 * 1024 * 1024;
const reading = new Semaphore(MOST_BYTES);
/** What unpacks to more than it is counts for more; a thread without a file is not nothing, either. */
const UNPACKED_TIMES = 8;
const LEAST_BYTES = 1024 * 1024;
/** Beyond this the thread ends, not the service. */
const MAX_HEAP_MB = 768;

/** A larger nursery saves little time and is held to the end. */
const YOUNG_MB = 8;

/** What the service says to the thread: an order, or the answer to the question asked last. */
export type ServiceMessage<Order> = { order: Order } | { answer: unknown };
/** What the thread says to the service. */
export type WorkerMessage<Done> =
  | { ask: string; values: unknown[] }
  | { matching: boolean }
  | { done: Done }
  | { refused: { code: string; text: Text; details: Record<string, unknown> } }
  | { failed: string };

export type AnswerFunctions = Record<string, (...values: never[]) => Promise<unknown>>;

/** One thread is kept for a while, since starting one costs more than reading a small bill. */
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;
const IDLE_MS = 30_000;
/** A thread that has read a file as large as this is not kept: its memory goes back at once. */
const LARGE_BYTES = 4 * 1024 * 1024;

function takeWorker(unbounded: boolean): Worker {
  if (unbounded) return startThread("server/imports/worker", {});
  if (idle === undefined) {
    return startThread("server/imports/worker", {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
  }
  const { worker, timer } = idle;
  clearTimeout(timer);
  idle = undefined;
  for (const name of ["error", "exit"]) worker.removeAllListeners(name);
  worker.ref();
  return worker;
}

function keepWorker(worker: Worker): void {
  // By name: with all of them, Node's own would go as well.
  for (const name of ["message", "error", "exit"]) worker.removeAllListeners(name);
  if (idle !== undefined) {
    void worker.terminate();
    return;
  }
  const forget = () => {
    if (idle?.worker === worker) idle = undefined;
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, IDLE_MS);
  // It fails alone, and keeps no process alive.
  worker.on("error", forget);
  worker.on("exit", forget);
  timer.unref();
  worker.unref();
  idle = { worker, timer };
}

export interface RunOptions {
  /** Whose order it is. */
  userId: number;
  /** Stops the order; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** A part of the order that is handed over, not copied. */
  bytes?: Uint8Array;
  /** It may take any time and memory: the command of whoever runs the service. */
  unbounded?: boolean;
}

/**
 * Runs an order. Throws BillError for what cannot be read, also when it takes too long or too much
 * memory.
 */
export async function runThread<Done>(
  order: object,
  answers: AnswerFunctions,
  options: RunOptions,
): Promise<Done> {
  const leave = await running.enter(options.userId, options.signal);
  try {
    const release = await reading.enter(undefined, options.signal, weightOf(options.bytes));
    return await runOrder<Done>(order, answers, options).finally(release);
  } finally {
    leave();
  }
}

function weightOf(bytes: Uint8Array | undefined): number {
  if (bytes === undefined) return LEAST_BYTES;
  // ZIP, gzip, and what Excel wrote before ZIP.
  const isPacked = ["504b", "1f8b", "d0cf"].includes(
    Buffer.from(bytes.slice(0, 2)).toString("hex"),
  );
  return Math.max(LEAST_BYTES, bytes.length * (isPacked ? UNPACKED_TIMES : 1));
}

async function runOrder<Done>(
  order: object,
  answers: AnswerFunctions,
  { signal, bytes, unbounded = false }: Omit<RunOptions, "userId">,
): Promise<Done> {
  const worker = takeWorker(unbounded);
  const isKept = !unbounded && (bytes?.length ?? 0) < LARGE_BYTES;
  const bounds = { signal, limitMs: unbounded ? undefined : LIMIT_MS };
  const done = new Promise<Done>((resolve, reject) =>
    listen(worker, answers, bounds, resolve, reject),
  );
  const buffer = bytes?.buffer;
  worker.postMessage({ order }, buffer instanceof ArrayBuffer ? [buffer] : []);
  try {
    const result = await done;
    if (isKept) keepWorker(worker);
    else await worker.terminate();
    return result;
  } catch (error) {
    // What a thread is left in the middle of is not worth keeping.
    const isWell = isKept && error instanceof BillError && !STUCK.has(error.code);
    if (isWell) keepWorker(worker);
    else await worker.terminate();
    throw error;
  }
}

/** What a thread is refused for while it is still at it. */
const STUCK = new Set(["too-large", "rules-too-slow"]);

function listen<Done>(
  worker: Worker,
  answers: AnswerFunctions,
  { signal, limitMs }: { signal: AbortSignal | undefined; limitMs: number | undefined },
  resolve: (done: Done) => void,
  reject: (error: unknown) => void,
): void {
  const tooLate = () => end(() => reject(new BillError("too-large", note("readingTooSlow"))));
  const timer = limitMs === undefined ? undefined : setTimeout(tooLate, limitMs);
  let matching: NodeJS.Timeout | undefined;
  const onAbort = () => end(() => reject(signal?.reason));
  const end = (settle: () => void) => {
    clearTimeout(timer);
    clearTimeout(matching);
    signal?.removeEventListener("abort", onAbort);
    settle();
  };
  signal?.addEventListener("abort", onAbort);
  worker.on("error", (error: Error & { code?: string }) =>
    end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : error)),
  );
  worker.on("exit", () => end(() => reject(new Error("the bill thread ended without an answer"))));
  worker.on("message", (message: WorkerMessage<Done>) => {
    if ("matching" in message) {
      clearTimeout(matching);
      if (message.matching) matching = setTimeout(() => end(() => reject(tooSlow())), MATCHING_MS);
      return;
    }
    if ("done" in message) return end(() => resolve(message.done));
    if ("failed" in message) return end(() => reject(new Error(message.failed)));
    if ("refused" in message) {
      const { code, text, details } = message.refused;
      return end(() => reject(new BillError(code, text, details)));
    }
    const answer = answers[message.ask] as (...values: unknown[]) => Promise<unknown>;
    answer(...message.values).then(
      (value) => worker.postMessage({ answer: value ?? null }),
      (error: unknown) => end(() => reject(error)),
    );
  });
}

function tooSlow(): BillError {
  return new BillError("rules-too-slow", note("rulesTooSlow"));
}

function outOfMemory(): BillError {
  return new BillError("too-large", note("unpackedTooLarge"));
}
