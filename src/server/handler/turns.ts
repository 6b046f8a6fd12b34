/** Long work of the event loop in pieces, between which the requests of others are served. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** What is done between two turns, in milliseconds: nobody notices so short a wait. */
const PIECE_MS = 10;

/** Work that yields wherever it may be left for a while, and returns what it is done for. */
export type InPieces<T> = Generator<undefined, T>;

/** Does the work to its end, and lets the event loop turn whenever a piece of it has taken long enough. */
export async function inTurns<T>(work: InPieces<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < PIECE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** Does the same with each of many, in pieces. */
export function eachInTurns<T>(many: Iterable<T>, work: (one: T) => void): Promise<void> {
  return inTurns(eachOf(many, work));
}

function* eachOf<T>(many: Iterable<T>, work: (one: T) => void): InPieces<void> {
  for (const one of many) {
    work(one);
    yield;
  }
}
