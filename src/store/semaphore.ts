/**
 * Lets a bounded number of pieces of costly work run at once; the others wait in a line. Of one key, a
 * user, only so many run: who asks for much waits for himself, and the others pass by.
 */
export class Semaphore {
  readonly #count: number;
  readonly #perKey: number;
  readonly #taken = new Map<unknown, number>();
  #total = 0;
  #line: { key: unknown; go: () => void }[] = [];

  constructor(count: number, perKey = count) {
    this.#count = count;
    this.#perKey = perKey;
  }

  /** The number that wait. */
  get waiting(): number {
    return this.#line.length;
  }

  #hasRoom(key: unknown): boolean {
    return this.#total < this.#count && (this.#taken.get(key) ?? 0) < this.#perKey;
  }

  /** Enters if there is room. Returns how to leave; undefined when there is none. */
  enterNow(key?: unknown): (() => void) | undefined {
    if (!this.#hasRoom(key)) return undefined;
    this.#total += 1;
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return () => this.#leave(key);
  }

  /** Waits for room. Returns how to leave. Throws the signal's reason once that is aborted. */
  async enter(key?: unknown, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const now = this.enterNow(key);
    if (now !== undefined) return now;
    return new Promise((resolve, reject) => {
      const waits = {
        key,
        go: () => {
          signal?.removeEventListener("abort", stop);
          resolve(this.enterNow(key) as () => void);
        },
      };
      const stop = () => {
        this.#line.splice(this.#line.indexOf(waits), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.#line.push(waits);
    });
  }

  /** Lets the one in that has waited longest of those for whom there is room. */
  #leave(key: unknown): void {
    this.#total -= 1;
    const left = (this.#taken.get(key) ?? 0) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
    const index = this.#line.findIndex((waits) => this.#hasRoom(waits.key));
    if (index !== -1) this.#line.splice(index, 1)[0]?.go();
  }
}
