/**
 * The statements that a connection's server keeps prepared, by their text. There are at most so many:
 * the one that was used longest ago gives way, so that lists of every length cannot push out
 * what every request asks.
 */
import type { Columns } from "./columns.ts";

const MAX_PLANS = 500;

/** A statement that the server keeps under a name. */
export class Plan {
  readonly name: string;
  /** Whether the server has it, as far as we know. */
  ready = false;
  /** How its rows look; undefined until the server has said, and where it has none. */
  columns: Columns | undefined;

  constructor(name: string) {
    this.name = name;
  }
}

export class Plans {
  /** In order of use: the first is the one that goes first. */
  readonly #plans = new Map<string, Plan>();
  #made = 0;

  /** The plan of a text, and the one that has given way to it. */
  take(text: string): { plan: Plan; gone?: Plan } {
    const known = this.#plans.get(text);
    if (known !== undefined) {
      this.#plans.delete(text);
      this.#plans.set(text, known);
      return { plan: known };
    }
    this.#made += 1;
    const plan = new Plan(`s${this.#made}`);
    this.#plans.set(text, plan);
    if (this.#plans.size <= MAX_PLANS) return { plan };
    const [[oldest, gone]] = this.#plans as unknown as [[string, Plan]];
    this.#plans.delete(oldest);
    return { plan, gone };
  }
}
