/**
 * The public keys of an identity provider: fetched when first needed, again every ten minutes and for
 * an unknown key, so that they rotate without a restart. While the provider is away, the keys known
 * last go on, and it is not asked again for a while.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
} from "jose";
import { Refusal } from "../../contract/refusal.ts";

export interface ProviderKeySettings {
  jwksUrl: string;
  /** How long unknown keys, and a provider that is away, are not asked for again; 30 s unless given. */
  jwksCooldownMs?: number;
  /** How long keys are good without asking; ten minutes unless given. */
  jwksMaxAgeMs?: number;
}

const COOLDOWN_MS = 30_000;
const MAX_AGE_MS = 600_000;
const TIMEOUT_MS = 5000;

type KeyOf = ReturnType<typeof createRemoteJWKSet>;

export class ProviderKeys {
  readonly #remote: KeyOf;
  readonly #cooldownMs: number;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor({ jwksUrl, jwksCooldownMs, jwksMaxAgeMs }: ProviderKeySettings) {
    this.#cooldownMs = jwksCooldownMs ?? COOLDOWN_MS;
    this.#remote = createRemoteJWKSet(new URL(jwksUrl), {
      cooldownDuration: this.#cooldownMs,
      cacheMaxAge: jwksMaxAgeMs ?? MAX_AGE_MS,
      timeoutDuration: TIMEOUT_MS,
    });
  }

  /** The key that a token names. Refuses with 503 when only the provider could say. */
  async keyFor(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    if (performance.now() - this.#failedAt < this.#cooldownMs) return this.#known(header, token);
    try {
      return await this.#remote(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      this.#failedAt = performance.now();
      return this.#known(header, token);
    }
  }

  async #known(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    const keys = this.#remote.jwks();
    if (keys === undefined) throw providerAway();
    try {
      return await createLocalJWKSet(keys)(header, token);
    } catch (error) {
      // A key that is not known may be a new one: nobody can say while the provider is away.
      throw error instanceof errors.JWKSNoMatchingKey ? providerAway() : error;
    }
  }
}

/** Whether the token is at fault, rather than the fetching of keys. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

function providerAway(): Refusal {
  return new Refusal(503, "providerAway", {}, { "retry-after": "10" });
}
