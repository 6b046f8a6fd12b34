/** Two bills that tell one transfer from both its sides: its money moves once, whatever is done. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import {
  commit,
  PAYMENT_AT_BANK,
  PAYMENT_IN_WALLET,
  preview,
  rowsOf,
} from "../../harness/bills.ts";
import { IMPORT_STEPS, type ImportStep } from "../../harness/import-steps.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

/** A preview of one side. What is suggested as the other side becomes one transfer with it. */
async function look(app: TestApp, userId: number, which: number, wanted: boolean) {
  const shown = await preview(app, userId, which % 2 === 0 ? PAYMENT_IN_WALLET : PAYMENT_AT_BANK);
  const [row] = await rowsOf(app, shown.id);
  const side = row.suggestion?.kind === "two-sides" && row.suggestion.recordId !== undefined;
  const action = side ? "merge" : wanted && row.fate === "removed" ? "import" : undefined;
  if (action) await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers: [1], action }] });
  return shown.id;
}

const STEPS: Record<string, ImportStep> = {
  ...IMPORT_STEPS,
  preview: (app, userId, which) => look(app, userId, which, which % 3 === 0),
  async import(app, userId, which) {
    await commit(app, await look(app, userId, which, false));
  },
  async force(app, userId, which) {
    await commit(app, await look(app, userId, which, true));
  },
};

const step = fc.record({
  verb: fc.constantFrom(
    ...(["import", "import", "force", "preview", "commit"] as const),
    ...(["undo", "drop", "delete", "restore", "restore"] as const),
  ),
  which: fc.nat(7),
});

/** Two previews that are left to be committed at any time later, and both bills in the book. */
const BOTH_KNOWN = ["preview", "import"].flatMap((verb) =>
  [0, 1].map((which) => ({ verb, which })),
);

onEveryEngine("the two sides of a transfer", (open) => {
  test("in any order of preview, commit, undo, delete and restore, each moves at most once", async () => {
    const app = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { userId } = await someone(app);
        const wallet = await anotherAccount(app, userId, { name: "微信零钱" });
        const card = await anotherAccount(app, userId, { name: "招商银行" });
        // A name that is chosen once stays with its account.
        await settle(app, userId, card);
        for (const { verb, which } of [...BOTH_KNOWN, ...steps]) {
          await (STEPS[verb] as ImportStep)(app, userId, which);
          const balances = [await balanceOf(app, wallet), await balanceOf(app, card)];
          assert.ok(
            [0, 500].includes(balances[0] as number),
            `wallet ${balances[0]} after ${verb}`,
          );
          assert.ok([0, -500].includes(balances[1] as number), `card ${balances[1]} after ${verb}`);
          await assertProved(app);
        }
      }),
      { numRuns: 25 },
    );
    await app.close();
  });
});

/** The bank's bill names no account: the user says once which it is. */
async function settle(app: TestApp, userId: number, card: number): Promise<void> {
  const shown = await preview(app, userId, PAYMENT_AT_BANK);
  await app.put(`/api/imports/${shown.id}`, {
    accounts: [{ place: 0, accountId: card }],
    rows: [{ numbers: [1], action: "skip" }],
  });
  await commit(app, shown.id);
}
