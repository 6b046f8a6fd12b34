/** A wish of a person to change the book, as it is kept until the service has answered. Pure. */
import { type Day, dayOf } from "../../ledger/calendar.ts";
import type { Route } from "./client.ts";
import { type BookLine, isTransfer } from "./models.ts";
import type { Patch } from "./patch.ts";

/** A call of an endpoint. A number below zero stands for what the service has not numbered yet. */
export interface Call {
  route: Route;
  /** `due` names an occurrence of the plan `id`. */
  params?: { id: number; due?: Day };
  body?: Record<string, unknown>;
}

/** Calls that are sent one after another, and what they change. */
export interface Wish {
  calls: Call[];
  patch: Patch;
  /** The form that it came from, to be opened again as it was. */
  form?: unknown;
}

export interface Waiting extends Wish {
  key: string;
  userId: number;
  /** The act of the history that the calls sent so far began. */
  act?: number;
  /** An attempt has met no answer. */
  tried?: true;
  /** Why the service did not take it; it waits for the person then. */
  refused?: string;
  /** What another device made of it meanwhile; it waits for the person then. */
  theirs?: Stored;
}

/** A resource as the service has it. */
export type Stored = Record<string, unknown> & { id: number; updatedAt: string };

/** Whether it is for a person to decide. */
export function isStuck({ refused, theirs }: Waiting): boolean {
  return refused !== undefined || theirs !== undefined;
}

/** What a patch is about: "records 12", "occurrences 3 2026-12-01". */
export function namesOf(patch: Patch): string[] {
  const { removed = [], added = [], budgetRemoved, budgetAdded, occurrence } = patch;
  const lines = [...removed, ...added].map((line) => `${nounOf(line)} ${line.id}`);
  const budgets = [budgetRemoved, budgetAdded].flatMap((budget) => budget ?? []);
  const due = occurrence ? [`occurrences ${occurrence.planId} ${occurrence.due}`] : [];
  return [...lines, ...budgets.map(({ id }) => `budgets ${id}`), ...due];
}

function nounOf(line: BookLine): string {
  return isTransfer(line) ? "transfers" : "records";
}

/** "PUT /api/records/:id" → "records". */
export function nounIn(route: Route): string {
  return route.split("/")[2] as string;
}

/** The number that the call's resource has while it waits; of an occurrence, that of what it is booked as. */
export function numberIn({ calls: [call], patch }: Wish): number | undefined {
  const made = (patch.added?.[0] ?? patch.budgetAdded)?.id;
  return call?.params?.due === undefined ? (call?.params?.id ?? made) : made;
}

/** What a call has made or changed, as it is stored by now: an occurrence is booked as a record or a transfer. */
export function storedBy(
  { route, params }: Call,
  data: Stored | Booked | null,
): { noun: string; stored: Stored } | undefined {
  if (data === null) return undefined;
  if (params?.due === undefined) return { noun: nounIn(route), stored: data as Stored };
  const { record, transfer } = data as Booked;
  if (record) return { noun: "records", stored: record };
  return transfer && { noun: "transfers", stored: transfer };
}

interface Booked {
  record?: Stored;
  transfer?: Stored;
}

/** The wish with what is numbered `from` numbered and dated as it is stored by now. */
export function follow<W extends Wish>(wish: W, noun: string, from: number, stored: Stored): W {
  const { id, updatedAt } = stored;
  const calls = wish.calls.map((call) => {
    if (nounIn(call.route) !== noun || call.params?.id !== from) return call;
    const { body } = call;
    return {
      ...call,
      params: { id },
      ...(body?.updatedAt !== undefined && { body: { ...body, updatedAt } }),
    };
  });
  const moved = <T extends { id: number }>(one: T): T =>
    one.id === from ? { ...one, id, updatedAt } : one;
  const lines = (list: BookLine[]) =>
    list.map((line) => (nounOf(line) === noun ? moved(line) : line));
  const { removed, added, budgetRemoved, budgetAdded, occurrence } = wish.patch;
  const patch: Patch = {
    ...(occurrence && { occurrence }),
    ...(removed && { removed: lines(removed) }),
    ...(added && { added: lines(added) }),
    ...(budgetRemoved && {
      budgetRemoved: noun === "budgets" ? moved(budgetRemoved) : budgetRemoved,
    }),
    ...(budgetAdded && { budgetAdded: noun === "budgets" ? moved(budgetAdded) : budgetAdded }),
  };
  return { ...wish, calls, patch };
}

/** The wish without a claim to know the newest version of the records: this device changed them itself. */
export function afterBulk<W extends Wish>(wish: W, ids: ReadonlySet<number>): W {
  const calls = wish.calls.map((call) => {
    if (nounIn(call.route) !== "records" || !ids.has(call.params?.id ?? 0)) return call;
    const { updatedAt: _, ...body } = call.body ?? {};
    return { ...call, body };
  });
  return { ...wish, calls };
}

/** Whether what was asked for is there already: the answer was lost, or both made the same change. */
export function holds(theirs: Stored, body: Record<string, unknown>, zone: string): boolean {
  const { updatedAt: _, ...wished } = body;
  return Object.entries(wished).every(([name, value]) => {
    const there = theirs[name] ?? (value === false ? false : null);
    if (name !== "date" || String(value).includes("T")) return there === value;
    return dayOf(Date.parse(String(there)), zone) === (value as Day);
  });
}
