/**
 * The general limit: so many requests a minute from one address, and so many of one user. Where one
 * process serves the database it counts in its memory, bounded. Where several may, they share one
 * count: each takes its requests in blocks from a row of the database, large while much is left and
 * of one request at the end. All nodes together never serve more than the limit; a node may refuse
 * while another still holds the rest of its block, an eighth of what was left when it was taken.
 * Passwords and tokens have a limit of their own that no restart forgets (throttle.ts).
 */
import type { FastifyReply } from "fastify";
import { Refusal } from "../../contract/refusal.ts";
import type { Db } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";

const WINDOW_MS = 60_000;
/** A window that ends later was begun by a clock that was ahead; clocks of several nodes may differ a little. */
const AHEAD_MS = 2 * WINDOW_MS;
const MAX_KEYS = 20_000;
/** A node takes this part of what is left: about 8 × ln(limit) claims serve a whole window. */
const PART = 8;

/** Who asks: an address belongs to nobody, which is user 0. */
export interface Requester {
  userId: number;
  key: string;
}

interface Window {
  end: number;
  /** Requests that this node may still serve. */
  held: number;
  /** Requests that any node may still take, when this one looked last. */
  left: number;
  /** A claim that is under way, for all who wait for it. */
  claiming?: Promise<void> | undefined;
}

export class RateLimit {
  readonly #perMinute: number;
  readonly #db: Db;
  /** In order of beginning: the first is over first. */
  #windows = new Map<string, Window>();

  constructor(perMinute: number, db: Db) {
    this.#perMinute = perMinute;
    this.#db = db;
  }

  /**
   * Counts a request. Says how much is left in the standard headers (draft-ietf-httpapi-ratelimit-
   * headers), and refuses with 429 what is beyond.
   */
  async take(requester: Requester, now: number, reply: FastifyReply): Promise<void> {
    const window = this.#windowOf(requester, now);
    while (window.held === 0 && window.left > 0) {
      window.claiming ??= this.#claim(requester, window, now);
      await window.claiming;
    }
    const served = window.held > 0;
    if (served) window.held -= 1;
    const seconds = Math.max(1, Math.ceil((window.end - now) / 1000));
    reply.header("ratelimit-policy", `"default";q=${this.#perMinute};w=${WINDOW_MS / 1000}`);
    reply.header("ratelimit", `"default";r=${window.held + window.left};t=${seconds}`);
    if (served) return;
    throw new Refusal(429, "tooManyRequests", { seconds }, { "retry-after": String(seconds) });
  }

  #windowOf({ userId, key }: Requester, now: number): Window {
    const name = `${userId} ${key}`;
    const running = this.#windows.get(name);
    if (running !== undefined && now < running.end && running.end <= now + AHEAD_MS) {
      return running;
    }
    this.#windows.delete(name);
    const alone = this.#db.engine === "sqlite";
    const all = this.#perMinute;
    const window = { end: now + WINDOW_MS, held: alone ? all : 0, left: alone ? 0 : all };
    this.#windows.set(name, window);
    if (this.#windows.size > MAX_KEYS) {
      const [oldest] = this.#windows.keys();
      if (oldest !== undefined) this.#windows.delete(oldest);
    }
    return window;
  }

  /** Takes the next block, and the end of the window from the node that began it. */
  async #claim(requester: Requester, window: Window, now: number): Promise<void> {
    try {
      const { endsAt, taken, block } = await this.#takeBlock(requester, now);
      window.end = endsAt;
      window.held += block;
      window.left = Math.max(0, this.#perMinute - taken - block);
    } finally {
      window.claiming = undefined;
    }
  }

  #takeBlock({ userId, key }: Requester, now: number) {
    return this.#db.write(async (db) => {
      // The row is locked from here on.
      const row = (await db.get<{ endsAt: number; taken: number }>(sql`
        insert into rate_limits (user_id, key, ends_at, taken)
        values (${userId}, ${key}, ${now + WINDOW_MS}, 0)
        on conflict (user_id, key) do update set
          taken = case when rate_limits.ends_at between ${now + 1} and ${now + AHEAD_MS}
            then rate_limits.taken else 0 end,
          ends_at = case when rate_limits.ends_at between ${now + 1} and ${now + AHEAD_MS}
            then rate_limits.ends_at else excluded.ends_at end
        returning ends_at, taken`)) as { endsAt: number; taken: number };
      const left = Math.max(0, this.#perMinute - row.taken);
      const block = Math.ceil(left / PART);
      if (block > 0) {
        await db.run(sql`update rate_limits set taken = taken + ${block}
          where user_id = ${userId} and key = ${key}`);
      }
      return { endsAt: row.endsAt, taken: row.taken, block };
    });
  }
}

/** Deletes the windows that are over. */
export async function forgetOldWindows(db: Db, now: number): Promise<void> {
  if (db.engine === "sqlite") return;
  await db.write((query) => query.run(sql`delete from rate_limits where ends_at <= ${now}`));
}
