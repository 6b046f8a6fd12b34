/**
 * One connection to PostgreSQL. Statements are sent as they are asked for, without waiting for the
 * answers of those before (the server runs them in order), and what is asked for within one turn of
 * the event loop leaves in one packet.
 */
import type { Writable } from "node:stream";
import pg, { type CustomTypesConfig } from "pg";
import { bound } from "../bound.ts";
import { endsConnection, isAborted, passes } from "./failures.ts";
import type { Host, Target } from "./url.ts";

/** Rows, and the number of rows that a change has changed. */
export interface Result<Row = unknown> {
  rows: Row[];
  rowCount: number | null;
  /** "COMMIT", or "ROLLBACK" where a transaction that had failed was to be committed. */
  command: string;
}

const INT8 = 20;

/** The same JavaScript forms as the embedded engine gives: 64-bit integers are numbers. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as never,
};

/** Statements are prepared under a name that their text has in the whole process. */
const names = new Map<string, string>();
const MAX_NAMES = 500;
/** How often the time limits are looked at. */
const WATCH_MS = 200;

/** Undefined when there are too many texts to keep each prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Told of every statement before it is sent; the tests' way to see what a request runs. */
export const watchers = new Set<(text: string, values: unknown[]) => void>();

export class Connection {
  /** Set once the connection is of no use any more. */
  broken: unknown;
  readonly host: Host;
  /**
   * How long a transaction waits for a lock: shorter than a statement's time limit, since a connection
   * whose statement waits for somebody else must not be taken for one that hangs; longer than the
   * second after which the server looks for deadlocks.
   */
  readonly lockWaitMs: number;
  readonly #client: pg.Client;
  readonly #prepare: boolean;
  readonly #queryTimeoutMs: number;
  /** The time limits of the statements that are not answered yet, in order. */
  #limits: number[] = [];
  /** Since when the first of them is the one that the server works on. */
  #headSince = 0;
  #watch: NodeJS.Timeout | undefined;
  #corked = false;
  /** What a statement failed with last: those sent behind it in its transaction only say that it did. */
  #failure: unknown;

  private constructor(client: pg.Client, host: Host, target: Target) {
    this.#client = client;
    this.host = host;
    this.#prepare = target.prepare;
    this.#queryTimeoutMs = target.queryTimeoutMs;
    this.lockWaitMs = Math.ceil(target.queryTimeoutMs / 2);
  }

  /** Connects to one server. Throws what the network or the server says. */
  static async open(host: Host, target: Target, timeoutMs: number): Promise<Connection> {
    const client = new pg.Client({
      host: host.host,
      port: host.port,
      ...(target.user !== undefined && { user: target.user }),
      ...(target.password !== undefined && { password: target.password }),
      ...(target.database !== undefined && { database: target.database }),
      ...(target.options !== undefined && { options: target.options }),
      ssl: target.ssl,
      application_name: target.applicationName,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      pipeline: true,
      types,
    });
    const connection = new Connection(client, host, target);
    client.on("error", (error) => {
      connection.broken ??= error;
    });
    client.once("end", () => {
      connection.broken ??= new Error("Connection terminated");
    });
    await client.connect();
    return connection;
  }

  /** Runs a statement with its values; prepared once where that is on. */
  send<Row>(
    text: string,
    values: unknown[],
    timeoutMs = this.#queryTimeoutMs,
  ): Promise<Result<Row>> {
    for (const watch of watchers) watch(text, values);
    const name = this.#prepare ? nameOf(text) : undefined;
    return this.#submit(
      {
        text,
        values: values.map(bound),
        ...(name !== undefined && { name }),
      },
      timeoutMs,
    );
  }

  /** Runs a statement that is not worth being prepared. */
  sendOnce<Row>(text: string, values: unknown[], timeoutMs: number): Promise<Result<Row>> {
    for (const watch of watchers) watch(text, values);
    return this.#submit({ text, values: values.map(bound) }, timeoutMs);
  }

  /** Runs text without values: a command, or a script of several statements. */
  command<Row>(text: string, timeoutMs = this.#queryTimeoutMs): Promise<Result<Row>> {
    return this.#submit({ text }, timeoutMs);
  }

  #submit<Row>(query: pg.QueryConfig, timeoutMs: number): Promise<Result<Row>> {
    this.#cork();
    this.#limitTime(timeoutMs);
    return new Promise((resolve, reject) => {
      this.#client.query(query, (error: Error | null, result: unknown) => {
        this.#limits.shift();
        this.#headSince = Date.now();
        if (error) {
          if (endsConnection(error)) this.broken ??= error;
          reject(this.#causeOf(error));
        } else {
          // A script answers with one result a statement.
          resolve((Array.isArray(result) ? result.at(-1) : result) as Result<Row>);
        }
      });
    });
  }

  /** Where the first failure passes by itself, so do those that follow from it. */
  #causeOf(error: Error): unknown {
    if (isAborted(error)) return passes(this.#failure) ? this.#failure : error;
    this.#failure = error;
    return error;
  }

  /** Answers come in order, so only the statement that is answered next can be late. */
  #limitTime(timeoutMs: number): void {
    if (this.#limits.length === 0) this.#headSince = Date.now();
    this.#limits.push(timeoutMs);
    this.#watch ??= setTimeout(() => this.#lookForLate(), WATCH_MS).unref();
  }

  #lookForLate(): void {
    this.#watch = undefined;
    const [limit] = this.#limits;
    if (limit === undefined) return;
    if (Date.now() - this.#headSince > limit) {
      this.broken ??= new Error("Query read timeout");
      this.destroy();
      return;
    }
    this.#watch = setTimeout(() => this.#lookForLate(), WATCH_MS).unref();
  }

  /** Holds back what is written until everything that runs now has said what it has to say. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const { stream } = this.#client.connection as unknown as { stream: Writable };
    stream.cork();
    const uncork = () => {
      this.#corked = false;
      stream.uncork();
    };
    // Ticks come before promises: this one comes when no promise has anything to do any more.
    queueMicrotask(() => process.nextTick(uncork));
  }

  /** Ends the connection without waiting for running statements. */
  destroy(): void {
    this.broken ??= new Error("Connection terminated");
    const { stream } = this.#client.connection as unknown as { stream: Writable };
    stream.destroy();
  }

  /** Says good-bye to the server. */
  async end(): Promise<void> {
    if (this.broken !== undefined) return;
    await this.#client.end().catch(() => {});
  }
}
