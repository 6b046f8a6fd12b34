/** The browser's passkeys: asking it for one, or to make one. Its library comes when it is asked for. */
import { api, type OutputOf } from "./client.ts";

/** Why this page has no use of passkeys; undefined where it has. */
export type PasskeyBar = "no-browser" | "elsewhere" | undefined;

/** Whether passkeys, which are bound to a host, can be used on this page. */
export function passkeyBar(host: string | null | undefined): PasskeyBar {
  if (!host || location.hostname !== host) return "elsewhere";
  return window.isSecureContext && "PublicKeyCredential" in window ? undefined : "no-browser";
}

/** The browser made none: why, where it says. */
export class PasskeyError extends Error {
  readonly reason: "cancelled" | "there";
  constructor(reason: PasskeyError["reason"]) {
    super(reason);
    this.name = "PasskeyError";
    this.reason = reason;
  }
}

/** Signs in by a passkey that the person chooses. */
export async function signInByPasskey(): Promise<OutputOf<"POST /api/auth/login/passkey">> {
  const options = await api("POST /api/auth/login/passkey/options", {});
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const given = await startAuthentication({ optionsJSON: options }).catch(refused);
  const { userHandle = "", ...response } = given.response;
  return api("POST /api/auth/login/passkey", {
    body: { credential: { id: given.id, response: { ...response, userHandle } } },
  });
}

/** Makes a passkey on this device, or another that the person chooses. */
export async function addPasskey(
  name: string,
  again: { currentPassword: string; code?: string },
): Promise<void> {
  const options = await api("POST /api/auth/passkeys/options", { body: again });
  const { startRegistration } = await import("@simplewebauthn/browser");
  const made = await startRegistration({ optionsJSON: options as never }).catch(refused);
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  await api("POST /api/auth/passkeys", {
    body: {
      name,
      credential: { id: made.id, response: { clientDataJSON, attestationObject, transports } },
    },
  });
}

/** What browsers throw, in short (https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred). */
function refused(error: unknown): never {
  const { name } = error as Error;
  if (name === "InvalidStateError") throw new PasskeyError("there");
  if (name === "NotAllowedError" || name === "AbortError") throw new PasskeyError("cancelled");
  throw error;
}
