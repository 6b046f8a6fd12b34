/**
 * Sends what waits. Whoever sends a notice first makes it its own for a minute, in a transaction of its own, so that of
 * two senders one does it; what became of it is written when it is known. A sender that dies in between leaves a notice
 * that another takes after that minute.
 */
import type { Notice } from "../../contract/channels.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import type { Sealer } from "../auth/sealed.ts";
import { lockBook } from "../book/balances.ts";
import type { SendMail } from "../outbound/mail.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { SendFault } from "../outbound/send-fault.ts";
import { type ChannelRow, purposeOf, readChannels } from "./channel-row.ts";
import { type Due, Flight } from "./flight.ts";
import type { Reach } from "./kinds/kind.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { About } from "./notice-row.ts";
import { findPushKey } from "./push-keys.ts";

const MINUTE_MS = 60_000;
/** How long a notice is a sender's own: longer than any sending takes. */
const LEASE_MS = MINUTE_MS;
/** When what did not arrive is tried again. A reminder speaks of a day: after these it is over. */
const AGAIN_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);

export interface SenderParts {
  db: Db;
  /** Undefined where the service has no secret, and so no channels. */
  sealer: Sealer | undefined;
  outbound: Outbound;
  /** Undefined where the operator has set no server for mail. */
  mail: SendMail | undefined;
  /** Whom a push service may turn to. */
  subject: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** What went wrong that no rule of sending foresees; the notice is tried again. */
  onFault?: ((error: unknown, userId: number) => void) | undefined;
}

interface Claimed {
  userId: number;
  id: number;
  channelId: number;
  kind: Notice["kind"];
  about: string;
  attempts: number;
}

/** What became of a notice; undefined where it arrived. */
type Outcome = SendFault | undefined;

export class Sender {
  readonly #parts: SenderParts;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /**
   * Sends all that is due, so many at once: where one has come to its end the next begins, however slow the
   * others are. Returns how many notices were tried.
   */
  async sendDue(stopped: () => boolean = () => false): Promise<number> {
    const flight = new Flight();
    let tried = 0;
    while (!stopped()) {
      // What was on its way when it was looked for others may have ended since: of its people there may be more.
      const isAll = flight.isEmpty;
      const begun = flight.free > 0 ? await this.#begin(flight) : 0;
      tried += begun;
      if (begun > 0) continue;
      if (isAll) break;
      if (!flight.isEmpty) await flight.oneEnds();
    }
    await flight.allEnd();
    return tried;
  }

  /** Begins what may be begun by now; returns how many that were. */
  async #begin(flight: Flight): Promise<number> {
    const { db, now } = this.#parts;
    let begun = 0;
    for (const due of await db.read((query) => listDue(query, now(), flight))) {
      if (!flight.hasRoom(due)) continue;
      const claimed = await this.#claim(due.userId, due.id);
      if (claimed === undefined) continue;
      flight.add(due, this.#finish(claimed));
      begun += 1;
    }
    return begun;
  }

  /** Sends one, if it is due and nobody else does; returns whether it was tried. */
  async send(userId: number, id: number): Promise<boolean> {
    const claimed = await this.#claim(userId, id);
    if (claimed === undefined) return false;
    await this.#finish(claimed);
    return true;
  }

  #claim(userId: number, id: number): Promise<Claimed | undefined> {
    const { db, now } = this.#parts;
    return db.write((query) => claim(query, userId, id, now()), { userId });
  }

  async #finish(claimed: Claimed): Promise<void> {
    const { db, now } = this.#parts;
    const outcome = await this.#deliver(claimed);
    await db.write((query) => settle(query, claimed, outcome, now()), { userId: claimed.userId });
  }

  async #deliver(claimed: Claimed): Promise<Outcome> {
    const { db, sealer, outbound, now, mail, subject } = this.#parts;
    const { userId, id, channelId, about } = claimed;
    const [channel] = await db.read((query) =>
      readChannels({ db: query, userId }, sql`id = ${channelId}`),
    );
    // Deleted just now, and the notice with it.
    if (channel === undefined) return undefined;
    const text = await sealer?.open(channel.sealed, purposeOf(userId));
    if (sealer === undefined || text === undefined) return new SendFault("sendSealed");
    const message = { id: `notice_${id}`, kind: claimed.kind, now: now(), ...readAbout(about) };
    try {
      await KINDS[channel.kind].send(JSON.parse(text) as Reach, message, {
        post: (url, headers, body) => outbound.post(url, headers, body),
        pushKey: () => db.read((query) => findPushKey(query, sealer)),
        mail,
        subject,
      });
      return undefined;
    } catch (fault) {
      if (fault instanceof SendFault) return fault;
      this.#parts.onFault?.(fault, userId);
      return new SendFault("sendUnreachable", { code: "ERROR" });
    }
  }
}

function readAbout(text: string): About {
  return JSON.parse(text) as About;
}

/**
 * The one statement that asks all books at once. Everybody's first before anybody's second: who has much to be
 * told, by a channel that never answers, holds nobody else up; nor does an address, of which many may have one.
 */
function listDue(db: Query, now: number, flight: Flight): Promise<Due[]> {
  const { addresses, users } = flight.full();
  return db.all(sql`select user_id, id, target from (
      select n.user_id, n.id, n.next_at, c.target,
        row_number() over (partition by n.user_id order by n.next_at, n.id) as place
      from notices n join channels c on c.user_id = n.user_id and c.id = n.channel_id
      where n.state = 'waiting' and n.next_at <= ${instantAt(now)}
        ${without(sql`c.target`, addresses)} ${without(sql`n.user_id`, users)}) as due
    order by place, next_at limit ${flight.free}`);
}

function without(column: Sql, values: readonly (string | number)[]): Sql {
  return values.length === 0 ? sql`` : sql`and ${column} not in (${join(values)})`;
}

function claim(db: Query, userId: number, id: number, now: number): Promise<Claimed | undefined> {
  return db.get<Claimed>(sql`
    update notices set attempts = attempts + 1, next_at = ${instantAt(now + LEASE_MS)}
    where user_id = ${userId} and id = ${id} and state = 'waiting'
      and next_at <= ${instantAt(now)}
    returning user_id, id, channel_id, kind, about, attempts`);
}

/** Writes what became of a notice, unless somebody else has taken it since. */
async function settle(db: Query, claimed: Claimed, outcome: Outcome, now: number): Promise<void> {
  const { userId, id, channelId, attempts } = claimed;
  const after = outcome && nextTry(outcome, attempts);
  const state = outcome === undefined ? "sent" : after === undefined ? "failed" : "waiting";
  const at = instantAt(now);
  const nextAt = instantAt(now + (after ?? 0));
  await lockBook({ db, userId });
  const settled = await db.run(sql`
    update notices set state = ${state}, next_at = ${nextAt}, fault = ${outcome?.stored ?? null},
      sent_at = ${outcome === undefined ? at : null}
    where user_id = ${userId} and id = ${id} and state = 'waiting' and attempts = ${attempts}`);
  if (settled > 0) await judgeChannel(db, userId, channelId, outcome, at);
}

function nextTry({ isFinal }: SendFault, attempts: number): number | undefined {
  return isFinal ? undefined : AGAIN_MS[attempts - 1];
}

/** How a channel fares: since when it fails, or that it works again. */
async function judgeChannel(
  db: Query,
  userId: number,
  id: number,
  outcome: Outcome,
  at: string,
): Promise<void> {
  if (outcome === undefined) {
    await db.run(sql`update channels set failures = 0, failed_at = null, fault = null,
        state = case when state = 'gone' then 'active' else state end
      where user_id = ${userId} and id = ${id}`);
    return;
  }
  const state: ChannelRow["state"] = outcome.isFinal ? "gone" : "active";
  await db.run(sql`update channels set failures = failures + 1, failed_at = ${at},
      fault = ${outcome.stored}, state = case when state = 'active' then ${state} else state end
    where user_id = ${userId} and id = ${id}`);
}
