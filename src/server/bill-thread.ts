/** Starts the thread of import-worker.ts, answers its questions, and stops it in time. */
import { Worker, type WorkerOptions } from "node:worker_threads";
import { BillError } from "../bills/line.ts";
import type { Drafted } from "./import-draft.ts";
import type { WorkerMessage, WorkerOrder } from "./import-worker.ts";

/** A file that takes longer than this is on purpose. */
const LIMIT_MS = 120_000;
/** Beyond this the thread ends, not the service. */
const MAX_HEAP_MB = 768;

/** Rows live as long as the bill: a small nursery would copy them over and over. */
const YOUNG_MB = 48;

export type Answers = Record<string, (...values: never[]) => Promise<unknown>>;

/**
 * The built file; in tests and development the source, which the thread must be taught to read,
 * because a loader of the main thread does not reach into others.
 */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./import-worker.js", import.meta.url), options);
  }
  const [loader, source] = [
    import.meta.resolve("tsx/esm/api"),
    import.meta.resolve("./import-worker.ts"),
  ];
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => {
    register();
    return import(${JSON.stringify(source)});
  });`;
  return new Worker(code, { ...options, eval: true });
}

/** One thread is kept for a while, since starting one costs more than reading a small bill. */
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;
const IDLE_MS = 30_000;

function takeWorker(): Worker {
  if (idle === undefined) {
    return startWorker({
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
  signal?.throwIfAborted();
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
    if (error instanceof BillError && error.code !== "too-large") keepWorker(worker);
    else await worker.terminate();
    throw error;
  }
}

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
  const onAbort = () => end(() => reject(signal?.reason));
  const end = (settle: () => void) => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    settle();
  };
  signal?.addEventListener("abort", onAbort);
  worker.on("error", (error: Error & { code?: string }) =>
    end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : error)),
  );
  worker.on("exit", () => end(() => reject(new Error("the bill thread ended without an answer"))));
  worker.on("message", (message: WorkerMessage) => {
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

function outOfMemory(): BillError {
  return new BillError("too-large", "文件展开后太大，请按时间分成几个文件导入");
}
