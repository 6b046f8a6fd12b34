/**
 * Whose book a request is about. Decided here, once, before any handler runs; handlers only see the
 * answer, and every query of theirs names it.
 */
import { type Endpoint, NOUNS, type OwnedNoun, type Owner } from "../../contract/endpoint.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Db, Query } from "../../store/db.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { ANYBODY, type Caller, type Claim } from "../handler/caller.ts";
import type { CheckedInput } from "../handler/input.ts";
import { requireRight } from "./authenticate.ts";

/** Selects the owner of a noun's row. */
function ownerOf(noun: OwnedNoun, id: number): Sql {
  const { table, only } = NOUNS[noun] as { table: string; only?: string };
  const living = only === undefined ? sql`` : raw(` and ${only}`);
  return sql`select user_id from ${raw(table)} where id = ${id}${living}`;
}

/** The caller, proved in the request's own transaction; anybody in open mode. */
export async function findCaller(
  db: Query,
  endpoint: Endpoint,
  claim: Claim | null,
  now: number,
): Promise<Caller> {
  if (claim === null) return ANYBODY;
  const caller = await claim.prove(db, now);
  requireRight(endpoint, caller);
  return caller;
}

/**
 * The request's owner; 0 where the endpoint has none. A resource whose owner is not the one who signed
 * in, or is not the `userId` that is given, gets the 404 of one that does not exist (decisions G1).
 * Where `query` and `body` name the owner, the gate has put the caller there.
 */
export async function findOwner(
  db: Query,
  endpoint: Endpoint,
  { params, query, body }: CheckedInput,
  caller: Caller,
): Promise<number> {
  if (endpoint.owner === "none") return 0;
  if (endpoint.owner === "caller") return caller.userId;
  if (endpoint.owner === "query") return query.userId as number;
  if (endpoint.owner === "body") return body.userId as number;
  const signedIn = caller === ANYBODY ? undefined : caller.userId;
  const given = [signedIn, query.userId, body.userId].filter((userId) => userId !== undefined);
  const named = ownerOf(endpoint.owner, params.id as number);
  // Where books lie on several servers, the user who is known says on which one to look.
  const [known] = given;
  const row = await db.get<{ userId: number }>(
    known === undefined ? named : sql`${named} and user_id = ${known}`,
  );
  if (row === undefined || given.some((userId) => userId !== row.userId)) {
    throw new Refusal(404, NOUNS[endpoint.owner].notFound);
  }
  return row.userId;
}

/**
 * Whose book a write is going to be about, so that it queues with the others of that book; 0 where
 * nobody's. It decides nothing: inside the transaction the owner is found as for every request. Where
 * one writer serves all books there is nothing to look up.
 */
export async function bookOf(
  db: Db,
  { owner }: Endpoint,
  { params, query, body }: CheckedInput,
  claim: Claim | null,
): Promise<number> {
  const known = (claim?.userId ?? body.userId ?? query.userId) as number | undefined;
  if (known !== undefined) return known;
  if (db.engine === "sqlite" || !isNoun(owner)) return 0;
  const row = await db.read((reading) =>
    reading.get<{ userId: number }>(ownerOf(owner, params.id as number)),
  );
  return row?.userId ?? 0;
}

function isNoun(owner: Owner): owner is OwnedNoun {
  return owner in NOUNS;
}
