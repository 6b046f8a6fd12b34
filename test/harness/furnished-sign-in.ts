/** What the steps of signing in need, by the operation: tickets, codes, passkeys, each of which is good once. */
import { sql } from "../../src/store/sql.ts";
import type { TestApp } from "./app.ts";
import { SoftAuthenticator } from "./authenticator.ts";
import { made } from "./book.ts";
import type { Known } from "./from-schema.ts";
import { scan, turnOn } from "./one-time-codes.ts";
import { PASSWORD, type SignedInUser } from "./sign-in.ts";

const again = { currentPassword: PASSWORD };
const SITE = "http://localhost:3000";

type Furnish = (app: TestApp, user: SignedInUser, now: number) => Promise<Known>;

async function withFactor(_app: TestApp, user: SignedInUser, now: number): Promise<Known> {
  return { code: (await turnOn(user, now)).recoveryCodes };
}

async function newCredential(user: SignedInUser, key: SoftAuthenticator) {
  return key.create(made(await user.post("/api/auth/passkeys/options", again)));
}

async function withPasskey(_app: TestApp, user: SignedInUser): Promise<Known> {
  const credential = await newCredential(user, new SoftAuthenticator(SITE));
  return {
    passkey: [made(await user.post("/api/auth/passkeys", { name: "手机", credential })).id],
  };
}

const BY_OPERATION: Record<string, Furnish> = {
  async auth_loginCode(app, user, now) {
    const { recoveryCodes } = await turnOn(user, now);
    const first = { email: user.email, password: PASSWORD };
    const { ticket } = made(await app.post("/api/auth/login", first));
    // The password's step is counted until the code's has been taken.
    await app.db.write((db) => db.run(sql`delete from throttles`));
    return { ticket: [ticket], code: recoveryCodes };
  },
  async secondFactor_confirm(_app, user, now) {
    const { uri } = made(await user.post("/api/auth/second-factor", again));
    return { code: [scan(uri).code(now)] };
  },
  secondFactor_recoveryCodes: withFactor,
  secondFactor_remove: withFactor,
  async passkeys_create(_app, user) {
    return { credential: [await newCredential(user, new SoftAuthenticator(SITE))] };
  },
  passkeys_update: withPasskey,
  passkeys_remove: withPasskey,
  async passkeys_login(app, user) {
    const key = new SoftAuthenticator(SITE);
    const credential = await newCredential(user, key);
    made(await user.post("/api/auth/passkeys", { name: "手机", credential }));
    const options = made(await app.post("/api/auth/login/passkey/options"));
    return { credential: [key.get(options)] };
  },
};

/** What is known besides, for an operation of signing in. */
export async function furnishSignIn(
  app: TestApp,
  operation: string,
  user: SignedInUser | undefined,
  now: number,
): Promise<Known> {
  return user === undefined ? {} : ((await BY_OPERATION[operation]?.(app, user, now)) ?? {});
}
