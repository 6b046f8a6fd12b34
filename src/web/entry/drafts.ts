/** What was typed into the form and not saved: kept in this browser for a day. */
import { makeKeptStore } from "../store.ts";
import { refundedBy } from "./entry-form.ts";
import type { Entry, EntryForm } from "./entry-store.ts";

export interface Draft {
  userId: number;
  /** What the form was open for. */
  subject: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What was set by hand. */
  form: Partial<EntryForm>;
  line: string;
}

const KEPT_MS = 24 * 3_600_000;
const drafts = makeKeptStore<Draft[]>(
  "fenming.drafts",
  (stored) => (stored as Draft[] | null) ?? [],
);

/** What was begun here before; not where the form begins with what it was given. */
export function findDraft(userId: number, entry: Entry): Draft | undefined {
  if (entry.form || (entry.draft && refundedBy(entry) === undefined)) return undefined;
  return fresh().find((draft) => isOf(draft, userId, entry));
}

export function keepDraft(userId: number, entry: Entry, typed: Pick<Draft, "form" | "line">): void {
  const draft = { userId, subject: subjectOf(entry), at: Date.now(), ...typed };
  drafts.set([draft, ...others(userId, entry)]);
}

export function dropDraft(userId: number, entry: Entry): void {
  if (drafts.get().length > 0) drafts.set(others(userId, entry));
}

/** Whether enough was typed to be kept. */
export function isWorthKeeping(
  entry: Entry,
  { form, line }: Pick<Draft, "form" | "line">,
): boolean {
  const { text, category, description, fee } = form;
  if (entry.record || entry.transfer) return Object.keys(form).length > 0;
  return [line, text, category, description, fee].some((field) => (field ?? "").trim() !== "");
}

function fresh(): Draft[] {
  return drafts.reread().filter(({ at }) => at > Date.now() - KEPT_MS);
}

function others(userId: number, entry: Entry): Draft[] {
  return fresh().filter((draft) => !isOf(draft, userId, entry));
}

function isOf(draft: Draft, userId: number, entry: Entry): boolean {
  return draft.userId === userId && draft.subject === subjectOf(entry);
}

function subjectOf(entry: Entry): string {
  const { record, transfer, kind } = entry;
  if (record) return `record ${record.id}`;
  if (transfer) return `transfer ${transfer.id}`;
  return `new ${kind ?? ""} ${refundedBy(entry) ?? ""}`;
}
