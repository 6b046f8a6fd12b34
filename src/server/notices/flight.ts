/** The notices that are on their way: so many at once, and only some of them to one address or of one person. */

/** A notice that may be sent, and the address that it goes to. */
export interface Due {
  userId: number;
  id: number;
  target: string;
}

const AT_ONCE = 8;
/** To one address, and of one person: what never answers leaves the other half to others. */
const MOST_OF_ONE = 4;

export class Flight {
  readonly #running = new Set<Promise<void>>();
  readonly #addresses = new Map<string, number>();
  readonly #users = new Map<number, number>();
  #fault: { error: unknown } | undefined;

  get free(): number {
    return AT_ONCE - this.#running.size;
  }

  get isEmpty(): boolean {
    return this.#running.size === 0;
  }

  hasRoom({ target, userId }: Due): boolean {
    const most = Math.max(this.#addresses.get(target) ?? 0, this.#users.get(userId) ?? 0);
    return this.free > 0 && most < MOST_OF_ONE;
  }

  /** The addresses and the people that have as many on their way as they may. */
  full(): { addresses: string[]; users: number[] } {
    return { addresses: fullOf(this.#addresses), users: fullOf(this.#users) };
  }

  add({ target, userId }: Due, sending: Promise<void>): void {
    move(this.#addresses, target, 1);
    move(this.#users, userId, 1);
    const running = sending
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .then(() => {
        move(this.#addresses, target, -1);
        move(this.#users, userId, -1);
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  /** Resolves when one of them has come to its end. */
  async oneEnds(): Promise<void> {
    await Promise.race(this.#running);
  }

  /** Resolves when all have; fails with the first fault that one of them had. */
  async allEnd(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#fault !== undefined) throw this.#fault.error;
  }
}

function fullOf<K>(counts: ReadonlyMap<K, number>): K[] {
  return [...counts].filter(([, count]) => count >= MOST_OF_ONE).map(([one]) => one);
}

function move<K>(counts: Map<K, number>, one: K, by: number): void {
  const count = (counts.get(one) ?? 0) + by;
  if (count === 0) counts.delete(one);
  else counts.set(one, count);
}
