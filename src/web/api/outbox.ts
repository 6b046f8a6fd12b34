/**
 * Every write of records, transfers, budgets and occurrences of plans goes through here: it is kept in this browser first,
 * then sent, once (by its key) and in order. What no answer came for waits and is tried again, also
 * after the tab was closed; what is refused for its content goes back to the person.
 */
import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { makeKeptStore } from "../store.ts";
import { aboutKey } from "./about.ts";
import { refreshBook } from "./change.ts";
import { type ApiError, isPassing, newKey, write } from "./client.ts";
import type { ShownPatch } from "./patch.ts";
import {
  afterBulk,
  type Call,
  follow,
  holds,
  isStuck,
  namesOf,
  nounIn,
  numberIn,
  type Stored,
  storedBy,
  type Waiting,
  type Wish,
} from "./wish.ts";

/** What came of a wish. */
export interface Done {
  /** Of what was made. */
  id?: number;
  /** The act of the history by which it can be taken back. */
  act?: number | undefined;
  /** For the network, or for the person to choose between two versions. */
  waits?: "network" | "person";
}

export interface Sent {
  key: string;
  /** Whether it is safe in this browser; if not, the form stays open until it is answered. */
  kept: boolean;
  /** Rejected with the reason when it is refused for its content; it then stays until withdrawn. */
  done: Promise<Done>;
}

/** Whom what waits is sent for. */
interface Sender {
  client: QueryClient;
  userId: number;
  zone: string;
  /** The user who has to be signed in; undefined where nobody signs in. */
  as: number | undefined;
}

/** How often what waits is tried again; the network may be back before the browser says so. */
const RETRY_MS = 4_000;
/** An answer that takes longer than this is none. */
const ANSWER_MS = 30_000;
/** As many patches are remembered until the answers hold them. */
const SETTLED = 100;

const outbox = makeKeptStore<Waiting[]>("fenming.outbox", (stored) =>
  ((stored as Waiting[] | null) ?? []).filter(({ calls }) => Array.isArray(calls)),
);
/** Who waits on this page for what comes of a wish. */
const listeners = new Map<string, Listener>();

interface Listener {
  resolve: (done: Done) => void;
  reject: (error: unknown) => void;
  /** Told how many calls are left. */
  left?: ((calls: number) => void) | undefined;
}

/** What was answered lately, and how much had been answered by then. */
let settled: { userId: number; patch: ShownPatch; at: number }[] = [];
let answered = 0;
/** Numbers that the service gave to what this page had numbered itself. */
const numbered = new Map<number, { noun: string; stored: Stored }>();
let sender: Sender | undefined;
let running = false;

export function useWaiting(userId: number): Waiting[] {
  const items = outbox.use();
  return useMemo(() => items.filter((item) => item.userId === userId), [items, userId]);
}

export function answersSoFar(): number {
  return answered;
}

/** The patches that an answer asked for after `since` answered writes does not hold. */
export function patchesSince(userId: number, since: number): ShownPatch[] {
  const late = settled.filter((one) => one.userId === userId && one.at > since);
  const waiting = outbox.get().filter((item) => item.userId === userId && !isStuck(item));
  return [
    ...late.map(({ patch }) => patch),
    ...waiting.map(({ patch, tried }) => ({ ...patch, ...(tried && { waiting: true }) })),
  ];
}

let lastId = 0;

/** A number for what the service has not numbered yet. */
export function newId(): number {
  lastId = Math.min(lastId - 1, -Date.now());
  return lastId;
}

/** Keeps the wish and sends it. The same key is the same wish. */
export function submit(
  userId: number,
  wish: Wish,
  { key = newKey(), left }: { key?: string; left?: (calls: number) => void } = {},
): Sent {
  const item: Waiting = { ...known(wish), key, userId };
  const done = new Promise<Done>((resolve, reject) =>
    listeners.set(key, { resolve, reject, left }),
  );
  const items = [...outbox.reread().filter((other) => other.key !== key), item];
  let kept = true;
  try {
    outbox.keep(items);
  } catch {
    // The storage is full or forbidden: it lives as long as the page.
    kept = false;
    outbox.set(items);
  }
  void sendAll();
  return { key, kept, done };
}

/** The wish by the service's numbers, where it has given one since the page was drawn. */
function known(wish: Wish): Wish {
  const number = wish.calls[0]?.params?.id ?? 0;
  const given = numbered.get(number);
  return given ? follow(wish, given.noun, number, given.stored) : wish;
}

/** Takes a wish back. What was to follow on a thing that is not made then goes along. */
export function withdraw(key: string): void {
  change((items) => {
    const own = namesOf(items.find((one) => one.key === key)?.patch ?? {});
    const made = own.filter((name) => name.includes(" -"));
    return items.filter(
      (one) => one.key !== key && !namesOf(one.patch).some((name) => made.includes(name)),
    );
  });
}

/** Puts another wish in the place of one that is stuck. */
export function replace(key: string, wish: Wish): void {
  change((items) =>
    items.map((item) =>
      item.key === key ? { ...wish, key: newKey(), userId: item.userId } : item,
    ),
  );
  void sendAll();
}

/** The other device's version holds; what else waits on the same thing goes on from there. */
export function takeTheirs({ key, calls: [call], theirs }: Waiting): void {
  change((items) => items.filter((item) => item.key !== key));
  if (call && theirs) followAll(nounIn(call.route), theirs.id, theirs);
  void sendAll();
}

function change(next: (items: Waiting[]) => Waiting[]): void {
  outbox.set(next(outbox.reread()));
}

function update(key: string, part: Partial<Waiting>): void {
  change((items) => items.map((item) => (item.key === key ? { ...item, ...part } : item)));
}

/** Sends what waits for the user: at once, when the network is back, and from time to time. */
export function startOutbox(next: Sender): () => void {
  sender = next;
  const flush = () => void sendAll();
  addEventListener("online", flush);
  const timer = setInterval(flush, RETRY_MS);
  flush();
  return () => {
    removeEventListener("online", flush);
    clearInterval(timer);
    if (sender === next) sender = undefined;
  };
}

async function sendAll(): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (let item = nextItem(); item; item = nextItem()) {
      if (await sendOne(item)) continue;
      for (const key of [...listeners.keys()]) tell(key, { waits: "network" });
      return;
    }
  } finally {
    running = false;
  }
}

/** The first that can be sent: what follows on something that is stuck is stuck with it. */
function nextItem(): Waiting | undefined {
  const stuck = new Set<string>();
  for (const item of outbox.reread()) {
    if (item.userId !== sender?.userId) continue;
    const names = namesOf(item.patch);
    if (!isStuck(item) && !names.some((name) => stuck.has(name))) return item;
    for (const name of names) stuck.add(name);
  }
  return undefined;
}

/** False when the rest must wait too, so that the order is kept. */
async function sendOne(item: Waiting): Promise<boolean> {
  const [call, ...rest] = item.calls;
  if (call === undefined) return true;
  try {
    // Each call of a wish has a key of its own.
    const key = rest.length === 0 ? item.key : `${item.key}.${rest.length}`;
    const { data, act = item.act } = await sendCall(call, key, item.act);
    // Each lot by itself: what waits on its records is sent after all of them.
    if (Array.isArray(call.body?.ids)) followBulk(new Set(call.body.ids as number[]));
    if (rest.length === 0) settle(item, call, data, act);
    else {
      update(item.key, { calls: rest, ...(act !== undefined && { act }) });
      listeners.get(item.key)?.left?.(rest.length);
    }
    return true;
  } catch (error) {
    return hear(item, call, error);
  }
}

async function sendCall({ route, params, body }: Call, key: string, act: number | undefined) {
  const input = {
    ...(params && { params }),
    ...(body && { body: { ...body, ...(act !== undefined && { actId: act }) } }),
  };
  const options = { idempotencyKey: key, as: sender?.as, signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = await write(route, input as never, options);
  return { ...answer, data: answer.data as unknown as Stored | null };
}

/** What comes of a call that failed; false when it is to be tried again. */
async function hear(item: Waiting, call: Call, error: unknown): Promise<boolean> {
  const { status } = error as ApiError;
  // A request with the same key that still runs is heard of later.
  if (isPassing(error) || (call.params === undefined && status === 409)) return wait(item);
  // Gone is gone.
  if (call.route.startsWith("DELETE") && status === 404) settle(item, call, null, undefined);
  else if (status === 409 && call.body?.updatedAt !== undefined) return compare(item, call, error);
  else if (status === 409 && item.patch.occurrence?.fields.state === "booked") {
    return findBooked(item, call, error);
  } else refuse(item, error);
  return true;
}

/** All that the user has waiting waits on. */
function wait({ userId }: Waiting): false {
  const isFresh = (item: Waiting) => item.userId === userId && !item.tried;
  if (outbox.reread().some(isFresh)) {
    change((items) =>
      items.map((item) => (isFresh(item) ? { ...item, tried: true as const } : item)),
    );
  }
  void sender?.client.invalidateQueries({ queryKey: aboutKey });
  return false;
}

/** Somebody has changed the same thing meanwhile: asks what stands there now. */
async function compare(item: Waiting, call: Call, error: unknown): Promise<boolean> {
  const body = call.body ?? {};
  try {
    const route = call.route.replace("PUT", "GET") as "GET /api/records/:id";
    const input = { params: call.params as { id: number } };
    const theirs = (await write(route, input, { as: sender?.as })).data as unknown as Stored;
    if (holds(theirs, body, sender?.zone ?? "UTC")) settle(item, call, theirs, undefined);
    else if (theirs.updatedAt === body.updatedAt) refuse(item, error);
    else {
      update(item.key, { theirs });
      refresh(item.userId);
      tell(item.key, { waits: "person" });
    }
    return true;
  } catch (failure) {
    if (isPassing(failure)) return wait(item);
    refuse(item, failure);
    return true;
  }
}

/** Half of what the service tells of occurrences at once. */
const DAYS_AROUND = 199;

/**
 * A booking that is refused: where the occurrence is booked as was asked, it is done. Where it is not booked at
 * all, a request of the same key still runs. Booked otherwise, the person is told.
 */
async function findBooked(item: Waiting, call: Call, error: unknown): Promise<boolean> {
  const { params, body } = call;
  const { id: planId, due } = params as { id: number; due: Day };
  const startDate = shiftDay(due, -DAYS_AROUND);
  const query = { userId: item.userId, planId, startDate, endDate: shiftDay(due, DAYS_AROUND) };
  try {
    const { data } = await write("GET /api/occurrences", { query }, { as: sender?.as });
    const found = data.find((one) => one.due === due) as Record<string, unknown> | undefined;
    if (found && found.state !== "booked") return wait(item);
    const isSame = Object.entries(body ?? {}).every(([name, value]) => found?.[name] === value);
    if (found && isSame) settle(item, call, null, undefined);
    else refuse(item, error);
    return true;
  } catch (failure) {
    if (isPassing(failure)) return wait(item);
    refuse(item, failure);
    return true;
  }
}

function refuse(item: Waiting, error: unknown): void {
  update(item.key, { refused: (error as Error).message });
  // What it was refused for may be news here too: an account that is gone.
  refresh(item.userId);
  listeners.get(item.key)?.reject(error);
  listeners.delete(item.key);
}

/** It is booked: shown until the answers hold it, and what follows on it goes on from there. */
function settle(item: Waiting, call: Call, data: Stored | null, act: number | undefined): void {
  answered += 1;
  change((items) => items.filter(({ key }) => key !== item.key));
  const from = numberIn(item);
  const one = storedBy(call, data);
  const isOne = one?.stored.id !== undefined && from !== undefined;
  const { patch } = isOne ? follow(item, one.noun, from, one.stored) : item;
  settled = [...settled, { userId: item.userId, patch, at: answered }].slice(-SETTLED);
  if (isOne) followAll(one.noun, from, one.stored);
  refresh(item.userId);
  tell(item.key, { ...(isOne && { id: one.stored.id }), act });
}

function followAll(noun: string, from: number, stored: Stored): void {
  if (from < 0) numbered.set(from, { noun, stored });
  change((items) => items.map((item) => follow(item, noun, from, stored)));
}

function followBulk(ids: ReadonlySet<number>): void {
  change((items) => items.map((item) => afterBulk(item, ids)));
}

function refresh(userId: number): void {
  if (sender) refreshBook(sender.client, userId);
}

function tell(key: string, done: Done): void {
  listeners.get(key)?.resolve(done);
  listeners.delete(key);
}
