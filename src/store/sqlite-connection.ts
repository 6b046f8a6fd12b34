import Database from "better-sqlite3";
import type { Sql } from "sql-template-tag";
import { bound } from "./bound.ts";
import type { Query } from "./db.ts";

/** A connection with its prepared statements. */
export class Connection implements Query {
  readonly raw: Database.Database;
  /** Whether anything has changed since this was last set to false. */
  wrote = false;
  #statements = new Map<string, Database.Statement>();

  constructor(path: string, options: Database.Options, cacheKib: number) {
    this.raw = new Database(path, options);
    this.raw.pragma(`cache_size = -${cacheKib}`);
    this.raw.pragma("foreign_keys = ON");
  }

  #prepare(text: string): Database.Statement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.raw.prepare(text);
      if (this.#statements.size >= 500) this.#statements.clear();
      this.#statements.set(text, statement);
    }
    return statement;
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    const prepared = this.#prepare(statement.sql);
    const rows = prepared.all(statement.values.map(bound)) as Row[];
    if (rows.length > 0 && !prepared.readonly) this.wrote = true;
    return rows;
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    const prepared = this.#prepare(statement.sql);
    const row = prepared.get(statement.values.map(bound)) as Row | undefined;
    if (row !== undefined && !prepared.readonly) this.wrote = true;
    return row;
  }

  async run(statement: Sql): Promise<number> {
    const { changes } = this.#prepare(statement.sql).run(statement.values.map(bound));
    if (changes > 0) this.wrote = true;
    return changes;
  }

  async *pages<Row>(statement: Sql, size: number): AsyncIterable<Row[]> {
    // A statement of its own: the cached one may be asked again while this one is open.
    const rows = this.raw.prepare(statement.sql).iterate(statement.values.map(bound));
    try {
      for (;;) {
        const page: Row[] = [];
        while (page.length < size) {
          const next = rows.next();
          if (next.done) break;
          page.push(next.value as Row);
        }
        if (page.length > 0) yield page;
        if (page.length < size) return;
      }
    } finally {
      rows.return?.();
    }
  }

  async script(text: string): Promise<void> {
    this.wrote = true;
    this.raw.exec(text);
  }

  /** Runs one of the few fixed transaction statements. */
  command(text: string): void {
    this.#prepare(text).run();
  }
}
