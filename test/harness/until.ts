/** Waits for what comes by itself, and says so where it does not come. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";

/** Far more than any machine needs: it is there so that a fault fails by its name instead of never ending. */
const PATIENCE_MS = 180_000;

/** Resolves when `isSo` is true, asked again after every pause; fails with `what` when it never is. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  pauseMs = 10,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `waited in vain: ${what}`);
    await wait(pauseMs);
  }
}
