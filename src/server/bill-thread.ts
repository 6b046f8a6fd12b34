/** Starts the thread of import-worker.ts, answers its questions, and stops it in time. */
import type { Worker } from "node:worker_threads";
import { BillError } from "../bills/line.ts";
import { say } from "../contract/messages.ts";
import { startThread } from "../store/thread.ts";
import type { Drafted } from "./import-draft.ts";
import type { WorkerMessage, WorkerOrder } from "./import-worker.ts";
import { Places } from "./places.ts";

/** A file that takes longer than this is on purpose. */
const LIMIT_MS = 120_000;
/** The user's own patterns may take this long on one bill; more is a pattern that never ends. */
const MATCHING_MS = 10_000;
/** Threads at once. Each takes a core and much memory; more orders wait their turn. */
const places = new Places(3);
/** Beyond this the thread ends, not the service. */
const MAX_HEAP_MB = 768;

/** Rows live as long as the bill: a small nursery would copy them over and over. */
const YOUNG_MB = 48;

export type Answers = Record<string, (...values: never[]) => Promise<unknown>>;

/** One thread is kept for a while, since starting one costs more than reading a small bill. */
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;
const IDLE_MS = 30_000;

function takeWorker(): Worker {
  if (idle === undefined) {
    return startThread(import.meta.url, "import-worker", {
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

/**
 * Runs an order. Throws BillError for what cannot be read, also when it takes too long or too much
 * memory; `signal` stops it, and then the reason of the signal is thrown.
 */
export async function runThread(
  order: WorkerOrder,
  answers: Answers,
  signal?: AbortSignal,
): Promise<Drafted | null> {
  const leave = await places.enter(signal);
  try {
    return await runOrder(order, answers, signal);
  } finally {
    leave();
  }
}

async function runOrder(
  order: WorkerOrder,
  answers: Answers,
  signal: AbortSignal | undefined,
): Promise<Drafted | null> {
  const worker = takeWorker();
  const bytes = bytesOf(order)?.buffer;
  const done = new Promise<Drafted | null>((resolve, reject) =>
    listen(worker, answers, signal, resolve, reject),
  );
  worker.postMessage({ order }, bytes instanceof ArrayBuffer ? [bytes] : []);
  try {
    const drafted = await done;
    keepWorker(worker);
    return drafted;
  } catch (error) {
    // What a thread is left in the middle of is not worth keeping.
    const isWell = error instanceof BillError && !STUCK.has(error.code);
    if (isWell) keepWorker(worker);
    else await worker.terminate();
    throw error;
  }
}

/** What a thread is refused for while it is still at it. */
const STUCK = new Set(["too-large", "rules-too-slow"]);

/** What is handed over to the thread rather than copied. */
function bytesOf(order: WorkerOrder): Uint8Array | undefined {
  if ("draft" in order) return order.draft.bytes;
  return "book" in order ? order.book : undefined;
}

function listen(
  worker: Worker,
  answers: Answers,
  signal: AbortSignal | undefined,
  resolve: (done: Drafted | null) => void,
  reject: (error: unknown) => void,
): void {
  const timer = setTimeout(
    () =>
      end(() => reject(new BillError("too-large", "文件读取时间过长，请按时间分成几个文件导入"))),
    LIMIT_MS,
  );
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
  worker.on("message", (message: WorkerMessage) => {
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
  return new BillError("rules-too-slow", say("rulesTooSlow", "zh"));
}

function outOfMemory(): BillError {
  return new BillError("too-large", "文件展开后太大，请按时间分成几个文件导入");
}
