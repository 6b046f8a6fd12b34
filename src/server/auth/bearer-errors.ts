/** How a credential is refused. Loads nothing, so that open mode need not load what signs tokens. */
import { Refusal } from "../../contract/refusal.ts";

/** RFC 6750: a 401 says which scheme is asked for, and what was wrong with what was sent. */
export function challenge(error?: string): Record<string, string> {
  const reason = error === undefined ? "" : `, error="${error}"`;
  return { "www-authenticate": `Bearer realm="fenming"${reason}` };
}

export function tokenInvalid(): Refusal {
  return new Refusal(401, "tokenInvalid", {}, challenge("invalid_token"));
}

export function tokenExpired(): Refusal {
  return new Refusal(401, "tokenExpired", {}, challenge("invalid_token"));
}
