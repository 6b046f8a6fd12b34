/** Notices: what is said to a person by one channel. A row is made once, and waits until it was sent. */
import type { Notice } from "../../contract/channels.ts";
import type { Language } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Sql, sql } from "../../store/sql.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { sayFault } from "../outbound/send-fault.ts";

/** What a notice says. */
export interface About {
  title: string;
  lines: string[];
}

export interface NoticeRow {
  id: number;
  userId: number;
  channelId: number;
  kind: Notice["kind"];
  /** JSON of About. */
  about: string;
  state: Notice["state"];
  attempts: number;
  nextAt: string;
  fault: string | null;
  createdAt: string;
  sentAt: string | null;
}

export interface NewNotice {
  channelId: number;
  /** What it is about, in words that nothing else is about. */
  key: string;
  kind: Notice["kind"];
  about: About;
}

/** Makes a notice that is due now; undefined where it has been made before. */
export async function insertNotice(
  ctx: Pick<Context, "db" | "userId" | "now">,
  { channelId, key, kind, about }: NewNotice,
): Promise<number | undefined> {
  const now = nowInstant(ctx);
  const made = await ctx.db.get<{ id: number }>(sql`
    insert into notices (user_id, channel_id, key, kind, about, state, attempts, next_at, created_at)
    values (${ctx.userId}, ${channelId}, ${key}, ${kind}, ${JSON.stringify(about)}, 'waiting', 0,
      ${now}, ${now})
    on conflict (user_id, key) do nothing returning id`);
  return made?.id;
}

type Asking = Pick<Context, "db" | "userId">;

const SHOWN = 50;

/** The user's latest notices. */
export function readNotices({ db, userId }: Asking, where: Sql = sql`1 = 1`): Promise<NoticeRow[]> {
  return db.all<NoticeRow>(sql`
    select id, user_id, channel_id, kind, about, state, attempts, next_at, fault, created_at, sent_at
    from notices where user_id = ${userId} and ${where} order by id desc limit ${SHOWN}`);
}

export async function getNotice(ctx: Asking, id: number): Promise<NoticeRow> {
  const [row] = await readNotices(ctx, sql`id = ${id}`);
  // The channel was deleted meanwhile, and its notices with it.
  if (row === undefined) throw new Refusal(404, "channelNotFound");
  return row;
}

export function presentNotice(row: NoticeRow, language: Language): Notice {
  const { about, nextAt, fault, sentAt, ...shown } = row;
  const { title, lines } = JSON.parse(about) as About;
  return {
    ...shown,
    title,
    lines,
    ...(row.state === "waiting" && { nextAt }),
    ...(sentAt !== null && { sentAt }),
    ...(fault !== null && { fault: sayFault(fault, language) }),
  };
}
