/** Plans, the clock and bills in any order: the money of an occurrence moves once, and the book proves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Day, shiftDay } from "../../../src/ledger/calendar.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { made } from "../../harness/book.ts";
import { IMPORT_STEPS, listOf } from "../../harness/import-steps.ts";
import { noonOf, onDay, planOf } from "../../harness/plans.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

/** A payment each week; the bills tell each a day or two beside it. */
const DUES = ["2026-03-04", "2026-03-11", "2026-03-18", "2026-03-25"] as Day[];
const YUAN = ["10.00", "11.00", "9.00", "12.00"] as const;
const LINES = DUES.map((due, index) =>
  purchaseRow(index, {
    ...{ time: `${shiftDay(due, [-2, 0, 1, 3][index] as number)} 09:00:00` },
    ...{ who: "某某洗衣店", what: "每周洗衣", yuan: YUAN[index], method: "招商银行(1186)" },
  }),
);
/** Two that overlap. */
const BILLS = [wechatBill(LINES.slice(0, 3)), wechatBill(LINES.slice(1))];

const VERBS = [
  ...(["tick", "preview", "import", "commit", "undo"] as const),
  ...(["book", "skip", "delete", "restore"] as const),
];

interface Stage {
  app: TestApp;
  userId: number;
  plan: number;
  tick: (day: Day) => Promise<unknown>;
}

type Step = (stage: Stage, which: number) => Promise<unknown>;
const dueOf = (which: number) => DUES[which % DUES.length] as Day;
const billOf = (which: number) => BILLS[which % BILLS.length] as string;

/** Something that the service does, or refuses in words. */
async function tried(work: Promise<{ status: number; text: string }>): Promise<number> {
  const { status, text } = await work;
  assert.ok([200, 400, 404, 409].includes(status), text);
  return status;
}

const STEPS: Record<(typeof VERBS)[number], Step> = {
  tick: ({ tick }, which) => tick(dueOf(which)),
  preview: ({ app, userId }, which) => preview(app, userId, billOf(which)),
  async import({ app, userId }, which) {
    const { id } = await preview(app, userId, billOf(which));
    await tried(app.post(`/api/imports/${id}/commit`));
  },
  commit: ({ app, userId }, which) => IMPORT_STEPS.commit(app, userId, which),
  undo: ({ app, userId }, which) => IMPORT_STEPS.undo(app, userId, which),
  delete: ({ app, userId }, which) => IMPORT_STEPS.delete(app, userId, which),
  restore: ({ app, userId }, which) => IMPORT_STEPS.restore(app, userId, which),
  book({ app, plan }, which) {
    const due = dueOf(which);
    return tried(app.post(`/api/plans/${plan}/occurrences/${due}/book`, { date: due }));
  },
  skip({ app, plan }, which) {
    const state = "skipped";
    return tried(app.put(`/api/plans/${plan}/occurrences/${dueOf(which)}`, { state }));
  },
};

const step = fc.record({ verb: fc.constantFrom(...VERBS), which: fc.nat(23) });

onEveryEngine("plans and bills", (open) => {
  test("in any order each occurrence moves its money at most once", async (t) => {
    const { app, clock, tick } = await onDay(t, open, "2026-02-20");
    const steps = fc.array(step, { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("auto", "confirm"), steps, async (mode, steps) => {
        const { userId } = await someone(app);
        const card = await anotherAccount(app, userId, { name: "招商银行(1186)" });
        clock.now = noonOf("2026-02-20");
        const plan = await planOf(app, {
          ...{ userId, name: "洗衣", kind: "expense", accountId: card, category: "居家", mode },
          ...{ amount: 10, amountMode: "estimate", every: { unit: "week" }, times: DUES.length },
          startDate: DUES[0],
        });
        const stage = {
          ...{ app, userId, plan: plan.id },
          tick: (day: Day) => tick(clock.now < noonOf(day) ? day : undefined),
        };
        for (const { verb, which } of steps) await STEPS[verb](stage, which);
        const parted = steps.some(({ verb }) => verb === "skip" || verb === "delete");
        await assertOnce(app, userId, parted);
        await assertProved(app);
        // Nothing of this is left for the next round's clock.
        made(await app.remove(`/api/plans/${plan.id}`));
      }),
      { numRuns: 25 },
    );
  });
});

/**
 * No occurrence has two records, and no line. Where none was skipped or deleted, after which its line is one
 * like others, there are no more records than occurrences.
 */
async function assertOnce(app: TestApp, userId: number, parted: boolean): Promise<void> {
  const records: { due?: string; externalId?: string }[] = await listOf(app, "records", userId);
  const dues = records.flatMap(({ due }) => due ?? []);
  assert.equal(new Set(dues).size, dues.length);
  const lines = records.flatMap(({ externalId }) => externalId ?? []);
  assert.equal(new Set(lines).size, lines.length);
  if (!parted) assert.ok(records.length <= DUES.length, JSON.stringify(records));
}
