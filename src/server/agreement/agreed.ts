/** Until when the whole book agrees with the bank. */
import type { Context } from "../handler/context.ts";
import { reckonAll } from "./checkpoints.ts";

export interface Agreed {
  /** The earliest of the days up to which each account agrees; none where one never did. */
  until?: string;
  /** The first point that differs, of each account that has one. */
  broken: { accountId: number; checkpointId: number; date: string }[];
}

/** Undefined where no balance of the bank was ever stated. */
export async function readAgreed(ctx: Context): Promise<Agreed | undefined> {
  const accounts = await reckonAll(ctx);
  if (accounts.length === 0) return undefined;
  const broken: Agreed["broken"] = [];
  const until: (string | undefined)[] = [];
  for (const points of accounts) {
    const bad = points.findIndex(({ difference }) => difference !== 0n);
    const first = points[bad];
    until.push(points[bad === -1 ? points.length - 1 : bad - 1]?.row.day);
    if (first === undefined) continue;
    const { accountId, id: checkpointId, day: date } = first.row;
    broken.push({ accountId, checkpointId, date });
  }
  const earliest = until.includes(undefined) ? undefined : (until as string[]).sort()[0];
  return { ...(earliest && { until: earliest }), broken };
}
