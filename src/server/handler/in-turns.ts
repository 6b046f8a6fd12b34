/**
 * Long work of the event loop, and lists that may be very long, a piece at a time: others have their turn between
 * the pieces. None of this is for a short write, which may wait for the database alone. What is of usual length
 * never waits.
 */
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Query } from "../../store/db.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { type Context, Rows } from "./context.ts";

/** What is done between two turns, in milliseconds: nobody notices so short a wait. */
const PIECE_MS = 10;

/** Work that yields wherever it may be left for a while, and returns what it is done for. */
export type InPieces<T> = Generator<undefined, T>;

/** So much may be left of the last piece: what comes behind it, perhaps many more of them, is done in the same turn. */
const REST_MS = 2;

/** Does the work to its end, and lets the event loop turn whenever a piece of it has taken long enough. */
export async function inTurns<T>(work: InPieces<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    const passed = performance.now() - since;
    if (step.done) {
      if (passed > REST_MS) await nextTurn();
      return step.value;
    }
    if (passed < PIECE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** What each of a list is made into. A list of usual length is no long work. */
export async function mapInTurns<One, Other>(
  list: readonly One[],
  make: (one: One) => Other,
): Promise<Other[]> {
  if (list.length <= FEW) return list.map(make);
  const made: Other[] = [];
  await eachInTurns(list, (one) => made.push(make(one)));
  return made;
}

/** Does the same with each of a list. */
export async function eachInTurns<One>(
  list: readonly One[],
  work: (one: One) => unknown,
): Promise<void> {
  if (list.length > FEW) return inTurns(eachOf(list, work));
  for (const one of list) work(one);
}

/** So many are done without a look at the clock. */
const FEW = 100;

function* eachOf<One>(list: readonly One[], work: (one: One) => unknown): InPieces<void> {
  for (const one of list) {
    work(one);
    yield;
  }
}

/** Rows that are read, shown or written between two turns. */
export const AT_ONCE = 500;

/**
 * One more, which tells whether there are more. It stands in the text: SQLite plans a statement anew each time that a
 * limit is given to it as a value, which takes as long as to read a short list.
 */
export const ONE_MORE = raw(String(AT_ONCE + 1));

/** All rows of a statement. */
export async function allInTurns<Row>(db: Query, statement: Sql): Promise<Row[]> {
  const first = await db.all<Row>(sql`${statement} limit ${ONE_MORE}`);
  if (first.length <= AT_ONCE) return first;
  const rows: Row[] = [];
  for await (const page of db.pages<Row>(statement, AT_ONCE)) {
    for (const row of page) rows.push(row);
    await nextTurn();
  }
  return rows;
}

/**
 * All rows of a statement that looks at few wherever `stepAside` was asked: at once there, without the limit for which
 * SQLite puts rows in order by a slower way.
 */
export function allOfFew<Row>({ db, onLoop }: Context, statement: Sql): Promise<Row[]> {
  return onLoop === undefined ? allInTurns(db, statement) : db.all(statement);
}

/** So much text is sent at once. */
const PIECE = 32 * 1024;

/** A text that comes in very many small pieces, in fewer; others have their turn between them. */
export async function* textInTurns(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = "";
    await nextTurn();
  }
  if (text !== "") yield text;
}

/** The rows of a statement for an answer: a long list is sent as it is read. */
export async function answerRows<Row>(
  db: Query,
  statement: Sql,
  write: (row: Row) => string,
): Promise<Rows<Row>> {
  const first = await db.all<Row>(sql`${statement} limit ${ONE_MORE}`);
  const long = first.length > AT_ONCE ? db.pages<Row>(statement, AT_ONCE) : undefined;
  return new Rows(first, long, write);
}
