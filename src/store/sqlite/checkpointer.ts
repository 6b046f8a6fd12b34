/**
 * Moves the write-ahead log into the database file on a thread of its own while many writes come.
 * SQLite would do it inside some unlucky commit, and every request would wait for that disk work. The
 * thread starts when it is first needed and ends when it has been idle: a quiet service has none.
 */
import type { Worker } from "node:worker_threads";
import { startThread } from "../own-files.ts";
import type { Moved } from "./checkpoint-thread.ts";

/** A log's file that is longer is cut when all of it is moved, in bytes. */
const LONG_LOG = 64_000_000;
/**
 * What one commit takes off its end, in bytes: 3 ms. All at once would take 0.4 s for 1 GB, and no write
 * gets in meanwhile: neither in a commit nor by `wal_checkpoint(TRUNCATE)` on the thread.
 */
const CUT = 8_000_000;
/** Some 12 MB of log: a record touches about six pages of 4 KiB. */
const WRITES_BETWEEN = 500;
const IDLE_MS = 30_000;
/** A reader keeps what was written after it began in the log: it is tried again, until the reader is gone. */
const AGAIN_MS = 500;

export class Checkpointer {
  #path: string;
  #onMoved: (left: number, limit: number | undefined) => void;
  #writes = 0;
  #isCutting = false;
  #worker: Worker | undefined;
  #busy = false;
  #timer: NodeJS.Timeout | undefined;
  #ended = Promise.resolve();

  /**
   * @param onMoved Is told how many pages of the log are not in the database yet, and to how many bytes
   * the next commit that begins the log anew is to cut its file, if at all.
   */
  constructor(path: string, onMoved: (left: number, limit: number | undefined) => void) {
    this.#path = path;
    this.#onMoved = onMoved;
  }

  /** Counts writes that have been committed; after enough of them the thread is set to work. */
  count(writes: number): void {
    this.#writes += writes;
    this.#moveIfEnough();
  }

  #moveIfEnough(): void {
    // A commit begins the log anew, and cuts it, only when all of it is moved.
    const enough = this.#isCutting ? 1 : WRITES_BETWEEN;
    if (this.#writes >= enough && !this.#busy) this.move();
  }

  /** Sets the thread to work now. */
  move(): void {
    this.#writes = 0;
    this.#busy = true;
    clearTimeout(this.#timer);
    this.#worker ??= this.#start();
    this.#worker.postMessage("move");
  }

  /** Ends the thread; resolves when its connection is closed. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    // Until now it kept no process alive; what waits for its end must outlive it.
    this.#worker?.ref();
    this.#worker?.postMessage("end");
    this.#worker = undefined;
    await this.#ended;
  }

  #start(): Worker {
    const worker = startThread("store/sqlite/checkpoint-thread", {
      workerData: { path: this.#path },
    });
    worker.unref();
    worker.on("message", ({ left, size }: Moved) => {
      // One that was told to end has nothing to say any more.
      if (this.#worker !== worker) return;
      this.#busy = false;
      this.#isCutting = left === 0 && size > LONG_LOG;
      if (left !== undefined) this.#onMoved(left, this.#isCutting ? size - CUT : undefined);
      this.#timer =
        left === 0
          ? setTimeout(() => void this.end(), IDLE_MS).unref()
          : setTimeout(() => this.move(), AGAIN_MS).unref();
      // Without this, what was written while it moved would wait for the next write.
      this.#moveIfEnough();
    });
    this.#ended = new Promise((resolve) => {
      const gone = () => {
        // One that was ended may have a successor by now, whose work is not over.
        if (this.#worker === worker) {
          this.#worker = undefined;
          this.#busy = false;
        }
        resolve();
      };
      // Without the thread SQLite moves the log inside a commit, as it always could.
      worker.on("error", gone);
      worker.on("exit", gone);
    });
    return worker;
  }
}
