/**
 * Statements that leave in one packet and are answered in one: what is asked of a connection within
 * one turn of the event loop.
 *
 * `pg` ends every statement with a message that makes the server write its answer out at once, and
 * asks for the description of the rows each time. A batch has one such end for all its statements, and
 * a prepared statement is described once a connection: the server writes one packet where it wrote
 * sixty. When a statement fails, the server leaves out those behind it up to the end of the batch.
 *
 * The messages: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 * How `pg` hands over what the server says: its `lib/client.js`; the version is pinned for this file.
 */
import type { Writable } from "node:stream";
import pg from "pg";
import { serialize } from "pg-protocol";
import { type Columns, columnsOf, type Field, rowOf } from "./columns.ts";
import { ABORTED, endsConnection } from "./failures.ts";
import type { Prepared, PreparedStatements } from "./prepared.ts";

/** Rows, and the number of rows that a change has changed. */
export interface Result<Row = unknown> {
  rows: Row[];
  rowCount: number | null;
  /** "COMMIT", or "ROLLBACK" where a transaction that had failed was to be committed. */
  command: string;
}

/** A value as it goes over the wire. */
export type WireValue = string | Buffer | null;

/** What is asked: `kept` when the statement is worth being prepared. */
export interface Question {
  text: string;
  values: WireValue[];
  kept: boolean;
}

/** A statement that waits for its answer. */
export class Statement implements Result {
  readonly question: Question;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  rows: unknown[] = [];
  rowCount: number | null = null;
  command = "";
  prepared: Prepared | undefined;
  columns: Columns | undefined;

  constructor(
    question: Question,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    this.question = question;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/**
 * A statement was not run because one before it in its batch had failed. It says what the server says
 * to a statement of a transaction that has failed.
 */
class NotRun extends Error {
  readonly code = ABORTED;
  readonly severity = "ERROR";
}

const END = serialize.sync();
const COMPLETE = /^([A-Z]+)(?:.* (\d+))?$/;

/** Calls its statements' `resolve` or `reject`, in their order, once the server has ended the batch. */
export class Batch extends pg.Query {
  readonly #statements: Statement[];
  readonly #prepared: PreparedStatements;
  readonly #answered: () => void;
  /** The statements that the server was asked to make, by the index of their statement. */
  readonly #making = new Map<number, Prepared>();
  /** Which statement the server's next word is about. */
  #at = 0;

  /** `answered` is called before the statements are told. */
  constructor(statements: Statement[], prepared: PreparedStatements, answered: () => void) {
    super("");
    this.#statements = statements;
    this.#prepared = prepared;
    this.#answered = answered;
  }

  override submit = (connection: pg.Connection): void => {
    const { stream } = connection as unknown as { stream: Writable };
    const parts: Buffer[] = [];
    for (const [index, statement] of this.#statements.entries()) {
      const { text, values, kept } = statement.question;
      if (kept) {
        const { prepared, gone } = this.#prepared.take(text);
        if (gone) parts.push(serialize.close({ type: "S", name: gone.name }));
        if (!prepared.ready) this.#make(parts, index, prepared, text);
        parts.push(serialize.bind({ statement: prepared.name, values }));
        if (this.#making.has(index)) parts.push(serialize.describe({ type: "P" }));
        statement.prepared = prepared;
      } else {
        parts.push(
          serialize.parse({ text }),
          serialize.bind({ values }),
          serialize.describe({ type: "P" }),
        );
      }
      parts.push(serialize.execute());
    }
    parts.push(END);
    if (stream.writable) stream.write(Buffer.concat(parts));
  };

  #make(parts: Buffer[], index: number, prepared: Prepared, text: string): void {
    const { name } = prepared;
    // After a failure nobody knows whether the server has the name; closing none is no error.
    parts.push(serialize.close({ type: "S", name }), serialize.parse({ name, text }));
    prepared.ready = true;
    prepared.columns = undefined;
    this.#making.set(index, prepared);
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const statement = this.#statements[this.#at] as Statement;
    statement.columns = columnsOf(fields);
    if (statement.prepared) statement.prepared.columns = statement.columns;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const statement = this.#statements[this.#at] as Statement;
    statement.columns ??= statement.prepared?.columns as Columns;
    statement.rows.push(rowOf(statement.columns, fields));
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#statements[this.#at] as Statement;
    const [, command = "", count] = COMPLETE.exec(text) ?? [];
    statement.command = command;
    if (count !== undefined) statement.rowCount = Number(count);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    this.#answered();
    for (const statement of this.#statements) statement.resolve(statement);
  }

  /** The server's refusal of a statement, or the end of the connection. */
  handleError(error: Error): void {
    for (const [index, prepared] of this.#making) if (index >= this.#at) prepared.ready = false;
    // Also one that was good before may be of no use any more, after a change of its tables.
    const failed = this.#statements[this.#at]?.prepared;
    if (failed) failed.ready = false;
    this.#answered();
    const isLost = endsConnection(error);
    for (const [index, statement] of this.#statements.entries()) {
      if (index < this.#at) statement.resolve(statement);
      else if (index === this.#at || isLost) statement.reject(error);
      else statement.reject(new NotRun("a statement before this one has failed", { cause: error }));
    }
  }
}
