/**
 * Once a day, at the hour that a person has chosen: what is new is said by every channel. What was said is kept in the
 * transaction that makes the notices, which takes the book first, so that two nodes say it once.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { say } from "../../contract/messages.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { lockBook, nowInstant } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { clockContext } from "../plans/clock.ts";
import { readChannels } from "./channel-row.ts";
import type { Line } from "./line.ts";
import { gatherLines } from "./lines.ts";
import { insertNotice } from "./notice-row.ts";
import { moveOn, readSettings, type Settings } from "./settings.ts";

const BOOKS_AT_ONCE = 100;
/** Nobody reads more at once, and each may be a notice by each channel. */
const MOST_LINES = 50;
/** Lines that are kept as said between two turns of the event loop. */
const MARKED_AT_ONCE = 500;

export interface DigestOptions {
  /** Milliseconds since 1970. */
  now: number;
  zone: string;
  stopped?: () => boolean;
  /** A book whose notices could not be made: the others go on. */
  onFault?: (error: unknown, userId: number) => void;
}

/** Makes the notices of everybody whose hour has come; returns how many. */
export async function makeDigests(db: Db, options: DigestOptions): Promise<number> {
  let made = 0;
  for (let after = 0; ; ) {
    const books = await db.read((query) => listBooks(query, options.now, after));
    for (const { userId } of books) {
      if (options.stopped?.()) return made;
      try {
        made += await makeDigest(db, userId, options);
      } catch (error) {
        if (options.onFault === undefined) throw error;
        options.onFault(error, userId);
      }
    }
    if (books.length < BOOKS_AT_ONCE) return made;
    after = (books.at(-1) as { userId: number }).userId;
  }
}

/** The one statement that asks all books at once. Who has been disabled is told nothing. */
function listBooks(db: Query, now: number, after: number): Promise<{ userId: number }[]> {
  return db.all(sql`select user_id from notice_settings
    where next_at <= ${instantAt(now)} and user_id > ${after}
      and user_id not in (select id from users where disabled_at is not null)
    order by user_id limit ${BOOKS_AT_ONCE}`);
}

async function makeDigest(db: Db, userId: number, { now, zone }: DigestOptions): Promise<number> {
  const contextOf = (query: Query) => clockContext(query, userId, now, zone);
  // What there is to say is gathered before the book is taken: of a very full book that takes long.
  const lines = await db.read((query) => linesToSay(contextOf(query)), { longOf: userId });
  return db.write(
    async (query) => {
      const ctx = contextOf(query);
      await lockBook(ctx);
      const settings = await readSettings(ctx);
      // Another node was first.
      if (settings.nextAt > nowInstant(ctx)) return 0;
      const made = await sayToAll(ctx, settings, lines);
      await moveOn(ctx, settings);
      return made;
    },
    { userId, long: lines.length >= MARKED_AT_ONCE },
  );
}

async function linesToSay(ctx: Context): Promise<Line[]> {
  if ((await readChannels(ctx, sql`state = 'active'`)).length === 0) return [];
  const settings = await readSettings(ctx);
  return gatherLines(ctx, settings.showAmounts === 1);
}

async function sayToAll(
  ctx: Context,
  settings: Settings,
  gathered: readonly Line[],
): Promise<number> {
  const channels = await readChannels(ctx, sql`state = 'active'`);
  if (channels.length === 0) return 0;
  const lines: Line[] = [];
  for (const [at, line] of gathered.entries()) {
    if (await markSaid(ctx, line)) lines.push(line);
    if (at % MARKED_AT_ONCE === MARKED_AT_ONCE - 1) await nextTurn();
  }
  let made = 0;
  const told = atMost(settings, lines);
  for (const said of settings.digest === 1 ? allInOne(settings, told) : oneByOne(told)) {
    for (const { id: channelId } of channels) {
      const key = `${said.key} #${channelId}`;
      const { kind, about } = said;
      const id = await insertNotice(ctx, { channelId, key, kind, about });
      if (id !== undefined) made += 1;
    }
  }
  return made;
}

/** The first lines; how many there are besides is the last. */
function atMost({ nextAt }: Settings, lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const told = lines.slice(0, MOST_LINES - 1);
  const text = say("lineMore", "zh", { count: lines.length - told.length });
  return [...told, { keys: [`more ${nextAt}`], text }];
}

const titled = (lines: string[]) => ({ title: say("digestTitle", "zh"), lines });

function allInOne({ nextAt }: Settings, lines: readonly Line[]) {
  if (lines.length === 0) return [];
  const about = titled(lines.map(({ text }) => text));
  return [{ key: `digest ${nextAt}`, kind: "digest" as const, about }];
}

function oneByOne(lines: readonly Line[]) {
  return lines.map(({ keys, text }) => ({
    key: keys.at(-1) as string,
    kind: "line" as const,
    about: titled([text]),
  }));
}

/** Keeps that a line is said; whether any of what it is about is new. */
async function markSaid(ctx: Context, { keys }: Line): Promise<boolean> {
  const now = nowInstant(ctx);
  let isNew = false;
  for (const key of keys) {
    const marked = await ctx.db.run(sql`
      insert into notice_lines (user_id, key, made_at, said_at)
      values (${ctx.userId}, ${key}, ${now}, ${now})
      on conflict (user_id, key) do update set said_at = excluded.said_at
      where notice_lines.said_at is null`);
    isNew ||= marked > 0;
  }
  return isNew;
}
