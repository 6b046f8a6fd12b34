/**
 * Tokens that are refused: counted against the address that sent them, with growing delay, and noted
 * in the audit of the user whom they name, where that much is certain. Expiry is no failure: every
 * client meets it every 15 minutes.
 */
import type { FastifyRequest } from "fastify";
import { Refusal } from "../../contract/refusal.ts";
import type { Db } from "../../store/db.ts";
import { noteEvent } from "./audit.ts";
import { addressCounter, countAttempt, MAX_WAIT_MS, networkOf, tooMany } from "./throttle.ts";

const MAX_REMEMBERED = 10_000;
/** One user's refusals from one address are noted once in this time. */
const SAME_REFUSAL_MS = 10 * 60_000;

export class TokenThrottle {
  readonly #db: Db;
  readonly #now: () => number;
  /** Until when an address waits: while it does, its failures cost us no write. */
  #blocked = new Map<string, number>();
  #noted = new Map<string, number>();

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** What is answered for an error: the same, or 429 when the address has failed too often. */
  async judge(error: unknown, request: FastifyRequest): Promise<unknown> {
    if (!(error instanceof Refusal)) return error;
    try {
      return await this.#count(error, request);
    } catch (fault) {
      return fault;
    }
  }

  async #count(error: Refusal, request: FastifyRequest): Promise<unknown> {
    if (error.status === 401 || error.status === 403) await this.#note(error, request);
    if (error.key !== "tokenInvalid") return error;
    const now = this.#now();
    const network = networkOf(request.ip);
    const until = this.#blocked.get(network) ?? 0;
    // A longer wait was set by a clock that was ahead: it is void.
    if (until > now && until <= now + MAX_WAIT_MS) return tooMany(until - now);
    try {
      await countAttempt(this.#db, addressCounter("token", request.ip), now);
      return error;
    } catch (refused) {
      if (refused instanceof Refusal) {
        const wait = Number(refused.headers["retry-after"]) * 1000;
        remember(this.#blocked, network, now + wait);
      }
      return refused;
    }
  }

  async #note(error: Refusal, request: FastifyRequest): Promise<void> {
    // A token that names nobody whom we know is noted as nobody's; no token at all is no refusal of one.
    const userId = request.claim?.userId ?? (error.key === "tokenInvalid" ? 0 : undefined);
    if (userId === undefined) return;
    const now = this.#now();
    const name = `${userId} ${error.key} ${networkOf(request.ip)}`;
    if ((this.#noted.get(name) ?? 0) > now) return;
    remember(this.#noted, name, now + SAME_REFUSAL_MS);
    await this.#db.write((db) =>
      noteEvent(
        db,
        { userId, event: "token-refused", address: request.ip, detail: error.key },
        now,
      ),
    );
  }
}

function remember(map: Map<string, number>, key: string, until: number): void {
  map.delete(key);
  map.set(key, until);
  if (map.size <= MAX_REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
