/**
 * Who is signed in, where the service asks for it. The tokens lie in this browser; the one that lasts
 * minutes is exchanged before it ends, by one tab at a time: a refresh token used twice ends the session.
 */
import type { SignedIn } from "../../contract/auth.ts";
import { makeKeptStore } from "../store.ts";

export interface Session {
  user: { id: number; name: string; email: string };
  accessToken: string;
  /** None where an identity provider signs: then the token simply ends. */
  refreshToken?: string;
  /** Milliseconds since 1970, by this browser's clock. */
  expiresAt: number;
}

const LOCK = "fenming.session.lock";
/** Exchanged this long before it ends. */
const EARLY_MS = 30_000;
const LOCK_MS = 10_000;

const session = makeKeptStore<Session | undefined>(
  "fenming.session",
  (stored) => (stored as Session | null) ?? undefined,
);
let exchanging: Promise<void> | undefined;

export const useSession = session.use;

export function startSession({ user, accessToken, refreshToken, expiresIn }: SignedIn): void {
  const { id, name, email } = user;
  session.set({
    user: { id, name, email },
    accessToken,
    refreshToken,
    expiresAt: Date.now() + expiresIn * 1000,
  });
}

/** A token of an identity provider, pasted by its owner. */
export function startProviderSession(user: Session["user"], accessToken: string): void {
  session.set({ user, accessToken, expiresAt: Number.POSITIVE_INFINITY });
}

export function endSession(): void {
  session.set(undefined);
}

/**
 * Headers that a request carries for its sender; exchanges a token that is about to end. Throws when
 * the request is one user's and another one has signed in.
 */
export async function authorization(as?: number): Promise<Record<string, string>> {
  const current = session.get();
  if (current?.refreshToken && current.expiresAt - EARLY_MS < Date.now()) {
    exchanging ??= exchange().finally(() => {
      exchanging = undefined;
    });
    await exchanging;
  }
  const { accessToken, user } = session.get() ?? {};
  if (as !== undefined && user !== undefined && user.id !== as) throw new Error("another user");
  return accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
}

async function exchange(): Promise<void> {
  const release = await lock();
  try {
    // Another tab may have done it while this one waited.
    const current = session.reread();
    if (!current?.refreshToken || current.expiresAt - EARLY_MS > Date.now()) return;
    const response = await fetch("/api/auth/refresh", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refreshToken: current.refreshToken }),
    });
    const envelope = await response.json().catch(() => undefined);
    if (envelope?.success) startSession(envelope.data);
    else if (response.status === 401) endSession();
  } catch {
    // Without a network the old token goes along; the request itself will say what is wrong.
  } finally {
    release();
  }
}

/** One tab at a time. `navigator.locks` does not exist on plain http, storage does. */
async function lock(): Promise<() => void> {
  const mine = Math.random().toString(36).slice(2);
  const deadline = Date.now() + LOCK_MS;
  while (Date.now() < deadline) {
    const [, since] = (localStorage.getItem(LOCK) ?? " 0").split(" ");
    if (Date.now() - Number(since) > LOCK_MS) {
      localStorage.setItem(LOCK, `${mine} ${Date.now()}`);
      await pause(40);
      if (localStorage.getItem(LOCK)?.startsWith(mine)) break;
    }
    await pause(60);
  }
  return () => {
    if (localStorage.getItem(LOCK)?.startsWith(mine)) localStorage.removeItem(LOCK);
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Called when the service no longer knows the sender: the way leads to the sign-in page. */
export function onUnauthorized(): void {
  if (session.get() !== undefined) endSession();
}
