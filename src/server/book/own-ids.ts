/**
 * The ids that clients give to what they make: a record or a transfer is made once a user, however
 * often it is sent. What came with a bill has a provider, and its id is the provider's.
 */
import { Refusal } from "../../contract/refusal.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { type KeptRow, tableOf } from "./versions.ts";

type Noun = "record" | "transfer";

/** The id of what was made under the client's id; undefined when nothing was, or none is given. */
export async function findMade(
  ctx: Context,
  noun: Noun,
  ownId: string | undefined,
): Promise<number | undefined> {
  if (ownId === undefined) return undefined;
  const row = await ctx.db.get<{ id: number }>(made(ctx, noun, [ownId]));
  return row?.id;
}

/** Refuses to bring back what its client has made again meanwhile. */
export async function refuseMadeAgain(ctx: Context, noun: string, rows: KeptRow[]): Promise<void> {
  if (noun !== "record" && noun !== "transfer") return;
  const ownIds = rows.flatMap(({ provider, externalId }) =>
    provider == null && typeof externalId === "string" ? [externalId] : [],
  );
  if (ownIds.length === 0) return;
  const row = await ctx.db.get<{ id: number }>(made(ctx, noun, ownIds));
  if (row !== undefined) throw new Refusal(409, "restoreOwnId", { id: row.id });
}

function made({ userId }: Context, noun: Noun, ownIds: string[]): Sql {
  return sql`select id from ${tableOf(noun)} where user_id = ${userId} and provider is null
    and external_id is not null and external_id in (${join(ownIds)}) limit 1`;
}
