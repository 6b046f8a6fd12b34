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
import { ABORTED, endsConnection } from "./failures.ts";

/** Rows, and the number of rows that a change has changed. */
export interface Result<Row = unknown> {
  rows: Row[];
  rowCount: number | null;
  /** "COMMIT", or "ROLLBACK" where a transaction that had failed was to be committed. */
  command: string;
}

/** A value as it goes over the wire. */
export type WireValue = string | Buffer | null;

/** How the texts of a row become an object. */
interface Columns {
  /** A row of nothing but nulls, to be copied: rows of one statement then have one shape. */
  empty: Record<string, unknown>;
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** A statement that waits for its answer. */
export class Statement implements Result {
  readonly text: string;
  /** Under which the server keeps it; undefined when it is used once. */
  readonly name: string | undefined;
  readonly values: WireValue[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  rows: unknown[] = [];
  rowCount: number | null = null;
  command = "";
  columns: Columns | undefined;

  constructor(
    { text, name, values }: { text: string; name: string | undefined; values: WireValue[] },
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    this.text = text;
    this.name = name;
    this.values = values;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/** The statements that a connection's server keeps, with how their rows look; undefined until it has said. */
export type Prepared = Map<string, Columns | undefined>;

/**
 * A statement was not run because one before it in its batch had failed. It says what the server says
 * to a statement of a transaction that has failed.
 */
class NotRun extends Error {
  readonly code = ABORTED;
  readonly severity = "ERROR";
}

const INT8 = 20;

/** The same JavaScript forms as the embedded engine gives: 64-bit integers are numbers. */
function parserOf(oid: number): (text: string) => unknown {
  return oid === INT8 ? Number : (pg.types.getTypeParser(oid, "text") as (text: string) => unknown);
}

interface Field {
  name: string;
  dataTypeID: number;
}

function columnsOf(fields: Field[]): Columns {
  const names = fields.map(({ name }) => name);
  return {
    names,
    empty: Object.fromEntries(names.map((name) => [name, null])),
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
  };
}

const END = serialize.sync();
const COMPLETE = /^([A-Z]+)(?:.* (\d+))?$/;

/** Calls its statements' `resolve` or `reject`, in their order, once the server has ended the batch. */
export class Batch extends pg.Query {
  readonly #statements: Statement[];
  readonly #prepared: Prepared;
  readonly #answered: () => void;
  /** The statements that the server was asked to prepare, by their place. */
  readonly #preparing = new Map<number, string>();
  /** Which statement the server's next word is about. */
  #at = 0;

  /** `answered` is called before the statements are told. */
  constructor(statements: Statement[], prepared: Prepared, answered: () => void) {
    super("");
    this.#statements = statements;
    this.#prepared = prepared;
    this.#answered = answered;
  }

  override submit = (connection: pg.Connection): void => {
    const { stream } = connection as unknown as { stream: Writable };
    const parts: Buffer[] = [];
    for (const [index, statement] of this.#statements.entries()) {
      const { text, name, values } = statement;
      const isKept = name !== undefined && this.#prepared.has(name);
      if (!isKept) {
        if (name !== undefined) {
          // After a failure nobody knows whether the server has the name; closing none is no error.
          parts.push(serialize.close({ type: "S", name }));
          this.#prepared.set(name, undefined);
          this.#preparing.set(index, name);
        }
        parts.push(serialize.parse({ ...(name !== undefined && { name }), text }));
      }
      parts.push(serialize.bind({ ...(name !== undefined && { statement: name }), values }));
      if (!isKept) parts.push(serialize.describe({ type: "P" }));
      parts.push(serialize.execute());
    }
    parts.push(END);
    if (stream.writable) stream.write(Buffer.concat(parts));
  };

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const statement = this.#statements[this.#at] as Statement;
    statement.columns = columnsOf(fields);
    if (statement.name !== undefined) this.#prepared.set(statement.name, statement.columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const statement = this.#statements[this.#at] as Statement;
    statement.columns ??= this.#prepared.get(statement.name as string) as Columns;
    const { empty, names, parsers } = statement.columns;
    const row = { ...empty };
    for (let index = 0; index < fields.length; index += 1) {
      const text = fields[index] as string | null;
      if (text !== null) row[names[index] as string] = parsers[index]?.(text);
    }
    statement.rows.push(row);
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
    for (const [index, name] of this.#preparing) {
      if (index >= this.#at) this.#prepared.delete(name);
    }
    // Also a statement that ran before may be of no use any more, after a change of its tables.
    const failed = this.#statements[this.#at]?.name;
    if (failed !== undefined) this.#prepared.delete(failed);
    this.#answered();
    const isLost = endsConnection(error);
    for (const [index, statement] of this.#statements.entries()) {
      if (index < this.#at) statement.resolve(statement);
      else if (index === this.#at || isLost) statement.reject(error);
      else statement.reject(new NotRun("a statement before this one has failed", { cause: error }));
    }
  }
}
