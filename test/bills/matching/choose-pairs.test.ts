import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { choosePairs } from "../../../src/bills/matching/choose-pairs.ts";

const pair = (left: number, right: number, tier = 0) => ({
  ends: [`l${left}`, `r${right}`] as [string, string],
  tier,
});
const chosen = (pairs: ReturnType<typeof pair>[]) =>
  choosePairs(pairs).map(({ ends }) => ends.join(" "));

test("the best first; who is left over is paired where others can change", () => {
  assert.deepEqual(chosen([pair(1, 1), pair(1, 2), pair(2, 1)]), ["l1 r2", "l2 r1"]);
  assert.deepEqual(chosen([pair(1, 1), pair(2, 1)]), ["l1 r1"]);
  // Nobody is given one that is less sure.
  assert.deepEqual(chosen([pair(1, 1, 1), pair(1, 2, 0), pair(2, 1, 0)]), ["l1 r1"]);
  assert.deepEqual(chosen([pair(1, 1, 1), pair(1, 2, 1), pair(2, 1, 0)]), ["l1 r2", "l2 r1"]);
});

/** As many pairs as there can be, by trying all ways. */
function most(pairs: ReturnType<typeof pair>[], used = new Set<string>()): number {
  const [first, ...rest] = pairs;
  if (first === undefined) return 0;
  const without = most(rest, used);
  if (first.ends.some((end) => used.has(end))) return without;
  return Math.max(without, 1 + most(rest, new Set([...used, ...first.ends])));
}

test("each end once, and as many pairs as there can be", () => {
  const edge = fc.tuple(fc.nat(4), fc.nat(4)).map(([left, right]) => pair(left, right));
  fc.assert(
    fc.property(
      fc.uniqueArray(edge, { maxLength: 11, selector: ({ ends }) => ends.join() }),
      (all) => {
        const found = choosePairs(all);
        const ends = found.flatMap((one) => one.ends);
        assert.equal(new Set(ends).size, ends.length);
        assert.equal(found.length, most(all));
      },
    ),
  );
});
