/** What a handler is: a function from a request's input to `data`, inside one transaction. */
import type { Endpoint, Input, Output } from "../../contract/endpoint.ts";
import type { Language } from "../../contract/messages.ts";
import type { Query } from "../../store/db.ts";
import type { Sql } from "../../store/sql.ts";
import type { Caller } from "./caller.ts";

/** What one request does to a book: the entries that it keeps in the history belong together. */
export interface Act {
  /** The number of its first entry; undefined until there is one. */
  id?: number | undefined;
  /** What it wants to make was there already: nothing was booked. */
  replayed?: boolean;
}

/** Seals texts that the service must be able to read again, within a transaction. */
export interface Seals {
  sealWithin(db: Query, text: string, purpose: string): Promise<string>;
  /** Undefined where it was sealed for something else, or under secrets that are gone. */
  openWithin(db: Query, sealed: string, purpose: string): Promise<string | undefined>;
}

/** What a handler knows of what lies outside: which addresses may be called, and how their secrets are kept. */
export interface Outside {
  /** Undefined where the service has no secret to seal with. */
  seals: Seals | undefined;
  /** Whether there is a server for mail. */
  mails: boolean;
  /** Throws where an address is out of reach whatever its name stands for. */
  judge(url: URL): unknown;
}

/** What every handler has at hand, however its endpoint is served. */
export interface RequestContext {
  /** Who asks; ANYBODY in open mode. Ownership is settled: this is for saying who did what. */
  caller: Caller;
  /** The address that the request comes from. */
  address: string;
  /** Where the service is found: by what it is told, or else as the request has found it. */
  origin: string;
  /** The zone that days are reckoned in. */
  zone: string;
  /** What the service is, for the web app. */
  service: Service;
  /** The language that the service answers in (decisions G12). */
  language: Language;
  /** Of requests alone. */
  outside?: Outside;
}

/** What a handler has that is served from what the service knows of itself. */
export interface StaticContext extends RequestContext {
  /** Milliseconds since 1970. */
  now: number;
}

/** What a handler has that reads or writes a book. */
export interface Context extends StaticContext {
  /** The request's transaction: a snapshot for a read, all or nothing for a write. */
  db: Query;
  /** Whose book it is; 0 where the endpoint belongs to nobody. Every query names it. */
  userId: number;
  act: Act;
  /** Where it would hold everybody: what looks at very many rows has to step aside (`stepAside`). */
  onLoop?: FoundFew | undefined;
}

/** What was found to be few of a user's, and until when it is not counted again: no book gets very many more meanwhile. */
export class FoundFew {
  // By number first: a text put together of both costs several times as much to look for.
  readonly #ofUsers = new Map<number, Map<string, number>>();

  has(userId: number, what: string, now: number): boolean {
    return now < (this.#ofUsers.get(userId)?.get(what) ?? 0);
  }

  add(userId: number, what: string, now: number): void {
    if (this.#ofUsers.size >= MOST_USERS) this.#ofUsers.clear();
    const found = this.#ofUsers.get(userId) ?? new Map<string, number>();
    if (found.size >= MOST_FOUND) found.clear();
    this.#ofUsers.set(userId, found.set(what, now + FEW_FOR_MS));
  }
}

const MOST_USERS = 5_000;
const MOST_FOUND = 16;
const FEW_FOR_MS = 10_000;

/** Thrown by a read that finds very many rows to look at: it begins anew beside the event loop. */
export class MustStepAside extends Error {}

/** Lets a read of the user's `what` begin anew beside the event loop where the statement finds a row: there are too many. */
export async function stepAside(
  { db, userId, now, onLoop }: Context,
  what: string,
  tooMany: () => Sql,
): Promise<void> {
  if (onLoop === undefined) return;
  if (onLoop.has(userId, what, now)) return;
  if ((await db.get(tooMany())) !== undefined) throw new MustStepAside();
  onLoop.add(userId, what, now);
}

/** The context that an endpoint's `serve` gives its handler. */
export type ContextOf<E extends Endpoint> = E extends { serve: "static" } ? StaticContext : Context;

export interface Service {
  /** The program's version. */
  version: string;
  /** Whether users and test data can be made without signing in. */
  development: boolean;
  /** How it is entered: freely, by its own passwords, or through an identity provider. */
  signIn: "open" | "password" | "provider";
  /** Whether everybody must have a second factor. */
  requiresSecondFactor: boolean;
  /** The host that passkeys are bound to; null where there are none. */
  passkeyHost: string | null;
}

/** What a handler is told that no request asks: nobody enters there. */
export function serviceWithoutDoor(version: string): Service {
  const open = { development: false, signIn: "open", requiresSecondFactor: false } as const;
  return { version, ...open, passkeyHost: null };
}

/** Rows for an answer of any length: whole when they are few, else sent as they come. */
export class Rows<Row> {
  /** The first rows; all of them when there is no `long`. */
  readonly first: Row[];
  /** All rows in pages, from the first on, when they are too many to hold. */
  readonly long: AsyncIterable<Row[]> | undefined;
  /** The JSON text of one row. */
  readonly write: (row: Row) => string;
  constructor(first: Row[], long: AsyncIterable<Row[]> | undefined, write: (row: Row) => string) {
    this.first = first;
    this.long = long;
    this.write = write;
  }
}

/** One page of a longer list, and the cursor of the next. */
export class Page<Row> {
  readonly rows: Row[];
  readonly nextCursor: string | undefined;
  constructor(rows: Row[], nextCursor: string | undefined) {
    this.rows = rows;
    this.nextCursor = nextCursor;
  }
}

/** An answer that holds a page of a list besides other things, and the cursor of the next. */
export class Paged<Data> {
  readonly data: Data;
  readonly nextCursor: string | undefined;
  constructor(data: Data, nextCursor: string | undefined) {
    this.data = data;
    this.nextCursor = nextCursor;
  }
}

type Element<T> = T extends readonly (infer U)[] ? U : never;

export type Handler<E extends Endpoint> = (
  context: ContextOf<E>,
  input: Input<E>,
) => Promise<Output<E> | AnyRows | Page<Element<Output<E>>> | Paged<Output<E>>>;

// biome-ignore lint/suspicious/noExplicitAny: what a row is, only its handler and its writer know
type AnyRows = Rows<any>;

/** A handler for every endpoint of a noun: a missing one does not compile. */
export type Handlers<G extends Record<string, Endpoint>> = {
  [Verb in keyof G]: Handler<G[Verb]>;
};

/** A handler whose endpoint's types are checked where it is declared. */
// biome-ignore lint/suspicious/noExplicitAny: the table of all handlers holds many input types
export type AnyHandler = (context: Context, input: any) => Promise<unknown>;
