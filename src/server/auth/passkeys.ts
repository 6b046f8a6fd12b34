/**
 * Passkeys: added by who has signed in, and signing in by themselves. The authenticator verifies its user and names whose it
 * is, so that a passkey is possession and knowledge (or a finger) at once, and is looked for among one user's alone.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { contract } from "../../contract/contract.ts";
import {
  type GivenCredential,
  MAX_PASSKEYS,
  type NewCredential,
  type Passkey,
} from "../../contract/passkeys.ts";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import type { Query } from "../../store/db.ts";
import { selectList } from "../../store/names.ts";
import { sql } from "../../store/sql.ts";
import { noteEvent } from "./audit.ts";
import { challenge } from "./bearer-errors.ts";
import { randomText } from "./opaque-tokens.ts";
import { requireSelf } from "./second-factor.ts";
import { begin, note, signedIn } from "./sign-in-answer.ts";
import type { SignInContext, SignInHandlers } from "./sign-in-context.ts";
import { keepStep, NOBODY, STEP_SECONDS, type StepPurpose, takeStep } from "./sign-in-steps.ts";
import { addressCounter, countAttempt, forgiveAddress, knowAddress } from "./throttle.ts";
import { getUser } from "./users.ts";

const shownFields = selectList(["id", "name", "createdAt", "lastUsedAt"]);
const TIMEOUT = { timeout: STEP_SECONDS * 1000 };

export const passkeyHandlers: SignInHandlers<(typeof contract)["passkeys"]> = {
  list: ({ db, userId }) =>
    db.all<Passkey>(sql`
      select ${shownFields} from passkeys where user_id = ${userId} order by created_at, id`),

  async creationOptions(ctx, { body }) {
    const { userId } = ctx.caller;
    const { user, held } = await ctx.db.read(async (db) => ({
      user: await getUser(db, userId),
      held: await credentialsOf(db, userId),
    }));
    requireRoom(held.length);
    const proved = await requireSelf(ctx, body);
    const {
      hints: _,
      extensions: __,
      ...options
    } = await generateRegistrationOptions({
      ...TIMEOUT,
      rpName: "分明",
      rpID: ctx.relyingParty.id,
      userName: user.email,
      userDisplayName: user.name,
      userID: handleOf(userId),
      attestationType: "none",
      excludeCredentials: held,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    await ctx.db.write(async (db) => {
      await proved(db);
      await keepStep(db, stepOf(userId, "passkey-create", options.challenge), ctx.now);
    });
    return options as never;
  },

  async create(ctx, { body }) {
    const { userId } = ctx.caller;
    const made = await verifyNew(ctx, body.credential);
    const id = randomText(12);
    const added = await ctx.db.write(async (db) => {
      const isOurs =
        made && (await takeStep(db, stepOf(userId, "passkey-create", made.challenge), ctx.now));
      if (!isOurs) return undefined;
      requireRoom((await credentialsOf(db, userId)).length);
      const kept = await db.run(sql`insert into passkeys
          (user_id, id, credential_id, public_key, counter, transports, name, created_at)
        values (${userId}, ${id}, ${made.id}, ${made.publicKey}, ${made.counter},
          ${JSON.stringify(made.transports)}, ${body.name}, ${instantAt(ctx.now)})
        on conflict (user_id, credential_id) do nothing`);
      if (kept === 0) return undefined;
      await noteName(ctx, db, "passkey-added", body.name);
      return getPasskey(db, userId, id);
    });
    if (added === undefined) throw new Refusal(400, "passkeyNotAdded");
    return added;
  },

  async update(ctx, { params, body }) {
    const { userId } = ctx.caller;
    return ctx.db.write(async (db) => {
      await db.run(sql`update passkeys set name = ${body.name}
        where user_id = ${userId} and id = ${params.passkey}`);
      return getPasskey(db, userId, params.passkey);
    });
  },

  async remove(ctx, { params, body }) {
    const { userId } = ctx.caller;
    const { name } = await ctx.db.read((db) => getPasskey(db, userId, params.passkey));
    const proved = await requireSelf(ctx, body);
    await ctx.db.write(async (db) => {
      await proved(db);
      await db.run(sql`delete from passkeys where user_id = ${userId} and id = ${params.passkey}`);
      await noteName(ctx, db, "passkey-removed", name);
    });
    return null;
  },

  async requestOptions(ctx) {
    const { extensions: _, ...options } = await generateAuthenticationOptions({
      ...TIMEOUT,
      rpID: ctx.relyingParty.id,
      allowCredentials: [],
      userVerification: "required",
    });
    await ctx.db.write((db) =>
      keepStep(db, stepOf(NOBODY, "passkey-login", options.challenge), ctx.now),
    );
    return options as never;
  },

  async login(ctx, { body }) {
    await countAttempt(ctx.db, addressCounter("sign-in", ctx.address), ctx.now);
    const { credential } = body;
    const userId = userOf(credential.response.userHandle);
    const kept = await ctx.db.read((db) => findPasskey(db, userId, credential.id));
    const shown = kept && (await verifyShown(ctx, kept, credential));
    const started = await ctx.db.write(async (db) => {
      const isOurs =
        shown && (await takeStep(db, stepOf(NOBODY, "passkey-login", shown.challenge), ctx.now));
      if (!kept || !isOurs || !(await countUse(db, kept, shown.counter, ctx.now))) {
        await note(ctx, db, kept?.userId ?? NOBODY, "passkey-refused");
        return undefined;
      }
      await forgiveAddress(db, ctx.address, 1);
      const session = await begin(db, userId, ctx);
      await knowAddress(db, { email: session.user.email, address: ctx.address }, ctx.now);
      await noteName(ctx, db, "signed-in-by-passkey", kept.name, userId);
      return session;
    });
    if (started === undefined)
      throw new Refusal(401, "passkeyRefused", {}, challenge("invalid_token"));
    return signedIn(ctx, started);
  },
};

function stepOf(userId: number, purpose: StepPurpose, text: string) {
  return { userId, purpose, text };
}

function requireRoom(held: number): void {
  if (held >= MAX_PASSKEYS) throw new Refusal(400, "tooManyPasskeys", { count: MAX_PASSKEYS });
}

/** What an authenticator keeps with the passkey, and names its user by: the number, which tells nothing of the person. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(String(userId)));
}

function userOf(handle: string): number {
  const text = Buffer.from(handle, "base64url").toString();
  return /^\d{1,15}$/.test(text) ? Number(text) : NOBODY;
}

/** The passkeys of a user, as an authenticator is told of them, so that it makes no second one. */
async function credentialsOf(db: Query, userId: number): Promise<{ id: string }[]> {
  return db.all<{ id: string }>(
    sql`select credential_id as id from passkeys where user_id = ${userId}`,
  );
}

async function getPasskey(db: Query, userId: number, id: string): Promise<Passkey> {
  const found = await db.get<Passkey>(
    sql`select ${shownFields} from passkeys where user_id = ${userId} and id = ${id}`,
  );
  if (found === undefined) throw new Refusal(404, "passkeyNotFound");
  return found;
}

interface KeptPasskey {
  userId: number;
  id: string;
  name: string;
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** A passkey of a user who may sign in. */
async function findPasskey(
  db: Query,
  userId: number,
  credentialId: string,
): Promise<KeptPasskey | undefined> {
  const found = await db.get<KeptPasskey>(sql`
    select user_id, id, name, credential_id, public_key, counter from passkeys
    where user_id = ${userId} and credential_id = ${credentialId}`);
  return found && (await mayEnter(db, userId)) ? found : undefined;
}

async function mayEnter(db: Query, userId: number): Promise<boolean> {
  const user = await db.get(
    sql`select 1 as one from users where id = ${userId} and disabled_at is null`,
  );
  return user !== undefined;
}

/**
 * Writes down that a passkey was used. False when it has been used since it was read, is gone, or its user may not enter
 * any more: a copy of an authenticator and the authenticator itself would show one count.
 */
async function countUse(
  db: Query,
  { userId, id, counter }: KeptPasskey,
  shown: number,
  now: number,
): Promise<boolean> {
  const counted = await db.run(sql`
    update passkeys set counter = ${shown}, last_used_at = ${instantAt(now)}
    where user_id = ${userId} and id = ${id} and counter = ${counter}`);
  return counted === 1 && (await mayEnter(db, userId));
}

/** What a browser has signed over: the challenge that it was given, and its page. */
function clientDataOf(clientDataJSON: string): { challenge: string; origin: string } | undefined {
  try {
    const { challenge: text, origin } = JSON.parse(
      Buffer.from(clientDataJSON, "base64url").toString(),
    );
    return typeof text === "string" && typeof origin === "string"
      ? { challenge: text, origin }
      : undefined;
  } catch {
    return undefined;
  }
}

/** What a signature must be about: the challenge itself is looked for in the transaction that it is used up in. */
function expectedOf(ctx: SignInContext, clientDataJSON: string) {
  const said = clientDataOf(clientDataJSON);
  if (said === undefined || !ctx.relyingParty.accepts(said.origin)) return undefined;
  return {
    expectedChallenge: said.challenge,
    expectedOrigin: said.origin,
    expectedRPID: ctx.relyingParty.id,
    requireUserVerification: true,
  };
}

/** A new passkey whose authenticator has verified its user; undefined when anything about it is wrong. */
async function verifyNew(ctx: SignInContext, { id, response }: NewCredential) {
  const expected = expectedOf(ctx, response.clientDataJSON);
  if (expected === undefined) return undefined;
  const shown = {
    id,
    rawId: id,
    response,
    type: "public-key",
    clientExtensionResults: {},
  } as const;
  // The library says by an exception whatever it finds wrong with what a client has sent.
  const verified = await verifyRegistrationResponse({
    ...expected,
    response: shown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
  }).catch(() => undefined);
  const { credential } = verified?.registrationInfo ?? {};
  if (credential === undefined) return undefined;
  return {
    challenge: expected.expectedChallenge,
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: response.transports ?? [],
  };
}

/** The new count of a passkey that has signed; undefined when anything about it is wrong. */
async function verifyShown(
  ctx: SignInContext,
  kept: KeptPasskey,
  { id, response }: GivenCredential,
): Promise<{ challenge: string; counter: number } | undefined> {
  const expected = expectedOf(ctx, response.clientDataJSON);
  if (expected === undefined) return undefined;
  const verified = await verifyAuthenticationResponse({
    ...expected,
    response: { id, rawId: id, response, type: "public-key", clientExtensionResults: {} },
    credential: {
      id: kept.credentialId,
      publicKey: new Uint8Array(Buffer.from(kept.publicKey, "base64url")),
      counter: kept.counter,
    },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  return {
    challenge: expected.expectedChallenge,
    counter: verified.authenticationInfo.newCounter,
  };
}

function noteName(
  ctx: SignInContext,
  db: Query,
  event: "passkey-added" | "passkey-removed" | "signed-in-by-passkey",
  name: string,
  userId = ctx.caller.userId,
): Promise<void> {
  return noteEvent(db, { userId, event, address: ctx.address, detail: name }, ctx.now);
}
