/**
 * What a handler is whose work is longer than one transaction: it is given the store and opens its
 * transactions itself. Whose book it is about has been decided before it runs, as for every handler.
 */
import type { Endpoint, Input, Output } from "../contract/endpoint.ts";
import type { Db, Query } from "../store/db.ts";
import type { Caller } from "./caller.ts";
import type { Context, Service } from "./handler.ts";
import type { Jobs } from "./jobs.ts";

/** The one file of an upload. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** The store as one book has it: its writes queue with the book's others. */
export type BookStore = Pick<Db, "read" | "write">;

export function storeOf(db: Db, userId: number): BookStore {
  return {
    read: (work) => db.read(work),
    write: (work, options) => db.write(work, { userId, ...options }),
  };
}

/** What such a handler has at hand. */
export interface OwnContext {
  store: BookStore;
  userId: number;
  caller: Caller;
  /** The address that the request comes from. */
  address: string;
  zone: string;
  /** Milliseconds since 1970, each time it is asked. */
  clock: () => number;
  service: Service;
  jobs: Jobs;
  /** Only where the endpoint takes an upload. */
  file?: UploadedFile;
  /** For what goes wrong after the answer has been given. */
  log: { error(details: object, text: string): void };
}

/** An answer that is no JSON: text or bytes as they come. */
export class Flow {
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

export type OwnHandler<E extends Endpoint> = (
  own: OwnContext,
  input: Input<E>,
) => Promise<Output<E> | Flow>;

/** One transaction's context. */
export function contextIn(own: OwnContext, db: Query): Context {
  const { userId, caller, address, zone, service } = own;
  return { db, userId, caller, address, zone, service, now: own.clock() };
}
