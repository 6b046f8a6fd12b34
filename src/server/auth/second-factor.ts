/** Turning two-step sign-in on and off, and its recovery codes. */
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Query } from "../../store/db.ts";
import { countOwn, requirePassword } from "./credentials.ts";
import {
  countRecoveryCodes,
  factorOf,
  isUnconfirmed,
  makeKey,
  putKey,
  type RightCode,
  readCode,
  readFirstCode,
  removeFactor,
  renewRecoveryCodes,
  sealKey,
} from "./one-time-codes.ts";
import { note } from "./sign-in-answer.ts";
import type { SignInContext, SignInHandlers } from "./sign-in-context.ts";
import { forgivePassword } from "./throttle.ts";

export const secondFactorHandlers: SignInHandlers<(typeof contract)["secondFactor"]> = {
  async get({ db, userId }) {
    const since = (await factorOf(db, userId)) ?? null;
    const recoveryCodesLeft = await countRecoveryCodes(db, userId);
    return { on: since !== null, since, recoveryCodesLeft };
  },

  async begin(ctx, { body }) {
    const { userId } = ctx.caller;
    const attempt = await requirePassword(ctx, body.currentPassword);
    const key = makeKey(attempt.email);
    const sealed = await sealKey(ctx.sealer, userId, key.secret);
    await ctx.db.write(async (db) => {
      if (!(await putKey(db, userId, sealed, ctx.now))) throw new Refusal(400, "secondFactorIsOn");
      await forgivePassword(db, attempt, ctx.now);
    });
    return key;
  },

  async confirm(ctx, { body }) {
    const { userId } = ctx.caller;
    if (!(await ctx.db.read((db) => isUnconfirmed(db, userId)))) {
      throw new Refusal(400, "secondFactorNotBegun");
    }
    const attempt = await countOwn(ctx);
    const right = await readFirstCode(ctx, userId, body.code);
    const recoveryCodes = await ctx.db.write(async (db) => {
      await requireTaken(db, right);
      await forgivePassword(db, attempt, ctx.now);
      await note(ctx, db, userId, "second-factor-on");
      return renewRecoveryCodes(db, userId);
    });
    return { recoveryCodes };
  },

  async recoveryCodes(ctx, { body }) {
    const { userId } = ctx.caller;
    await requireOn(ctx);
    const proved = await requireSelf(ctx, body);
    const recoveryCodes = await ctx.db.write(async (db) => {
      await proved(db);
      await note(ctx, db, userId, "recovery-codes-made");
      return renewRecoveryCodes(db, userId);
    });
    return { recoveryCodes };
  },

  async remove(ctx, { body }) {
    const { userId } = ctx.caller;
    await requireOn(ctx);
    const proved = await requireSelf(ctx, body);
    await ctx.db.write(async (db) => {
      await proved(db);
      await removeFactor(db, userId);
      await note(ctx, db, userId, "second-factor-off");
    });
    return null;
  },
};

async function requireOn({ db, caller }: SignInContext): Promise<void> {
  const since = await db.read((query) => factorOf(query, caller.userId));
  if (since === undefined) throw new Refusal(400, "secondFactorIsOff");
}

/**
 * Asks the caller for the password once more and, where two-step sign-in is on, for a code: what changes how one signs in is
 * the owner's alone. What it returns is called in the transaction of the change, and takes the code.
 */
export async function requireSelf(
  ctx: SignInContext,
  given: { currentPassword: string; code?: string },
): Promise<(db: Query) => Promise<void>> {
  const { userId } = ctx.caller;
  const attempt = await requirePassword(ctx, given.currentPassword);
  const asksCode = (await ctx.db.read((db) => factorOf(db, userId))) !== undefined;
  const right = asksCode ? await readCode(ctx, userId, given.code ?? "") : undefined;
  if (asksCode && right === undefined) throw new Refusal(400, "codeWrong");
  return async (db) => {
    // Turned on by another request since: then a code is asked for.
    if (asksCode || (await factorOf(db, userId)) !== undefined) await requireTaken(db, right);
    await forgivePassword(db, attempt, ctx.now);
  };
}

async function requireTaken(db: Query, right: RightCode | undefined): Promise<void> {
  if (!(await right?.take(db))) throw new Refusal(400, "codeWrong");
}
