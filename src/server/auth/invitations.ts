/**
 * Invitations: each good for one registration within a week. A row of `settings`: named by the hash of its
 * code, which is shown once, with the end of its time and the user who made it (none: the command line).
 */
import type { contract } from "../../contract/contract.ts";
import { MAX_INVITATIONS } from "../../contract/invitations.ts";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import type { Handlers } from "../handler/context.ts";
import { noteEvent } from "./audit.ts";
import { hashToken, randomText } from "./opaque-tokens.ts";

const LIFE_MS = 7 * 86_400_000;
const PREFIX = "invitation ";

export const invitationHandlers: Handlers<(typeof contract)["invitations"]> = {
  async list({ db, userId, now }) {
    const rows = await db.all<{ id: string; expiresAt: string }>(sql`
      select substr(name, ${PREFIX.length + 1}) as id, substr(value, 1, 24) as expires_at
      from settings where ${madeBy(userId)} and ${isOpen(now)} order by value, name`);
    return rows.map(({ id, expiresAt }) => ({
      id,
      createdAt: instantAt(Date.parse(expiresAt) - LIFE_MS),
      expiresAt,
    }));
  },

  async create({ db, userId, now, address }) {
    const held = await db.get<{ count: number }>(sql`select count(*) as count from settings
      where ${madeBy(userId)} and ${isOpen(now)}`);
    if (held && held.count >= MAX_INVITATIONS) {
      throw new Refusal(400, "tooManyInvitations", { count: MAX_INVITATIONS });
    }
    const code = await makeInvitation(db, now, userId);
    await noteEvent(db, { userId, event: "invitation-created", address, detail: "" }, now);
    return {
      id: hashToken(code),
      code,
      createdAt: instantAt(now),
      expiresAt: instantAt(now + LIFE_MS),
    };
  },

  async remove({ db, userId, now, address }, { params }) {
    const gone = await db.run(sql`delete from settings
      where name = ${PREFIX + params.invitationId} and ${madeBy(userId)}`);
    if (gone === 0) throw new Refusal(404, "invitationNotFound");
    await noteEvent(db, { userId, event: "invitation-deleted", address, detail: "" }, now);
    return null;
  },
};

function madeBy(userId: number) {
  return sql`name like ${`${PREFIX}%`} and value like ${`% ${userId}`}`;
}

/** Whether its time is not over: what stands before the user, if there is one. */
function isOpen(now: number) {
  return sql`substr(value, 1, 24) > ${instantAt(now)}`;
}

/** Makes an invitation of a user, or of the command line. The code is shown once. */
export async function makeInvitation(db: Query, now: number, userId?: number): Promise<string> {
  const code = `fmi_${randomText(24)}`;
  const until = instantAt(now + LIFE_MS);
  await db.run(sql`insert into settings (name, value) values
    (${PREFIX + hashToken(code)}, ${userId === undefined ? until : `${until} ${userId}`})`);
  return code;
}

/** Whether the code is good. */
export async function findInvitation(db: Query, code: string, now: number): Promise<boolean> {
  const found = await db.get(sql`select 1 as one from settings
    where name = ${PREFIX + hashToken(code)} and ${isOpen(now)}`);
  return found !== undefined;
}

/** Uses the code up, and answers whose it was, 0 for the command line's; undefined when it is not good. */
export async function takeInvitation(
  db: Query,
  code: string,
  now: number,
): Promise<{ by: number } | undefined> {
  const used = await db.get<{ value: string }>(sql`delete from settings
    where name = ${PREFIX + hashToken(code)} and ${isOpen(now)} returning value`);
  return used && { by: Number(used.value.split(" ")[1] ?? 0) };
}

/** Takes back all that a user has made. */
export async function endInvitations(db: Query, userId: number): Promise<void> {
  await db.run(sql`delete from settings where ${madeBy(userId)}`);
}

/** Deletes the invitations that have had their time. */
export async function forgetOldInvitations(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from settings
      where name like ${`${PREFIX}%`} and not ${isOpen(now)}`),
  );
}
