/** Until when the whole book agrees with the bank. */
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { reckonPoints } from "./checkpoints.ts";

export interface Agreed {
  /** The earliest of the days up to which each account agrees; none where one never did. */
  until?: string;
  /** The first point that differs, of each account that has one. */
  broken: { accountId: number; checkpointId: number; date: string }[];
}

/** Undefined where no balance of the bank was ever stated. */
export async function readAgreed(ctx: Context): Promise<Agreed | undefined> {
  const accounts = await ctx.db.all<{ accountId: number }>(sql`
    select distinct account_id from checkpoints where user_id = ${ctx.userId} order by account_id`);
  if (accounts.length === 0) return undefined;
  const broken: Agreed["broken"] = [];
  const until: (string | undefined)[] = [];
  for (const { accountId } of accounts) {
    const points = await reckonPoints(ctx, accountId);
    const bad = points.findIndex(({ difference }) => difference !== 0n);
    const first = points[bad];
    until.push(points[bad === -1 ? points.length - 1 : bad - 1]?.row.day);
    if (first) broken.push({ accountId, checkpointId: first.row.id, date: first.row.day });
  }
  const earliest = until.includes(undefined) ? undefined : (until as string[]).sort()[0];
  return { ...(earliest && { until: earliest }), broken };
}
