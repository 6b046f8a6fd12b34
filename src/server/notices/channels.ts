/** Channels: adding, changing and trying the ways in which a person is reached. */
import type { contract } from "../../contract/contract.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import { type Language, say } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import { sql } from "../../store/sql.ts";
import { countOne } from "../auth/throttle.ts";
import { requireUser } from "../auth/users.ts";
import { lockBook, nowInstant } from "../book/balances.ts";
import type { Context, Handlers } from "../handler/context.ts";
import { contextIn, type SendContext } from "../handler/long-context.ts";
import { type ChannelRow, getChannel, presentChannel, readChannels } from "./channel-row.ts";
import { getNotice, insertNotice, presentNotice, readNotices } from "./notice-row.ts";
import { findPushKey, keepPushKey, publicOf } from "./push-keys.ts";
import { openReach, reachGiven, sealReach, targetOf } from "./reach.ts";
import { presentSettings, putSettings, readSettings } from "./settings.ts";

type Declared = (typeof contract)["channels"];

const MOST_CHANNELS = 20;
/** Tries of one channel within ten minutes: nobody is to be flooded by it. */
const MOST_TESTS = 5;
const TESTS_MS = 600_000;
/** Tries of one person in a day before each further one waits. */
const MOST_TESTS_OF_ONE = 100;

export const channelHandlers: Handlers<Omit<Declared, "test" | "ways">> = {
  async list(ctx) {
    return (await readChannels(ctx)).map((row) => presentChannel(row, ctx.language));
  },

  async get(ctx, { params }) {
    return presentChannel(await getChannel(ctx, params.id), ctx.language);
  },

  async create(ctx, { body }) {
    await requireUser(ctx);
    const { kind, name } = body;
    const reach = reachGiven(body) ?? {};
    const target = targetOf(ctx, kind, reach);
    if ((await readChannels(ctx)).length >= MOST_CHANNELS) {
      throw new Refusal(400, "tooManyChannels", { most: MOST_CHANNELS });
    }
    const sealed = await sealReach(ctx, reach);
    const now = nowInstant(ctx);
    const made = await ctx.db.get<{ id: number }>(sql`
      insert into channels (user_id, kind, name, target, sealed, state, failures, created_at,
        updated_at)
      values (${ctx.userId}, ${kind}, ${name}, ${target}, ${sealed}, 'active', 0, ${now}, ${now})
      returning id`);
    // From now on there is somebody to tell.
    await putSettings(ctx, {});
    return presentChannel(await getChannel(ctx, (made as { id: number }).id), ctx.language);
  },

  async update(ctx, { params, body }) {
    const old = await getChannel(ctx, params.id);
    const { name = old.name, state = old.state } = body;
    const reached = await newReach(ctx, old, body);
    const isSame = name === old.name && state === old.state && reached === undefined;
    if (isSame) return presentChannel(old, ctx.language);
    const { target, sealed } = reached ?? old;
    await ctx.db.run(sql`update channels set name = ${name}, target = ${target},
        sealed = ${sealed}, state = ${reached && state === "gone" ? "active" : state},
        updated_at = ${nowInstant(ctx)}
      where user_id = ${ctx.userId} and id = ${old.id}`);
    // What began to work anew, or stopped, is judged anew.
    if (reached !== undefined || state !== old.state) await forgetFailures(ctx, old.id);
    if (state === "off") await dropWaiting(ctx, old.id);
    return presentChannel(await getChannel(ctx, old.id), ctx.language);
  },

  async remove(ctx, { params }) {
    const { db, userId } = ctx;
    await db.run(sql`delete from notices where user_id = ${userId} and channel_id = ${params.id}`);
    await db.run(sql`delete from channels where user_id = ${userId} and id = ${params.id}`);
    return null;
  },
};

/** Where a channel leads and how, with what is given instead; undefined where nothing is. */
async function newReach(
  ctx: Context,
  old: ChannelRow,
  body: Input<Declared["update"]>["body"],
): Promise<Pick<ChannelRow, "target" | "sealed"> | undefined> {
  const given = reachGiven(body);
  if (given === undefined) return undefined;
  const reach = { ...(await openReach(ctx, old.sealed)), ...given };
  return { target: targetOf(ctx, old.kind, reach), sealed: await sealReach(ctx, reach) };
}

async function forgetFailures({ db, userId }: Context, id: number): Promise<void> {
  await db.run(sql`update channels set failures = 0, failed_at = null, fault = null
    where user_id = ${userId} and id = ${id}`);
}

async function dropWaiting({ db, userId }: Context, id: number): Promise<void> {
  await db.run(sql`delete from notices
    where user_id = ${userId} and channel_id = ${id} and state = 'waiting'`);
}

export const longChannelHandlers = {
  async ways({ store, outside }: SendContext): Promise<Output<Declared["ways"]>> {
    const { seals, mails: mail = false } = outside ?? {};
    if (seals === undefined) return { mail };
    const found =
      (await store.read((db) => findPushKey(db, seals))) ??
      (await store.write((db) => keepPushKey(db, seals)));
    return { mail, pushKey: publicOf(found) };
  },

  async test(
    own: SendContext,
    { params }: Input<Declared["test"]>,
  ): Promise<Output<Declared["test"]>> {
    const id = await own.store.write(async (db) => insertTest(contextIn(own, db), params.id));
    await own.sendNotice(own.userId, id);
    return own.store.read(async (db) => {
      const ctx = contextIn(own, db);
      return presentNotice(await getNotice(ctx, id), own.language);
    });
  },
};

/** A notice like any other, which is due now. */
async function insertTest(ctx: Context, channelId: number): Promise<number> {
  const { db, userId, now, language } = ctx;
  await lockBook(ctx);
  const channel = await getChannel(ctx, channelId);
  if (channel.state === "off") throw new Refusal(400, "channelOff");
  const since = instantAt(now - TESTS_MS);
  const tried = await db.get<{ count: number }>(sql`select count(*) as count from notices
    where user_id = ${userId} and channel_id = ${channelId} and kind = 'test'
      and created_at > ${since}`);
  if ((tried?.count ?? 0) >= MOST_TESTS) {
    throw new Refusal(429, "tooManyTests", {}, { "retry-after": "600" });
  }
  // What was deleted and added again is not told apart from what is new: its person is.
  await countOne(db, { key: `notice-test ${userId}`, free: MOST_TESTS_OF_ONE }, now);
  const key = `test ${channelId} ${instantAt(now)} ${tried?.count ?? 0}`;
  const id = await insertNotice(ctx, { channelId, key, kind: "test", about: testOf(language) });
  return id as number;
}

function testOf(language: Language) {
  return { title: say("testTitle", language), lines: [say("testLine", language)] };
}

export const noticeHandlers: Handlers<(typeof contract)["notices"]> = {
  async list(ctx) {
    return (await readNotices(ctx)).map((row) => presentNotice(row, ctx.language));
  },

  async settings(ctx) {
    return presentSettings(await readSettings(ctx));
  },

  async change(ctx, { body }) {
    await requireUser(ctx);
    return presentSettings(await putSettings(ctx, body));
  },
};
