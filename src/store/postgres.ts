/**
 * PostgreSQL, one or many processes beside each other, over `pg`.
 *
 * A read is one snapshot (repeatable read, read only) on a connection of its own. Writes run under
 * READ COMMITTED and lock before they read, as the handlers do. Writes of one book would wait for
 * each other's locks anyway: those that wait together share a transaction, and so one flush to disk.
 * What passes by itself (a lost connection, a deadlock, a failover) is run again until the time is up.
 */
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { DatabaseAway, type Db, type Query, type StoreFigures, type WriteOptions } from "./db.ts";
import { Commit, forgetCommits, TookEffect } from "./postgres/commit.ts";
import type { Connection } from "./postgres/connection.ts";
import { passes, stateOf } from "./postgres/failures.ts";
import { Pool } from "./postgres/pool.ts";
import type { Target } from "./postgres/url.ts";
import { View } from "./postgres/view.ts";

/** From a request's first wait to giving up: with the last try, an answer within 5 s. */
const WAIT_MS = 4000;
const RETRY_MS = 20;
const MAX_BATCH = 128;
const CLEAN_MS = 60_000;

const BEGIN_READ = "begin isolation level repeatable read read only";
const BEGIN_WRITE = "begin isolation level read committed read write";

interface Piece {
  work: (db: Query) => Promise<unknown>;
  long: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** How a piece ended inside its transaction; told to its caller only after the commit. */
type Outcome = { value: unknown } | { error: unknown };

/** Pieces shared a transaction and one of them failed after it had written. */
class Spoiled extends Error {}

export class PostgresDb implements Db {
  readonly engine = "postgres";
  onCommit?: (writes: number) => void;
  readonly #pool: Pool;
  readonly #cleaning: NodeJS.Timeout;
  /** The pieces that wait, by book; a book is here while a transaction of it runs. */
  #books = new Map<number, Piece[]>();
  #queued = 0;

  constructor(target: Target) {
    this.#pool = new Pool(target);
    this.#cleaning = setInterval(() => this.#clean(), CLEAN_MS).unref();
  }

  async read<T>(work: (db: Query) => Promise<T>): Promise<T> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const connection = await this.#pool.acquire(deadline);
      const view = new View(connection);
      try {
        // Sent in one packet with the first statement.
        const begun = connection.command(BEGIN_READ);
        begun.catch(() => {});
        const value = await work(view);
        await begun;
        this.#finish(connection, view, "commit");
        return value;
      } catch (error) {
        this.#finish(connection, view, "rollback");
        // A write inside a read is a fault of ours, not of a server that was demoted.
        if (!passes(error) || stateOf(error) === "25006") throw error;
        if (view.paged || Date.now() >= deadline) throw new DatabaseAway(error);
      }
      await pause();
    }
  }

  /** Ends a transaction whose end nobody waits for, and gives the connection back. */
  #finish(connection: Connection, view: View, command: "commit" | "rollback"): void {
    view.end();
    const release = () => this.#pool.release(connection);
    if (connection.broken !== undefined) {
      release();
      return;
    }
    connection.command(command).then(release, () => {
      connection.destroy();
      release();
    });
  }

  write<T>(work: (db: Query) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { long = false, userId = 0 } = options;
    return new Promise<T>((resolve, reject) => {
      const piece = { work, long, resolve: resolve as (value: unknown) => void, reject };
      if (userId === 0) void this.#settle([piece], 0);
      else this.#queue(piece, userId);
    });
  }

  /** Joins the pieces of the book; the first of them starts on the next turn, with its company. */
  #queue(piece: Piece, userId: number): void {
    this.#queued += 1;
    const book = this.#books.get(userId);
    if (book !== undefined) {
      book.push(piece);
      return;
    }
    this.#books.set(userId, [piece]);
    setImmediate(() => this.#runBook(userId));
  }

  async #runBook(userId: number): Promise<void> {
    const book = this.#books.get(userId) as Piece[];
    while (book.length > 0) {
      const batch = nextBatch(book);
      this.#queued -= batch.length;
      const problem = await this.#settle(batch, userId);
      // Who waited behind them has waited as long, and is told the same.
      if (problem instanceof DatabaseAway) {
        this.#queued -= book.length;
        for (const piece of book.splice(0)) piece.reject(problem);
      }
    }
    this.#books.delete(userId);
  }

  /** Runs pieces to their end and tells each. Answers what stood in the way of all. */
  async #settle(pieces: Piece[], userId: number): Promise<unknown> {
    try {
      const outcomes = await this.#commit(pieces, userId);
      this.onCommit?.(pieces.length);
      outcomes.forEach((outcome, index) => {
        const piece = pieces[index] as Piece;
        if ("error" in outcome) piece.reject(outcome.error);
        else piece.resolve(outcome.value);
      });
      return undefined;
    } catch (error) {
      if (error instanceof Spoiled) {
        let problem: unknown;
        for (const piece of pieces) problem = await this.#settle([piece], userId);
        return problem;
      }
      for (const piece of pieces) piece.reject(error);
      return error;
    }
  }

  /** One transaction with all pieces, run again while what stands in the way passes by itself. */
  async #commit(pieces: Piece[], userId: number): Promise<Outcome[]> {
    const deadline = Date.now() + WAIT_MS;
    const commit = new Commit<Outcome[]>(userId);
    for (;;) {
      const connection = await this.#pool.acquire(deadline);
      try {
        const outcomes = await attempt(connection, pieces, commit);
        this.#pool.release(connection);
        return outcomes;
      } catch (error) {
        await this.#abandon(connection);
        if (error instanceof TookEffect) return commit.sent as Outcome[];
        if (!passes(error)) throw error;
        if (Date.now() >= deadline) throw new DatabaseAway(error);
      }
      await pause();
    }
  }

  async #abandon(connection: Connection): Promise<void> {
    try {
      if (connection.broken === undefined) await connection.command("rollback");
    } catch {
      connection.destroy();
    }
    this.#pool.release(connection);
  }

  /** Runs one statement or script outside any transaction. */
  async alone<Row>(text: string): Promise<Row[]> {
    const connection = await this.#pool.acquire(Date.now() + WAIT_MS);
    try {
      return (await connection.command<Row>(text)).rows;
    } finally {
      this.#pool.release(connection);
    }
  }

  /** Now and then the rows of old commits are deleted; a failure waits for the next time. */
  async #clean(): Promise<void> {
    try {
      const connection = await this.#pool.acquire(Date.now() + WAIT_MS);
      await forgetCommits(connection, Date.now()).finally(() => this.#pool.release(connection));
    } catch {
      return;
    }
  }

  figures(): StoreFigures {
    return { queued: this.#queued, connections: this.#pool.figures() };
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    while (this.#books.size > 0) await nextTurn();
    await this.#pool.close();
  }
}

/** The pieces in one transaction, to its commit. */
async function attempt(
  connection: Connection,
  pieces: Piece[],
  commit: Commit<Outcome[]>,
): Promise<Outcome[]> {
  const opened = Promise.all([connection.command(BEGIN_WRITE), commit.claim(connection)]);
  opened.catch(() => {});
  // After a lost answer it must be known first whether there is anything left to do.
  if (commit.sent !== undefined) await opened;
  const outcomes: Outcome[] = [];
  for (const piece of pieces) outcomes.push(await runPiece(connection, piece, pieces.length > 1));
  await opened;
  const [alone] = outcomes;
  if (outcomes.length === 1 && alone && "error" in alone) throw alone.error;
  commit.sent = outcomes;
  const { command } = await connection.command("commit");
  if (command !== "COMMIT") throw new Error("the transaction had failed before its end");
  return outcomes;
}

/**
 * A piece that is refused before it has written leaves its neighbours alone; after that, its writes
 * can only be undone with theirs, and all run again, each for itself.
 */
async function runPiece(
  connection: Connection,
  piece: Piece,
  inCompany: boolean,
): Promise<Outcome> {
  const view = new View(connection, piece);
  try {
    return { value: await piece.work(view) };
  } catch (error) {
    if (passes(error)) throw error;
    if (inCompany && (view.wrote || stateOf(error) !== undefined)) throw new Spoiled();
    return { error };
  } finally {
    view.end();
  }
}

/** As many as may share a transaction; long work has one to itself. */
function nextBatch(book: Piece[]): Piece[] {
  const long = book.findIndex((piece) => piece.long);
  const end = long === 0 ? 1 : long === -1 ? book.length : long;
  return book.splice(0, Math.min(MAX_BATCH, end));
}

/** A little while, of differing length, so that those who got in each other's way do not again. */
function pause(): Promise<void> {
  return wait(RETRY_MS * (0.5 + Math.random()));
}
