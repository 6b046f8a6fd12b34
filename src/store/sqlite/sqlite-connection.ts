import Database from "better-sqlite3";
import type { Sql } from "sql-template-tag";
import { bound } from "../bound.ts";
import type { Query } from "../db.ts";
import { fieldOf } from "../names.ts";

/**
 * A prepared statement. Rows come from the driver as lists and become objects here: the driver's own
 * objects cost twice as much, a lookup in the engine for each value.
 */
interface Prepared {
  statement: Database.Statement;
  /** The fields of a row in the order of the columns; undefined when the statement answers no rows. */
  fields: string[] | undefined;
}

type Values = unknown[];

/** A connection with its prepared statements. */
export class Connection implements Query {
  readonly raw: Database.Database;
  /** Whether anything has changed since this was last set to false. */
  wrote = false;
  #statements = new Map<string, Prepared>();
  /** Results that are being paged through. */
  #open = new Set<Iterator<unknown>>();

  constructor(path: string, options: Database.Options, cacheKib: number) {
    this.raw = new Database(path, options);
    this.raw.pragma(`cache_size = -${cacheKib}`);
    this.raw.pragma("foreign_keys = ON");
  }

  #prepare(text: string): Prepared {
    let prepared = this.#statements.get(text);
    if (prepared === undefined) {
      prepared = prepareRaw(this.raw, text);
      if (this.#statements.size >= 500) this.#statements.clear();
      this.#statements.set(text, prepared);
    }
    return prepared;
  }

  async all<Row>(sql: Sql): Promise<Row[]> {
    const { statement, fields } = this.#prepare(sql.sql);
    const rows = statement.all(boundValues(sql)) as Values[];
    if (rows.length > 0 && !statement.readonly) this.wrote = true;
    return asRows(rows, fields as string[]);
  }

  async get<Row>(sql: Sql): Promise<Row | undefined> {
    const { statement, fields } = this.#prepare(sql.sql);
    const row = statement.get(boundValues(sql)) as Values | undefined;
    if (row === undefined) return undefined;
    if (!statement.readonly) this.wrote = true;
    return asRow(row, fields as string[]) as Row;
  }

  async run(sql: Sql): Promise<number> {
    const { changes } = this.#prepare(sql.sql).statement.run(boundValues(sql));
    if (changes > 0) this.wrote = true;
    return changes;
  }

  /** Row by row: one statement for many would be a long text with thousands of parameters. */
  async insert(table: string, columns: readonly string[], values: unknown[]): Promise<void> {
    const width = columns.length;
    const row = Array(width).fill("?").join(", ");
    const { statement } = this.#prepare(
      `insert into ${table} (${columns.join(", ")}) values (${row})`,
    );
    for (let at = 0; at < values.length; at += width) {
      statement.run(values.slice(at, at + width));
      this.wrote = true;
    }
  }

  async *pages<Row>(sql: Sql, size: number): AsyncIterable<Row[]> {
    // A statement of its own: the cached one may be asked again while this one is open.
    const { statement, fields } = prepareRaw(this.raw, sql.sql);
    const rows = statement.iterate(boundValues(sql));
    this.#open.add(rows);
    try {
      for (;;) {
        const page: Values[] = [];
        while (page.length < size) {
          const next = rows.next();
          if (next.done) break;
          page.push(next.value as Values);
        }
        if (page.length > 0) yield asRows<Row>(page, fields as string[]);
        if (page.length < size) return;
      }
    } finally {
      rows.return?.();
      this.#open.delete(rows);
    }
  }

  /** Ends the results that nobody read to their end: a transaction cannot end before them. */
  endPages(): void {
    for (const rows of this.#open) rows.return?.();
    this.#open.clear();
  }

  async script(text: string): Promise<void> {
    this.wrote = true;
    this.raw.exec(text);
  }

  /** Runs one of the few fixed transaction statements. */
  command(text: string): void {
    this.#prepare(text).statement.run();
  }
}

function prepareRaw(db: Database.Database, text: string): Prepared {
  const statement = db.prepare(text);
  if (!statement.reader) return { statement, fields: undefined };
  return {
    statement: statement.raw(),
    fields: statement.columns().map(({ name }) => fieldOf(name)),
  };
}

function boundValues({ values }: Sql): unknown[] {
  const list: unknown[] = [];
  for (const value of values) list.push(bound(value));
  return list;
}

function asRows<Row>(rows: Values[], fields: string[]): Row[] {
  const list: Row[] = [];
  for (const row of rows) list.push(asRow(row, fields) as Row);
  return list;
}

function asRow(values: Values, fields: string[]): object {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index += 1) {
    row[fields[index] as string] = values[index];
  }
  return row;
}
