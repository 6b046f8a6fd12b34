/**
 * PostgreSQL, one or many processes beside each other, over `pg`.
 *
 * A read is one snapshot (repeatable read, read only), shared with those that begin at the same
 * moment. Writes run under
 * READ COMMITTED and lock before they read, as the handlers do. Writes that wait together share a
 * transaction, and so its cost and one flush to disk.
 * What passes by itself (a lost connection, a deadlock, a failover) is run again until the time is up.
 */
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import {
  DatabaseAway,
  DatabaseFull,
  type Db,
  type Query,
  type StoreFigures,
  type WriteOptions,
} from "../db.ts";
import { Commit, commitsHang, forgetCommits, TookEffect } from "./commit.ts";
import type { Connection } from "./connection.ts";
import { isFull, isInTheWay, isLate, passes } from "./failures.ts";
import { Pool } from "./pool.ts";
import { type Reader, readAll } from "./snapshot.ts";
import { type Outcome, runTransaction, Spoiled } from "./transaction.ts";
import type { Target } from "./url.ts";
import { type Piece, WriteQueue } from "./write-queue.ts";

/** From a request's first wait to giving up: with the last try, an answer within 5 s. */
const WAIT_MS = 4000;
/** How long a write waits for others that hold its book, as long as the server answers. */
const TURN_MS = 60_000;
const RETRY_MS = 20;
/** A commit is given this long to be confirmed, however late it is. */
const CONFIRM_MS = 1000;
const MAX_BATCH = 128;
/** Reads that share a snapshot; more go to another connection, and so to another processor. */
const MAX_READERS = 16;
/** Transactions with company that run beside each other: while one commits, another is at work. */
const MAX_LANES = 2;
const CLEAN_MS = 60_000;

export class PostgresDb implements Db {
  readonly engine = "postgres";
  onCommit?: (writes: number) => void;
  readonly #pool: Pool;
  readonly #cleaning: NodeJS.Timeout;
  /** Where books lie on several servers, a transaction keeps to one book. */
  oneBook = false;
  #readers: Reader[] = [];
  #queue = new WriteQueue();
  #lanes = 0;
  #starting = false;
  /** A write has waited in vain: the next ones ask first whether standbys confirm anything. */
  #doubtsStandbys = false;

  constructor(target: Target) {
    this.#pool = new Pool(target);
    this.#cleaning = setInterval(() => this.#clean(), CLEAN_MS).unref();
  }

  read<T>(work: (db: Query) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#readers.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#readers.length > 1) return;
      // Who comes in the same turn shares the snapshot: it is taken after all of them have come.
      setImmediate(() => {
        const readers = this.#readers;
        this.#readers = [];
        while (readers.length > 0) void this.#readTogether(readers.splice(0, MAX_READERS));
      });
    });
  }

  /** Readers in one snapshot. Each is answered when it is done; what passes by itself is read again. */
  async #readTogether(readers: Reader[]): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    let left = readers;
    try {
      while (left.length > 0) {
        const connection = await this.#pool.acquire(deadline);
        const again = await readAll(connection, left, performance.now() >= deadline);
        this.#finish(connection, again.length > 0 ? "rollback" : "commit");
        // One reader's fault ends the transaction of all: from now on each has its own.
        for (const reader of again.slice(1)) void this.#readTogether([reader]);
        left = again.slice(0, 1);
        if (left.length > 0) await pause();
      }
    } catch (error) {
      for (const reader of left) reader.reject(error);
    }
  }

  /** Ends a transaction whose end nobody waits for, and gives the connection back. */
  #finish(connection: Connection, command: "commit" | "rollback"): void {
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
      const piece: Piece = {
        work,
        long,
        userId,
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      if (userId === 0) {
        void this.#settle([piece]);
      } else {
        this.#queue.add(piece);
        this.#start();
      }
    });
  }

  /** On the next turn of the event loop, so that who comes in this one joins. */
  #start(): void {
    if (this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      while (this.#lanes < MAX_LANES) {
        const pieces = this.#queue.take(MAX_BATCH, this.oneBook);
        if (pieces.length === 0) return;
        void this.#runLane(pieces, pieces[0]?.long === false);
      }
    });
  }

  /** A transaction and what follows from it. Long or late work does not count among the lanes. */
  async #runLane(pieces: Piece[], counts: boolean): Promise<void> {
    if (counts) this.#lanes += 1;
    const { problem, left } = await this.#settle(pieces);
    if (counts) this.#lanes -= 1;
    this.#queue.done(pieces.filter(({ userId }) => !left.some((late) => late.userId === userId)));
    // Another process holds these books: each waits for its own, and for nobody else's.
    for (const book of booksOf(left)) void this.#runLane(book, false);
    // A book that is busy says nothing about the others.
    if (problem instanceof DatabaseAway && !isInTheWay(problem.cause)) {
      this.#queue.rejectAll(problem);
    }
    this.#start();
  }

  /** Runs pieces to their end and tells each. Returns what stood in the way of all, and who is left. */
  async #settle(pieces: Piece[]): Promise<{ problem?: unknown; left: Piece[] }> {
    try {
      const outcomes = await this.#commit(pieces);
      const left = pieces.filter((_, index) => "left" in (outcomes[index] as Outcome));
      this.onCommit?.(pieces.length - left.length);
      outcomes.forEach((outcome, index) => {
        const piece = pieces[index] as Piece;
        if ("error" in outcome) piece.reject(outcome.error);
        else if ("value" in outcome) piece.resolve(outcome.value);
      });
      return { left };
    } catch (error) {
      if (error instanceof Spoiled) return this.#settleEach(pieces);
      for (const piece of pieces) piece.reject(error);
      return { problem: error, left: [] };
    }
  }

  async #settleEach(pieces: Piece[]): Promise<{ problem?: unknown; left: Piece[] }> {
    let problem: unknown;
    for (const piece of pieces) ({ problem } = await this.#settle([piece]));
    return { problem, left: [] };
  }

  /** One transaction with all pieces, run again while what stands in the way passes by itself. */
  async #commit(pieces: Piece[]): Promise<Outcome[]> {
    const begun = performance.now();
    let deadline = begun + WAIT_MS;
    const commit = new Commit<Outcome[]>(pieces[0]?.userId ?? 0);
    let tookEffect = false;
    for (;;) {
      const connection = await this.#pool.acquire(deadline);
      try {
        if (this.#doubtsStandbys) await this.#requireStandbys(connection);
        if (tookEffect) {
          await commit.confirm(connection, Math.max(CONFIRM_MS, deadline - performance.now()));
        } else await runTransaction(connection, pieces, commit);
        this.#pool.release(connection);
        return commit.sent as Outcome[];
      } catch (error) {
        await this.#abandon(connection);
        if (error instanceof TookEffect) {
          tookEffect = true;
          deadline = Math.max(deadline, performance.now() + CONFIRM_MS);
        } else if (isFull(error)) throw new DatabaseFull(error);
        else if (!passes(error)) throw error;
        // A commit that waits for standbys holds its book, also when nobody waits for its answer any more.
        if (isLate(connection.broken) || isInTheWay(error)) this.#doubtsStandbys = true;
        if (isInTheWay(error)) deadline = Math.min(begun + TURN_MS, performance.now() + WAIT_MS);
        if (performance.now() >= deadline) throw new DatabaseAway(error);
      }
      await pause();
    }
  }

  /** While no standby confirms, another write would only hold its book and a connection of the server. */
  async #requireStandbys(connection: Connection): Promise<void> {
    if (await commitsHang(connection)) throw new DatabaseAway(new Error("no standby confirms"));
    this.#doubtsStandbys = false;
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
  async alone<Row>(text: string, waitMs = WAIT_MS): Promise<Row[]> {
    const connection = await this.#pool.acquire(performance.now() + waitMs);
    try {
      return (await connection.script<Row>(text)).rows;
    } finally {
      this.#pool.release(connection);
    }
  }

  /** Now and then the rows of old commits are deleted; a failure waits for the next time. */
  async #clean(): Promise<void> {
    try {
      const connection = await this.#pool.acquire(performance.now() + WAIT_MS);
      await forgetCommits(connection, Date.now()).finally(() => this.#pool.release(connection));
    } catch {
      return;
    }
  }

  figures(): StoreFigures {
    return { queued: this.#queue.size, connections: this.#pool.figures() };
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    while (!this.#queue.isIdle) await nextTurn();
    await this.#pool.close();
  }
}

/** The pieces of each book together. */
function booksOf(pieces: Piece[]): Piece[][] {
  const books = new Map<number, Piece[]>();
  for (const piece of pieces) {
    books.set(piece.userId, [...(books.get(piece.userId) ?? []), piece]);
  }
  return [...books.values()];
}

/** A little while, of differing length, so that those who got in each other's way do not again. */
function pause(): Promise<void> {
  return wait(RETRY_MS * (0.5 + Math.random()));
}
