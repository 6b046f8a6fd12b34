/**
 * The general limit: so many requests a minute from one address, and so many of one user. Counted in
 * this process's memory, bounded; with several nodes each counts its own. Passwords and tokens have a
 * limit of their own that no restart forgets (throttle.ts).
 */
import type { FastifyReply } from "fastify";
import { Refusal } from "../contract/refusal.ts";

const WINDOW_MS = 60_000;
const MAX_KEYS = 20_000;

interface Window {
  end: number;
  count: number;
}

export class RateLimit {
  readonly #perMinute: number;
  /** In order of beginning: the first is over first. */
  #windows = new Map<string, Window>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /**
   * Counts a request. Says how much is left in the standard headers (draft-ietf-httpapi-ratelimit-
   * headers), and refuses with 429 what is beyond.
   */
  take(key: string, now: number, reply: FastifyReply): void {
    const window = this.#windowOf(key, now);
    window.count += 1;
    const left = Math.max(0, this.#perMinute - window.count);
    const seconds = Math.max(1, Math.ceil((window.end - now) / 1000));
    reply.header("ratelimit-policy", `"default";q=${this.#perMinute};w=${WINDOW_MS / 1000}`);
    reply.header("ratelimit", `"default";r=${left};t=${seconds}`);
    if (window.count <= this.#perMinute) return;
    throw new Refusal(429, "tooManyRequests", { seconds }, { "retry-after": String(seconds) });
  }

  #windowOf(key: string, now: number): Window {
    const running = this.#windows.get(key);
    if (running !== undefined && now < running.end) return running;
    this.#windows.delete(key);
    const window = { end: now + WINDOW_MS, count: 0 };
    this.#windows.set(key, window);
    if (this.#windows.size > MAX_KEYS) {
      const [oldest] = this.#windows.keys();
      if (oldest !== undefined) this.#windows.delete(oldest);
    }
    return window;
  }
}
