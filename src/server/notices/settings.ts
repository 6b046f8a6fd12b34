/** When and how a person wants to be told. */
import type { NoticeSettings } from "../../contract/channels.ts";
import { type Day, dayOf, type Instant, readMoment, shiftDay } from "../../ledger/calendar.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";

export interface Settings {
  hour: number;
  showAmounts: number;
  digest: number;
  /** When it is looked at next. */
  nextAt: string;
}

const USUAL_HOUR = 9;

/** As they were chosen, or what is usual. */
export async function readSettings(ctx: Context): Promise<Settings> {
  const { db, userId } = ctx;
  const row = await db.get<Settings>(sql`
    select hour, show_amounts, digest, next_at from notice_settings where user_id = ${userId}`);
  return row ?? { hour: USUAL_HOUR, showAmounts: 0, digest: 1, nextAt: nextOf(ctx, USUAL_HOUR) };
}

export function presentSettings({ hour, showAmounts, digest }: Settings): NoticeSettings {
  return { hour, showAmounts: showAmounts === 1, digest: digest === 1 };
}

/** Keeps what was chosen. Another hour holds from its next time on. */
export async function putSettings(
  ctx: Context,
  chosen: Partial<NoticeSettings>,
): Promise<Settings> {
  const old = await readSettings(ctx);
  const hour = chosen.hour ?? old.hour;
  const showAmounts = Number(chosen.showAmounts ?? old.showAmounts === 1);
  const digest = Number(chosen.digest ?? old.digest === 1);
  const nextAt = hour === old.hour ? old.nextAt : nextOf(ctx, hour);
  await ctx.db.run(sql`
    insert into notice_settings (user_id, hour, show_amounts, digest, next_at)
    values (${ctx.userId}, ${hour}, ${showAmounts}, ${digest}, ${nextAt})
    on conflict (user_id) do update set hour = excluded.hour, show_amounts = excluded.show_amounts,
      digest = excluded.digest, next_at = excluded.next_at`);
  return { hour, showAmounts, digest, nextAt };
}

/** Once it was looked at: the same hour of another day. */
export async function moveOn(ctx: Context, { hour }: Settings): Promise<void> {
  await ctx.db.run(sql`update notice_settings set next_at = ${nextOf(ctx, hour)}
    where user_id = ${ctx.userId}`);
}

/** The next time that it is this hour in the zone. */
function nextOf({ now, zone }: Context, hour: number): Instant {
  let day = dayOf(now, zone);
  for (;;) {
    const at = hourOf(day, hour, zone);
    if (at !== undefined && Date.parse(at) > now) return at;
    day = shiftDay(day, 1);
  }
}

/** An hour that the clocks skip is the next one; undefined on a day that they skip whole. */
function hourOf(day: Day, hour: number, zone: string): Instant | undefined {
  for (let at = hour; at < 24; at += 1) {
    const moment = readMoment(`${day}T${String(at).padStart(2, "0")}:00:00`, zone);
    if (moment !== undefined) return moment.instant;
  }
  return undefined;
}
