/** What was typed into the form of an entry and not saved. */
import * as drafts from "../base/drafts.ts";
import { refundedBy } from "./entry-form.ts";
import type { Entry, EntryForm } from "./entry-store.ts";

interface EntryDraft {
  /** What was set by hand. */
  form: Partial<EntryForm>;
  line: string;
}

/** What was begun here before; not where the form begins with what it was given. */
export function findDraft(userId: number, entry: Entry): (drafts.Draft & EntryDraft) | undefined {
  if (entry.form || (entry.draft && refundedBy(entry) === undefined)) return undefined;
  return drafts.findDraft<EntryDraft>(userId, subjectOf(entry));
}

export function keepDraft(userId: number, entry: Entry, typed: EntryDraft): void {
  drafts.keepDraft(userId, subjectOf(entry), typed);
}

export function dropDraft(userId: number, entry: Entry): void {
  drafts.dropDraft(userId, subjectOf(entry));
}

/** Whether enough was typed to be kept. */
export function isWorthKeeping(entry: Entry, { form, line }: EntryDraft): boolean {
  const { text, category, description, fee } = form;
  if (entry.record || entry.transfer) return Object.keys(form).length > 0;
  return [line, text, category, description, fee].some((field) => (field ?? "").trim() !== "");
}

function subjectOf(entry: Entry): string {
  const { record, transfer, kind } = entry;
  if (record) return `record ${record.id}`;
  if (transfer) return `transfer ${transfer.id}`;
  return `new ${kind ?? ""} ${refundedBy(entry) ?? ""}`;
}
