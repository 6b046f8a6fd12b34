/**
 * Who may become a user: the first always, later ones when registration is open or with an
 * invitation. Claims are rows of `settings`, whose names are unique: two at once get one.
 */
import sql from "sql-template-tag";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Query } from "../../store/db.ts";
import { hashToken, randomText } from "./opaque-tokens.ts";

const FIRST = "first-user";
const INVITATION_MS = 7 * 86_400_000;

interface Terms {
  allowSignup: boolean;
  now: number;
}

/** Refuses early what would be refused in the end; takes nothing. */
export async function mayRegister(
  db: Query,
  { allowSignup, now }: Terms,
  invitation: string | undefined,
): Promise<void> {
  if (allowSignup || (await isFirst(db))) return;
  if (invitation === undefined) throw new Refusal(403, "signupClosed");
  const found = await db.get(sql`select 1 as one from settings
    where name = ${invitationName(invitation)} and value > ${instantAt(now)}`);
  if (found === undefined) throw new Refusal(403, "invitationInvalid");
}

/** Claims the registration: the first user, an open one, or by an invitation, which is used up. */
export async function claimRegistration(
  db: Query,
  { allowSignup, now }: Terms,
  invitation: string | undefined,
): Promise<void> {
  if ((await isFirst(db)) && (await takeFirst(db, now))) return;
  if (allowSignup) return;
  if (invitation === undefined) throw new Refusal(403, "signupClosed");
  const used = await db.run(sql`delete from settings
    where name = ${invitationName(invitation)} and value > ${instantAt(now)}`);
  if (used === 0) throw new Refusal(403, "invitationInvalid");
}

/** Whether nobody can sign in yet. Users of open mode, without passwords, do not count. */
async function isFirst(db: Query): Promise<boolean> {
  const someone = await db.get(sql`select 1 as one from users
    where password_hash is not null or subject is not null limit 1`);
  return someone === undefined;
}

async function takeFirst(db: Query, now: number): Promise<boolean> {
  const taken = await db.run(sql`insert into settings (name, value)
    values (${FIRST}, ${instantAt(now)}) on conflict (name) do nothing`);
  return taken === 1;
}

/** Makes an invitation: good for one registration within 7 days. The code is shown once. */
export async function makeInvitation(db: Query, now: number): Promise<string> {
  const code = `fmi_${randomText(24)}`;
  await db.run(sql`insert into settings (name, value)
    values (${invitationName(code)}, ${instantAt(now + INVITATION_MS)})`);
  return code;
}

function invitationName(code: string): string {
  return `invitation ${hashToken(code)}`;
}
