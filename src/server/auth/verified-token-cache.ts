/** What verified tokens said, kept for a while, so that a signature is not checked on every request. */

interface Verified<Claims> {
  claims: Claims;
  /** Milliseconds since 1970 after which the token must be looked at again. */
  until: number;
}

const MAX_TOKENS = 2000;

/** Bounded: the token that was verified longest ago goes first. */
export class VerifiedTokens<Claims> {
  #tokens = new Map<string, Verified<Claims>>();

  get(token: string, now: number): Claims | undefined {
    const verified = this.#tokens.get(token);
    if (verified === undefined) return undefined;
    if (now < verified.until) return verified.claims;
    this.#tokens.delete(token);
    return undefined;
  }

  set(token: string, claims: Claims, until: number): void {
    this.#tokens.set(token, { claims, until });
    if (this.#tokens.size <= MAX_TOKENS) return;
    const [oldest] = this.#tokens.keys();
    if (oldest !== undefined) this.#tokens.delete(oldest);
  }
}
