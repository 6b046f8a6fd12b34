interface Waiting {
  key: unknown;
  weight: number;
  go: () => void;
}

/**
 * Lets a bounded amount of costly work run at once; the rest waits in a line. Of one key, a user, only so much
 * runs: who asks for much waits for himself, and the others pass by. A piece counts as one, or as what it
 * weighs; one that weighs more than there is room for runs alone.
 */
export class Semaphore {
  readonly #room: number;
  readonly #perKey: number;
  readonly #taken = new Map<unknown, number>();
  #total = 0;
  #line: Waiting[] = [];

  constructor(room: number, perKey = Number.POSITIVE_INFINITY) {
    this.#room = room;
    this.#perKey = perKey;
  }

  /** The number that wait. */
  get waiting(): number {
    return this.#line.length;
  }

  #mayKey(key: unknown, weight: number): boolean {
    const taken = this.#taken.get(key) ?? 0;
    return taken === 0 || taken + weight <= this.#perKey;
  }

  #hasRoom(weight: number): boolean {
    return this.#total === 0 || this.#total + weight <= this.#room;
  }

  /** Enters if there is room, and nobody waits for it. Returns how to leave; undefined when there is none. */
  enterNow(key?: unknown, weight = 1): (() => void) | undefined {
    const isAwaited = this.#line.some((waits) => this.#mayKey(waits.key, waits.weight));
    if (isAwaited || !this.#mayKey(key, weight) || !this.#hasRoom(weight)) return undefined;
    return this.#take(key, weight);
  }

  #take(key: unknown, weight: number): () => void {
    this.#total += weight;
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + weight);
    return () => this.#leave(key, weight);
  }

  /** Waits for room. Returns how to leave. Throws the signal's reason once that is aborted. */
  async enter(key?: unknown, signal?: AbortSignal, weight = 1): Promise<() => void> {
    signal?.throwIfAborted();
    const now = this.enterNow(key, weight);
    if (now !== undefined) return now;
    return new Promise((resolve, reject) => {
      const waits = {
        key,
        weight,
        go: () => {
          signal?.removeEventListener("abort", stop);
          resolve(this.#take(key, weight));
        },
      };
      const stop = () => {
        this.#line.splice(this.#line.indexOf(waits), 1);
        reject(signal?.reason);
        this.#admit();
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.#line.push(waits);
    });
  }

  #leave(key: unknown, weight: number): void {
    this.#total -= weight;
    const left = (this.#taken.get(key) ?? 0) - weight;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
    this.#admit();
  }

  /** Lets those in who have waited longest of those that may; behind one for whom there is no room yet, nobody. */
  #admit(): void {
    for (let index = 0; index < this.#line.length; ) {
      const { key, weight, go } = this.#line[index] as Waiting;
      if (!this.#mayKey(key, weight)) {
        index += 1;
      } else if (this.#hasRoom(weight)) {
        this.#line.splice(index, 1);
        go();
      } else return;
    }
  }
}
