import Database from "better-sqlite3";
import { bound } from "../bound.ts";
import type { Query } from "../db.ts";
import { fieldOf } from "../names.ts";
import type { Shape, Sql } from "../sql.ts";

type Values = unknown[];

/**
 * A prepared statement. Rows come from the driver as lists and become objects here: the driver's own
 * objects cost twice as much, a lookup in the engine for each value.
 */
interface Prepared {
  statement: Database.Statement;
  /** Makes a row of the columns' values; a statement that answers no rows never calls it. */
  toRow: (values: Values) => object;
}

/** More forms of statements than this are prepared anew. */
const MOST_PREPARED = 500;

/** A connection with its prepared statements. */
export class Connection implements Query {
  readonly raw: Database.Database;
  /** Whether anything has changed since this was last set to false. */
  wrote = false;
  #statements = new Map<string | Shape, Prepared>();
  /** Results that are being paged through. */
  #open = new Set<Iterator<unknown>>();

  constructor(path: string, options: Database.Options, cacheKib: number) {
    this.raw = new Database(path, options);
    this.raw.pragma(`cache_size = -${cacheKib}`);
    this.raw.pragma("foreign_keys = ON");
  }

  /** @param key What the statement is found by again: its shape, or its text. */
  #prepare(key: string | Shape): Prepared {
    let prepared = this.#statements.get(key);
    if (prepared === undefined) {
      prepared = prepareRaw(this.raw, typeof key === "string" ? key : key.marks);
      if (this.#statements.size >= MOST_PREPARED) this.#statements.clear();
      this.#statements.set(key, prepared);
    }
    return prepared;
  }

  async all<Row>(sql: Sql): Promise<Row[]> {
    const { statement, toRow } = this.#prepare(sql.shape);
    const rows = statement.all(boundValues(sql)) as Values[];
    if (rows.length > 0 && !statement.readonly) this.wrote = true;
    return asRows(rows, toRow);
  }

  async get<Row>(sql: Sql): Promise<Row | undefined> {
    const { statement, toRow } = this.#prepare(sql.shape);
    const row = statement.get(boundValues(sql)) as Values | undefined;
    if (row === undefined) return undefined;
    if (!statement.readonly) this.wrote = true;
    return toRow(row) as Row;
  }

  async run(sql: Sql): Promise<number> {
    const { changes } = this.#prepare(sql.shape).statement.run(boundValues(sql));
    if (changes > 0) this.wrote = true;
    return changes;
  }

  /** Row by row: one statement for many would be a long text with thousands of parameters. */
  async insert(
    table: string,
    columns: readonly string[],
    values: readonly unknown[],
  ): Promise<void> {
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
    const { statement, toRow } = prepareRaw(this.raw, sql.shape.marks);
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
        if (page.length > 0) yield asRows<Row>(page, toRow);
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
  if (!statement.reader) return { statement, toRow: noRow };
  return {
    statement: statement.raw(),
    toRow: rowMaker(statement.columns().map(({ name }) => fieldOf(name))),
  };
}

function noRow(): never {
  throw new Error("a statement without rows answered one");
}

/**
 * A function written for the columns: an object made field by field by name costs ten times as much
 * (0.26 µs for 17 columns against 0.02).
 */
function rowMaker(fields: string[]): Prepared["toRow"] {
  const entries = fields.map((field, index) => `${JSON.stringify(field)}: values[${index}]`);
  return new Function("values", `return { ${entries.join(", ")} };`) as Prepared["toRow"];
}

function boundValues({ values }: Sql): unknown[] {
  const list: unknown[] = [];
  for (const value of values) list.push(bound(value));
  return list;
}

function asRows<Row>(rows: Values[], toRow: Prepared["toRow"]): Row[] {
  const list: Row[] = [];
  for (const row of rows) list.push(toRow(row) as Row);
  return list;
}
