/** An authenticator app as a phone has it: it knows what the code to scan says, and the time. */
import assert from "node:assert/strict";
import { TOTP, URI } from "otpauth";
import type { Answer } from "./app.ts";
import { PASSWORD, type SignedInUser } from "./sign-in.ts";

export interface AuthenticatorApp {
  /** The code that is shown at a time, in milliseconds. */
  code(now: number): string;
  /** A code that is not shown around that time. */
  wrong(now: number): string;
  /** The first time from then on, in whole steps, around which no code is shown twice: then only its step makes one right. */
  unlike(now: number): number;
}

const STEP = 30_000;

export function scan(uri: string): AuthenticatorApp {
  const totp = URI.parse(uri) as TOTP;
  assert.ok(totp instanceof TOTP);
  const code = (now: number) => totp.generate({ timestamp: now });
  const around = (now: number) => [-3, -2, -1, 0, 1, 2, 3].map((step) => code(now + step * STEP));
  return {
    code,
    wrong(now) {
      const shown = around(now);
      return ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777"].find(
        (one) => !shown.includes(one),
      ) as string;
    },
    unlike(now) {
      let at = now;
      while (new Set(around(at)).size < 7) at += STEP;
      return at;
    },
  };
}

/** Turns a second factor on; answers the app and the recovery codes. */
export async function turnOn(
  user: SignedInUser,
  now: number,
): Promise<{ phone: AuthenticatorApp; recoveryCodes: string[] }> {
  const begun = await user.post("/api/auth/second-factor", { currentPassword: PASSWORD });
  assert.equal(begun.status, 200, begun.text);
  const phone = scan(begun.data.uri);
  const on = await user.post("/api/auth/second-factor/confirm", { code: phone.code(now) });
  assert.equal(on.status, 200, on.text);
  return { phone, recoveryCodes: on.data.recoveryCodes };
}

/** What the audit says, the newest first. */
export async function events(user: { get(path: string): Promise<Answer> }): Promise<string[]> {
  const { data } = await user.get("/api/audit");
  return (data as { event: string }[]).map(({ event }) => event);
}
