/**
 * Who may become a user: anybody where registration is open; else who shows an invitation, or, while nobody
 * can sign in yet, the first code, which stands in the service's log. Claims are rows of `settings`, whose
 * names are unique: two at once get one.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { findInvitation, takeInvitation } from "./invitations.ts";

const FIRST = "first-user";
/** Without letters that are taken for others. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

interface Terms {
  allowSignup: boolean;
  firstCode: string;
  now: number;
}

/**
 * The code of the first registration, four by four letters. It is made of the secret that signs, so that it
 * is the same on every node and after every start, and is kept nowhere.
 */
export function firstCodeOf(secret: string): string {
  const bytes = createHmac("sha256", secret).update("first registration").digest().subarray(0, 16);
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return (letters.match(/.{4}/g) as string[]).join("-");
}

/** What registering needs now. */
export async function registrationNeeds(
  db: Query,
  { allowSignup }: Pick<Terms, "allowSignup">,
): Promise<"nothing" | "first-code" | "invitation"> {
  if (allowSignup) return "nothing";
  return (await isFirst(db)) ? "first-code" : "invitation";
}

/** Refuses early what would be refused in the end; takes nothing. */
export async function mayRegister(
  db: Query,
  terms: Terms,
  invitation: string | undefined,
): Promise<void> {
  const needs = await registrationNeeds(db, terms);
  if (needs === "nothing") return;
  if (needs === "first-code" && isFirstCode(terms, invitation)) return;
  const found = invitation !== undefined && (await findInvitation(db, invitation, terms.now));
  if (!found) throw refusal(needs, invitation);
}

/**
 * Claims the registration: an open one, the first by its code, or one by an invitation, which is used up.
 * Answers who has invited, 0 for nobody.
 */
export async function claimRegistration(
  db: Query,
  terms: Terms,
  invitation: string | undefined,
): Promise<number> {
  const needs = await registrationNeeds(db, terms);
  if (needs === "nothing") return 0;
  if (needs === "first-code" && isFirstCode(terms, invitation) && (await takeFirst(db, terms.now)))
    return 0;
  const invited = invitation && (await takeInvitation(db, invitation, terms.now));
  if (!invited) throw refusal(needs, invitation);
  return invited.by;
}

function refusal(needs: "first-code" | "invitation", invitation: string | undefined): Refusal {
  if (needs === "first-code") return new Refusal(403, "firstCodeNeeded");
  return new Refusal(403, invitation === undefined ? "signupClosed" : "invitationInvalid");
}

function isFirstCode({ firstCode }: Terms, given: string | undefined): boolean {
  const [left, right] = [firstCode, given ?? ""].map((code) =>
    Buffer.from(code.toUpperCase().replace(/[^A-Z0-9]/g, "")),
  ) as [Buffer, Buffer];
  return left.length === right.length && timingSafeEqual(left, right);
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
