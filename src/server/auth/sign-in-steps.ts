/**
 * What a sign-in of several steps hands out between them, each good once and for minutes: the ticket of who has given the
 * right password, the challenge that a passkey signs. Kept as hashes, in the database, so that any node takes the next step.
 */
import { instantAt } from "../../ledger/calendar.ts";
import type { Db, Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import { hashToken, makeUserToken, randomText, readUserToken } from "./opaque-tokens.ts";

/** How long a step may take. */
export const STEP_SECONDS = 300;
/** Whose steps are those that nobody is named for yet. */
export const NOBODY = 0;

export type StepPurpose = "code" | "passkey-login" | "passkey-create";

interface Step {
  userId: number;
  purpose: StepPurpose;
  text: string;
}

/** Keeps a step, and forgets those of the same user that are over. */
export async function keepStep(db: Query, step: Step, now: number): Promise<void> {
  const { userId, purpose, text } = step;
  await db.run(sql`delete from sign_in_steps
    where user_id = ${userId} and expires_at <= ${instantAt(now)}`);
  await db.run(sql`insert into sign_in_steps (user_id, hash, purpose, expires_at)
    values (${userId}, ${hashToken(text)}, ${purpose}, ${instantAt(now + STEP_SECONDS * 1000)})`);
}

/** Whether there is such a step that is not over. */
export async function hasStep(db: Query, step: Step, now: number): Promise<boolean> {
  const found = await db.get(sql`select 1 as one from sign_in_steps where ${isStep(step, now)}`);
  return found !== undefined;
}

/** Uses a step up; false when there is none, or somebody else was faster. */
export async function takeStep(db: Query, step: Step, now: number): Promise<boolean> {
  return (await db.run(sql`delete from sign_in_steps where ${isStep(step, now)}`)) === 1;
}

function isStep({ userId, purpose, text }: Step, now: number) {
  return sql`user_id = ${userId} and hash = ${hashToken(text)} and purpose = ${purpose}
    and expires_at > ${instantAt(now)}`;
}

/** Ends what a user has begun: the password is another one, or the door is closed. */
export async function endSteps(db: Query, userId: number): Promise<void> {
  await db.run(sql`delete from sign_in_steps where user_id = ${userId}`);
}

/** Deletes the steps that have had their time. */
export async function forgetOldSteps(db: Db, now: number): Promise<void> {
  await db.write((query) =>
    query.run(sql`delete from sign_in_steps where expires_at <= ${instantAt(now)}`),
  );
}

const PREFIX = "fmt";

/** A ticket for who has given the right password. */
export async function makeTicket(db: Query, userId: number, now: number): Promise<string> {
  const text = makeUserToken(PREFIX, userId, randomText());
  await keepStep(db, { userId, purpose: "code", text }, now);
  return text;
}

/** The step that a ticket stands for; undefined when it is no ticket at all. */
export function stepOfTicket(text: string): Step | undefined {
  const named = readUserToken(PREFIX, text);
  return named && { userId: named.userId, purpose: "code", text };
}
