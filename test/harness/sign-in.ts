/** People who have signed in, for tests of jwt mode. */
import assert from "node:assert/strict";
import type { AppConfig } from "../../src/server/app.ts";
import type { HashCost } from "../../src/server/auth/passwords.ts";
import type { Answer, TestApp } from "./app.ts";

export const SECRET = "a secret for tests that is long enough";
export const PASSWORD = "correct donkey 电池";

/** Settings of a service with its own sign-in, where anybody may register. */
export function ownSignIn(
  changes: {
    allowSignup?: boolean;
    secrets?: string[];
    sessionDays?: number;
    secondFactor?: "optional" | "required";
    hashCost?: HashCost;
  } = {},
): Partial<AppConfig> {
  return {
    devEndpoints: false,
    auth: {
      mode: "jwt",
      allowSignup: true,
      secrets: [SECRET],
      issuer: "fenming",
      audience: "fenming",
      hashCost: { memoryCost: 64, timeCost: 1 },
      ...changes,
    },
  };
}

export interface SignedInUser {
  userId: number;
  email: string;
  accessToken: string;
  refreshToken: string;
  headers: Record<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  remove(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** Calls with a bearer token. */
export function bearing(app: TestApp, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return {
    headers,
    get: (path: string, more = {}) => app.get(path, { ...headers, ...more }),
    post: (path: string, body?: unknown, more = {}) =>
      app.post(path, body, { ...headers, ...more }),
    put: (path: string, body?: unknown, more = {}) => app.put(path, body, { ...headers, ...more }),
    remove: (path: string, more = {}) => app.remove(path, { ...headers, ...more }),
  };
}

/** Registers a user with an email that nobody has; with an invitation where not anybody may. */
export async function register(
  app: TestApp,
  name = "小明",
  invitation?: string,
): Promise<SignedInUser> {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const body = { name, email, password: PASSWORD, ...(invitation !== undefined && { invitation }) };
  const answer = await app.post("/api/auth/register", body);
  assert.equal(answer.status, 200, answer.text);
  return signedIn(app, answer);
}

/** What an answer of register, login or refresh gives, ready to call with. */
export function signedIn(app: TestApp, { data }: Answer): SignedInUser {
  const { user, accessToken, refreshToken } = data;
  return {
    userId: user.id,
    email: user.email,
    accessToken,
    refreshToken,
    ...bearing(app, accessToken),
  };
}
