/**
 * The statements that a connection's server keeps prepared, by their text. There are at most so many:
 * the one that was used longest ago gives way, so that lists of every length cannot push out
 * what every request asks.
 */
import type { Columns } from "./columns.ts";

const MOST_PREPARED = 500;

/** A statement that the server keeps under a name. */
export class Prepared {
  readonly name: string;
  /** Whether the server has it, as far as we know. */
  ready = false;
  /** How its rows look; undefined until the server has said, and where it has none. */
  columns: Columns | undefined;

  constructor(name: string) {
    this.name = name;
  }
}

export class PreparedStatements {
  /** In order of use: the first is the one that goes first. */
  readonly #prepared = new Map<string, Prepared>();
  #made = 0;

  /** What is prepared of a text, and the one that has given way to it. */
  take(text: string): { prepared: Prepared; gone?: Prepared } {
    const known = this.#prepared.get(text);
    if (known !== undefined) {
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return { prepared: known };
    }
    this.#made += 1;
    const prepared = new Prepared(`s${this.#made}`);
    this.#prepared.set(text, prepared);
    if (this.#prepared.size <= MOST_PREPARED) return { prepared };
    const [[oldest, gone]] = this.#prepared as unknown as [[string, Prepared]];
    this.#prepared.delete(oldest);
    return { prepared, gone };
  }
}
