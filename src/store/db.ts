/**
 * The database as handlers see it: reads of one consistent snapshot, and writes that are all or
 * nothing. The same on every engine; what differs between engines is in one file an engine.
 */
import type { Sql } from "./sql.ts";

/**
 * One transaction's view of the database. It ends with the callback that received it. A row has a
 * field for each column, named by the rule of `names.ts`: `account_id` is `accountId`.
 */
export interface Query {
  /** All rows of a statement. */
  all<Row>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(statement: Sql): Promise<Row | undefined>;
  /** Runs a statement and answers how many rows it changed. */
  run(statement: Sql): Promise<number>;
  /** Inserts many rows, given as one list of values in the order of the columns. */
  insert(table: string, columns: readonly string[], values: readonly unknown[]): Promise<void>;
  /** The rows in pages of at most `size`, so that a result of any length stays out of memory. */
  pages<Row>(statement: Sql, size: number): AsyncIterable<Row[]>;
  /** Runs the text of a script of several statements, without parameters. Migrations only. */
  script(text: string): Promise<void>;
}

export interface WriteOptions {
  /**
   * The work may look at very many rows (an import), and may let the event loop turn between its chunks. It has a
   * transaction to itself; other writes wait, reads go on: an engine inside this process runs it on a thread.
   */
  long?: boolean;
  /**
   * Whose book the work changes, where that is known beforehand. Writes of one book that wait together
   * may share a transaction on engines whose transactions run beside each other.
   */
  userId?: number;
}

export interface ReadOptions {
  /**
   * Whose book the work reads, where it may look at very many rows: an engine inside this process then
   * runs it on a thread of its own, and only so many of one user at once.
   */
  longOf?: number | undefined;
  /** Asks whether the database can be written to, as well: what is known of it, without a write. */
  toWrite?: boolean;
}

export interface Db {
  readonly engine: "sqlite" | "postgres";
  /** Reads one consistent snapshot. */
  read<T>(work: (db: Query) => Promise<T>, options?: ReadOptions): Promise<T>;
  /**
   * All or nothing, and durable once it resolves. `work` awaits nothing but the database, and may be
   * run again after a serialization failure, so it changes nothing outside the database.
   */
  write<T>(work: (db: Query) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
  /** Figures for /metrics. */
  figures(): StoreFigures;
  /** Called after each commit with the number of writes in it. */
  onCommit?: (writes: number) => void;
}

export interface StoreFigures {
  /** Writes that wait for their turn. */
  queued: number;
  /** Bytes of the database; undefined where the engine does not say cheaply. */
  bytes?: number;
  /** Connections, for engines that pool them. */
  connections?: { open: number; idle: number; waiting: number };
}

/** The database cannot be reached or is locked for longer than we wait: answered 503. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super("the database is not available", { cause });
    this.name = "DatabaseAway";
  }
}

/** The file of an embedded database was deleted or replaced under the service: answered 503 in words of its own. */
export class DatabaseLost extends DatabaseAway {
  constructor(path: string) {
    super(new Error(`${path} was deleted or replaced`));
    this.name = "DatabaseLost";
  }
}

/** There is no room for what was to be written: answered 503 in words of its own. */
export class DatabaseFull extends DatabaseAway {
  constructor(cause: unknown) {
    super(cause);
    this.name = "DatabaseFull";
  }
}

/**
 * Thrown by a write's work when another process did the same at the same moment: the write is rolled
 * back and run again, and finds what the other has done.
 */
export class TryAgain extends Error {}

/** The service cannot start, in one sentence for the person who started it. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StartError";
  }
}
