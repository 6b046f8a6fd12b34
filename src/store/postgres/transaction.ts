/**
 * One transaction with one piece of work or with many. Pieces of one book run one after another;
 * those of different books touch no common row, so they run at the same time on the one connection,
 * and what they ask travels together.
 */
import type { Commit } from "./commit.ts";
import type { Connection } from "./connection.ts";
import { passes, stateOf } from "./failures.ts";
import { View } from "./view.ts";
import type { Piece } from "./write-queue.ts";

/** How a piece ended inside its transaction; told to its caller only after the commit. */
export type Outcome = { value: unknown } | { error: unknown } | { left: true };

/** Pieces shared a transaction and one of them failed after it had written. */
export class Spoiled extends Error {}

const BEGIN = "begin isolation level read committed read write";

/** Runs the pieces to the commit. A piece is `left` when another process holds its book. */
export async function runTransaction(
  connection: Connection,
  pieces: Piece[],
  commit: Commit<Outcome[]>,
): Promise<Outcome[]> {
  // Sent in one packet with the first statement.
  const opened = Promise.all([
    connection.command(BEGIN),
    connection.command(`set local lock_timeout = ${connection.lockWaitMs}`),
    commit.claim(connection),
  ]);
  opened.catch(() => {});
  // After a lost answer it must be known first whether there is anything left to do.
  if (commit.sent !== undefined) await opened;
  const outcomes = await runPieces(connection, pieces);
  await opened;
  const [alone] = outcomes;
  if (outcomes.length === 1 && alone && "error" in alone) throw alone.error;
  commit.sent = outcomes;
  const { command } = await connection.commit();
  if (command !== "COMMIT") throw new Error("the transaction had failed before its end");
  return outcomes;
}

async function runPieces(connection: Connection, pieces: Piece[]): Promise<Outcome[]> {
  const books = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const book = books.get(piece.userId);
    if (book === undefined) books.set(piece.userId, [piece]);
    else book.push(piece);
  }
  const free = books.size > 1 ? await lockFree(connection, [...books.keys()]) : undefined;
  const outcomes = new Map<Piece, Outcome>();
  const runs = [...books].map(async ([userId, book]) => {
    for (const piece of book) {
      const left = free !== undefined && !free.has(userId);
      outcomes.set(piece, left ? { left } : await runPiece(connection, piece, pieces.length > 1));
    }
  });
  // All are waited for: nobody may go on asking when the transaction is over.
  const failures = (await Promise.allSettled(runs)).flatMap((run) =>
    run.status === "rejected" ? [run.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find(passes) ?? failures[0];
  return pieces.map((piece) => outcomes.get(piece) as Outcome);
}

/**
 * Locks the books that nobody holds; the others are left out. A transaction about several books
 * never waits for one of them, so it cannot deadlock with another node's, nor hold up its neighbours.
 */
async function lockFree(connection: Connection, userIds: number[]): Promise<Set<number>> {
  const { rows } = await connection.send<{ userId: number }>(
    `select user_id from revisions where user_id = any($1) for update skip locked`,
    [userIds],
  );
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * A piece that is refused before it has written leaves its neighbours alone; after that, its writes
 * can only be undone with theirs, and all run again, each for itself.
 */
async function runPiece(
  connection: Connection,
  piece: Piece,
  inCompany: boolean,
): Promise<Outcome> {
  const view = new View(connection, piece);
  try {
    return { value: await piece.work(view) };
  } catch (error) {
    if (passes(error)) throw error;
    if (inCompany && (view.wrote || stateOf(error) !== undefined)) throw new Spoiled();
    return { error };
  } finally {
    view.end();
  }
}
