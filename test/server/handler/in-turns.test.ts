import assert from "node:assert/strict";
import { test } from "node:test";
import { type InPieces, inTurns, mapInTurns } from "../../../src/server/handler/in-turns.ts";
import { turnsDuring } from "../../harness/held.ts";

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("long work in pieces lets the event loop turn between them, and returns what it is done for", async () => {
  function* work(): InPieces<string> {
    for (let piece = 0; piece < 5; piece += 1) {
      busyFor(12);
      yield;
    }
    return "done";
  }
  const turns = await turnsDuring(async () => assert.equal(await inTurns(work()), "done"));
  assert.ok(turns >= 5, String(turns));
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const map = async () => {
    const doubled = await mapInTurns(numbers, (one) => {
      busyFor(0.5);
      return one * 2;
    });
    assert.deepEqual(
      doubled,
      numbers.map((one) => one * 2),
    );
  };
  assert.ok((await turnsDuring(map)) >= 5);
});

test("a fault in a piece is the work's fault", async () => {
  const failing = mapInTurns([1], () => {
    throw new Error("mine");
  });
  await assert.rejects(failing, /mine/);
});
