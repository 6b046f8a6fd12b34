/**
 * Long answers in flight. Each holds a snapshot of the database, so that only a few run at once, and
 * one whose client stops reading is cut: a snapshot that never ends keeps the write-ahead log growing.
 */
const MAX_STREAMS = 8;
const STALL_MS = 30_000;

export class Streams {
  #running = 0;
  #waiting: (() => void)[] = [];
  readonly #stallMs: number;

  constructor(stallMs = STALL_MS) {
    this.#stallMs = stallMs;
  }

  /** Takes a place if one is free; the answer gives it back. */
  enterNow(): (() => void) | undefined {
    if (this.#running >= MAX_STREAMS) return undefined;
    this.#running += 1;
    return () => this.#leave();
  }

  /** Waits for a place; the answer gives it back. */
  async enter(): Promise<() => void> {
    const now = this.enterNow();
    if (now !== undefined) return now;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => this.#leave();
  }

  /** Hands the place on to who waits longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
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
