/**
 * The embedded engine: better-sqlite3 with WAL, full durability and group commit.
 *
 * One connection writes. Writes queue; on the next turn of the event loop the whole queue runs as one
 * transaction, and every promise settles only after the commit is on disk. The disk is asked once a
 * batch instead of once a request, which is what makes durable writes cheap. Reads have connections
 * of their own and never wait for the writer. Long reads, and in a service long writes, run on threads.
 *
 * A piece that fails must take nothing of its own along and nothing of its neighbours'. Most failures
 * are refusals before anything was written: there is nothing to undo. Where a piece fails after it
 * wrote, the batch is rolled back and runs again with a savepoint around each piece. Savepoints from
 * the start would cost every write (SQLite copies each page that a savepoint touches).
 */
import { type Stats, statfsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type Database from "better-sqlite3";
import {
  DatabaseAway,
  DatabaseFull,
  DatabaseLost,
  type Db,
  type Query,
  type ReadOptions,
  type StoreFigures,
  type WriteOptions,
} from "../db.ts";
import { Semaphore } from "../semaphore.ts";
import { Checkpointer } from "./checkpointer.ts";
import { Connection } from "./sqlite-connection.ts";
import { closeOnThread, readOnThread, writeOnThread } from "./statement-threads.ts";

const MAX_BATCH = 512;
/** How often the file is looked at. */
const WATCH_MS = 400;
const MAX_READERS = 24;
/** Long reads at once, and of one user. */
const MAX_LONG = 16;
const MAX_LONG_OF_ONE = 3;
/** How long a write waits for another process (the CLI) to release the database. */
const LOCK_WAIT_MS = 5000;
const LOCK_RETRY_MS = 4;
/** The pause between two syncs of the log while a long write goes on. */
const SYNC_MS = 100;
/**
 * Pages of log at which a commit moves what is left of it by itself: 64 MB. It is what makes the log begin
 * anew when writes come without a pause, and all there is should the thread not come up.
 */
const LOG_PAGES = 16_000;
const PAGE_BYTES = 4096;
/**
 * With more left than this no commit moves it, and the thread does when the reader is gone that kept it: the
 * 64 MB behind a slow download held every request for 0.3 s.
 */
const LEFT_PAGES = 2000;
/**
 * What a connection keeps of the file, in KiB, to its end: the allocator does not give small blocks back.
 * The one writer meets the same pages again and again; of readers there are many, and what they miss lies
 * in the system's own cache.
 */
const WRITER_CACHE_KIB = 32_768;
const READER_CACHE_KIB = 4096;

/** A disk with less is full: the next commits need some of it for the log. */
const ROOM_BYTES = 1_000_000;

interface Piece {
  work: (db: Query) => Promise<unknown>;
  long: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** A reader in a transaction, and how many reads are at it. */
interface Snapshot {
  reader: Connection;
  users: number;
}

/** How a piece ended inside the batch; told to its caller only after the commit. */
type Outcome = { value: unknown } | { error: unknown };

export class SqliteDb implements Db {
  readonly engine = "sqlite";
  readonly path: string;
  onCommit?: (writes: number) => void;
  #writer: Connection;
  #checkpointer: Checkpointer;
  /** Whether a commit moves a long log by itself. */
  #commitsMove = true;
  /** To how many bytes a commit that begins the log anew cuts its file. */
  #logLimit: number | undefined;
  #longWritesBeside = false;
  #idle: Connection[] = [];
  #readers = 0;
  #waiting: ((reader: Connection) => void)[] = [];
  #shared: Snapshot | undefined;
  readonly #longReads = new Semaphore(MAX_LONG, MAX_LONG_OF_ONE);
  readonly #long = new Set<Promise<unknown>>();
  #queue: Piece[] = [];
  #running = false;
  #closed = false;
  #drained: (() => void)[] = [];
  /** The file that this database is; another one at its path is another book. */
  #file: Stats | undefined;
  #watch: NodeJS.Timeout | undefined;
  #lost = false;
  /** What the last write failed with, while the disk has no more room than then. */
  #full: DatabaseFull | undefined;

  /**
   * Opens an existing or new database file. Throws what the driver throws. `waitMs` is how long this
   * connection waits inside SQLite for another process; a server at work sets it back to 0.
   */
  constructor(path: string, options: { readonly?: boolean; waitMs?: number } = {}) {
    this.path = path;
    this.#checkpointer = new Checkpointer(path, (left, limit) => {
      this.#letCommitsMove(left <= LEFT_PAGES);
      this.#letCommitsCut(limit);
    });
    this.#writer = new Connection(
      path,
      { timeout: options.waitMs ?? 0, readonly: options.readonly ?? false },
      WRITER_CACHE_KIB,
    );
    if (options.readonly) return;
    // Answers wait for the disk: NORMAL, the driver's default in WAL, can lose the last commits.
    this.#writer.raw.pragma("journal_mode = WAL");
    this.#writer.raw.pragma("synchronous = FULL");
    this.#writer.raw.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    this.#moveLongLog();
    this.#file = statSync(path);
    this.#watch = setInterval(() => this.#look(), WATCH_MS).unref();
  }

  /** A file that was deleted or replaced takes what is written with it: nothing more is acknowledged. */
  #look(): void {
    let found: Stats | undefined;
    try {
      found = statSync(this.path, { throwIfNoEntry: false });
    } catch {
      // A disk that fails says nothing of the file.
      return;
    }
    this.#lost = found?.ino !== this.#file?.ino || found?.dev !== this.#file?.dev;
    if (this.#full !== undefined && hasRoom(this.path)) this.#full = undefined;
  }

  /**
   * Leaves a log that is long already to the thread, so that no commit pays for it: a service that was killed leaves
   * one, and a long write.
   */
  #moveLongLog(): void {
    const size = statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const isLong = size > LOG_PAGES * PAGE_BYTES;
    this.#letCommitsMove(!isLong);
    if (isLong) this.#checkpointer.move();
  }

  #letCommitsMove(may: boolean): void {
    if (may === this.#commitsMove) return;
    this.#commitsMove = may;
    this.#writer.raw.pragma(`wal_autocheckpoint = ${may ? LOG_PAGES : 0}`);
  }

  /** Without a limit again while a reader keeps the log, which may have grown by much when it begins anew. */
  #letCommitsCut(limit: number | undefined): void {
    if (limit === this.#logLimit) return;
    this.#logLimit = limit;
    this.#writer.raw.pragma(`journal_size_limit = ${limit ?? -1}`);
  }

  /** Nothing more is acknowledged of a file that is another by now. */
  #refuseLost(): void {
    this.#look();
    if (this.#lost) throw new DatabaseLost(this.path);
  }

  /** Runs long writes on a thread from here on, as a service wants it whose requests they would hold. */
  writeLongBeside(): void {
    this.#longWritesBeside = true;
  }

  /** A failure for want of room as what it is; any other as it was. */
  #asFull(error: unknown): unknown {
    if (!isFull(error)) return error;
    this.#full = new DatabaseFull(error);
    return this.#full;
  }

  /** The writing connection, for maintenance before the service takes requests. */
  get raw(): Database.Database {
    return this.#writer.raw;
  }

  /**
   * Reads that arrive in one turn of the event loop share a snapshot, as writes share a commit: it
   * holds every commit from before the turn, and a commit of ours within the turn ends the sharing.
   */
  async read<T>(
    work: (db: Query) => Promise<T>,
    { longOf, toWrite }: ReadOptions = {},
  ): Promise<T> {
    if (this.#lost) throw new DatabaseLost(this.path);
    if (toWrite && this.#full !== undefined) throw this.#full;
    if (longOf !== undefined) return this.#readLong(work, longOf);
    const snapshot = this.#shared ?? this.#share(this.#idle.pop() ?? (await this.#acquire()));
    snapshot.users += 1;
    try {
      return await work(snapshot.reader);
    } finally {
      snapshot.users -= 1;
      if (snapshot.users === 0 && snapshot !== this.#shared) this.#end(snapshot);
    }
  }

  /** Beside the event loop, which a scan of a large book would hold. */
  async #readLong<T>(work: (db: Query) => Promise<T>, userId: number): Promise<T> {
    const leave = await this.#longReads.enter(userId);
    if (this.#closed) {
      leave();
      throw new DatabaseAway(new Error("closed"));
    }
    const reading = readOnThread(this.path, work, userId).finally(() => {
      this.#long.delete(reading);
      leave();
    });
    this.#long.add(reading);
    return reading;
  }

  #share(reader: Connection): Snapshot {
    try {
      reader.command("begin");
    } catch (error) {
      this.#discard(reader);
      throw error;
    }
    const snapshot = { reader, users: 0 };
    this.#unshare();
    this.#shared = snapshot;
    setImmediate(() => {
      if (this.#shared === snapshot) this.#unshare();
    });
    return snapshot;
  }

  /** From here on reads begin a snapshot of their own; the one so far ends with its last read. */
  #unshare(): void {
    const snapshot = this.#shared;
    this.#shared = undefined;
    if (snapshot?.users === 0) this.#end(snapshot);
  }

  #end({ reader }: Snapshot): void {
    try {
      reader.endPages();
      reader.command("commit");
    } finally {
      // A connection whose transaction did not end would fail everyone after.
      if (reader.raw.inTransaction) this.#discard(reader);
      else this.#release(reader);
    }
  }

  #acquire(): Connection | Promise<Connection> {
    if (this.#closed) throw new DatabaseAway(new Error("closed"));
    if (this.#readers >= MAX_READERS) return new Promise((resolve) => this.#waiting.push(resolve));
    const reader = this.#openReader();
    this.#readers += 1;
    return reader;
  }

  #openReader(): Connection {
    return new Connection(this.path, { readonly: true, timeout: 1000 }, READER_CACHE_KIB);
  }

  #release(reader: Connection): void {
    const next = this.#waiting.shift();
    if (next) next(reader);
    else if (this.#closed) reader.raw.close();
    else this.#idle.push(reader);
  }

  /** Replaces a connection that cannot be used again. */
  #discard(reader: Connection): void {
    this.#readers -= 1;
    reader.raw.close();
    if (this.#waiting.length === 0) return;
    this.#readers += 1;
    this.#release(this.#openReader());
  }

  write<T>(work: (db: Query) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#closed) return Promise.reject(new DatabaseAway(new Error("closed")));
    if (this.#lost) return Promise.reject(new DatabaseLost(this.path));
    return new Promise<T>((resolve, reject) => {
      const settle = resolve as (value: unknown) => void;
      this.#queue.push({ work, long: options.long ?? false, resolve: settle, reject });
      if (!this.#running) {
        this.#running = true;
        setImmediate(() => this.#runQueue());
      }
    });
  }

  /** Runs one batch, then lets the event loop turn so that answers leave and requests arrive. */
  async #runQueue(): Promise<void> {
    const first = this.#queue[0];
    if (first?.long) await this.#runLong(this.#queue.shift() as Piece);
    else if (first) await this.#runBatch(this.#nextBatch());
    if (this.#queue.length > 0) {
      setImmediate(() => this.#runQueue());
      return;
    }
    this.#running = false;
    for (const drained of this.#drained.splice(0)) drained();
  }

  /**
   * Its log goes to the disk while it is written, and into the database afterwards, by the thread: its commit
   * would do both for all of it at once, and everybody would wait.
   */
  async #runLong(piece: Piece): Promise<void> {
    const stop = syncRegularly(`${this.path}-wal`);
    this.#letCommitsMove(false);
    await (this.#longWritesBeside ? this.#runBeside(piece) : this.#runBatch([piece]));
    this.#moveLongLog();
    stop();
  }

  /** On a thread: of 20,000 rows the commit alone would hold every request for 0.1 s. */
  async #runBeside({ work, resolve, reject }: Piece): Promise<void> {
    try {
      const value = await writeOnThread(this.path, work, {
        begin: (take) => this.#takeLock(take),
        mayCommit: () => this.#refuseLost(),
      });
      this.#countCommit(1);
      resolve(value);
    } catch (error) {
      reject(this.#asFull(error));
    }
  }

  #nextBatch(): Piece[] {
    const long = this.#queue.findIndex((piece) => piece.long);
    return this.#queue.splice(0, Math.min(MAX_BATCH, long === -1 ? this.#queue.length : long));
  }

  async #runBatch(batch: Piece[]): Promise<void> {
    try {
      await this.#begin();
      const outcomes = (await this.#runPlainly(batch)) ?? (await this.#runGuarded(batch));
      // A lone piece that failed has been rolled back already.
      if (this.#writer.raw.inTransaction) {
        this.#writer.command("commit");
        this.#countCommit(batch.length);
      }
      outcomes.forEach((outcome, index) => {
        const piece = batch[index] as Piece;
        if ("error" in outcome) piece.reject(this.#asFull(outcome.error));
        else piece.resolve(outcome.value);
      });
    } catch (fault) {
      if (this.#writer.raw.inTransaction) this.#rollback();
      const error = this.#asFull(fault);
      for (const piece of batch) piece.reject(error);
    }
  }

  /** What a commit of so many writes is followed by: reads begin anew, and the log may be moved. */
  #countCommit(writes: number): void {
    this.#unshare();
    this.onCommit?.(writes);
    this.#checkpointer.count(writes);
  }

  #begin(): Promise<void> {
    return this.#takeLock(() => this.#writer.command("begin immediate"));
  }

  /** Takes the write lock. Never waits inside SQLite, which would stop every other request. */
  async #takeLock(take: () => unknown): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        await take();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= deadline) throw new DatabaseAway(error);
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }

  /** Runs the pieces without savepoints. Undefined when one failed after it wrote: all is undone. */
  async #runPlainly(batch: Piece[]): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = [];
    const turn = watchTurn(batch);
    try {
      for (const piece of batch) {
        this.#writer.wrote = false;
        const outcome = await this.#runPiece(piece, turn);
        if ("error" in outcome && this.#writer.wrote) {
          this.#rollback();
          // A lone piece is not tried again: there is no neighbour to save.
          if (batch.length === 1) return [outcome];
          await this.#begin();
          return undefined;
        }
        outcomes.push(outcome);
      }
    } finally {
      turn.end();
    }
    return outcomes;
  }

  /** Runs the pieces each inside its own savepoint. */
  async #runGuarded(batch: Piece[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const turn = watchTurn(batch);
    try {
      for (const piece of batch) {
        this.#writer.command("savepoint piece");
        const outcome = await this.#runPiece(piece, turn);
        if ("error" in outcome) this.#writer.command("rollback to piece");
        this.#writer.command("release piece");
        outcomes.push(outcome);
      }
    } finally {
      turn.end();
    }
    return outcomes;
  }

  /**
   * Runs one piece. SQLite ends the whole transaction by itself on a full disk, an I/O error or no
   * memory; what the neighbours did is gone with it, so that is thrown and refuses the whole batch.
   */
  async #runPiece(piece: Piece, turn: Turn): Promise<Outcome> {
    let outcome: Outcome;
    try {
      outcome = { value: await piece.work(this.#writer) };
    } catch (error) {
      outcome = { error };
    }
    if (!this.#writer.raw.inTransaction) {
      throw "error" in outcome ? outcome.error : new Error("the transaction ended by itself");
    }
    if (turn.passed()) {
      // The fault of this piece alone: for the next the watch starts again.
      turn.renew();
      return { error: new Error("a write waited for something other than the database") };
    }
    return outcome;
  }

  #rollback(): void {
    try {
      this.#writer.command("rollback");
    } catch (error) {
      if (this.#writer.raw.inTransaction) throw error;
    }
  }

  figures(): StoreFigures {
    let bytes = 0;
    for (const suffix of ["", "-wal"]) {
      bytes += statSync(this.path + suffix, { throwIfNoEntry: false })?.size ?? 0;
    }
    return { queued: this.#queue.length, bytes };
  }

  async close(): Promise<void> {
    if (this.#running) await new Promise<void>((resolve) => this.#drained.push(resolve));
    this.#closed = true;
    clearInterval(this.#watch);
    await Promise.allSettled(this.#long);
    await this.#checkpointer.end();
    await closeOnThread(this.path);
    this.#unshare();
    for (const reader of this.#idle.splice(0)) reader.raw.close();
    this.#writer.raw.close();
  }
}

interface Turn {
  passed(): boolean;
  renew(): void;
  end(): void;
}

/**
 * Notices when the event loop turns: other requests would then see and join a half-done batch. A long
 * piece, which has its transaction to itself, may let it turn.
 */
function watchTurn(batch: Piece[]): Turn {
  if (batch[0]?.long) return { passed: () => false, renew: () => {}, end: () => {} };
  let passed = false;
  const mark = () => {
    passed = true;
  };
  // A turn runs timers before immediates: either may be the first to notice.
  let immediate = setImmediate(mark);
  const timer = setTimeout(mark, 0);
  return {
    passed: () => passed,
    renew: () => {
      passed = false;
      clearImmediate(immediate);
      immediate = setImmediate(mark);
      timer.refresh();
    },
    end: () => {
      clearImmediate(immediate);
      clearTimeout(timer);
    },
  };
}

/**
 * Lets the disk have what a file holds, again and again beside the event loop, until it is stopped. What is over
 * before the first time costs nothing.
 */
function syncRegularly(path: string): () => void {
  let stopped = false;
  const sync = async () => {
    await wait(SYNC_MS);
    const file = stopped ? undefined : await open(path).catch(() => undefined);
    while (!stopped && file !== undefined) {
      // What it fails with the commit says, which asks for the same.
      await file.datasync().catch(() => {});
      await wait(SYNC_MS);
    }
    await file?.close();
  };
  void sync();
  return () => {
    stopped = true;
  };
}

function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && (code.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED");
}

function isFull(error: unknown): boolean {
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(String((error as { code?: unknown }).code));
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
