/**
 * One connection to PostgreSQL. Statements are sent as they are asked for, without waiting for the
 * answers of those before (the server runs them in order), and what is asked for within one turn of
 * the event loop leaves as one batch.
 */
import type { Writable } from "node:stream";
import pg, { type CustomTypesConfig } from "pg";
import { bound } from "../bound.ts";
import { Batch, type Result, Statement, type WireValue } from "./batch.ts";
import { cancelStatement, type Session } from "./cancel.ts";
import { parserOf } from "./columns.ts";
import { endsConnection, isAborted, late, passes } from "./failures.ts";
import { PreparedStatements } from "./prepared.ts";
import type { Host, Target } from "./url.ts";

/** More go in another batch behind it: an answer may not be late because of its neighbours. */
const MAX_BATCH = 64;
/** How often the time limits are looked at. */
const WATCH_MS = 200;

/**
 * A process that is killed tells the server nothing, and its statement would run to its end: a proof of a
 * large database for minutes. PostgreSQL 14 and later looks after its client when it is asked to, where
 * the system allows it; who has set this for the server or in the URL is not overruled.
 */
const NOTICE_A_CLIENT_THAT_IS_GONE = `select set_config('client_connection_check_interval', '10s', false)
  where current_setting('client_connection_check_interval', true) = '0'`;

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
  readonly #target: Target;
  /** What is asked for in this turn. */
  #asked: Statement[] = [];
  /** How long the longest of them may take. */
  #limit = 0;
  readonly #prepared = new PreparedStatements();
  /** The time limits of what is not answered yet, in order. */
  #limits: number[] = [];
  /**
   * How often it was looked whether the first of them is late, since the server works on it. Looks and not a clock:
   * when this process or its machine has stood still, what came meanwhile is read before the next look.
   */
  #looks = 0;
  #watch: NodeJS.Timeout | undefined;
  #submitting = false;
  #committing = false;
  /** What a statement failed with last: those sent behind it in its transaction only say that it did. */
  #failure: unknown;

  private constructor(client: pg.Client, host: Host, target: Target) {
    this.#client = client;
    this.host = host;
    this.#target = target;
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
      types: { getTypeParser: parserOf as CustomTypesConfig["getTypeParser"] },
    });
    const connection = new Connection(client, host, target);
    client.on("error", (error) => {
      connection.broken ??= error;
    });
    client.once("end", () => {
      connection.broken ??= new Error("Connection terminated");
    });
    await client.connect();
    await client.query(NOTICE_A_CLIENT_THAT_IS_GONE).catch(() => undefined);
    return connection;
  }

  /** Runs a statement with its values; prepared once where that is on. */
  send<Row>(text: string, values: unknown[], timeoutMs?: number): Promise<Result<Row>> {
    for (const watch of watchers) watch(text, values);
    return this.#ask(text, this.#target.prepare, values, timeoutMs);
  }

  /** Runs a statement that is not worth being prepared. */
  sendOnce<Row>(text: string, values: unknown[], timeoutMs?: number): Promise<Result<Row>> {
    for (const watch of watchers) watch(text, values);
    return this.#ask(text, false, values, timeoutMs);
  }

  /** Commits, and waits for standbys where the server does. */
  async commit(timeoutMs?: number): Promise<Result> {
    this.#committing = true;
    try {
      return await this.#ask("commit", false, [], timeoutMs);
    } finally {
      this.#committing = false;
    }
  }

  /** Runs a command of a transaction or of a cursor, which has no values. */
  command<Row>(text: string, timeoutMs?: number): Promise<Result<Row>> {
    return this.#ask(text, false, [], timeoutMs);
  }

  /** Runs a text of one statement or several, outside any batch; answers what the last one gives. */
  script<Row>(text: string, timeoutMs = this.#target.queryTimeoutMs): Promise<Result<Row>> {
    this.#submit();
    this.#limitTime(timeoutMs);
    return new Promise((resolve, reject) => {
      this.#client.query(text, (error: Error | null, result: unknown) => {
        this.#answered();
        if (error) reject(this.#causeOf(error));
        else resolve((Array.isArray(result) ? result.at(-1) : result) as Result<Row>);
      });
    });
  }

  #ask<Row>(
    text: string,
    kept: boolean,
    values: unknown[],
    timeoutMs = this.#target.queryTimeoutMs,
  ): Promise<Result<Row>> {
    this.#submitLater();
    return new Promise((resolve, reject) => {
      const question = { text, kept, values: values.map(wireValue) };
      const fail = (error: unknown) => reject(this.#causeOf(error));
      this.#asked.push(new Statement(question, resolve as (result: Result) => void, fail));
      this.#limit = Math.max(this.#limit, timeoutMs);
      if (this.#asked.length >= MAX_BATCH) this.#submit();
    });
  }

  /** Sends what has been asked for. */
  #submit(): void {
    if (this.#asked.length === 0) return;
    this.#limitTime(this.#limit);
    this.#client.query(new Batch(this.#asked, this.#prepared, () => this.#answered()));
    this.#asked = [];
    this.#limit = 0;
  }

  #answered(): void {
    this.#limits.shift();
    this.#looks = 0;
  }

  /** Where the first failure passes by itself, so do those that follow from it. */
  #causeOf(error: unknown): unknown {
    if (endsConnection(error)) this.broken ??= error;
    if (isAborted(error)) return passes(this.#failure) ? this.#failure : error;
    this.#failure = error;
    return error;
  }

  /** Answers come in order, so only the batch that is answered next can be late. */
  #limitTime(timeoutMs: number): void {
    if (this.#limits.length === 0) this.#looks = 0;
    this.#limits.push(timeoutMs);
    this.#watch ??= setTimeout(() => this.#lookForLate(), WATCH_MS).unref();
  }

  #lookForLate(): void {
    this.#watch = undefined;
    const [limit] = this.#limits;
    if (limit === undefined) return;
    this.#looks += 1;
    if (this.#looks * WATCH_MS > limit) {
      this.broken ??= late();
      // What the server was asked goes on otherwise, and holds its locks. A commit is left alone: one that
      // waits for standbys would end its waiting, and others would book behind it what no standby has.
      if (!this.#committing) {
        cancelStatement(this.#client as unknown as Session, this.host, this.#target);
      }
      this.destroy();
      return;
    }
    this.#watch = setTimeout(() => this.#lookForLate(), WATCH_MS).unref();
  }

  /** Sends what has been asked for when everything that runs now has said what it has to say. */
  #submitLater(): void {
    if (this.#submitting) return;
    this.#submitting = true;
    // Ticks come before promises: this one comes when no promise has anything to do any more.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#submitting = false;
        this.#submit();
      }),
    );
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

/** What a statement's value is on the wire. Throws on one that no table holds. */
function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(bound(value));
  if (Array.isArray(value) && value.every(Number.isInteger)) return `{${value.join(",")}}`;
  throw new TypeError(`a statement cannot take ${typeof value} as a value`);
}
