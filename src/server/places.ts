/** A bounded number of places for work that costs much; whoever finds none waits in a line. */
export class Places {
  readonly #count: number;
  #taken = 0;
  #line: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** How many wait in the line. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Takes a place if one is free; the answer gives it back. */
  enterNow(): (() => void) | undefined {
    if (this.#taken >= this.#count) return undefined;
    this.#taken += 1;
    return () => this.#leave();
  }

  /** Waits for a place; the answer gives it back. Throws the signal's reason once that is aborted. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const now = this.enterNow();
    if (now !== undefined) return now;
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const stop = () => {
        this.#line.splice(this.#line.indexOf(go), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.#line.push(go);
    });
    return () => this.#leave();
  }

  /** Hands the place on to who waits longest. */
  #leave(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
