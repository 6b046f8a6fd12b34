/** Channels as they lie in their rows, and what of them is shown. */
import { type Channel, type ChannelKind, FAILING } from "../../contract/channels.ts";
import type { Language } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { sayFault } from "../outbound/send-fault.ts";

export interface ChannelRow {
  id: number;
  userId: number;
  kind: ChannelKind;
  name: string;
  target: string;
  sealed: string;
  state: Channel["state"];
  failures: number;
  failedAt: string | null;
  fault: string | null;
  createdAt: string;
  updatedAt: string;
}

type Asking = Pick<Context, "db" | "userId">;

/** The user's channels, the oldest first. */
export function readChannels({ db, userId }: Asking, where: Sql = sql`1 = 1`) {
  return db.all<ChannelRow>(sql`
    select id, user_id, kind, name, target, sealed, state, failures, failed_at, fault, created_at,
      updated_at
    from channels where user_id = ${userId} and ${where} order by id`);
}

export async function getChannel(ctx: Asking, id: number): Promise<ChannelRow> {
  const [row] = await readChannels(ctx, sql`id = ${id}`);
  if (row === undefined) throw new Refusal(404, "channelNotFound");
  return row;
}

/** What a channel is sealed for: another row's text opens nothing. */
export function purposeOf(userId: number): string {
  return `channel ${userId}`;
}

/** Everything but what is sealed. */
export function presentChannel(row: ChannelRow, language: Language): Channel {
  const { sealed: _, failedAt, fault, ...shown } = row;
  return {
    ...shown,
    failing: row.failures >= FAILING,
    ...(failedAt !== null && { failedAt }),
    ...(fault !== null && { fault: sayFault(fault, language) }),
  };
}
