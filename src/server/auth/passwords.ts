/**
 * Passwords: argon2id with OWASP's parameters (19 MiB, 2 passes, 1 lane). Hashing is bounded: each
 * takes a core for some 20 ms and 19 MiB of memory, so that a flood of sign-ins waits in a short
 * queue, and beyond it is refused, instead of taking the service with it.
 */
import { Refusal } from "../../contract/refusal.ts";
import { Semaphore } from "../../store/semaphore.ts";
import { randomText } from "./opaque-tokens.ts";

/** KiB of memory, and passes over it. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
}

const COST: HashCost = { memoryCost: 19_456, timeCost: 2 };
const MAX_RUNNING = 2;
const MAX_WAITING = 64;

/** Loaded where somebody signs in: in open mode it would only take memory. */
const argon2 = () => import("@node-rs/argon2");

async function hashOf(password: string, cost: HashCost): Promise<string> {
  return (await argon2()).hash(password, { ...cost, parallelism: 1 });
}

export class Passwords {
  readonly #running = new Semaphore(MAX_RUNNING);
  readonly #cost: HashCost;
  /** What an unknown user's password is compared with: the same work, and never equal. */
  readonly #nobody: Promise<string>;
  /** How many hashes have been computed; tests and /metrics read it. */
  computed = 0;

  constructor(cost: HashCost = COST) {
    this.#cost = cost;
    this.#nobody = hashOf(randomText(), cost);
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashOf(password, this.#cost));
  }

  /** Whether the password is the one. Without a kept hash it takes as long and is not. */
  async verify(kept: string | null | undefined, password: string): Promise<boolean> {
    const compared = kept ?? (await this.#nobody);
    const matches = await this.#inTurn(async () => (await argon2()).verify(compared, password));
    return matches && kept != null;
  }

  /** Whether a kept hash was made at another cost than hashes are made at now. */
  isOutdated(kept: string): boolean {
    const { memoryCost, timeCost } = this.#cost;
    return !kept.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running.waiting >= MAX_WAITING) {
      throw new Refusal(503, "busy", {}, { "retry-after": "2" });
    }
    const leave = await this.#running.enter();
    try {
      this.computed += 1;
      return await work();
    } finally {
      leave();
    }
  }
}

/** Refuses a password that is tried first everywhere, or that is made of the user's own names. */
export async function requireUncommon(password: string, names: string[]): Promise<void> {
  const { isCommonPassword } = await import("./common-passwords.ts");
  if (isCommonPassword(password, names)) throw new Refusal(400, "passwordCommon");
}
