/** A transaction's view of the database on one connection, closed with the transaction. */
import type { Query } from "../db.ts";
import type { Sql } from "../sql.ts";
import type { Result } from "./batch.ts";
import type { Connection } from "./connection.ts";

/** A statement of a result that comes in pages, or of a script, may take this long. */
const LONG_MS = 10 * 60_000;

let cursors = 0;

export class View implements Query {
  /** Whether anything but a plain select was sent. */
  wrote = false;
  /** Whether rows have been handed over page by page: they cannot be taken back. */
  paged = false;
  readonly #connection: Connection;
  readonly #timeoutMs: number | undefined;
  #ended = false;

  constructor(connection: Connection, { long = false } = {}) {
    this.#connection = connection;
    this.#timeoutMs = long ? LONG_MS : undefined;
  }

  #send<Row>(text: string, values: unknown[]): Promise<Result<Row>> {
    if (this.#ended) return Promise.reject(new Error("the transaction has ended"));
    if (!text.trimStart().startsWith("select ")) this.wrote = true;
    return this.#connection.send<Row>(text, values, this.#timeoutMs);
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    return (await this.#send<Row>(statement.shape.numbers, statement.values)).rows;
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    return (await this.#send<Row>(statement.shape.numbers, statement.values)).rows[0];
  }

  async run(statement: Sql): Promise<number> {
    return (await this.#send(statement.shape.numbers, statement.values)).rowCount ?? 0;
  }

  async insert(table: string, columns: readonly string[], values: unknown[]): Promise<void> {
    await this.#send(insertText(table, columns, values.length / columns.length), values);
  }

  /** By a cursor of the server; the next page is asked for before the last one is used. */
  async *pages<Row>(statement: Sql, size: number): AsyncIterable<Row[]> {
    cursors += 1;
    const name = `pages_${cursors}`;
    const declared = this.#declare(name, statement);
    let coming = this.#fetch<Row>(name, size);
    // Both were sent together: when the first fails, so does the second, and says less.
    coming.catch(() => {});
    await declared;
    for (;;) {
      const { rows } = await coming;
      const last = rows.length < size;
      if (!last) {
        coming = this.#fetch<Row>(name, size);
        coming.catch(() => {});
      }
      if (rows.length > 0) {
        this.paged = true;
        yield rows;
      }
      if (last) break;
    }
    if (!this.#ended) await this.#connection.command(`close ${name}`);
  }

  /** The text is not prepared: a cursor's name is used once. */
  #declare(name: string, { shape, values }: Sql): Promise<Result> {
    if (this.#ended) return Promise.reject(new Error("the transaction has ended"));
    return this.#connection.sendOnce(
      `declare ${name} no scroll cursor for ${shape.numbers}`,
      values,
      LONG_MS,
    );
  }

  #fetch<Row>(name: string, size: number): Promise<Result<Row>> {
    if (this.#ended) return Promise.reject(new Error("the transaction has ended"));
    return this.#connection.command<Row>(`fetch forward ${size} from ${name}`, LONG_MS);
  }

  async script(text: string): Promise<void> {
    this.wrote = true;
    await this.#connection.script(text, LONG_MS);
  }

  end(): void {
    this.#ended = true;
  }
}

const insertTexts = new Map<string, string>();

/** One statement for so many rows; its text is made once. */
function insertText(table: string, columns: readonly string[], rows: number): string {
  const names = columns.join(", ");
  const key = `${table} ${rows} ${names}`;
  const known = insertTexts.get(key);
  if (known !== undefined) return known;
  const width = columns.length;
  const rowOf = (row: number) => columns.map((_, at) => `$${row * width + at + 1}`).join(", ");
  const lists = Array.from({ length: rows }, (_, row) => `(${rowOf(row)})`);
  const text = `insert into ${table} (${names}) values ${lists.join(", ")}`;
  if (insertTexts.size >= 100) insertTexts.clear();
  insertTexts.set(key, text);
  return text;
}
