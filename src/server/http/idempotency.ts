/**
 * `Idempotency-Key`: a repeated POST gets the first answer and books nothing. The answer is stored in
 * the write's own transaction, so that it is there exactly when the write is, also after a restart
 * and on another node. Refusals are not kept: a corrected request may use the key again.
 */

import { createHash } from "node:crypto";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import { type Db, type Query, TryAgain } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { pruneOld } from "../book/prune.ts";

/** One key: whose it is, for which endpoint, with which body. */
export interface KeyUse {
  userId: number;
  endpoint: string;
  key: string;
  bodyHash: string;
}

const LIFE_MS = 30 * 24 * 3_600_000;

/** Reads the header. Undefined when there is none; refuses an invalid key. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw new Refusal(400, "keyInvalid");
  }
  return header;
}

export function hashBody(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}

/** The keys whose requests are running in this process. */
export class RunningKeys {
  #running = new Set<string>();

  /** Claims the key, or refuses with 409. Release it when the request has ended. */
  claim(use: KeyUse): () => void {
    const name = `${use.userId} ${use.endpoint} ${use.key}`;
    if (this.#running.has(name)) throw new Refusal(409, "keyRunning");
    this.#running.add(name);
    return () => this.#running.delete(name);
  }
}

/** The answer that the key already has. Refuses with 422 when it was given for another body. */
export async function findAnswer(db: Query, use: KeyUse, now: number): Promise<string | undefined> {
  const row = await db.get<{ bodyHash: string; answer: string; createdAt: string }>(sql`
    select body_hash, answer, created_at
    from idempotency
    where user_id = ${use.userId} and endpoint = ${use.endpoint} and key = ${use.key}`);
  if (row === undefined) return undefined;
  if (row.createdAt < instantAt(now - LIFE_MS)) {
    await db.run(sql`delete from idempotency
      where user_id = ${use.userId} and endpoint = ${use.endpoint} and key = ${use.key}`);
    return undefined;
  }
  if (row.bodyHash !== use.bodyHash) throw new Refusal(422, "keyReused");
  return row.answer;
}

export async function keepAnswer(
  db: Query,
  use: KeyUse,
  answer: string,
  now: number,
): Promise<void> {
  const kept = await db.run(sql`
    insert into idempotency (user_id, endpoint, key, body_hash, answer, created_at)
    values (${use.userId}, ${use.endpoint}, ${use.key}, ${use.bodyHash}, ${answer}, ${instantAt(now)})
    on conflict (user_id, endpoint, key) do nothing`);
  // Another node has answered the same key meanwhile: this write is undone, and replays that answer.
  if (kept === 0) throw new TryAgain();
}

/** Deletes the keys that have had their 30 days. */
export async function forgetOldKeys(db: Db, now: number): Promise<void> {
  const before = instantAt(now - LIFE_MS);
  await pruneOld(db, {
    table: "idempotency",
    columns: ["created_at", "user_id", "endpoint", "key"],
    before,
  });
}
