/** The writes that wait for a transaction, by the book that they are about. */
import type { Query } from "../db.ts";

export interface Piece {
  work: (db: Query) => Promise<unknown>;
  /** Has a transaction to itself. */
  long: boolean;
  /** Whose book it changes; 0 where that is not known, or nobody's. */
  userId: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export class WriteQueue {
  #books = new Map<number, Piece[]>();
  /** The books that a running transaction is about: what else they have waits for its end. */
  #busy = new Set<number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get isIdle(): boolean {
    return this.#size === 0 && this.#busy.size === 0;
  }

  add(piece: Piece): void {
    this.#size += 1;
    const book = this.#books.get(piece.userId);
    if (book === undefined) this.#books.set(piece.userId, [piece]);
    else book.push(piece);
  }

  /**
   * At most `most` pieces that may share a transaction, of one book or of several; or one long piece.
   * Their books are busy until `done`.
   */
  take(most: number, oneBook: boolean): Piece[] {
    const taken: Piece[] = [];
    for (const [userId, book] of this.#books) {
      if (this.#busy.has(userId)) continue;
      const long = book.findIndex((piece) => piece.long);
      if (long === 0 && taken.length > 0) continue;
      const end = long === 0 ? 1 : long === -1 ? book.length : long;
      taken.push(...book.splice(0, Math.min(end, most - taken.length)));
      this.#busy.add(userId);
      if (book.length === 0) this.#books.delete(userId);
      if (long === 0 || oneBook || taken.length >= most) break;
    }
    this.#size -= taken.length;
    return taken;
  }

  done(pieces: Piece[]): void {
    for (const { userId } of pieces) this.#busy.delete(userId);
  }

  /** Who waits behind a database that is away has waited as long as those before, and is told the same. */
  rejectAll(error: unknown): void {
    for (const book of this.#books.values()) for (const piece of book) piece.reject(error);
    this.#books.clear();
    this.#size = 0;
  }
}
