/**
 * What a handler is whose work is longer than one transaction: it is given the store and opens its
 * transactions itself. Whose book it is about has been decided before it runs, as for every handler.
 */
import type { Endpoint, Input, Output } from "../../contract/endpoint.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Db, Query } from "../../store/db.ts";
import type { Act, Context, RequestContext } from "./context.ts";

/** The one file of an upload. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
  /** What the command was given by whoever runs the service: as large as can be read. */
  ownFile?: true;
  /** Until when its bytes are kept, where that is longer than its request. */
  kept?: Promise<unknown>;
}

/** The store as one book has it: its writes queue with the book's others. */
export type BookStore = Pick<Db, "read" | "write">;

export function storeOf(db: Db, userId: number): BookStore {
  return {
    read: (work, options) => db.read(work, options),
    write: (work, options) => db.write(work, { userId, ...options }),
  };
}

/** Asks whether who asked still may; refuses, as for any request, when the session or the token is over. */
export type Stands = (db: Query) => Promise<unknown>;

/** False where that is refused; a fault says nothing about who asked. */
export async function mayGoOn(stands: Stands, db: Query): Promise<boolean> {
  try {
    await stands(db);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** What such a handler has at hand. */
export interface LongContext extends RequestContext {
  stands: Stands;
  store: BookStore;
  /** Whose book it is; 0 where the endpoint belongs to nobody. */
  userId: number;
  /** Returns the milliseconds since 1970. */
  clock: () => number;
  /** What its write kept in the history, for the answer to name. */
  act?: Act;
  /** Only where the endpoint takes an upload. */
  file?: UploadedFile;
  /** For what goes wrong after the answer has been given. */
  log: { error(details: object, text: string): void };
}

/** Sends a notice that waits, and comes back when it is known what became of it. */
export interface SendContext extends LongContext {
  sendNotice: (userId: number, id: number) => Promise<void>;
}

/** An answer that is no JSON: text or bytes as they come. */
export class StreamedAnswer {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** The name under which a browser saves it. */
  readonly fileName: string | undefined;
  constructor(contentType: string, chunks: AsyncIterable<string | Uint8Array>, fileName?: string) {
    this.contentType = contentType;
    this.chunks = chunks;
    this.fileName = fileName;
  }
}

export type LongHandler<E extends Endpoint, C extends LongContext = LongContext> = (
  own: C,
  input: Input<E>,
) => Promise<Output<E> | StreamedAnswer>;

/** One transaction's context. */
export function contextIn(own: LongContext, db: Query): Context {
  const { userId, caller, address, origin, zone, service, language } = own;
  return {
    db,
    userId,
    caller,
    address,
    origin,
    zone,
    service,
    language,
    now: own.clock(),
    act: {},
  };
}
