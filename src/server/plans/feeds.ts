/**
 * The calendar's address: read-only, of plans alone, and a secret, since calendars send no credential. It
 * names its user in the open, as other tokens do, and is kept as a hash.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Day, dayOf, shiftWithin } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { hashToken, makeUserToken, randomText, readUserToken } from "../auth/opaque-tokens.ts";
import { networkOf } from "../auth/throttle.ts";
import { requireUser } from "../auth/users.ts";
import { nowInstant } from "../book/balances.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { RateLimit } from "../http/rate-limit.ts";
import { clockContext } from "./clock.ts";
import { calendarOf } from "./ical.ts";
import { standingByDays } from "./listed.ts";
import { isToCome, type Standing } from "./occurrence-row.ts";
import { readPlans } from "./plan-row.ts";

const PREFIX = "fmc";
const ROUTE = "/calendar/:name";
const DAYS_AHEAD = 400;
/** A calendar shows no more than this anyway. */
const MOST_EVENTS = 5_000;
/** Events that are written between two turns of the event loop. */
const EVENTS_AT_ONCE = 500;
/** Calendars ask every quarter of an hour at most; this is for a house of them behind one address. */
const PER_MINUTE = 60;

interface FeedRow {
  amounts: number;
  createdAt: string;
}

export const feedHandlers: Handlers<(typeof contract)["planFeeds"]> = {
  async get({ db, userId }) {
    const row = await db.get<FeedRow>(
      sql`select amounts, created_at from feeds where user_id = ${userId}`,
    );
    if (row === undefined) return { active: false };
    return { active: true, amounts: row.amounts === 1, createdAt: row.createdAt };
  },

  async renew(ctx, { body }) {
    await requireUser(ctx);
    const { db, userId, origin } = ctx;
    const token = makeUserToken(PREFIX, userId, randomText());
    const amounts = body.amounts === true;
    const createdAt = nowInstant(ctx);
    await db.run(sql`insert into feeds (user_id, hash, amounts, created_at)
      values (${userId}, ${hashToken(token)}, ${amounts ? 1 : 0}, ${createdAt})
      on conflict (user_id) do update set hash = excluded.hash, amounts = excluded.amounts,
        created_at = excluded.created_at`);
    return { url: `${origin}/calendar/${token}.ics`, amounts, createdAt };
  },

  async end(ctx) {
    await requireUser(ctx);
    await ctx.db.run(sql`delete from feeds where user_id = ${ctx.userId}`);
    return null;
  },
};

interface FeedParts {
  db: Db;
  zone: string;
  now: () => number;
}

/** Serves the feeds. An address that is none, or no longer one, is 404 as any path that is not there. */
export function registerFeed(app: FastifyInstance, { db, zone, now }: FeedParts): void {
  const limit = new RateLimit(PER_MINUTE, db);
  app.get<{ Params: { name: string } }>(ROUTE, async (request, reply) => {
    reply.header("cache-control", "no-store");
    await limit.take({ userId: 0, key: `feed ${networkOf(request.ip)}` }, now(), reply);
    const token = /^(.{1,100})\.ics$/.exec(request.params.name)?.[1] ?? "";
    const named = readUserToken(PREFIX, token);
    const text =
      named && (await db.read((query) => readFeed(query, named.userId, token, now(), zone)));
    if (text === undefined) throw new Refusal(404, "endpointNotFound");
    return reply.type("text/calendar; charset=utf-8").send(text);
  });
}

/** Whether a request is for a feed, or is meant to be: its address is not to be written down. */
export function isFeed(route: string | undefined, path: string): boolean {
  return route === ROUTE || path.toLowerCase().includes(`${PREFIX}_`);
}

/** Looked up by its hash, so that no comparison tells how much of a secret was right. */
async function readFeed(
  db: Query,
  userId: number,
  token: string,
  now: number,
  zone: string,
): Promise<string | undefined> {
  const feed = await db.get<Pick<FeedRow, "amounts">>(
    sql`select amounts from feeds where user_id = ${userId} and hash = ${hashToken(token)}`,
  );
  if (feed === undefined) return undefined;
  const ctx: Context = clockContext(db, userId, now, zone);
  return calendarOf(comingUp(ctx, dayOf(now, zone)), feed.amounts === 1);
}

/** The first events, a few at a time. */
async function* comingUp(ctx: Context, today: Day): AsyncGenerator<Standing[]> {
  const plans = await readPlans(ctx);
  let left = MOST_EVENTS;
  const last = shiftWithin(today, DAYS_AHEAD);
  for await (const some of standingByDays(ctx, plans, today, last, "toCome")) {
    const coming = some.filter(isToCome).slice(0, left);
    for (let at = 0; at < coming.length; at += EVENTS_AT_ONCE) {
      yield coming.slice(at, at + EVENTS_AT_ONCE);
      await nextTurn();
    }
    left -= coming.length;
    if (left === 0) return;
  }
}
