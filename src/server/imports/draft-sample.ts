/** Drafts a file only to show its first rows; runs in the thread that bills are read in. */
import { draftImport } from "./draft.ts";
import type { Ask, DraftOrder, Sampled } from "./draft-order.ts";
import { type DraftRow, draftRows } from "./preview-row.ts";

/** Rows of each bill. */
const SAMPLE_ROWS = 20;

/** Drafts the file without asking the book, and keeps the first rows of each bill. */
export async function draftSample(order: DraftOrder, matching: Ask["matching"]): Promise<Sampled> {
  const rows: DraftRow[] = [];
  const accounts: Sampled["accounts"] = [];
  const counts = new Map<number, number>();
  const drafted = await draftImport(order, {
    known: async () => [],
    expenses: async () => [],
    purchases: async () => [],
    candidates: async () => ({ found: [] }),
    fulfillable: async () => [],
    keysOf: async () => [],
    places: async (places) => {
      for (const { place, name, accountId } of places) accounts.push({ place, name, accountId });
    },
    matching,
    store: async (values) => {
      for (const row of draftRows(values)) {
        const count = counts.get(row.bill) ?? 0;
        counts.set(row.bill, count + 1);
        if (count < SAMPLE_ROWS) rows.push(row);
      }
    },
  });
  return { ...drafted, accounts, rows };
}
