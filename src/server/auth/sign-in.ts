import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { noteEvent } from "./audit.ts";
import { challenge, tokenInvalid } from "./bearer-errors.ts";
import { type Credentials, findByEmail, putPassword, requirePassword } from "./credentials.ts";
import { factorOf, readCode } from "./one-time-codes.ts";
import { requireUncommon } from "./passwords.ts";
import { claimRegistration, mayRegister, registrationNeeds } from "./registration.ts";
import {
  endIfRunning,
  endOtherSessions,
  endSession,
  listSessions,
  refreshSession,
  requireSession,
} from "./sessions.ts";
import { begin, note, signedIn } from "./sign-in-answer.ts";
import type { SignInContext, SignInHandlers } from "./sign-in-context.ts";
import { hasStep, makeTicket, STEP_SECONDS, stepOfTicket, takeStep } from "./sign-in-steps.ts";
import {
  addressCounter,
  countAttempt,
  countPassword,
  forgivePassword,
  knowAddress,
} from "./throttle.ts";
import { getUser, insertUser } from "./users.ts";

export const authHandlers: SignInHandlers<(typeof contract)["auth"]> = {
  async register(ctx, { body }) {
    await countAttempt(ctx.db, addressCounter("register", ctx.address), ctx.now);
    await requireUncommon(body.password, [body.name, body.email]);
    // Asked before the work of hashing, and again, for good, with the user made in one transaction.
    await ctx.db.read((db) => mayRegister(db, ctx, body.invitation));
    const passwordHash = await ctx.passwords.hash(body.password);
    const started = await ctx.db.write(async (db) => {
      const inviter = await claimRegistration(db, ctx, body.invitation);
      const user = await insertUser({ db, now: ctx.now }, body);
      if (user === undefined) throw new Refusal(400, "emailTaken");
      await putPassword(db, user.id, passwordHash);
      await knowAddress(db, { email: body.email, address: ctx.address }, ctx.now);
      await note(ctx, db, user.id, "registered");
      if (inviter !== 0) {
        const used = { userId: inviter, event: "invitation-used", detail: user.email } as const;
        await noteEvent(db, { ...used, address: ctx.address }, ctx.now);
      }
      return begin(db, user.id, ctx);
    });
    return signedIn(ctx, started);
  },

  async registration(ctx) {
    return { needs: await ctx.db.read((db) => registrationNeeds(db, ctx)) };
  },

  async login(ctx, { body }) {
    const attempt = { email: body.email, address: ctx.address };
    await countPassword(ctx.db, attempt, ctx.now);
    const found = await ctx.db.read((db) => findByEmail(db, body.email));
    const right = await ctx.passwords.verify(found?.passwordHash, body.password);
    const renewed = right ? await renewedHash(ctx, found, body.password) : undefined;
    const started = await ctx.db.write(async (db) => {
      // Read again: the password may have been changed while this one was compared.
      const same = right && (await findByEmail(db, body.email))?.passwordHash;
      if (found === undefined) {
        await note(ctx, db, NOBODY, "sign-in-refused");
        return undefined;
      }
      if (!right || same !== found.passwordHash || found.disabledAt !== null) {
        await note(ctx, db, found.id, "sign-in-refused");
        return undefined;
      }
      if (renewed !== undefined) await putPassword(db, found.id, renewed);
      if ((await factorOf(db, found.id)) !== undefined) {
        // Not forgiven yet: who knows the password alone would have guesses at the code without end.
        await note(ctx, db, found.id, "code-asked");
        return { ticket: await makeTicket(db, found.id, ctx.now), expiresIn: STEP_SECONDS };
      }
      await forgivePassword(db, attempt, ctx.now);
      await note(ctx, db, found.id, "signed-in");
      return begin(db, found.id, ctx);
    });
    if (started === undefined) throw new Refusal(401, "signInFailed", {}, challenge());
    return "ticket" in started ? started : signedIn(ctx, started);
  },

  async loginCode(ctx, { body }) {
    const step = stepOfTicket(body.ticket);
    const known = step && (await ctx.db.read((db) => hasStep(db, step, ctx.now)));
    if (!known) throw ticketInvalid();
    const { userId } = step;
    const { email } = await ctx.db.read((db) => getUser(db, userId));
    const attempt = { email, address: ctx.address };
    await countPassword(ctx.db, attempt, ctx.now);
    const right = await readCode(ctx, userId, body.code);
    const started = await ctx.db.write(async (db) => {
      if (!(await right?.take(db))) {
        await note(ctx, db, userId, "code-refused");
        return undefined;
      }
      // Another request has used the ticket, or it was taken back: then the code is still good.
      if (!(await takeStep(db, step, ctx.now))) throw ticketInvalid();
      await forgivePassword(db, attempt, ctx.now, 2);
      if (right?.kind === "recovery") await note(ctx, db, userId, "recovery-code-used");
      await note(ctx, db, userId, "signed-in");
      return begin(db, userId, ctx);
    });
    if (started === undefined) throw new Refusal(401, "signInCodeWrong", {}, challenge());
    return signedIn(ctx, started);
  },

  async refresh(ctx, { body }) {
    const result = await ctx.db.write(async (db) => {
      const refreshed = await refreshSession(db, body.refreshToken, ctx.longestMs, ctx.now);
      if ("reused" in refreshed) {
        await note(ctx, db, refreshed.userId, "session-reused");
        return undefined;
      }
      const user = await getUser(db, refreshed.userId);
      // Where a session goes on, its owner is: a phone is at another address every day.
      await knowAddress(db, { email: user.email, address: ctx.address }, ctx.now);
      return { user, session: refreshed };
    });
    if (result === undefined) throw tokenInvalid();
    return signedIn(ctx, result);
  },

  async logout(ctx) {
    await ctx.db.write(async (db) => {
      // Two sign-outs at once: the second finds the session ended, which is what it wants.
      await endIfRunning(db, ctx.caller.userId, ctx.caller.name);
      await note(ctx, db, ctx.caller.userId, "signed-out");
    });
    return null;
  },

  async me({ db, caller }) {
    const user = await getUser(db, caller.userId);
    return { user, by: caller.by as "session", scopes: [...caller.scopes] };
  },

  async password(ctx, { body }) {
    const { userId, name: sessionId } = ctx.caller;
    const user = await ctx.db.read((db) => getUser(db, userId));
    await requireUncommon(body.newPassword, [user.name, user.email]);
    const attempt = await requirePassword(ctx, body.currentPassword);
    const passwordHash = await ctx.passwords.hash(body.newPassword);
    await ctx.db.write(async (db) => {
      await putPassword(db, userId, passwordHash);
      await endOtherSessions(db, userId, sessionId);
      await forgivePassword(db, attempt, ctx.now);
      await note(ctx, db, userId, "password-changed");
    });
    return null;
  },

  sessions: ({ db, userId, now, caller }) => listSessions(db, userId, caller.name, now),

  async endSession(ctx, { params, body }) {
    const { userId } = ctx.caller;
    await ctx.db.read((db) => requireSession(db, userId, params.session));
    const attempt = await requirePassword(ctx, body.currentPassword);
    await ctx.db.write(async (db) => {
      await endSession(db, userId, params.session);
      await forgivePassword(db, attempt, ctx.now);
      await note(ctx, db, userId, "session-ended");
    });
    return null;
  },
};

function ticketInvalid(): Refusal {
  return new Refusal(401, "ticketInvalid", {}, challenge("invalid_token"));
}

/** Whose audit has what nobody did who is known. */
const NOBODY = 0;

/** The hash as it is made now, where the kept one was made at another cost: only a sign-in has the password. */
async function renewedHash(
  { passwords }: SignInContext,
  found: Credentials | undefined,
  password: string,
): Promise<string | undefined> {
  const kept = found?.passwordHash ?? undefined;
  if (kept === undefined || found?.disabledAt !== null || !passwords.isOutdated(kept))
    return undefined;
  return passwords.hash(password);
}
