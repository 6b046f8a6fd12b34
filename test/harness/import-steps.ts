/** What may be done with imports and with what they wrote, for tests in random order. */
import type { TestApp } from "./app.ts";

type Source = { id: number; externalId?: string; transferId?: number };

/** A user's list of a noun. */
export const listOf = async (app: TestApp, path: string, userId: number) =>
  (await app.get(`/api/${path}?userId=${userId}`)).data;

/** One step; `which` chooses among what there is, and where there is nothing nothing is done. */
export type ImportStep = (app: TestApp, userId: number, which: number) => Promise<unknown>;

const one = <T>(list: T[], which: number): T | undefined => list[which % list.length];

async function importOf(app: TestApp, userId: number, which: number, status: string) {
  const all = await listOf(app, "imports", userId);
  return one<{ id: number }>(
    all.filter((found: { status: string }) => found.status === status),
    which,
  );
}

const removeOf =
  (status: string): ImportStep =>
  async (app, userId, which) => {
    const found = await importOf(app, userId, which, status);
    if (found) await app.remove(`/api/imports/${found.id}`);
  };

export const IMPORT_STEPS = {
  undo: removeOf("committed"),
  drop: removeOf("undone"),
  /** A preview that was made earlier, with whatever has happened since; again once it is shown anew. */
  async commit(app, userId, which) {
    const found = await importOf(app, userId, which, "ready");
    if (found === undefined) return;
    const answer = await app.post(`/api/imports/${found.id}/commit`);
    if (answer.status === 409 && which % 2 === 0) {
      await app.post(`/api/imports/${found.id}/commit`);
    }
  },
  async delete(app, userId, which) {
    const records: Source[] = await listOf(app, "records", userId);
    const transfers: Source[] = await listOf(app, "transfers", userId);
    const path = one(
      [
        ...records.filter(({ transferId }) => !transferId).map(({ id }) => `/api/records/${id}`),
        ...transfers.map(({ id }) => `/api/transfers/${id}`),
      ],
      which,
    );
    if (path !== undefined) await app.remove(path);
  },
  async restore(app, userId, which) {
    const entries = await listOf(app, "history", userId);
    const entry = one<{ id: number }>(
      entries.filter(({ restorable }: { restorable: boolean }) => restorable),
      which,
    );
    if (entry !== undefined) await app.post(`/api/history/${entry.id}/restore`);
  },
} as const satisfies Record<string, ImportStep>;

/** What is in the book of records and transfers that a line was booked as, by the line's id. */
export async function bookedLines(app: TestApp, userId: number): Promise<Map<string, number>> {
  const records: Source[] = await listOf(app, "records", userId);
  const transfers: Source[] = await listOf(app, "transfers", userId);
  const found = new Map<string, number>();
  for (const booked of [...records.filter(({ transferId }) => !transferId), ...transfers]) {
    const id = booked.externalId as string;
    found.set(id, (found.get(id) ?? 0) + 1);
  }
  return found;
}
