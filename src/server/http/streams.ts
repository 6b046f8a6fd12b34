/**
 * Long answers in flight. Each holds a snapshot of the database, so that only a few run at once, and
 * one whose client stops reading is cut: a snapshot that never ends keeps the write-ahead log growing.
 */
import { Semaphore } from "../../store/semaphore.ts";

const MAX_STREAMS = 8;
/** Of one user: who leaves downloads unread does not make others wait. */
const MAX_OF_ONE = 3;
const STALL_MS = 30_000;

export class Streams extends Semaphore {
  readonly #stallMs: number;

  constructor(stallMs = STALL_MS) {
    super(MAX_STREAMS, MAX_OF_ONE);
    this.#stallMs = stallMs;
  }

  /** Passes chunks on; `cut` is called when the reader leaves one untaken for too long. */
  async *guard(
    chunks: AsyncIterable<string>,
    cut: (reason: Error) => void,
  ): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      const stalled = setTimeout(() => cut(new Error("the client stopped reading")), this.#stallMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(stalled);
      }
    }
  }
}
