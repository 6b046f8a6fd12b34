/**
 * Whose book a request is about. Decided here, once, before any handler runs; handlers only see the
 * answer, and every query of theirs names it.
 */
import sql, { type Sql } from "sql-template-tag";
import { type Endpoint, NOT_FOUND, type OwnedNoun } from "../contract/endpoint.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Query } from "../store/db.ts";
import type { CheckedInput } from "./validate.ts";

const ownerOf: Record<OwnedNoun, (id: number) => Sql> = {
  account: (id) => sql`select user_id as "userId" from accounts where id = ${id}`,
  record: (id) => sql`select user_id as "userId" from records where id = ${id}`,
  budget: (id) => sql`select user_id as "userId" from budgets where id = ${id}`,
};

/**
 * The request's owner; 0 where the endpoint has none. A `userId` that is given and is not the
 * resource's owner gets the 404 of a resource that does not exist (decisions G1).
 */
export async function findOwner(
  db: Query,
  endpoint: Endpoint,
  { params, query, body }: CheckedInput,
): Promise<number> {
  if (endpoint.owner === "none") return 0;
  if (endpoint.owner === "query") return query.userId as number;
  if (endpoint.owner === "body") return body.userId as number;
  const row = await db.get<{ userId: number }>(ownerOf[endpoint.owner](params.id as number));
  const given = [query.userId, body.userId].filter((userId) => userId !== undefined);
  if (row === undefined || given.some((userId) => userId !== row.userId)) {
    throw new Refusal(404, NOT_FOUND[endpoint.owner]);
  }
  return row.userId;
}
