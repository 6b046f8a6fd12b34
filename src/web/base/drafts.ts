/** What was typed into a form and not saved: kept in this browser for a day. One store for every form. */
import { makeKeptStore } from "../store.ts";

export interface Draft {
  userId: number;
  /** What the form was open for. */
  subject: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT_MS = 24 * 3_600_000;
const drafts = makeKeptStore<Draft[]>(
  "fenming.drafts",
  (stored) => (stored as Draft[] | null) ?? [],
);

export function findDraft<T extends object>(
  userId: number,
  subject: string,
): (Draft & T) | undefined {
  return fresh().find((draft) => isOf(draft, userId, subject)) as (Draft & T) | undefined;
}

export function keepDraft(userId: number, subject: string, typed: object): void {
  const draft = { ...typed, userId, subject, at: Date.now() };
  drafts.set([draft, ...others(userId, subject)]);
}

export function dropDraft(userId: number, subject: string): void {
  if (drafts.get().length > 0) drafts.set(others(userId, subject));
}

function fresh(): Draft[] {
  return drafts.reread().filter(({ at }) => at > Date.now() - KEPT_MS);
}

function others(userId: number, subject: string): Draft[] {
  return fresh().filter((draft) => !isOf(draft, userId, subject));
}

function isOf(draft: Draft, userId: number, subject: string): boolean {
  return draft.userId === userId && draft.subject === subject;
}
